"""How diagnostics are shown."""

from __future__ import annotations

import sys

import pytest

from asc_core.diagnostics import CODES, CompileError, Diagnostic, InternalError, Label, Span, nearest

SPAN = Span("/src/kernel.py", 7, 5, 7, 8, ("    abc + 1",))


def test_everything_is_shown():
    diagnostic = Diagnostic(
        "ASC-E201", "'abc' is not defined", SPAN, [Label(Span("/src/k.py", 120, 1, 120, 4, ("xyz",)), "see here")],
        ["a fact"], "did you mean 'abd'?",
    )  # fmt: skip
    assert diagnostic.render(color=False).splitlines() == [
        "error[ASC-E201]: 'abc' is not defined",
        "   --> /src/kernel.py:7:5",
        "    |",
        "  7 |     abc + 1",
        "    |     ^^^",
        "    = note: see here",
        "   --> /src/k.py:120:1",
        "    |",
        "120 | xyz",
        "    | ---",
        "    = note: a fact",
        "    = help: did you mean 'abd'?",
    ]


def test_what_would_act_on_a_terminal_is_written_out():
    span = Span("/src/\x1b[2J\n.py", 1, 7, 1, 8, ("a\x1b[1m\u202e b",))
    shown = Diagnostic("ASC-E201", "'\x1b[31m' is \x9b", span, (), ["\r\x07"], "\u202e").render(color=False)
    assert shown.splitlines() == [
        "error[ASC-E201]: '\\x1b[31m' is \\x9b",
        " --> /src/\\x1b[2J\\n.py:1:7",
        "  |",
        "1 | a�[1m� b",
        "  |       ^",
        "  = note: \\x0d\\x07",
        "  = help: \\x202e",
    ]


def test_long_lines_and_texts_are_cut():
    line = "a" * 1000 + "here" + "b" * 100_000
    shown = Diagnostic("ASC-E605", "t" * 100_000, Span("k", 1, 1001, 1, 1005, (line,))).render(color=False)
    title, _, _, text, marks = shown.splitlines()
    assert title == f"error[ASC-E605]: {'t' * 4000}…"
    assert len(text) == len("1 | ") + 400
    assert (text.index("here"), len("here")) == (marks.index("^"), marks.count("^"))


def test_without_a_place():
    assert Diagnostic("ASC-E100", "no source").render(color=False) == "error[ASC-E100]: no source"


def test_long_spans_are_cut():
    lines = tuple(f"line {i}" for i in range(20))
    text = Diagnostic("ASC-E301", "x", Span("f.py", 1, 1, 20, 3, lines)).render(color=False)
    assert "line 5" in text
    assert "line 6" not in text
    assert text.endswith("…")


def test_carets_stand_below_wide_letters_and_tabs():
    wide = Diagnostic("ASC-E201", "x", Span("f.py", 1, 4, 1, 6, ("名前 ab",))).render(color=False)
    assert wide.splitlines()[-1] == "  |      ^^"
    tabs = Diagnostic("ASC-E201", "x", Span("f.py", 1, 3, 1, 4, ("\t\ta",))).render(color=False)
    assert tabs.splitlines()[-1] == "  | \t\t^"


class Terminal:
    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None: ...

    def flush(self) -> None: ...


@pytest.mark.parametrize(
    ("variables", "colored"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colour_is_for_terminals(monkeypatch, variables, colored):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert ("\x1b[" in str(CompileError(Diagnostic("ASC-E201", "x", SPAN)))) is colored


def test_no_colour_elsewhere(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" not in str(CompileError(Diagnostic("ASC-E201", "x", SPAN)))


def test_internal_errors_ask_for_a_report():
    text = str(InternalError("KeyError: 'x'", Diagnostic("ASC-E601", "while this was compiled", SPAN)))
    assert text.startswith("internal error of asc: KeyError: 'x'\n")
    assert "/src/kernel.py:7:5" in text
    assert "asc doctor" in text


def test_codes_are_unique_and_explained():
    assert len(CODES) > 40
    for code, entry in CODES.items():
        assert entry.code == code
        assert code.startswith("ASC-E")
        assert entry.summary
        assert entry.explanation.endswith(".")


@pytest.mark.parametrize(
    ("name", "known", "wanted"),
    [
        ("data_cpy", ["data_copy", "duplicate"], "data_copy"),
        ("gm", ["GM", "other"], "GM"),
        ("_x", ["_xy", "y"], "_xy"),
        ("dtyp", ["_dtype", "dtype"], "dtype"),
        ("zzz", ["data_copy"], None),
    ],
)
def test_suggestions(name, known, wanted):
    assert nearest(name, known) == wanted
