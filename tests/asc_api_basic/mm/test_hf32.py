"""mmad with float32 shortened to HF32."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import asc


@asc.jit
def product(z: asc.GlobalAddress, x: asc.GlobalAddress, y: asc.GlobalAddress, shorten: bool, to_zero: bool):
    zg, xg, yg = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    zg.set_global_buffer(z)
    xg.set_global_buffer(x)
    yg.set_global_buffer(y)
    a2 = asc.LocalTensor(asc.float32, asc.TPosition.A2, 0, 128)
    b2 = asc.LocalTensor(asc.float32, asc.TPosition.B2, 0, 128)
    co1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
    asc.load_data(a2, xg, asc.LoadData2DParams(0, 1, 1))
    asc.load_data(b2, yg, asc.LoadData2DParams(0, 1, 1))
    asc.set_hf32_mode(shorten)
    asc.set_hf32_trans_mode(to_zero)
    asc.mmad(co1, a2, b2, asc.MmadParams(16, 16, 8))
    asc.fixpipe(zg, co1, asc.FixpipeParamsV220(16, 16, 16, 16))


def shortened(values: np.ndarray, to_zero: bool) -> np.ndarray:
    """11 bits behind the point: the nearest, in the middle the even one or that towards zero."""
    fraction, exponent = np.frexp(values.astype(np.float64))
    scaled = np.abs(fraction) * 2.0**12
    whole = np.ceil(scaled - 0.5) if to_zero else np.rint(scaled)
    return np.copysign(np.ldexp(whole, exponent - 12), values)


def test_products() -> None:
    random = np.random.default_rng(0)
    x, y = random.standard_normal((2, 16, 8)).astype(np.float32)
    # Ties: one bit behind those that stay.
    x[:4] = (random.integers(2048, 4096, (4, 8)) * 2 + 1).astype(np.float32) / 4096
    x[4:] = np.where(random.random((12, 8)) < 0.5, x[4:], -x[4:])
    for shorten, to_zero in ((False, False), (True, False), (True, True), (False, True)):
        z = np.zeros((16, 16), np.float32)
        product[1](z, x, y, shorten, to_zero)
        a, b = (shortened(v, to_zero) if shorten else v.astype(np.float64) for v in (x, y))
        np.testing.assert_allclose(z, a @ b.T, rtol=0, atol=2.0**-19)


def test_ties() -> None:
    x, y = np.zeros((16, 8), np.float32), np.zeros((16, 8), np.float32)
    x[:, 0] = 1 + np.arange(1, 32, 2, np.float32) / 4096
    y[0, 0] = 1
    for to_zero in (False, True):
        z = np.zeros((16, 16), np.float32)
        product[1](z, x, y, True, to_zero)
        np.testing.assert_array_equal(z[:, 0], shortened(x[:, 0], to_zero))
        np.testing.assert_array_equal(z[:, 0] < x[:, 0], [to_zero or i % 2 == 0 for i in range(16)])


def test_text(asc_kernel_text: Callable[..., str], filecheck: Callable[[str, str], None]) -> None:
    arrays = [np.zeros(256, np.float32), np.zeros(128, np.float32), np.zeros(128, np.float32)]
    text = asc_kernel_text(product, *arrays, True, False)
    filecheck(text, "CHECK: SetHF32Mode(shorten);\nCHECK: SetHF32TransMode(to_zero);")
