"""fixpipe and data_copy out of L0C: types, quantisation, ReLU, and the layouts they write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asc
from asc_api_core.struct import Field
from asc_core.errors import ModelError

Array = np.ndarray[Any, Any]
BF16 = ml_dtypes.bfloat16
ROWS, NZ, ROWS_BY_COLUMN, NZ_BY_COLUMN, COPIED_ROWS, COPIED_NZ, COPIED_TO_L1 = range(7)
Q = asc.QuantModes
#: Types in L0C and outside, quantisation with one factor at most, and with one a column.
PAIRS = {
    "float32": (np.float32, np.float32, Q.NoQuant, None),
    "float16": (np.float32, np.float16, Q.F322F16, None),
    "bfloat16": (np.float32, BF16, Q.F322BF16, None),
    "float_to_int8": (np.float32, np.int8, Q.QF322B8_PRE, Q.VQF322B8_PRE),
    "float_to_uint8": (np.float32, np.uint8, Q.QF322B8_PRE, Q.VQF322B8_PRE),
    "int32": (np.int32, np.int32, Q.NoQuant, None),
    "int_to_float16": (np.int32, np.float16, Q.DEQF16, Q.VDEQF16),
    "int_to_int8": (np.int32, np.int8, Q.REQ8, Q.VREQ8),
    "int_to_uint8": (np.int32, np.uint8, Q.REQ8, Q.VREQ8),
}


class Move(asc.Struct):
    """What is moved, as the kernel takes it."""

    form = Field(asc.int32)
    columns = Field(asc.int32)
    rows = Field(asc.int32)
    source = Field(asc.int32)
    target = Field(asc.int64)
    factor = Field(asc.uint64, 0)
    relu = Field(asc.int32, 0)
    matrices = Field(asc.int32, 1)
    source_matrix = Field(asc.int32, 0)
    target_matrix = Field(asc.int32, 0)
    split = Field(asc.int32, 0)


@asc.jit
def out(
    z: asc.GlobalAddress,
    c: asc.GlobalAddress,
    factors: asc.GlobalAddress,
    what: Move,
    plain: asc.ConstExpr[asc.QuantModes],
    column: asc.ConstExpr[Any],
):
    zg, cg, fg = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    zg.set_global_buffer(z)
    cg.set_global_buffer(c)
    fg.set_global_buffer(factors)
    a1 = asc.LocalTensor(c.dtype, asc.TPosition.A1, 0, 4096)
    f1 = asc.LocalTensor(asc.uint64, asc.TPosition.C1, 16384, 256)
    co1 = asc.LocalTensor(c.dtype, asc.TPosition.CO1, 0, 4096)
    asc.data_copy(a1, cg, 4096)
    asc.data_copy(f1, fg, 256)
    asc.data_copy(co1, a1, asc.DataCopyParams(1, 16), asc.DataCopyEnhancedParams(asc.BlockMode.BLOCK_MODE_MATRIX))
    if what.form < 2:
        params = asc.FixpipeParamsV220(
            what.columns, what.rows, what.source, what.target, plain, what.factor, what.matrices,
            what.source_matrix, what.target_matrix, what.relu != 0, 0, what.split != 0,
        )  # fmt: skip
        if what.form == 0:
            asc.fixpipe(zg, co1, params)
        else:
            asc.fixpipe(zg, co1, params, asc.FixpipeConfig.cfg_nz)
    if column is not None:
        by_column = asc.FixpipeParamsV220(
            what.columns, what.rows, what.source, what.target, column, 0, what.matrices, what.source_matrix,
            what.target_matrix, what.relu != 0,
        )  # fmt: skip
        if what.form == 2:
            asc.fixpipe(zg, co1, f1, by_column)
        elif what.form == 3:
            asc.fixpipe(zg, co1, f1, by_column, asc.FixpipeConfig.cfg_nz)
    if what.form >= 4:
        asc.set_fix_pipe_pre_quant_flag(what.factor)
        copied = asc.DataCopyCO12DstParams(
            what.columns, what.rows, what.target, what.source, plain, what.relu, what.split != 0, what.form == 4
        )
        if what.form < 6:
            asc.data_copy(zg, co1, copied)
        elif z.dtype.sizeof() < 4:
            l1 = asc.LocalTensor(z.dtype, asc.TPosition.B1, 32768, 8192)
            asc.data_copy(l1, zg, 8192)
            asc.data_copy(l1, co1, copied)
            asc.data_copy(zg, l1, 8192)


def factor(scale: float, offset: int = 0, signed: bool = True, shift: int = 0) -> int:
    """The bits of a factor; with *shift* numbers are shifted and narrowed to 16 bits first."""
    bits = int(np.float32(scale).view(np.uint32)) | (offset & 511) << 37 | int(signed) << 46
    return bits | ((shift - 1) << 32 | 1 << 36 if shift else 0)


def converted(values: Array, dtype: Any, factors: Array, relu: bool) -> Array:
    """Independent of the Model's code: 64-bit arithmetic on whole rows."""
    if relu:
        values = np.where(values < 0, values.dtype.type(0), values)
    if values.dtype == dtype:
        return values
    if values.dtype == np.float32 and np.dtype(dtype).itemsize == 2:
        with np.errstate(over="ignore"):
            return values.astype(dtype)
    factors = factors.astype(np.uint64)
    scale = (factors & np.uint64(0xFFFFE000)).astype(np.uint32).view(np.float32)
    if values.dtype == np.int32:
        shift = (factors >> np.uint64(32) & np.uint64(15)).astype(np.int64) + 1
        narrowed = np.clip(values.astype(np.int64) >> shift, -32768, 32767)
        values = np.where(factors >> np.uint64(36) & np.uint64(1), narrowed, values).astype(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        product = values * scale
        if np.dtype(dtype).itemsize == 2:
            return product.astype(dtype)
        offset = (factors >> np.uint64(37) & np.uint64(511)).astype(np.int64)
        offset = np.where(offset > 255, offset - 512, offset)
        whole = np.nan_to_num(np.clip(np.rint(product), -256, 255)).astype(np.int64) + offset
    signed = factors >> np.uint64(46) & np.uint64(1)
    return np.where(signed, np.clip(whole, -128, 127), np.clip(whole, 0, 255)).astype(np.uint8).view(dtype)


def placed(z: Array, c: Array, factors: Array, what: Move) -> Array:
    """What z holds afterwards."""
    rows_out, by_column = what.form in (ROWS, ROWS_BY_COLUMN, COPIED_ROWS), what.form in (ROWS_BY_COLUMN, NZ_BY_COLUMN)
    factors = factors[: what.columns] if by_column else np.full(what.columns, what.factor, np.uint64)
    z = z.copy()
    width = 32 if z.itemsize == 1 else 8 if what.split else 16
    row, column = np.indices((what.rows, what.columns))
    for matrix in range(what.matrices if rows_out else 1):
        source = matrix * what.source_matrix * 256 + column // 16 * what.source * 16 + row * 16 + column % 16
        result = converted(c[source], z.dtype, factors, bool(what.relu))
        if rows_out:
            target = matrix * what.target_matrix + row * what.target + column
        else:
            line = np.minimum(width, what.columns - column // width * width)
            target = column // width * what.target * (32 // z.itemsize) + row * line + column % width
        z[target] = result
    return z


def run(name: str, what: Move, c: Array, factors: Array, seed: int = 0) -> tuple[Array, Array]:
    """The bytes that were written, and those that should have been."""
    dtype, to, plain, column = PAIRS[name]
    z = np.random.default_rng(seed).integers(0, 256, 8192 * np.dtype(to).itemsize, np.uint8).view(to)
    expected = placed(z, c.astype(dtype), factors, what)
    out[1](z, c.astype(dtype), factors, what, plain, column)
    return z.view(np.uint8), expected.view(np.uint8)


def numbers(name: str, seed: int = 0) -> Array:
    random = np.random.default_rng(seed)
    if PAIRS[name][0] is np.int32:
        return random.integers(-(2**31), 2**31, 4096).astype(np.int32) >> random.integers(0, 31, 4096)
    values = (random.standard_normal(4096) * 2.0 ** random.integers(-20, 20, 4096)).astype(np.float32)
    values[::7] = np.rint(values[::7]) + 0.5
    values[:8] = np.inf, -np.inf, 0, -0.0, 65504, 65520, 1e-40, -3.4e38
    return values


def some_factors(name: str) -> Array:
    to = np.dtype(PAIRS[name][1])
    random = np.random.default_rng(9)
    shift = lambda i: int(random.integers(1, 17)) if i % 3 == 0 and name.startswith("int") else 0  # noqa: E731
    return np.array(
        [
            factor(2.0 ** random.uniform(-12, 3), int(random.integers(-256, 256)), to != np.uint8, shift(i))
            for i in range(256)
        ],
        np.uint64,
    )


@pytest.mark.parametrize("name", PAIRS)
def test_every_conversion(name: str) -> None:
    c, factors = numbers(name), some_factors(name)
    forms = [ROWS, NZ, COPIED_ROWS, COPIED_NZ]
    if PAIRS[name][3] is not None:
        forms += [ROWS_BY_COLUMN, NZ_BY_COLUMN]
    if np.dtype(PAIRS[name][1]).itemsize < 4:
        forms.append(COPIED_TO_L1)
    for form in forms:
        rows_out = form in (ROWS, ROWS_BY_COLUMN, COPIED_ROWS)
        for columns, relu, which in ((64, 0, 0), (48, 1, 1), (33 if rows_out else 16, 0, 3)):
            what = Move(
                form=form, columns=columns, rows=37, source=48, target=80, factor=int(factors[which]), relu=relu
            )
            result, expected = run(name, what, c, factors)
            np.testing.assert_array_equal(result, expected, err_msg=f"form {form}, {columns} columns, relu {relu}")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_layout(data: st.DataObject) -> None:
    def pick(low: int, high: int) -> int:
        return data.draw(st.integers(low, high))

    name = data.draw(st.sampled_from(["float32", "int_to_int8"]))
    form = data.draw(st.sampled_from([ROWS, NZ, COPIED_ROWS, COPIED_NZ]))
    what = Move(form=form, columns=1, rows=pick(0, 60), source=1, target=1, factor=factor(0.01))
    if form in (ROWS, COPIED_ROWS):
        what.columns = pick(0, 64)
        what.source, what.target = pick(what.rows, 60) if what.rows else 1, pick(max(what.columns, 1), 80)
        if form == ROWS:
            what.matrices, what.source_matrix, what.target_matrix = pick(1, 2), pick(0, 1), pick(0, 2000)
    else:
        what.split = pick(0, 1) if name == "float32" else 0
        unit = 8 if what.split else 16
        what.columns = unit * pick(0, 64 // unit)
        width = 32 if name == "int_to_int8" else unit
        height = what.rows * width * (1 if name == "int_to_int8" else 4) // 32
        what.source, what.target = pick(what.rows, 60) if what.rows else 1, pick(max(height, 1), height + 9)
    result, expected = run(name, what, numbers(name), some_factors(name))
    np.testing.assert_array_equal(result, expected)


def test_matrices_in_turn() -> None:
    what = Move(
        form=ROWS, columns=40, rows=20, source=32, target=50, matrices=2, source_matrix=6, target_matrix=1500
    )  # fmt: skip
    result, expected = run("float32", what, numbers("float32"), some_factors("float32"))
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("float32", {"columns": 4096}, r"nSize is 4096, outside 0\.\.4095"),
        ("float32", {"rows": 8193}, r"mSize is 8193, outside 0\.\.8192"),
        ("float32", {"target": 0}, r"dstStride is 0, outside 1\.\."),
        ("float32", {"matrices": 2, "source_matrix": 513}, r"srcNdStride is 513, outside 0\.\.512"),
        ("float32", {"form": NZ, "columns": 24}, "nSize is 24, which is not a multiple of 16"),
        ("float32", {"form": NZ, "columns": 20, "split": 1}, "nSize is 20, which is not a multiple of 8"),
        ("float32", {"split": 1}, "splits float results only, and neither rows nor moves with unitFlag"),
        ("int_to_int8", {"form": NZ, "split": 1}, "splits float results only"),
        ("float32", {"source": 200}, "'src' needs 26624 bytes, the tensor has 16384"),
        ("float32", {"target": 700}, "'dst' writes bytes 0..42192 of argument 'z', which has 32768 bytes"),
    ],
)
def test_limits(name: str, changes: dict[str, int], words: str) -> None:
    what = Move(**{"form": ROWS, "columns": 48, "rows": 16, "source": 16, "target": 64, **changes})
    dtype, to, plain, column = PAIRS[name]
    with pytest.raises(ModelError, match=words):
        out[1](np.zeros(8192, to), np.zeros(4096, dtype), some_factors(name), what, plain, column)


@asc.jit
def constants(z: asc.GlobalAddress, c: asc.GlobalAddress, case: asc.ConstExpr[int]):
    zg = asc.GlobalTensor()
    zg.set_global_buffer(z)
    a1 = asc.LocalTensor(asc.uint64, asc.TPosition.A1, 0, 256)
    co1 = asc.LocalTensor(c.dtype, asc.TPosition.CO1, 0, 1024)
    if case == 0:
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(16, 16, 16, 16, asc.QuantModes.QF322B8_PRE, 7))
        asc.fixpipe(
            zg,
            co1,
            a1,
            asc.FixpipeParamsV220(32, 16, 16, 16, asc.QuantModes.VQF322B8_PRE, relu_en=True),
            asc.FixpipeConfig.cfg_nz,
        )
        asc.set_fix_pipe_pre_quant_flag(1 << 46)
        asc.data_copy(zg, co1, asc.DataCopyCO12DstParams(16, 16, 16, 16, asc.QuantModes.QF322B8_PRE, 1, False, True))
    elif case == 1:
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(16, 16, 16, 16, asc.QuantModes.F322F16))
    elif case == 2:
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(16, 16, 16, 16, asc.QuantModes.VQF322B8_PRE))
    elif case == 3:
        asc.fixpipe(zg, co1, a1, asc.FixpipeParamsV220(16, 16, 16, 16, asc.QuantModes.QF322B8_PRE))
    elif case == 4:
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(24, 16, 16, 16), asc.FixpipeConfig.cfg_nz)
    elif case == 5:
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(16, 16, 16, 16, is_channel_split=True))
    elif case == 6:
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(16, 8193, 16, 16))
    elif case == 7:
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(16, 16, 16, 0))
    elif case == 8:
        asc.fixpipe(zg, co1, asc.FixpipeParamsV220(16, 16, 16, 16, src_nd_stride=513))
    elif case == 9:
        asc.fixpipe(zg, co1, co1, asc.FixpipeParamsV220(16, 16, 16, 16, asc.QuantModes.VQF322B8_PRE))
    elif case == 10:
        asc.fixpipe(
            zg, asc.LocalTensor(c.dtype, asc.TPosition.A1, 0, 1024), asc.FixpipeParamsV220(16, 16, 16, 16)
        )  # fmt: skip
    else:
        asc.data_copy(zg, co1, asc.DataCopyCO12DstParams(16, 16, 16, 16, asc.QuantModes.REQ8))


@pytest.mark.parametrize(
    ("case", "to", "words"),
    [
        (1, np.float32, "from float32 to float32 without cbuf_workspace quant_pre is NoQuant, not F322F16"),
        (1, np.int32, r"asc\.fixpipe doesn't go from float32 to int32"),
        (2, np.int8, "from float32 to int8 without cbuf_workspace quant_pre is QF322B8_PRE, not VQF322B8_PRE"),
        (3, np.int8, "from float32 to int8 with cbuf_workspace quant_pre is VQF322B8_PRE, not QF322B8_PRE"),
        (4, np.float32, r"FixpipeParamsV220\.n_size is 24; it must be a multiple of 16"),
        (5, np.float32, r"is_channel_split goes with float32, FixpipeConfig\.cfg_nz and no unit_flag only"),
        (6, np.float32, r"FixpipeParamsV220\.m_size is 8193; rows of at most 8192 are written"),
        (7, np.float32, r"FixpipeParamsV220\.dst_stride is 0; it must be 1\.\."),
        (8, np.float32, r"FixpipeParamsV220\.src_nd_stride is 513; it must be 0\.\.512"),
        (9, np.int8, "'cbuf_workspace' has elements of float32; it must have uint64"),
        (10, np.float32, "'src' .*A1.*CO1"),
        (11, np.int8, r"asc\.data_copy: from float32 to int8 quant_pre is QF322B8_PRE or VQF322B8_PRE, not REQ8"),
    ],
)
def test_misuse(case: int, to: Any, words: str) -> None:
    with pytest.raises(Exception, match=words):
        constants[1](np.zeros(1024, to), np.zeros(1024, np.float32), case)


def test_a_copy_out_needs_its_factor() -> None:
    @asc.jit
    def copy_out(z: asc.GlobalAddress):
        zg = asc.GlobalTensor()
        zg.set_global_buffer(z)
        co1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
        asc.data_copy(zg, co1, asc.DataCopyCO12DstParams(16, 16, 16, 16, asc.QuantModes.QF322B8_PRE))

    with pytest.raises(ModelError, match="QF322B8_PRE takes a factor, which SetFixpipePreQuantFlag sets"):
        copy_out[1](np.zeros(512, np.int8))


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    filecheck(
        asc_kernel_text(constants, np.zeros(1024, np.int8), np.zeros(1024, np.float32), 0),
        """
        CHECK: Fixpipe(zg, co1, FixpipeParamsV220(16, 16, 16, 16, false, QuantMode_t::QF322B8_PRE, 7,
        CHECK: Fixpipe<int8_t, float, CFG_NZ>(zg, co1, a1, FixpipeParamsV220(32, 16, 16, 16, true,
        CHECK: SetFixpipePreQuantFlag(0x400000000000ull);
        CHECK: DataCopy(zg, co1, DataCopyCO12DstParams(16, 16, 16, 16, QuantMode_t::QF322B8_PRE, 1, false, true));
        """,
    )
