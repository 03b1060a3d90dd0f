import asc

TILE = 33


@asc.jit
def kernel(n: int):
    assert TILE % 32 == 0, f"TILE is {TILE}"
