"""Reference pages in Markdown, written from a registry: one a pack, and an index."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from types import ModuleType

from .reference import Class, Entry, Function, Group, Parameter, Reference, Signature, Value
from .registry import Registry

_KINDS = {"enum": "Enum", "struct": "Parameter struct", "value": "Class", "class": "Class"}

#: A name that a docstring refers to, ``:func:`malloc```.
_ROLE = re.compile(r":(?:attr|class|func|meth|mod):`~?([^`]+)`")

_SECTIONS = {"Args:": "Arguments", "Raises:": "Raises", "Returns:": "Returns", "Attributes:": "Attributes"}


def render(registry: Registry) -> dict[str, str]:
    """The text of each page by its file name; ``index.md`` lists all names."""
    groups = Reference(registry).groups()
    packs = dict.fromkeys(group.pack for group in groups)
    pages = {
        f"{pack}.md": _page(f"Pack {pack}", _pack_doc(registry, pack), [g for g in groups if g.pack == pack])
        for pack in packs
    }
    return {"index.md": _index(registry, groups), **pages}


def module_page(registry: Registry, namespace: str, module: ModuleType) -> str:
    """The page of a module's public names, of which its docstring tells; they stand under *namespace*."""
    names = {name: getattr(module, name) for name in module.__all__}
    doc = [*_doc(inspect.cleandoc(module.__doc__ or "")), "", "Written by `asc docs` from the docstrings.", ""]
    return _page(module.__name__, doc, Reference(registry).of_module(namespace, names))


def _index(registry: Registry, groups: list[Group]) -> str:
    lines = ["# Reference", "", "Written by `asc docs` from the declarations of the packs.", ""]
    pack = ""
    for group in groups:
        if group.pack != pack:
            pack = group.pack
            lines += [f"## [{pack}]({pack}.md)", "", *_pack_doc(registry, pack)]
            anchors = _Anchors()
        links = []
        anchors.new(group.module)
        for entry in group.entries:
            anchor = group.module if isinstance(entry, Value) else anchors.new(_title(group, entry))
            links.append(f"[{entry.name}]({pack}.md#{anchor})")
        lines += [f"**{group.module}** – {_inline(group.doc.rstrip('.')) or group.module}: {', '.join(links)}", ""]
    return _text(lines)


def _page(title: str, doc: list[str], groups: list[Group]) -> str:
    lines = [f"# {title}", "", *doc]
    for group in groups:
        lines += [f"## {group.module}", ""]
        lines += [_inline(group.doc), ""] if group.doc else []
        values = [entry for entry in group.entries if isinstance(entry, Value)]
        if values:
            rows = [(f"`{value.name}`", value.text.replace("|", "\\|")) for value in values]
            lines += [*_table(("name", "value"), rows), ""]
        for entry in group.entries:
            if not isinstance(entry, Value):
                lines += _entry(group, entry)
    return _text(lines)


def _pack_doc(registry: Registry, pack: str) -> list[str]:
    status = registry.status(pack)
    return [f"{status.doc[0].upper()}{status.doc[1:].rstrip('.')}.", ""] if status and status.doc else []


def _title(group: Group, entry: Entry) -> str:
    return f"{group.namespace}.{entry.name}"


def _entry(group: Group, entry: Entry) -> Iterator[str]:
    title = _title(group, entry)
    yield from (f"### {title}", "")
    if isinstance(entry, Function):
        yield from _function(entry, title)
        return
    assert isinstance(entry, Class)
    facts = [_KINDS[entry.kind]]
    facts += [f"Ascend C `{entry.ascendc}`"] if entry.ascendc else []
    facts += [f"a [{base}](#{_anchor(f'{group.namespace}.{base}')})" for base in entry.bases if entry.kind == "value"]
    yield from (" · ".join(facts), "")
    yield from _doc(entry.doc)
    if entry.members:
        rows = [(f"`{name}`", str(value)) for name, value in entry.members]
        yield from (*_table(("member", "value"), rows), "")
    if entry.attributes:
        rows = [(f"`{name}`", f"`{type_}`") for name, type_ in entry.attributes]
        yield from (*_table(("attribute", "type"), rows), "")
    for method in entry.methods:
        if method.name == "__init__":
            yield from _function(method, title)
    for method in entry.methods:
        # What operators do stands in the class's own words.
        if not method.name.startswith("__") or (method.doc and method.name != "__init__"):
            yield from (f"#### {entry.name}.{method.name}", "")
            yield from _function(method, method.name)


def _function(function: Function, shown: str) -> Iterator[str]:
    if function.kind == "property":
        yield from (f"Property of type `{function.signatures[0].returns}`.", "")
        yield from _doc(function.doc)
        return
    yield "```python"
    result = function.name != "__init__"
    yield from (_source(signature, shown, result) for signature in function.signatures)
    yield from ("```", "")
    facts = [f"Ascend C `{function.ascendc}`"] if function.ascendc else []
    facts += [f"pipe {function.pipe}"] if function.pipe else []
    facts += [function.kind] if function.kind != "function" else []
    if facts:
        yield from (" · ".join(facts), "")
    yield from _doc(function.doc)
    several = len(function.signatures) > 1
    for number, signature in enumerate(function.signatures, 1):
        if signature.doc:
            yield from (f"Form {number}:" if several else "", "")
            yield from _doc(signature.doc)
    merged: dict[tuple[str, str, str | None, tuple[str, ...]], Parameter] = {}
    for signature in function.signatures:
        for one in signature.parameters:
            merged.setdefault((one.name, one.type, one.default, one.notes), one)
    yield from _parameters(tuple(merged.values()))
    yield from _dtypes(function)


def _source(signature: Signature, shown: str, result: bool) -> str:
    parts = [parameter.source for parameter in signature.parameters]
    returns = f" -> {signature.returns}" if result else ""
    line = f"{shown}({', '.join(parts)}){returns}"
    if len(line) <= 100:
        return line
    inner = "".join(f"    {part},\n" for part in parts)
    return f"{shown}(\n{inner}){returns}"


def _parameters(parameters: tuple[Parameter, ...]) -> Iterator[str]:
    if any(parameter.notes for parameter in parameters):
        rows = [
            (
                f"`{p.name}`",
                f"`{p.type}`".replace("|", "\\|"),
                f"`{p.default}`" if p.default else "",
                ", ".join(p.notes),
            )
            for p in parameters
        ]
        yield from (*_table(("parameter", "type", "default", "remarks"), rows), "")


def _dtypes(function: Function) -> Iterator[str]:
    """Data types a form; forms of the same data types share their lines."""
    by_table: dict[tuple[tuple[str, ...], tuple[str | tuple[str, ...], ...]], list[int]] = {}
    for number, signature in enumerate(function.signatures, 1):
        if signature.dtypes:
            by_table.setdefault((signature.tensors, signature.dtypes), []).append(number)
    # Forms differ by their last tensors only where the table names types one by one.
    for (tensors, dtypes), numbers in by_table.items():
        alike = len(by_table) == 1 and len(numbers) == len(function.signatures)
        forms = "" if alike else f" (form {', '.join(map(str, numbers))})"
        if all(isinstance(dtype, str) for dtype in dtypes):
            yield from (f"Data types{forms}: {', '.join(map(str, dtypes))}.", "")
        else:
            rows = [dtype if isinstance(dtype, tuple) else (dtype,) * len(tensors) for dtype in dtypes]
            width = max(len(tensors), *(len(row) for row in rows))
            head = [f"`{name}`" for name in tensors] + [""] * (width - len(tensors))
            yield from (f"Data types{forms}:", "")
            yield from (*_table(head, [(*row, *[""] * (width - len(row))) for row in rows]), "")


def _doc(doc: str) -> Iterator[str]:
    """A docstring as Markdown: sections become lists, literal blocks code."""
    section = False
    code: list[str] | None = None
    for line in [*doc.splitlines(), *([""] if doc else [])]:
        text = line.strip()
        if code is not None:
            if not text or line.startswith(" "):
                code.append(line.removeprefix("    "))
                continue
            yield from _block(code)
            code = None
        if text in _SECTIONS and not line.startswith(" "):
            section = True
            yield from (f"**{_SECTIONS[text]}**", "")
            continue
        section = section and (not text or line.startswith(" "))
        name, colon, rest = text.partition(":")
        if section and text:
            first = colon and not line.startswith("     ")
            yield f"* `{name}`: {_inline(rest.strip())}" if first else f"  {_inline(text)}"
        elif text.endswith("::"):
            yield from (_inline(text[:-1]), "")
            code = []
        else:
            yield _inline(text)
    if code is not None:
        yield from _block(code)


def _block(code: list[str]) -> Iterator[str]:
    yield from ("```python", *"\n".join(code).strip("\n").split("\n"), "```", "")


def _inline(text: str) -> str:
    return _ROLE.sub(r"`\1`", text.replace("``", "`"))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _anchor(title: str) -> str:
    return title.lower().replace(".", "").replace(" ", "-")


class _Anchors:
    """Anchors of a page's headings; equal ones are numbered as GitHub does."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def new(self, title: str) -> str:
        anchor = _anchor(title)
        count = self._used[anchor] = self._used.get(anchor, -1) + 1
        return f"{anchor}-{count}" if count else anchor


def _text(lines: list[str]) -> str:
    """Lines as a text without runs of empty ones."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).rstrip() + "\n"
