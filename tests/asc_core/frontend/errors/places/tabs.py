import asc


@asc.jit
def kernel(n: int):
	if n > 2:
		x =	missing + 1
