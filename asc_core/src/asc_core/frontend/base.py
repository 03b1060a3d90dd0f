"""What all parts of the tracer share: the place in the source, and errors at it."""

from __future__ import annotations

import ast
import os
import re
import traceback
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

import asc_core
import asc_plugins
from asc_core.diagnostics import CompileError, Diagnostic, Label, Span
from asc_plugins.constexpr import ConstExpr
from asc_plugins.errors import CallError, NotConstantError, OutsideKernelError
from asc_plugins.registry import Registry
from asc_plugins.values import IRValue

from .builder import KernelBuilder
from .called import FRAME
from .frame import Frame
from .function import KernelUsedError
from .sizes import ADVICE
from .source import FunctionSource, characters

T = TypeVar("T")

#: What to do where Python needs a constant.
NEEDS_CONSTANT = "make it an asc.ConstExpr argument of the kernel, or the variable of an asc.static_range"

#: Title of the error where an integer would have to be written that Python can't write.
TOO_MANY_DIGITS = "an integer has more digits than Python writes, and no type holds it"

#: Statements of which only the first line is at fault.
_WIDE = (
    ast.If, ast.For, ast.While, ast.With, ast.Try, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Match,
    ast.AsyncFor, ast.AsyncWith,
)  # fmt: skip


_CODES: dict[type[Exception], str] = {
    OutsideKernelError: "ASC-E311",
    ZeroDivisionError: "ASC-E404",
    NotConstantError: "ASC-E207",
    TypeError: "ASC-E301",
}
#: What code of packs and of the compiler raises for the kernel's author.
REPORTED: tuple[type[Exception], ...] = (CallError, *_CODES)


def span_of(source: FunctionSource, node: ast.AST) -> Span:
    """The part of the source that *node* is, columns in characters."""
    line, column = node.lineno, node.col_offset  # type: ignore[attr-defined]
    end_line, end_column = node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
    first = source.source_line(line)
    if isinstance(node, _WIDE):
        end_line, end_column = line, len(first.rstrip().encode())
    lines = tuple(source.source_line(n) for n in range(line, end_line + 1))
    return Span(
        source.file,
        line,
        characters(lines[0], column) + 1,
        end_line,
        characters(lines[-1], end_column) + 1,
        lines,
    )


def is_runtime(value: Any) -> bool:
    """True when a value, or one inside a tuple, list or dict, is known only when the kernel runs."""
    if isinstance(value, IRValue):
        # A struct of the host shares its class with the kernel's.
        return "handle" in value.__dict__
    if isinstance(value, (tuple, list)):
        return any(map(is_runtime, value))
    if isinstance(value, dict):
        return any(map(is_runtime, value.values()))
    if isinstance(value, slice):
        return is_runtime((value.start, value.stop, value.step))
    return False


#: How Python's own errors name classes of the compiler's.
_FUNCTIONS = ("JitFunction", "KernelFunction", "BoundFunction", "BoundKernel")
_NOUNS = {"PlainValue": "a run-time number", **dict.fromkeys(_FUNCTIONS, "a kernel function")}
_INTERNAL = re.compile(rf"'({'|'.join(_NOUNS)})'(?: object)?")


def shown_error(error: BaseException) -> str:
    """An exception as the last line of a traceback shows it."""
    text = _INTERNAL.sub(lambda found: _NOUNS[found[1]], str(error))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _origin(error: BaseException) -> traceback.FrameSummary | None:
    """Where the author's own code raised an exception."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.name != FRAME and not _is_own(f.filename)]
    return frames[-1] if frames else None


def _noted(done: str, frame: traceback.FrameSummary | None) -> list[str]:
    return [] if frame is None else [f"{done} in {frame.name} ({frame.filename}:{frame.lineno})"]


_OWN_FOLDERS = tuple(os.path.dirname(str(package.__file__)) + os.sep for package in (asc_core, asc_plugins))


def _is_own(file: str) -> bool:
    return file.startswith(_OWN_FOLDERS)


class HostError(Exception):
    """Carries an exception of the author's own code out of a trace that doesn't turn it into a diagnostic."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


class Handlers(dict[type[ast.AST], Callable[[Any], Any]]):
    """What traces each kind of syntax; *refuse* for all others."""

    def __init__(self, refuse: Callable[[Any], Any], known: dict[Any, Callable[[Any], Any]]) -> None:
        super().__init__(known)
        self._refuse = refuse

    def __missing__(self, kind: type[ast.AST]) -> Callable[[Any], Any]:
        return self._refuse


class TracerBase:
    """State of a module's trace, and its errors.

    Attributes:
        builder: creates operations.
        registry: what packs registered.
        capture_exceptions: whether what compile-time code raises becomes a diagnostic.
        frame: the function being traced.
    """

    def __init__(self, builder: KernelBuilder, registry: Registry, capture_exceptions: bool = True) -> None:
        self.builder = builder
        self.registry = registry
        self.capture_exceptions = capture_exceptions
        self.frame: Frame

    def at(self, node: ast.AST) -> None:
        """Gives new operations, and errors, the place of *node*."""
        builder = self.builder
        builder.source, builder.node = self.frame.source, node

    def span(self, node: ast.AST) -> Span:
        """The part of the source that *node* is."""
        return span_of(self.frame.source, node)

    def error(
        self,
        code: str,
        title: str,
        node: ast.AST | None = None,
        *,
        hint: str | None = None,
        notes: Sequence[str] = (),
        related: Sequence[tuple[ast.AST, str]] = (),
    ) -> CompileError:
        """An error at *node*, or at the current place."""
        place = node if node is not None else self.builder.node
        assert place is not None
        labels = [Label(self.span(n), text) for n, text in related if n is not place]
        return CompileError(Diagnostic(code, title, self.span(place), labels, tuple(notes), hint))

    def fail(self, code: str, title: str, node: ast.AST | None = None, **details: Any) -> NoReturn:
        """Raises :meth:`error`."""
        raise self.error(code, title, node, **details) from None

    def perform(self, node: ast.AST, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Calls code of packs or of the compiler at the place of *node*; its errors become the kernel's."""
        self.at(node)
        try:
            return function(*args, **kwargs)
        except REPORTED as error:
            raise self.reported(error, node) from (error if isinstance(error, TypeError) else None)

    def reported(self, error: Exception, node: ast.AST) -> CompileError:
        """One of :data:`REPORTED` as an error of the kernel."""
        if isinstance(error, CallError):
            return self.error(error.code, error.title, node, hint=error.hint, notes=error.notes)
        code = next(code for kind, code in _CODES.items() if isinstance(error, kind))
        return self.error(code, str(error), node)

    def evaluate(self, node: ast.AST, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Calls Python code on compile-time values; whatever it raises is an error of the kernel.

        Raises:
            HostError: the code's own exception, where those aren't captured.
        """
        self.at(node)
        try:
            return function(*args, **kwargs)
        except (CompileError, HostError):
            raise
        except CallError as error:
            raise self.error(error.code, error.title, node, hint=error.hint, notes=error.notes) from None
        except OutsideKernelError as error:
            raise self.error(
                "ASC-E311",
                str(error).partition(":")[0],
                node,
                hint="decorate the function that calls it with @asc.jit",
            ) from None
        except NotConstantError as error:
            raise self.error("ASC-E207", str(error), node, hint=NEEDS_CONSTANT) from None
        except KernelUsedError as error:
            raise self._used_by_host(error, node) from None
        except Exception as error:
            if not self.capture_exceptions:
                raise HostError(error) from None
            if isinstance(error, ZeroDivisionError):
                raise self.error("ASC-E404", str(error), node) from None
            if isinstance(error, MemoryError):
                title = "this takes more memory than there is" + (f": {error}" if str(error) else "")
                raise self.error("ASC-E507", title, node, hint=ADVICE, notes=_noted("raised", _origin(error))) from None
            raise self.error("ASC-E208", shown_error(error), node, notes=_noted("raised", _origin(error))) from error

    def refuse_text(self, node: ast.AST) -> NoReturn:
        """Refuses text of values that are known only when the kernel runs."""
        hint = "use print(f'…') or asc.printf(format, …), which format on the device"
        self.fail("ASC-E210", "text can't hold run-time values", node, hint=hint)

    def _used_by_host(self, error: KernelUsedError, node: ast.AST) -> CompileError:
        """The error that a Python function, which a kernel calls, calls or launches a kernel itself."""
        frame = _origin(error)
        named = frame is not None and frame.name.isidentifier()
        hint = f"decorate '{frame.name}' with @asc.jit" if frame and named else "write it with 'def' and @asc.jit"
        if error.launched:
            hint += f" and call {error.kernel}(…) in it without [cores], or launch it outside of this kernel"
        else:
            hint += ", and it is compiled into the kernel"
        done = "launched" if error.launched else "called"
        title = f"'{error.kernel}' is {done} by a Python function, which runs while this kernel is compiled"
        return self.error("ASC-E311", title, node, notes=_noted(done, frame), hint=hint)

    def api(self, name: str) -> Callable[..., Any] | None:
        """What packs registered as ``asc.name``."""
        found = self.registry.names.get("asc", {}).get(name)
        return found if callable(found) else None

    def bind(self, name: str, value: Any, node: ast.AST) -> None:
        """Gives a variable a value, and the value the variable's name."""
        self.frame.vars[name] = value
        self.frame.places[name] = node
        if isinstance(value, IRValue) and "handle" in value.__dict__:
            self.builder.set_name(value.handle, name)

    def expression(self, node: ast.expr) -> Any:
        """The value of an expression."""
        raise NotImplementedError

    #: A ``ConstExpr`` as what it holds.
    unwrap = staticmethod(ConstExpr.unwrap)
