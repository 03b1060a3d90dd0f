"""Errors of kernel authors: one data class an error, shown with the line at fault."""

from __future__ import annotations

from .codes import CODES, Code
from .diagnostic import Diagnostic, Label, Span, called_here
from .errors import CompileError, InternalError
from .located import as_compile_errors
from .suggest import nearest

__all__ = [
    "CODES",
    "Code",
    "CompileError",
    "Diagnostic",
    "InternalError",
    "Label",
    "Span",
    "as_compile_errors",
    "called_here",
    "nearest",
]
