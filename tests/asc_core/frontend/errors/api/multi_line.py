import asc


@asc.jit
def kernel(
    n: int,
    x: asc.GlobalAddress,
):
    t = asc.LocalTensor(
        asc.float16,
        asc.TPosition.VECIN,
        0,
        "64",
    )
