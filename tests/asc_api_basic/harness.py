"""Many vector calls in one kernel, chosen when it runs, and what they should do, computed element by element."""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from numpy.typing import NDArray

import asc
from asc_core.errors import BackendCompileError

Array = NDArray[Any]

#: Bytes of an operand's region in UB and in global memory.
REGION = 12288
BLOCK = 32

SOURCE = """\
@asc.jit
def kernel(
    dst: asc.GlobalAddress, src0: asc.GlobalAddress, src1: asc.GlobalAddress, case: int, counter: int, count: int,
    mask: int, low: int, high: int, repeats: int, dst_blk: int, src0_blk: int, src1_blk: int, dst_rep: int,
    src0_rep: int, src1_rep: int, scalar: float, number: int, where0: int, where1: int,
):
    nz, nx, ny = {region} // dst.dtype.sizeof(), {region} // src0.dtype.sizeof(), {region} // src1.dtype.sizeof()
    zg, xg, yg = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    zg.set_global_buffer(dst, nz)
    xg.set_global_buffer(src0, nx)
    yg.set_global_buffer(src1, ny)
    z = asc.LocalTensor(dst.dtype, asc.TPosition.VECOUT, 0, nz)
    xs = asc.LocalTensor(src0.dtype, asc.TPosition.VECIN, {region}, nx)
    ys = asc.LocalTensor(src1.dtype, asc.TPosition.VECIN, {region} * 2, ny)
    asc.data_copy(z, zg, nz)
    asc.data_copy(xs, xg, nx)
    asc.data_copy(ys, yg, ny)
    x = asc.LocalTensor(src0.dtype, asc.TPosition.VECIN, where0, nx)
    y = asc.LocalTensor(src1.dtype, asc.TPosition.VECIN, where1, ny)
    if counter == 1:
        asc.set_mask_count()
{cases}
    asc.data_copy(zg, z, nz)
"""

_numbers = itertools.count()


BINARY = {
    "count": "{f}(z, x, y, count)",
    "mask": "{f}(z, x, y, mask, repeats, asc.BinaryRepeatParams({strides}))",
    "bits": "{f}(z, x, y, [low, high], repeats, asc.BinaryRepeatParams({strides}))",
    "held": "{set}{f}(z, x, y, 0, repeats, asc.BinaryRepeatParams({strides}), is_set_mask=False)",
}
UNARY = {
    "count": "{f}(z, x{extra}, count)",
    "mask": "{f}(z, x{extra}, mask, repeats, asc.UnaryRepeatParams({unary}))",
    "bits": "{f}(z, x{extra}, [low, high], repeats, asc.UnaryRepeatParams({unary}))",
    "held": "{set}{f}(z, x{extra}, 0, repeats, asc.UnaryRepeatParams({unary}), is_set_mask=False)",
}
STRIDES = "dst_blk, src0_blk, src1_blk, dst_rep, src0_rep, src1_rep"
UNARY_STRIDES = "dst_blk, src0_blk, dst_rep, src0_rep"
SET_MASK = "asc.set_vector_mask(high, low, {held}); "


def forms(table: dict[str, str], name: str, extra: str = "", held: str = "dst.dtype") -> dict[str, str]:
    """The statements of an API by ``name.form``."""
    values = {"f": f"asc.{name}", "strides": STRIDES, "unary": UNARY_STRIDES, "extra": extra}
    return {f"{name}.{form}": text.format(**values, set=SET_MASK.format(held=held)) for form, text in table.items()}


@dataclass
class Bench:
    """A kernel of named statements over the tensors z (destination), x and y (sources)."""

    calls: dict[str, str]
    dst: Any
    src0: Any
    src1: Any = None
    kernel: Any = field(init=False)
    refused: BackendCompileError | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        cases = ""
        for index, text in enumerate(self.calls.values()):
            cases += f"    {'if' if index == 0 else 'elif'} case == {index}:\n"
            cases += "".join(f"        {statement}\n" for statement in text.split("; "))
        source = SOURCE.format(region=REGION, cases=cases)
        name = f"<bench {next(_numbers)}>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        space: dict[str, Any] = {"asc": asc}
        exec(compile(source, name, "exec"), space)
        self.kernel = space["kernel"]

    def dtypes(self) -> tuple[Any, Any, Any]:
        return self.dst, self.src0, self.src0 if self.src1 is None else self.src1

    def arguments(self, call: str, dst: Array, src0: Array, src1: Array, **ints: Any) -> tuple[Any, ...]:
        values = {
            "counter": 0, "count": 0, "mask": 1, "low": 1, "high": 0, "repeats": 1, "dst_blk": 1, "src0_blk": 1,
            "src1_blk": 1, "dst_rep": 8, "src0_rep": 8, "src1_rep": 8, "scalar": 0.0, "number": 0, "where0": REGION,
            "where1": 2 * REGION, **ints,
        }  # fmt: skip
        values["low"], values["high"] = np.uint64(values["low"]), np.uint64(values["high"])
        return (dst, src0, src1, list(self.calls).index(call), *values.values())

    def run(self, call: str, dst: Array, src0: Array, src1: Array | None = None, **ints: Any) -> Array:
        """The destination's region after a call."""
        if self.refused is not None:
            raise self.refused
        after = dst.copy()
        src1 = np.zeros(REGION // np.dtype(self.dtypes()[2]).itemsize, self.dtypes()[2]) if src1 is None else src1
        try:
            self.kernel[1](*self.arguments(call, after, src0, src1, **ints))
        except BackendCompileError as error:
            # Hypothesis tries a failing example hundreds of times, and each would be compiled.
            self.refused = error
            raise
        return after


def region(values: Any, dtype: Any) -> Array:
    """An operand's region filled with *values* again and again."""
    wanted = REGION // np.dtype(dtype).itemsize
    return np.resize(np.asarray(values), wanted).astype(dtype)


def selected(form: str, ints: dict[str, Any], elements: int) -> Callable[[int], list[int]]:
    """Which elements of each repeat take part."""
    if ints.get("counter"):
        total = ints["mask"] if form == "mask" else ints["low"]
        return lambda repeat: list(range(max(0, min(elements, total - repeat * elements))))
    if form == "mask":
        return lambda repeat: list(range(ints["mask"]))
    word = ints["low"] | ints["high"] << 64
    return lambda repeat: [i for i in range(elements) if word >> i & 1]


def repeats_of(form: str, ints: dict[str, Any], elements: int) -> int:
    if ints.get("counter"):
        total = ints["mask"] if form == "mask" else ints["low"]
        return -(-total // elements)
    return int(ints["repeats"])


def place(element: int, repeat: int, block_stride: int, repeat_stride: int, itemsize: int) -> int:
    """The index of an element of a repeat in its tensor."""
    per_block = BLOCK // itemsize
    return (repeat * repeat_stride + element // per_block * block_stride) * per_block + element % per_block


def expected(
    form: str, function: Callable[..., Array], dst: Array, sources: Sequence[Array], ints: dict[str, Any]
) -> Array:
    """The destination after ``function(old destination, *sources)`` on the elements of a call."""
    after = dst.copy()
    if form == "count":
        n = ints["count"]
        after[:n] = function(dst[:n], *(s[:n] for s in sources))
        return after
    widths = [a.dtype.itemsize for a in (dst, *sources)]
    elements = 256 // max(widths)
    take = selected(form, ints, elements)
    names = ("dst", "src0", "src1")
    for repeat in range(repeats_of(form, ints, elements)):
        chosen = take(repeat)
        index = [
            np.array([place(e, repeat, ints[f"{n}_blk"], ints[f"{n}_rep"], w) for e in chosen], np.int64)
            for n, w in zip(names, widths, strict=False)
        ]
        after[index[0]] = function(after[index[0]], *(s[i] for s, i in zip(sources, index[1:], strict=True)))
    return after


def same(actual: Array, wanted: Array, ulp: int = 0) -> None:
    """Equal in every bit but NaN's payload; with *ulp* off by that many units in the last place."""
    kind = actual.dtype
    if kind.kind in "iub":
        np.testing.assert_array_equal(actual, wanted)
        return
    nan = np.isnan(wanted.astype(np.float64))
    np.testing.assert_array_equal(np.isnan(actual.astype(np.float64)), nan)
    width = {2: np.int16, 4: np.int32}[kind.itemsize]
    ordered = [_ordered(a[~nan].view(width)) for a in (actual, wanted)]
    distance = np.abs(ordered[0] - ordered[1])
    wrong = np.flatnonzero(distance > ulp)
    assert wrong.size == 0, (wrong[:5], actual[~nan][wrong[:5]], wanted[~nan][wrong[:5]])


def _ordered(bits: Array) -> Array:
    """Floats' bits as integers in the floats' order; both zeros are 0."""
    wide = bits.astype(np.int64)
    return np.where(wide < 0, -(wide & (2 ** (8 * bits.dtype.itemsize - 1) - 1)), wide)


@st.composite
def calls(draw: st.DrawFn, form: str, elements: int, itemsizes: Sequence[int]) -> dict[str, Any]:
    """Numbers of a call within the documented limits and the operands' regions."""
    blocks = REGION // BLOCK
    ints: dict[str, Any] = {"repeats": draw(st.integers(0, 8)), "counter": 0}
    if form == "count":
        return {"count": draw(st.integers(0, REGION // max(itemsizes)))}
    ints["counter"] = draw(st.integers(0, 1))
    if ints["counter"]:
        ints["mask"] = ints["low"] = draw(st.integers(1, 8 * elements))
        ints["high"] = 0
        repeats = 8
    else:
        ints["mask"] = draw(st.integers(1, elements))
        words = draw(st.integers(1, 2**elements - 1))
        ints["low"], ints["high"] = words & (2**64 - 1), words >> 64
        repeats = max(1, ints["repeats"])
    for index, name in enumerate(("dst", "src0", "src1")):
        block = draw(st.integers(1 if name == "dst" else 0, 8))
        used = elements * itemsizes[min(index, len(itemsizes) - 1)] // BLOCK
        reach = (blocks - (used - 1) * block - 1) // max(1, repeats - 1)
        ints[f"{name}_blk"], ints[f"{name}_rep"] = block, draw(st.integers(0, min(255, reach)))
    return ints


def model_error(bench: Bench, call: str, match: str, **ints: Any) -> None:
    """A call breaks a limit of the Model, which names the argument and the number."""
    dst, src0, src1 = (np.zeros(REGION // np.dtype(d).itemsize, d) for d in bench.dtypes())
    with pytest.raises(asc.ModelError, match=match):
        bench.run(call, dst, src0, src1, **ints)
