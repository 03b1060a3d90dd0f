"""The kernel function as the device is entered."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from asc_core.backends.base import KernelText
from asc_core.backends.npu import binary, entry

TEXT = """\
#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void k({parameters}) {{
#line 3 "a.py"  // pass
    {body}
}}
"""


def made(parameters: str, kernel_type: str = "AIV_ONLY", *, prints: bool = False, body: str = "") -> list[str]:
    text = TEXT.format(parameters=parameters, body=body)
    return entry.make(KernelText("k", text, (), kernel_type), prints=prints).splitlines()


def test_addresses_and_wide_numbers_fill_their_slot() -> None:
    lines = made("__gm__ float* x, int64_t n, double d")
    assert lines[2] == (
        'extern "C" __global__ __aicore__ void k(__gm__ float* x, int64_t n, double d, uint64_t asc_sync_address) '
        "{ set_ffts_base_addr(asc_sync_address);"
    )
    assert lines[3:] == ['#line 3 "a.py"  // pass', "    ", "}"]


def test_narrow_numbers_are_filled_up() -> None:
    (line,) = [line for line in made("bool p, int32_t n, half h") if "void k(" in line]
    assert "(bool p, int32_t asc_rest_0, int32_t n, int32_t asc_rest_1, half h, int32_t asc_rest_2, uint64_t" in line


def test_structs_begin_in_a_slot() -> None:
    lines = made("Box box, Pair<int, float> pair, __gm__ half* x")
    assert lines[2] == "template <typename T> struct alignas(8) AscSlot { T value; };"
    assert "k(AscSlot<Box> asc_slot_0, AscSlot<Pair<int, float>> asc_slot_1, __gm__ half* x, uint64_t" in lines[3]
    assert "{ Box& box = asc_slot_0.value; Pair<int, float>& pair = asc_slot_1.value; set_ffts_base_addr(" in lines[3]


def test_a_kernel_without_arguments_has_the_runtimes() -> None:
    assert made("")[2].startswith('extern "C" __global__ __aicore__ void k(uint64_t asc_sync_address) {')


@pytest.mark.parametrize(
    ("kernel_type", "mixed"),
    [("AIV_ONLY", "false"), ("MIX_AIC_HARD_SYNC", "false"), ("MIX_AIV_1_0", "true"), ("MIX_AIC_1_2", "true")],
)
def test_kernels_that_print_get_a_dump_buffer(kernel_type: str, mixed: str) -> None:
    line = made("int32_t n", kernel_type, prints=True)[2]
    assert "uint64_t asc_sync_address, __gm__ uint8_t* asc_dump_address) {" in line
    assert f"AscendC::InitDump({mixed}, asc_dump_address, 1048576);" in line
    assert "InitDump" not in made("int32_t n", kernel_type)[2]


def test_vector_cores_of_a_matmul_are_let_go() -> None:
    body = "REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), mm);"
    flag = "if ASCEND_IS_AIC { AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(15); }"
    assert flag in made("", "MIX_AIC_1_2", body=body)[2]
    assert flag not in made("", "AIC_ONLY", body=body)[2]
    assert flag not in made("", "MIX_AIC_1_2")[2]


def test_a_text_without_the_kernel_is_refused() -> None:
    with pytest.raises(ValueError, match="doesn't define a kernel function 'other'"):
        entry.make(KernelText("other", TEXT.format(parameters="", body=""), (), "AIV_ONLY"), prints=False)


def test_arguments_stand_where_launches_put_them(tmp_path: Path) -> None:
    """The compiler aligns arguments to their type and to 4 bytes at least; the host's compiler lays that out."""
    line = next(
        line for line in made("bool p, Box box, float f, int8_t c, __gm__ float* x, uint64_t n") if "void k(" in line
    )
    parameters = [part.rpartition(" ") for part in line[line.index("k(") + 2 : line.index(") {")].split(", ")]
    fields = "\n".join(
        f"alignas(((alignof({type_}) + 3) >> 2) << 2) {type_} {name};"
        for type_, _, name in ((type_.replace("__gm__ ", ""), space, name) for type_, space, name in parameters)
    )
    names = ["p", "asc_slot_1", "f", "c", "x", "n", "asc_sync_address"]
    source = tmp_path / "layout.cpp"
    source.write_text(
        "#include <cstddef>\n#include <cstdint>\n#include <cstdio>\n"
        "struct Box { int32_t a; int8_t b[9]; };\n"
        "template <typename T> struct alignas(8) AscSlot { T value; };\n"
        f"struct Arguments {{ {fields} }};\n"
        f'int main() {{ {"".join(f"""std::printf("%zu ", offsetof(Arguments, {name}));""" for name in names)} '
        'std::printf("%zu", sizeof(Arguments)); }\n'
    )
    compiler = shutil.which("g++") or shutil.which("clang++")
    assert compiler is not None
    subprocess.run([compiler, "-std=c++17", str(source), "-o", str(tmp_path / "layout")], check=True)
    offsets = subprocess.run([str(tmp_path / "layout")], capture_output=True, text=True, check=True).stdout.split()
    # p and f and c have a slot each, the struct of 16 bytes has two.
    assert offsets == ["0", "8", "24", "32", "40", "48", "56", "64"]


def test_binaries_carry_what_launches_need() -> None:
    packed = binary.pack(b"\0ELFdata", binary.Binary("k", True))
    assert packed.startswith(b"\0ELFdata")
    assert binary.unpack(packed) == (b"\0ELFdata", binary.Binary("k", True))


@pytest.mark.parametrize("data", [b"", b"\0ELF", struct.pack("<I8s", 99, b"ASCNPU01")])
def test_other_binaries_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no kernel of the NPU backend"):
        binary.unpack(data)
