import asc


@asc.jit
def size_of(kind):
    if kind == "half":
        return 2
    raise NotImplementedError("kind", kind)


@asc.jit
def kernel(n: int):
    m = size_of("double") + n
