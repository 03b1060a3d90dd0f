"""Python that kernels don't have: how it is refused, and what stands for it."""

from __future__ import annotations

from dataclasses import dataclass

_TENSOR = "t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)\n"
_GLOBAL = "g = asc.GlobalTensor()\ng.set_global_buffer(x, 8)\n"


@dataclass(frozen=True)
class Row:
    """A row of the table on the page on semantics.

    Attributes:
        what: the construct, in Markdown.
        code: the code of its errors.
        instead: what to write, in Markdown.
        wrong: bodies of kernels that are refused; what stands before a line ``---`` stands before the kernel.
        right: bodies that aren't.
    """

    what: str
    code: str
    instead: str
    wrong: tuple[str, ...]
    right: tuple[str, ...]


ROWS = (
    Row(
        "recursion of functions under `@asc.jit`",
        "ASC-E313",
        "a loop; on constants a [Python function](#python-functions)",
        (
            "@asc.jit\ndef f(a):\n    return a if a < 2 else f(a - 1)\n---\nm = f(n)",
            "@asc.jit\ndef f(a: asc.ConstExpr[int]):\n    return a if a < 2 else f(a - 1)\n---\nm = f(3)",
        ),
        (
            "for i in range(n):\n    n -= 1",
            "def f(a):\n    return a if a < 2 else f(a - 1)\n---\nm = n + f(3)",
        ),
    ),
    Row(
        "`yield`, `yield from`",
        "ASC-E103",
        "return a tuple or a list",
        ("yield n", "yield from (1, n)", "@asc.jit\ndef f(a):\n    yield a\n---\nfor m in f(n):\n    n = m"),
        ("@asc.jit\ndef f(a):\n    return [a, a + 1]\n---\nfor m in f(n):\n    n += m",),
    ),
    Row(
        "`try`",
        "ASC-E102",
        "`if` before the call; a Python function may catch what constants raise",
        ("try:\n    n += 1\nexcept ValueError:\n    pass", "try:\n    n += 1\nfinally:\n    n = 1"),
        (
            "if n > 0:\n    n += 1",
            "def f(a):\n    try:\n        return int(a)\n    except ValueError:\n        return 0\n---\nn += f('3')",
        ),
    ),
    Row(
        "`raise` behind a run-time condition",
        "ASC-E102",
        "`assert n > 0, f'{n}'`, which stops the kernel; behind a constant one, `raise` is an error of the compilation",
        ("if n < 0:\n    raise ValueError", "for i in range(n):\n    raise ValueError(i)"),
        ("assert n > 0, f'{n}'", "if asc.float16.sizeof() != 2:\n    raise ValueError('two bytes')"),
    ),
    Row(
        "`lambda`",
        "ASC-E109",
        "the expression at its place, or a function under `@asc.jit`",
        ("f = lambda a: a * 2", "m = sorted((2, 1), key=lambda a: -a)"),
        ("m = n * 2", "@asc.jit\ndef f(a):\n    return a * 2\n---\ng = f\nm = g(n)"),
    ),
    Row(
        "`def` in a kernel",
        "ASC-E108",
        "a function under `@asc.jit` outside",
        ("def f(a):\n    return a\nm = f(n)",),
        ("@asc.jit\ndef f(a):\n    return a\n---\nm = f(n)",),
    ),
    Row(
        "`async def` in a kernel",
        "ASC-E104",
        "`def` outside; pipes run side by side by themselves",
        ("async def f(a):\n    return a", "async def f(a):\n    await a"),
        ("@asc.jit\ndef f(a):\n    return a\n---\nm = f(n)",),
    ),
    Row(
        "`class`",
        "ASC-E107",
        "a class outside: `NamedTuple`, `asc.Struct`",
        ("class Tile:\n    size = 8", "m = type('Tile', (), {})"),
        (
            "from typing import NamedTuple\nclass Tile(NamedTuple):\n    begin: int\n    size: int\n---\n"
            "tile = Tile(n, 8)\nm = tile.begin + tile.size",
            "from asc.language.core.struct import Field\nclass Tile(asc.Struct):\n    size = Field(asc.int32)\n---\n"
            "tile = Tile(size=n)\ntile.size += 1",
        ),
    ),
    Row(
        "`import`, `from … import`",
        "ASC-E110",
        "the same at the top of the file",
        ("import math", "from math import pi"),
        ("import math\n---\nm = n * math.pi",),
    ),
    Row(
        "`global`, `nonlocal`",
        "ASC-E105",
        "`return` of a device function, or an element of a tensor",
        (
            "count = 0\n---\nglobal count\ncount = n",
            "def around():\n    count = 0\n    @asc.jit\n    def f(a):\n        nonlocal count\n        count = a\n"
            "    return f\nf = around()\n---\nf(n)",
        ),
        ("@asc.jit\ndef f(count):\n    return count + 1\n---\nm = f(n)", f"{_GLOBAL}g.set_value(0, n)"),
    ),
    Row(
        "`del`",
        "ASC-E106",
        "nothing; of an item `values.pop(i)`",
        ("m = n\ndel m", "m = [n]\ndel m[0]"),
        ("m = [n, 1]\nm.pop(0)", "m = {'a': n}\nm.pop('a')"),
    ),
    Row(
        "sets: `{8, 16}`, `{a for …}`",
        "ASC-E101",
        "a tuple or a list",
        ("m = {8, 16}", "m = {a for a in (8, 16)}"),
        ("m = n in (8, 16)", "m = [a for a in (8, 16)]"),
    ),
    Row(
        "a loop over a set of the host",
        "ASC-E503",
        "`sorted(names)`",
        ("names = {8, 16}\n---\nfor a in names:\n    n += a",),
        ("names = {8, 16}\n---\nfor a in sorted(names):\n    n += a",),
    ),
    Row(
        "a run-time key or index: `{n: 1}`, `table[n]`, `table.get(n)`",
        "ASC-E207",
        "`asc.array`, `if` and `elif`; for a member `n in (1, 2)`",
        (
            "m = {n: 1}",
            "m = {n + a: 1 for a in (1, 2)}",
            "m = {1: 2}[n]",
            "m = {1: 2}.get(n)",
            "m = [1, 2][n]",
            "for i in range(2):\n    m = (1, 2)[i]",
        ),
        ("m = asc.array(asc.int32, [1, 2])[n]", "m = 1 if n == 1 else 2", "m = n in {1: 2}"),
    ),
    Row(
        "`match` of a run-time value",
        "ASC-E207",
        "`if` and `elif`",
        ("match n:\n    case 1:\n        n = 2",),
        (
            "if n == 1:\n    n = 2",
            "MODE = 'b'\n---\nmatch MODE:\n    case 'a':\n        n = 1\n    case _:\n        n = 2",
        ),
    ),
    Row(
        "`match` with patterns of classes and dicts",
        "ASC-E101",
        "`isinstance`, `in`",
        ("match 3:\n    case int():\n        n = 2", "match {'a': n}:\n    case {'a': m}:\n        n = m"),
        ("m = isinstance(n, int)", "table = {'a': n}\nif 'a' in table:\n    n = table['a']"),
    ),
    Row(
        "`with`, but of an API's object",
        "ASC-E101",
        "locks and files outside of the kernel",
        (
            "import threading\nlock = threading.Lock()\n---\nwith lock:\n    n += 1",
            "import contextlib\n---\nwith contextlib.suppress(ValueError):\n    n += 1",
        ),
        ("n += 1",),
    ),
    Row(
        "`open`, `input`, `eval`, `exec`, `globals`, `iter`, `next`",
        "ASC-E311",
        "a Python function, a `for`",
        (
            "m = open('a')",
            "with open('a') as f:\n    n += 1",
            "m = input()",
            "m = eval('n')",
            "exec('n = 1')",
            "m = globals()",
            "m = iter((1, n))",
            "m = next((1, n))",
        ),
        ("def f():\n    return eval('3')\n---\nn += f()", "for m in (1, n):\n    n += m"),
    ),
    Row(
        "Python functions on run-time values: `math.exp(n)`, `sorted([n, 1])`, `map(f, (n, 1))`",
        "ASC-E311",
        "APIs, operators, `asc.jit`, a comprehension",
        (
            "import math\n---\nm = math.exp(n)",
            "m = sorted([n, 1])",
            "m = map(abs, (n, 1))",
            "def f(a):\n    return a\n---\nm = f(n)",
        ),
        ("m = n ** 0.5", "m = max(n, 1)", "m = [abs(a) for a in (n, 1)]", "print(n)"),
    ),
    Row(
        "text of run-time values: `f'{n}'`, `'n' + n`, `'%d' % n`, `'{}'.format(n)`, `str(n)`",
        "ASC-E210",
        "`print(f'…')`, `asc.printf`",
        ("m = f'{n}'", "m = 'n' + n", "m = '%d' % n", "m = '{}'.format(n)", "m = str(n)", "m = hex(n)"),
        ("print(f'{n}')", "asc.printf('%d', n)", "m = f'{3}'"),
    ),
    Row(
        "what compares or moves items at compile time: `[n, 2].index(2)`, `(1, n).count(1)`, `[2, n].sort()`",
        "ASC-E207",
        "a loop over constants, `sum([v == n for v in values])`, `min` and `max`",
        (
            "m = [n, 2].index(2)",
            "m = (1, n).count(1)",
            "v = [2, n]\nv.sort()",
            "v = [2, 3]\nv.remove(n)",
            "v = [2, 3]\nv.insert(n, 1)",
            "m = [2] * n",
        ),
        (
            "m = 0\nfor i in asc.static_range(2):\n    if (n, 2)[i] == 2:\n        m = i",
            "m = sum([v == n for v in (1, 2)])",
            "v = (min(n, 2), max(n, 2))",
        ),
    ),
    Row(
        "`bytes`, `complex`: `b'a'`, `1j`",
        "ASC-E101",
        "numbers",
        ("m = b'a'", "m = 1j"),
        ("m = 97", "m = 1.0"),
    ),
    Row(
        "`while` over constants that change: `while len(parts) > 1`",
        "ASC-E501",
        "`for` over `asc.static_range`",
        ("parts = [n, 1, 2]\nwhile len(parts) > 1:\n    parts = parts[1:]",),
        ("parts = [n, 1, 2]\nfor _ in asc.static_range(2):\n    parts = parts[1:]",),
    ),
    Row(
        "numpy's operators on tensors: `t + t`, `t * 2`, `t @ t`",
        "ASC-E401",
        "`asc.add`, `asc.muls`, `asc.mmad`",
        (f"{_TENSOR}t = t + t", f"{_TENSOR}t = t * 2", f"{_TENSOR}t = t @ t"),
        (f"{_TENSOR}asc.add(t, t, t, 64)", f"{_TENSOR}asc.muls(t, t, 2.0, 64)"),
    ),
    Row(
        "a loop over a tensor",
        "ASC-E503",
        "`t.get_value(i)` in a `range`",
        (f"{_TENSOR}for a in t:\n    n += 1",),
        (f"{_TENSOR}for i in range(64):\n    m = t.get_value(i)",),
    ),
    Row(
        "numpy arrays of the host",
        "ASC-E204",
        "an argument, or a tuple of constants",
        ("import numpy as np\ntable = np.arange(4)\n---\nm = table[0] + n",),
        ("import numpy as np\ntable = tuple(np.arange(4).tolist())\n---\nm = table[0] + n",),
    ),
    Row(
        "a change of the host's objects: `LOG.append(n)`, `tile.size = n`",
        "ASC-E205",
        "an element of a tensor, a copy, an `asc.Struct`",
        (
            "LOG = []\n---\nLOG.append(n)",
            "class Tile:\n    size = 1\ntile = Tile()\n---\ntile.size = n",
        ),
        ("LOG = []\n---\nlog = [*LOG]\nlog.append(n)", f"{_GLOBAL}g.set_value(0, n)"),
    ),
    Row(
        "a result of a kernel: `return n`",
        "ASC-E314",
        "an element of a tensor",
        ("return n",),
        (f"{_GLOBAL}g.set_value(0, n)\nreturn",),
    ),
    Row(
        "a launch in a kernel: `other[8](x, n)`",
        "ASC-E311",
        "`other(x, n)`",
        ("@asc.jit\ndef other(x, n):\n    pass\n---\nother[8](x, n)",),
        ("@asc.jit\ndef other(x, n):\n    pass\n---\nother(x, n)",),
    ),
)  # fmt: skip


def source(text: str) -> str:
    """The module of a kernel ``k`` with this body."""
    before, _, body = text.rpartition("---\n")
    lines = ["import asc", *before.splitlines(), "@asc.jit", "def k(x: asc.GlobalAddress, n: int):"]
    return "\n".join([*lines, *(f"    {line}" for line in body.splitlines())]) + "\n"


def table() -> str:
    """The table in Markdown."""
    rows = "".join(f"| {r.what} | [{r.code}](errors.md#{r.code.lower()}) | {r.instead} |\n" for r in ROWS)
    return f"| Python | error | instead |\n|---|---|---|\n{rows}"
