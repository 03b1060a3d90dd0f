# ruff: noqa: E501 - kernels are written as text, a statement group a line.
"""Moves into UB, and instructions on them, that the machine puts off: nobody may see that they are late."""

from __future__ import annotations

import numpy as np
import pytest

from .conftest import Build, Kernels

SETUP = """
    GlobalTensor<int> x, z; x.SetGlobalBuffer(ARG(0, int*)); z.SetGlobalBuffer(ARG(1, int*));
    LocalTensor<int> a(TPosition::VECIN, 0, 1024), b(TPosition::VECOUT, 8192, 1024);
"""

BODIES = {
    "scalar_read": SETUP + "DataCopy(a, x, 1024); for (int i = 0; i < 1024; ++i) z.SetValue(i, a.GetValue(i));",
    "scalar_write": SETUP + "DataCopy(a, x, 1024); a.SetValue(5, -7); Add(b, a, a, 1024); DataCopy(z, b, 1024);",
    "source_rewritten": SETUP + "DataCopy(a, x, 1024); Add(b, a, a, 1024); DataCopy(x, b, 1024); Add(b, a, a, 1024); DataCopy(z, b, 1024);",
    "source_set": SETUP + "DataCopy(a, x, 1024); x.SetValue(3, -1); Add(b, a, a, 1024); DataCopy(z, b, 1024);",
    "source_through_reference": SETUP + "DataCopy(a, x, 1024); x(3) = -1; Add(b, a, a, 1024); DataCopy(z, b, 1024);",
    "in_place": SETUP + "DataCopy(a, x, 1024); Add(a, a, a, 1024); Add(a, a, a, 512); DataCopy(z, a, 1024);",
    "part": SETUP + "DataCopy(a, x, 1024); Add(b, a[8], a[512], 256); DataCopy(z, b, 256); DataCopy(z[256], a[256], 768);",
    "copied_over": SETUP + "DataCopy(a, x, 1024); DataCopy(a, x[1024], 1024); Add(b, a, a, 1024); DataCopy(z, b, 1024);",
    "partly_copied_over": SETUP + "DataCopy(a, x, 1024); DataCopy(a[512], x[1024], 256); Add(b, a, a, 1024); DataCopy(z, b, 1024);",
    "copied_on": SETUP + "DataCopy(a, x, 1024); DataCopy(b, a, 1024); DataCopy(z, b, 1024);",
    "copied_out": SETUP + "DataCopy(a, x, 1024); DataCopy(z, a, 1024);",
    "many": """
        GlobalTensor<int> x, z; x.SetGlobalBuffer(ARG(0, int*)); z.SetGlobalBuffer(ARG(1, int*));
        LocalTensor<int> t(TPosition::VECIN, 0, 12 * 256), b(TPosition::VECOUT, 65536, 256);
        for (int i = 0; i < 12; ++i) DataCopy(t[i * 256], x[i * 256 % 2048], 256);
        for (int i = 11; i >= 0; --i) { Add(b, t[i * 256], t[i * 256], 256); DataCopy(z[(11 - i) * 256 % 2048], b, 256); }
    """,
    "masked": SETUP + """
        DataCopy(a, x, 1024); Duplicate(b, 9, 1024);
        Add(b, a, a, uint64_t(32), 16, BinaryRepeatParams(1, 1, 1, 8, 8, 8));
        DataCopy(z, b, 1024);
    """,
    "result_read": SETUP + "DataCopy(a, x, 1024); Add(b, a, a, 1024); for (int i = 0; i < 1024; ++i) z.SetValue(i, b.GetValue(i));",
    "result_copied_twice": SETUP + "DataCopy(a, x, 1024); Add(b, a, a, 1024); DataCopy(z, b, 1024); DataCopy(z[1024], b, 1024);",
    "result_copied_in_part": SETUP + "DataCopy(a, x, 1024); Add(b, a, a, 1024); DataCopy(z[512], b[512], 512); DataCopy(z, b, 512);",
    "result_to_its_source": SETUP + "DataCopy(a, x, 1024); Add(b, a, a, 1024); DataCopy(x, b, 1024); DataCopy(z, b, 1024);",
    "result_beside_its_source": SETUP + "DataCopy(a, x, 1024); Add(b, a, a, 1024); DataCopy(x[8], b, 1024); DataCopy(z, b, 1024);",
    "result_after_its_source_changed": SETUP + """
        LocalTensor<int> c(TPosition::VECOUT, 16384, 1024);
        Duplicate(c, 1, 1024); DataCopy(a, x, 1024); Add(b, a, a, 1024); DataCopy(x, c, 1024); DataCopy(z, b, 1024);
    """,
    "result_after_its_copy_changed": SETUP + """
        DataCopy(a, x, 1024); Add(b, a, a, 1024); DataCopy(z[1024], b, 1024); z.SetValue(1024, 0); DataCopy(z, b, 1024);
    """,
    "result_written_over": SETUP + "DataCopy(a, x, 1024); Add(b, a, a, 1024); Sub(b, a, a, 1024); DataCopy(z, b, 1024);",
    "result_written_over_in_part": SETUP + """
        DataCopy(a, x, 1024); Add(b, a, a, 1024); Duplicate(b[256], 3, 512); DataCopy(z, b, 1024);
    """,
    "result_of_results": SETUP + "DataCopy(a, x, 1024); Add(b, a, a, 1024); Add(a, b, b, 1024); Add(b, a, a, 1024); DataCopy(z, b, 1024);",
    "two_results": SETUP + """
        LocalTensor<int> c(TPosition::VECOUT, 16384, 1024);
        DataCopy(a, x, 1024); Add(b, a, a, 1024); Sub(c, a, a, 1024); DataCopy(z[1024], c, 1024); DataCopy(z, b, 1024);
    """,
    "operands_overlap": SETUP + """
        LocalTensor<int> both(TPosition::VECIN, 0, 2048);
        DataCopy(both, x, 2048); Add(both[1024], both, both[1024], 1024); DataCopy(z, both[1024], 1024);
    """,
    "in_strange_place": """
        GlobalTensor<int> x, z; x.SetGlobalBuffer(ARG(0, int*) + 1); z.SetGlobalBuffer(ARG(1, int*) + 3);
        LocalTensor<int> a(TPosition::VECIN, 0, 1024), b(TPosition::VECOUT, 8192, 1024);
        DataCopy(a, x, 1024); Add(b, a, a, 1024); DataCopy(z, b, 1024);
    """,
    "added_up": SETUP + """
        DataCopy(a, x, 1024); Add(b, a, a, 1024); DataCopy(z, a, 1024);
        SetAtomicAdd<int>(); DataCopy(z, b, 1024); DisableDmaAtomic();
    """,
    "large": """
        GlobalTensor<int> x, z; x.SetGlobalBuffer(ARG(0, int*) + 1); z.SetGlobalBuffer(ARG(1, int*) + 3);
        LocalTensor<int> a(TPosition::VECIN, 0, 8192), b(TPosition::VECOUT, 32768, 8192);
        for (int i = 0; i < ARG(2, int); ++i) { DataCopy(a, x[i * 8192], 8192); Add(b, a, a, 8192); DataCopy(z[i * 8192], b, 8192); }
    """,
    "result_for_other_core": SETUP + """
        if (GetBlockIdx() == 0) { DataCopy(a, x, 1024); Add(b, a, a, 1024); }
        SyncAll();
        if (GetBlockIdx() == 1) for (int i = 0; i < 1024; ++i) x.SetValue(i, 0);
        SyncAll();
        if (GetBlockIdx() == 0) DataCopy(z, b, 1024);
    """,
    "other_core": SETUP + """
        if (GetBlockIdx() == 0) DataCopy(a, x, 1024);
        SyncAll();
        if (GetBlockIdx() == 1) for (int i = 0; i < 1024; ++i) x.SetValue(i, 0);
        SyncAll();
        if (GetBlockIdx() == 0) { Add(b, a, a, 1024); DataCopy(z, b, 1024); }
    """,
    "told_through_memory": SETUP + """
        GlobalTensor<int> flags; flags.SetGlobalBuffer(ARG(2, int*));
        if (GetBlockIdx() == 0) {
            DataCopy(a, x, 1024);
            flags.SetValue(0, 1);
            while (flags.GetValue(1) == 0) {}
            Add(b, a, a, 1024); DataCopy(z, b, 1024);
        } else {
            while (flags.GetValue(0) == 0) {}
            for (int i = 0; i < 1024; ++i) x.SetValue(i, 0);
            flags.SetValue(1, 1);
        }
    """,
}  # fmt: skip


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    return build(
        BODIES,
        "tensor.h",
        "sys_var.h",
        "block_sync.h",
        "data_copy.h",
        "set_atomic.h",
        "vec_binary.h",
        "vec_duplicate.h",
    )


def run(
    kernels: Kernels, name: str, *more: np.ndarray, cores: int = 1, **options: object
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The source before and after, and the result."""
    x = np.random.default_rng(5).integers(1, 1 << 20, 2048).astype(np.int32)
    z = np.zeros(2048, np.int32)
    before = x.copy()
    kernels.run(name, x, z, *more, cores=cores, **options)
    return before, x, z


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("scalar_read", lambda x: x[:1024]),
        ("scalar_write", lambda x: 2 * np.where(np.arange(1024) == 5, -7, x[:1024])),
        ("source_rewritten", lambda x: 2 * x[:1024]),
        ("source_set", lambda x: 2 * x[:1024]),
        ("source_through_reference", lambda x: 2 * x[:1024]),
        ("in_place", lambda x: np.where(np.arange(1024) < 512, 4, 2) * x[:1024]),
        ("part", lambda x: np.concatenate([x[8:264] + x[512:768], x[256:1024]])),
        ("copied_over", lambda x: 2 * x[1024:]),
        ("partly_copied_over", lambda x: 2 * np.concatenate([x[:512], x[1024:1280], x[768:1024]])),
        ("copied_on", lambda x: x[:1024]),
        ("copied_out", lambda x: x[:1024]),
        ("many", lambda x: 2 * np.concatenate([x.reshape(8, 256)[i % 8] for i in (3, 2, 1, 0, 7, 6, 5, 4)])),
        ("result_read", lambda x: 2 * x[:1024]),
        ("result_copied_twice", lambda x: 2 * np.tile(x[:1024], 2)),
        ("result_copied_in_part", lambda x: 2 * x[:1024]),
        ("result_to_its_source", lambda x: 2 * x[:1024]),
        ("result_beside_its_source", lambda x: 2 * x[:1024]),
        ("result_after_its_source_changed", lambda x: 2 * x[:1024]),
        ("result_after_its_copy_changed", lambda x: 2 * x[:1024]),
        ("result_written_over", lambda x: 0 * x[:1024]),
        ("result_written_over_in_part", lambda x: np.where(np.arange(1024) // 256 % 3 != 0, 3, 2 * x[:1024])),
        ("result_of_results", lambda x: 8 * x[:1024]),
        ("two_results", lambda x: np.concatenate([2 * x[:1024], 0 * x[:1024]])),
        ("operands_overlap", lambda x: x[:1024] + x[1024:]),
        ("in_strange_place", lambda x: np.concatenate([[0, 0, 0], 2 * x[1:1025], [0]])),
        ("added_up", lambda x: 3 * x[:1024]),
        ("masked", lambda x: np.where(np.arange(1024) % 64 < 32, 2 * x[:1024], 9)),
    ],
)
def test_results_are_those_of_a_move_made_at_once(kernels: Kernels, name: str, expected: object) -> None:
    before, _, z = run(kernels, name)
    want = expected(before)  # type: ignore[operator]
    np.testing.assert_array_equal(z[: len(want)], want)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["other_core", "result_for_other_core"])
def test_another_core_may_write_the_source_after_a_meeting(kernels: Kernels, name: str, threads: int) -> None:
    before, after, z = run(kernels, name, cores=2, threads=threads)
    np.testing.assert_array_equal(z[:1024], 2 * before[:1024])
    assert not after[:1024].any()


@pytest.mark.parametrize("threads", [1, 2])
def test_another_core_may_write_the_source_when_told_through_memory(kernels: Kernels, threads: int) -> None:
    before, _, z = run(kernels, "told_through_memory", np.zeros(16, np.int32), cores=2, threads=threads)
    np.testing.assert_array_equal(z[:1024], 2 * before[:1024])


def test_arrays_larger_than_the_caches(kernels: Kernels) -> None:
    tiles = 600
    x = np.arange(tiles * 8192 + 1, dtype=np.int32)
    z = np.full(tiles * 8192 + 5, -1, np.int32)
    assert x.nbytes + z.nbytes > 32 << 20
    kernels.run("large", x, z, tiles)
    np.testing.assert_array_equal(z, np.concatenate([[-1, -1, -1], 2 * x[1:], [-1, -1]]))
