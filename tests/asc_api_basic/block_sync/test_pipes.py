"""Flags and barriers within a core."""

from __future__ import annotations

import numpy as np
import pytest
from written import chosen, kernel, refused, text_of

import asc

CASES = {
    "pair": """
        asc.set_flag(asc.HardEvent.MTE2_V, n)
        asc.wait_flag(asc.HardEvent.MTE2_V, n)
        asc.set_flag(asc.HardEvent.V_MTE3)
        asc.wait_flag(asc.HardEvent.V_MTE3)
    """,
    "all_ids": """
        for i in range(8):
            asc.set_flag(asc.HardEvent.S_V, i)
        for i in range(8):
            asc.wait_flag(asc.HardEvent.S_V, i)
    """,
    "twice": """
        asc.set_flag(asc.HardEvent.MTE2_V, n)
        asc.set_flag(asc.HardEvent.MTE2_V, n)
        asc.wait_flag(asc.HardEvent.MTE2_V, n)
    """,
    "never": """
        asc.wait_flag(asc.HardEvent.MTE2_V, n)
        asc.set_flag(asc.HardEvent.MTE2_V, n)
    """,
    "other": """
        asc.set_flag(asc.HardEvent.MTE2_V, n)
        asc.wait_flag(asc.HardEvent.V_MTE2, n)
    """,
    "barriers": """
        asc.pipe_barrier(asc.PipeID.PIPE_V)
        asc.pipe_barrier(asc.PipeID.PIPE_MTE2)
        asc.pipe_barrier(asc.PipeID.PIPE_MTE3)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.data_sync_barrier(asc.MemDsbT.ALL)
        asc.data_sync_barrier(asc.MemDsbT.DDR)
        asc.data_sync_barrier(asc.MemDsbT.UB)
        asc.data_sync_barrier(asc.MemDsbT.SEQ)
    """,
}


@pytest.fixture(scope="module")
def cases() -> object:
    return chosen("n: int", "", CASES)


def run(cases: object, name: str, n: int = 3) -> None:
    cases[1](list(CASES).index(name), n)  # type: ignore[index]


@pytest.mark.parametrize("name", ["pair", "all_ids", "barriers"])
def test_legal_uses(cases: object, name: str) -> None:
    for n in range(8):
        run(cases, name, n)


@pytest.mark.parametrize(
    ("name", "n", "kind", "api", "match"),
    [
        ("pair", 8, "flag", "SetFlag", "event id 8 is outside 0..7"),
        ("pair", -1, "flag", "SetFlag", "event id -1"),
        ("never", 8, "flag", "WaitFlag", "event id 8 is outside 0..7"),
        ("twice", 3, "flag", "SetFlag", "event id 3 is set a second time without a wait between"),
        ("never", 3, "deadlock", "WaitFlag", "waits for event id 3, which nothing set before"),
        ("other", 3, "deadlock", "WaitFlag", "waits for event id 3"),
    ],
)
def test_misuse(cases: object, name: str, n: int, kind: str, api: str, match: str) -> None:
    with pytest.raises(asc.ModelError, match=match) as caught:
        run(cases, name, n)
    assert (caught.value.kind, caught.value.api) == (kind, api)


def test_flags_carry_time() -> None:
    """An instruction behind a flag starts after the move that the flag tells of."""
    function = kernel("""
        @asc.jit
        def kernel(out: asc.GlobalAddress, x: asc.GlobalAddress, wait: int):
            g = asc.GlobalTensor()
            g.set_global_buffer(out)
            src = asc.GlobalTensor()
            src.set_global_buffer(x)
            t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 16384)
            asc.data_copy(t, src, 16384)
            asc.set_flag(asc.HardEvent.MTE2_S, 0)
            if wait == 1:
                asc.wait_flag(asc.HardEvent.MTE2_S, 0)
            g.set_value(0, asc.get_system_cycle())
            if wait == 0:
                asc.wait_flag(asc.HardEvent.MTE2_S, 0)
    """)
    x, times = np.zeros(16384, np.float32), []
    for wait in (0, 1):
        out = np.zeros(1, np.int64)
        function[1](out, x, wait)
        times.append(out[0])
    # 64 KiB take 2048 cycles and more, 37 of them a step.
    assert times[0] < 10
    assert times[1] >= 2048 // 37


def test_text(cases: object) -> None:
    text = text_of(cases, 0, 1)
    assert "SetFlag<HardEvent::MTE2_V>(n);\nWaitFlag<HardEvent::MTE2_V>(n);\nSetFlag<HardEvent::V_MTE3>(0);" in text
    assert "PipeBarrier<PIPE_V>();" in text
    assert "PipeBarrier<PIPE_ALL>();" in text
    assert "DataSyncBarrier<MemDsbT::ALL>();\nDataSyncBarrier<MemDsbT::DDR>();" in text


@pytest.mark.parametrize(
    ("call", "match"),
    [
        ("asc.set_flag(asc.HardEvent.MTE2_V, 8)", "'event_id' is 8; it must be 0..7"),
        ("asc.wait_flag(asc.HardEvent.MTE2_V, -1)", "'event_id' is -1; it must be 0..7"),
        ("asc.set_flag(asc.PipeID.PIPE_V, 0)", "'event' takes HardEvent, not PipeID.PIPE_V"),
        ("asc.set_flag(asc.HardEvent.MTE2_V, 1.5)", "'event_id' takes int, not float 1.5"),
        ("asc.pipe_barrier(asc.PipeID.PIPE_S)", "the scalar unit keeps its order by itself"),
        ("asc.pipe_barrier(asc.PipeID.PIPE_V2)", "'pipe' is PIPE_V2; it must be one of PIPE_V, .* PIPE_ALL"),
        ("asc.data_sync_barrier(0)", "'arg0' takes MemDsbT, not int 0"),
        ("asc.cross_core_set_flag(16, 0, asc.PipeID.PIPE_MTE3)", "'flag_id' is 16; it must be 0..15"),
        ("asc.cross_core_set_flag(0, 3, asc.PipeID.PIPE_MTE3)", "'mode_id' is 3; it must be one of 0, 1, 2"),
        ("asc.cross_core_set_flag(0, 0, asc.PipeID.PIPE_S)", "'pipe' is PIPE_S; it must be one of"),
        ("asc.cross_core_set_flag(0, 0, asc.PipeID.PIPE_ALL)", "'pipe' is PIPE_ALL"),
        ("asc.cross_core_set_flag(0, n, asc.PipeID.PIPE_V)", "'mode_id' takes int, not a runtime int32"),
        ("asc.cross_core_wait_flag(-1, 0, asc.PipeID.PIPE_V)", "'flag_id' is -1"),
        ("asc.cross_core_wait_flag(0, 4, asc.PipeID.PIPE_V)", "'mode_id' is 4"),
        ("asc.cross_core_wait_flag(0, 0, asc.PipeID.PIPE_ALL)", "'pipe' is PIPE_ALL"),
    ],
)
def test_refusals(call: str, match: str) -> None:
    refused(call, match, "n: int", 1)
