"""The examples on the passes' pages are what the passes do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from asc_core.cli import main
from asc_core.ir.context import IRContext
from asc_core.options import DEFAULTS
from asc_core.passes import pipeline

PAGES = Path(__file__).parents[3] / "docs" / "passes"
NAMES = sorted(path.stem for path in PAGES.glob("*.md") if path.stem not in ("README", "writing"))
BLOCK = re.compile(r"```mlir\n(.*?)\n```", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)\n```", re.DOTALL)
#: Passes that take every kernel.
WITHOUT_ERRORS = {
    "declare-py-struct", "define-cube-only", "detect-enable-debug", "detect-kernel-type", "erase-sync",
    "hoist-que-bind", "hoist-tensor-allocation", "input-output-tensor", "privatize-func", "unify-pipe",
}  # fmt: skip
#: An error that no module alone provokes.
WITHOUT_EXAMPLES = {"insert-sync"}


@pytest.mark.parametrize("name", NAMES)
def test_example(context: IRContext, name: str) -> None:
    before, after, *_ = BLOCK.findall((PAGES / f"{name}.md").read_text())
    module = context.parse(before)
    assert str(module).strip() == before
    passes = pipeline.parse(name, context.registry)
    pipeline.run(module, context, DEFAULTS.compile, passes=passes, verify_each=True)
    assert str(module).strip() == after


@pytest.mark.parametrize("name", NAMES)
def test_error(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    page = PAGES / f"{name}.md"
    text = page.read_text()
    if name in WITHOUT_ERRORS:
        assert "Errors: " not in text
        return
    assert "\nErrors: " in text
    if name in WITHOUT_EXAMPLES:
        return
    (_, _, wrong), (shown,) = BLOCK.findall(text), CONSOLE.findall(text)
    command, _, expected = shown.partition("\n")
    assert command == f"$ asc opt -p {name} wrong.mlir"
    (tmp_path / "wrong.mlir").write_text(wrong + "\n")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, command.split()[2:])
    assert result.exit_code == 1
    if request.config.getoption("--update-goldens"):
        page.write_text(text.replace(expected, result.stderr.strip()))
    assert result.stderr.strip() == expected


def test_every_pass_has_a_page(context: IRContext) -> None:
    from asc_core.passes.table import BUILTIN

    passes = context.registry.passes
    assert {p.name for p in passes} - set(BUILTIN) == set(NAMES)
    index = (PAGES / "README.md").read_text()
    assert all(f"| {p.doc} |" in index for p in passes)


def test_the_index_has_the_order(context: IRContext) -> None:
    options = DEFAULTS.override({"insert_sync": True, "verify_sync": True, "matmul_cube_only": True})
    listed = re.findall(r"^\| \w+ \| \[?([\w-]+)", (PAGES / "README.md").read_text(), re.MULTILINE)
    assert listed[1:] == [p.name for p in pipeline.default(context.registry, options.compile)]
