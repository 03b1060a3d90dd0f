import asc


class Scale:
    def __call__(self, x):
        return x * 2


scale = Scale()


@asc.jit
def kernel(n: int):
    m = scale(n)
