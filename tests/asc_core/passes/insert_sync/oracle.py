"""Runs a kernel's ASC-IR with numbers and finds what its flags and barriers don't order.

It knows nothing of the pass: addresses are numbers here, and order is kept as each pipe's knowledge of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from asc_core.ir.anyvalues import plain
from asc_core.ir.bindings import ir

VECTOR = {
    "asc.add": (1, 2), "asc.mul": (1, 2), "asc.sub": (1, 2), "asc.abs": (1,), "asc.adds": (1,), "asc.duplicate": (),
}  # fmt: skip
COUNT_AT = {"asc.add": 3, "asc.mul": 3, "asc.sub": 3, "asc.abs": 2, "asc.adds": 3, "asc.duplicate": 2}
ELEMENT = 4


class RaceError(AssertionError):
    """Two instructions touch the same bytes without an order, or a flag is used wrongly."""


@dataclass(frozen=True)
class Tensor:
    memory: str
    begin: int


@dataclass
class Touch:
    pipe: str
    index: int
    memory: str
    begin: int
    end: int
    writes: bool
    text: str


@dataclass
class Machine:
    """Pipes, each with what it knows to be finished of the others."""

    issued: dict[str, int] = field(default_factory=dict)
    knows: dict[str, dict[str, int]] = field(default_factory=dict)
    flags: dict[tuple[str, int], dict[str, int]] = field(default_factory=dict)
    touched: list[Touch] = field(default_factory=list)
    syncs: int = 0

    def know(self, pipe: str) -> dict[str, int]:
        return self.knows.setdefault(pipe, {})

    def issue(self, pipe: str, text: str, touches: Sequence[tuple[str, int, int, bool]]) -> None:
        index = self.issued[pipe] = self.issued.get(pipe, 0) + 1
        for memory, begin, end, writes in touches:
            for old in self.touched:
                if old.memory != memory or not (old.writes or writes) or end <= old.begin or old.end <= begin:
                    continue
                if (old.pipe, pipe) == ("S", "S") or (old.pipe == pipe and old.index == index):
                    continue
                if self.know(pipe).get(old.pipe, 0) < old.index:
                    raise RaceError(
                        f"{text} on {pipe} touches {memory} {begin}..{end} while {old.text} on {old.pipe} may run"
                    )
            self.touched.append(Touch(pipe, index, memory, begin, end, writes, text))

    def set(self, event: str, number: int) -> None:
        first, _ = event.split("_")
        if (event, number) in self.flags:
            raise RaceError(f"{event} {number} is set twice")
        self.flags[event, number] = {**self.know(first), first: self.issued.get(first, 0)}
        self.syncs += 1

    def wait(self, event: str, number: int) -> None:
        _, second = event.split("_")
        if (event, number) not in self.flags:
            raise RaceError(f"{event} {number} is waited for and not set")
        known = self.know(second)
        for pipe, index in self.flags.pop((event, number)).items():
            known[pipe] = max(known.get(pipe, 0), index)

    def barrier(self, pipe: str) -> None:
        self.syncs += 1
        for one in [*self.issued] if pipe == "ALL" else [pipe]:
            known = self.know(one)
            for other in [*self.issued] if pipe == "ALL" else [pipe]:
                known[other] = self.issued.get(other, 0)


class Oracle:
    """Executes one kernel."""

    def __init__(self, arguments: Sequence[Any], limit: int = 4000) -> None:
        self.machine = Machine()
        self.values: dict[Any, Any] = {}
        self.arguments = arguments
        self.left = limit
        self.read = 0

    def run(self, function: Any) -> Machine:
        (block,) = function.regions[0].blocks
        for value, argument in zip(block.arguments, self.arguments, strict=True):
            self.values[value] = argument
        self.block(block)
        if self.machine.flags:
            raise RaceError(f"{sorted(self.machine.flags)} are set and never waited for")
        return self.machine

    def block(self, block: Any) -> list[Any]:
        for op in block.operations:
            operation = op.operation
            if operation.name in ("scf.yield", "func.return", "scf.condition"):
                return [self.values[o] for o in operation.operands]
            results = self.operation(operation)
            for result, value in zip(operation.results, results, strict=True):
                self.values[result] = value
        return []

    def operation(self, op: Any) -> list[Any]:
        name = op.name
        given = [self.values.get(plain(o)) for o in op.operands]
        if name == "arith.constant":
            return [op.attributes["value"].value]
        if name in ARITHMETIC:
            return [ARITHMETIC[name](*given)]
        if name == "arith.cmpi":
            return [int(COMPARE[op.attributes["predicate"].value](*given))]
        if name == "scf.for":
            return self.loop(op, given)
        if name == "scf.if":
            region = op.regions[0 if given[0] else 1]
            return self.block(region.blocks[0]) if len(region.blocks) else []
        if name == "scf.while":
            return self.while_(op, given)
        return self.declared(op, name, given)

    def loop(self, op: Any, given: list[Any]) -> list[Any]:
        (block,) = op.regions[0].blocks
        lower, upper, step, *carried = given
        for i in range(lower, upper, step):
            for argument, value in zip(block.arguments, [i, *carried], strict=True):
                self.values[argument] = value
            carried = self.block(block)
        return carried

    def while_(self, op: Any, carried: list[Any]) -> list[Any]:
        (before,), (after,) = op.regions[0].blocks, op.regions[1].blocks
        while True:
            for argument, value in zip(before.arguments, carried, strict=True):
                self.values[argument] = value
            condition, *passed = self.block(before)
            if not condition:
                return passed
            for argument, value in zip(after.arguments, passed, strict=True):
                self.values[argument] = value
            carried = self.block(after)

    def declared(self, op: Any, name: str, given: list[Any]) -> list[Any]:
        self.left -= 1
        assert self.left > 0, "the program runs too long"
        attributes = op.attributes
        machine = self.machine
        if name == "asc.local_tensor_placed":
            return [Tensor("UB", given[0])]
        if name == "asc.global_tensor":
            return [None]
        if name == "asc.global_tensor_set_global_buffer":
            self.values[op.operands[0]] = given[1]
            return []
        if name == "emitasc.ptr_offset" or name.endswith("_subindex"):
            return [Tensor(given[0].memory, given[0].begin + ELEMENT * given[1])]
        if name == "asc.set_flag":
            machine.set(attributes["event"].value.split("::")[-1], given[0])
        elif name == "asc.wait_flag":
            machine.wait(attributes["event"].value.split("::")[-1], given[0])
        elif name == "asc.pipe_barrier":
            machine.barrier(attributes["pipe"].value.removeprefix("PIPE_"))
        elif name == "asc.data_copy":
            dst, src, count = given
            pipe = "MTE2" if src.memory != "UB" else "MTE3" if dst.memory != "UB" else "V"
            machine.issue(pipe, str(op), [span(src, count, False), span(dst, count, True)])
        elif name in VECTOR:
            count = given[COUNT_AT[name]]
            touches = [span(given[i], count, False) for i in VECTOR[name]] + [span(given[0], count, True)]
            machine.issue("V", str(op), touches)
        elif name.endswith("_get_value"):
            machine.issue("S", str(op), [span(Tensor(given[0].memory, given[0].begin + 4 * given[1]), 1, False)])
            self.read += 1
            return [float(self.read % 3)]
        elif name.endswith("_set_value"):
            machine.issue("S", str(op), [span(Tensor(given[0].memory, given[0].begin + 4 * given[1]), 1, True)])
        elif name != "emitasc.keep_loop":
            raise NotImplementedError(name)
        return []


def span(tensor: Tensor, count: int, writes: bool) -> tuple[str, int, int, bool]:
    return tensor.memory, tensor.begin, tensor.begin + ELEMENT * count, writes


ARITHMETIC: dict[str, Any] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.floordivsi": lambda a, b: a // b,
    "arith.divsi": lambda a, b: a // b,
    "arith.divui": lambda a, b: a // b,
    "arith.remsi": lambda a, b: a % b,
    "arith.remui": lambda a, b: a % b,
    "arith.andi": lambda a, b: a & b,
    "arith.ori": lambda a, b: a | b,
    "arith.shli": lambda a, b: a << b,
    "emitasc.floormod": lambda a, b: a % b,
    "arith.extsi": lambda a: a,
    "arith.extui": lambda a: a,
    "arith.trunci": lambda a: a,
    "arith.index_cast": lambda a: a,
    "arith.select": lambda c, a, b: a if c else b,
    "arith.cmpf": lambda a, b: a < b,
    "arith.addf": lambda a, b: a + b,
    "arith.maxsi": max,
    "arith.minsi": min,
}
COMPARE: dict[int, Any] = {
    0: lambda a, b: a == b,
    1: lambda a, b: a != b,
    2: lambda a, b: a < b,
    3: lambda a, b: a <= b,
    4: lambda a, b: a > b,
    5: lambda a, b: a >= b,
}


def check(module: Any, *numbers: int, arrays: int) -> Machine:
    """Runs the module's kernel, whose arguments are *arrays* arrays and then *numbers*."""
    (function,) = [op.operation for op in module.body.operations if "asc.kernel" in op.operation.attributes]
    given = [*(Tensor(f"GM{i}", 0) for i in range(arrays)), *numbers]
    with module.context, ir.Location.unknown():
        return Oracle(given).run(function)
