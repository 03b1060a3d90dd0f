from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

# Joined from halves, so that this file passes its own tests.
MACHINE_PATHS = re.compile("|".join(["/" + "work/", "/" + "tmp/dev", "/" + "root/", "/" + r"home/\w+/"]))
UNFINISHED = re.compile("|".join([r"\bTO" + "DO", r"\bFIX" + "ME", r"\bX" + r"XX\b"]))
LICENCE_HEADER = re.compile("|".join(["SPDX" + "-License", "Licensed under the " + "Apache License, Version"]))


@pytest.fixture(scope="module")
def texts(root: Path) -> dict[str, str]:
    """Text of every tracked file."""
    if not (root / ".git").exists():
        pytest.skip("not a git work tree")
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    return {name: (root / name).read_text(errors="replace") for name in names if (root / name).is_file()}


def found(pattern: re.Pattern[str], texts: dict[str, str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_files_name_no_path_of_one_machine(texts: dict[str, str]) -> None:
    assert not found(MACHINE_PATHS, texts)


def test_files_hold_no_notes_to_self(texts: dict[str, str]) -> None:
    assert not found(UNFINISHED, texts)


def test_the_licence_stands_at_the_root_only(texts: dict[str, str]) -> None:
    assert "Version 2.0, January 2004" in texts["LICENSE"]
    assert not found(LICENCE_HEADER, {name: text for name, text in texts.items() if name != "LICENSE"})


def test_nothing_built_is_tracked(texts: dict[str, str]) -> None:
    assert not [name for name in texts if Path(name).suffix in {".so", ".o", ".a", ".pyc", ".whl"}]


def test_text_files_end_with_one_newline(texts: dict[str, str]) -> None:
    assert not [name for name, text in texts.items() if text and (text[-1] != "\n" or text[-2:] == "\n\n")]
