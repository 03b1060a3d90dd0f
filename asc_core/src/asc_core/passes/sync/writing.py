"""Synchronisation operations as the packs declare them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from asc_core.ir.bindings import ir
from asc_core.ir.context import IRContext
from asc_core.ir.places import place_of
from asc_core.ir.ranges import constant_of
from asc_plugins.dtypes import int32
from asc_plugins.ops import OpSpec
from asc_plugins.roles import Sync

from ..errors import PassError
from .plan import Order

Kind = Literal["set", "wait", "barrier"]
_REMAINDER = "emitasc.floormod"


class SyncOps:
    """The declared ops that set a flag, wait for one, and are a barrier.

    Raises:
        PassError: no pack declares one of them.
    """

    def __init__(self, ops: Mapping[str, OpSpec]) -> None:
        found = {spec.role.kind: spec for spec in ops.values() if isinstance(spec.role, Sync)}
        missing = [kind for kind in ("set", "wait", "barrier") if kind not in found]
        if missing:
            raise PassError(
                f"synchronisation can't be inserted: no pack declares an operation with the role {', '.join(missing)}",
                hint="enable the pack that has the flags and barriers of pipes",
            )
        self._specs = found

    def role(self, kind: Kind) -> Sync:
        """The role of the op of a kind."""
        role = self._specs[kind].role
        assert isinstance(role, Sync)
        return role

    def has_event(self, first: str, second: str) -> bool:
        """True when there is a flag from the first pipe to the second."""
        return (first, second) in self.role("set").texts

    def create(self, kind: Kind, pipes: tuple[str, ...], number: Any, point: Any, place: Any) -> None:
        """Creates the op at an insertion point."""
        spec, role = self._specs[kind], self.role(kind)
        attributes = {role.attribute: ir.StringAttr.get(role.texts[pipes])}
        operands = [number] if role.id is not None else []
        ir.Operation.create(spec.name, operands=operands, attributes=attributes, loc=place, ip=point)


class Inserter:
    """Writes orders into a kernel."""

    def __init__(self, kernel: Any, ops: SyncOps, context: IRContext) -> None:
        self._ops = ops
        self._entry = kernel.regions[0].blocks[0]
        self._numbers: dict[int, Any] = {}
        self._rounds: dict[Any, Any] = {}
        self._moved: set[Any] = set()
        self._blocks: dict[Any, tuple[list[Any], dict[Any, int]]] = {}
        self._type = context.to_mlir(int32)
        self._registry = context.registry.ops

    def write(self, orders: Iterable[Order], numbers: Mapping[Order, int]) -> None:
        """Writes all orders, those with one target in their order: a later one counts on the earlier ones."""
        orders = list(orders)
        for order in orders:
            if order.kind == "barrier":
                op = order.target.op
                self._ops.create("barrier", (order.first,), None, self._before(op), op.location)
            else:
                self._flag(order, numbers[order])
        # A flag set before a loop counts on what is waited for there, and what is set after a loop on its flag.
        for order in orders:
            if order.loop is not None:
                self._around(order, order.loop.op, numbers[order])

    def _before(self, op: Any, number: Any = None) -> Any:
        """Before an op and what its source line computes for it, which belongs into its text; after *number*."""
        first = op
        needed = number.owner.operation if number is not None else None
        line = _line(op)
        operations, place = self._place(op)
        while line is not None and place > 0:
            place -= 1
            operation = operations[place]
            if operation in self._moved:
                continue
            makes_number = needed is not None and operation == needed
            if makes_number or _line(operation) != line or not self._computes(operation.name):
                break
            first = operation
        return ir.InsertionPoint(first)

    def _place(self, op: Any) -> tuple[list[Any], int]:
        """The operations that the kernel has in a block, and the place of one of them."""
        block = op.block
        known = self._blocks.get(block)
        if known is None:
            operations = [o.operation for o in block.operations]
            known = self._blocks[block] = operations, {o: i for i, o in enumerate(operations)}
        return known[0], known[1][op]

    def _computes(self, name: str) -> bool:
        spec = self._registry.get(name)
        return spec.pure if spec is not None else name.startswith("arith.")

    def _flag(self, order: Order, first: int) -> None:
        pipes = (order.first, order.second)
        source, target = order.source.op, order.target.op
        number = self._constant(first)
        if order.kind == "pair":
            self._ops.create("set", pipes, number, self._before(target, number), target.location)
            self._ops.create("wait", pipes, number, self._before(target, number), target.location)
            return
        if order.loop is not None and order.rounds > 1:
            number = self._alternating(order.loop.op, first)
        self._ops.create("wait", pipes, number, self._before(target, number), target.location)
        self._ops.create("set", pipes, number, ir.InsertionPoint.after(source), source.location)

    def _around(self, order: Order, loop: Any, first: int) -> None:
        """The set before a loop and the wait after it, of each number."""
        pipes = (order.first, order.second)
        numbers = [self._constant(first + i) for i in range(order.rounds)]
        for number in numbers:
            self._ops.create("set", pipes, number, ir.InsertionPoint(loop), loop.location)
        for number in reversed(numbers):
            self._ops.create("wait", pipes, number, ir.InsertionPoint.after(loop), loop.location)

    def _constant(self, number: int) -> Any:
        known = self._numbers.get(number)
        if known is None:
            known = self._numbers[number] = self._integer(number, self._type)
        return known

    def _integer(self, number: int, type_: Any) -> Any:
        attribute = ir.IntegerAttr.get(type_, number)
        op = ir.Operation.create(
            "arith.constant", results=[type_], attributes={"value": attribute}, loc=ir.Location.unknown(),
            ip=ir.InsertionPoint.at_block_begin(self._entry),
        )  # fmt: skip
        return op.results[0]

    @staticmethod
    def _parity(block: Any, counter: Any) -> Any:
        """The kernel's own ``counter % 2``."""
        for op in block.operations:
            operation = op.operation
            if operation.name == _REMAINDER:
                of, modulus = operation.operands
                if of == counter and constant_of(modulus) == 2:
                    return operation.results[0]
        return None

    def _alternating(self, loop: Any, number: int) -> Any:
        """*number* in even rounds of a loop, the next one in odd rounds."""
        known = self._rounds.get((loop, number))
        if known is not None:
            return known
        block = loop.regions[0].blocks[0]
        counter = block.arguments[0]
        lower, _, step = list(loop.operands)[:3]
        value = self._parity(block, counter) if constant_of(lower) == 0 and constant_of(step) == 1 else None
        if value is not None:
            if value.owner.operation != block.operations[0].operation:
                value.owner.operation.move_before(block.operations[0].operation)
                self._moved.add(value.owner.operation)
            point = ir.InsertionPoint.after(value.owner.operation)
        else:
            point = ir.InsertionPoint.at_block_begin(block)

        def create(name: str, *operands: Any) -> Any:
            made = ir.Operation.create(
                name, results=[operands[0].type], operands=list(operands), ip=point, loc=loop.location
            )
            return made.results[0]

        if value is None:
            rounds = counter if constant_of(lower) == 0 else create("arith.subi", counter, lower)
            rounds = rounds if constant_of(step) == 1 else create("arith.divui", rounds, step)
            value = create(_REMAINDER, rounds, self._integer(2, counter.type))
        if counter.type != self._type:
            value = self._as_int32(value, point, loop.location)
        if number:
            value = create("arith.addi", value, self._constant(number))
        self._rounds[loop, number] = value
        return value

    def _as_int32(self, value: Any, point: Any, place: Any) -> Any:
        name = "arith.index_cast" if isinstance(value.type, ir.IndexType) else "arith.trunci"
        made = ir.Operation.create(name, results=[self._type], operands=[value], ip=point, loc=place)
        return made.results[0]


def _line(op: Any) -> tuple[str, int] | None:
    place = place_of(op.location)
    return None if place is None else (place.file, place.line)
