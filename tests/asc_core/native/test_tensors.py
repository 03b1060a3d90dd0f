# ruff: noqa: E501 - kernels are written as text, a statement group a line.
"""Tensors and moves: places, views, bounds and bursts."""

from __future__ import annotations

import numpy as np
import pytest

from asc_core.errors import ModelError

from .conftest import Build, Kernels

BODIES = {
    "members": """
        GlobalTensor<int64_t> g; g.SetGlobalBuffer(ARG(0, int64_t*));
        LocalTensor<float> t(TPosition::VECOUT, 64, 100);
        auto view = t[20]; auto bytes = view.ReinterpretCast<uint8_t>();
        int64_t out[] = {t.GetSize(), t.GetLength(), t.GetPosition(), int64_t(t.GetPhyAddr()), int64_t(t.GetPhyAddr(3)),
                         view.GetSize(), int64_t(view.GetPhyAddr()), bytes.GetSize(), int64_t(t[100].GetSize())};
        for (int i = 0; i < 9; ++i) g.SetValue(i, out[i]);
        t.SetSize(10); g.SetValue(9, t.GetSize());
        t.SetUserTag(5); g.SetValue(10, t.GetUserTag());
        uint32_t shape[] = {2, 3, 4}; t.SetShapeInfo(ShapeInfo(3, shape, DataFormat::NZ));
        g.SetValue(11, GetShapeSize(t.GetShapeInfo()) * 10 + int(t.GetShapeInfo().dataFormat));
        LocalTensor<half> u; u.SetAddrWithOffset(t, 4); g.SetValue(12, int64_t(u.GetPhyAddr()));
        g.SetValue(13, LocalTensor<float>(1024).GetSize());
        t(1) = 2.5f; g.SetValue(14, int64_t(t.GetValue(1) * 2));
        GlobalTensor<int64_t> sized; sized.SetGlobalBuffer(ARG(0, int64_t*), 16); g.SetValue(15, int64_t(sized[5].GetSize()));
    """,
    "local_index": "LocalTensor<float> t(TPosition::VECIN, 0, 8);\nt.SetValue(8, 1.0f);",
    "local_view": "LocalTensor<float> t(TPosition::VECIN, 0, 8);\nt[9];",
    "local_negative": "LocalTensor<float> t(TPosition::VECIN, 0, 8);\nt[-1];",
    "global_index": "GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*), 4);\ng.GetValue(4);",
    "global_view": "GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*), 4);\ng[5];",
    "address": "LocalTensor<float> t(TPosition::VECIN, 16, 8);",
    "position": "LocalTensor<float> t(TPosition::GM, 0, 8);",
    "copy": """
        LocalTensor<int> t(TPosition::VECIN, 0, 4096); GlobalTensor<int> x, z; x.SetGlobalBuffer(ARG(0, int*)); z.SetGlobalBuffer(ARG(1, int*));
        int n = ARG(2, int);
        DataCopy(t, x, n); DataCopy(t[2048], t, n); DataCopy(z, t[2048], n);
    """,
    "bursts": """
        LocalTensor<int> t(TPosition::VECIN, 0, 4096); GlobalTensor<int> x, z; x.SetGlobalBuffer(ARG(0, int*)); z.SetGlobalBuffer(ARG(1, int*));
        for (int i = 0; i < 4096; ++i) t.SetValue(i, -1);
        DataCopy(t, x, DataCopyParams(ARG(2, int), ARG(3, int), ARG(4, int), ARG(5, int)));
        DataCopy(z, t, 1024);
        DataCopy(z[1024], t, DataCopyParams(2, 1, 1, 2));
    """,
    "copy_length": "LocalTensor<int> t(TPosition::VECIN, 0, 64); GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*));\nDataCopy(t, g, 7);",
    "copy_tensor": "LocalTensor<int> t(TPosition::VECIN, 0, 64); GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*));\nDataCopy(t, g, 72);",
    "copy_global": "LocalTensor<int> t(TPosition::VECIN, 0, 64); GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*));\nDataCopy(g[8], t, 16);",
    "copy_sized": "LocalTensor<int> t(TPosition::VECIN, 0, 64); GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*), 8);\nDataCopy(t, g, 16);",
    "burst_gap": "LocalTensor<int> t(TPosition::VECIN, 0, 64); GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*));\n"
    "DataCopy(t, g, DataCopyParams(2, 1, 1, 7));",
    "burst_count": "LocalTensor<int> t(TPosition::VECIN, 0, 64); GlobalTensor<int> g; g.SetGlobalBuffer(ARG(0, int*));\n"
    "DataCopy(t, g, DataCopyParams(4096, 1, 0, 0));",
    "copy_whole": """
        LocalTensor<float> t(TPosition::VECIN, 0, 4096); GlobalTensor<float> x, z; x.SetGlobalBuffer(ARG(0, float*)); z.SetGlobalBuffer(ARG(1, float*));
        for (int64_t i = 0; i < ARG(2, int64_t); i += 4096) { DataCopy(t, x[i], 4096); DataCopy(z[i], t, 4096); }
    """,
    "dump": "LocalTensor<half> t(TPosition::VECIN, 0, 16); t.SetValue(0, 1.5f); t.SetValue(1, -2); t.Print(2);\nDumpTensor(t, 7, 2);",
}  # fmt: skip


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    return build(BODIES, "tensor.h", "data_copy.h", "dump_tensor.h")


def test_members(kernels: Kernels) -> None:
    out = np.zeros(16, np.int64)
    kernels.run("members", out)
    rest = (196608 - 1024) // 4
    assert list(out) == [100, 400, 10, 64, 76, 80, 144, 320, 0, 10, 5, 241, 80, rest, 5, 11]


@pytest.mark.parametrize("count", [8, 1000, 2048])
def test_copies(kernels: Kernels, count: int) -> None:
    x, z = np.arange(2048, dtype=np.int32), np.zeros(2048, np.int32)
    kernels.run("copy", x, z, count)
    np.testing.assert_array_equal(z[:count], x[:count])
    assert not z[count:].any()


@pytest.mark.parametrize(
    ("count", "length", "src_gap", "dst_gap"), [(1, 4, 0, 0), (3, 2, 1, 0), (5, 3, 0, 4), (7, 1, 2, 3)]
)
def test_bursts(kernels: Kernels, count: int, length: int, src_gap: int, dst_gap: int) -> None:
    x, z = np.arange(2048, dtype=np.int32), np.full(2048, -9, np.int32)
    kernels.run("bursts", x, z, count, length, src_gap, dst_gap)
    local = np.full((128, 8), -1)
    for burst in range(count):
        for block in range(length):
            local[burst * (length + dst_gap) + block] = x.reshape(-1, 8)[burst * (length + src_gap) + block]
    np.testing.assert_array_equal(z[:1024].reshape(-1, 8), local)
    tail = z[1024:].reshape(-1, 8)
    np.testing.assert_array_equal(tail[[0, 3]], local[[0, 2]])
    assert (np.delete(tail, [0, 3], axis=0) == -9).all()


@pytest.mark.parametrize("offset", [0, 1, 5])
def test_large_copies_past_the_caches(kernels: Kernels, offset: int) -> None:
    count = 4096 * 1100
    x = np.random.default_rng(3).standard_normal(count + 8, dtype=np.float32)[offset : offset + count]
    z = np.zeros(count + 8, np.float32)
    kernels.run("copy_whole", x, z[offset : offset + count], count)
    np.testing.assert_array_equal(z[offset : offset + count], x)
    assert not z[:offset].any()
    assert not z[offset + count :].any()


@pytest.mark.parametrize(
    ("name", "kind", "api", "argument", "line", "text"),
    [
        ("local_index", "bounds", "SetValue", "index", 2, "element 8 takes bytes 32..36 of a tensor of 32 bytes"),
        ("local_view", "bounds", "LocalTensor[]", "offset", 2, "starts at byte 36 of a tensor of 32 bytes"),
        ("local_negative", "bounds", "LocalTensor[]", "offset", 2, "starts at byte -4"),
        ("global_index", "bounds", "GetValue", "offset", 2, "element 4 lies outside a tensor of 4 elements (16 bytes)"),
        ("global_view", "bounds", "GlobalTensor[]", "offset", 2, "starts at byte 20 of a tensor of 16 bytes"),
        ("address", "alignment", "LocalTensor", "addr", 1, "address 16 of UB is not a multiple of 32 bytes"),
        ("position", "check", "LocalTensor", "pos", 1, "position GM is no local memory"),
        ("copy_length", "alignment", "DataCopy", "count", 2, "not a multiple of 32; DataCopyPad"),
        ("copy_tensor", "bounds", "DataCopy", "dst", 2, "needs 288 bytes, the tensor has 256"),
        ("copy_global", "gm", "DataCopy", "dst", 2, "writes bytes 32..96 of argument 'a0', which has 64 bytes: 32 bytes past its end"),
        ("copy_sized", "bounds", "DataCopy", "src", 2, "needs 64 bytes, the tensor has 32"),
        ("burst_gap", "bounds", "DataCopy", "dst", 2, "needs 288 bytes, the tensor has 256"),
        ("burst_count", "check", "DataCopy", "blockCount", 2, "blockCount is 4096, outside 0..4095"),
    ],
)  # fmt: skip
def test_misuse(kernels: Kernels, name: str, kind: str, api: str, argument: str, line: int, text: str) -> None:
    with pytest.raises(ModelError) as caught:
        kernels.run(name, np.zeros(16, np.int32))
    error = caught.value
    assert (error.kind, error.api, error.argument, error.file, error.line) == (kind, api, argument, f"{name}.py", line)
    assert text in error.message


def test_dumps(kernels: Kernels) -> None:
    elements = "[1.500000, -2.000000]\n"
    head = "DumpTensor: desc=7, addr=0x0, data_type=float16, position=UB, dump_size=2\n"
    assert kernels.run("dump").output == elements + head + elements
