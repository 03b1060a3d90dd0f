"""Expressions of compile time that would take all memory or never end are refused before they are evaluated."""

import importlib.util
from typing import Any

import pytest

from asc_core.diagnostics import CompileError
from asc_core.frontend.sizes import MOST_ITEMS, length

from .tracing import run

TOO_LARGE = [
    "[0] * 10**9", "'a' * 10**10", "10**9 * (0,)", "'a'.ljust(10**10)", "str.rjust('a', 10**10)", "'a'.zfill(10**10)",
    "'a'.center(10**10)", "f'{1:>10000000000}'", "f'{1.5:.1000000000f}'", "'%0999999999d' % 1", "'%*d' % (10**9, 1)",
    "'%.999999999f' % 0.5", "'{:>{}}'.format(1, 10**9)", "'{a:>999999999}'.format_map({'a': 1})",
    "format(1, '>1000000000')", "sorted(range(10**10))", "set(range(10**30))", "0.5 in range(10**10)",
    "range(10**10).index(0.5)", "range(10**10).count('a')", "','.join(map(str, range(10**10)))",
    "','.join(['a' * 2**19] * 3)", "dict.fromkeys(range(10**10))", "bytes(10**10)", "bytearray(10**10)",
    "(1).to_bytes(10**10, 'little')", "math.prod(range(10**10))", "operator.mul([0], 10**10)",
    "functools.reduce(operator.add, range(10**10))", "sorted(itertools.count())",
    "set(filter(None, itertools.repeat(0)))", "'a\\t'.expandtabs(10**10)",
    "('a' * 10**5).replace('a', 'b' * 10**5)", "('a' * 10**5).translate({97: 'b' * 10**5})",
    "[0 for i in range(30000) for j in range(30000)]", "[[0 for j in range(30000)] for i in range(30000)]",
    "{i: [0 for j in range(30000)] for i in range(30000)}",
]  # fmt: skip
TOO_MANY_BITS = [
    "10**10**8", "1 << 10**10", "pow(10, 10**8)", "math.factorial(10**8)", "math.comb(10**9, 10**8)",
    "math.perm(10**9, 10**8)", "operator.pow(10, 10**8)", "operator.lshift(1, 10**10)", "(1 << 60000) * (1 << 60000)",
]  # fmt: skip
TOO_LONG = ["list(range(10**10))", "tuple(range(10**10))", "sum(range(10**10))", "min(range(10**10))",
            "[*range(10**10)]", "any(range(10**10))", "tuple(reversed(range(10**10)))"]  # fmt: skip
FINE = [
    f"len('a' * {MOST_ITEMS})", f"len([0] * {MOST_ITEMS})", "[1, 2] * 3", "3 * (1, 2)", "'ab' * -10**10", "[0] * True",
    "'id 99999999999 of %d%%' % 1", "'%(a)5d' % {'a': 3}", "'%*.*f|' % (8, 2, 1.5)",
    "'{0!r:>5}{{99999999999}}'.format('a')",
    "'{:>{}}'.format(1, 9)", "f'{1.5:+08.3f}'", "sorted((3, 1, 2), reverse=True)", "sorted(map(abs, (-3, 2)))",
    "min(map(abs, (-3, 2)))", "max((1, -2), key=abs)", "','.join(map(str, range(4)))", "dict.fromkeys((1, 2), 0)",
    "5 in range(10**10)", "range(10**10).index(7)", "len(range(10**10))", "len(bytes(3))", "math.comb(10**9, 2)",
    "math.factorial(20)", "pow(10, 10**8, 7)", "functools.reduce(operator.mul, (2, 3, 4))", "'a\\tb'.expandtabs(4)",
    "'aba'.replace('a', 'bc', 1)", "'ab'.translate({97: 'xy'})", "'aba'.count('a')", "2**100 * 2**100",
    "(1).to_bytes(2, 'little')[0]", "tuple(zip((1, 2), itertools.chain((3,), (4,))))",
    "len({i: j for i in range(100) for j in range(100)})",
]  # fmt: skip

HEAD = "import functools, itertools, math, operator\n"
DOUBLING = {
    "text": ("s = 'ab'", "s = s + s"),
    "list": ("s = [1]", "s = s + s"),
    "tuple": ("s = (1,)", "s *= 2"),
    "list in place": ("s = [1]", "s *= 2"),
    "extended": ("s = [1]", "s.extend(s)"),
    "list and tuple": ("s, t = [1], (2,) * 30000", "s += t"),
}


def made(tmp_path: Any, text: str) -> Any:
    path = tmp_path / "sized.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("sized", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f


def error_of(tmp_path: Any, text: str) -> Any:
    with pytest.raises(CompileError) as caught:
        run(made(tmp_path, text))
    return caught.value.diagnostic


@pytest.mark.parametrize(
    ("code", "expression"),
    [("ASC-E507", e) for e in TOO_LARGE]
    + [("ASC-E403", e) for e in TOO_MANY_BITS]
    + [("ASC-E506", e) for e in TOO_LONG],
)
def test_what_would_be_too_large_is_refused(tmp_path, code, expression):
    diagnostic = error_of(tmp_path, f"{HEAD}\ndef f():\n    a = 1\n    return {expression}\n")
    assert diagnostic.code == code
    assert diagnostic.span.line == 5
    if code == "ASC-E507":
        assert "1,048,576" in diagnostic.title
        assert diagnostic.hint.startswith("compute it outside of the kernel")


@pytest.mark.parametrize("kind", DOUBLING)
def test_doubling_in_an_unrolled_loop_ends(tmp_path, kind):
    first, again = DOUBLING[kind]
    text = f"import asc\n\ndef f():\n    {first}\n    for i in asc.static_range(64):\n        {again}\n"
    assert error_of(tmp_path, text).code == "ASC-E507"


def test_doubling_of_a_number_ends(tmp_path):
    text = "import asc\n\ndef f():\n    s = 3\n    for i in asc.static_range(64):\n        s *= s\n"
    assert error_of(tmp_path, text).code == "ASC-E403"


@pytest.mark.parametrize("expression", FINE)
def test_what_is_small_gives_what_python_gives(tmp_path, expression):
    function = made(tmp_path, f"{HEAD}\ndef f():\n    return {expression}\n")
    assert run(function).result == function()


def test_many_comprehensions_one_after_the_other_are_fine(tmp_path):
    text = "def f():\n    n = 0\n    for i in (1,) * 40:\n        n += len([0 for j in range(30000)])\n    return n\n"
    assert run(made(tmp_path, text)).result == 1_200_000


def test_membership_of_a_run_time_number_needs_no_search(tmp_path):
    function = made(tmp_path, "def f(n):\n    return n in range(10, -10**9, -3)\n")
    assert [run(function, n).result for n in (10, 9, 7, 11, -999_999_998, -(10**9))] == [
        True,
        False,
        True,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("bounds", [(10,), (0, 10, 3), (10, 0, -3), (5, 5), (10, 0), (0, 9, 3), (-7, 8, 2)])
def test_length_is_that_of_python(bounds):
    assert length(range(*bounds)) == len(range(*bounds))


def test_length_of_what_python_cant_count():
    assert length(range(10**30)) == 10**30
