"""Python functions to ASC-IR. Importing this package doesn't import MLIR; :func:`trace` does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .function import BoundFunction, KernelFunction, Parameter
from .source import FunctionSource

if TYPE_CHECKING:
    from asc_core.ir.context import IRContext


def trace(function: KernelFunction, spec: Any, context: IRContext, options: Any = None) -> Any:
    """Compiles a kernel for one specialization to a verified module of ASC-IR.

    Args:
        function: the kernel.
        spec: ``arguments`` (name to type in ASC-IR) and ``constants`` (name to compile-time value).
        context: where the module is made.
        options: the kernel's compile options.

    Raises:
        CompileError: the kernel can't be compiled; the message shows the line at fault.
    """
    from .tracer import trace as run

    return run(function, spec, context, options)


__all__ = ["BoundFunction", "FunctionSource", "KernelFunction", "Parameter", "trace"]
