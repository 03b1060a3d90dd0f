"""What kernel compilers get wrong without a word: each runs on Model and gives Python's result, or one clear error."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asc
from asc_core.diagnostics import CompileError
from asc_core.errors import ModelError
from asc_core.frontend import KernelFunction

from .tracing import compile_function


@asc.jit
def condition_of_each_round(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    i, rounds = n, 0
    while i * i > 4:
        i -= 1
        rounds += 1
    g.set_value(0, rounds)
    g.set_value(1, i)


@asc.jit
def values_that_change_places(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    p, q = 0, 1
    for _ in range(n):
        p, q = q, p + q
    g.set_value(0, p)
    g.set_value(1, q)


@asc.jit
def alias_of_what_a_loop_changes(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 3)
    p = n
    q = p
    for i in range(n):
        r = p
        p += i
        g.set_value(2, r)
    g.set_value(0, p)
    g.set_value(1, q)


@asc.jit
def integer_and_float(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 4)
    g.set_value(0, n + 0.5)
    g.set_value(1, 0.5 + n)
    g.set_value(2, n / 2)
    m = n
    m = m * 1.5
    g.set_value(3, m)


@asc.jit
def scaled(a, b):
    return a * b + b


@asc.jit
def two_specialisations(z: asc.GlobalAddress, x: asc.GlobalAddress, n: int, f: float):
    g, h = asc.GlobalTensor(), asc.GlobalTensor()
    g.set_global_buffer(z, 3)
    h.set_global_buffer(x, 2)
    g.set_value(0, scaled(n, 2))
    h.set_value(0, scaled(f, 2))
    g.set_value(1, scaled(n, 3))
    h.set_value(1, scaled(n, f))
    g.set_value(2, scaled(3, 4))


@asc.jit
def moved_addresses(z: asc.GlobalAddress, back: int, far: int):
    a, b, c, d = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    a.set_global_buffer(z + 4 + -1, 1)
    b.set_global_buffer(z + 4 + back, 1)
    c.set_global_buffer(z + far - (far - 5), 1)
    d.set_global_buffer(z + (2**31 + 6) - 2**31, 1)
    a.set_value(0, 1)
    b.set_value(0, 2)
    c.set_value(0, 3)
    d.set_value(0, 4)


def integers(count: int) -> Any:
    return np.zeros(count, np.int32)


@pytest.mark.parametrize("n", [0, 2, 3, 9])
def test_a_while_evaluates_its_condition_before_each_round(n: int) -> None:
    z = integers(2)
    condition_of_each_round[1](z, n)
    assert z.tolist() == [max(n - 2, 0), min(n, 2)]


@pytest.mark.parametrize(("n", "pair"), [(0, [0, 1]), (1, [1, 1]), (10, [55, 89])])
def test_simultaneous_assignment_in_a_loop(n: int, pair: list[int]) -> None:
    z = integers(2)
    values_that_change_places[1](z, n)
    assert z.tolist() == pair


def test_an_alias_keeps_the_value_from_before_the_loop() -> None:
    z = integers(3)
    alias_of_what_a_loop_changes[1](z, 5)
    assert z.tolist() == [15, 5, 11]


def test_an_integer_plus_a_float_is_a_float() -> None:
    z = np.zeros(4, np.float32)
    integer_and_float[1](z, 7)
    assert z.tolist() == [7.5, 7.5, 3.5, 10.5]


def test_each_specialisation_of_a_device_function_is_its_own() -> None:
    z, x = integers(3), np.zeros(2, np.float32)
    two_specialisations[1](z, x, 5, 0.25)
    assert z.tolist() == [12, 18, 16]
    assert x.tolist() == [2.5, 1.5]


@pytest.mark.parametrize("far", [2**31, 2**31 + 7, 2**40])
def test_addresses_move_by_negative_and_wide_offsets(far: int) -> None:
    z = integers(8)
    moved_addresses[1](z, -2, far)
    assert z.tolist() == [0, 0, 2, 1, 0, 3, 4, 0]


@asc.jit
def waits_for_a_number(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    while g.get_value(0) < n:
        pass
    g.set_value(1, 7)


@asc.jit
def stays_here(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    while n > 0:
        pass
    g.set_value(1, 7)


@asc.jit
def waits(g, n):
    while g.get_value(0) < n:
        pass


@asc.jit
def waits_in_a_helper(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    waits(g, n)
    g.set_value(1, 7)


@pytest.mark.parametrize("kernel", [waits_for_a_number, stays_here, waits_in_a_helper])
def test_a_loop_that_only_waits_stays(kernel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASC_WATCHDOG_SECONDS", "0.3")
    z = integers(2)
    with pytest.raises(ModelError, match="still running"):
        kernel[1](z, 3)
    assert z.tolist() == [0, 0]
    kernel[1](z, 0)
    assert z.tolist() == [0, 7]


@asc.jit
def rounds_at_the_ends_of_int32(z: asc.GlobalAddress):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 8)
    up, down = 0, 0
    for i in range(2**31 - 10, 2**31 - 1, 7):
        g.set_value(up, i)
        up += 1
    for j in range(-(2**31) + 3, -(2**31), -2):
        g.set_value(4 + down, j)
        down += 1
    g.set_value(3, up)
    g.set_value(7, down)


def test_the_index_of_a_constant_range_does_not_wrap_around() -> None:
    z = integers(8)
    rounds_at_the_ends_of_int32[1](z)
    assert z.tolist() == [2**31 - 10, 2**31 - 3, 0, 2, -(2**31) + 3, -(2**31) + 1, 0, 2]


@asc.jit
def steps(z: asc.GlobalAddress, s: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    n = 0
    for i in range(1, 8, s):
        n += i
    g.set_value(0, n)


@asc.jit
def steps_by_blocks(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, n)
    for i in range(asc.get_block_idx() * 2, n, asc.get_block_num() * 2):
        g.set_value(i, i + 1)


def test_a_step_that_turns_out_to_be_zero_stops_the_kernel(capfd: pytest.CaptureFixture[str]) -> None:
    z = integers(2)
    steps[1](z, 3)
    assert z.tolist() == [1 + 4 + 7, 0]
    with pytest.raises(ModelError, match="Trap") as caught:
        steps[1](z, 0)
    assert "for i in range(1, 8, s):" in str(caught.value)
    assert "the step of range is 0" in caught.value.message
    assert "test_traps.py" in (printed := capfd.readouterr().out)
    assert "the step of range is 0" in printed


@asc.jit
def asserting(n: int):
    print("before")
    assert n != 5, f"n is {n},\nwhich is bad"
    assert n != asc.get_block_idx(), f"block {asc.get_block_idx()}"
    asc.trap()


def test_the_error_tells_which_assertion_failed() -> None:
    with pytest.raises(ModelError, match=r"assertion failed: n != 5: n is 5,\n") as caught:
        asserting[1](5)
    assert caught.value.message == "the kernel trapped: assertion failed: n != 5: n is 5,"
    with pytest.raises(ModelError, match=r"the kernel trapped: assertion failed: n != asc.get_block_idx.*: block 0"):
        asserting[1](0)
    with pytest.raises(ModelError) as caught:
        asserting[1](7)
    assert caught.value.message == "the kernel trapped"


def test_a_step_of_whole_numbers_of_blocks_makes_a_plain_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYASC_DUMP_PATH", str(tmp_path))
    z = integers(8)
    steps_by_blocks[2](z, 8)
    assert z.tolist() == [1, 0, 3, 0, 5, 0, 7, 0]
    (text,) = tmp_path.rglob("ascendc.cpp")
    loop = "for (int64_t i = GetBlockIdx() * 2; i < n; i += GetBlockNum() * 2) {"
    assert loop in text.read_text()
    assert "Trap" not in text.read_text()


def test_a_first_assignment_in_one_branch_is_an_error() -> None:
    def k(n):
        if n > 3:
            m = n
        return m

    with pytest.raises(CompileError, match=r"ASC-E202.*'m' may have no value here"):
        compile_function(k, [asc.int32], [None])


def test_identity_of_numbers_is_an_error() -> None:
    space: dict[str, Any] = {"asc": asc}
    # Python itself warns of the literal.
    exec("def k(n, m):\n    return n is m\n", space)
    with pytest.raises(CompileError, match=r"ASC-E401.*'is' compares objects"):
        compile_function(space["k"], [asc.int32, None], [None, 8])


SHOW = """
import sys

import numpy as np

import asc
from asc_core.frontend import trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_plugins.discovery import registry

@asc.jit
def k(n: int):
    zeta = alpha = omega = beta = n
    for i in range(n):
        if i > 3:
            omega, gamma = alpha, beta
        else:
            gamma, beta = zeta, omega
        zeta, alpha = gamma + alpha, beta - omega
    while zeta > 0:
        beta, alpha, zeta = alpha, beta + 1, zeta - omega
    print(alpha, beta, omega, zeta)

context = context_for(registry())
module = trace(k, Specialization({"n": asc.int32}, {}), context)
print(module)
"""


def test_carried_variables_stand_in_the_same_order_in_every_process(tmp_path: Path) -> None:
    script = tmp_path / "show.py"
    script.write_text(SHOW)
    texts = set()
    for seed in "012":
        result = subprocess.run(
            [sys.executable, script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        texts.add(result.stdout)
    (text,) = texts
    assert "scf.while" in text


def operations_of(lines: list[str]) -> int:
    """How many operations a function with these lines has."""
    space: dict[str, Any] = {"jit": KernelFunction}
    source = "\n".join(["@jit", "def k(n):", *(f"    {line}" for line in lines), "    return n", ""])
    exec(source, space)
    module, _, _ = compile_function(space["k"], [asc.int32], [None])
    return str(module).count("\n")


def returns(count: int) -> list[str]:
    return [line for i in range(count) for line in (f"if n == {i}:", f"    return n * {i}", "n += 1")]


def breaks(count: int) -> list[str]:
    rounds = [
        line
        for i in range(count)
        for line in (f"if n == {i}:", "    break", f"if n == {i} + i:", "    continue", "n += i")
    ]
    return ["for i in range(n):", *(f"    {line}" for line in rounds)]


def nested(count: int) -> list[str]:
    heads = [f"{'    ' * i}if n > {i}:" for i in range(count)]
    return [*heads, f"{'    ' * count}return 1", *(f"{'    ' * i}n += 1" for i in reversed(range(1, count)))]


@pytest.mark.parametrize("exits", [returns, breaks, nested])
def test_early_exits_let_the_code_grow_no_faster_than_the_source(exits: Callable[[int], list[str]]) -> None:
    assert operations_of(exits(18)) < 3.6 * operations_of(exits(6))
