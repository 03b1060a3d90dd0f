"""Synchronisation of cores, with several blocks of each kind of kernel."""

from __future__ import annotations

import functools
import textwrap
from typing import Any

import numpy as np
import pytest
from written import chosen, kernel, refused, text_of

import asc
from asc_plugins.testing.stages import stages_of

PARAMETERS = "out: asc.GlobalAddress, work: asc.GlobalAddress, n: int, m: int"
PROLOGUE = """
    g = asc.GlobalTensor()
    g.set_global_buffer(out)
    w = asc.GlobalTensor()
    w.set_global_buffer(work)
    u = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 0, 8 * 49)
    me = asc.get_block_idx()
    count = asc.get_block_num()
"""
PHASES = """
    for phase in range(4):
        g.set_value(me, g.get_value(me) + 1)
        {sync}
        total = 0
        for i in range({cores}):
            total += g.get_value(i)
        if total != (phase + 1) * {cores}:
            g.set_value(me, -1000)
        {sync}
"""
CASES = {
    "hard": PHASES.format(sync="asc.sync_all()", cores="count"),
    "soft": PHASES.format(sync="asc.sync_all(w, u)", cores="count"),
    "some": "if me < n:\n" + PHASES.format(sync="asc.sync_all(w, u, n)", cores="n"),
    "some_wrong": "asc.sync_all(w, u, n)",
    "small_ub": "asc.sync_all(w, asc.LocalTensor(asc.int32, asc.TPosition.VECIN, 0, 8), 0)",
    "no_ub": "asc.sync_all(w, asc.LocalTensor(asc.int32, asc.TPosition.A1, 0, 400), 0)",
    "mixed_only": "asc.sync_all(False)",
    "chain": """
        if me > 0:
            asc.ib_wait(w, u, me - 1, n)
        g.set_value(me + 1, g.get_value(me) + me)
        asc.ib_set(w, u, me, n)
    """,
    "ring": """
        for lap in range(3):
            if me > 0 or lap > 0:
                asc.ib_wait(w, u, (me + count - 1) % count, 0)
            g.set_value(0, g.get_value(0) * 2 + me)
            asc.ib_set(w, u, me, 0)
        if me == 0:
            asc.ib_wait(w, u, count - 1, 0)
    """,
    "ib": "asc.ib_set(w, u, n, m)",
    "ib_missing": "asc.ib_wait(w, u, n, m)",
    "ib_small": "asc.ib_set(w, asc.LocalTensor(asc.int32, asc.TPosition.VECIN, 0, 4), 0, 0)",
    "flags": """
        g.set_value(me, me + 1)
        asc.cross_core_set_flag(n, 0, asc.PipeID.PIPE_MTE3)
        asc.cross_core_wait_flag(n, 0, asc.PipeID.PIPE_MTE2)
        total = 0
        for i in range(count):
            total += g.get_value(i)
        g.set_value(count + me, total)
    """,
    "flag_never": "asc.cross_core_wait_flag(n, 0, asc.PipeID.PIPE_V)",
    "counter": """
        for i in range(16):
            asc.cross_core_set_flag(5, 0, asc.PipeID.PIPE_V)
    """,
    "order": """
        asc.init_determine_compute_workspace(w, u)
        for r in range(n):
            asc.wait_pre_block(w, u)
            g.set_value(0, g.get_value(0) * 3 + me)
            asc.notify_next_block(w, u)
    """,
    "order_by_hand": """
        u.set_value(count * 8, 1)
        asc.wait_pre_block(w, u)
        g.set_value(0, g.get_value(0) * 3 + me)
        asc.notify_next_block(w, u)
    """,
    "order_unprepared": "asc.wait_pre_block(w, u)",
    "order_unprepared_end": "asc.notify_next_block(w, u)",
    "order_small": """
        v = asc.LocalTensor(asc.int32, asc.TPosition.VECIN, 0, 8)
        asc.init_determine_compute_workspace(w, v)
    """,
    "order_never": """
        asc.init_determine_compute_workspace(w, u)
        if me != 1:
            asc.wait_pre_block(w, u)
            asc.notify_next_block(w, u)
    """,
    "order_views": """
        asc.init_determine_compute_workspace(w[0:], u[0:])
        asc.wait_pre_block(w[0:], u[0:])
        asc.notify_next_block(w[0:], u[0:])
    """,
}


@pytest.fixture(scope="module")
def cases() -> Any:
    return chosen(PARAMETERS, PROLOGUE, CASES)


def run(cases: Any, name: str, cores: int, n: int = 0, m: int = 0, work: Any = None) -> Any:
    out = np.zeros(64, np.int64)
    work = np.zeros(8 * 48, np.int32) if work is None else work
    cases[cores](list(CASES).index(name), out, work, n, m)
    return out


@pytest.mark.parametrize("name", ["hard", "soft"])
@pytest.mark.parametrize("cores", [1, 7, 48])
def test_all_cores_meet(cases: Any, name: str, cores: int) -> None:
    assert list(run(cases, name, cores)[:cores]) == [4] * cores


def test_some_cores_meet(cases: Any) -> None:
    assert list(run(cases, "some", 7, 3)[:7]) == [4, 4, 4, 0, 0, 0, 0]


@pytest.mark.parametrize("cores", [1, 2, 20])
def test_a_chain_of_blocks(cases: Any, cores: int) -> None:
    out = run(cases, "chain", cores)
    assert list(out[1 : cores + 1]) == list(np.cumsum(np.arange(cores)))


def test_events_have_counters_of_their_own(cases: Any) -> None:
    assert run(cases, "chain", 4, 1)[4] == 6


def test_posts_are_used_again(cases: Any) -> None:
    expected = 0
    for block in [0, 1, 2] * 3:
        expected = expected * 2 + block
    assert run(cases, "ring", 3)[0] == expected


def test_flags_of_all_cores(cases: Any) -> None:
    for flag in (0, 15):
        assert list(run(cases, "flags", 12, flag)[12:24]) == [78] * 12


def test_blocks_in_order(cases: Any) -> None:
    for name, rounds in (("order", 3), ("order_by_hand", 1)):
        expected = 0
        for block in list(range(5)) * rounds:
            expected = expected * 3 + block
        assert run(cases, name, 5, rounds)[0] == expected


def test_order_of_one_block(cases: Any) -> None:
    assert run(cases, "order", 1, 4)[0] == 0


def test_order_zeroes_its_workspace(cases: Any) -> None:
    work = np.full(8 * 48, 5, np.int32)
    run(cases, "order", 4, 2, work=work)
    assert not work[: 8 * 4].any()
    assert (work[8 * 4 :] == 5).all()


def test_views_of_workspaces(cases: Any) -> None:
    run(cases, "order_views", 3)


@pytest.mark.parametrize(
    ("name", "arguments", "kind", "match"),
    [
        ("some_wrong", (4, 5), "check", r"5 cores are outside 0\.\.4, the AIV cores of the launch"),
        ("some_wrong", (4, -1), "check", r"-1 cores are outside 0\.\.4"),
        ("some_wrong", (4, 3), "check", "core 3 is not among the first 3, which meet"),
        ("small_ub", (2,), "bounds", "'ubWorkspace' needs 64 bytes, the tensor has 32"),
        ("no_ub", (2,), "check", "lies in A1; it must lie in VECIN, VECOUT or VECCALC"),
        ("mixed_only", (2,), "deadlock", "in a kernel of one kind of core"),
        ("ib", (4, 4, 0), "flag", r"block 4 is outside 0\.\.3"),
        ("ib", (4, -1, 0), "flag", "block -1"),
        ("ib", (4, 0, -1), "flag", "event -1 is negative"),
        ("ib", (4, 3, 12), "gm", "'work', which has 1536 bytes"),
        ("ib_small", (2,), "bounds", "needs 32 bytes, the tensor has 16"),
        ("ib_missing", (2, 0, 0), "deadlock", "waits in IBWait"),
        ("flags", (2, 16), "flag", r"flag 16 is outside 0\.\.15"),
        ("flag_never", (2, 1), "deadlock", "2 of 2 cores wait for each other"),
        ("counter", (1,), "flag", "flag 5 is set 16 times"),
        ("order_unprepared", (2,), "check", "was not prepared: InitDetermineComputeWorkspace comes first"),
        ("order_unprepared_end", (2,), "check", "was not prepared"),
        ("order_small", (2,), "bounds", "needs 96 bytes, the tensor has 32"),
        ("order_never", (3,), "deadlock", "waits in WaitPreBlock"),
    ],
)
def test_misuse(cases: Any, name: str, arguments: tuple[int, ...], kind: str, match: str) -> None:
    with pytest.raises(asc.ModelError, match=match) as caught:
        run(cases, name, *arguments)
    assert caught.value.kind == kind


@pytest.mark.parametrize("name", ["soft", "ib", "ib_missing"])
def test_counters_begin_at_zero(cases: Any, name: str) -> None:
    with pytest.raises(asc.ModelError, match="holds 1 where a core counts: it must be all 0") as caught:
        run(cases, name, 1, work=np.ones(8 * 48, np.int32))
    assert caught.value.kind == "check"


def test_workspaces_are_large_enough(cases: Any) -> None:
    for name in ("soft", "order"):
        with pytest.raises(asc.ModelError, match="'work', which has 96 bytes"):
            run(cases, name, 4, 1, work=np.zeros(24, np.int32))


MIXED = """
@asc.jit(kernel_type={kind!r})
def kernel(out: asc.GlobalAddress, work: asc.GlobalAddress, case: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(out)
    w = asc.GlobalTensor()
    w.set_global_buffer(work)
    u = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 0, 8 * 16)
    block = asc.get_block_idx() // asc.get_sub_block_num()
    place = block * 8
    if case == 0:
        if asc.ascend_is_aic():
            g.set_value(place, 7)
            asc.cross_core_set_flag(3, 2, asc.PipeID.PIPE_FIX)
            asc.cross_core_wait_flag(4, 2, asc.PipeID.PIPE_M)
            g.set_value(place + 3, g.get_value(place + 1) + g.get_value(place + 2))
        else:
            asc.cross_core_wait_flag(3, 2, asc.PipeID.PIPE_V)
            g.set_value(place + 1 + asc.get_sub_block_idx(), g.get_value(place) * (asc.get_sub_block_idx() + 1))
            asc.cross_core_set_flag(5, 1, asc.PipeID.PIPE_V)
            asc.cross_core_wait_flag(5, 1, asc.PipeID.PIPE_V)
            asc.cross_core_set_flag(4, 2, asc.PipeID.PIPE_MTE3)
    elif case == 1:
        if asc.ascend_is_aic():
            g.set_value(place, 5)
        asc.sync_all(False)
        if asc.ascend_is_aiv():
            other = (block + 1) % asc.get_block_num() * 8
            g.set_value(place + 1 + asc.get_sub_block_idx(), g.get_value(other) + 1)
        asc.sync_all(False)
        if asc.ascend_is_aic():
            g.set_value(place + 3, g.get_value(place + 1))
    elif case == 2:
        if asc.ascend_is_aiv():
            g.set_value(place + asc.get_sub_block_idx(), 1)
        asc.sync_all(w, u, 0, False)
        if asc.ascend_is_aiv():
            if asc.get_block_idx() == 0:
                total = 0
                for i in range(asc.get_block_num() * 8):
                    total += g.get_value(i)
                g.set_value(7, total)
    elif case == 3:
        asc.sync_all(w, u)
    elif case == 4:
        if asc.get_block_idx() > 0:
            asc.ib_wait(w, u, asc.get_block_idx() - 1, 0, False)
        if asc.ascend_is_aiv():
            g.set_value(0, g.get_value(0) * 2 + asc.get_block_idx())
        if asc.ascend_is_aiv():
            asc.ib_set(w, u, asc.get_block_idx(), 0, is_aiv_only=False)
    elif case == 5:
        asc.sync_all(True)
    elif case == 6:
        if asc.ascend_is_aic():
            asc.cross_core_wait_flag(1)
        else:
            asc.cross_core_wait_flag(2)
    elif case == 7:
        if asc.ascend_is_aiv():
            asc.wait_pre_block(w, u)
"""


@functools.cache
def mixed(kind: str) -> Any:
    return kernel(MIXED.format(kind=kind))


def run_mixed(kind: str, case: int, cores: int = 3) -> Any:
    out = np.zeros((cores, 8), np.int64)
    mixed(kind)[cores](out, np.zeros(8 * 16, np.int32), case)
    return out


def test_flags_of_a_mixed_kernel() -> None:
    for row in run_mixed("MIX_AIC_1_2", 0):
        assert list(row) == [7, 7, 14, 21, 0, 0, 0, 0]
    for row in run_mixed("MIX_AIC_1_1", 0):
        assert list(row) == [7, 7, 0, 7, 0, 0, 0, 0]


def test_all_cores_of_a_mixed_kernel_meet() -> None:
    for row in run_mixed("MIX_AIC_1_2", 1):
        assert list(row[:4]) == [5, 6, 6, 6]


def test_vector_cores_of_a_mixed_kernel_meet_in_memory() -> None:
    assert run_mixed("MIX_AIC_1_2", 2)[0, 7] == 6
    with pytest.raises(asc.ModelError, match="is true in a kernel of both kinds of core"):
        run_mixed("MIX_AIC_1_2", 3)


def test_posts_of_a_mixed_kernel() -> None:
    expected = 0
    for core in range(6):
        expected = expected * 2 + core
    assert run_mixed("MIX_AIC_1_2", 4)[0, 0] == expected


def test_each_kind_of_core_meets() -> None:
    run_mixed("MIX_AIC_1_2", 5)
    run_mixed("AIC_ONLY", 5)


def test_deadlock_names_each_core() -> None:
    with pytest.raises(asc.ModelError, match="block 0 AIC waits in CrossCoreWaitFlag") as caught:
        run_mixed("MIX_AIC_1_2", 6, 1)
    assert "block 0 AIV1 waits in CrossCoreWaitFlag" in str(caught.value)


def test_the_kernel_type_follows_from_flags() -> None:
    body = "@asc.jit\ndef kernel(n: int):\n    "
    for call, kind in {
        "asc.sync_all()": "MIX_AIV_1_0",
        "asc.cross_core_set_flag(0, 0, asc.PipeID.PIPE_V)": "MIX_AIV_1_0",
        "asc.pipe_barrier(asc.PipeID.PIPE_V)": "AIV_ONLY",
    }.items():
        assert f'"{kind}"' in stages_of(kernel(body + call), 1).passes


def test_order_is_for_vector_kernels() -> None:
    with pytest.raises(asc.ModelError, match="works in kernels of AIV cores only"):
        run_mixed("MIX_AIC_1_2", 7)


def test_text(cases: Any) -> None:
    text = text_of(cases, 0, np.zeros(64, np.int64), np.zeros(8, np.int32), 0, 0)
    for call in (
        "SyncAll();", "SyncAll(w, u, 0);", "SyncAll(w, u, n);", "SyncAll<false>();", "IBSet(w, u, n, m);",
        "IBWait(w, u, n, m);", "CrossCoreSetFlag<0, PIPE_MTE3>(n);", "CrossCoreWaitFlag<0, PIPE_MTE2>(n);",
        "InitDetermineComputeWorkspace(w, u);", "WaitPreBlock(w, u);", "NotifyNextBlock(w, u);",
    ):  # fmt: skip
        assert call in text
    text = text_of(mixed("MIX_AIC_1_2"), np.zeros(64, np.int64), np.zeros(8, np.int32), 0)
    for call in (
        "SyncAll<false>(w, u, 0);",
        "IBSet<false>(w, u, ",
        "CrossCoreSetFlag<2, PIPE_FIX>(3);",
        "CrossCoreWaitFlag(1);",
    ):
        assert call in text


@pytest.mark.parametrize(
    ("call", "match"),
    [
        ("asc.ib_set(g, u, -1, 0)", "'block_idx' is -1; it must be at least 0"),
        ("asc.ib_wait(g, u, 0, -1)", "'event_id' is -1"),
        ("asc.ib_set(g, f, 0, 0)", "doesn't support these data types: gm_workspace: int32, ub_workspace: float32"),
        ("asc.sync_all(g, f)", "doesn't support these data types"),
        ("asc.sync_all(g, u, -1)", "'used_cores' is -1; it must be at least 0"),
        ("asc.sync_all(g)", "no overload of asc.sync_all takes"),
        ("asc.wait_pre_block(g, f)", "doesn't support these data types"),
        ("asc.notify_next_block(u, g)", "'gm_workspace' takes GlobalTensor, not LocalTensor of int32"),
    ],
)
def test_refusals(call: str, match: str) -> None:
    prologue = """
        g = asc.GlobalTensor()
        g.set_global_buffer(x)
        u = asc.LocalTensor(asc.int32, asc.TPosition.VECIN, 0, 64)
        f = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    """
    refused(textwrap.dedent(prologue) + call, match, "x: asc.GlobalAddress", np.zeros(64, np.int32))
