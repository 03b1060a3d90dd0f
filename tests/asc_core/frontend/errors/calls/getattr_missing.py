import asc


class Config:
    size = 3


@asc.jit
def kernel(n: int):
    m = getattr(Config, "width")
