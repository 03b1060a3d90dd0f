"""Code that the pages quote from a file stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

QUOTE = re.compile(r"From\s+`([\w/.]+)`:\n\n```\w+\n(.*?)```", re.S)
LEFT_OUT = re.compile(r"^ *…\n", re.M)
PAGES = sorted((Path(__file__).parents[2] / "docs").glob("*.md"))


def missing(page: str, root: Path) -> list[tuple[str, str]]:
    """The parts of quotes, between lines of ``…``, that their file doesn't have."""
    return [
        (name, part)
        for name, code in QUOTE.findall(page)
        for part in LEFT_OUT.split(code)
        if part.strip("\n") not in (root / name).read_text("utf-8")
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_quotes_are_up_to_date(page: Path, root: Path) -> None:
    assert missing(page.read_text("utf-8"), root) == []


def test_an_old_quote_is_found(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("one = 1\ntwo = 2\nthree = 3\n")
    quote = "From `code.py`:\n\n```python\none = 1\n…\n{}\n```\n"
    assert missing(quote.format("three = 3"), tmp_path) == []
    assert missing(quote.format("three = 4"), tmp_path) == [("code.py", "three = 4\n")]
