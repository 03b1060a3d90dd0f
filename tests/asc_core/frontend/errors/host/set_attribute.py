import asc


class Config:
    size = 3


@asc.jit
def kernel(n: int):
    Config.size = n
