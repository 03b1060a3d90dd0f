"""Text that MLIR's parser, or what comes after it, can't stand is refused before MLIR sees it."""

from __future__ import annotations

import time

import pytest

from asc_core.ir.aliases import MOST_PARTS, require_moderate
from asc_core.ir.errors import TextError
from asc_core.ir.nesting import MOST_LEVELS
from asc_core.ir.numbers import MOST_DIGITS, require_short
from asc_core.ir.strings import require_text


def _chain(first: str, pattern: str, count: int, sigil: str = "#") -> str:
    lines = [f"{sigil}a0 = {first}"]
    lines += [f"{sigil}a{i + 1} = {pattern.replace('$', f'{sigil}a{i}')}" for i in range(count)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("first", "pattern", "sigil"),
    [("[1]", "[$]", "#"), ("tuple<i32>", "tuple<$>", "!"), ('loc("a")', 'loc("a"($))', "#"), ("[1]", "[\n$\n]", "#")],
)
def test_aliases_nest_up_to_a_depth(first: str, pattern: str, sigil: str) -> None:
    require_moderate(_chain(first, pattern, MOST_LEVELS - 1, sigil))
    with pytest.raises(TextError, match=f"'{sigil}a{MOST_LEVELS}' is made of aliases more than 256 deep") as caught:
        require_moderate("\n  " + _chain(first, pattern, 100_000, sigil).replace("\n", "\n  "))
    assert caught.value.column == 3


def test_locations_may_stand_before_what_they_use() -> None:
    lines = _chain('loc("a")', 'loc("a"($))', 300).split("\n")
    with pytest.raises(TextError, match="more than 256 deep"):
        require_moderate("module {\n} loc(#a300)\n" + "\n".join(reversed(lines)))
    require_moderate("#a = loc(#b)\n#b = loc(#a)\nmodule {\n} loc(#a)")


def test_aliases_stand_for_a_bounded_number_of_parts() -> None:
    with pytest.raises(TextError, match=f"'#a9' stands for more than {MOST_PARTS} attributes") as caught:
        require_moderate(_chain("[1]", "[$, $, $, $, $]", 40))
    assert (caught.value.line, caught.value.column) == (10, 1)
    with pytest.raises(TextError, match="stands for more"):
        require_moderate(_chain("[1]", "[$, $, $, $, $]", 40).replace("\n", " "))


def test_uses_behind_the_definitions_are_none_of_theirs() -> None:
    uses = "#a, " * 2_000_000
    require_moderate(f"#a = [1]\n#b = [#a]\nmodule attributes {{x = [{uses}#b]}} {{\n}}\n")
    require_moderate('#a = "#a = [#a, #a]" // #a = #a\n')
    require_moderate("#a == #a")


@pytest.mark.parametrize("escapes", [r"\41", r"\E9\9F\B3", r"\\FF", r"\C3\A9\0A\22", r"\00", "é\\C3\\A9"])
def test_strings_that_are_text(escapes: str) -> None:
    require_text(f'"a{escapes}b"')


@pytest.mark.parametrize("escapes", [r"\FF", r"\E9\9F", r"\ED\A0\80", r"\\\ff", "é\\C3"])
def test_strings_that_are_no_text(escapes: str) -> None:
    with pytest.raises(TextError, match=r"a string isn't UTF-8: it has the byte \\[0-9A-F]{2}") as caught:
        require_text(f'"fine" "\\E9\\9F\\B3"\n  "a{escapes}b"')
    assert (caught.value.line, caught.value.column) == (2, 3)
    require_text(f'// "a{escapes}b"')


def test_numbers_have_a_bounded_length() -> None:
    digits = "9" * MOST_DIGITS
    require_short(f'%c = arith.constant {digits} : i32\n"{digits}9" // {digits}9')
    with pytest.raises(TextError, match="a number has more than 1000 digits") as caught:
        require_short(f"\n {digits}9")
    assert (caught.value.line, caught.value.column) == (2, 2)


def test_limits_are_found_fast() -> None:
    start = time.process_time()
    texts = '"' + r"\41" * 1_000_000 + '"', _chain("[1]", "[1]", 50_000), "x" * 10_000_000
    for text in texts:
        for check in (require_moderate, require_text, require_short):
            check(text)
    assert time.process_time() - start < 5
