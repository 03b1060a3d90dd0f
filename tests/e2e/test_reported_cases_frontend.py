"""Kinds of defects that users of kernel compilers reported: how Python is read, and what its numbers become."""

import functools
import itertools
import linecache
import math
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asc
from asc_core.diagnostics import CompileError
from asc_core.errors import ModelError


def launched(kernel: Any, *arguments: Any, dtype: Any = np.int32, count: int = 8) -> list[Any]:
    """What a kernel writes into its first argument."""
    z = np.zeros(count, dtype)
    kernel[1](z, *arguments)
    return z.tolist()  # type: ignore[no-any-return]


def error_of(kernel: Any, *arguments: Any) -> CompileError:
    with pytest.raises(CompileError) as caught:
        launched(kernel, *arguments)
    return caught.value


# Where the source comes from.

KERNEL = """\
import numpy as np, asc
@asc.jit
def k(z: asc.GlobalAddress, v: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, v * 3)
z = np.zeros(1, np.int32)
k[1](z, 14)
print(z[0])
"""


def python(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env=os.environ, **options
    )


def test_a_kernel_made_by_exec() -> None:
    space: dict[str, Any] = {}
    exec(KERNEL, space)
    assert space["z"][0] == 42


def test_a_kernel_on_the_command_line() -> None:
    assert python("-c", KERNEL).stdout == "42\n"


def test_a_kernel_in_redirected_input(tmp_path: Path) -> None:
    script = tmp_path / "input"
    script.write_text(KERNEL)
    with script.open() as stdin:
        assert python("-", stdin=stdin).stdout == "42\n"


def test_a_kernel_in_piped_input_works_or_says_where_to_put_it() -> None:
    result = python("-", input=KERNEL)
    assert result.stdout == "42\n" or "put it into a file or a notebook cell" in result.stderr


def test_a_notebook_cell_that_is_run_again_with_another_body() -> None:
    space: dict[str, Any] = {"asc": asc}
    for number, factor in enumerate((2, 5)):
        cell = (
            "@asc.jit\ndef k(z: asc.GlobalAddress, v: int):\n    g = asc.GlobalTensor()\n"
            f"    g.set_global_buffer(z, 1)\n    g.set_value(0, v * {factor})\n"
        )
        name = f"<ipython-input-{number}>"
        linecache.cache[name] = len(cell), None, cell.splitlines(keepends=True), name
        exec(compile(cell, name, "exec"), space)
        assert launched(space["k"], 7, count=1) == [7 * factor]


def test_a_lambda_is_refused_with_advice() -> None:
    with pytest.raises(TypeError, match="can't compile a lambda: write the function with 'def'"):
        asc.jit(lambda z: z)


# Decorators.


def passed_through(function: Any) -> Any:
    return function


@passed_through
@asc.jit(
    opt_level=2,
)
def below_two_decorators(z: asc.GlobalAddress):
    missing + 1  # noqa: F821


@asc.jit
def with_a_long_signature(
    z: asc.GlobalAddress,
    v: int,
):
    g = asc.GlobalTensor()
    g.set_global_buffer(
        z,
        misspelt,  # noqa: F821
    )


class Holder:
    @staticmethod
    @asc.jit
    def static(z: asc.GlobalAddress, v: int):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 1)
        g.set_value(0, v + 1)


@pytest.mark.parametrize(
    ("kernel", "arguments", "name", "offset"),
    [(below_two_decorators, (), "missing", 5), (with_a_long_signature, (1,), "misspelt", 8)],
)
def test_the_caret_is_right_below_decorators(kernel: Any, arguments: Any, name: str, offset: int) -> None:
    span = error_of(kernel, *arguments).diagnostic.span
    assert span is not None
    assert span.file == __file__
    assert span.line == kernel.source.line + offset
    assert span.lines[0][span.column - 1 : span.end_column - 1] == name


def test_a_kernel_may_be_a_static_method() -> None:
    assert launched(Holder.static, 4, count=1) == [5]
    assert launched(Holder().static, 5, count=1) == [6]


def test_coroutines_are_refused() -> None:
    async def k(z: Any) -> None:
        pass

    with pytest.raises(TypeError, match="can't compile 'async def k'"):
        asc.jit(k)


def test_a_wrapper_is_not_taken_for_what_it_wraps() -> None:
    @functools.wraps(Holder.static.fn)
    def wrapper(*arguments: Any) -> Any:
        return Holder.static.fn(*arguments)

    with pytest.raises(TypeError, match=r"kernel 'static' can't take \*arguments"):
        asc.jit(wrapper)[1](np.zeros(1, np.int32), 1)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
def test_type_parameters_are_no_hindrance() -> None:
    text = (
        "@asc.jit\ndef k[T](z: asc.GlobalAddress, v: T):\n    g = asc.GlobalTensor()\n"
        "    g.set_global_buffer(z, 1)\n    g.set_value(0, v)\n"
    )
    space: dict[str, Any] = {"asc": asc}
    exec(text, space)
    assert launched(space["k"], 9, count=1) == [9]


# Arguments.


@asc.jit
def with_defaults(z: asc.GlobalAddress, v: int = 7, T: asc.ConstExpr[int] = 3):  # noqa: N803
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, 100 * T + v)


def test_defaults_and_keywords() -> None:
    z = np.zeros(1, np.int32)
    calls: list[tuple[Callable[[], None], int]] = [
        (lambda: with_defaults[1](z), 307),
        (lambda: with_defaults[1](z, v=8), 308),
        (lambda: with_defaults[1](z, T=4), 407),
        (lambda: with_defaults[1](z=z), 307),
    ]
    for call, wanted in calls:
        call()
        assert z[0] == wanted
    with pytest.raises(TypeError, match="kernel 'with_defaults' takes 3 arguments"):
        with_defaults[1](z, 1, 2, 3)


# Loops.


@asc.jit
def counted(z: asc.GlobalAddress, a: int, b: int, s: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 4)
    rounds = total = 0
    for i in range(a, b, s):
        rounds += 1
        total += i
    down = 0
    for _ in range(8, -1, -1):
        down += 1
    none = 0
    for _ in range(5, 2):
        none += 1
    g.set_value(0, rounds)
    g.set_value(1, total)
    g.set_value(2, down)
    g.set_value(3, none)


@pytest.mark.parametrize(
    "bounds", [(64, -1, -8), (64, 0, -8), (0, 64, -8), (0, 64, 8), (0, 65, 8), (5, 2, 1), (3, 4, 100), (-3, -4, -1)]
)
def test_steps_known_when_the_kernel_runs(bounds: tuple[int, int, int]) -> None:
    steps = range(*bounds)
    assert launched(counted, *bounds, count=4) == [len(steps), sum(steps), 9, 0]


def test_a_step_of_zero_is_an_error() -> None:
    @asc.jit
    def k(z: asc.GlobalAddress):
        for _ in range(0, 8, 0):
            pass

    assert error_of(k).code == "ASC-E502"


def test_a_step_that_is_zero_when_the_kernel_runs_stops_it(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ModelError) as caught:
        launched(counted, 0, 8, 0, count=4)
    assert caught.value.kernel == "counted"
    assert "the step of range is 0" in capfd.readouterr().out


@asc.jit
def rounds_of_a_while(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    i = 0
    while i < n:
        i += 1
    g.set_value(0, i + 100)


def test_a_while_that_is_false_at_the_start_makes_no_round() -> None:
    assert [launched(rounds_of_a_while, n, count=1)[0] for n in (0, -3, 1, 4)] == [100, 100, 101, 104]


# Names.


@asc.jit
def bound_on_all_paths(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 3)
    if n > 2:
        m = n
    elif n > 1:
        m = 20
    else:
        m = 10
    for i in range(1):
        last = n + i
    g.set_value(0, m)
    g.set_value(1, last)
    g.set_value(2, i)


def test_names_bound_on_all_paths_can_be_used() -> None:
    assert [launched(bound_on_all_paths, n, count=3) for n in (1, 2, 3)] == [[10, 1, 0], [20, 2, 0], [3, 3, 0]]


@pytest.mark.parametrize(
    "body",
    ["if n > 0:\n    m = n", "for i in range(n):\n    m = i", "while n > 0:\n    m = n\n    n -= 1"],
    ids=["branch", "for", "while"],
)
def test_a_name_without_a_value_on_some_path_is_named(body: str) -> None:
    text = (
        "@asc.jit\ndef k(z: asc.GlobalAddress, n: int):\n    g = asc.GlobalTensor()\n    g.set_global_buffer(z, 1)\n"
        f"{textwrap.indent(body, '    ')}\n    g.set_value(0, m)\n"
    )
    space: dict[str, Any] = {"asc": asc}
    exec(text, space)
    error = error_of(space["k"], 3)
    assert error.code == "ASC-E202"
    assert error.diagnostic.title == "'m' may have no value here"
    assert [label.span.lines[0].strip() for label in error.diagnostic.labels][-1] == body.partition("\n")[0]


# Logic.


@asc.jit
def logic(z: asc.GlobalAddress, n: int, m: int, T: asc.ConstExpr[int]):  # noqa: N803
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    g.set_value(0, 0 < n < 5)
    g.set_value(1, 1 < T < 3)
    g.set_value(2, n and m and T)
    g.set_value(3, not n)
    g.set_value(4, n in (1, 2))
    g.set_value(5, n not in (1, 2) or m)
    if n > 0:
        if T == 5:
            g.set_value(6, 1)
        else:
            g.set_value(6, 2)
    g.set_value(7, 1 if n else 2)


@pytest.mark.parametrize(("n", "m", "T"), [*itertools.product((-1, 0, 1, 2, 5, 256), (0, 3), (2, 5))])
def test_logic_is_pythons(n: int, m: int, T: int) -> None:  # noqa: N803
    nested = (1 if T == 5 else 2) if n > 0 else 0
    wanted = [0 < n < 5, 1 < T < 3, n and m and T, not n, n in (1, 2), n not in (1, 2) or m, nested, 1 if n else 2]
    assert launched(logic, n, m, T) == [int(w) for w in wanted]


@asc.jit
def truths(z: asc.GlobalAddress, n: int, x: float):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 4)
    if n:
        g.set_value(0, 1)
    if x:
        g.set_value(1, 1)
    g.set_value(2, bool(n))
    g.set_value(3, bool(x))


@pytest.mark.parametrize("n", [2, 256, -1, 2**31 - 1, 0])
@pytest.mark.parametrize("x", [0.5, 1e-30, -0.0, math.nan])
def test_numbers_are_true_unless_they_are_zero(n: int, x: float) -> None:
    assert launched(truths, n, x, count=4) == [int(bool(v)) for v in (n, x, n, x)]


def test_what_is_stored_in_an_array_of_bool_is_its_truth() -> None:
    @asc.jit
    def k(z: asc.GlobalAddress, n):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 4)
        g.set_value(0, n)
        g.set_value(1, 256)
        g.set_value(2, n - n)
        g.set_value(3, n * 0.5)

    z = np.zeros(4, np.bool_)
    k[1](z, 256)
    assert z.view(np.int8).tolist() == [1, 1, 0, 1]


# Leaving early.


@asc.jit
def clamped(n, high):
    if n < 0:
        return 0
    for i in range(high):
        if i * i >= n:
            return i
    return high


@asc.jit
def returns_early(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 3)
    g.set_value(0, clamped(n, 10))
    clamped(n, 3)
    if n > 50:
        return
    g.set_value(1, 1)
    for i in range(4):
        if i == n:
            return
        g.set_value(2, i)


@pytest.mark.parametrize("n", [-5, 0, 2, 17, 50, 51, 1000])
def test_early_returns(n: int) -> None:
    root = 0 if n < 0 else next((i for i in range(10) if i * i >= n), 10)
    last = n - 1 if 0 < n < 4 else 0 if n in (0, *range(51, 1001)) else 3
    assert launched(returns_early, n, count=3) == [root, int(n <= 50), last]


def test_a_function_that_returns_unlike_types_is_refused() -> None:
    error = error_of(with_unlike_returns, 3)
    assert error.code == "ASC-E206"
    assert "LocalTensor" in error.diagnostic.title


@asc.jit
def number_or_tensor(n):
    if n > 2:
        return n
    return asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)


@asc.jit
def with_unlike_returns(z: asc.GlobalAddress, n: int):
    number_or_tensor(n)


# Sequences.

NESTED = (1, (2, 3))


@asc.jit
def sequences(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    a, (b, c) = NESTED
    g.set_value(0, a * 100 + b * 10 + c)
    total = 0
    for i, v in enumerate([i * 2 for i in (1, 2, 3) if i > 1]):
        total += (i + 1) * v
    g.set_value(1, total)
    p, q = n, 1
    for _ in range(n):
        p, q = q, p
    g.set_value(2, p)
    g.set_value(3, q)
    x = y = n + 1
    g.set_value(4, x + y)
    first, *rest = [n, n + 1, n + 2]
    g.set_value(5, first * rest[1])
    g.set_value(6, sum([i + n for i in range(3)]))
    g.set_value(7, len([*rest, *NESTED[1]]))


@pytest.mark.parametrize("n", [3, 4])
def test_sequences_known_at_compile_time(n: int) -> None:
    pair = [1, n] if n % 2 else [n, 1]
    assert launched(sequences, n) == [123, 16, *pair, 2 * (n + 1), n * (n + 2), 3 + 3 * n, 4]


def test_assignment_to_several_targets_has_a_place() -> None:
    @asc.jit
    def k(z: asc.GlobalAddress, n: int):
        a = b = n.missing
        return a + b

    span = error_of(k, 1).diagnostic.span
    assert span is not None
    assert span.lines[0].strip() == "a = b = n.missing"


# Numbers.


@asc.jit
def quotients(z: asc.GlobalAddress, a: int, b: int, A: asc.ConstExpr[int], B: asc.ConstExpr[int]):  # noqa: N803
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 12)
    g.set_value(0, a // b)
    g.set_value(1, a % b)
    g.set_value(2, asc.ceildiv(a, b))
    g.set_value(3, A // B)
    g.set_value(4, A % B)
    g.set_value(5, asc.ceildiv(A, B))
    g.set_value(6, a // B)
    g.set_value(7, a % B)
    g.set_value(8, asc.ceildiv(a, B))
    g.set_value(9, A // b)
    g.set_value(10, A % b)
    g.set_value(11, asc.ceildiv(A, b))


@pytest.mark.parametrize(("a", "b"), [(7, 2), (7, -2), (-7, 2), (-7, -2), (6, -3)])
def test_quotients_of_negative_numbers(a: int, b: int) -> None:
    assert launched(quotients, a, b, a, b, count=12) == [a // b, a % b, -(-a // b)] * 4


@pytest.mark.parametrize(("branches", "place"), [(1500, "elif n == "), (2500, "def k(")])
def test_a_chain_of_elif_that_is_too_long_is_told_with_its_line(tmp_path: Path, branches: int, place: str) -> None:
    lines = ["import asc", "@asc.jit", "def k(z: asc.GlobalAddress, n: int):", "    g = asc.GlobalTensor()"]
    lines += ["    g.set_global_buffer(z, 1)"]
    for i in range(branches):
        lines += [f"    {'el' if i else ''}if n == {i}:", f"        g.set_value(0, {i})"]
    path = tmp_path / "chain.py"
    path.write_text("\n".join(lines) + "\n")
    space: dict[str, Any] = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    error = error_of(space["k"], 1)
    assert error.code == "ASC-E101"
    span = error.diagnostic.span
    assert span is not None
    assert place in span.lines[0]
    assert "elif" in (error.diagnostic.hint or "")


@asc.jit
def rounded_up(z: asc.GlobalAddress, a, b, C: asc.ConstExpr[int]):  # noqa: N803
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 3)
    g.set_value(0, asc.ceildiv(a, b))
    g.set_value(1, asc.ceildiv(a, C))
    g.set_value(2, asc.ceildiv(C, b))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64])
def test_quotients_rounded_up_at_the_ends_of_a_type(dtype: Any) -> None:
    low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    for a, b in [
        (low, 3),
        (low, 2),
        (low, high),
        (high, 2),
        (high, high),
        *([(low, -1), (7, -2)] if low else [(7, 2)]),
    ]:
        c = max(b, 2)
        wanted = [-(-a // b), -(-a // c), -(-c // b)]
        with np.errstate(all="ignore"):
            wrapped = [int(np.array(w & (2**64 - 1), np.uint64).astype(dtype)) for w in wanted]
        assert launched(rounded_up, dtype(a), dtype(b), c, dtype=dtype, count=3) == wrapped


@pytest.mark.parametrize(("a", "b"), [(7.0, 2), (7, np.float32(2)), (7, None)])
def test_quotients_rounded_up_are_of_integers(a: Any, b: Any) -> None:
    @asc.jit
    def of_constants(z: asc.GlobalAddress, A: asc.ConstExpr, B: asc.ConstExpr):  # noqa: N803
        asc.ceildiv(A, B)

    @asc.jit
    def at_run_time(z: asc.GlobalAddress, a, b):
        asc.ceildiv(a, b)

    for kernel in (of_constants,) if b is None else (of_constants, at_run_time):
        error = error_of(kernel, a, b)
        assert (error.code, "takes integers" in str(error)) == ("ASC-E301", True)


def test_quotients_rounded_up_of_constants_by_zero() -> None:
    @asc.jit
    def kernel(z: asc.GlobalAddress):
        asc.ceildiv(7, 0)

    assert error_of(kernel).code == "ASC-E404"


@asc.jit
def promoted(z: asc.GlobalAddress, w: asc.GlobalAddress, n, small, unsigned, half, x):
    f, i = asc.GlobalTensor(), asc.GlobalTensor()
    f.set_global_buffer(z, 6)
    i.set_global_buffer(w, 4)
    f.set_value(0, n + 0.5)
    f.set_value(1, 0.5 + n)
    f.set_value(2, half + x)
    f.set_value(3, n / 2)
    f.set_value(4, n + half)
    f.set_value(5, small / 2)
    i.set_value(0, small + n)
    i.set_value(1, unsigned + n)
    i.set_value(2, True + n)
    i.set_value(3, 2**40 + n)


def test_mixed_types_lose_nothing() -> None:
    z, w = np.zeros(6, np.float32), np.zeros(4, np.int64)
    promoted[1](z, w, 7, np.int8(100), np.uint32(2**32 - 1), np.float16(0.25), 1e-3)
    assert z.tolist() == [7.5, 7.5, float(np.float32(0.25) + np.float32(1e-3)), 3.5, 7.25, 50.0]
    assert w.tolist() == [107, 2**32 + 6, 8, 2**40 + 7]


@asc.jit
def widths(z: asc.GlobalAddress, v):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    block = asc.get_block_idx()
    g.set_value(block, block * v)


@pytest.mark.parametrize("v", [2**31 - 1, 2**31, -(2**31) - 1, 2**62, np.int64(5), 5])
def test_wide_integers(v: Any) -> None:
    z = np.zeros(2, np.int64)
    widths[2](z, v)
    assert z.tolist() == [0, int(v)]


def test_products_with_the_blocks_number_are_wide() -> None:
    z = np.zeros(8, np.int64)
    widths[8](z, 2**30)
    assert z.tolist() == [i * 2**30 for i in range(8)]


def test_an_integer_that_no_type_holds_is_named() -> None:
    with pytest.raises(OverflowError, match=r"kernel 'widths': argument 'v' is .*9223372036854775808.*int64"):
        widths[1](np.zeros(1, np.int64), 2**63)


def test_a_typed_integer_is_a_specialisation_of_its_own() -> None:
    @asc.jit
    def k(z: asc.GlobalAddress, v):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 1)
        g.set_value(0, v * v)

    z = np.zeros(1, np.int64)
    for v, wanted in ((2**20, 0), (np.int64(2**20), 2**40), (2**20, 0)):
        k[1](z, v)
        assert z[0] == wanted


@asc.jit
def between_bools(z: asc.GlobalAddress, a, b, c, d):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 5)
    g.set_value(0, a + 10)
    g.set_value(1, b)
    g.set_value(2, c + 20)
    g.set_value(3, d)
    g.set_value(4, not a)


@pytest.mark.parametrize("kind", [bool, np.bool_])
def test_bools_lie_right_beside_other_arguments(kind: Any) -> None:
    wanted = [11, -5, 20, 2**30, 0]
    assert launched(between_bools, kind(True), -5, kind(False), 2**30, count=5) == wanted


def test_true_is_not_one() -> None:
    @asc.jit
    def k(z: asc.GlobalAddress, v):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 1)
        g.set_value(0, ~v if isinstance(v, bool) else v + 100)

    assert [launched(k, v, count=1) for v in (True, 1, True)] == [[-2], [101], [-2]]


@asc.jit
def constant(z: asc.GlobalAddress, T: asc.ConstExpr):  # noqa: N803
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, len(T) if isinstance(T, str) else 100 if T != T else T * 2)


@pytest.mark.parametrize(("value", "wanted"), [(-1, -2), (1.5, 3), ("a b", 3), (math.nan, 100)])
def test_odd_constants(value: Any, wanted: int) -> None:
    kernel = asc.jit(constant.fn)
    for _ in range(2):
        assert launched(kernel, value, count=1, dtype=np.float32) == [wanted]
    assert len(kernel._kernels) == 1


@pytest.mark.parametrize("name", ["add", "int8_t", "Add", "float", "new", "x", "größe", "数", "__gm__", "main", "asm"])
def test_names_that_mean_something_in_ascend_c(name: str) -> None:
    text = (
        f"@asc.jit\ndef {name}(z: asc.GlobalAddress, {name}_: int, half: int):\n    g = asc.GlobalTensor()\n"
        f"    g.set_global_buffer(z, 1)\n    int32_t = {name}_ + half\n    g.set_value(0, int32_t)\n"
    )
    space: dict[str, Any] = {"asc": asc}
    exec(text, space)
    assert launched(space[name], 3, 4, count=1) == [7]
