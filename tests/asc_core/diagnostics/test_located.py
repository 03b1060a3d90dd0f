from __future__ import annotations

import pytest

from asc_core.diagnostics import CODES, CompileError, as_compile_errors
from asc_core.ir.location import SourceLoc
from asc_core.passes.errors import PassError
from asc_core.translate import TranslateError
from asc_plugins.errors import CallError


class Lines:
    """One line of source."""

    def line(self, file: str, line: int) -> str | None:
        return "    asc.set_flag(event)\n" if (file, line) == ("kernel.py", 3) else None


def test_errors_show_the_line_they_are_about() -> None:
    with pytest.raises(CompileError) as caught, as_compile_errors(Lines()):
        raise PassError("never waited for", ["a note"], "a hint", "ASC-E604", SourceLoc("kernel.py", 3, 5))
    text = caught.value.diagnostic.render(color=False)
    assert "error[ASC-E604]: never waited for" in text
    assert "kernel.py:3:5" in text
    assert "    asc.set_flag(event)" in text
    assert text.index("a note") < text.index("a hint")


@pytest.mark.parametrize("location", [None, SourceLoc("other.py", 9, 0)])
def test_errors_without_a_known_line(location: SourceLoc | None) -> None:
    with pytest.raises(CompileError, match="has no text"), as_compile_errors(Lines()):
        raise TranslateError("has no text", location=location)


def test_errors_of_declarations_have_no_place() -> None:
    with pytest.raises(CompileError) as caught, as_compile_errors(Lines()):
        raise CallError("wrong")
    assert caught.value.diagnostic.span is None


def test_other_errors_pass() -> None:
    with pytest.raises(ZeroDivisionError), as_compile_errors(Lines()):
        raise ZeroDivisionError


def test_codes_are_explained() -> None:
    assert {PassError("x").code, TranslateError("x").code, "ASC-E603", "ASC-E604", "ASC-E313"} <= CODES.keys()
