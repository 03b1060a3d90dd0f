"""The page on semantics says what the compiler does."""

from __future__ import annotations

import re
from pathlib import Path

from asc_core.frontend.promotion import NoCommonType, arithmetic, promote
from asc_plugins.dtypes import ALL, DataType

PAGE = Path(__file__).parents[3] / "docs" / "semantics.md"
TABLE = re.compile(r"(?<=<!-- promotion -->\n).*?(?=<!-- /promotion -->)", re.DOTALL)


def common(a: DataType, b: DataType) -> str:
    try:
        return arithmetic(promote(a, b)).name
    except NoCommonType:
        return "-"


def table() -> str:
    scalars = [d for d in ALL if not d.is_void()]
    head = ["", *(d.name for d in scalars)]
    rows = [head, ["---"] * len(head), *([f"**{a.name}**", *(common(a, b) for b in scalars)] for a in scalars)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def test_table_of_types(request):
    text = PAGE.read_text()
    if request.config.getoption("--update-goldens"):
        text = TABLE.sub(table(), text)
        PAGE.write_text(text)
    found = TABLE.search(text)
    assert found is not None
    assert found[0] == table()
