"""What cores know of themselves, in kernels of each kind."""

from __future__ import annotations

import numpy as np
import pytest
from written import kernel, refused, text_of

import asc

SOURCE = """
@asc.jit(kernel_type={kind!r})
def kernel(out: asc.GlobalAddress):
    g = asc.GlobalTensor()
    g.set_global_buffer(out)
    row = asc.get_block_idx() * 8
    if asc.ascend_is_aic():
        row += 64
    g.set_value(row, asc.get_block_idx())
    g.set_value(row + 1, asc.get_block_num())
    g.set_value(row + 2, asc.get_sub_block_idx())
    g.set_value(row + 3, asc.get_sub_block_num())
    g.set_value(row + 4, asc.get_task_ratio())
    g.set_value(row + 5, 1)
"""

#: By kind of kernel: AIV cores and AIC cores of a block.
KINDS = {
    "AIV_ONLY": (1, 0), "MIX_AIV_1_0": (1, 0), "AIC_ONLY": (0, 1), "MIX_AIC_1_0": (0, 1), "MIX_AIC_1_1": (1, 1),
    "MIX_AIC_1_2": (2, 1),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_of_cores(kind: str) -> None:
    out = np.zeros((2, 8, 8), np.int64)
    kernel(SOURCE.format(kind=kind))[3](out)
    for rows, cores in zip(out, KINDS[kind], strict=True):
        for index, row in enumerate(rows):
            exists = index < 3 * cores
            expected = [index, 3, index % cores, cores, cores, 1, 0, 0] if exists else [0] * 8
            assert list(row) == expected


@asc.jit
def facts(out: asc.GlobalAddress, x: asc.GlobalAddress):
    g = asc.GlobalTensor()
    g.set_global_buffer(out)
    src = asc.GlobalTensor()
    src.set_global_buffer(x)
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 16384)
    g.set_value(0, asc.get_data_block_size_in_bytes())
    g.set_value(1, asc.get_arch_version())
    version = asc.number(7, asc.int32)
    asc.get_arch_version(version)
    g.set_value(2, version)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    before = asc.get_system_cycle()
    asc.data_copy(t, src, 16384)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    after = asc.get_system_cycle()
    g.set_value(3, after - before)
    g.set_value(4, asc.get_program_counter())
    g.set_value(5, asc.get_program_counter())


def test_facts() -> None:
    out = np.zeros(6, np.int64)
    facts[1](out, np.zeros(16384, np.float32))
    assert list(out[:3]) == [32, 0x220, 0x220]
    # 64 KiB at 32 bytes a cycle of 1850 MHz are 1.1 microseconds; the counter steps 50 times in one.
    assert 50 <= out[3] <= 110
    assert 0 < out[4] < out[5] < 2**48


def test_text() -> None:
    text = text_of(facts, np.zeros(6, np.int64), np.zeros(16384, np.float32))
    assert "uint32_t core_version = 0;\nGetArchVersion(core_version);" in text
    assert "int64_t before = GetSystemCycle();" in text
    text = text_of(kernel(SOURCE.format(kind="MIX_AIC_1_2")), np.zeros((2, 8, 8), np.int64))
    for call in ("GetBlockIdx()", "GetBlockNum()", "GetSubBlockIdx()", "GetSubBlockNum()", "GetTaskRatio()"):
        assert call in text
    assert "if ((g_coreType == AscendC::AIC))" in text or "if (g_coreType == AscendC::AIC)" in text


def test_trap() -> None:
    function = kernel("""
        @asc.jit
        def kernel(n: int):
            if asc.get_block_idx() == n:
                asc.trap()
    """)
    function[2](5)
    with pytest.raises(asc.ModelError, match="the kernel trapped") as caught:
        function[2](1)
    assert (caught.value.api, caught.value.line, caught.value.block) == ("Trap", 5, 1)


def test_a_constant_can_not_become_the_version() -> None:
    refused("asc.get_arch_version(0)", "writes into 'core_version', and 0 is a constant", "n: int", 1)
