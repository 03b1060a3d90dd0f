"""Tensors that kernels print."""

from __future__ import annotations

import contextlib
import io
import re
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from written import kernel, refused, text_of

import asc

TYPES = {
    "int8": np.int8, "uint8": np.uint8, "int16": np.int16, "uint16": np.uint16, "float16": np.float16,
    "bfloat16": ml_dtypes.bfloat16, "int32": np.int32, "uint32": np.uint32, "float32": np.float32, "int64": np.int64,
    "uint64": np.uint64,
}  # fmt: skip

DUMP = """
@asc.jit
def kernel(x: asc.GlobalAddress, case: int, n: int, at: int, off: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x)
    t = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, at, 64)
    if case == 0:
        asc.dump_tensor(g, 5, n)
    elif case == 1:
        for i in range(64):
            t.set_value(i, g.get_value(i))
        asc.dump_tensor(t, 6, n)
        asc.dump_acc_chk_point(t, 7, off, n)
    elif case == 2:
        asc.dump_acc_chk_point(g, 8, off, n)
"""


def printed(function: Any, *args: Any) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        function[1](*args)
    return out.getvalue()


def listed(values: Any) -> str:
    if values.dtype.kind in "iu":
        return "[" + ", ".join(str(int(v)) for v in values) + "]\n"
    return "[" + ", ".join(f"{float(v):f}" for v in values) + "]\n"


def edges(name: str) -> Any:
    dtype = TYPES[name]
    if np.dtype(dtype).kind in "iu":
        info = np.iinfo(dtype)
        head = [info.min, info.max, 0, 1]
    else:
        head = [np.inf, -np.inf, np.nan, -1.5]
    return np.concatenate([np.array(head, dtype), np.arange(60).astype(dtype)])


@pytest.mark.parametrize("name", TYPES)
def test_types_and_places(name: str) -> None:
    function, x = kernel(DUMP), edges(name)
    text = printed(function, x, 0, 9, 0, 0)
    head = f"DumpTensor: desc=5, addr={x.ctypes.data:#x}, data_type={name}, position=GM, dump_size=9\n"
    assert text == head + listed(x[:9])
    block = 32 // x.itemsize
    text = printed(function, x, 1, 5, 96, block)
    assert text == (
        f"DumpTensor: desc=6, addr=0x60, data_type={name}, position=UB, dump_size=5\n{listed(x[:5])}"
        f"DumpTensor: desc=7, addr=0x80, data_type={name}, position=UB, dump_size=5\n{listed(x[block : block + 5])}"
    )
    text = printed(function, x, 2, 3, 0, 4)
    assert re.sub("addr=0x[0-9a-f]+", "", text) == (
        f"DumpTensor: desc=8, , data_type={name}, position=GM, dump_size=3\n{listed(x[4:7])}"
    )


@pytest.fixture(scope="module")
def function() -> Any:
    return kernel(DUMP)


@pytest.mark.parametrize(
    ("arguments", "kind", "match"),
    [
        ((0, 65, 0, 0), "gm", "'x', which has 256 bytes"),
        ((1, 65, 0, 0), "bounds", "needs 260 bytes, the tensor has 256"),
        ((1, 5, 0, 3), "alignment", "starts at byte 12 of UB, which is not a multiple of 32"),
        ((1, 5, 0, 60), "alignment", "byte 240"),
        ((1, 9, 0, 56), "bounds", "needs 260 bytes"),
        ((2, 1, 0, 64), "gm", "'x'"),
    ],
)
def test_limits(function: Any, arguments: tuple[int, ...], kind: str, match: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()), pytest.raises(asc.ModelError, match=match) as caught:
        function[1](np.zeros(64, np.float32), *arguments)
    assert caught.value.kind == kind


PLACES = """
@asc.jit(kernel_type="AIC_ONLY")
def kernel(case: int):
    if case == 0:
        asc.dump_tensor(asc.LocalTensor(asc.float32, asc.TPosition.A1, 32, 8), 1, 0)
    elif case == 1:
        asc.dump_tensor(asc.LocalTensor(asc.float32, asc.TPosition.CO1, 64, 16), 2, 0)
    elif case == 2:
        asc.dump_tensor(asc.LocalTensor(asc.float32, asc.TPosition.CO1, 32, 16), 2, 1)
    elif case == 3:
        asc.dump_tensor(asc.LocalTensor(asc.float32, asc.TPosition.A2, 0, 16), 3, 1)
"""


def test_memories() -> None:
    function = kernel(PLACES)
    assert "position=L1, dump_size=0\n[]" in printed(function, 0)
    assert "addr=0x40, data_type=float32, position=L0C" in printed(function, 1)
    with pytest.raises(asc.ModelError, match="byte 32 of L0C, which is not a multiple of 64"):
        function[1](2)
    with pytest.raises(asc.ModelError, match="lies in L0A; UB, L1, L0C and global memory can be dumped"):
        function[1](3)


def test_large_dumps_are_left_out() -> None:
    function = kernel("""
        @asc.jit
        def kernel(x: asc.GlobalAddress, n: int):
            g = asc.GlobalTensor()
            g.set_global_buffer(x)
            asc.dump_tensor(g, 1, n)
    """)
    x = np.zeros(30721, np.int8)
    assert printed(function, x, 30720).count("0, ") >= 30719
    assert printed(function, x, 30721).endswith("\n30721 bytes are over the limit of 30720 and not printed\n")


SHAPED = """
@asc.jit
def kernel(x: asc.GlobalAddress, n: int, a: int, b: int, c: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x)
    sizes = asc.array(asc.uint32, [a, b, c])
    asc.dump_tensor(g, 1, n, asc.ShapeInfo(sizes))
"""


def rows(values: list[str], shape: tuple[int, ...]) -> str:
    """Nested lists in text, a line a row."""
    if len(shape) == 1:
        return "[" + ",".join(values) + "]"
    step = len(values) // shape[0]
    return "[" + ",\n".join(rows(values[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])) + "]"


@pytest.mark.parametrize("shape", [(2, 3, 4), (1, 1, 24), (3, 8, 1), (2, 2, 2), (4, 3, 4)])
def test_shapes(shape: tuple[int, int, int]) -> None:
    function = kernel(SHAPED)
    x = np.arange(24, dtype=np.int32)
    lines = printed(function, x, 24, *shape).split("\n", 1)[1]
    size = int(np.prod(shape))
    note = ""
    if size != 24:
        reason = "dumpSize is greater than shapeSize." if size < 24 else "data is not enough."
        note = f"shape is [{', '.join(map(str, shape))}], dumpSize is 24, {reason}\n"
    values = [str(i) if i < 24 else "-" for i in range(size)]
    assert lines == note + rows(values, shape) + "\n"


def test_a_shape_without_elements() -> None:
    with pytest.raises(asc.ModelError, match="has no elements"):
        kernel(SHAPED)[1](np.zeros(24, np.int32), 24, 2, 0, 2)


def test_time_stamps_and_profiling() -> None:
    function = kernel("""
        @asc.jit
        def kernel(n: int):
            asc.metrics_prof_start()
            asc.print_time_stamp(n)
            asc.metrics_prof_stop()
    """)
    pattern = r"descId is 65577, rsv is 0, timeStamp is \d+, pcPtr is \d+, entry is 0\.\n"
    assert re.fullmatch(pattern, printed(function, 65577))
    assert "MetricsProfStart();\nPrintTimeStamp(n);\nMetricsProfStop();" in text_of(function, 1)


def test_text() -> None:
    text = text_of(kernel(DUMP), np.zeros(64, np.float32), 0, 1, 0, 0)
    for call in ("DumpTensor(g, 5, n);", "DumpTensor(t, 6, n);", "DumpAccChkPoint(t, 7, off, n);"):
        assert call in text
    assert "DumpTensor(g, 1, n, " in text_of(kernel(SHAPED), np.zeros(24, np.int32), 1, 2, 3, 4)


def test_refusals() -> None:
    refused("asc.dump_tensor(n, 1, 1)", "'tensor' takes LocalTensor or GlobalTensor, not a runtime int32", "n: int", 1)
    refused("asc.print_time_stamp(-1)", "'desc_id' is -1; it must be 0..4294967295", "n: int", 1)
    refused(
        "asc.dump_tensor(asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 8), 1, -1)",
        "'dump_size' is -1", "n: int", 1,
    )  # fmt: skip
