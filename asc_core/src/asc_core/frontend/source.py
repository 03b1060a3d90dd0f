"""The source of a function: its text, syntax tree and place, wherever the function was defined."""

from __future__ import annotations
import __future__

import ast
import contextlib
import functools
import linecache
import os
import re
import sys
import types
from collections.abc import Iterator, Sequence
from typing import Any

from asc_core.collection import no_collection
from asc_plugins.records import record

#: Syntax tree of a function.
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef

#: How many files' trees are kept; kernels of one program mostly live in few files.
_KEPT_FILES = 16
_trees: dict[str, tuple[str, ast.Module]] = {}

#: Flag of ``from __future__ import annotations``, which ``exec`` passes on to the text it runs.
_ANNOTATIONS = __future__.annotations.compiler_flag

#: What text with a function has.
_FUNCTION = re.compile(r"\bdef ")

#: Text of code that no file holds, by code object: what ``exec`` and ``python -c`` ran.
_captured: dict[types.CodeType, str] = {}


class SourceError(OSError):
    """The text of a function can't be found."""


@record
class FunctionSource:
    """Where a function is written.

    Attributes:
        file: the file's absolute path, or a name in angle brackets for code without a file.
        line: line of the ``def`` or of the first decorator, counted from 1.
        text: the lines of the function, decorators included, without common indentation.
        node: the syntax tree; its positions are those in the file.
        lines: all lines of the file.
    """

    file: str
    line: int
    text: str
    node: FunctionNode
    lines: Sequence[str]

    @functools.cached_property
    def is_ascii(self) -> bool:
        """True when bytes are characters in all lines."""
        return all(map(str.isascii, self.lines))

    @classmethod
    def of(cls, fn: types.FunctionType) -> FunctionSource:
        """Reads the source of *fn*.

        Raises:
            SourceError: there is no text, or it is no longer the one that *fn* was made from.
        """
        code = fn.__code__
        text = _text(fn)
        file = code.co_filename
        if not file.startswith(("<", "/")):
            # The folder that Python was started in may be gone.
            with contextlib.suppress(FileNotFoundError):
                file = os.path.join(os.getcwd(), file.removeprefix("./"))
        if text is None:
            raise SourceError(
                f"the source of '{fn.__qualname__}' ({file}) is not available; "
                "put it into a file or a notebook cell, or keep the text that exec() runs in a variable"
            )
        try:
            tree = _parse(code.co_filename, text)
        except SyntaxError as error:
            raise SourceError(f"{file} was changed since '{fn.__qualname__}' was defined: {error.msg}") from None
        node = _find(tree.body, code.co_name, code.co_firstlineno)
        if node is None:
            raise SourceError(
                f"{file} was changed since '{fn.__qualname__}' was defined: it isn't at line "
                f"{code.co_firstlineno} any more; import the module again"
            )
        lines = text.splitlines()
        assert node.end_lineno is not None
        first = code.co_firstlineno
        own = lines[first - 1 : node.end_lineno]
        return cls(file, first, _dedent(own), node, lines)

    def source_line(self, number: int) -> str:
        """A line of the file without its end, empty when there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def position(self, node: ast.AST) -> tuple[int, int]:
        """The line and the column in characters where *node* begins, both from 1."""
        line: int = node.lineno  # type: ignore[attr-defined]
        column: int = node.col_offset  # type: ignore[attr-defined]
        if not self.is_ascii:
            column = characters(self.source_line(line), column)
        return line, column + 1

    @property
    def end_line(self) -> int:
        """The function's last line."""
        assert self.node.end_lineno is not None
        return self.node.end_lineno


def characters(line: str, column: int) -> int:
    """A column in UTF-8 bytes as one in characters."""
    return column if line.isascii() else len(line.encode()[:column].decode(errors="replace"))


@record
class KernelLines:
    """Source lines of a kernel, which may have no file, and of the functions it calls."""

    source: FunctionSource

    def line(self, file: str, line: int) -> str | None:
        """A line by its number from 1; None when it isn't known."""
        own = file == self.source.file
        return (self.source.source_line(line) if own else linecache.getline(file, line)) or None


def capture(fn: types.FunctionType) -> None:
    """Keeps the text of a function defined by ``exec``, ``python -c`` or standard input while it can be found.

    Cheap for functions of files and notebook cells. To be called while the function is being defined.
    """
    code = fn.__code__
    if not code.co_filename.startswith("<") or _listed(fn) is not None:
        return
    for text in _candidates():
        if _holds(text, code):
            _captured[code] = text
            return


def _candidates() -> Iterator[str]:
    """Texts that running code may have come from: the command line, standard input, strings of calling frames."""
    # The text after -c may stand with it, -c"…", and -c with other options, -uc.
    for argument in filter(_FUNCTION.search, sys.orig_argv):
        yield argument
        if argument.startswith("-"):
            yield argument.partition("c")[2]
    piped = _standard_input()
    if piped is not None:
        yield piped
    frame: Any = sys._getframe(2)
    while frame is not None:
        code, space = frame.f_code, frame.f_globals
        read = (space.get(name) for name in code.co_names)
        for value in (*frame.f_locals.values(), *code.co_consts, *read):
            if type(value) is str and _FUNCTION.search(value):
                yield value
        frame = frame.f_back


def _standard_input() -> str | None:
    """What ``python < file`` reads, when it is a file and not a pipe."""
    try:
        size = os.fstat(0).st_size
        return os.pread(0, size, 0).decode() if size else None
    except (OSError, UnicodeDecodeError):
        return None


def _holds(text: str, code: types.CodeType) -> bool:
    """True when compiling *text* gives *code*: its names and constants too, not the instructions alone."""
    if code.co_name not in text:
        return False
    try:
        module = compile(text, code.co_filename, "exec", flags=code.co_flags & _ANNOTATIONS, dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return code in _nested(module)


def _nested(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _nested(constant)


def _text(fn: types.FunctionType) -> str | None:
    code = fn.__code__
    captured = _captured.get(code)
    if captured is not None:
        return captured
    linecache.checkcache(code.co_filename)
    return _listed(fn)


def _listed(fn: types.FunctionType) -> str | None:
    """The text that Python keeps by the name of the function's file."""
    code = fn.__code__
    text = "".join(linecache.getlines(code.co_filename, fn.__globals__))
    # What exec() runs has the name of what follows -c, which Python 3.13 keeps.
    if code.co_filename == "<string>" and not _holds(text, code):
        return None
    return text or None


def _parse(file: str, text: str) -> ast.Module:
    known = _trees.get(file)
    if known is not None and known[0] == text:
        return known[1]
    with no_collection():
        tree = ast.parse(text, file)
    while len(_trees) >= _KEPT_FILES:
        _trees.pop(next(iter(_trees)), None)
    _trees[file] = text, tree
    return tree


def _find(body: Sequence[ast.stmt], name: str, line: int) -> FunctionNode | None:
    """The function *name* whose first decorator or ``def`` is at *line*; only statements around it are visited."""
    for statement in body:
        decorators = getattr(statement, "decorator_list", ())
        first = min([statement.lineno, *(d.lineno for d in decorators)])
        if not first <= line <= (statement.end_lineno or first):
            continue
        if isinstance(statement, FunctionNode) and first == line and statement.name == name:
            return statement
        for name_of_block in ("body", "orelse", "finalbody"):
            found = _find(getattr(statement, name_of_block, ()), name, line)
            if found is not None:
                return found
        for inner in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            found = _find(inner.body, name, line)
            if found is not None:
                return found
    return None


def _dedent(lines: Sequence[str]) -> str:
    """The lines without the first one's indentation, where they have it."""
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())] if lines else ""
    return "".join(line.removeprefix(indent) + "\n" for line in lines)
