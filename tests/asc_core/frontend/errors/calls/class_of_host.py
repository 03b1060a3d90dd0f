from fractions import Fraction

import asc


@asc.jit
def kernel(n: int):
    m = Fraction(n, 2)
