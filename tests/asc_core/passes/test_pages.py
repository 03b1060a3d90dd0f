"""The examples on the passes' pages are what the passes do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asc_core.ir.context import IRContext
from asc_core.options import DEFAULTS
from asc_core.passes import pipeline

PAGES = Path(__file__).parents[3] / "docs" / "passes"
NAMES = sorted(path.stem for path in PAGES.glob("*.md") if path.stem not in ("README", "writing"))
BLOCK = re.compile(r"```mlir\n(.*?)\n```", re.DOTALL)


@pytest.mark.parametrize("name", NAMES)
def test_example(context: IRContext, name: str) -> None:
    before, after = BLOCK.findall((PAGES / f"{name}.md").read_text())
    module = context.parse(before)
    assert str(module).strip() == before
    passes = pipeline.parse(name, context.registry)
    pipeline.run(module, context, DEFAULTS.compile, passes=passes, verify_each=True)
    assert str(module).strip() == after


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
