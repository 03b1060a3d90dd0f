"""What a kernel is compiled for."""

from __future__ import annotations

from asc_core.jit.specialization import Specialization

__all__ = ["Specialization"]
