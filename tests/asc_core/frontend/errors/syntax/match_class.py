import asc


@asc.jit
def kernel(n: int, mode: asc.ConstExpr[int]):
    match mode:
        case int(x):
            pass


CONSTANTS = {"mode": 3}
