"""Texts of operations given as patterns."""

from __future__ import annotations

from typing import Any

import pytest

from asc_plugins.emit import Expr, Precedence
from asc_plugins.patterns import text_emitter


class Op:
    """An operation with the operands *lhs* and *rhs* and the attribute *mode*."""

    name = "toy.op"

    def __init__(self, lhs: str, rhs: str) -> None:
        self.texts = {"lhs": lhs, "rhs": rhs}

    def operand(self, name: str) -> str:
        return self.texts[name]

    def cpp(self, name: str) -> str:
        if name != "mode":
            raise KeyError(name)
        return "Mode::FAST"


SUM = Expr("a + b", Precedence.ADDITIVE)


@pytest.mark.parametrize(
    ("pattern", "text", "precedence"),
    [
        ("{lhs}[{rhs}]", "(a + b)[a + b]", Precedence.POSTFIX),
        ("f({lhs}, {rhs})", "f(a + b, a + b)", Precedence.POSTFIX),
        ("{lhs}.f<{mode}>({rhs})", "(a + b).f<Mode::FAST>(a + b)", Precedence.POSTFIX),
        ("f(&{lhs})", "f(&(a + b))", Precedence.POSTFIX),
        ("({lhs} * {rhs})", "((a + b) * (a + b))", Precedence.PRIMARY),
        ("{lhs} * {rhs}", "(a + b) * (a + b)", Precedence.ARGUMENT),
        ("{{{lhs}}}", "{a + b}", Precedence.ARGUMENT),
        ("text", "text", Precedence.PRIMARY),
        ("", "", Precedence.ARGUMENT),
    ],
)
def test_patterns_keep_operands_whole(pattern: str, text: str, precedence: Precedence) -> None:
    emit = text_emitter(pattern)
    op: Any = Op(SUM, SUM)
    for _ in range(2):
        written = emit(op, None)  # type: ignore[arg-type]
        assert written == text
        assert isinstance(written, Expr)
        assert written.precedence is precedence


def test_names_stay_without_parentheses() -> None:
    op: Any = Op("x", "y")
    assert text_emitter("{lhs}[{rhs}] + {lhs}")(op, None) == "x[y] + x"  # type: ignore[arg-type]


@pytest.mark.parametrize("pattern", ["{lhs!r}", "{lhs:>4}"])
def test_formats_are_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="neither a conversion nor a format"):
        text_emitter(pattern)


def test_unknown_names_are_errors() -> None:
    op: Any = Op("x", "y")
    with pytest.raises(KeyError, match="none"):
        text_emitter("{none}")(op, None)  # type: ignore[arg-type]
