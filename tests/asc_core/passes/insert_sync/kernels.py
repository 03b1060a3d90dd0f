"""Kernels of common shapes, without any synchronisation."""

from __future__ import annotations

from .programs import HEAD, LENGTH

_TENSORS = "".join(
    f"    {name} = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, {i * 4096}, 1024)\n" for i, name in enumerate("abcd")
)


def _kernel(body: str) -> str:
    lines = filter(None, body.replace("L", str(LENGTH)).splitlines())
    return HEAD + _TENSORS + "\n".join(f"    {line}" for line in lines) + "\n"


def straight(tiles: int) -> str:
    """A kernel without loops that works on tiles one after the other, in turns in 16 places."""
    return _kernel(
        "".join(
            f"""
asc.data_copy(a[{i % 16} * L:], x_gm[{i} * L:], L)
asc.abs(b[{i % 16} * L:], a[{i % 16} * L:], L)
asc.data_copy(y_gm[{i} * L:], b[{i % 16} * L:], L)
"""
            for i in range(tiles)
        )
    )


KERNELS = {
    "load, compute, store": _kernel("""
for i in range(n):
    asc.data_copy(a, x_gm[i * L:], L)
    asc.data_copy(b, y_gm[i * L:], L)
    asc.add(c, a, b, L)
    asc.data_copy(z_gm[i * L:], c, L)
"""),
    "in place": _kernel("""
for i in range(n):
    asc.data_copy(a, x_gm[i * L:], L)
    asc.abs(a, a, L)
    asc.mul(a, a, a, L)
    asc.data_copy(x_gm[i * L:], a, L)
"""),
    "two buffers": _kernel("""
for i in range(n):
    asc.data_copy(a[i % 2 * L:], x_gm[i * L:], L)
    asc.abs(b[i % 2 * L:], a[i % 2 * L:], L)
    asc.data_copy(y_gm[i * L:], b[i % 2 * L:], L)
"""),
    "the next tile first": _kernel("""
asc.data_copy(a, x_gm, L)
for i in range(n):
    if i + 1 < n:
        asc.data_copy(a[(i + 1) % 2 * L:], x_gm[(i + 1) * L:], L)
    asc.abs(b, a[i % 2 * L:], L)
    asc.data_copy(y_gm[i * L:], b, L)
"""),
    "a sum over tiles": _kernel("""
asc.duplicate(c, 0.0, L)
for i in range(n):
    asc.data_copy(a, x_gm[i * L:], L)
    asc.add(c, c, a, L)
asc.data_copy(y_gm, c, L)
"""),
    "while": _kernel("""
i = 0
while i < n:
    asc.data_copy(a[i % 2 * L:], x_gm[i * L:], L)
    asc.abs(b[i % 2 * L:], a[i % 2 * L:], L)
    asc.data_copy(y_gm[i * L:], b[i % 2 * L:], L)
    i += 1
"""),
    "while stores": _kernel("""
i = 0
asc.duplicate(a, 1.0, L)
while i < n:
    asc.data_copy(y_gm[i * L:], a, L)
    i += 1
"""),
    "strides": _kernel("""
for i in range(0, 2 * n, 2):
    asc.data_copy(a[i % 4 * L:], x_gm[i * L:], L)
    asc.abs(b, a[(i + 1) % 4 * L:], L)
"""),
    "fewer rounds than tiles": _kernel("""
asc.duplicate(a, 1.0, L)
for i in range(5):
    asc.data_copy(y_gm[i % 11 * L:], a, L)
"""),
    "nested loops": _kernel("""
for i in range(n):
    asc.data_copy(a, x_gm[i * L:], L)
    for j in range(3):
        asc.data_copy(b[j * L:], y_gm[j * L:], L)
        asc.add(c[j * L:], a, b[j * L:], L)
    for j in range(3):
        asc.data_copy(z_gm[(3 * i + j) * L:], c[j * L:], L)
"""),
    "small loops": _kernel("""
for i in range(4):
    asc.duplicate(a[i * L:], 1.0, L)
    asc.abs(b[(i + 1) % 4 * L:], a[i * L:], L)
for i in range(4):
    asc.data_copy(y_gm[i * L:], b[i * L:], L)
"""),
    "branches of one condition": _kernel("""
for i in range(n):
    if n > 2:
        asc.data_copy(a, x_gm[i * L:], L)
    else:
        asc.duplicate(a, 1.0, L)
    if n > 2:
        asc.abs(b, a, L)
    else:
        asc.data_copy(y_gm[i * L:], a, L)
asc.data_copy(z_gm, b, L)
"""),
    "the first round is another": _kernel("""
asc.duplicate(a[L:], 1.0, L)
for i in range(n):
    asc.abs(b, a[i % 2 * L:], L)
    asc.data_copy(a[i % 2 * L:], x_gm[i * L:], L)
    asc.data_copy(y_gm[i * L:], b, L)
"""),
    "scalars": _kernel("""
for i in range(n):
    asc.data_copy(a, x_gm[i * L:], L)
    a.set_value(0, a.get_value(1) + 1.0)
    asc.abs(b, a, L)
    b.set_value(0, 2.0)
    asc.data_copy(y_gm[i * L:], b, L)
"""),
    "several stages": _kernel("""
asc.data_copy(a, x_gm, L)
asc.data_copy(b, y_gm, L)
asc.abs(c, a, L)
asc.add(d, c, b, L)
asc.data_copy(z_gm, c, L)
asc.data_copy(z_gm[L:], d, L)
asc.data_copy(c, x_gm[L:], L)
asc.mul(d, c, c, L)
asc.data_copy(z_gm[2 * L:], d, L)
"""),
}
