"""``asc run`` with ``--profile`` and ``--trace``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from asc_core.cli import main
from asc_core.runtime import measuring

KERNEL = """
import asc

@asc.jit
def scale(x: asc.GlobalAddress, n: asc.ConstExpr[int]):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 0, n)
    asc.data_copy(a, x_gm, n)
    asc.add(a, a, a, n)
    asc.data_copy(x_gm, a, n)
"""


@pytest.fixture
def run(tmp_path: Path) -> Any:
    path = tmp_path / "scale.py"
    path.write_text(KERNEL)

    def call(*options: str, code: int = 0) -> Any:
        result = CliRunner().invoke(
            main, ["run", str(path), "-a", "x=np.ones(512, np.float32)", "-a", "n=512", "-n", "1", *options]
        )
        assert result.exit_code == code, result.output
        assert not measuring._watchers
        return result

    return call


def test_a_profile_goes_to_standard_error(run: Any) -> None:
    result = run("--profile")
    assert result.stdout == run().stdout
    head, row, note = result.stderr.splitlines()
    assert head.split()[-4:] == ["S", "V", "MTE2", "MTE3"]
    assert row.split()[:2] == ["scale", "1"]
    assert row.split()[-3:] == ["8", "110", "78"]  # 512 / 64; 2048 / 32 + 46; 2048 / 64 + 46
    assert note.startswith("estimate and cycles: ")


def test_a_trace_goes_to_a_file(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    result = run("--trace", str(path))
    assert result.stderr == ""
    spans = [event for event in json.loads(path.read_text())["traceEvents"] if event["ph"] == "X"]
    assert [span["name"] for span in spans] == ["scale", "DataCopy", "Add", "DataCopy"]


def test_a_trace_that_can_not_be_written_is_told(run: Any, tmp_path: Path) -> None:
    assert "can't be written" in run("--trace", str(tmp_path / "missing" / "trace.json"), code=1).stderr
