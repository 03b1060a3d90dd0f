import asc


@asc.jit
def check(mode):
    match mode:
        case "sum":
            return
        case _:
            raise ValueError(f"there is no mode {mode!r}")


@asc.jit
def kernel(n: int, mode: asc.ConstExpr[str]):
    if n > 3:
        check(mode)


CONSTANTS = {"mode": "product"}
