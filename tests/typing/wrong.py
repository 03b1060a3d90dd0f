"""Kernels and launches that type checkers must report, in the lines marked so."""

import numpy as np

import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int, tiles: asc.ConstExpr[int] = 4) -> None:
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, "64")  # error
    asc.add(t, t, t)  # error
    asc.adddd(t)  # error
    n.cast(asc.int64)  # error
    asc.float32(n)  # error
    asc.cast(n, asc.float32)  # error


class Scaling:
    @asc.jit
    def scale(self, x: asc.GlobalAddress, n: int) -> None:
        asc.printf("%d", n)


x = np.zeros(64, np.float32)
kernel[8](x, "3")  # error
kernel[8]("x", 3)  # error
kernel[8](x)  # error
kernel[8](x, 3, 4, 5)  # error
kernel[8](x, m=3)  # error
kernel["8"](x, 3)  # error
kernel[8](x, 3, tiles="a")  # error
scaling = Scaling()
scaling.scale[1](scaling, x, 3)  # error
scaling.scale[1](x)  # error
scaling.scale[1](x, "3")  # error
Scaling.scale[1](x, 3)  # error
