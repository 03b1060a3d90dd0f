"""Parameter structs in kernels: the text that makes them, the members it fills, what is refused."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

import numpy as np
import pytest

import asc
from asc_core.diagnostics import CompileError
from asc_plugins import ParamStruct, discovery
from asc_plugins.params import Kind

#: Struct, arguments and the member each of them fills; members follow from the names but for those given here.
MEMBERS: dict[str, dict[str, str]] = {
    "DataCopyEnhancedParams": {
        "deq_value_in": "deqValue", "sid_store_mode_in": "sidStoreMode", "is_relu_in": "isRelu",
        "pad_mode_in": "padMode", "pad_value_in": "padValue",
    },
    "VdeqInfo": {"scale": "vdeqScale", "offset": "vdeqOffset", "sign_mode": "vdeqSignMode"},
    "AippSwapParams": {"is_swap_rb": "isSwapRB", "is_swap_uv": "isSwapUV", "is_swap_ax": "isSwapAX"},
    "AippColorSpaceConvParams": {
        f"csc_matrix_r{r}_c{c}": f"cscMatrixR{r}C{c}" for r in range(3) for c in range(3)
    },
}  # fmt: skip

#: Values that a field's own limits or its meaning ask for.
VALUES: dict[tuple[str, str], Any] = {
    ("MrgSort4Info", "valid_bit"): 7,
    ("LoadImageToLocalParams", "sid"): 0,
    ("LoadData2DParams", "sid"): 0,
    ("LoadData2DParamsV2", "sid"): 0,
}
NESTED = {"AippParams", "MrgSortSrcList"}


def structs() -> dict[str, type[ParamStruct]]:
    names = discovery.registry().names["asc"]
    return {n: v for n, v in names.items() if isinstance(v, type) and issubclass(v, ParamStruct)}


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda m: m[1].upper(), name)


def values(name: str, form: int = 0) -> dict[str, Any]:
    """A distinct value within its limits for each field of a constructor."""
    made: dict[str, Any] = {}
    for number, param in enumerate(structs()[name].signatures()[form], start=2):
        if (name, param.name) in VALUES:
            made[param.name] = VALUES[name, param.name]
        elif param.name == "dtype":
            made[param.name] = asc.float16
        elif param.kind is Kind.LIST:
            assert param.length is not None
            made[param.name] = [
                (number + i) % 2 if bool in param.types else number + i for i in range(param.length.length)
            ]
        elif param.kind is Kind.SCALAR:
            assert param.scalar is not None
            high = param.scalar.le
            made[param.name] = True if bool in param.types else number if high is None or high >= number else high
        else:
            made[param.name] = list(param.types[0])[1]
    return made


def source_text(value: Any) -> str:
    if isinstance(value, asc.DataType):
        return f"asc.{value.name}"
    return f"asc.{type(value).__name__}.{value.name}" if isinstance(value, Enum) else repr(value)


def expected_members(name: str, fields: dict[str, Any]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for field, value in fields.items():
        member = MEMBERS.get(name, {}).get(field, camel(field))
        if isinstance(value, list):
            found += [(f"{member}[{i}]", int(v)) for i, v in enumerate(value)]
        elif field not in ("dtype", "sid"):
            found.append((member, int(value)))
    return found


def kernel(lines: list[str], parameters: str = "n: int") -> Any:
    """A kernel with the given lines after the tensor ``g`` of its output."""
    body = ["g = asc.GlobalTensor()", "g.set_global_buffer(z, 1024)", *lines]
    text = "\n".join(["@asc.jit", f"def k(z: asc.GlobalAddress, {parameters}):", *(f"    {line}" for line in body)])
    namespace: dict[str, Any] = {"asc": asc}
    exec(text, namespace)
    return namespace["k"]


FORMS = [(name, form) for name, cls in structs().items() if name not in NESTED for form in range(len(cls.signatures()))]


def test_every_field_reaches_its_member() -> None:
    lines: list[str] = []
    expected: list[tuple[str, int]] = []
    for place, (name, form) in enumerate(FORMS):
        fields = values(name, form)
        arguments = ", ".join(f"{n}={source_text(v)}" for n, v in fields.items())
        lines.append(f"p{place} = asc.{name}({arguments})")
        for member, value in expected_members(name, fields):
            code = f"$0.SetValue({len(expected)}, static_cast<int32_t>($1.{member}));"
            lines.append(f"asc.inline('{code}', (g, p{place}))")
            expected.append((f"{name}.{member}", value))
    z = np.zeros(1024, np.int32)
    kernel(lines)[1](z, 0)
    assert dict(expected) == {n: int(v) for (n, _), v in zip(expected, z, strict=False)}
    assert len(FORMS) > 38
    assert len(expected) > 300


def test_run_time_values_reach_their_members() -> None:
    members = ["dstBlkStride", "srcBlkStride", "dstRepStride", "srcRepStride"]
    lines = [
        "p = asc.UnaryRepeatParams(n, 2, n + 1, src_rep_stride=n * 2)",
        "q = asc.MrgSort4Info([n, 1, n + 2], False, 7, n)",
    ]
    lines += [f"asc.inline('$0.SetValue({i}, static_cast<int32_t>($1.{m}));', (g, p))" for i, m in enumerate(members)]
    lines += [f"asc.inline('$0.SetValue({4 + i}, $1.elementLengths[{i}]);', (g, q))" for i in range(4)]
    lines += ["w = asc.number(4000000000, asc.uint32)", "r = asc.FixpipeParamsV220(16, 16, 16, 1, deq_scalar=w + n)"]
    lines += ["asc.inline('$0.SetValue(8, static_cast<int32_t>($1.deqScalar >> 8));', (g, r))"]
    z = np.zeros(1024, np.int32)
    kernel(lines)[1](z, 9)
    assert list(z[:9]) == [9, 2, 10, 18, 9, 1, 11, 0, 4000000009 >> 8]


#: A call and the Ascend C it becomes; ``n`` and ``x`` are known at run time.
TEXTS = {
    "asc.BinaryRepeatParams()": "BinaryRepeatParams(1, 1, 1, 8, 8, 8)",
    "asc.BinaryRepeatParams(1, 2, dst_rep_stride=n)": "BinaryRepeatParams(1, 2, 1, n, 8, 8)",
    "asc.UnaryRepeatParams(block_count=2, block_len=3, src_stride=4, dst_stride=5)": "UnaryRepeatParams(2, 3, 4, 5)",
    "asc.MmadParams()": "MmadParams(0, 0, 0, false, 0, false, false, false)",
    "asc.MmadParams(16, n, 32)": "MmadParams(16, n, 32, false, 0, false, false, false)",
    "asc.MmadParams(16, 32, 16, 3, False, True)": "MmadParams(16, 32, 16, 3, false, true)",
    "asc.MmadParams(16, 32, 16, True)": "MmadParams(16, 32, 16, true, 0, false, false, false)",
    "asc.MmadParams(16, 32, 16, cmatrix_init_val=False)": "MmadParams(16, 32, 16, 0, false, false)",
    "asc.DataCopyPadExtParams(asc.float16, True, 1, 2, 1.5)": "DataCopyPadExtParams<half>(true, 1, 2, half(1.5f))",
    "asc.DataCopyPadExtParams(asc.uint32, True, 1, 2, 2**32 - 1)": (
        "DataCopyPadExtParams<uint32_t>(true, 1, 2, 0xffffffffu)"
    ),
    "asc.DataCopyPadExtParams(asc.float32, padding_value=x)": "DataCopyPadExtParams<float>(false, 0, 0, x)",
    "asc.InitConstValueParams(1, n, 0, 7, dtype=asc.int32)": "InitConstValueParams<int32_t>(1, n, 0, 7)",
    "asc.SliceInfo()": "SliceInfo(0, 31, 0, 32, 0)",
    "asc.SliceInfo(0, 0, 7, 3, 87)": "SliceInfo(0, 0, 7, 3, 87)",
    "asc.LoadDataRepeatParam(2, 3, 1)": "LoadDataRepeatParam(3, 2, 1)",
    "asc.FixpipeParamsV220(16, 32, 48, 64, asc.QuantModes.F322F16, relu_en=True)": (
        "FixpipeParamsV220(16, 32, 48, 64, true, QuantMode_t::F322F16, 0, 1, 0, 0, 0, false)"
    ),
    "asc.LoadData3DParamsV2Pro(16)": (
        "LoadData3DParamsV2Pro(16, false, false, false, false, false, 0, 0x10101010101ull)"
    ),
    "asc.AippParams(asc.int8, asc.AippPaddingParams(0, 1, n), swap_params=asc.AippSwapParams(True))": (
        "AippParams<int8_t>{AippPaddingParams<int8_t>{0, 1, static_cast<int8_t>(n), 0, 0}, "
        "AippSwapParams{true, false, false}, {}, {}, {}, {}}"
    ),
}


def test_the_text_is_the_official_constructor(asc_kernel_text: Any) -> None:
    lines = [line for i, call in enumerate(TEXTS) for line in (f"p{i} = {call}", f"asc.inline('(void)$0;', (p{i},))")]
    text = asc_kernel_text(kernel(lines, "n: int, x: float"), np.zeros(1024, np.float32), 3, 1.0)
    written = dict(re.findall(r" (p\d+) = (.*);", text))
    assert [written[f"p{i}"] for i in range(len(TEXTS))] == list(TEXTS.values())


def test_lists_become_arrays(asc_kernel_text: Any, filecheck: Any) -> None:
    lines = [
        "p = asc.LoadData3DParamsV2((1, 2, n, 4), 8, 8, pad_value=1, dtype=asc.float16)",
        "asc.inline('(void)$0;', (p,))",
    ]
    filecheck(
        asc_kernel_text(kernel(lines), np.zeros(1024, np.int32), 3),
        """
        CHECK: uint8_t pad_list[4] = {1, 2, static_cast<uint8_t>(n), 4};
        CHECK: LoadData3DParamsV2<half>(pad_list, 8, 8, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, false, false, half(1.0f),
        """.replace(',\n        "', ""),
    )


REFUSED = {
    "asc.BinaryRepeatParams(256)": "'dst_blk_stride' is 256; it must be 0..255",
    "asc.BinaryRepeatParams(-1)": "'dst_blk_stride' is -1; it must be 0..255",
    "asc.BinaryRepeatParams(1.5)": "'dst_blk_stride' takes int, not float 1.5",
    "asc.BinaryRepeatParams(1, 1, 1, 1, 1, 1, 1)": "takes 6 arguments, 7 were passed",
    "asc.BinaryRepeatParams(stride=1)": "has no parameter 'stride'",
    "asc.UnaryRepeatParams(2, block_count=1)": "'dst_blk_stride' was passed twice",
    "asc.Nd2NzParams(1, 2)": "'d_value' is missing",
    "asc.Nd2NzParams(4096, 2, 3, 4, 5, 6, 7, 8)": "'nd_num' is 4096; it must be 0..4095",
    "asc.DataCopyParams(asc.float16)": "'block_count' takes int, not DataType asc.float16",
    "asc.DataCopyPadExtParams()": "'dtype' is missing",
    "asc.DataCopyPadExtParams(asc.float32, True, 9)": "'left_padding' is 9 elements of float32, 36 bytes",
    "asc.DataCopyPadExtParams(asc.int8, True, 1, 1, 128)": "'padding_value' is 128; int8 holds whole numbers -128..127",
    "asc.DataCopyPadExtParams(asc.int8, True, 1, 1, 1.5)": "'padding_value' is 1.5; int8 holds whole numbers",
    "asc.MmadParams(4096)": "'m' is 4096; it must be 0..4095",
    "asc.MmadParams(1, 2, 3, unit_flag=0, is_bias=True)": "no overload of MmadParams takes",
    "asc.LoadData2DParams(sid=1)": "'sid' is 1; it must be 0..0",
    "asc.LoadData3DParamsV1([1, 2, 3])": "'pad_list' takes a list of 4 numbers, not list",
    "asc.LoadData3DParamsV1([1, 2, 3, 256])": "'pad_list' is 256; it must be 0..255",
    "asc.MrgSort4Info([1])": "'element_lengths' takes a list of 2 to 4 numbers, not list",
    "asc.MrgSort4Info([1, 2], valid_bit=5)": "'valid_bit' is 5; it must be 3 (two queues), 7 (three) or 15 (four)",
    "asc.VdeqInfo([1.0] * 16, [256] * 16, [True] * 16)": "'offset' is 256; it must be -256..255",
    "asc.FixpipeConfig(1)": "FixpipeConfig takes a CO2Layout, not int 1",
    "asc.FixpipeConfig(asc.CO2Layout.COLUMN_MAJOR)": "COLUMN_MAJOR is not supported on Atlas A2/A3",
    "asc.AippParams(asc.int32)": "'dtype' is int32; it must be int8 or float16",
    "asc.AippParams(asc.int8, asc.AippPaddingParams(dtype=asc.float16))": "'padding_params' is for float16",
    "asc.MrgSortSrcList(asc.int32, asc.LocalTensor(asc.int32), asc.LocalTensor(asc.int32))": "'dtype' is int32",
    "asc.MrgSortSrcList(asc.float16, asc.LocalTensor(asc.float16), asc.LocalTensor(asc.int32))": "'src2' has elements",
    "asc.inline('$0', (asc.InitConstValueParams(1, 2),))": "the element type of this InitConstValueParams",
    "asc.SliceInfo()[5]": "the index of a SliceInfo is a constant, 0 to 4, or the slice [0:]",
    "asc.SliceInfo()[1:]": "the index of a SliceInfo is a constant",
}  # fmt: skip


@pytest.mark.parametrize("call", REFUSED)
def test_bad_arguments_are_refused(call: str, asc_kernel_text: Any) -> None:
    with pytest.raises(CompileError, match=re.escape(REFUSED[call])):
        asc_kernel_text(kernel([call]), np.zeros(1024, np.int32), 3)


def test_fields_are_read_but_not_written(asc_kernel_text: Any) -> None:
    lines = ["p = asc.DataCopyParams(1, n, 3)", "g.set_value(0, p.block_len)", "g.set_value(1, p.src_stride)"]
    lines += ["s = asc.SliceInfo(1, n)", "g.set_value(2, s[1])", "g.set_value(3, s[0:][3])"]
    text = asc_kernel_text(kernel(lines), np.zeros(1024, np.int32), 3)
    assert [f"g.SetValue({i}, {v});" in text for i, v in enumerate(["n", "3", "n", "32"])] == [True] * 4
    with pytest.raises(CompileError, match=r"'block_len' of a DataCopyParams can't be assigned"):
        asc_kernel_text(kernel([*lines, "p.block_len = 4"]), np.zeros(1024, np.int32), 3)


def test_fixpipe_configs_may_be_called() -> None:
    config = asc.FixpipeConfig
    assert config.cfg_nz() is config.cfg_nz
    assert config.cfg_nz == config(asc.CO2Layout.NZ)
    assert (config.cfg_nz.cpp, config.cfg_row_major.cpp) == ("CFG_NZ", "CFG_ROW_MAJOR")


@pytest.mark.parametrize("name", sorted(structs()))
def test_every_field_is_documented(name: str) -> None:
    documented = re.findall(r"^    (\w+): ", structs()[name].ir_spec.doc, re.MULTILINE)
    assert documented == [p.name for p in structs()[name].signature()]
