"""Queues, buffers, pools and the pipe that hands them out, through kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from written import chosen, kernel, refused, text_of

import asc

PARAMETERS = "out: asc.GlobalAddress, x: asc.GlobalAddress, n: int"
PROLOGUE = """
    g = asc.GlobalTensor()
    g.set_global_buffer(out)
    xg = asc.GlobalTensor()
    xg.set_global_buffer(x)
    pipe = asc.TPipe()
"""
QUEUE = "q = asc.TQue(asc.TPosition.VECIN, 2)\npipe.init_buffer(q, 2, 64)\n"
CASES = {
    "order": """
        q = asc.TQue(asc.TPosition.VECIN, 3)
        pipe.init_buffer(que=q, num=3, len=32)
        for i in range(3):
            t = q.alloc_tensor(asc.int32)
            t.set_value(0, 10 + i)
            q.enque(t)
        g.set_value(6, q.get_tensor_count_in_que())
        g.set_value(7, q.vacant_in_que())
        g.set_value(8, q.has_idle_buffer())
        g.set_value(9, q.has_tensor_in_que())
        for i in range(3):
            t = q.deque(asc.int32)
            g.set_value(i, t.get_value(0))
            g.set_value(3 + i, t.get_phy_addr())
            q.free_tensor(t)
        g.set_value(10, q.vacant_in_que())
        g.set_value(11, q.has_idle_buffer())
        g.set_value(12, q.has_tensor_in_que())
        g.set_value(13, q.get_tensor_count_in_que())
        q.free_all_event()
    """,
    "in_place": """
        q = asc.TQue(asc.TPosition.VECOUT, 0)
        pipe.init_buffer(q, 2, 96)
        t = asc.LocalTensor(asc.int32)
        for i in range(4):
            q.alloc_tensor(t)
            t.set_value(1, i * i)
            q.enque(t)
            q.deque(t)
            g.set_value(i, t.get_value(1))
            g.set_value(4 + i, t.get_phy_addr())
            q.free_tensor(t)
        g.set_value(8, t.get_size())
    """,
    "bound": """
        q = asc.TQueBind(asc.TPosition.VECIN, asc.TPosition.VECOUT, 1)
        pipe.init_buffer(q, 1, 64)
        t = q.alloc_tensor(asc.int32)
        asc.data_copy(t, xg, 16)
        q.enque(t, asc.TPosition.GM, asc.TPosition.VECIN)
        u = q.deque(asc.int32, asc.TPosition.GM, asc.TPosition.VECIN)
        u.set_value(0, u.get_value(5) * 2)
        q.enque(u, src_user_pos=asc.TPosition.VECOUT, dst_user_pos=asc.TPosition.GM)
        v = q.deque(asc.int32, asc.TPosition.VECOUT, asc.TPosition.GM)
        g.set_value(0, v.get_value(0))
        q.free_tensor(v)
    """,
    "buffers": """
        a = asc.TBuf(asc.TPosition.VECCALC)
        b = asc.TBuf(asc.TPosition.VECCALC)
        c = asc.TBuf(asc.TPosition.A1)
        pipe.init_buffer(a, 100)
        pipe.init_buffer(buf=b, num=64)
        pipe.init_buffer(c, len=32)
        g.set_value(0, a.get(asc.float16).get_size())
        g.set_value(1, b.get(asc.float32).get_phy_addr())
        g.set_value(2, a.get(asc.float32, 8).get_size())
        g.set_value(3, a.get(asc.float32, n).get_size())
        g.set_value(4, a.get(asc.int8, shape=[2, 3, 4]).get_size())
        g.set_value(5, a.get(asc.int8, (7, 1)).get_size())
        g.set_value(6, a.get_with_offset(4, 96, asc.int16).get_phy_addr())
        g.set_value(7, a.get_with_offset(4, n * 32, asc.int16).get_size())
        g.set_value(8, c.get(asc.int8).get_phy_addr())
        g.set_value(9, pipe.get_base_addr(asc.TPosition.A1) + pipe.get_base_addr())
    """,
    "events": """
        g.set_value(0, pipe.alloc_event_id(asc.HardEvent.V_S))
        g.set_value(1, pipe.alloc_event_id())
        g.set_value(2, pipe.fetch_event_id(asc.HardEvent.V_S))
        pipe.release_event_id(0, asc.HardEvent.V_S)
        g.set_value(3, pipe.fetch_event_id())
        g.set_value(4, pipe.alloc_event_id(asc.HardEvent.S_V))
        e = pipe.alloc_event_id(asc.HardEvent.MTE2_V)
        asc.set_flag(asc.HardEvent.MTE2_V, e)
        asc.wait_flag(asc.HardEvent.MTE2_V, e)
        pipe.release_event_id(e, asc.HardEvent.MTE2_V)
    """,
    "again": """
        q = asc.TQue(asc.TPosition.VECIN, 1)
        pipe.init_buffer(q, 2, 65536)
        pipe.reset()
        pipe.init_buffer(q, 1, 131072)
        pipe.destroy()
        pipe.init()
        p = asc.TQue(asc.TPosition.VECIN, 1)
        asc.get_tpipe_ptr().init_buffer(p, 1, 32)
        t = p.alloc_tensor(asc.int32)
        g.set_value(0, t.get_phy_addr() + t.get_size())
        p.free_tensor(t)
    """,
    "pools": """
        first = asc.TBufPool(asc.TPosition.VECCALC, 4)
        second = asc.TBufPool(asc.TPosition.VECCALC)
        inner = asc.TBufPool(asc.TPosition.VECIN, 2)
        buf = asc.TBuf(asc.TPosition.VECCALC)
        q = asc.TQue(asc.TPosition.VECIN, 1)
        p = asc.TQue(asc.TPosition.VECIN, 1)
        r = asc.TQue(asc.TPosition.VECOUT, 1)
        pipe.init_buffer(buf, 64)
        pipe.init_buf_pool(first, 300)
        pipe.init_buf_pool(second, 256, first)
        first.init_buffer(buf=asc.TBuf(asc.TPosition.VECCALC), num=32)
        first.init_buffer(q, 1, 64)
        first.init_buf_pool(inner, 64)
        inner.init_buffer(r, 2, 32)
        second.init_buffer(que=p, num=1, len=320)
        t = q.alloc_tensor(asc.int32)
        u = r.alloc_tensor(asc.int32)
        g.set_value(0, t.get_phy_addr())
        g.set_value(1, u.get_phy_addr())
        q.free_tensor(t)
        r.free_tensor(u)
        first.reset()
        t = p.alloc_tensor(asc.int32)
        g.set_value(2, t.get_phy_addr())
        g.set_value(3, t.get_size())
        p.free_tensor(t)
        second.reset()
        t = q.alloc_tensor(asc.int32)
        g.set_value(4, t.get_phy_addr())
        q.free_tensor(t)
    """,
    "handles": """
        pool = asc.TBufPool(asc.TPosition.VECCALC, 4)
        q = asc.TQue(asc.TPosition.VECIN, 1)
        p = asc.TQue(asc.TPosition.VECIN, 1)
        pipe.init_buffer(q, 1, 64)
        pipe.init_buf_pool(pool, 64)
        q.enque(q.alloc_tensor(asc.int32))
        h = q.deque()
        q.enque(h)
        h = q.deque()
        p.init_start_buf_handle(h, 1, 64)
        p.init_buf_handle(pool, 0, h, 96, 40)
        t = p.alloc_tensor(asc.int32)
        g.set_value(0, t.get_phy_addr())
        g.set_value(1, t.get_size())
        p.free_tensor(t)
    """,
    # Misuse.
    "no_buffers": "q = asc.TQue(asc.TPosition.VECIN, 1)\nq.alloc_tensor(asc.int32)",
    "all_in_use": QUEUE + "q.alloc_tensor(asc.int32)\nq.alloc_tensor(asc.int32)\nq.alloc_tensor(asc.int32)",
    "empty": QUEUE + "q.deque(asc.int32)",
    "full": """
        q = asc.TQue(asc.TPosition.VECIN, 1)
        pipe.init_buffer(q, 2, 64)
        q.enque(q.alloc_tensor(asc.int32))
        q.enque(q.alloc_tensor(asc.int32))
    """,
    "freed_twice": QUEUE + "t = q.alloc_tensor(asc.int32)\nfor _ in range(n + 2):\n    q.free_tensor(t)",
    "enqueued_twice": QUEUE + "t = q.alloc_tensor(asc.int32)\nq.enque(t)\nq.enque(t)",
    "foreign": QUEUE + "q.free_tensor(asc.LocalTensor(asc.int32, asc.TPosition.VECIN, 0, 8))",
    "nine": """
        q = asc.TQue(asc.TPosition.VECIN, 1)
        pipe.init_buffer(q, 16, 32)
        for i in range(9):
            q.alloc_tensor(asc.int32)
    """,
    "capacity": "q = asc.TQue(asc.TPosition.VECIN, 1)\npipe.init_buffer(q, 2, n)",
    "buffers_64": "q = asc.TQue(asc.TPosition.VECIN, 1)\np = asc.TQue(asc.TPosition.VECIN, 1)\n"
    "pipe.init_buffer(q, 64, 32)\npipe.init_buffer(p, 1, 32)",
    "zero": "q = asc.TQue(asc.TPosition.VECIN, 1)\npipe.init_buffer(q, n, 32)",
    "init_twice": QUEUE + "pipe.init_buffer(q, 2, 64)",
    "lost": QUEUE + "pipe.reset()\nq.alloc_tensor(asc.int32)",
    "destroyed": QUEUE + "pipe.destroy()\np = asc.TBuf(asc.TPosition.VECIN)\npipe.init_buffer(p, 32)",
    "events_gone": "for i in range(9):\n    pipe.alloc_event_id(asc.HardEvent.V_S)",
    "release_free": "pipe.release_event_id(n, asc.HardEvent.V_S)",
    "buf_long": "b = asc.TBuf(asc.TPosition.VECIN)\npipe.init_buffer(b, 64)\n"
    "g.set_value(0, b.get(asc.int32, n).get_size())",
    "buf_offset": "b = asc.TBuf(asc.TPosition.VECIN)\npipe.init_buffer(b, 64)\n"
    "g.set_value(0, b.get_with_offset(1, n, asc.int32).get_size())",
    "pool_unready": "p = asc.TBufPool(asc.TPosition.VECIN)\nb = asc.TBuf(asc.TPosition.VECIN)\np.init_buffer(b, 32)",
    "pool_full": "p = asc.TBufPool(asc.TPosition.VECIN)\nb = asc.TBuf(asc.TPosition.VECIN)\n"
    "pipe.init_buf_pool(p, 64)\np.init_buffer(b, n)",
    "pool_buffers": "p = asc.TBufPool(asc.TPosition.VECIN, 2)\nq = asc.TQue(asc.TPosition.VECIN, 1)\n"
    "pipe.init_buf_pool(p, 1024)\np.init_buffer(q, 3, 32)",
    "pool_nested": "p = asc.TBufPool(asc.TPosition.VECIN, 2)\nq = asc.TBufPool(asc.TPosition.VECIN, 3)\n"
    "pipe.init_buf_pool(p, 1024)\np.init_buf_pool(q, 32)",
    "pool_share": "p = asc.TBufPool(asc.TPosition.VECIN)\nq = asc.TBufPool(asc.TPosition.VECIN)\n"
    "pipe.init_buf_pool(p, 64)\npipe.init_buf_pool(q, 65, p)",
    "pool_large": "p = asc.TBufPool(asc.TPosition.VECIN)\npipe.init_buf_pool(p, n)",
    "pool_again": "p = asc.TBufPool(asc.TPosition.VECIN)\nb = asc.TBuf(asc.TPosition.VECIN)\n"
    "pipe.init_buf_pool(p, 64)\np.init_buffer(b, 32)\npipe.init_buf_pool(p, 64)",
    "pool_reset": "p = asc.TBufPool(asc.TPosition.VECIN)\nb = asc.TBuf(asc.TPosition.VECIN)\n"
    "pipe.init_buf_pool(p, 64)\np.reset()\np.init_buffer(b, 32)",
    "pool_in_use": """
        p = asc.TBufPool(asc.TPosition.VECIN)
        s = asc.TBufPool(asc.TPosition.VECIN)
        q = asc.TQue(asc.TPosition.VECIN, 1)
        r = asc.TQue(asc.TPosition.VECIN, 1)
        pipe.init_buf_pool(p, 64)
        pipe.init_buf_pool(s, 64, p)
        p.init_buffer(q, 1, 64)
        s.init_buffer(r, 1, 32)
        t = q.alloc_tensor(asc.int32)
        u = r.alloc_tensor(asc.int32)
        r.free_tensor(u)
        q.free_tensor(t)
    """,
    "handle_place": """
        pool = asc.TBufPool(asc.TPosition.VECCALC, 4)
        q = asc.TQue(asc.TPosition.VECIN, 1)
        pipe.init_buffer(q, 1, 64)
        q.enque(q.alloc_tensor(asc.int32))
        h = q.deque()
        q.init_buf_handle(pool, 0, h, n, 64)
    """,
}


@pytest.fixture(scope="module")
def cases() -> Any:
    return chosen(PARAMETERS, PROLOGUE, CASES)


def run(cases: Any, name: str, n: int = 3) -> list[int]:
    out = np.full(16, -1, np.int64)
    cases[1](list(CASES).index(name), out, np.arange(64, dtype=np.int32), n)
    return [int(v) for v in out]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("order", [10, 11, 12, 0, 32, 64, 3, 0, 0, 1, 1, 1, 0, 0]),
        ("in_place", [0, 1, 4, 9, 0, 96, 0, 96, 24]),
        ("bound", [10]),
        # 100 bytes are rounded up to 128.
        ("buffers", [64, 128, 8, 3, 24, 7, 96, 4, 0, 0]),
        ("events", [0, 1, 2, 0, 0]),
        ("again", [8]),
        # The pool of 300 bytes has 320; its queue lies behind 32 bytes, the inner pool behind that.
        ("pools", [96, 160, 64, 80, 96]),
        ("handles", [96, 16]),
    ],
)
def test_values(cases: Any, name: str, expected: list[int]) -> None:
    assert run(cases, name)[: len(expected)] == expected


@pytest.mark.parametrize(
    ("name", "n", "kind", "api", "match"),
    [
        ("no_buffers", 0, "queue", "AllocTensor", "has no buffers: TPipe's InitBuffer was not called"),
        ("all_in_use", 0, "queue", "AllocTensor", "all 2 of the queue are in use"),
        ("empty", 0, "queue", "DeQue", "the queue is empty"),
        ("full", 0, "queue", "EnQue", "the queue of depth 1 is full"),
        ("freed_twice", 0, "queue", "FreeTensor", "is freed a second time"),
        ("enqueued_twice", 0, "queue", "EnQue", "already stands in the queue"),
        ("foreign", 0, "queue", "FreeTensor", "came from no queue"),
        ("nine", 0, "queue", "AllocTensor", "8 tensors of VECIN are allocated and not freed"),
        ("capacity", 131072, "capacity", "InitBuffer", "2 buffers of 131072 bytes for VECIN don't fit"),
        ("capacity", 0, "check", "InitBuffer", "2 buffers of 0 bytes: neither may be 0"),
        ("capacity", -16, "check", "InitBuffer", "2 buffers of -16 bytes: neither may be negative"),
        ("buffers_64", 0, "queue", "InitBuffer", "1 more buffers than the 64 made so far are over the limit of 64"),
        ("zero", 0, "check", "InitBuffer", "0 buffers of 32 bytes: neither may be 0"),
        ("init_twice", 0, "queue", "InitBuffer", "already has 2 buffers"),
        ("lost", 0, "queue", "AllocTensor", "lost its buffers to a Reset or Destroy"),
        ("destroyed", 0, "queue", "InitBuffer", "the TPipe was destroyed; Init takes the memories again"),
        ("events_gone", 0, "flag", "AllocEventID", "all 8 event ids of this pair of pipes are allocated"),
        ("release_free", 2, "flag", "ReleaseEventID", "event id 2 is not allocated"),
        ("release_free", 8, "flag", "ReleaseEventID", "event id 8 is not allocated"),
        ("buf_long", 17, "bounds", "Get", r"takes bytes 0\.\.68 of a buffer of 64 bytes"),
        ("buf_offset", 16, "alignment", "GetWithOffset", "starts at byte 16 of the buffer"),
        ("buf_offset", 64, "bounds", "GetWithOffset", r"takes bytes 64\.\.68 of a buffer of 64 bytes"),
        ("pool_unready", 0, "queue", "InitBuffer", "InitBufPool was not called for it, or Reset was"),
        ("pool_full", 96, "capacity", "InitBuffer", "64 of 64 bytes of UB are free"),
        ("pool_buffers", 0, "queue", "InitBuffer", "over the limit of 2"),
        ("pool_nested", 0, "queue", "InitBufPool", "a pool of 3 buffers is more than the 2 of 2 that are left"),
        ("pool_share", 0, "capacity", "InitBufPool", "96 bytes are more than the 64 of the pool it shares with"),
        ("pool_large", 1 << 20, "capacity", "InitBufPool", "a pool of 1048576 bytes doesn't fit"),
        ("pool_large", 0, "check", "InitBufPool", "a pool of 0 bytes"),
        ("pool_again", 0, "queue", "InitBufPool", "the pool is in use: 1 buffers; Reset comes first"),
        ("pool_reset", 0, "queue", "InitBuffer", "the pool has no memory"),
        ("pool_in_use", 0, "queue", "AllocTensor", "in use in a pool that shares them"),
        ("handle_place", 16, "alignment", "InitBufHandle", "starts at byte 16 of UB"),
        ("handle_place", 1 << 20, "capacity", "InitBufHandle", "of UB"),
    ],
)
def test_misuse(cases: Any, name: str, n: int, kind: str, api: str, match: str) -> None:
    with pytest.raises(asc.ModelError, match=match) as caught:
        run(cases, name, n)
    assert (caught.value.kind, caught.value.api) == (kind, api)


def test_text(cases: Any) -> None:
    text = text_of(cases, 0, np.zeros(16, np.int64), np.zeros(64, np.int32), 1)
    for line in (
        "TPipe pipe;", "TQue<TPosition::VECIN, 3> q;", "pipe.InitBuffer(q, 3, 32);", "q.EnQue(t);", "q.FreeAllEvent();",
        "LocalTensor<int32_t> t = q.AllocTensor<int32_t>();", "TQue<TPosition::VECOUT, 0> q;", "q.AllocTensor(t);",
        "q.DeQue(t);", "q.FreeTensor(t);", "TQueBind<TPosition::VECIN, TPosition::VECOUT, 1, 0> q;",
        "q.EnQue<TPosition::GM, TPosition::VECIN>(t);", "TBuf<TPosition::VECCALC> a;", "pipe.InitBuffer(a, 100);",
        "LocalTensor<int32_t> u = q.DeQue<TPosition::GM, TPosition::VECIN, int32_t>();",
        "TBufPool<TPosition::VECCALC, 4> first;", "pipe.InitBufPool(first, 300);", "first.Reset();",
        "pipe.InitBufPool(second, 256, first);", "first.InitBufPool(inner, 64);", "pipe.Reset();", "pipe.Destroy();",
        "pipe.Init();", "pipe.ReleaseEventID<HardEvent::V_S>(0);", "TBufHandle h = q.DeQue();", "q.EnQue(h);",
        "p.InitStartBufHandle(h_1, 1, 64);", "p.InitBufHandle(&pool, 0, h_1, 96, 40);",
    ):  # fmt: skip
        assert f"\n{line}\n" in text, line
    for part in (
        "q.GetTensorCountInQue()", "q.VacantInQue()", "q.HasIdleBuffer()", "q.HasTensorInQue()", "a.Get<half>()",
        "a.Get<float>(8)", "a.Get<int8_t>(24)", "a.GetWithOffset<int16_t>(4, 96)", "= *GetTPipePtr();",
        "pipe.AllocEventID<HardEvent::S_V>()", "pipe.FetchEventID<HardEvent::V_S>()",
        "reinterpret_cast<uint64_t>(pipe.GetBaseAddr(static_cast<int8_t>(TPosition::A1)))",
    ):  # fmt: skip
        assert part in text, part


PIPE = "pipe = asc.TPipe()\nq = asc.TQue(asc.TPosition.VECIN, 1)\nz = asc.TQue(asc.TPosition.VECIN, 0)\n"
PIPE += "b = asc.TBuf(asc.TPosition.VECIN)\nt = asc.LocalTensor(asc.int32)\np = asc.TBufPool(asc.TPosition.VECIN)\n"


@pytest.mark.parametrize(
    ("call", "match"),
    [
        ("asc.TQue(asc.TPosition.VECIN, -1)", r"'depth' is -1; it must be 0\.\.64"),
        ("asc.TQue(asc.TPosition.VECIN, 65)", "'depth' is 65"),
        ("asc.TQue(asc.TPosition.VECIN, n)", "'depth' takes int, not a runtime int32"),
        ("asc.TQueBind(asc.TPosition.VECIN, asc.TPosition.VECOUT, 1, 1)", "'mask' is 1; queues of Atlas A2 and A3"),
        ("asc.TQue(asc.TPosition.A1, 1, 1)", "'mask' is 1"),
        ("asc.TQue(9, 1)", "'pos' takes TPosition, not int 9"),
        ("asc.TBufPool(asc.TPosition.CO1)", r"'pos' is TPosition\.CO1; it must be one of VECIN, VECOUT, VECCALC, A1"),
        ("asc.TBufPool(asc.TPosition.VECIN, 17)", r"'buf_id_size' is 17; it must be 1\.\.16"),
        ("asc.TBufPool(asc.TPosition.VECIN, 0)", "'buf_id_size' is 0"),
        ("z.alloc_tensor(asc.int32)", "alloc_tensor needs a queue of depth 1 or more; this one has depth 0"),
        ("z.deque(asc.int32)", "deque needs a queue of depth 1 or more"),
        ("q.alloc_tensor(t)", "alloc_tensor with a tensor needs a queue of depth 0; this one has depth 1"),
        ("q.deque(t)", "deque with a tensor needs a queue of depth 0"),
        ("z.has_tensor_in_que()", "has_tensor_in_que needs a queue of depth 1 or more"),
        ("z.vacant_in_que()", "vacant_in_que needs a queue of depth 1 or more"),
        ("z.has_idle_buffer()", "has_idle_buffer needs a queue of depth 1 or more"),
        ("z.get_tensor_count_in_que()", "get_tensor_count_in_que needs a queue of depth 1 or more"),
        ("z.free_all_event()", "free_all_event needs a queue of depth 1 or more"),
        ("b.alloc_tensor(asc.int32)", "a TBuf is no queue, so it has no alloc_tensor"),
        ("b.deque(asc.int32)", "a TBuf is no queue, so it has no deque"),
        ("q.enque(t, asc.TPosition.GM, asc.TPosition.GM)", "'src_user_pos' and 'dst_user_pos' are both TPosition.GM"),
        ("q.enque(t, asc.TPosition.A1, asc.TPosition.GM)", r"'src_user_pos' is TPosition\.A1; it must be one of GM"),
        ("q.deque(asc.int32, asc.TPosition.GM, asc.TPosition.CO1)", r"'dst_user_pos' is TPosition\.CO1"),
        ("q.free_tensor(5)", "'tensor' takes LocalTensor, not int 5"),
        ("b.get(asc.int32, 3, shape=[3])", "takes 'len' or 'shape', not both"),
        ("b.get_with_offset(1, 16, asc.int32)", "'buf_offset' is 16 bytes; it must be a multiple of 32"),
        ("b.get_with_offset(-1, 32, asc.int32)", "'size' is -1"),
        ("pipe.init_buffer(q, 0, 32)", "'num' is 0; a queue has at least 1 buffer"),
        ("pipe.init_buffer(q, 65, 32)", r"'num' is 65; it must be 0\.\.64"),
        ("pipe.init_buffer(q, 2, 0)", "'len' is 0 bytes"),
        ("pipe.init_buffer(q, 128)", "'num' is 128"),
        ("pipe.init_buffer(b, 1, 32)", "a TBuf has one buffer"),
        ("pipe.init_buffer(b)", "'num' is 0 bytes; a buffer has at least 1"),
        ("pipe.init_buffer(b, len=0)", "'len' is 0 bytes"),
        ("pipe.init_buffer(t, 32)", "LocalTensor of int32"),
        ("p.init_buffer(b, 0)", "'num' is 0 bytes"),
        ("pipe.init_buf_pool(p, 0)", "'len' is 0 bytes"),
        ("pipe.init_buf_pool(p)", "'len' is 0 bytes"),
        ("p.init_buf_pool(q, 32)", "'buf_pool' takes TBufPool, not TQue"),
        ("pipe.release_event_id(8)", r"'id' is 8; it must be 0\.\.7"),
        ("pipe.alloc_event_id(3)", "'event' takes HardEvent, not int 3"),
        ("pipe.get_base_addr(3)", "'logic_pos' takes TPosition or None, not int 3"),
    ],
)
def test_refusals(call: str, match: str) -> None:
    refused(PIPE + call, match, "n: int", 1)


def test_a_kernel_has_one_pipe() -> None:
    function = kernel("""
        @asc.jit
        def kernel(n: int):
            first = asc.TPipe()
            second = asc.TPipe()
            q = asc.TQue(asc.TPosition.VECIN, 1)
            second.init_buffer(q, 1, 32)
    """)
    assert text_of(function, 1).count("TPipe") == 1
    function[1](1)


def test_no_pipe() -> None:
    function = kernel("""
        @asc.jit
        def kernel(n: int):
            b = asc.TBuf(asc.TPosition.VECIN)
            asc.get_tpipe_ptr().init_buffer(b, 32)
    """)
    with pytest.raises(asc.ModelError, match="the kernel has no TPipe"):
        function[1](1)


def test_queues_overlap_moves_and_work() -> None:
    """Two buffers let the next move run beside the work on the last."""
    function = kernel("""
        @asc.jit
        def kernel(x: asc.GlobalAddress, z: asc.GlobalAddress, out: asc.GlobalAddress, buffers: asc.ConstExpr[int]):
            xg = asc.GlobalTensor()
            xg.set_global_buffer(x)
            zg = asc.GlobalTensor()
            zg.set_global_buffer(z)
            g = asc.GlobalTensor()
            g.set_global_buffer(out)
            pipe = asc.TPipe()
            q = asc.TQue(asc.TPosition.VECIN, 1)
            p = asc.TQue(asc.TPosition.VECOUT, 1)
            pipe.init_buffer(q, buffers, 8192)
            pipe.init_buffer(p, buffers, 8192)
            for i in range(8):
                t = q.alloc_tensor(asc.float32)
                asc.data_copy(t, xg[i * 2048:], 2048)
                q.enque(t)
                t = q.deque(asc.float32)
                u = p.alloc_tensor(asc.float32)
                asc.adds(u, t, 1.0, 2048)
                p.enque(u)
                q.free_tensor(t)
                u = p.deque(asc.float32)
                asc.data_copy(zg[i * 2048:], u, 2048)
                p.free_tensor(u)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
            g.set_value(0, asc.get_system_cycle())
    """)
    x, times = np.arange(16384, dtype=np.float32), []
    for buffers in (1, 2):
        z, out = np.zeros_like(x), np.zeros(1, np.int64)
        function[1](x, z, out, buffers)
        np.testing.assert_array_equal(z, x + 1)
        times.append(out[0])
    # The 7 additions of 32 cycles between two moves, 37 cycles a step.
    assert times[0] - times[1] >= 7 * 32 // 37 - 1
