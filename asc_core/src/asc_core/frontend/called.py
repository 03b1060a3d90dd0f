"""Calls of Python's functions while a kernel is compiled: where their warnings point, and what they must not do."""

from __future__ import annotations

import ast
import inspect
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from types import FunctionType, MethodType
from typing import Any

from .function import BoundFunction, KernelFunction, KernelUsedError
from .source import FunctionSource, SourceError

#: Name of the frame that such a call adds.
FRAME = "<kernel>"


def _call(function: Any, args: Any, kwargs: Any) -> Any:
    return function(*args, **kwargs)


def call_at(file: str, line: int, scope: dict[str, Any], function: Any, *args: Any, **kwargs: Any) -> Any:
    """``function(*args, **kwargs)`` by a frame that says it is this line; *scope* are the globals of its module."""
    # A line of the body is counted from the first one.
    first = _call.__code__.co_firstlineno
    body = max(number for _, _, number in _call.__code__.co_lines() if number is not None)
    code = _call.__code__.replace(co_filename=file, co_name=FRAME, co_firstlineno=line - (body - first))
    return FunctionType(code, scope)(function, args, kwargs)


#: Threads that compile a kernel.
compiling: set[int] = set()


@contextmanager
def compiled_here() -> Iterator[None]:
    """Says that this thread compiles a kernel."""
    thread = get_ident()
    outermost = thread not in compiling
    compiling.add(thread)
    try:
        yield
    finally:
        if outermost:
            compiling.discard(thread)


def refuse_launch(kernel: str) -> None:
    """Refuses a launch by a Python function that a kernel calls: there would be one each time it is compiled.

    Raises:
        KernelUsedError: this thread compiles a kernel.
    """
    if get_ident() in compiling:
        raise KernelUsedError(f"'{kernel}' is launched while another kernel is compiled", kernel, launched=True)


os.register_at_fork(after_in_child=lambda: compiling.intersection_update({get_ident()}))


def launched_by(function: Any) -> str | None:
    """A kernel that a Python function launches, as far as its text tells."""
    if isinstance(function, MethodType):
        function = function.__func__
    if not isinstance(function, FunctionType):
        return None
    try:
        source = FunctionSource.of(function)
    except SourceError:
        return None
    for node in ast.walk(source.node):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Subscript):
            found = _global(function, node.func.value)
            found = found.__func__ if isinstance(found, (BoundFunction, classmethod, staticmethod)) else found
            if isinstance(found, KernelFunction):
                return ast.unparse(node.func.value)
    return None


def _global(function: FunctionType, node: ast.expr) -> Any:
    """What a global of a function, or an attribute of one, holds; no code of the author's runs."""
    if isinstance(node, ast.Attribute):
        return inspect.getattr_static(_global(function, node.value), node.attr, None)
    if not isinstance(node, ast.Name):
        return None
    names = inspect.getclosurevars(function)
    return names.nonlocals.get(node.id, names.globals.get(node.id))
