"""Options of tracing."""

from __future__ import annotations

from asc_core.options import CodegenOptions

__all__ = ["CodegenOptions"]
