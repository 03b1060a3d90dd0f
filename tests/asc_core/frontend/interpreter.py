"""Runs scalar ASC-IR: what the operations mean by MLIR's definition, in Python's and numpy's numbers."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np

_FLOATS = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}
_MOST_STEPS = 2_000_000


class StuckError(Exception):
    """The program doesn't end."""


def _bits(type_: Any) -> int:
    return int(str(type_)[1:])


def signed(value: int, bits: int) -> int:
    """The low *bits* of a number as a signed one."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) and bits > 1 else value


def unsigned(value: int, bits: int) -> int:
    """The low *bits* of a number."""
    return value & ((1 << bits) - 1)


def _truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


_INTEGERS: dict[str, Callable[[int, int, int], int]] = {
    "arith.addi": lambda a, b, n: a + b,
    "arith.subi": lambda a, b, n: a - b,
    "arith.muli": lambda a, b, n: a * b,
    "arith.andi": lambda a, b, n: a & b,
    "arith.ori": lambda a, b, n: a | b,
    "arith.xori": lambda a, b, n: a ^ b,
    "arith.divsi": lambda a, b, n: _truncated(a, b),
    "arith.remsi": lambda a, b, n: a - b * _truncated(a, b),
    "arith.floordivsi": lambda a, b, n: a // b,
    "arith.ceildivsi": lambda a, b, n: -(-a // b),
    "arith.ceildivui": lambda a, b, n: -(-unsigned(a, n) // unsigned(b, n)),
    "emitasc.floormod": lambda a, b, n: a % b,
    "arith.divui": lambda a, b, n: unsigned(a, n) // unsigned(b, n),
    "arith.remui": lambda a, b, n: unsigned(a, n) % unsigned(b, n),
    "arith.maxsi": lambda a, b, n: max(a, b),
    "arith.minsi": lambda a, b, n: min(a, b),
    "arith.maxui": lambda a, b, n: max(unsigned(a, n), unsigned(b, n)),
    "arith.minui": lambda a, b, n: min(unsigned(a, n), unsigned(b, n)),
    "arith.shli": lambda a, b, n: a << _amount(b, n),
    "arith.shrsi": lambda a, b, n: a >> _amount(b, n),
    "arith.shrui": lambda a, b, n: unsigned(a, n) >> _amount(b, n),
}
_REALS: dict[str, Callable[[Any, Any], Any]] = {
    "arith.addf": operator.add,
    "arith.subf": operator.sub,
    "arith.mulf": operator.mul,
    "arith.divf": operator.truediv,
    "arith.remf": np.fmod,
    "math.copysign": np.copysign,
}
_REAL_UNARY: dict[str, Callable[[Any], Any]] = {
    "arith.negf": operator.neg,
    "math.absf": abs,
    "math.sqrt": np.sqrt,
    "math.floor": np.floor,
    "math.roundeven": np.rint,
}
_ORDERS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
_FLOAT_ORDERS: dict[int, Callable[[Any, Any], bool]] = {
    1: operator.eq, 2: operator.gt, 3: operator.ge, 4: operator.lt, 5: operator.le, 13: operator.ne,
}  # fmt: skip


def _amount(amount: int, bits: int) -> int:
    assert 0 <= amount < bits, f"MLIR leaves a shift by {amount} of {bits} bits undefined"
    return amount


class Interpreter:
    """Runs functions of a module.

    Attributes:
        log: operands of each ``asc.inline``, in the order of execution.
    """

    def __init__(self, module: Any) -> None:
        self._functions = {op.operation.attributes["sym_name"].value: op.operation for op in module.body.operations}
        self._steps = 0
        self.log: list[list[Any]] = []

    def call(self, name: str, arguments: Sequence[Any]) -> list[Any]:
        """Results of a function."""
        block = self._functions[name].regions[0].blocks[0]
        _, values = self._block(block, list(arguments), {})
        return values

    def _block(self, block: Any, arguments: list[Any], values: dict[Any, Any]) -> tuple[str, list[Any]]:
        """Runs a block; the terminator's name and operands."""
        values.update(zip(block.arguments, arguments, strict=True))
        for op in block.operations:
            operation = op.operation
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise StuckError
            inputs = [values[o] for o in operation.operands]
            name = operation.name
            if name in ("func.return", "scf.yield", "scf.condition"):
                return name, inputs
            results = self._run(name, operation, inputs, values)
            values.update(zip(operation.results, results, strict=True))
        return "", []

    def _run(self, name: str, op: Any, inputs: list[Any], values: dict[Any, Any]) -> list[Any]:
        if name == "asc.inline":
            self.log.append(inputs)
            return []
        if name == "emitasc.keep_loop":
            return []
        if name == "func.call":
            return self.call(op.attributes["callee"].value, inputs)
        if name == "scf.if":
            return self._taken(op.regions[0 if inputs[0] else 1], values)
        if name == "scf.for":
            return self._for(op, inputs, values)
        if name == "scf.while":
            return self._while(op, inputs, values)
        return [self._scalar(name, op, inputs)]

    def _taken(self, region: Any, values: dict[Any, Any]) -> list[Any]:
        return self._block(region.blocks[0], [], values)[1] if len(region.blocks) else []

    def _for(self, op: Any, inputs: list[Any], values: dict[Any, Any]) -> list[Any]:
        low, high, step, *carried = inputs
        assert step > 0, "scf.for counts up"
        index = low
        while index < high:
            _, carried = self._block(op.regions[0].blocks[0], [index, *carried], values)
            index = signed(index + step, _bits(op.operands[0].type))
        return carried

    def _while(self, op: Any, inputs: list[Any], values: dict[Any, Any]) -> list[Any]:
        carried = inputs
        while True:
            _, (going, *passed) = self._block(op.regions[0].blocks[0], carried, values)
            if not going:
                return passed
            _, carried = self._block(op.regions[1].blocks[0], passed, values)

    def _scalar(self, name: str, op: Any, inputs: list[Any]) -> Any:
        type_ = op.results[0].type
        text = str(type_)
        with np.errstate(all="ignore"):
            if name == "arith.constant":
                return _number(op.attributes["value"], text)
            if name in _INTEGERS:
                bits = _bits(type_)
                return signed(_INTEGERS[name](*inputs, bits), bits)
            if name in _REALS:
                return _FLOATS[text](_REALS[name](*inputs))
            if name in _REAL_UNARY:
                return _FLOATS[text](_REAL_UNARY[name](inputs[0]))
            if name == "arith.select":
                return inputs[1] if inputs[0] else inputs[2]
            if name in ("arith.cmpi", "arith.cmpf"):
                return _compare(name, op, inputs)
            return _converted(name, op, inputs[0], text)


def _number(attribute: Any, type_: str) -> Any:
    if type_ in _FLOATS:
        return _FLOATS[type_](attribute.value)
    return signed(int(attribute.value), int(type_[1:]))


def _compare(name: str, op: Any, inputs: list[Any]) -> int:
    predicate = op.attributes["predicate"].value
    if name == "arith.cmpf":
        return int(_FLOAT_ORDERS[predicate](*inputs))
    bits = _bits(op.operands[0].type)
    if predicate >= 6:
        return int(_ORDERS[predicate - 4](*(unsigned(i, bits) for i in inputs)))
    return int(_ORDERS[predicate](*inputs))


def _converted(name: str, op: Any, value: Any, type_: str) -> Any:
    source = op.operands[0].type
    if name in ("arith.extf", "arith.truncf"):
        return _FLOATS[type_](value)
    if name == "arith.sitofp":
        return _FLOATS[type_](value)
    if name == "arith.uitofp":
        return _FLOATS[type_](unsigned(value, _bits(source)))
    if name in ("arith.fptosi", "arith.fptoui"):
        number = float(value)
        return signed(int(number), int(type_[1:])) if math.isfinite(number) else 0
    bits = int(type_[1:])
    if name in ("arith.extsi", "arith.trunci"):
        return signed(value, bits)
    if name == "arith.extui":
        return signed(unsigned(value, _bits(source)), bits)
    raise AssertionError(f"the interpreter doesn't know {name}")


def float_bits(value: float) -> bytes:
    """A float as bytes, to compare NaNs and signed zeros."""
    return struct.pack("<d", value)
