"""Files of ASC-IR with the commands that check them, in the first lines: ``// RUN: asc opt … %s | filecheck %s``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from asc_core.cli import main

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.mlir"))
RUN = re.compile(r"^// RUN: (?P<fails>not )?asc (?P<arguments>.*?) %s(?P<both> 2>&1)? \| filecheck %s$", re.MULTILINE)


@pytest.mark.parametrize("path", FILES, ids=[str(f.relative_to(HERE)) for f in FILES])
def test_file(path: Path, filecheck: Any) -> None:
    text = path.read_text()
    runs = list(RUN.finditer(text))
    assert runs, "the file has no line '// RUN: asc … %s | filecheck %s'"
    for run in runs:
        result = CliRunner().invoke(main, [*run["arguments"].split(), str(path)])
        assert (result.exit_code != 0) is bool(run["fails"]), result.output
        filecheck(result.output if run["both"] else result.stdout, text)


def test_every_pass_has_files() -> None:
    from asc_core.passes.table import BUILTIN, PASSES

    without = [
        p.name for p in PASSES if p.name not in BUILTIN and not list((HERE / p.name.replace("-", "_")).glob("*.mlir"))
    ]
    assert not without
