"""Type stubs of the namespace ``asc``, written from a registry.

What is known only when a kernel runs has the type it has in Python: a run-time integer is an ``int``.
"""

from __future__ import annotations

import inspect
import keyword
import re
from collections.abc import Mapping

from . import ranges
from .constexpr import ConstExpr
from .reference import Class, Entry, Function, Reference, Signature, Value
from .registry import Registry
from .values import GlobalAddress

_HEAD = """\
# Written by `asc stubs`; change the declarations instead.
# mypy: disable-error-code="overload-cannot-match, overload-overlap, override, misc, assignment"
import builtins as _b
import enum as _enum
import typing as _t
from collections.abc import Iterator as _Iterator, Sequence as _Sequence
from typing import Any as _Any

from typing_extensions import Self as _Self
"""

_LOOP = """\
class {name}:
    {doc}
    start: _b.int
    stop: _b.int
    step: _b.int
    def __init__(self, *bounds: _b.int) -> None: ...
    def __iter__(self) -> _Iterator[_b.int]: ...
"""

#: Launches pass arrays for addresses, so their stub is what both have.
_ADDRESS = """\
class {name}(_t.Protocol):
    {doc}
    @_b.property
    def dtype(self) -> _Any: ...
    def __add__(self, offset: _Any, /) -> _Any: ...
    def __sub__(self, offset: _Any, /) -> _Any: ...
"""

#: Names whose type in a kernel isn't that of their class.
_WRITTEN: dict[object, str] = {
    ConstExpr: '_T = _t.TypeVar("_T")\n{name}: _t.TypeAlias = _t.Annotated[_T, "known at compile time"]\n',
    GlobalAddress: _ADDRESS,
    ranges.range: _LOOP,
    ranges.static_range: _LOOP,
}


def render(registry: Registry, namespace: str = "asc", own: Mapping[str, str] | None = None, more: str = "") -> str:
    """The stub of a namespace.

    Args:
        registry: what is registered.
        namespace: ``asc`` or one below it.
        own: further names of the namespace, each with the module it is imported from.
        more: further declarations.
    """
    reference = Reference(registry, "_b.")
    names = registry.names.get(namespace, {})
    writer = _Writer()
    imports = sorted(f"from {module} import {name} as {name}\n" for name, module in (own or {}).items())
    blocks = [_HEAD + "".join(imports), *([more] if more else [])]
    for name, obj in names.items():
        written = _WRITTEN.get(obj) if isinstance(obj, type) else None
        if written is not None:
            doc = _docstring(inspect.cleandoc(obj.__doc__ or ""), "    ").strip()
            blocks.append(written.format(name=name, doc=doc))
        else:
            blocks.append(writer.entry(reference.describe(name, obj)))
    return "\n".join(blocks)


class _Writer:
    """Writes entries. Builtins are reached through ``_b``: the namespace has a ``range`` of its own."""

    def entry(self, entry: Entry) -> str:
        if isinstance(entry, Value):
            return f"{entry.name}: {self._type(entry.type)}\n"
        if isinstance(entry, Function):
            return self._function(entry, "")
        return self._class(entry)

    def _class(self, cls: Class) -> str:
        bases = [f"_enum.{base}" if cls.kind == "enum" else base for base in cls.bases]
        lines = [f"class {cls.name}({', '.join(bases)}):" if bases else f"class {cls.name}:"]
        lines.append(_docstring(cls.doc, "    "))
        lines += [f"    {name}: {self._type(type_)}" for name, type_ in cls.attributes]
        lines += [f"    {name} = {value!r}" for name, value in cls.members if not keyword.iskeyword(name)]
        text = "\n".join(line for line in lines if line) + "\n"
        text += "".join(self._function(method, "    ") for method in cls.methods)
        return text if text.count("\n") > 1 else text.rstrip("\n") + " ...\n"

    def _function(self, function: Function, indent: str) -> str:
        lines = []
        first = {"staticmethod": "", "classmethod": "cls"}.get(function.kind, "self") if indent else ""
        several = len(function.signatures) > 1
        for index, signature in enumerate(function.signatures):
            if several:
                lines.append(f"{indent}@_t.overload")
            elif function.kind != "function":
                lines.append(f"{indent}@_b.{function.kind}")
            doc = signature.doc or (function.doc if index == 0 else "")
            lines.append(self._definition(function.name, signature, first, indent, doc))
        return "\n".join(lines) + "\n"

    def _definition(self, name: str, signature: Signature, first: str, indent: str, doc: str) -> str:
        parts = [first] if first else []
        for parameter in signature.parameters:
            default = ""
            if parameter.default is not None:
                default = f" = {parameter.default}" if _is_literal(parameter.default) else " = ..."
            parts.append(f"{parameter.marker}{parameter.name}: {self._type(parameter.type)}{default}")
        head = f"{indent}def {name}({', '.join(parts)}) -> {self._type(signature.returns)}:"
        return f"{head}\n{_docstring(doc, indent + '    ')}" if doc else f"{head} ..."

    @staticmethod
    def _type(text: str) -> str:
        return re.sub(r"(?<![\w.])(Any|Iterator|Self|Sequence)\b", r"_\1", text)


def _is_literal(text: str) -> bool:
    return text in ("None", "True", "False") or re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def _docstring(doc: str, indent: str) -> str:
    if not doc:
        return ""
    escaped = doc.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    lines = escaped.splitlines()
    body = "\n".join([lines[0], *(f"{indent}{line}" if line else "" for line in lines[1:])])
    return f'{indent}"""{body}"""' if len(lines) == 1 else f'{indent}"""{body}\n{indent}"""'
