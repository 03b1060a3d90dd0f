"""Files of ASC-IR with the commands that check them, in the first lines: ``// RUN: asc opt … %s | filecheck %s``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.mlir"))


@pytest.mark.parametrize("path", FILES, ids=[str(f.relative_to(HERE)) for f in FILES])
def test_file(path: Path, asc_run_lines: Any) -> None:
    asc_run_lines(path)


def test_every_pass_has_files() -> None:
    from asc_core.passes.table import BUILTIN, PASSES

    without = [
        p.name for p in PASSES if p.name not in BUILTIN and not list((HERE / p.name.replace("-", "_")).glob("*.mlir"))
    ]
    assert not without
