"""No value is ever less than the bound that was found for it, and the bounds of common expressions are known."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asc_core.ir.context import context_for
from asc_core.ir.ranges import Ranges
from asc_plugins.discovery import registry


def _truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


#: What MLIR says of the operations on int64, None where they are undefined; written from its documentation.
OPERATIONS: dict[str, Callable[[int, int], int | None]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.divsi": lambda a, b: _truncated(a, b) if b else None,
    "arith.floordivsi": lambda a, b: a // b if b else None,
    "arith.ceildivsi": lambda a, b: -(-a // b) if b else None,
    "arith.remsi": lambda a, b: a - _truncated(a, b) * b if b else None,
    "arith.minsi": min,
    "arith.maxsi": max,
    "arith.andi": lambda a, b: a & b,
    "arith.ori": lambda a, b: a | b,
    "arith.xori": lambda a, b: a ^ b,
    "arith.shrsi": lambda a, b: a >> b if 0 <= b < 64 else None,
    "emitasc.floormod": lambda a, b: a % b if b else None,
}

CORES = ('%core = "asc.get_block_idx"() : () -> i64', '%cores = "asc.get_block_num"() : () -> i64')


@dataclass
class Program:
    """Lines of MLIR, and the value of each name."""

    lines: list[str]
    values: dict[str, int]


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Straight lines of arithmetic on constants, a number of this core, an amount of cores and an argument."""
    program = Program(list(CORES), {})
    program.values["core"] = draw(st.integers(0, 40))
    program.values["cores"] = draw(st.integers(1, 40))
    program.values["n"] = draw(st.integers(-50, 50))
    for i in range(draw(st.integers(1, 3))):
        number = draw(st.integers(-9, 9))
        program.lines.append(f"%c{i} = arith.constant {number} : i64")
        program.values[f"c{i}"] = number
    for i in range(draw(st.integers(1, 8))):
        name = draw(st.sampled_from(sorted(OPERATIONS)))
        a, b = (draw(st.sampled_from(sorted(program.values))) for _ in range(2))
        result = OPERATIONS[name](program.values[a], program.values[b])
        if result is None or not -(2**62) < result < 2**62:
            continue
        program.lines.append(f'%v{i} = "{name}"(%{a}, %{b}) : (i64, i64) -> i64')
        program.values[f"v{i}"] = result
    return program


def bounds(lines: list[str]) -> dict[str, float]:
    context = context_for(registry())
    text = "\n".join(lines)
    module = context.parse(f'func.func @k(%n: i64 loc("n")) attributes {{asc.kernel}} {{\n{text}\nreturn\n}}')
    found = Ranges(registry())
    (function,) = [op for op in module.body.operations if op.operation.name == "func.func"]
    block = function.regions[0].blocks[0]
    names = [line.split(" ")[0][1:] for line in lines]
    ops: list[Any] = list(block.operations)[: len(names)]
    least = {name: found.least(op.results[0]) for name, op in zip(names, ops, strict=True)}
    return least | {"n": found.least(block.arguments[0])}


@settings(deadline=None)
@given(programs())
def test_no_value_is_less_than_its_bound(program: Program) -> None:
    least = bounds(program.lines)
    assert set(least) == set(program.values)
    for name, value in program.values.items():
        assert least[name] <= value, name


@pytest.mark.parametrize(
    ("expression", "least"),
    [
        ('"arith.muli"(%cores, %c)', 8),
        ('"arith.muli"(%core, %c)', 0),
        ('"arith.addi"(%core, %c)', 8),
        ('"arith.addi"(%n, %c)', -math.inf),
        ('"arith.subi"(%cores, %c)', -math.inf),
        ('"arith.floordivsi"(%core, %cores)', 0),
        ('"arith.remsi"(%core, %n)', 0),
        ('"arith.remsi"(%n, %c)', -math.inf),
        ('"emitasc.floormod"(%n, %c)', 0),
        ('"arith.maxsi"(%n, %c)', 8),
        ('"arith.minsi"(%core, %c)', 0),
        ('"arith.andi"(%n, %c)', 0),
        ('"arith.ori"(%core, %c)', 8),
    ],
)
def test_what_is_known(expression: str, least: float) -> None:
    lines = [
        *CORES,
        "%c = arith.constant 8 : i64",
        f"%v = {expression} : (i64, i64) -> i64",
    ]
    assert bounds(lines)["v"] == least
