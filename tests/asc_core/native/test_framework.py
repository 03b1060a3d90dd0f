# ruff: noqa: E501 - kernels are written as text, a statement group a line.
"""TPipe, TQue, TBuf and TBufPool on the machine."""

from __future__ import annotations

import numpy as np
import pytest

from asc_core.errors import ModelError

from .conftest import Build, Kernels

QUEUE = "TPipe pipe; TQue<TPosition::VECIN, 2> q; pipe.InitBuffer(q, 2, 128);\n"

BODIES = {
    "add": """
        int block = ARG(3, int), tile = ARG(4, int);
        int64_t offset = GetBlockIdx() * block;
        GlobalTensor<float> x, y, z;
        x.SetGlobalBuffer(ARG(0, float*) + offset); y.SetGlobalBuffer(ARG(1, float*) + offset); z.SetGlobalBuffer(ARG(2, float*) + offset);
        TPipe pipe;
        TQue<TPosition::VECIN, 2> in_x, in_y; TQue<TPosition::VECOUT, 2> out;
        pipe.InitBuffer(in_x, 2, tile * 4); pipe.InitBuffer(in_y, 2, tile * 4); pipe.InitBuffer(out, 2, tile * 4);
        for (int i = 0; i < block / tile; ++i) {
            { auto a = in_x.AllocTensor<float>(); DataCopy(a, x[i * tile], tile); in_x.EnQue(a); }
            { auto b = in_y.AllocTensor<float>(); DataCopy(b, y[i * tile], tile); in_y.EnQue(b); }
            auto a = in_x.DeQue<float>(); auto b = in_y.DeQue<float>(); auto c = out.AllocTensor<float>();
            Add(c, a, b, tile);
            out.EnQue(c); in_x.FreeTensor(a); in_y.FreeTensor(b);
            auto d = out.DeQue<float>(); DataCopy(z[i * tile], d, tile); out.FreeTensor(d);
        }
    """,
    "order": """
        TPipe pipe; TQue<TPosition::VECIN, 3> q; pipe.InitBuffer(q, 3, 32);
        GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*));
        for (int i = 0; i < 3; ++i) { auto t = q.AllocTensor<int>(); t.SetValue(0, 10 + i); q.EnQue(t); }
        g.SetValue(6, q.GetTensorCountInQue() * 100 + q.VacantInQue() * 10 + q.HasIdleBuffer());
        for (int i = 0; i < 3; ++i) { auto t = q.DeQue<int>(); g.SetValue(i, t.GetValue(0)); g.SetValue(3 + i, int(t.GetPhyAddr())); q.FreeTensor(t); }
        g.SetValue(7, q.HasTensorInQue() * 10 + q.HasIdleBuffer());
    """,
    "no_buffers": "TPipe pipe; TQue<TPosition::VECIN, 1> q;\nq.AllocTensor<float>();",
    "all_in_use": QUEUE + "q.AllocTensor<float>();\nq.AllocTensor<float>();\nq.AllocTensor<float>();",
    "empty_queue": QUEUE + "q.DeQue<float>();",
    "full_queue": "TPipe pipe; TQue<TPosition::VECIN, 1> q; pipe.InitBuffer(q, 2, 128);\n"
    "auto a = q.AllocTensor<float>(); auto b = q.AllocTensor<float>();\nq.EnQue(a);\nq.EnQue(b);",
    "free_twice": QUEUE + "auto a = q.AllocTensor<float>();\nq.FreeTensor(a);\nq.FreeTensor(a);",
    "free_enqueued": QUEUE + "auto a = q.AllocTensor<float>();\nq.EnQue(a);\nq.FreeTensor(a);",
    "enque_twice": QUEUE + "auto a = q.AllocTensor<float>();\nq.EnQue(a);\nq.EnQue(a);",
    "enque_freed": QUEUE + "auto a = q.AllocTensor<float>();\nq.FreeTensor(a);\nq.EnQue(a);",
    "read_freed": QUEUE + "auto a = q.AllocTensor<float>();\na.SetValue(0, 1.0f); q.FreeTensor(a);\nAdd(a, a, a, 8);",
    "write_freed": QUEUE + "auto a = q.AllocTensor<float>();\nauto part = a[8]; q.FreeTensor(a);\npart.SetValue(3, 1.0f);",
    "move_freed": "GlobalTensor<float> g; g.SetGlobalBuffer(ARG(0, float*));" + QUEUE + "auto a = q.AllocTensor<float>(); DataCopy(a, g, 8);\nq.FreeTensor(a);\nDataCopy(g, a, 8);",
    "print_freed": QUEUE + "auto a = q.AllocTensor<float>();\nq.FreeTensor(a);\na.Print(8);",
    "taken_again": QUEUE + "for (int i = 0; i < 5; ++i) { auto a = q.AllocTensor<float>(); a.SetValue(31, 1.0f); q.FreeTensor(a); }",
    "free_for_others": QUEUE + "auto a = q.AllocTensor<float>(); q.FreeTensor(a); pipe.Reset(); TBuf<> b; pipe.InitBuffer(b, 256); b.Get<float>().SetValue(0, 1.0f);",
    "never_freed": QUEUE + "auto a = q.AllocTensor<float>();\nq.FreeTensor(a);\nq.AllocTensor<float>();",
    "never_dequeued": QUEUE + "auto a = q.AllocTensor<float>();\nq.EnQue(a);",
    "dequeued_never_freed": QUEUE + "auto a = q.AllocTensor<float>(); q.EnQue(a);\nq.DeQue<float>();\npipe.Destroy();",
    "negative_size": "GlobalTensor<float> g; int n = -1;\ng.SetGlobalBuffer(ARG(0, float*), n);",
    "other_queue": QUEUE + "TQue<TPosition::VECIN, 2> p; pipe.InitBuffer(p, 1, 64);\nauto a = p.AllocTensor<float>();\nq.EnQue(a);",
    "foreign": QUEUE + "LocalTensor<float> a(TPosition::VECIN, 0, 8);\nq.FreeTensor(a);",
    "too_many_allocated": "TPipe pipe; TQue<TPosition::VECIN, 1> q; pipe.InitBuffer(q, 16, 32);\nfor (int i = 0; i < 9; ++i) q.AllocTensor<float>();",
    "capacity": "TPipe pipe; TQue<TPosition::VECIN, 1> q; TQue<TPosition::VECOUT, 1> p; pipe.InitBuffer(q, 2, 65536);\n"
    "pipe.InitBuffer(p, 2, 32800);",
    "exact_capacity": "TPipe pipe; TQue<TPosition::VECIN, 1> q; TBuf<TPosition::A1> a; pipe.InitBuffer(q, 2, 98304); pipe.InitBuffer(a, 524288);",
    "too_many_buffers": "TPipe pipe; TQue<TPosition::VECIN, 1> q, p; pipe.InitBuffer(q, 40, 32);\npipe.InitBuffer(p, 25, 32);",
    "no_bytes": "TPipe pipe; TQue<TPosition::VECIN, 1> q;\npipe.InitBuffer(q, 2, 0);",
    "init_twice": QUEUE + "pipe.InitBuffer(q, 2, 128);",
    "reset": QUEUE + "pipe.Reset(); pipe.InitBuffer(q, 2, 98304); pipe.Reset();\nq.AllocTensor<float>();",
    "destroyed": QUEUE + "pipe.Destroy();\nTQue<TPosition::VECIN, 1> p; pipe.InitBuffer(p, 1, 32);",
    "two_pipes": "{ TPipe first; }\nTPipe pipe;\nTPipe other;",
    "pointer": "{ TPipe pipe; TBuf<> t; GetTPipePtr()->InitBuffer(t, 64); t.Get<float>(); }\nGetTPipePtr();",
    "buf": """
        TPipe pipe; TBuf<TPosition::VECCALC> a, b; pipe.InitBuffer(a, 100); pipe.InitBuffer(b, 64);
        GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*));
        g.SetValue(0, int(a.Get<half>().GetSize())); g.SetValue(1, int(b.Get<float>().GetPhyAddr()));
        g.SetValue(2, int(a.Get<float>(8).GetSize())); g.SetValue(3, int(a.GetWithOffset<int16_t>(4, 96).GetPhyAddr()));
    """,
    "buf_bounds": "TPipe pipe; TBuf<TPosition::VECCALC> a; pipe.InitBuffer(a, 96);\na.Get<float>(25);",
    "buf_offset": "TPipe pipe; TBuf<TPosition::VECCALC> a; pipe.InitBuffer(a, 96);\na.GetWithOffset<float>(1, 16);",
    "events": """
        TPipe pipe; GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*));
        g.SetValue(0, pipe.AllocEventID<HardEvent::V_S>()); g.SetValue(1, pipe.AllocEventID<HardEvent::V_S>());
        g.SetValue(2, pipe.FetchEventID(HardEvent::V_S)); pipe.ReleaseEventID<HardEvent::V_S>(0);
        g.SetValue(3, pipe.FetchEventID<HardEvent::V_S>()); g.SetValue(4, pipe.AllocEventID<HardEvent::S_V>());
    """,
    "events_gone": "TPipe pipe; for (int i = 0; i < 9; ++i) pipe.AllocEventID<HardEvent::V_S>();",
    "release_free": "TPipe pipe; pipe.ReleaseEventID<HardEvent::V_S>(2);",
    "pool": """
        TPipe pipe; TBufPool<TPosition::VECCALC> first, second; TBuf<> before;
        pipe.InitBuffer(before, 64); pipe.InitBufPool(first, 256); pipe.InitBufPool(second, 256, first);
        GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*));
        { TQue<TPosition::VECIN, 1> q; first.InitBuffer(q, 2, 64); auto t = q.AllocTensor<float>(); g.SetValue(0, int(t.GetPhyAddr())); q.FreeTensor(t); }
        { TBuf<> b; second.InitBuffer(b, 128); g.SetValue(1, int(b.Get<float>().GetPhyAddr())); }
        first.Reset(); pipe.InitBufPool(first, 256);
        { TBuf<> b; first.InitBuffer(b, 256); g.SetValue(2, int(b.Get<float>().GetSize())); }
    """,
    "pool_full": "TPipe pipe; TBufPool<TPosition::VECCALC> p; TBuf<> b; pipe.InitBufPool(p, 128);\np.InitBuffer(b, 160);",
    "pool_limit": "TPipe pipe; TBufPool<TPosition::VECCALC, 2> p; TQue<TPosition::VECIN, 1> q; pipe.InitBufPool(p, 1024);\np.InitBuffer(q, 3, 32);",
    "pool_unready": "TBufPool<TPosition::VECCALC> p; TBuf<> b;\np.InitBuffer(b, 32);",
    "pool_share": "TPipe pipe; TBufPool<TPosition::VECCALC> p, r; pipe.InitBufPool(p, 128);\npipe.InitBufPool(r, 256, p);",
}  # fmt: skip


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    return build(BODIES, "tpipe.h", "sys_var.h", "data_copy.h", "vec_binary.h")


def values(kernels: Kernels, name: str, count: int) -> list[int]:
    out = np.full(16, -1, np.int32)
    kernels.run(name, out)
    return list(out[:count])


@pytest.mark.parametrize("cores", [1, 4])
def test_addition_through_queues(kernels: Kernels, cores: int) -> None:
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((2, 4096), dtype=np.float32)
    z = np.zeros_like(x)
    result = kernels.run("add", x, y, z, 4096 // cores, 256, cores=cores)
    np.testing.assert_array_equal(z, x + y)
    # With two buffers a queue, moves in and the rest overlap: fewer cycles than one after the other.
    assert max(result.busy.values()) / cores <= result.cycles < sum(result.busy.values()) / cores


def test_a_queue_is_first_in_first_out(kernels: Kernels) -> None:
    assert values(kernels, "order", 8) == [10, 11, 12, 0, 32, 64, 300, 1]


@pytest.mark.parametrize(
    ("name", "kind", "api", "line", "text"),
    [
        ("no_buffers", "queue", "AllocTensor", 2, "InitBuffer was not called"),
        ("all_in_use", "queue", "AllocTensor", 4, "all 2 of the queue are in use, the next one since line 2"),
        ("empty_queue", "queue", "DeQue", 2, "the queue is empty"),
        ("full_queue", "queue", "EnQue", 4, "the queue of depth 1 is full: its oldest tensor was enqueued at line 3"),
        ("free_twice", "queue", "FreeTensor", 4, "freed a second time; the first was at line 3"),
        ("free_enqueued", "queue", "FreeTensor", 4, "still stands in the queue since line 3"),
        ("enque_twice", "queue", "EnQue", 4, "already stands in the queue, since line 3"),
        ("enque_freed", "queue", "EnQue", 4, "was freed at line 3"),
        ("read_freed", "queue", "Add", 4, "bytes 0..32 of UB, but FreeTensor at line 3 gave bytes 0..128 back"),
        ("write_freed", "queue", "SetValue", 4, "writes bytes 44..48 of UB, but FreeTensor at line 3"),
        ("move_freed", "queue", "DataCopy", 4, "reads bytes 0..32 of UB, but FreeTensor at line 3"),
        ("print_freed", "queue", "Print", 4, "reads bytes 0..32 of UB, but FreeTensor at line 3"),
        ("never_freed", "queue", "AllocTensor", 4, "a tensor of VECIN is not freed when the TPipe ends"),
        ("never_dequeued", "queue", "EnQue", 3, "a tensor of VECIN stands in its queue when the TPipe ends"),
        ("dequeued_never_freed", "queue", "DeQue", 3, "a tensor of VECIN is not freed when the TPipe ends"),
        ("negative_size", "bounds", "SetGlobalBuffer", 2, "is -1"),
        ("other_queue", "queue", "EnQue", 4, "belongs to another queue"),
        ("foreign", "queue", "FreeTensor", 3, "came from no queue"),
        ("too_many_allocated", "queue", "AllocTensor", 2, "8 tensors of VECIN are allocated and not freed"),
        ("capacity", "capacity", "InitBuffer", 2, "2 buffers of 32800 bytes for VECOUT don't fit: 65536 of 196608 bytes of UB are free; "
         "taken: 2 x 65536 bytes of VECIN (line 1)"),
        ("too_many_buffers", "queue", "InitBuffer", 2, "25 more buffers than the 40 made so far are over the limit of 64"),
        ("no_bytes", "check", "InitBuffer", 2, "2 buffers of 0 bytes"),
        ("init_twice", "queue", "InitBuffer", 2, "already has 2 buffers, since line 1"),
        ("reset", "queue", "AllocTensor", 3, "lost its buffers to a Reset"),
        ("destroyed", "queue", "InitBuffer", 3, "the TPipe was destroyed"),
        ("two_pipes", "queue", "TPipe", 3, "has a TPipe already"),
        ("pointer", "queue", "GetTPipePtr", 2, "has no TPipe"),
        ("buf_bounds", "bounds", "Get", 2, "takes bytes 0..100 of a buffer of 96 bytes"),
        ("buf_offset", "alignment", "GetWithOffset", 2, "starts at byte 16"),
        ("events_gone", "flag", "AllocEventID", 1, "all 8 event ids"),
        ("release_free", "flag", "ReleaseEventID", 1, "event id 2 is not allocated"),
        ("pool_full", "capacity", "InitBuffer", 2, "1 buffers of 160 bytes for VECCALC don't fit: 128 of 128 bytes of UB are free"),
        ("pool_limit", "queue", "InitBuffer", 2, "over the limit of 2"),
        ("pool_unready", "queue", "InitBuffer", 2, "InitBufPool was not called"),
        ("pool_share", "capacity", "InitBufPool", 2, "256 bytes are more than the 128 of the pool it shares with"),
    ],
)  # fmt: skip
def test_misuse(kernels: Kernels, name: str, kind: str, api: str, line: int, text: str) -> None:
    with pytest.raises(ModelError) as caught:
        kernels.run(name, np.zeros(8, np.float32))
    error = caught.value
    assert (error.kind, error.api, error.file, error.line) == (kind, api, f"{name}.py", line)
    assert text in error.message


@pytest.mark.parametrize("name", ["taken_again", "free_for_others"])
def test_a_buffer_that_was_freed_serves_again(kernels: Kernels, name: str) -> None:
    kernels.run(name)


def test_a_memory_can_be_used_whole(kernels: Kernels) -> None:
    kernels.run("exact_capacity")


def test_buffers_lie_one_behind_the_other(kernels: Kernels) -> None:
    # 100 bytes are rounded up to 128.
    assert values(kernels, "buf", 4) == [64, 128, 8, 96]


def test_event_ids(kernels: Kernels) -> None:
    assert values(kernels, "events", 5) == [0, 1, 2, 0, 0]


def test_pools(kernels: Kernels) -> None:
    assert values(kernels, "pool", 3) == [64, 64, 64]
