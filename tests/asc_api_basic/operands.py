"""Numbers that operands of tests are filled with."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
from harness import REGION, Array

F16, F32, BF16 = np.float16, np.float32, ml_dtypes.bfloat16
I8, U8, I16, U16, I32, U32, I64 = np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64


def values(dtype: Any, seed: int, edges: bool = True) -> Array:
    """A region of random numbers, a fifth of them NaN, infinities, zeros, subnormals, ties or the type's limits."""
    rng = np.random.default_rng(seed)
    size = REGION // np.dtype(dtype).itemsize
    if np.dtype(dtype).kind in "iu":
        info = np.iinfo(dtype)
        edge = np.array([info.min, info.max, 0, 1, info.max - 1], dtype)
        numbers = rng.integers(info.min, info.max, size, dtype)
    else:
        limits = ml_dtypes.finfo(dtype)
        edge = np.array(
            [np.nan, np.inf, -np.inf, 0.0, -0.0, limits.max, limits.tiny, limits.smallest_subnormal, 1.5, -2.5,
             1 + limits.eps]
        ).astype(dtype)  # fmt: skip
        numbers = rng.normal(0, 8, size).astype(dtype)
    return np.where(rng.random(size) < 0.2, rng.choice(edge, size), numbers) if edges else numbers
