# ruff: noqa: E501 - kernels are written as text, a statement group a line.
"""Reads of local memory that a kernel never wrote."""

from __future__ import annotations

import numpy as np
import pytest

from asc_core.errors import ModelError

from .conftest import Build, Kernels

SETUP = """
    GlobalTensor<float> x, z; x.SetGlobalBuffer(ARG(0, float*)); z.SetGlobalBuffer(ARG(1, float*));
    LocalTensor<float> a(TPosition::VECIN, 0, 256), b(TPosition::VECOUT, 1024, 256);
"""

GOOD = {
    "whole": SETUP + "DataCopy(a, x, 256); Add(b, a, a, 256); DataCopy(z, b, 256);",
    "part_of_a_block": SETUP + "Duplicate(b, 1.0f, 10); DataCopy(z, b, 16); float v = b.GetValue(15); (void)v;",
    "padded": SETUP + "DataCopyPad(a, x, {1, 20, 0, 0, 0}, {false, 0, 0, 0}); Adds(b, a, 1.0f, 8);",
    "by_rows": SETUP + "DataCopy(a, x, DataCopyParams(4, 1, 0, 1)); Adds(b, a, 1.0f, uint64_t(8), 4, UnaryRepeatParams(1, 1, 1, 2));",
    "masked": SETUP + "Duplicate(b, 1.0f, 8); Duplicate(b[24], 1.0f, 8); uint64_t bits[2] = {0xff0000ff, 0}; Adds(b[64], b, 1.0f, bits, 1, UnaryRepeatParams(1, 1, 8, 8));",
    "by_element": SETUP + "for (int i = 0; i < 64; ++i) a.SetValue(i, 1.0f); Add(b, a, a, 64);",
    "same_place": SETUP + "LocalTensor<float> other(TPosition::VECCALC, 0, 256); DataCopy(other, x, 256); Add(b, a, a, 256);",
}  # fmt: skip

BAD = {
    "never": (SETUP + "Add(b, a, a, 256);", "Add", "src0", "bytes 0..1024 of UB, which were never written"),
    "second": (SETUP + "DataCopy(a, x, 256); Add(b, a, a[256], 0); Add(b, a, b, 8);", "Add", "src1", "bytes 1024..1056 of UB"),
    "behind": (SETUP + "DataCopy(a, x, 128); Add(b, a, a, 256);", "Add", "src0", "bytes 512..1024 of UB"),
    "hole": (SETUP + "DataCopy(a, x, 64); DataCopy(a[128], x, 64); Add(b, a, a, 192);", "Add", "src0", "bytes 256..512 of UB"),
    "in_place": (SETUP + "DataCopy(a, x, 256); Add(b, b, a, 256);", "Add", "src0", "bytes 1024..2048 of UB"),
    "accumulated": (SETUP + "DataCopy(a, x, 256); MulAddDst(b, a, a, 256);", "MulAddDst", "dst", "bytes 1024..2048 of UB"),
    "stored": (SETUP + "DataCopy(z, b, 256);", "DataCopy", "src", "bytes 1024..2048 of UB"),
    "element": (SETUP + "float v = a.GetValue(100); (void)v;", "GetValue", "index", "bytes 400..404 of UB"),
    "other_row": (SETUP + "DataCopy(a, x, DataCopyParams(4, 1, 0, 1)); Adds(b, a, 1.0f, uint64_t(8), 4, UnaryRepeatParams(1, 1, 1, 1));", "Adds", "src", "bytes 32..64 of UB"),
}  # fmt: skip


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    bodies = {**GOOD, **{f"bad_{name}": row[0] for name, row in BAD.items()}}
    headers = ("tensor.h", "data_copy.h", "data_copy_pad.h", "vec_binary.h", "vec_binary_scalar.h", "vec_duplicate.h")
    return build(bodies, *headers)


def run(kernels: Kernels, name: str, **options: object) -> None:
    kernels.run(name, np.ones(1024, np.float32), np.zeros(1024, np.float32), **options)


@pytest.mark.parametrize("name", GOOD)
def test_written_memory_may_be_read(kernels: Kernels, name: str) -> None:
    run(kernels, name, check_written=True)


@pytest.mark.parametrize("name", BAD)
def test_reading_what_was_never_written(kernels: Kernels, name: str) -> None:
    _, api, argument, text = BAD[name]
    with pytest.raises(ModelError) as caught:
        run(kernels, f"bad_{name}", check_written=True)
    error = caught.value
    assert (error.kind, error.api, error.argument, error.line) == ("uninitialized", api, argument, 4)
    assert text in error.message


def test_the_check_can_be_left_out(kernels: Kernels) -> None:
    for name in BAD:
        run(kernels, f"bad_{name}")


def test_each_launch_starts_anew(kernels: Kernels) -> None:
    run(kernels, "whole", check_written=True)
    with pytest.raises(ModelError, match="never written"):
        run(kernels, "bad_never", check_written=True)
