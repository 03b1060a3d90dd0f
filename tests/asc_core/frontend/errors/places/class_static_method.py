import asc


class Kernels:
    @staticmethod
    @asc.jit
    def run(n: int):
        x = missing


kernel = Kernels.run
