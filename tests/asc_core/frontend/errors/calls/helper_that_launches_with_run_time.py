import asc


class Scale:
    @asc.jit
    @classmethod
    def other(cls, n: int):
        pass


def helper(n):
    Scale.other[1](n)


@asc.jit
def kernel(n: int):
    helper(n)
