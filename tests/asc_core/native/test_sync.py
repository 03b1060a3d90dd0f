"""Flags within a core, and synchronisation of cores."""

from __future__ import annotations

import numpy as np
import pytest

from asc_core.errors import ModelError

from .conftest import Build, Kernels

BODIES = {
    "wait_unset": "WaitFlag<HardEvent::MTE2_V>(3);",
    "set_twice": "SetFlag<HardEvent::MTE2_V>(3);\nSetFlag<HardEvent::MTE2_V>(3);",
    "other_event": "SetFlag<HardEvent::V_MTE2>(3);\nWaitFlag<HardEvent::MTE2_V>(3);",
    "event_id": "SetFlag<HardEvent::MTE2_V>(ARG(0, int));",
    "phases": """
        GlobalTensor<int64_t> g; g.SetGlobalBuffer(ARG(0, int64_t*));
        int64_t n = GetBlockNum(), me = GetBlockIdx();
        for (int phase = 0; phase < 5; ++phase) {
            g.SetValue(me, g.GetValue(me) + 1);
            SyncAll();
            int64_t sum = 0;
            for (int64_t i = 0; i < n; ++i) sum += g.GetValue(i);
            if (sum != n * (phase + 1)) g.SetValue(me, -1000000);
            SyncAll();
        }
    """,
    "one_missing": "if (GetBlockIdx() != 2) {\nSyncAll();\n}",
    "chain": """
        GlobalTensor<int64_t> g; g.SetGlobalBuffer(ARG(0, int64_t*));
        GlobalTensor<int32_t> w; w.SetGlobalBuffer(ARG(1, int32_t*)); LocalTensor<int32_t> u(TPosition::VECIN, 0, 8);
        int me = int(GetBlockIdx());
        if (me > 0) IBWait(w, u, me - 1, 0);
        g.SetValue(me + 1, g.GetValue(me) + me);
        IBSet(w, u, me, 0);
    """,
    "wait_for_nobody": "GlobalTensor<int32_t> w; w.SetGlobalBuffer(ARG(0, int32_t*)); "
    "LocalTensor<int32_t> u(TPosition::VECIN, 0, 8);\nIBWait(w, u, 0, 5);",
    "all_cores": """
        GlobalTensor<int64_t> g; g.SetGlobalBuffer(ARG(0, int64_t*));
        int64_t n = GetBlockNum(), me = GetBlockIdx();
        g.SetValue(me, me + 1);
        CrossCoreSetFlag<0, PIPE_MTE3>(1);
        CrossCoreWaitFlag(1);
        int64_t sum = 0;
        for (int64_t i = 0; i < n; ++i) sum += g.GetValue(i);
        g.SetValue(n + me, sum);
    """,
    "mixed": """
        GlobalTensor<int64_t> g; g.SetGlobalBuffer(ARG(0, int64_t*));
        if ASCEND_IS_AIC {
            g.SetValue(GetBlockIdx() * 8, 7);
            CrossCoreSetFlag<2, PIPE_FIX>(3);
            CrossCoreWaitFlag(4);
            g.SetValue(GetBlockIdx() * 8 + 3, g.GetValue(GetBlockIdx() * 8 + 1) + g.GetValue(GetBlockIdx() * 8 + 2));
        }
        if ASCEND_IS_AIV {
            CrossCoreWaitFlag(3);
            int64_t block = GetBlockIdx() / 2;
            g.SetValue(block * 8 + 1 + GetSubBlockIdx(), g.GetValue(block * 8) * (GetSubBlockIdx() + 1));
            CrossCoreSetFlag<1, PIPE_V>(5);
            CrossCoreWaitFlag(5);
            CrossCoreSetFlag<2, PIPE_MTE3>(4);
            g.SetValue(block * 8 + 4 + GetSubBlockIdx(), GetBlockIdx() * 100 + GetSubBlockNum() * 10 + GetTaskRatio());
        }
    """,
    "mixed_deadlock": "if ASCEND_IS_AIC {\nCrossCoreWaitFlag(3); }\nif ASCEND_IS_AIV {\nCrossCoreWaitFlag(4); }",
    "counter": "for (int i = 0; i < 16; ++i)\nCrossCoreSetFlag<0, PIPE_MTE3>(1);",
    "cross_id": "CrossCoreWaitFlag(16);",
    "error_beside_sync": """
        if (GetBlockIdx() == 6) { LocalTensor<float> t(TPosition::VECIN, 0, 8); t.GetValue(8); }
        SyncAll();
    """,
    "clock": """
        LocalTensor<float> t(TPosition::VECIN, 0, 1024); GlobalTensor<float> g; g.SetGlobalBuffer(ARG(0, float*));
        if (GetBlockIdx() == 0) DataCopy(t, g, 1024);
        SyncAll();
        if (GetBlockIdx() == 1) DataCopy(t, g, 1024);
    """,
}


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    return build(BODIES, "tensor.h", "sys_var.h", "block_sync.h", "data_copy.h")


def failure(kernels: Kernels, name: str, *args: object, **options: object) -> ModelError:
    with pytest.raises(ModelError) as caught:
        kernels.run(name, *args, **options)
    return caught.value


def test_waiting_for_a_flag_never_set(kernels: Kernels) -> None:
    error = failure(kernels, "wait_unset")
    assert (error.kind, error.api, error.line) == ("deadlock", "WaitFlag", 1)
    assert "event id 3" in error.message


def test_setting_a_flag_twice(kernels: Kernels) -> None:
    error = failure(kernels, "set_twice")
    assert (error.kind, error.api, error.line) == ("flag", "SetFlag", 2)


def test_flags_of_other_pipes_are_others(kernels: Kernels) -> None:
    assert failure(kernels, "other_event").kind == "deadlock"


@pytest.mark.parametrize("event_id", [-1, 8])
def test_event_id_out_of_range(kernels: Kernels, event_id: int) -> None:
    error = failure(kernels, "event_id", event_id)
    assert (error.kind, error.message) == ("flag", f"event id {event_id} is outside 0..7")


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_sync_all_of_48_blocks(kernels: Kernels, threads: int) -> None:
    counters = np.zeros(48, np.int64)
    kernels.run("phases", counters, cores=48, threads=threads)
    np.testing.assert_array_equal(counters, 5)


@pytest.mark.parametrize("threads", [1, 3])
def test_sync_all_that_one_block_misses(kernels: Kernels, threads: int) -> None:
    error = failure(kernels, "one_missing", cores=4, threads=threads)
    assert (error.kind, error.api, error.block, error.line) == ("deadlock", "SyncAll", 0, 2)
    assert "3 of 4 cores wait for each other and the other 1 have ended" in error.message
    assert "block 3 waits in SyncAll at one_missing.py:2" in error.message


def test_blocks_in_a_chain(kernels: Kernels) -> None:
    sums = np.zeros(21, np.int64)
    kernels.run("chain", sums, np.zeros(20 * 8, np.int32), cores=20, threads=2)
    np.testing.assert_array_equal(sums[1:], np.cumsum(np.arange(20)))


def test_waiting_for_a_block_that_never_comes(kernels: Kernels) -> None:
    error = failure(kernels, "wait_for_nobody", np.zeros(6 * 8, np.int32))
    assert (error.kind, error.api, error.line) == ("deadlock", "IBWait", 2)


def test_cross_core_flags_of_all_cores(kernels: Kernels) -> None:
    values = np.zeros(24, np.int64)
    kernels.run("all_cores", values, cores=12, threads=2)
    np.testing.assert_array_equal(values[12:], sum(range(1, 13)))


@pytest.mark.parametrize("threads", [1, 2])
def test_cube_and_vector_cores_of_a_mixed_kernel(kernels: Kernels, threads: int) -> None:
    values = np.zeros((4, 8), np.int64)
    kernels.run("mixed", values, cores=4, core_type="mix", threads=threads)
    for block, row in enumerate(values):
        aiv = [(2 * block + part) * 100 + 22 for part in (0, 1)]
        np.testing.assert_array_equal(row, [7, 7, 14, 21, *aiv, 0, 0])


def test_deadlock_of_a_mixed_kernel_names_each_core(kernels: Kernels) -> None:
    error = failure(kernels, "mixed_deadlock", core_type="mix")
    assert (error.kind, error.core_type) == ("deadlock", "AIC")
    assert "block 0 AIC waits in CrossCoreWaitFlag at mixed_deadlock.py:2" in error.message
    assert "block 0 AIV1 waits in CrossCoreWaitFlag at mixed_deadlock.py:4" in error.message


def test_cross_core_counters_end_at_15(kernels: Kernels) -> None:
    error = failure(kernels, "counter")
    assert (error.kind, error.argument) == ("flag", "flagId")
    assert "flag 1 is set 16 times" in error.message


def test_cross_core_flag_out_of_range(kernels: Kernels) -> None:
    assert failure(kernels, "cross_id").message == "flag 16 is outside 0..15"


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_beside_waiting_blocks_is_the_one_reported(kernels: Kernels, threads: int) -> None:
    error = failure(kernels, "error_beside_sync", cores=8, threads=threads)
    assert (error.kind, error.block) == ("bounds", 6)


def test_a_meeting_carries_time(kernels: Kernels) -> None:
    array = np.zeros(1024, np.float32)
    # Two copies of 128 cycles, the second after the first.
    assert kernels.run("clock", array, cores=2).cycles > 256
