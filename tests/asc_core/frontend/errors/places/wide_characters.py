import asc


@asc.jit
def kernel(n: int):
    größe = "名前"; x = größe + fehlt
