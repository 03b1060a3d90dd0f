"""A wrong and a right piece of a kernel for each code that a kernel's source can give.

Both are bodies of ``def k(x: asc.GlobalAddress, n: int)``; text before a line ``---`` stands in front of the kernel.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """What gives an error, and what to write instead."""

    wrong: str
    right: str


_TENSOR = "t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)\n"
_GLOBAL = "g = asc.GlobalTensor()\ng.set_global_buffer(x, 8)\n"

#: By code.
EXAMPLES: dict[str, Example] = {
    "ASC-E101": Example("sizes = {8, 16}", "sizes = (8, 16)"),
    "ASC-E102": Example("if n < 0:\n    raise ValueError(n)", "assert n >= 0"),
    "ASC-E103": Example("yield n", "---\n@asc.jit\ndef pair(n):\n    return n, n + 1\n---\na, b = pair(n)"),
    "ASC-E104": Example(
        "async def double(a):\n    return a * 2\nm = double(n)",
        "---\n@asc.jit\ndef double(a):\n    return a * 2\n---\nm = double(n)",
    ),
    "ASC-E105": Example("---\ncount = 0\n---\nglobal count\ncount = n", _GLOBAL + "g.set_value(0, n)"),
    "ASC-E106": Example("m = n + 1\ndel m", "m = n + 1"),
    "ASC-E107": Example(
        "class Tile:\n    size = 64", "---\nclass Tile:\n    size = 64\n---\nm = n * Tile.size"
    ),
    "ASC-E108": Example(
        "def double(a):\n    return a * 2\nm = double(n)",
        "---\n@asc.jit\ndef double(a):\n    return a * 2\n---\nm = double(n)",
    ),
    "ASC-E109": Example("double = lambda a: a * 2", "m = n * 2"),
    "ASC-E110": Example("import math\nm = n * math.pi", "---\nimport math\n---\nm = n * math.pi"),
    "ASC-E201": Example("m = cuont + 1", "count = n\nm = count + 1"),
    "ASC-E202": Example(
        "if n > 0:\n    step = 4\nm = n * step", "step = 1\nif n > 0:\n    step = 4\nm = n * step"
    ),
    "ASC-E203": Example("g = asc.GlobalTensr()", "g = asc.GlobalTensor()"),
    "ASC-E204": Example(
        "---\nimport numpy as np\ntable = np.arange(4)\n---\nm = table[0] + n",
        "---\ntable = (0, 1, 2, 3)\n---\nm = table[0] + n",
    ),
    "ASC-E205": Example("---\nlog = []\n---\nlog.append(n)", _GLOBAL + "g.set_value(0, n)"),
    "ASC-E206": Example(
        "m = n\nif n > 0:\n    m = 0.5\np = m", "m = float(n)\nif n > 0:\n    m = 0.5\np = m"
    ),
    "ASC-E207": Example("sizes = [8, 16, 32]\nm = sizes[n]", "m = 8 << n"),
    "ASC-E208": Example("m = int('eight') + n", "m = int('8') + n"),
    "ASC-E209": Example("a, b = n, n + 1, n + 2", "a, b, c = n, n + 1, n + 2"),
    "ASC-E210": Example("text = f'n is {n}'", "print(f'n is {n}')"),
    "ASC-E301": Example(_GLOBAL + "g.set_value(0)", _GLOBAL + "g.set_value(0, n)"),
    "ASC-E302": Example(
        "t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 4, 64)", _TENSOR.rstrip()
    ),
    "ASC-E303": Example("g = asc.GlobalTensor()\ng.set_value(0, n)", _GLOBAL + "g.set_value(0, n)"),
    "ASC-E304": Example(
        "---\n@asc.jit\ndef scaled(a, factor: asc.ConstExpr[int]):\n    return a * factor\n---\nm = scaled(1, n)",
        "---\n@asc.jit\ndef scaled(a, factor: asc.ConstExpr[int]):\n    return a * factor\n---\nm = scaled(n, 4)",
    ),
    "ASC-E305": Example(_TENSOR + "m = len(t)", _TENSOR + "m = t.get_size()"),
    "ASC-E306": Example(
        "---\nTILE = 33\n---\nasc.static_assert(TILE % 32 == 0, 'whole blocks only')",
        "---\nTILE = 64\n---\nasc.static_assert(TILE % 32 == 0, 'whole blocks only')",
    ),
    "ASC-E310": Example("m = n(4)", "m = n * 4"),
    "ASC-E311": Example(
        "---\ndef double(a):\n    return a * 2 if a > 0 else a\n---\nm = double(n)",
        "---\n@asc.jit\ndef double(a):\n    return a * 2 if a > 0 else a\n---\nm = double(n)",
    ),
    "ASC-E312": Example(
        "---\n@asc.jit\ndef scaled(a, factor):\n    return a * factor\n---\nm = scaled(n)",
        "---\n@asc.jit\ndef scaled(a, factor):\n    return a * factor\n---\nm = scaled(n, 4)",
    ),
    "ASC-E313": Example(
        "---\n@asc.jit\ndef factorial(a):\n    return 1 if a < 2 else a * factorial(a - 1)\n---\nm = factorial(n)",
        "m = 1\nfor i in range(2, n + 1):\n    m *= i",
    ),
    "ASC-E314": Example("return n + 1", _GLOBAL + "g.set_value(0, n + 1)"),
    "ASC-E401": Example(_TENSOR + "t = t + t", _TENSOR + "asc.add(t, t, t, 64)"),
    "ASC-E402": Example(
        _GLOBAL + "a = asc.number(1, asc.uint64)\nm = a + n",
        _GLOBAL + "a = asc.number(1, asc.uint64)\nm = a.cast(asc.int64) + n",
    ),
    "ASC-E403": Example("m = n << -1", "m = n >> 1"),
    "ASC-E404": Example("m = n // 0", "m = n // 4"),
    "ASC-E501": Example("while True:\n    n += 1", "while True:\n    n += 1\n    if n > 8:\n        break"),
    "ASC-E502": Example("for i in range(0, n, 0):\n    pass", "for i in range(0, n, 2):\n    pass"),
    "ASC-E503": Example("for i in n:\n    pass", "for i in range(n):\n    pass"),
    "ASC-E504": Example("---\nTILE = 33\n---\nassert TILE % 32 == 0", "---\nTILE = 64\n---\nassert TILE % 32 == 0"),
    "ASC-E506": Example(
        "for i in asc.static_range(100_000):\n    n += i", "for i in range(100_000):\n    n += i"
    ),
    "ASC-E507": Example("zeros = [0] * 10**9", "zeros = [0] * 1000"),
    "ASC-E505": Example(
        "parts = []\nfor i in range(n):\n    parts.append(i)",
        "parts = []\nfor i in asc.static_range(4):\n    parts.append(n + i)",
    ),
}  # fmt: skip


def source(text: str) -> str:
    """The whole source of one side of an example."""
    before, _, body = text.removeprefix("---\n").rpartition("---\n") if text.startswith("---\n") else ("", "", text)
    lines = ["import asc", "", *before.splitlines(), *([""] if before else []), "@asc.jit"]
    lines += ["def k(x: asc.GlobalAddress, n: int):", *(f"    {line}" for line in body.splitlines())]
    return "\n".join(lines) + "\n"
