"""Files of ASC-IR that say in their first lines how they are checked, as LLVM's lit has it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from .filecheck import check

_RUN = re.compile(
    r"(?P<fails>not )?asc (?P<arguments>.*?)(?P<both> 2>&1)? \| filecheck %s"
    r"( --check-prefix(es)?=(?P<prefixes>[\w,-]+))?"
)


def run_lines(folder: Path, path: Path) -> None:
    """Runs the lines ``// RUN: asc … %s | filecheck %s`` of a file of ASC-IR.

    ``%s`` is the file. With ``not`` in front the command has to fail, with ``2>&1`` what it says is checked too.

    Raises:
        ValueError: the file has no such line, or one that isn't understood.
    """
    from importlib import metadata

    from click.testing import CliRunner

    text = path.read_text("utf-8")
    runs = [line.partition("// RUN:")[2].strip() for line in text.splitlines() if line.startswith("// RUN:")]
    if not runs:
        raise ValueError(f"{path}: has no line '// RUN: asc … %s | filecheck %s'")
    (program,) = metadata.entry_points(group="console_scripts", name="asc")
    for run in runs:
        parts = _RUN.fullmatch(run)
        if parts is None:
            raise ValueError(f"{path}: '{run}' isn't understood; write [not] asc … %s [2>&1] | filecheck %s [prefix]")
        arguments = [str(path) if part == "%s" else part for part in shlex.split(parts["arguments"])]
        result = CliRunner().invoke(program.load(), arguments)
        if (result.exit_code != 0) is not bool(parts["fails"]):
            pytest.fail(f"{path}: '{run}' ends with {result.exit_code}:\n{result.output}", pytrace=False)
        output = result.output if parts["both"] else result.stdout
        prefixes = (parts["prefixes"] or "CHECK").split(",")
        check(output, text, folder, place=str(path), what=f"output of '{run.partition(' |')[0]}'", prefixes=prefixes)
