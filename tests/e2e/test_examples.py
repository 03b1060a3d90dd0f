"""The examples, as a user runs them: every data type, one core to all cores, lengths that the tiling allows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SCRIPTS = ("01_add/add.py", "02_add_framework/add_framework.py")
#: Tiles of a core in both examples, and the bytes that a tile is a multiple of.
TILES, BLOCK = 16, 32


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, EXAMPLES / script, *arguments], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("dtype", ["float16", "float32", "int16", "int32"])
@pytest.mark.parametrize(("cores", "blocks"), [(1, 1), (8, 3), (48, 2)])
def test_sums_are_right(script: str, dtype: str, cores: int, blocks: int) -> None:
    length = cores * TILES * blocks * BLOCK // (2 if dtype.endswith("16") else 4)
    result = run(script, "-r", "Model", "--dtype", dtype, "--cores", str(cores), "--length", str(length))
    assert result.returncode == 0, result.stderr
    assert result.stdout == f"{length} sums of {dtype} on {cores} cores are right\n"


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_length_that_makes_no_tiles_is_refused(script: str) -> None:
    result = run(script, "--length", "1000")
    assert result.returncode != 0
    assert "don't make 128 tiles of a multiple of 32 bytes" in result.stderr


@pytest.mark.parametrize("script", SCRIPTS)
def test_an_unknown_backend_is_refused(script: str) -> None:
    result = run(script, "-r", "GPU")
    assert result.returncode == 2
    assert "invalid choice: 'GPU'" in result.stderr
