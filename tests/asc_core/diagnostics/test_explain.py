"""The explanations of codes, and that their examples are what they say."""

from __future__ import annotations

import linecache
from pathlib import Path

import pytest
from click.testing import CliRunner

from asc_core.cli import main
from asc_core.diagnostics import CODES, CompileError
from asc_core.diagnostics.examples import EXAMPLES, source
from asc_core.diagnostics.explain import normalised, page
from asc_core.frontend import KernelFunction, trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_plugins.discovery import registry
from asc_plugins.dtypes import float32, int32
from asc_plugins.irtypes import PointerType

PAGE = Path(__file__).parents[3] / "docs/errors.md"

#: Codes that no source of a kernel gives by itself.
WITHOUT_EXAMPLE = {
    "ASC-E100",
    "ASC-E300",
    "ASC-E303",
    "ASC-E601",
    "ASC-E602",
    "ASC-E603",
    "ASC-E604",
    "ASC-E605",
    "ASC-E606",
}


def compile_text(text: str, name: str) -> None:
    file = f"<{name}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    space: dict[str, object] = {"__name__": name}
    exec(compile(text, file, "exec"), space)
    kernel = space["k"]
    assert isinstance(kernel, KernelFunction)
    types = {"x": PointerType(float32), "n": int32}
    trace(kernel, Specialization(types, {}), context_for(registry()))


@pytest.mark.parametrize("code", EXAMPLES)
def test_wrong_examples_give_the_code_and_right_ones_compile(code: str) -> None:
    example = EXAMPLES[code]
    with pytest.raises((CompileError, SyntaxError)) as caught:
        compile_text(source(example.wrong), f"wrong {code}")
    assert isinstance(caught.value, CompileError), "Python itself refuses it"
    assert caught.value.code == code
    compile_text(source(example.right), f"right {code}")


def test_every_code_has_an_example_or_a_reason() -> None:
    assert {*EXAMPLES, *WITHOUT_EXAMPLE} == set(CODES)


def test_the_page_is_what_asc_docs_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "asc docs --output docs"


def test_the_page_has_each_code_once() -> None:
    text = page()
    for code in CODES:
        assert text.count(f"## {code}\n") == 1
        assert f"[{code}](#{code.lower()})" in text


@pytest.mark.parametrize("text", ["ASC-E202", "asc-e202", "E202", "202", "error[ASC-E202]"[5:]])
def test_a_code_is_explained(text: str) -> None:
    assert normalised(text) == "ASC-E202"
    result = CliRunner().invoke(main, ["explain", text])
    assert result.exit_code == 0
    assert result.output.startswith("ASC-E202: A variable that may have no value\n")
    assert "Give it a value before the `if`" in result.output
    wrong, _, right = result.output.partition("right:")
    assert "        step = 4" in wrong
    assert "    step = 1\n" in right


def test_a_code_without_an_example_is_explained() -> None:
    result = CliRunner().invoke(main, ["explain", "ASC-E603"])
    assert result.exit_code == 0
    assert "wrong:" not in result.output


def test_all_codes_are_listed() -> None:
    result = CliRunner().invoke(main, ["explain"])
    assert [line.partition(" ")[0] for line in result.output.splitlines()] == list(CODES)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["ASC-E220"], "did you mean ASC-E2"),
        (["recursion"], "did you mean ASC-E313 (Recursion)?"),
        (["DIVISION", "by", "zero"], "did you mean ASC-E404 (Division by zero)?"),
        (["zzz"], None),
        (["ASC-E999"], None),
        ([""], None),
        ([" "], None),
        (["a"], None),
        (["["], None),
        (["E202", "E203"], None),
        (["a\nb"], None),
        (["٢٠٢"], None),
        (["9" * 5000], None),
    ],
)
def test_other_words_are_refused_and_may_lead_to_a_code(words: list[str], named: str | None) -> None:
    result = CliRunner().invoke(main, ["explain", *words])
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: there is no code {' '.join(words)!r}"[:200])
    assert result.output.endswith("'asc explain' without a code lists all\n")
    assert result.output.count("\n") == 1
    assert len(result.output) < 400
    assert named in result.output if named else "did you mean" not in result.output
