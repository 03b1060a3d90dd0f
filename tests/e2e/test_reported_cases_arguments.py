"""Kinds of defects that users of kernel compilers reported: what kernels are launched with, and what comes back."""

import ctypes
import enum
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asc
from asc_api_core.struct import Field
from asc_core.errors import ModelError

# Numbers.


@asc.jit
def put(z: asc.GlobalAddress, v):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, v)


@asc.jit
def put_int(z: asc.GlobalAddress, v: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, v)


@asc.jit
def put_float(z: asc.GlobalAddress, v: float):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, v)


def stored(kernel: Any, dtype: Any, v: Any) -> Any:
    """What a kernel stores in an array of *dtype*; three launches, of which two are warm."""
    results = []
    for _ in range(3):
        z = np.zeros(1, dtype)
        kernel[1](z, v)
        results.append(z[0])
    assert all(result.tobytes() == results[0].tobytes() for result in results)
    return results[0]


@pytest.mark.parametrize("v", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
def test_the_upper_half_of_uint64(v: int) -> None:
    assert stored(put, np.uint64, np.uint64(v)) == v
    # As C++ converts it: modulo 2**64.
    assert int(stored(put, np.int64, np.uint64(v))) % 2**64 == v


@asc.jit
def halve(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    z_gm.set_global_buffer(z, n)
    for i in range(n):
        z_gm.set_value(i, x_gm.get_value(i) // 2)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32, np.uint64])
def test_elements_of_unsigned_arrays_are_unsigned(dtype: Any) -> None:
    top = int(np.iinfo(dtype).max)
    x = np.array([0, 1, top // 2, top // 2 + 1, top - 1, top], dtype)
    z = np.zeros_like(x)
    halve[1](x, z, x.size)
    assert z.tolist() == [int(v) // 2 for v in x.tolist()]


@pytest.mark.parametrize(
    ("v", "advice"), [(2**63, "pass np.uint64(9223372036854775808)"), (2**64, "int64: -9"), (-(2**63) - 1, "int64: -9")]
)
def test_integers_that_int64_does_not_hold(v: int, advice: str) -> None:
    with pytest.raises(OverflowError) as caught:
        put[1](np.zeros(1, np.uint64), v)
    assert str(caught.value).startswith(f"kernel 'put': argument 'v' is {v}, which doesn't fit an int64")
    assert advice in str(caught.value)


@pytest.mark.parametrize("v", [1e39, -1e39, np.float64(1e300)])
def test_floats_that_float32_does_not_hold(v: float) -> None:
    with pytest.raises(OverflowError, match=r"argument 'v' is .*, which doesn't fit a float32: that ends at 3\.40"):
        put_float[1](np.zeros(1, np.float32), v)


@pytest.mark.parametrize("v", [float("inf"), float("-inf"), float("nan"), 1e-45, -0.0, 3.4028234663852886e38])
def test_floats_at_the_ends(v: float) -> None:
    assert stored(put_float, np.float32, v).tobytes() == np.float32(v).tobytes()


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32])
def test_floats_of_every_type_keep_their_bits(dtype: Any) -> None:
    info = ml_dtypes.finfo(dtype)
    for v in (1.5, -0.0, info.smallest_subnormal, info.tiny, info.max, np.inf, np.nan):
        number = dtype(v)
        assert stored(put, dtype, number).tobytes() == np.asarray(number).tobytes()


def test_a_float64_is_a_float_as_it_is_to_python() -> None:
    assert stored(put, np.float64, np.float64(0.1)) == stored(put, np.float64, 0.1) == np.float32(0.1)


@given(bits=st.integers(0, 2**16 - 1), dtype=st.sampled_from([np.float16, ml_dtypes.bfloat16]))
@settings(max_examples=60, deadline=None)
def test_halves_become_the_same_number_in_float32(bits: int, dtype: Any) -> None:
    number = np.array(bits, np.uint16).view(dtype)[()]
    z = np.zeros(1, np.float32)
    put[1](z, number)
    np.testing.assert_array_equal(z[0], np.float32(number))


class Colour(enum.IntEnum):
    RED = 3


class Mask(enum.IntFlag):
    WIDE = 1 << 33


class Wrapped(float):
    pass


@pytest.mark.parametrize(
    "v", [np.array(3.0), np.float32(3), 3, Colour.RED, Wrapped(3.0), np.array(3), np.array(3, "f2")]
)
@pytest.mark.parametrize("kernel", [put_int, put_float], ids=["int", "float"])
def test_what_holds_one_number_is_that_number_to_a_scalar_parameter(kernel: Any, v: Any) -> None:
    assert stored(kernel, np.float64, v) == 3


def test_wide_members_of_enums() -> None:
    assert stored(put_int, np.int64, Mask.WIDE) == 1 << 33


def test_an_array_without_dimensions_is_an_array_to_other_parameters() -> None:
    z = np.array(0, np.int32)
    put[1](z, 5)
    assert z == 5

    @asc.jit
    def first(z: asc.GlobalAddress, x):
        g, h = asc.GlobalTensor(), asc.GlobalTensor()
        g.set_global_buffer(z, 1)
        h.set_global_buffer(x, 1)
        g.set_value(0, h.get_value(0) + 1)

    assert stored(first, np.float32, np.array(2.5, np.float32)) == 3.5


def test_an_array_with_one_element_is_no_number() -> None:
    with pytest.raises(
        TypeError, match=r"'v' is an ndarray, but it is declared a scalar; .* its number, array\.item\(\)"
    ):
        put_int[1](np.zeros(1, np.int32), np.array([3]))
    with pytest.raises(TypeError, match=r"declared a scalar; pass a number, such as array\.size"):
        put_int[1](np.zeros(1, np.int32), np.array([3, 4]))


@pytest.mark.parametrize(
    ("v", "advice"),
    [
        ([1.0], "; pass numpy.asarray(…) of it"),
        ((1, 2), "; pass numpy.asarray(…) of it"),
        (ctypes.c_void_p(4096), "; the memory of rt.malloc is passed by rt.launch_kernel"),
        (bytearray(8), "; pass numpy.frombuffer(…, dtype) of it"),
        (memoryview(b"abcd"), "; pass numpy.frombuffer(…, dtype) of it"),
        (Fraction(1, 2), "; pass float(…) of it"),
        (Decimal(1), "; pass float(…) of it"),
        ("text", "; what the compiler should know is declared asc.ConstExpr"),
        (asc.float32, "; what the compiler should know is declared asc.ConstExpr"),
        (1j, "; what the compiler should know is declared asc.ConstExpr"),
        (np.float32, "; what the compiler should know is declared asc.ConstExpr"),
    ],
)
def test_other_values_are_refused_with_advice(v: Any, advice: str) -> None:
    with pytest.raises(TypeError) as caught:
        put[1](np.zeros(1, np.float32), v)
    assert str(caught.value).startswith("kernel 'put': argument 'v' is a ")
    assert str(caught.value).endswith(advice)


@pytest.mark.parametrize(
    "v", [np.complex64(1), np.longdouble(1), np.datetime64(3, "s"), ml_dtypes.float8_e4m3fn(1), np.str_("a")]
)
def test_scalars_of_types_that_kernels_lack_are_named(v: Any) -> None:
    with pytest.raises(
        TypeError, match=rf"argument 'v' is a {re.escape(v.dtype.name)} scalar, which kernels don't have; kernels have"
    ):
        put[1](np.zeros(1, np.float32), v)


# Structs.


class Tiling(asc.Struct):
    small = Field(asc.int8)
    rows = Field(asc.int32)
    step = Field(asc.int64)
    wide = Field(asc.float64)
    scale = Field(asc.float32)


@asc.jit
def layout(z: asc.GlobalAddress, before: int, tiling: Tiling, after: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    g.set_value(0, before)
    g.set_value(1, tiling.small)
    g.set_value(2, tiling.rows)
    g.set_value(3, tiling.step)
    g.set_value(4, tiling.wide * 4)
    g.set_value(5, tiling.scale * 4)
    g.set_value(6, after)


@pytest.mark.parametrize("before", [7, 2**40])
def test_structs_lie_as_in_c_between_other_arguments(before: int) -> None:
    z = np.zeros(8, np.int64)
    for _ in range(3):
        z[:] = 0
        layout[1](z, before, Tiling(small=-3, rows=-(2**31), step=2**62, wide=1.25, scale=-2.5), -9)
        assert z.tolist() == [before, -3, -(2**31), 2**62, 5, -10, -9, 0]


# Views.


@asc.jit
def double(v: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(v, n)
    for i in range(n):
        g.set_value(i, g.get_value(i) * 2)


@asc.jit
def copy(z: asc.GlobalAddress, x: asc.GlobalAddress, n: int):
    g, h = asc.GlobalTensor(), asc.GlobalTensor()
    g.set_global_buffer(z, n)
    h.set_global_buffer(x, n)
    for i in range(n):
        g.set_value(i, h.get_value(i))


@asc.jit
def relay(z: asc.GlobalAddress, x: asc.GlobalAddress, n: int):
    g, h = asc.GlobalTensor(), asc.GlobalTensor()
    g.set_global_buffer(z, n)
    h.set_global_buffer(x, n)
    for i in range(1, n):
        g.set_value(i, h.get_value(i - 1))


@asc.jit
def relay_from(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    g, h = asc.GlobalTensor(), asc.GlobalTensor()
    g.set_global_buffer(z, n)
    h.set_global_buffer(x, n)
    for i in range(1, n):
        g.set_value(i, h.get_value(i - 1))


View = Callable[[np.ndarray[Any, Any]], np.ndarray[Any, Any]]


@given(
    dtype=st.sampled_from(["i1", "i2", "i4", "i8", "u1", "f2", "f4", "f8"]),
    cuts=st.tuples(st.slices(4), st.slices(5)),
    turned=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_results_land_in_the_elements_of_a_view_and_nowhere_else(
    dtype: str, cuts: tuple[slice, slice], turned: bool
) -> None:
    base = np.arange(20).astype(dtype).reshape(4, 5)
    expected = base.copy()
    expected[cuts] *= 2
    view = base[cuts].T if turned else base[cuts]
    double[1](view, view.size)
    np.testing.assert_array_equal(base, expected)


@pytest.mark.parametrize(
    "make",
    [
        lambda: np.frombuffer(bytearray(17), np.int8)[1:].view(np.int32),
        lambda: np.zeros(4, [("a", "i1"), ("b", "i4")])["b"],
        lambda: np.frombuffer(bytearray(33), np.int8)[1:].view(np.int32)[::2],
        lambda: np.zeros(4, [("a", "i1"), ("b", "i4")]).view(np.recarray).b,
    ],
    ids=["bytes", "field", "every second", "field of a recarray"],
)
def test_unaligned_elements(make: Callable[[], np.ndarray[Any, Any]]) -> None:
    array = make()
    assert not array.flags.aligned
    array[...] = np.arange(array.size) + 2**20
    for _ in range(2):
        copy[1](array, np.arange(array.size, dtype=np.int32) * 3, array.size)
        double[1](array, array.size)
        assert array.tolist() == [6 * i for i in range(array.size)]
    owner = array.base
    while owner is not None and owner.base is not None and isinstance(owner.base, np.ndarray):
        owner = owner.base
    if owner is not None and owner.dtype.names:
        assert not owner["a"].any()


def test_unaligned_elements_that_are_read_only() -> None:
    array = np.frombuffer(bytes(range(17)), np.int8)[1:].view(np.int32)
    z = np.zeros(4, np.int32)
    copy[1](z, array, 4)
    assert (z == array).all()
    with pytest.raises(ModelError, match="argument 'v', which is read-only"):
        double[1](array, 4)


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(4, ">i4"),
        np.zeros((4, 4), ">f8")[:, 1],
        np.zeros(4, [("a", "i4")]).view(np.recarray),
        np.zeros(2, "V4"),
    ],
    ids=["big-endian", "big-endian column", "recarray", "void"],
)
def test_what_has_other_bytes_is_refused_by_name(array: np.ndarray[Any, Any]) -> None:
    with pytest.raises(TypeError, match=r"kernel 'double': argument 'v' is an array of .*(byte order|don't have)"):
        double[1](array, 4)


def test_elements_that_share_memory_are_read_and_never_written() -> None:
    x = np.arange(4, dtype=np.int32)
    rows = np.lib.stride_tricks.as_strided(x, (3, 4), (0, 4))
    z = np.zeros(12, np.int32)
    copy[1](z, rows, 12)
    assert z.tolist() == [0, 1, 2, 3] * 3
    windows = np.lib.stride_tricks.as_strided(x, (3, 2), (4, 4))
    for shared in (rows, windows):
        with pytest.raises(ValueError, match="kernel 'double': argument 'v' has elements that share their memory"):
            double[1](shared, shared.size)
        assert x.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("step", [1, 2])
def test_memory_that_is_read_only_under_one_name_is_written_under_another(step: int) -> None:
    x = np.arange(8, dtype=np.int32)
    view = x[::step]
    frozen = view.view()
    frozen.flags.writeable = False
    n = view.size
    for kernel, arguments in ((relay, (view, frozen)), (relay_from, (frozen, view))):
        for _ in range(3):
            x[:] = range(8)
            kernel[1](*arguments, n)
            assert view.tolist() == [0] * n
    x[:] = range(8)
    with pytest.raises(ModelError, match="argument 'z', which is read-only"):
        relay[1](frozen, frozen, n)
    assert x.tolist() == list(range(8))


def test_strides_that_interleave_without_meeting_are_written() -> None:
    x = np.arange(12, dtype=np.int32)
    # Elements 0, 3, 6 and 2, 5, 8: the axes overlap, the elements don't.
    view = np.lib.stride_tricks.as_strided(x, (2, 3), (8, 12))
    double[1](view, view.size)
    assert x.tolist() == [0, 1, 4, 6, 4, 10, 12, 7, 16, 9, 10, 11]


def test_one_memory_under_two_names() -> None:
    a = np.arange(8, dtype=np.int32)
    copy[1](a, a, 8)
    assert a.tolist() == list(range(8))
    copy[1](a[:4], a[4:], 4)
    assert a.tolist() == [4, 5, 6, 7] * 2
    a = np.arange(8, dtype=np.int32)
    copy[1](a[:5], a[3:], 5)  # overlapping, forwards
    assert a.tolist() == [3, 4, 5, 6, 7, 5, 6, 7]


# Nothing to do.


@pytest.mark.parametrize("shape", [(0,), (0, 8), (8, 0), (2, 0, 3)])
@pytest.mark.parametrize("blocks", [1, 8])
def test_empty_arrays(shape: tuple[int, ...], blocks: int) -> None:
    z = np.zeros(shape, np.int32)
    for _ in range(2):
        double[blocks](z, z.size)
    with pytest.raises(ModelError, match="argument 'v'") as caught:
        double[blocks](z, 1)
    assert caught.value.kind in ("gm", "bounds")
    double[blocks](z, z.size)


@pytest.mark.parametrize(
    ("core_num", "error"),
    [(0, ValueError), (-1, ValueError), (65536, ValueError), (2**70, ValueError), (1.5, TypeError), ("8", TypeError),
     (True, TypeError), ([1], TypeError), (np.float64(2), TypeError)],
)  # fmt: skip
def test_numbers_of_blocks_that_can_not_be(core_num: Any, error: type[Exception]) -> None:
    z = np.zeros(1, np.int32)
    wanted = "expected a whole number from 1 to 65535, or None for all cores of the platform"
    for launch in (lambda: put[core_num](z, 1), lambda: put[1](z, 1, core_num=core_num)):
        with pytest.raises(error) as caught:
            launch()
        assert f"core_num={core_num!r}: {wanted}" in str(caught.value)
    assert z[0] == 0


@pytest.mark.parametrize("core_num", [1, np.int64(3), np.uint8(255), 65535])
def test_numbers_of_blocks(core_num: Any) -> None:
    @asc.jit
    def count(z: asc.GlobalAddress):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 1)
        if asc.get_block_idx() == asc.get_block_num() - 1:
            g.set_value(0, asc.get_block_num())

    z = np.zeros(1, np.int32)
    count[core_num](z)
    assert z[0] == core_num


# Lengths that fill no block.


@asc.jit
def add(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm, y_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    y_gm.set_global_buffer(y, n)
    z_gm.set_global_buffer(z, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 2080)
    b = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 8320, 2080)
    c = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 16640, 2080)
    burst = asc.DataCopyExtParams(1, n * x.dtype.sizeof(), 0, 0, 0)
    asc.data_copy_pad(a, x_gm, burst, asc.DataCopyPadExtParams(x.dtype))
    asc.data_copy_pad(b, y_gm, burst, asc.DataCopyPadExtParams(x.dtype))
    if x.dtype == asc.int8:
        # Vector instructions add no int8: there and back through float16, which holds them all.
        p = asc.LocalTensor(asc.float16, asc.TPosition.VECCALC, 24960, 2080)
        q = asc.LocalTensor(asc.float16, asc.TPosition.VECCALC, 33280, 2080)
        asc.cast(p, a, asc.RoundMode.CAST_NONE, n)
        asc.cast(q, b, asc.RoundMode.CAST_NONE, n)
        asc.add(p, p, q, n)
        asc.cast(c, p, asc.RoundMode.CAST_RINT, n)
    else:
        asc.add(c, a, b, n)
    asc.data_copy_pad(z_gm, c, burst)


GUARD = 64


@pytest.mark.parametrize("dtype", [np.int8, np.float16, np.float32])
@pytest.mark.parametrize("n", [1, 7, 8, 9, 31, 32, 33, 126, 2047])
def test_tails(dtype: Any, n: int) -> None:
    random = np.random.default_rng(n)
    x, y = (random.integers(-60, 60, n).astype(dtype) for _ in range(2))
    memory = np.full(2 * GUARD + n * x.itemsize, 0xA5, np.uint8)
    z = memory[GUARD:-GUARD].view(dtype)
    add[1](x, y, z, n)
    np.testing.assert_array_equal(z, x + y)
    assert (memory[:GUARD] == 0xA5).all()
    assert (memory[-GUARD:] == 0xA5).all()


@asc.jit
def plain_copy(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    z_gm.set_global_buffer(z, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 2048)
    asc.data_copy(a, x_gm, n)
    asc.data_copy(z_gm, a, n)


@pytest.mark.parametrize("dtype", [np.int8, np.float16, np.float32])
@pytest.mark.parametrize("n", [1, 7, 9, 33, 126, 2047])
def test_a_copy_of_blocks_refuses_tails_and_touches_nothing_beside(dtype: Any, n: int) -> None:
    x = np.ones(n, dtype)
    memory = np.full(2 * GUARD + x.nbytes, 0xA5, np.uint8)
    with pytest.raises(ModelError, match="DataCopy"):
        plain_copy[1](x, memory[GUARD:-GUARD].view(dtype), n)
    assert (memory == 0xA5).all()


@asc.jit
def negate_rows(x: asc.GlobalAddress, z: asc.GlobalAddress, rows: int, columns: asc.ConstExpr[int]):
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, rows * columns)
    z_gm.set_global_buffer(z, rows * columns)
    width = 32 // x.dtype.sizeof()
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 0, 2048)
    burst = asc.DataCopyExtParams(rows, columns * x.dtype.sizeof(), 0, 0, 0)
    asc.data_copy_pad(a, x_gm, burst, asc.DataCopyPadExtParams(x.dtype))
    asc.muls(a, a, -1, rows * width)
    asc.data_copy_pad(z_gm, a, burst)


@pytest.mark.parametrize("rows", [1, 2, 5, 32])
def test_rows_of_nine_halves(rows: int) -> None:
    x = np.arange(rows * 9, dtype=np.float16).reshape(rows, 9)
    memory = np.full(2 * GUARD + x.nbytes, 0xA5, np.uint8)
    z = memory[GUARD:-GUARD].view(np.float16).reshape(rows, 9)
    negate_rows[1](x, z, rows, 9)
    np.testing.assert_array_equal(z, -x)
    assert (memory[:GUARD] == 0xA5).all()
    assert (memory[-GUARD:] == 0xA5).all()


# Half floats in vectors.


@asc.jit
def narrow(x: asc.GlobalAddress, z: asc.GlobalAddress, n: asc.ConstExpr[int]):
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    z_gm.set_global_buffer(z, n)
    a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, n)
    c = asc.LocalTensor(z.dtype, asc.TPosition.VECOUT, 4096, n)
    asc.data_copy(a, x_gm, n)
    asc.cast(c, a, asc.RoundMode.CAST_RINT, n)
    asc.data_copy(z_gm, c, n)


#: float32 values: ties between neighbours, their next on both sides, subnormals, the ends, infinities.
def hard_values(dtype: Any) -> np.ndarray[Any, Any]:
    info = ml_dtypes.finfo(dtype)
    bits = np.array(
        [1, 2, 3, 0x0101, 0x3C00, 0x3C01, 0x3F80, 0x3F81, 0x4001, 0x0400, 0x03FF, 0x0080, 0x007F], np.uint16
    )
    low = bits.view(dtype).astype(np.float64)
    high = (bits + 1).astype(np.uint16).view(dtype).astype(np.float64)
    ties = ((low + high) / 2).astype(np.float32)
    near = [np.nextafter(ties, np.float32(s), dtype=np.float32) for s in (-np.inf, np.inf)]
    ends = np.array([0.0, np.inf, float(info.max), float(info.smallest_subnormal), float(info.tiny)], np.float32)
    values = np.concatenate([ties, *near, ends])
    return np.resize(np.concatenate([values, -values]), 128)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_narrowing_rounds_ties_to_even(dtype: Any) -> None:
    x = hard_values(dtype)
    z = np.zeros(x.size, dtype)
    narrow[1](x, z, x.size)
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(z.view(np.uint16), x.astype(dtype).view(np.uint16))


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_halves_are_copied_as_they_are(dtype: Any) -> None:
    x = np.arange(2048, dtype=np.uint16).view(dtype)
    z = np.zeros(x.size, dtype)
    plain_copy[1](x, z, x.size)
    assert (z.view(np.uint16) == x.view(np.uint16)).all()


def test_sums_of_halves_are_rounded_to_even() -> None:
    x = np.array([2048, 2049, 65504, 6e-8, np.inf, 1, 1, 0.1], np.float16)
    y = np.array([1, 1, 16, 6e-8, -np.inf, 2**-11, 3 * 2**-11, 0.2], np.float16)
    z = np.zeros(8, np.float16)
    add[1](x, y, z, 8)
    with np.errstate(over="ignore", invalid="ignore"):
        expected = (x.astype(np.float64) + y.astype(np.float64)).astype(np.float16)
    np.testing.assert_array_equal(z, expected)
