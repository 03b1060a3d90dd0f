"""The page on the cache lists what the key holds, and the commands that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asc_core.commands.cache import cache
from asc_core.jit.key import KINDS


@pytest.fixture
def page(root: Path) -> str:
    return (root / "docs" / "cache.md").read_text("utf-8")


def rows(page: str, title: str) -> list[list[str]]:
    section = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    table = re.findall(r"^\| (.*) \|$", section, re.MULTILINE)
    return [row.split(" | ") for row in table[1:]]


def test_every_kind_of_part_is_listed(page: str) -> None:
    listed = {name.strip("`"): what for name, what, why in rows(page, "What the key holds") if why}
    assert listed == KINDS
    assert list(listed) == list(KINDS)


def test_every_command_is_listed(page: str) -> None:
    listed = [re.findall(r"asc cache (\w+)", row[0])[0] for row in rows(page, "Commands")]
    assert sorted(listed) == sorted(cache.commands)


def test_the_compilers_variables_are_listed(page: str) -> None:
    from asc_core.backends import toolchain

    for name in toolchain._SEARCH:
        assert f"`{name}`" in page
