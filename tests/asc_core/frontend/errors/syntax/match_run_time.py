import asc


@asc.jit
def kernel(n: int):
    match n:
        case 1:
            pass
