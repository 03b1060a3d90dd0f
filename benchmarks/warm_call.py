"""A warm call of an empty kernel with 1, 4 and 16 arguments on one core of Model."""

from __future__ import annotations

import numpy as np
from measure import in_turn, report

import asc


@asc.jit
def empty_1(a: asc.GlobalAddress):
    pass


@asc.jit
def empty_4(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress, d: asc.GlobalAddress):
    pass


@asc.jit
def empty_4_mixed(a: asc.GlobalAddress, b: asc.GlobalAddress, n: int, x: float):
    pass


@asc.jit
def empty_16(
    a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress, d: asc.GlobalAddress,
    e: asc.GlobalAddress, f: asc.GlobalAddress, g: asc.GlobalAddress, h: asc.GlobalAddress,
    i: asc.GlobalAddress, j: asc.GlobalAddress, k: asc.GlobalAddress, m: asc.GlobalAddress,
    n: asc.GlobalAddress, o: asc.GlobalAddress, p: asc.GlobalAddress, q: asc.GlobalAddress,
):  # fmt: skip
    pass


def main() -> None:
    arrays = [np.zeros(64, np.float32) for _ in range(16)]
    four, sixteen = arrays[:4], arrays
    one_launch, four_launch, mixed_launch, sixteen_launch = empty_1[1], empty_4[1], empty_4_mixed[1], empty_16[1]
    times = in_turn(
        {
            "numpy.add of 8 elements": lambda: np.add(arrays[0][:8], arrays[1][:8]),
            "1 array": lambda: one_launch(arrays[0]),
            "4 arrays": lambda: four_launch(*four),
            "2 arrays, int, float": lambda: mixed_launch(arrays[0], arrays[1], 3, 1.5),
            "16 arrays": lambda: sixteen_launch(*sixteen),
            "4 arrays, kernel[1] each time": lambda: empty_4[1](*four),
        },
        rounds=30,
        number=2000,
    )
    report("Warm call of an empty kernel", times, unit=1e6, unit_name="µs")


if __name__ == "__main__":
    main()
