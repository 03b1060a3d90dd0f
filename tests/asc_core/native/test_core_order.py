# ruff: noqa: E501 - kernels are written as text, a statement group a line.
"""Cores that write the same global memory."""

from __future__ import annotations

import numpy as np
import pytest

from asc_core.errors import ModelError

from .conftest import Build, Kernels

SETUP = """
    GlobalTensor<float> z; z.SetGlobalBuffer(ARG(0, float*)); [[maybe_unused]] int i = GetBlockIdx();
    LocalTensor<float> a(TPosition::VECIN, 0, 64); Duplicate(a, 1.0f, 64); PipeBarrier<PIPE_ALL>();
"""

ORDERED = {
    "apart": SETUP + "DataCopy(z[i * 64], a, 64);",
    "meet": SETUP + "DataCopy(z[i * 64], a, 64); SyncAll(); DataCopy(z[(i + 1) % GetBlockNum() * 64], a, 64);",
    "flags": SETUP + "DataCopy(z[i * 64], a, 64); CrossCoreSetFlag<0, PIPE_MTE3>(1); CrossCoreWaitFlag(1); DataCopy(z[(i + 1) % GetBlockNum() * 64], a, 64);",
    "in_turn": SETUP + """
        GlobalTensor<int32_t> w; w.SetGlobalBuffer(ARG(1, int32_t*)); LocalTensor<int32_t> u(TPosition::VECCALC, 1024, 256);
        if (i != 0) IBWait(w, u, i - 1, 0);
        DataCopy(z, a, 64);
        if (i + 1 != GetBlockNum()) IBSet(w, u, i, 0);
    """,
    "added_up": SETUP + "SetAtomicAdd<float>(); DataCopy(z, a, 64); SetAtomicNone();",
    "same_core_twice": SETUP + "DataCopy(z[i * 64], a, 64); DataCopy(z[i * 64 + 8], a, 8);",
    "scalars": SETUP + "z.SetValue(i, 1.0f);",
    "reads": SETUP + "if (i == 0) DataCopy(z, a, 64); else DataCopy(a, z, 64);",
}  # fmt: skip

RACES = {
    "same_bytes": (SETUP + "DataCopy(z, a, 64);", "DataCopy", "bytes 0..256", 4),
    "overlap": (SETUP + "DataCopy(z[i * 56], a, 64);", "DataCopy", "bytes 224..256", 4),
    "rows": (SETUP + "DataCopy(z[i * 16], a, DataCopyParams(2, 1, 0, 1));", "DataCopy", "bytes 64..96", 4),
    "scalars": (SETUP + "z.SetValue(3, 1.0f);", "SetValue", "bytes 12..16", 4),
    "after_the_meeting": (SETUP + "SyncAll();\nDataCopy(z, a, 64);", "DataCopy", "bytes 0..256", 5),
    "flag_of_others": (
        SETUP + "if (i < 2) { CrossCoreSetFlag<0, PIPE_MTE3>(1); }\nDataCopy(z, a, 64);",
        "DataCopy",
        "bytes 0..256",
        5,
    ),
    "only_one_adds": (SETUP + "if (i == 0) SetAtomicAdd<float>();\nDataCopy(z, a, 64);", "DataCopy", "bytes 0..256", 5),
}


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    bodies = {**ORDERED, **{f"race_{name}": row[0] for name, row in RACES.items()}}
    return build(bodies, "sys_var.h", "block_sync.h", "data_copy.h", "vec_duplicate.h", "set_atomic.h")


@pytest.mark.parametrize("name", ORDERED)
def test_ordered_writes_are_no_race(kernels: Kernels, name: str) -> None:
    for _ in range(3):
        kernels.run(name, np.zeros(256, np.float32), np.zeros(1024, np.int32), cores=4, check_order=True)


@pytest.mark.parametrize("name", RACES)
def test_a_race_names_both_cores(kernels: Kernels, name: str) -> None:
    _, api, place, line = RACES[name]
    for _ in range(3):
        with pytest.raises(ModelError) as caught:
            kernels.run(f"race_{name}", np.zeros(256, np.float32), cores=2, check_order=True)
        error = caught.value
        assert (error.kind, error.api, error.line) == ("race", api, line)
        assert (
            f"writes {place} of argument 'a0', which block {1 - error.block} writes with {api} at line {line}"
            in error.message
        )
        assert "nothing orders the two cores" in error.message


@pytest.mark.parametrize("name", RACES)
def test_cores_are_compared_where_the_kernel_orders_itself(kernels: Kernels, name: str) -> None:
    kernels.run(f"race_{name}", np.zeros(256, np.float32), cores=2)
