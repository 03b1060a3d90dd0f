"""Names of namespace asc_model, which the headers of all packs share: a kernel may include any of them together."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

# Overloads of one function in several headers; their parameters differ.
OVERLOADED = {"nothing_to_move", "widen", "widened"}

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|^\s*#(?:[^\n\\]|\\.)*", re.DOTALL | re.MULTILINE)
_TEXT = re.compile(r'"(?:\\.|[^"\\])*"')
_TYPE = re.compile(r"(?:struct|class|enum(?: class)?|using|typedef(?: \w+)+?)\s+(\w+)\s*(?:$|=|:|__attribute__)")
# Specialisations add to a template of another header.
_ELSEWHERE = re.compile(r"(?:struct \w+|.*\bconstexpr .*\bk\w+)<|using (?:namespace \w+|.*::\w+$)")
_OTHER = re.compile(r"([A-Za-z_]\w*)\s*(?:\(|=[^=]|\[|$)")
_NO_NAMES = {"__attribute__", "static_assert", "sizeof", "alignas", "decltype", "noexcept", "explicit"}


def declarations(text: str) -> Iterator[str]:
    """What stands directly in namespace asc_model, without bodies and initialisers in braces."""
    text = _TEXT.sub('""', _COMMENT.sub("", text))
    for begin in re.finditer(r"namespace asc_model\s*\{", text):
        depth, shown = 1, []
        for char in text[begin.end() :]:
            depth += {"{": 1, "}": -1}.get(char, 0)
            if depth == 0:
                break
            if char in "{};":
                shown.append(";")
            elif depth == 1:
                shown.append(char)
        yield from (" ".join(part.split()) for part in "".join(shown).split(";"))


def without_template(text: str) -> str:
    """A declaration without its list of template parameters."""
    while text.startswith("template"):
        depth = 0
        for place, char in enumerate(text):
            depth += {"<": 1, ">": -1}.get(char, 0)
            if char == ">" and depth == 0:
                text = text[place + 1 :].lstrip()
                break
    return text


def names_in(text: str) -> Iterator[str]:
    for declaration in map(without_template, declarations(text)):
        if _ELSEWHERE.match(declaration):
            continue
        if found := _TYPE.match(declaration):
            yield found[1]
        else:
            yield from [m[1] for m in _OTHER.finditer(declaration) if m[1] not in _NO_NAMES][:1]


def test_names_are_found() -> None:
    text = """
    namespace asc_model {
    struct Pad { int bits_inside; };
    template <> struct Pad2<half> { int x; };
    template <> constexpr bool kPadded<half> = true;
    using AscendC::RoundMode;
    typedef float Quad __attribute__((vector_size(16)));
    using Row = Quad;
    template <typename T, typename = Enable<T>>
    ASC_INLINE uint64_t bits_of(T value) { return other(value); }
    constexpr Path kPaths[] = {{1, 2}};
    constexpr int kRate = 3;  // int kComment = 1;
    ASC_INLINE void apart() { inner(); }
    }
    """
    assert [*names_in(text)] == ["Pad", "Quad", "Row", "bits_of", "kPaths", "kRate", "apart"]


def test_headers_share_no_names_by_accident(root: Path) -> None:
    owners: dict[str, set[str]] = defaultdict(set)
    for header in root.glob("asc_*/src/*/model/*.h"):
        for name in names_in(header.read_text("utf-8")):
            owners[name].add(header.name)
    assert len(owners) > 300
    shared = {name: sorted(files) for name, files in owners.items() if len(files) > 1}
    assert shared.keys() <= OVERLOADED, shared
