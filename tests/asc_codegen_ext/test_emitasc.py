"""Text of the author with values in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from asc_core.translate import TranslateError

Text = Callable[..., str]


def _kernel(text: str, values: str) -> str:
    count = len(values.split(",")) if values else 0
    types = ", ".join(["i32"] * count)
    return (
        'func.func @k(%a: i32 loc("a"), %b: i32 loc("b")) attributes {asc.kernel} {\n'
        f'"emitasc.verbatim"({values}) {{text = "{text}"}} : ({types}) -> ()\nreturn\n}}'
    )


@pytest.mark.parametrize(
    ("text", "values", "written"),
    [
        ("use({1}, {0}, {1});", "%a, %b", "use(b, a, b);"),
        ("int c[] = { 1 }, d{{0}};", "%a", "int c[] = { 1 }, d{a};"),
        ("int c{0}, d{7};", "", "int c{0}, d{7};"),
        ("int c{00}, d{x}; use({0});", "%a", "int c{00}, d{x}; use(a);"),
    ],
)
def test_placeholders(text_of: Text, text: str, values: str, written: str) -> None:
    assert written in text_of(_kernel(text, values))


def test_twelve_operands(text_of: Text) -> None:
    text = "use({1}, {11});"
    assert "use(a, b);" in text_of(_kernel(text, ", ".join(["%a"] * 11 + ["%b"])))


@pytest.mark.parametrize(("values", "count"), [("%a", "is 1 operand"), ("%a, %b", "are 2 operands")])
def test_a_placeholder_without_its_operand_is_refused(text_of: Text, values: str, count: str) -> None:
    with pytest.raises(TranslateError) as caught:
        text_of(_kernel("use({0}, {7});", values))
    assert caught.value.title == f"the text has {{7}}, but there {count}"
    assert caught.value.hint == "give it another operand, or write braces of C++ with blanks: { 7 }"
