"""Device functions that are methods of classes."""

import numpy as np

import asc


class Scale:
    factor = 5

    @classmethod
    @asc.jit
    def scaled(cls, n):
        return n * cls.factor


class Larger(Scale):
    factor = 7


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 8)
    g.set_value(0, Scale.scaled(n))
    g.set_value(1, Larger.scaled(n))


def test_a_class_method_knows_its_class():
    x = np.zeros(8, np.int32)
    kernel[1](x, 3)
    assert x[:2].tolist() == [15, 21]
