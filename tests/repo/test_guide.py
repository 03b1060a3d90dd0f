"""The guide's code runs as it stands there, and its tables say what the program does."""

from __future__ import annotations

import dataclasses
import inspect
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from asc_core.options import Options
from asc_core.settings import SETTINGS


def page(root: Path) -> Path:
    return root / "docs" / "guide.md"


def table(*rows: tuple[str, ...]) -> str:
    head, *others = (f"| {' | '.join(row)} |\n" for row in rows)
    return head + "|---" * len(rows[0]) + "|\n" + "".join(others)


def documented(group: type[Any]) -> dict[str, str]:
    """What a dataclass's docstring says on its attributes."""
    text = (inspect.getdoc(group) or "").partition("Attributes:\n")[2]
    pairs = (entry.split(": ", 1) for entry in re.split(r"\n +(?=\w+: )", "\n" + text)[1:])
    return {name: " ".join(doc.split()) for name, doc in pairs}


def options() -> str:
    groups = [f.default for f in dataclasses.fields(Options)]
    rows = [
        (f"`{field.name}`", f"`{field.default!r}`", documented(type(group))[field.name].rstrip("."))
        for group in groups
        for field in dataclasses.fields(group)  # type: ignore[arg-type]
    ]
    return table(("option", "default", "what"), *rows)


def settings() -> str:
    rows = [(f"`{s.name}`", "" if s.default in (None, "", ()) else f"`{s.default}`", s.doc) for s in SETTINGS]
    return table(("variable", "default", "what"), *rows)


@pytest.mark.parametrize("made", [options, settings])
def test_tables(made: Callable[[], str], root: Path, request: pytest.FixtureRequest) -> None:
    mark = re.compile(rf"(?<=<!-- {made.__name__} -->\n).*?(?=<!-- /{made.__name__} -->)", re.DOTALL)
    text = page(root).read_text("utf-8")
    if request.config.getoption("--update-goldens"):
        text = mark.sub(lambda _: made(), text)
        page(root).write_text(text, "utf-8")
    assert mark.findall(text) == [made()]


def test_the_code_runs(root: Path, tmp_path: Path) -> None:
    pieces = re.findall(r"```python\n(.*?)```", page(root).read_text("utf-8"), re.DOTALL)
    script = tmp_path / "guide.py"
    script.write_text("\n\n".join(pieces), "utf-8")
    result = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    assert "block 0: 3\n" in result.stdout
    assert "block 1: 3\n" in result.stdout


def test_the_commands_run(root: Path) -> None:
    section = page(root).read_text("utf-8").partition("## The command line\n")[2].partition("\n## ")[0]
    (commands,) = re.findall(r"```bash\n(.*?)```", section, re.DOTALL)
    (printed,) = re.findall(r"The last one prints `(.*?)`", section)
    program = f'asc() {{ {shlex.quote(sys.executable)} -c "from asc_core.cli import main; main()" "$@"; }}\n'
    script = f"set -eo pipefail\n{program}{commands}"
    result = subprocess.run(["bash", "-c", script], cwd=root, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    assert "Add(z_local[" in result.stdout
    assert '"asc.add"(' in result.stdout
    assert result.stdout.splitlines()[-1] == printed


def test_the_readme_names_the_guide_first(root: Path) -> None:
    pages = (root / "README.md").read_text("utf-8").partition("## Documentation")[2]
    assert re.findall(r"\]\((docs/[^)]*)\)", pages)[0] == "docs/guide.md"
