"""Powers with exponents known when the kernel runs; those of integers are in the truth table as well."""

import ml_dtypes
import numpy as np
import pytest

import asc


@asc.jit
def powers(floats: asc.GlobalAddress, whole: asc.GlobalAddress, x, n):
    f, w = asc.GlobalTensor(), asc.GlobalTensor()
    f.set_global_buffer(floats, 8)
    w.set_global_buffer(whole, 8)
    f.set_value(0, x**n)
    f.set_value(1, 2.0**n)
    f.set_value(2, x**100)
    f.set_value(3, pow(x, -3))
    f.set_value(4, n**-1)
    w.set_value(0, 2**n)
    w.set_value(1, n**70)
    w.set_value(2, (-1) ** n)
    n **= n
    w.set_value(3, n)


@pytest.mark.parametrize(("x", "n"), [(1.25, 5), (-0.75, 7), (3.0, -4), (0.0, 3), (1.001, 0x700), (2.0, -1)])
def test_powers_are_those_of_numpy(x: float, n: int) -> None:
    f, w = np.zeros(8, np.float32), np.zeros(8, np.int32)
    powers[1](f, w, x, n)
    one, value, count = np.float32([1, x, n])
    with np.errstate(all="ignore"):
        wanted = [value**count, (2 * one) ** count, value ** (100 * one), one / value**3, one / count]
    np.testing.assert_allclose(f[:5], wanted, rtol=1e-4)
    own = 0 if n < -1 else -1 if n == -1 else pow(n, n, 2**32)
    low = [0 if n < 0 else pow(2, n, 2**32), pow(n, 70, 2**32), (-1) ** (n % 2), own]
    np.testing.assert_array_equal(w[:4], np.array(low).astype(np.uint32).astype(np.int32))


@pytest.mark.parametrize("dtype", [np.int8, np.int64])
def test_a_power_has_the_type_of_a_sum(dtype: type) -> None:
    f, w = np.zeros(8, np.float32), np.zeros(8, np.int64)
    powers[1](f, w, 1.5, dtype(3))
    assert w[:3].tolist() == [8, np.array(pow(3, 70, 2**64), np.uint64).astype(np.int64) if dtype is np.int64 else
                              int(np.array(pow(3, 70, 256), np.uint8).astype(np.int8)), -1]  # fmt: skip


@asc.jit
def roots(out: asc.GlobalAddress, x):
    g = asc.GlobalTensor()
    g.set_global_buffer(out, 8)
    g.set_value(0, x**0.5)
    g.set_value(1, pow(x, 0.5))


@pytest.mark.parametrize("x", [np.inf, -np.inf, 0.0, -0.0, 2.0, -1.0, np.nan, 1e-40])
@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_the_power_of_a_half_is_that_of_numpy(x: float, dtype: type) -> None:
    out = np.full(8, 7, dtype)
    roots[1](out, dtype(x))
    with np.errstate(all="ignore"):
        wanted = dtype(np.float64(dtype(x)) ** np.float64(0.5))
    np.testing.assert_array_equal(out[:2], [wanted, wanted])
    assert np.signbit(out[0]) == np.signbit(wanted) or np.isnan(wanted)


@asc.jit
def short_powers(out: asc.GlobalAddress, x):
    g = asc.GlobalTensor()
    g.set_global_buffer(out, 8)
    g.set_value(0, x**-3)
    g.set_value(1, x**-1)
    g.set_value(2, x**5)
    g.set_value(3, x**-7)
    g.set_value(4, x**0)
    g.set_value(5, x**2)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("x", [1.1, -0.7, 3.3, 0.013, 71.0, 9.7, -5.9])
def test_powers_of_short_floats_are_rounded_once(x: float, dtype: type) -> None:
    out = np.zeros(8, dtype)
    short = dtype(x)
    short_powers[1](out, short)
    with np.errstate(all="ignore"):
        wanted = [(np.float64(short) ** e).astype(dtype) for e in (-3, -1, 5, -7, 0, 2)]
    assert out[:6].tolist() == [w.item() for w in wanted]


@asc.jit
def large_power(z: asc.GlobalAddress, exponent: asc.ConstExpr, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 32)
    for i in range(n):
        g.set_value(i, g.get_value(i) ** exponent)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("exponent", [64, 65, 100, 101, -64, -65, -100, -101, 65.0, 2000, -(2**31), 2**40])
def test_large_powers_of_short_floats_are_those_of_numpy(exponent: float, dtype: type) -> None:
    values = [0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 0.9, 1.1, -0.99, 1.01, 1.125, np.inf, -np.inf, np.nan, 1.0009, 0.9995]
    z = np.array(values).astype(dtype)
    with np.errstate(all="ignore"):
        wanted = (z.astype(np.float64) ** float(exponent)).astype(dtype)
    large_power[1](z, exponent, len(values))
    given, wanted = z.astype(np.float32), wanted.astype(np.float32)
    np.testing.assert_array_equal(given, wanted)
    numbers = ~np.isnan(wanted)
    np.testing.assert_array_equal(np.signbit(given[numbers]), np.signbit(wanted[numbers]))
