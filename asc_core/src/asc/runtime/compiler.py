"""Options of compilation, and what it gives."""

from __future__ import annotations

from asc_core.backends.base import CompiledKernel
from asc_core.options import CompileOptions

__all__ = ["CompileOptions", "CompiledKernel"]
