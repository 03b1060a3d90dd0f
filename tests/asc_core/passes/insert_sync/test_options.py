"""What the options insert_sync, auto_sync and verify_sync do, alone and together."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

import asc
from asc_core.diagnostics import CompileError
from asc_core.errors import ModelError

N = 64


@asc.jit
def placed(x: asc.GlobalAddress, z: asc.GlobalAddress):
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, N)
    asc.data_copy(a, x_gm, N)
    asc.set_flag(asc.HardEvent.MTE2_MTE3, 5)
    asc.wait_flag(asc.HardEvent.MTE2_MTE3, 5)
    asc.abs(a, a, N)
    asc.data_copy(z_gm, a, N)


@asc.jit
def by_compiler(x: asc.GlobalAddress, z: asc.GlobalAddress):
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    a = asc.LocalTensorAuto(x.dtype, N)
    asc.data_copy(a, x_gm, N)
    asc.set_flag(asc.HardEvent.MTE2_MTE3, 5)
    asc.wait_flag(asc.HardEvent.MTE2_MTE3, 5)
    asc.abs(a, a, N)
    asc.data_copy(z_gm, a, N)


@asc.jit
def unpaired(x: asc.GlobalAddress):
    asc.set_flag(asc.HardEvent.MTE2_V, 0)


def _text(kernel: Any, **options: Any) -> str:
    from asc_core.frontend import trace
    from asc_core.ir.context import context_for
    from asc_core.jit.specialization import Specialization
    from asc_core.options import DEFAULTS
    from asc_core.passes import pipeline
    from asc_plugins.discovery import registry
    from asc_plugins.dtypes import float32
    from asc_plugins.irtypes import PointerType

    context = context_for(registry())
    arguments = dict.fromkeys(inspect.signature(kernel.fn).parameters, PointerType(float32))
    module = trace(kernel, Specialization(arguments, {}), context)
    pipeline.run(module, context, DEFAULTS.override(options).compile)
    return str(module)


def _own(text: str) -> bool:
    return "MTE2_MTE3" in text


def _inserted(text: str) -> bool:
    return "MTE2_V" in text and "V_MTE3" in text


@pytest.mark.parametrize("auto_sync", [True, False, None])
@pytest.mark.parametrize(
    ("kernel", "insert_sync", "inserts"),
    [
        (placed, None, False),
        (placed, False, False),
        (placed, True, True),
        (by_compiler, None, True),
        (by_compiler, False, False),
        (by_compiler, True, True),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_pass_inserts(kernel: Any, insert_sync: bool | None, inserts: bool, auto_sync: bool | None) -> None:
    text = _text(kernel, insert_sync=insert_sync, auto_sync=auto_sync)
    assert _inserted(text) is inserts
    assert _own(text) is not inserts


@pytest.mark.parametrize(
    ("kernel", "options", "race"),
    [
        (placed, {}, False),
        (placed, {"auto_sync": False}, True),
        (placed, {"auto_sync": None}, True),
        (placed, {"auto_sync": False, "insert_sync": True}, False),
        (by_compiler, {"auto_sync": False}, False),
        (by_compiler, {"auto_sync": False, "insert_sync": False}, True),
        (by_compiler, {"insert_sync": False}, False),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_model_finds_what_nobody_inserts(kernel: Any, options: dict[str, Any], race: bool) -> None:
    x = np.linspace(-1, 1, N, dtype=np.float32)
    z = np.empty_like(x)
    if race:
        with pytest.raises(ModelError) as caught:
            kernel[1](x, z, **options)
        assert caught.value.kind == "race"
    else:
        kernel[1](x, z, **options)
        assert (z == np.abs(x)).all()


def test_flags_are_paired_when_asked() -> None:
    assert "set_flag" in _text(unpaired)
    with pytest.raises(Exception, match="never waited for") as caught:
        _text(unpaired, verify_sync=True)
    assert caught.value.code == "ASC-E604"  # type: ignore[attr-defined]
    # What the kernel has of its own is gone before.
    assert "set_flag" not in _text(unpaired, verify_sync=True, insert_sync=True)


def test_the_error_of_a_flag_without_a_counterpart_shows_its_line() -> None:
    with pytest.raises(CompileError, match=r"asc.set_flag\(asc.HardEvent.MTE2_V, 0\)"):
        unpaired[1](np.zeros(N, np.float32), verify_sync=True)
