# ruff: noqa: E501 - kernels are written as text, a statement group a line.
"""Element types: conversions of half and bfloat16_t over all values, and additions of each type."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from asc_core.errors import ModelError

from .conftest import Build, Kernels

TYPES = {"half": np.float16, "float": np.float32, "int16_t": np.int16, "int32_t": np.int32}

ADD = """
    int count = ARG(3, int);
    GlobalTensor<T> x, y, z;
    x.SetGlobalBuffer(ARG(0, T*)); y.SetGlobalBuffer(ARG(1, T*)); z.SetGlobalBuffer(ARG(2, T*));
    int room = (count * int(sizeof(T)) + 31) / 32 * 32;
    LocalTensor<T> a(TPosition::VECIN, 0, room / sizeof(T)), b(TPosition::VECIN, room, room / sizeof(T));
    LocalTensor<T> c(TPosition::VECOUT, 2 * room, room / sizeof(T));
    DataCopy(a, x, room / sizeof(T)); DataCopy(b, y, room / sizeof(T)); DataCopy(c, z, room / sizeof(T));
    Add(c, a, b, count);
    DataCopy(z, c, room / sizeof(T));
"""

BODIES = {
    **{
        f"add_{name}": ADD.replace("T>", f"{name}>").replace("(T)", f"({name})").replace("T*", f"{name}*")
        for name in TYPES
    },
    "scalars": """
        auto* from = ARG(0, const uint16_t*); auto* wide = ARG(1, float*); auto* half_out = ARG(2, uint16_t*);
        auto* bf_wide = ARG(3, float*); auto* numbers = ARG(4, const float*); auto* bf_out = ARG(5, uint16_t*); int n = ARG(6, int);
        for (int i = 0; i < 65536; ++i) { half h; h.bits = from[i]; wide[i] = h; bfloat16_t b; b.bits = from[i]; bf_wide[i] = b; }
        for (int i = 0; i < n; ++i) { half_out[i] = half(numbers[i]).bits; bf_out[i] = bfloat16_t(numbers[i]).bits; }
    """,
    "blocks": """
        auto* from = ARG(0, const uint16_t*); auto* wide = ARG(1, float*); auto* half_out = ARG(2, uint16_t*);
        auto* bf_wide = ARG(3, float*); auto* numbers = ARG(4, const float*); auto* bf_out = ARG(5, uint16_t*); int n = ARG(6, int);
        asc_model::widen(reinterpret_cast<const half*>(from), wide, ARG(7, int));
        asc_model::widen(reinterpret_cast<const bfloat16_t*>(from), bf_wide, ARG(7, int));
        asc_model::narrow(numbers, reinterpret_cast<half*>(half_out), n);
        asc_model::narrow(numbers, reinterpret_cast<bfloat16_t*>(bf_out), n);
    """,
    "count_negative": "LocalTensor<float> t(TPosition::VECIN, 0, 8);\nAdd(t, t, t, -1);",
    "count_large": "LocalTensor<float> d(TPosition::VECIN, 0, 64), s(TPosition::VECIN, 256, 8);\nAdd(d, s, d, 64);",
    "unaligned": "LocalTensor<float> t(TPosition::VECIN, 0, 64);\nAdd(t, t[4], t, 8);",
    "empty_tensor": "LocalTensor<float> t;\nAdd(t, t, t, 8);",
    "wrong_place": "LocalTensor<float> t(TPosition::A1, 0, 8);\nAdd(t, t, t, 8);",
}


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    return build(BODIES, "tensor.h", "data_copy.h", "vec_binary.h")


def sample(dtype: type, count: int, rng: np.random.Generator) -> np.ndarray:
    bits = rng.integers(0, 256, count * np.dtype(dtype).itemsize, dtype=np.uint8)
    return bits.view(dtype)


def same_bits(actual: np.ndarray, expected: np.ndarray) -> None:
    """Equal bits, and NaN wherever NaN is expected."""
    if actual.dtype.kind in "fV":
        nan = np.isnan(expected.astype(np.float32))
        assert np.isnan(actual.astype(np.float32))[nan].all()
        actual, expected = actual[~nan], expected[~nan]
    unsigned = f"u{actual.dtype.itemsize}"
    np.testing.assert_array_equal(actual.view(unsigned), expected.view(unsigned))


@pytest.mark.parametrize("count", [1, 15, 64, 513, 3000])
@pytest.mark.parametrize("name", TYPES)
def test_add(kernels: Kernels, name: str, count: int) -> None:
    dtype = TYPES[name]
    rng = np.random.default_rng(count)
    x, y, z = (sample(dtype, 4096, rng) for _ in range(3))
    expected = z.copy()
    with np.errstate(all="ignore"):
        expected[:count] = (
            (x[:count].astype(np.float64) + y[:count]).astype(dtype) if name == "half" else x[:count] + y[:count]
        )
    kernels.run(f"add_{name}", x, y, z, count)
    same_bits(z, expected)


@pytest.mark.parametrize("name", ["scalars", "blocks"])
def test_half_and_bfloat16_conversions(kernels: Kernels, name: str) -> None:
    rng = np.random.default_rng(7)
    every = np.arange(65536, dtype=np.uint16)
    halves = every.view(np.float16)[np.isfinite(every.view(np.float16))].astype(np.float64)
    ties = ((np.sort(halves)[1:] + np.sort(halves)[:-1]) / 2).astype(np.float32)
    edges = np.float32(
        [65519.996, 65520, 65536, 1e10, np.inf, -np.inf, np.nan, 2**-24, 2**-25, 3 * 2**-26, -0.0, 1e-40]
    )
    numbers = np.concatenate(
        [sample(np.float32, 100_003, rng), ties, np.nextafter(ties, np.float32(9e9)), edges]
    ).astype(np.float32)
    wide, bf_wide = np.zeros(65536, np.float32), np.zeros(65536, np.float32)
    half_out, bf_out = np.zeros(numbers.size, np.uint16), np.zeros(numbers.size, np.uint16)
    kernels.run(name, every, wide, half_out, bf_wide, numbers, bf_out, numbers.size, 65536)
    with np.errstate(all="ignore"):
        same_bits(wide, every.view(np.float16).astype(np.float32))
        same_bits(half_out.view(np.float16), numbers.astype(np.float16))
    same_bits(bf_wide, every.view(ml_dtypes.bfloat16).astype(np.float32))
    with np.errstate(all="ignore"):
        expected = numbers.astype(ml_dtypes.bfloat16)
    same_bits(bf_out.view(ml_dtypes.bfloat16), expected)


@pytest.mark.parametrize(
    ("name", "kind", "argument", "text"),
    [
        ("count_negative", "check", "count", "-1"),
        ("count_large", "bounds", "src0", "needs 256 bytes, the tensor has 32"),
        ("unaligned", "alignment", "src0", "starts at byte 16 of UB, which is not a multiple of 32"),
        ("empty_tensor", "bounds", "dst", "it was never given memory"),
        ("wrong_place", "check", "dst", "A1"),
    ],
)
def test_misuse_of_add(kernels: Kernels, name: str, kind: str, argument: str, text: str) -> None:
    with pytest.raises(ModelError) as caught:
        kernels.run(name)
    error = caught.value
    assert (error.kind, error.api, error.argument, error.file, error.line) == (kind, "Add", argument, f"{name}.py", 2)
    assert text in error.message
