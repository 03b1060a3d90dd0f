import asc


class Config:
    @property
    def size(self):
        raise RuntimeError("not configured")


CONFIG = Config()


@asc.jit
def kernel(n: int):
    m = n + CONFIG.size
