"""Kernels without synchronisation give on Model what their twins with flags set by hand give."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import asc

from .programs import LENGTH, programs

ON_OUR_OWN: dict[str, Any] = {"insert_sync": True, "auto_sync": False, "verify_sync": True}
TILES = 8


@asc.jit(auto_sync=False, verify_sync=True)
def by_hand(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, tile: int):
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    z_gm.set_global_buffer(z)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, tile)
    b = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, tile * 4, tile)
    for i in range(TILES):
        asc.data_copy(a, x_gm[i * tile :], tile)
        asc.data_copy(b, y_gm[i * tile :], tile)
        asc.set_flag(asc.HardEvent.MTE2_V, 0)
        asc.wait_flag(asc.HardEvent.MTE2_V, 0)
        asc.mul(b, a, b, tile)
        asc.pipe_barrier(asc.PipeID.PIPE_V)
        asc.adds(a, b, 1.0, tile)
        asc.set_flag(asc.HardEvent.V_MTE3, 0)
        asc.wait_flag(asc.HardEvent.V_MTE3, 0)
        asc.data_copy(z_gm[i * tile :], a, tile)
        asc.set_flag(asc.HardEvent.MTE3_MTE2, 0)
        asc.wait_flag(asc.HardEvent.MTE3_MTE2, 0)


@asc.jit(**ON_OUR_OWN)
def without(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, tile: int):
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    z_gm.set_global_buffer(z)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, tile)
    b = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, tile * 4, tile)
    for i in range(TILES):
        asc.data_copy(a, x_gm[i * tile :], tile)
        asc.data_copy(b, y_gm[i * tile :], tile)
        asc.mul(b, a, b, tile)
        asc.adds(a, b, 1.0, tile)
        asc.data_copy(z_gm[i * tile :], a, tile)


@pytest.fixture
def arrays() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(2, TILES * LENGTH)).astype(np.float32)
    return x, y, np.zeros_like(x)


@pytest.mark.parametrize("kernel", [by_hand, without])
def test_both_twins_compute_the_same(kernel: Any, arrays: Any) -> None:
    x, y, z = arrays
    kernel[1](x, y, z, LENGTH)
    assert z.tobytes() == (x * y + np.float32(1)).tobytes()


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_random_programs_compute_what_they_say(text: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)
    results = []
    for options in (ON_OUR_OWN, {"auto_sync": True}):
        rng = np.random.default_rng(2)
        given_arrays = [rng.normal(size=24 * LENGTH).astype(np.float32) for _ in range(3)]
        names["kernel"][1](*given_arrays, 3, **options)
        results.append([a.tobytes() for a in given_arrays])
    assert results[0] == results[1]


EXAMPLES = sorted((Path(__file__).parents[4] / "examples").glob("*/*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_examples_run_with_inserted_synchronisation(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example checks its results itself; the flags that it sets by hand are erased first."""
    from asc_core.jit import function

    monkeypatch.setattr(function, "DEFAULTS", function.DEFAULTS.override(ON_OUR_OWN))
    monkeypatch.setattr(sys, "argv", [str(path), "-r", "Model"])
    runpy.run_path(str(path), run_name="__main__")
