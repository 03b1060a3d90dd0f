"""What insert-sync is made of: addresses, regions of memory, the kernel as a tree, dependences, numbers of flags."""

from __future__ import annotations
