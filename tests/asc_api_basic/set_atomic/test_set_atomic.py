"""Atomic writes of moves from UB, by one core and by many."""

from __future__ import annotations

import functools
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from written import kernel, refused, text_of

import asc

TYPES = {
    "float32": np.float32, "float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "int32": np.int32,
    "int16": np.int16, "int8": np.int8,
}  # fmt: skip
N = 96

SOURCE = """
@asc.jit
def kernel(z: asc.GlobalAddress, x: asc.GlobalAddress, case: int):
    zg = asc.GlobalTensor()
    zg.set_global_buffer(z)
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    t = asc.LocalTensor(z.dtype, asc.TPosition.VECIN, 0, 96)
    asc.data_copy(t, xg[asc.get_block_idx() * 96:], 96)
    if case == 0:
        asc.set_atomic_add(z.dtype)
    elif case == 1:
        asc.set_atomic_max(z.dtype)
    elif case == 2:
        asc.set_atomic_min(z.dtype)
    elif case == 3:
        asc.set_atomic_add(asc.int8)
        asc.set_atomic_type(z.dtype)
    elif case == 4:
        asc.set_store_atomic_config({store}, asc.AtomicOp.ATOMIC_SUM)
    elif case == 5:
        asc.set_atomic_add(z.dtype)
        asc.set_atomic_none()
    elif case == 6:
        asc.set_store_atomic_config({store}, asc.AtomicOp.ATOMIC_SUM)
        asc.set_store_atomic_config(asc.AtomicDtype.ATOMIC_NONE, asc.AtomicOp.ATOMIC_SUM)
    elif case == 7:
        asc.set_atomic_max(z.dtype)
        asc.init_soc_state()
    elif case == 8:
        asc.set_atomic_max(z.dtype)
        asc.set_atomic_add(z.dtype)
    asc.data_copy(zg, t, 96)
    asc.set_atomic_none()
"""

STORE = {"float32": "F32", "float16": "F16", "bfloat16": "BF16", "int32": "S32", "int16": "S16", "int8": "S8"}


@functools.cache
def written(name: str) -> Any:
    return kernel(SOURCE.format(store=f"asc.AtomicDtype.ATOMIC_{STORE[name]}"))


def operands(name: str, cores: int, seed: int = 0) -> tuple[Any, Any]:
    """What is there and what is moved; sums of integers may wrap."""
    rng, dtype = np.random.default_rng(seed), TYPES[name]
    if np.dtype(dtype).kind == "i":
        info = np.iinfo(dtype)
        draw = rng.integers(info.min, info.max, (cores + 1, N), endpoint=True)
    else:
        draw = rng.integers(-64, 64, (cores + 1, N)) / 4
    z, *x = draw.astype(dtype)
    return z, np.array(x)


def added(a: Any, b: Any) -> Any:
    if a.dtype.kind == "i":
        return (a.astype(np.int64) + b).astype(a.dtype)
    return (a.astype(np.float32) + b.astype(np.float32)).astype(a.dtype)


EXPECTED = {
    0: added, 1: np.maximum, 2: np.minimum, 3: added, 4: added, 5: lambda z, x: x, 6: lambda z, x: x, 7: lambda z, x: x,
    8: added,
}  # fmt: skip


@pytest.mark.parametrize("name", TYPES)
def test_each_operation(name: str) -> None:
    function = written(name)
    for case, combine in EXPECTED.items():
        z, x = operands(name, 1, case)
        after = z.copy()
        function[1](after, x, case)
        np.testing.assert_array_equal(after, combine(z, x[0]), err_msg=str(case))


@pytest.mark.parametrize("name", TYPES)
def test_many_cores(name: str) -> None:
    """The numbers are small enough for sums to be exact in any order."""
    cores = 20
    function = written(name)
    z, x = operands(name, cores)
    if np.dtype(TYPES[name]).kind != "i":
        z, x = (z / 8).astype(z.dtype), (np.sign(x.astype(np.float32)) / 4).astype(x.dtype)
        z = np.round(z.astype(np.float32) * 4).astype(np.float32).astype(z.dtype)
    for case, fold in {0: "sum", 1: "max", 2: "min"}.items():
        after = z.copy()
        function[cores](after, x, case)
        everything = np.concatenate([z[None], x]).astype(np.float64 if z.dtype.kind != "i" else np.int64)
        np.testing.assert_array_equal(after, getattr(everything, fold)(axis=0).astype(z.dtype))


def test_rounding_of_sums() -> None:
    """Each sum is rounded to the elements' type, to nearest and ties to even."""
    z, x = np.full(N, 2048, np.float16), np.ones((3, N), np.float16)
    written("float16")[3](z, x, 0)
    assert list(z[:2]) == [2048, 2048]


def test_a_type_of_another_width_is_an_error() -> None:
    function = kernel("""
        @asc.jit
        def kernel(z: asc.GlobalAddress):
            zg = asc.GlobalTensor()
            zg.set_global_buffer(z)
            t = asc.LocalTensor(z.dtype, asc.TPosition.VECIN, 0, 16)
            asc.set_atomic_add(asc.float16)
            asc.data_copy(zg, t, 16)
    """)
    with pytest.raises(asc.ModelError, match="elements of 4 bytes, atomic writes are set for half") as caught:
        function[1](np.zeros(16, np.float32))
    assert caught.value.api == "DataCopy"


def test_configuration() -> None:
    function = kernel("""
        @asc.jit
        def kernel(out: asc.GlobalAddress):
            g = asc.GlobalTensor()
            g.set_global_buffer(out)
            first, _ = asc.get_store_atomic_config()
            g.set_value(0, first)
            asc.set_store_atomic_config(asc.AtomicDtype.ATOMIC_BF16, asc.AtomicOp.ATOMIC_SUM)
            kind, operation = asc.get_store_atomic_config()
            g.set_value(1, kind)
            g.set_value(2, operation)
            asc.set_store_atomic_config(asc.AtomicDtype.ATOMIC_S8, asc.AtomicOp.ATOMIC_SUM)
            g.set_value(3, asc.get_store_atomic_config()[0])
    """)
    out = np.full(4, 9, np.int32)
    function[1](out)
    assert list(out) == [0, 6, 0, 5]
    text = text_of(function, out)
    assert "SetStoreAtomicConfig<AtomicDtype::ATOMIC_BF16, AtomicOp::ATOMIC_SUM>();" in text
    assert "uint16_t atomic_type = 0;\nuint16_t atomic_op = 0;\nGetStoreAtomicConfig(atomic_type, atomic_op);" in text


def test_text() -> None:
    z, x = operands("float16", 1)
    text = text_of(written("float16"), z, x, 0)
    for call in (
        "SetAtomicAdd<half>();", "SetAtomicMax<half>();", "SetAtomicMin<half>();", "SetAtomicType<half>();",
        "SetAtomicAdd<int8_t>();", "SetAtomicNone();",
    ):  # fmt: skip
        assert call in text


@pytest.mark.parametrize("name", ["set_atomic_add", "set_atomic_max", "set_atomic_min", "set_atomic_type"])
def test_refusals(name: str) -> None:
    for dtype in ("uint8", "int64", "uint32"):
        refused(f"asc.{name}(asc.{dtype})", f"atomic writes don't support {dtype}", "n: int", 1)
    refused(f"asc.{name}(5)", "'dtype' takes DataType, not int 5", "n: int", 1)
