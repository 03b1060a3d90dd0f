"""The compiler's stages as commands of the program ``asc``."""

from __future__ import annotations
