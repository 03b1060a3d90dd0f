"""Tensors, the allocator, shapes, arrays and scalar helpers in kernels."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import asc
from asc_api_core.tensor_shape import TensorShape
from asc_core.diagnostics import CompileError
from asc_core.errors import ModelError
from asc_plugins.testing.stages import stages_of


@asc.jit
def members(z: asc.GlobalAddress, n: int) -> None:
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 64)
    allocator = asc.LocalMemAllocator()
    t = allocator.alloc(asc.TPosition.VECIN, asc.float16, 64)
    u = allocator.alloc(asc.TPosition.VECCALC, asc.float32, n * 8)
    g.set_value(0, allocator.get_cur_addr())
    g.set_value(1, u.get_size())
    g.set_value(2, u.get_phy_addr())
    g.set_value(3, u.get_phy_addr(2))
    g.set_value(4, u.get_position())
    u.set_user_tag(7)
    g.set_value(5, u.get_user_tag())
    u.set_size(3)
    g.set_value(6, u.get_length())
    u.set_buffer_len(64)
    g.set_value(7, u.get_size())
    typed = asc.LocalTensor(asc.int32)
    typed.set_addr_with_offset(t, 16)
    g.set_value(8, typed.get_phy_addr())
    empty = asc.LocalTensor()
    empty.set_addr_with_offset(t, 8)
    g.set_value(9, empty.get_phy_addr())
    words = t.reinterpret_cast(asc.int32)
    words.set_value(3, n)
    g.set_value(10, words[2:].get_value(1))
    g.set_value(11, words[n - 2].get_value(0))
    g.set_value(12, words(3).get_value(0))
    rest = asc.LocalTensor(asc.float32, asc.TPosition.A1, 32)
    g.set_value(13, rest.get_size())
    at = asc.LocalTensor(asc.float16, 64)
    g.set_value(14, at.get_phy_addr())
    placed = asc.LocalTensor(dtype=asc.int16, addr=32, tile_size=16)
    g.set_value(15, placed.get_size())
    g.set_value(16, g.get_size())
    g.set_l2_cache_hint(asc.CacheMode.CACHE_MODE_DISABLE)
    other = asc.GlobalTensor()
    other.set_global_buffer(g.get_phy_addr(30))
    other.set_value(0, 99)
    view = g[40:]
    view.set_value(1, 98)
    g(42).set_value(0, 97)
    g.set_value(17, g.get_value(30) + view.get_value(1))


def test_members_of_tensors() -> None:
    z = np.zeros(64, np.int32)
    members[1](z, 5)
    l1 = 512 * 1024 - 256
    expected = [288, 40, 128, 136, 11, 7, 12, 16, 32, 16, 5, 5, 5, (l1 - 32) // 4, 64, 16, 64, 197]
    assert list(z[:18]) == expected
    assert (z[30], z[41], z[42]) == (99, 98, 97)


def test_the_text_of_tensors(asc_kernel_text: Any, filecheck: Any) -> None:
    filecheck(
        asc_kernel_text(members, np.zeros(64, np.int32), 5),
        """
        CHECK: LocalMemAllocator<Hardware::UB> allocator;
        CHECK: LocalTensor<half> t = allocator.Alloc<TPosition::VECIN, half, 64>();
        CHECK: LocalTensor<float> u = allocator.Alloc<TPosition::VECCALC, float>(n * 8);
        CHECK: LocalTensor<int32_t> typed;
        CHECK: typed.SetAddrWithOffset(t, 16);
        CHECK: LocalTensor<half> empty;
        CHECK: LocalTensor<int32_t> words = t.ReinterpretCast<int32_t>();
        CHECK: words[n - 2].GetValue(0)
        CHECK: LocalTensor<float> rest(TPosition::A1, 32, 0);
        CHECK: LocalTensor<half> at(TPosition::VECIN, 64, 0);
        CHECK: LocalTensor<int16_t> placed(TPosition::VECIN, 32, 16);
        CHECK: g.SetL2CacheHint(CacheMode::CACHE_MODE_DISABLE);
        """,
    )


def test_tensors_of_bfloat16_and_unsigned_types() -> None:
    @asc.jit
    def kernel(z: asc.GlobalAddress, w: asc.GlobalAddress) -> None:
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 8)
        h = asc.GlobalTensor()
        h.set_global_buffer(w, 8)
        t = asc.LocalTensor(asc.bfloat16, asc.TPosition.VECIN, 0, 16)
        t.set_value(0, g.get_value(0))
        g.set_value(1, t.get_value(0))
        g.set_value(2, 1.00390625)
        h.set_value(0, 4294967295)
        h.set_value(1, h.get_value(0))

    ml_dtypes = pytest.importorskip("ml_dtypes")
    z = np.array([3.140625, 0, 0, 0, 0, 0, 0, 0], ml_dtypes.bfloat16)
    w = np.zeros(8, np.uint32)
    kernel[1](z, w)
    assert [float(v) for v in z[:3]] == [3.140625, 3.140625, 1.0]
    assert list(w[:2]) == [4294967295, 4294967295]


@asc.jit
def shapes(z: asc.GlobalAddress, n: int, dim: int) -> None:
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 64)
    sizes = asc.array(asc.uint32, [2, 3, n])
    signed = asc.array(asc.int32, [4, 5])
    shape = asc.ShapeInfo(sizes)
    g.set_value(0, shape.shape(2))
    g.set_value(1, shape.original_shape(1))
    g.set_value(2, asc.get_shape_size(shape))
    g.set_shape_info(asc.ShapeInfo(signed, sizes, asc.DataFormat.NZ))
    known = g.get_shape_info()
    g.set_value(3, known.shape(1))
    g.set_value(4, known.original_shape(dim))
    t = asc.LocalTensor(asc.int8, asc.TPosition.VECIN, 0, 32)
    t.set_shape_info(known)
    g.set_value(5, asc.get_shape_size(t.get_shape_info()))
    g.set_value(6, asc.get_shape_size(asc.ShapeInfo()))


def test_shapes() -> None:
    z = np.zeros(64, np.int32)
    shapes[1](z, 7, 2)
    assert list(z[:7]) == [7, 3, 42, 5, 7, 20, 1]


def test_a_dimension_outside_a_shape_is_reported() -> None:
    with pytest.raises(ModelError, match=r"'dim' dimension 8 is outside 0..7"):
        shapes[1](np.zeros(64, np.int32), 7, 8)


def test_elements_of_arrays_are_of_their_type(asc_kernel_text: Any, filecheck: Any) -> None:
    """C++ refuses `uint32_t sizes[] = {n}` for an int32_t n, and C++'s own arithmetic makes integers of 32 bits."""

    @asc.jit
    def kernel(z: asc.GlobalAddress, n: int, b: asc.ConstExpr) -> None:
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 64)
        sizes = asc.array(asc.uint32, [2, n, n + b])
        small = asc.array(asc.int16, [n, 1])
        halves = asc.array(asc.float16, [0.5, n])
        g.set_value(0, sizes[n] + small[n] + int(halves[n]))

    text = asc_kernel_text(kernel, np.zeros(64, np.int32), 1, 2)
    filecheck(
        text,
        """
        CHECK: uint32_t sizes[3] = {2, static_cast<uint32_t>(n), static_cast<uint32_t>(n + 2)};
        CHECK: int16_t small[2] = {static_cast<int16_t>(n), 1};
        CHECK: half halves[2] = {half(0.5f), static_cast<half>(n)};
        """,
    )


@asc.jit
def arrays(z: asc.GlobalAddress, n: int, x: float) -> None:
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 64)
    a = asc.array(asc.int32, [1, n, 3])
    b = asc.array(asc.float32, 4, 1.5)
    c = asc.array(asc.int64, 2)
    a[1] = a[0] + n
    b[n] = x
    c[0] = n
    c[-1] = c[0] * 2
    g.set_value(0, a[1])
    g.set_value(1, a[-1])
    g.set_value(2, b[n])
    g.set_value(3, b[0])
    g.set_value(4, len(a))
    g.set_value(5, c[1])
    total = 0
    for i in range(3):
        total = total + a[i]
    g.set_value(6, total)


def test_arrays() -> None:
    z = np.zeros(64, np.float32)
    arrays[1](z, 2, 0.25)
    assert list(z[:7]) == [3, 3, 0.25, 1.5, 3, 4, 7]


@pytest.mark.parametrize("n", [4, -1, 1 << 29, -(1 << 31)])
def test_an_index_outside_an_array_stops_the_kernel(n: int) -> None:
    with pytest.raises(ModelError):
        arrays[1](np.zeros(64, np.float32), n, 0.25)


@asc.jit
def scalars(z: asc.GlobalAddress, n: int) -> None:
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 64)
    g.set_value(0, asc.property(asc.ONE_BLK_SIZE))
    g.set_value(1, asc.property(asc.DEFAULT_C0_SIZE))
    g.set_value(2, asc.property(asc.TOTAL_L1_SIZE))
    g.set_value(3, asc.property(asc.TOTAL_L0C_SIZE))
    g.set_value(4, asc.ceildiv(n, 3))
    g.set_value(5, asc.ceildiv(-7, 2))
    g.set_value(6, asc.ceildiv(0 - n, 2))
    g.set_value(7, asc.number(300, asc.int16) + n)
    g.set_value(8, asc.number(n, asc.uint8))
    asc.static_assert(asc.ceildiv(7, 2) == 4, "of constants")
    asc.inline("constexpr int kTen = 10;", before_function=True)
    asc.inline("$0.SetValue($1, kTen + $2);", (g, 9, n))
    asc.inline("int own = 4;")
    asc.inline("$0.SetValue(10, own);", [g])
    asc.inline("// $10 $1 $0", (n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 77))


def test_scalar_helpers(asc_kernel_text: Any) -> None:
    z = np.zeros(64, np.int32)
    scalars[1](z, 5)
    assert list(z[:11]) == [32, 32, 512 * 1024 - 128, 128 * 1024, 2, -3, -2, 305, 5, 15, 4]
    text = asc_kernel_text(scalars, z, 5)
    assert text.index("constexpr int kTen = 10;") < text.index("__aicore__ void scalars(")
    assert "// 77 1 n" in text


@asc.jit
def automatic(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int) -> None:
    gx = asc.GlobalTensor()
    gx.set_global_buffer(x, 256)
    gz = asc.GlobalTensor()
    gz.set_global_buffer(z, 256)
    doubled = asc.LocalTensorAuto(asc.float32, n)
    for i in range(4):
        part = asc.LocalTensorAuto(asc.float32, [4, 16])
        asc.data_copy(part, gx[i * 64 :], part.get_size())
        asc.add(doubled, part, part, 64)
        asc.data_copy(gz[i * 64 :], doubled, 64)


def test_tensors_the_compiler_places(asc_kernel_text: Any) -> None:
    x = np.arange(256, dtype=np.float32)
    z = np.zeros(256, np.float32)
    automatic[1](x, z, 64)
    assert np.array_equal(z, 2 * x)
    text = asc_kernel_text(automatic, x, z, 64)
    assert text.count("TPipe ") == 1
    # A tensor of constant size is placed once, before the loop.
    assert text.index("part = ") < text.index("for (")


@asc.jit
def chained(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int, size: asc.ConstExpr[int]) -> None:
    gx, gz = asc.GlobalTensor(), asc.GlobalTensor()
    gx.set_global_buffer(x, n * size)
    gz.set_global_buffer(z, n * size)
    for i in range(n):
        a, b = asc.LocalTensorAuto(x.dtype, size), asc.LocalTensorAuto(x.dtype, size)
        c, d = asc.LocalTensorAuto(x.dtype, size), asc.LocalTensorAuto(x.dtype, size)
        asc.data_copy(a, gx[i * size :], size)
        asc.adds(b, a, 1.0, size)
        asc.muls(c, b, 2.0, size)
        asc.adds(d, c, 3.0, size)
        asc.data_copy(gz[i * size :], d, size)


@pytest.mark.parametrize("auto_sync", [True, False])
def test_tensors_of_a_round_share_memory(auto_sync: bool) -> None:
    """Two of the four are needed at one time, and more than three don't fit."""
    x = np.arange(3 * 16384, dtype=np.float32)
    z = np.zeros_like(x)
    chained[1](x, z, 3, 16384, auto_sync=auto_sync)
    assert np.array_equal(z, (x + 1) * 2 + 3)


def test_shapes_of_tensors() -> None:
    assert TensorShape(4, 8) == TensorShape([4, 8]) == (4, 8)
    assert (TensorShape(7), TensorShape(None), TensorShape()) == ((7,), (), ())
    assert TensorShape((2, 3, 4)).size == 24
    assert TensorShape(np.int64(3)) == (3,)
    with pytest.raises(TypeError, match=r"a size of TensorShape is a whole number, not float 1.5"):
        TensorShape(1.5, 2)
    with pytest.raises(ValueError, match="a size of TensorShape is -1"):
        TensorShape(-1)


REFUSED = {
    "asc.LocalTensor(asc.float16, asc.TPosition.GM, 0, 16)": "'pos' is TPosition.GM, which is no memory of the core",
    "asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 16, 16)": "'addr' is 16 bytes; it must be a multiple of 32",
    "asc.LocalTensor(asc.float16, 16)": "'addr' is 16 bytes; it must be a multiple of 32",
    "asc.LocalTensor(asc.float16, asc.TPosition.VECIN, -32)": "'addr' is -32; it must be 0..4294967295",
    "asc.LocalTensor(16)": "no overload of LocalTensor takes (int 16)",
    "g[1:2]": "GlobalTensor takes an offset only: tensor[offset:]",
    "g[1, 2]": "GlobalTensor has one dimension: tensor[offset]",
    "g[1.5]": "an offset is a whole number of elements, not float 1.5",
    "g['a']": "an offset is a whole number of elements, not str 'a'",
    "g.set_value(0)": "'value' is missing",
    "g.set_global_buffer()": "GlobalTensor.set_global_buffer needs an address",
    "g.set_shape_info(5)": "'shape_info' takes ShapeInfo, not int 5",
    "asc.LocalTensor(asc.int8).reinterpret_cast(asc.void)": "reinterpret_cast takes an integer or float type",
    "asc.LocalTensorAuto(asc.float16, 0)": "a size of LocalTensorAuto is 0; it must be at least 1",
    "asc.LocalTensorAuto(asc.float16, [4, -1])": "a size of LocalTensorAuto is -1; it must be at least 1",
    "asc.LocalTensorAuto(asc.float16, 1.5)": "a size of LocalTensorAuto is a whole number, not float 1.5",
    "asc.LocalTensorAuto(16, 1)": "LocalTensorAuto takes an integer or float type, not int 16",
    "asc.LocalMemAllocator(asc.Hardware.GM)": "'hard' is Hardware.GM; it must be a memory of the core",
    "asc.LocalMemAllocator().alloc(asc.TPosition.A1, asc.int8, 32)": "'pos' is TPosition.A1, which is not in UB",
    "asc.LocalMemAllocator().alloc(asc.TPosition.VECIN, asc.int8, 33)": "33 bytes",
    "asc.LocalMemAllocator().alloc(asc.TPosition.VECIN, asc.int8, 0)": "'tile_size' is 0 elements",
    "asc.ShapeInfo(asc.array(asc.int64, [1]))": "'shape' is an array of int64; it must be of uint32 or int32",
    "asc.ShapeInfo(asc.array(asc.uint32, [1] * 9))": "'shape' has 9 dimensions; it must have at most 8",
    "asc.ShapeInfo().shape(8)": "'dim' is 8; it must be 0..7",
    "asc.ShapeInfo().original_shape(-1)": "'dim' is -1; it must be 0..7",
    "asc.array(asc.int32, 0)": "asc.array needs at least one element, not 0",
    "asc.array(asc.int32, n)": "asc.array takes a length or a list of elements, not a runtime int32",
    "asc.array(asc.void, 4)": "asc.array takes an integer or float type",
    "asc.array(asc.int32, [1, 2], 3)": "asc.array takes elements or a fill value, not both",
    "asc.array(asc.int32, [1, 2])[2]": "index 2 is outside an array of 2 elements",
    "asc.array(asc.int32, [1, 2])[-3]": "index -3 is outside an array of 2 elements",
    "asc.array(asc.int32, [1, 2])[1.5]": "the index of an array is a whole number, not float 1.5",
    "asc.array(asc.int8, [128])": "128",
    "asc.property(32)": "asc.property takes a property such as asc.ONE_BLK_SIZE, not int 32",
    "asc.static_assert(1 == 2, 'no')": "static assertion failed: no",
    "asc.static_assert(n == 2)": "asc.static_assert needs a compile-time condition",
    "asc.inline(5)": "asc.inline takes text, not int 5",
    "asc.inline('$0', (n,), before_function=True)": "text before the function can't refer to values of the kernel",
    "asc.inline('$0 $1', (n,))": "the text has $1, but args has 1 values",
}


@pytest.mark.parametrize("statement", REFUSED)
def test_bad_uses_are_refused(statement: str, asc_kernel_text: Any) -> None:
    lines = ["g = asc.GlobalTensor()", "g.set_global_buffer(z, 64)" if "buffer()" not in statement else "", statement]
    source = "\n".join(["@asc.jit", "def k(z: asc.GlobalAddress, n: int):", *(f"    {line}" for line in lines if line)])
    namespace: dict[str, Any] = {"asc": asc}
    exec(source, namespace)
    with pytest.raises(CompileError, match=re.escape(REFUSED[statement])):
        asc_kernel_text(namespace["k"], np.zeros(64, np.int32), 3)


@asc.jit
def limits(z: asc.GlobalAddress, which: int, n: int) -> None:
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 16)
    if which == 0:
        t.set_value(n, 1.0)
    elif which == 1:
        g.set_value(n, 1)
    elif which == 2:
        t[n:].set_value(0, 1.0)
    elif which == 3:
        g[n].set_value(0, 1)
    elif which == 4:
        asc.LocalTensor(asc.float32, asc.TPosition.VECIN, n, 16).set_value(0, 1.0)
    elif which == 5:
        asc.LocalMemAllocator().alloc(asc.TPosition.VECIN, asc.int8, n)
    elif which == 6:
        asc.LocalTensor(asc.float32, asc.TPosition.A2, 0, n).set_value(0, 1.0)
    elif which == 7:
        asc.LocalTensor(asc.float32).set_value(0, 1.0)


@pytest.mark.parametrize(
    ("which", "n", "message"),
    [
        (0, 16, "SetValue: 'index' element 16 takes bytes 64..68 of a tensor of 64 bytes"),
        (0, -1, "SetValue: 'index' element -1 lies before the start of a tensor of 64 bytes"),
        (1, -2, "SetValue: 'offset' element -2 lies before the start of a tensor of 8 elements"),
        (1, 8, "SetValue: 'offset' element 8 lies outside a tensor of 8 elements"),
        (2, 17, "LocalTensor[]: 'offset' starts at byte 68 of a tensor of 64 bytes"),
        (3, 9, "GlobalTensor[]: 'offset' starts at byte 36 of a tensor of 32 bytes"),
        (4, 16, "LocalTensor: 'addr' address 16 of UB is not a multiple of 32 bytes"),
        (4, 1 << 20, "LocalTensor: 'tileSize' bytes 1048576..1048640 lie outside UB"),
        (5, 33, "Alloc: 'tileSize' 33 elements are 33 bytes"),
        (5, 1 << 20, "Alloc: 'tileSize' 1048576 bytes don't fit"),
        (6, 1 << 20, "LocalTensor: 'tileSize' bytes 0..4194304 lie outside L0A"),
        (7, 0, "SetValue: 'index' element 0 takes bytes 0..4 of a tensor of 0 bytes"),
    ],
)
def test_limits_at_run_time(which: int, n: int, message: str) -> None:
    with pytest.raises(ModelError, match=re.escape(message)):
        limits[1](np.zeros(8, np.int32), which, n)


@asc.jit
def with_unused_tensors(x: asc.GlobalAddress):
    asc.LocalTensor()
    asc.GlobalTensor()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8)
    x_gm.set_value(0, 7)


def test_tensors_that_nothing_uses_need_no_type() -> None:
    x = np.zeros(8, np.int32)
    with_unused_tensors[1](x)
    assert x.tolist() == [7, 0, 0, 0, 0, 0, 0, 0]
    text = stages_of(with_unused_tensors, x).text
    assert re.findall(r"\w+Tensor<\w+> \w+;", text) == ["GlobalTensor<int32_t> x_gm;"]
