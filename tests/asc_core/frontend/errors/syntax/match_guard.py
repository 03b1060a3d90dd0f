import asc


@asc.jit
def kernel(n: int, mode: asc.ConstExpr[int]):
    match mode:
        case 3 if n > 2:
            pass


CONSTANTS = {"mode": 3}
