# ruff: noqa: E501 - kernels are written as text, a statement group a line.
"""Accesses that no flag orders, and flags that nothing waits for."""

from __future__ import annotations

import re

import numpy as np
import pytest

from asc_core.errors import ModelError

from .conftest import Build, Kernels

SETUP = """
    GlobalTensor<float> x, z; x.SetGlobalBuffer(ARG(0, float*)); z.SetGlobalBuffer(ARG(1, float*));
    LocalTensor<float> a(TPosition::VECIN, 0, 256), b(TPosition::VECOUT, 1024, 256);
"""
LOAD = "SetFlag<HardEvent::MTE2_V>(0); WaitFlag<HardEvent::MTE2_V>(0);"
STORE = "SetFlag<HardEvent::V_MTE3>(1); WaitFlag<HardEvent::V_MTE3>(1);"
AGAIN = "SetFlag<HardEvent::MTE3_MTE2>(2); WaitFlag<HardEvent::MTE3_MTE2>(2);"

ORDERED = {
    "chain": SETUP + f"for (int i = 0; i < 3; ++i) {{ DataCopy(a, x, 256); {LOAD} Add(b, a, a, 256); {STORE} DataCopy(z, b, 256); {AGAIN} }}",
    "two_halves": SETUP + """
        for (int i = 0; i < 4; ++i) {
            int h = i % 2 * 128;
            if (i >= 2) WaitFlag<HardEvent::V_MTE2>(i % 2);
            DataCopy(a[h], x[i * 128], 128);
            SetFlag<HardEvent::MTE2_V>(i % 2); WaitFlag<HardEvent::MTE2_V>(i % 2);
            if (i >= 2) WaitFlag<HardEvent::MTE3_V>(i % 2);
            Add(b[h], a[h], a[h], 128);
            if (i < 2) SetFlag<HardEvent::V_MTE2>(i % 2);
            SetFlag<HardEvent::V_MTE3>(i % 2); WaitFlag<HardEvent::V_MTE3>(i % 2);
            DataCopy(z[i * 128], b[h], 128);
            if (i < 2) SetFlag<HardEvent::MTE3_V>(i % 2);
        }
    """,
    "barriers": SETUP + "DataCopy(a, x, 256); PipeBarrier<PIPE_ALL>(); Add(b, a, a, 256); PipeBarrier<PIPE_ALL>(); DataCopy(z, b, 256);",
    "apart": SETUP + "DataCopy(a, x, 128); Add(b, a[128], a[128], 128);",
    "readers": SETUP + f"DataCopy(a, x, 256); {LOAD} SetFlag<HardEvent::MTE2_MTE3>(0); WaitFlag<HardEvent::MTE2_MTE3>(0); Add(b, a, a, 256); DataCopy(z, a, 256);",
    "scalar": SETUP + """
        DataCopy(a, x, 256); SetFlag<HardEvent::MTE2_S>(0); WaitFlag<HardEvent::MTE2_S>(0);
        float first = a.GetValue(0); Adds(b, a, first, 256);
    """,
    "scalar_written": SETUP + "a.SetValue(0, 1.0f); SetFlag<HardEvent::S_V>(0); WaitFlag<HardEvent::S_V>(0); Adds(b, a, 1.0f, 8);",
    "scalar_read_before": SETUP + "Duplicate(b, 1.0f, 256); SetFlag<HardEvent::V_S>(0); WaitFlag<HardEvent::V_S>(0); float v = b.GetValue(3); DataCopy(b, x, 256); (void)v;",
    "rows_between_rows": SETUP + """
        DataCopy(a, x, DataCopyParams(4, 1, 1, 1));
        Adds(a[8], b, 1.0f, uint64_t(8), 4, UnaryRepeatParams(1, 1, 2, 1));
    """,
    "columns_of_a_matrix": SETUP + f"DataCopy(z, b, DataCopyParams(4, 1, 0, 1)); DataCopy(a, z[8], DataCopyParams(4, 1, 1, 0)); {LOAD}",
    "through_another_pipe": SETUP + f"DataCopy(a, x, 256); {LOAD} Add(b, a, a, 256); {STORE} DataCopy(z, b, 256); {AGAIN} DataCopy(a, z, 256); {LOAD}",
    "queues": """
        GlobalTensor<float> x, z; x.SetGlobalBuffer(ARG(0, float*)); z.SetGlobalBuffer(ARG(1, float*));
        TPipe pipe; TQue<TPosition::VECIN, 2> in; TQue<TPosition::VECOUT, 2> out;
        pipe.InitBuffer(in, 2, 512); pipe.InitBuffer(out, 2, 512);
        for (int i = 0; i < 4; ++i) {
            { auto a = in.AllocTensor<float>(); DataCopy(a, x[i * 128], 128); in.EnQue(a); }
            { auto a = in.DeQue<float>(); auto b = out.AllocTensor<float>(); Add(b, a, a, 128); out.EnQue(b); in.FreeTensor(a); }
            { auto b = out.DeQue<float>(); DataCopy(z[i * 128], b, 128); out.FreeTensor(b); }
        }
    """,
    "other_core": SETUP + """
        if (GetBlockIdx() == 0) Duplicate(b, 1.0f, 256);
        SyncAll();
        if (GetBlockIdx() == 0) DataCopy(z, b, 256);
    """,
}  # fmt: skip

RACES = {
    "read_too_early": (SETUP + "DataCopy(a, x, 256);\nAdd(b, a, a, 256);", "Add", "src0", 5, "reads bytes 0..1024 of UB (pipe V) while DataCopy at line 4 (pipe MTE2) may still write them", "HardEvent.MTE2_V"),
    "overwritten_too_early": (SETUP + f"DataCopy(a, x, 256); {LOAD} Add(b, a, a, 256);\nDataCopy(a[64], x, 64);", "DataCopy", "dst", 5, "writes bytes 256..512 of UB (pipe MTE2) while Add at line 4 (pipe V) may still read them", "HardEvent.V_MTE2"),
    "written_twice": (SETUP + "Duplicate(b, 1.0f, 256);\nDataCopy(b[248], x, 8);", "DataCopy", "dst", 5, "writes bytes 2016..2048 of UB (pipe MTE2) while Duplicate at line 4 (pipe V) may still write them", "HardEvent.V_MTE2"),
    "stored_too_early": (SETUP + "Duplicate(b, 1.0f, 256);\nDataCopy(z, b, 256);", "DataCopy", "src", 5, "reads bytes 1024..2048 of UB (pipe MTE3) while Duplicate at line 4 (pipe V) may still write them", "HardEvent.V_MTE3"),
    "global": (SETUP + "DataCopy(z[8], b, 8);\nDataCopy(a, z, 16);", "DataCopy", "src", 5, "reads bytes 32..64 of argument 'a1' (pipe MTE2) while DataCopy at line 4 (pipe MTE3) may still write them", "HardEvent.MTE3_MTE2"),
    "scalar": (SETUP + "DataCopy(a, x, 256);\nfloat v = a.GetValue(5); (void)v;", "GetValue", "index", 5, "reads bytes 20..24 of UB (pipe S) while DataCopy at line 4 (pipe MTE2) may still write them", "HardEvent.MTE2_S"),
    "scalar_write": (SETUP + "a.SetValue(5, 1.0f);\nAdd(b, a, a, 64);", "Add", "src0", 5, "reads bytes 20..24 of UB (pipe V) while SetValue at line 4 (pipe S) may still write them", "HardEvent.S_V"),
    "wrong_flag": (SETUP + "DataCopy(a, x, 256);\nSetFlag<HardEvent::MTE2_MTE3>(0); WaitFlag<HardEvent::MTE2_MTE3>(0); Add(b, a, a, 256);", "Add", "src0", 5, "DataCopy at line 4", "HardEvent.MTE2_V"),
    "flag_too_early": (SETUP + f"{LOAD} DataCopy(a, x, 256);\nAdd(b, a, a, 256);", "Add", "src0", 5, "DataCopy at line 4", "HardEvent.MTE2_V"),
    "own_pipe_only": (SETUP + "DataCopy(a, x, 256); PipeBarrier<PIPE_MTE2>();\nAdd(b, a, a, 256);", "Add", "src0", 5, "DataCopy at line 4", "HardEvent.MTE2_V"),
    "row": (SETUP + "DataCopy(a, x, DataCopyParams(4, 1, 1, 1));\nAdds(b, a[32], 1.0f, 8);", "Adds", "src", 5, "reads bytes 128..160 of UB", "HardEvent.MTE2_V"),
}  # fmt: skip

FLAGS = {"unpaired": SETUP + "DataCopy(a, x, 256);\nSetFlag<HardEvent::MTE2_V>(3);"}


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    bodies = {**ORDERED, **FLAGS, **{f"race_{name}": row[0] for name, row in RACES.items()}}
    headers = (
        "tpipe.h",
        "sys_var.h",
        "block_sync.h",
        "data_copy.h",
        "vec_binary.h",
        "vec_binary_scalar.h",
        "vec_duplicate.h",
    )
    return build(bodies, *headers)


def run(kernels: Kernels, name: str, **options: object) -> None:
    kernels.run(name, np.zeros(1024, np.float32), np.zeros(1024, np.float32), **options)


@pytest.mark.parametrize("name", ORDERED)
def test_ordered_accesses_are_no_race(kernels: Kernels, name: str) -> None:
    run(kernels, name, check_order=True, cores=2 if name == "other_core" else 1)


@pytest.mark.parametrize("name", RACES)
def test_a_race_names_both_instructions_and_the_flag(kernels: Kernels, name: str) -> None:
    _, api, argument, line, text, flag = RACES[name]
    with pytest.raises(ModelError) as caught:
        run(kernels, f"race_{name}", check_order=True)
    error = caught.value
    assert (error.kind, error.api, error.argument, error.line) == ("race", api, argument, line)
    assert text in error.message
    assert f"set_flag({flag})" in error.message


@pytest.mark.parametrize("name", [*(f"race_{name}" for name in RACES), *FLAGS])
def test_the_toolchain_may_order(kernels: Kernels, name: str) -> None:
    run(kernels, name)


def test_a_flag_that_nothing_waits_for(kernels: Kernels) -> None:
    with pytest.raises(ModelError) as caught:
        run(kernels, "unpaired", check_order=True)
    error = caught.value
    assert (error.kind, error.api, error.argument, error.line) == ("flag", "SetFlag", "eventID", 5)
    assert re.search(r"event id 3 of HardEvent\.MTE2_V .*nothing waits", error.message)
