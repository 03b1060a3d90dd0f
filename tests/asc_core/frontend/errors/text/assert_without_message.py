import asc


@asc.jit
def kernel(n: int, size: asc.ConstExpr[int]):
    assert size == 4


CONSTANTS = {"size": 3}
