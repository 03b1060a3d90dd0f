import asc


class Scale:
    @asc.jit
    def other(self, n: int):
        pass


SCALE = Scale()


@asc.jit
def kernel(n: int):
    SCALE.other[1](n)
