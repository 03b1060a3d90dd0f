"""The examples: every data type, one core to all cores, lengths that the tiling allows; and as programs."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SCRIPTS = ("01_add/add.py", "02_add_framework/add_framework.py")
#: Tiles of a core in both examples, and the bytes that a tile is a multiple of.
TILES, BLOCK = 16, 32


@pytest.fixture(scope="module", params=SCRIPTS)
def example(request: pytest.FixtureRequest) -> Any:
    spec = importlib.util.spec_from_file_location(f"example_{SCRIPTS.index(request.param)}", EXAMPLES / request.param)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("dtype", ["float16", "float32", "int16", "int32"])
@pytest.mark.parametrize(("cores", "blocks"), [(1, 1), (1, 9), (8, 3), (47, 1), (48, 2)])
def test_sums_are_right(example: Any, dtype: str, cores: int, blocks: int) -> None:
    length = cores * TILES * blocks * BLOCK // np.dtype(dtype).itemsize
    rng = np.random.default_rng(length)
    x, y = ((rng.random(length) * 200 - 100).astype(dtype) for _ in range(2))
    np.testing.assert_array_equal(example.vadd(x, y, cores), x + y)


@pytest.mark.parametrize("length", [1000, 0, 8 * TILES * 4])
def test_a_length_that_makes_no_tiles_is_refused(example: Any, length: int) -> None:
    x = np.zeros(length or 1, np.float32)
    with pytest.raises(ValueError, match="don't make 128 tiles of a multiple of 32 bytes"):
        example.vadd(x, x, 8)


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, EXAMPLES / script, *arguments], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("script", SCRIPTS)
def test_runs_as_a_program(script: str) -> None:
    result = run(script, "-r", "Model", "-v", "Ascend910B3", "--dtype", "int16", "--cores", "4", "--length", "8192")
    assert result.returncode == 0, result.stderr
    assert result.stdout == "8192 sums of int16 on 4 cores are right\n"


@pytest.mark.parametrize("script", SCRIPTS)
def test_an_unknown_backend_is_refused(script: str) -> None:
    result = run(script, "-r", "GPU")
    assert result.returncode == 2
    assert "invalid choice: 'GPU'" in result.stderr
