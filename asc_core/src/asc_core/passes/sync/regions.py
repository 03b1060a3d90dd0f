"""Where in memory tensors lie, and what operations do there."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from asc_core.ir.bindings import ir
from asc_core.ir.context import IRContext
from asc_core.ir.ranges import constant_of
from asc_core.translate.optext import Operands
from asc_plugins.irtypes import IRType, PointerType, cpp_literal
from asc_plugins.ops import OpSpec
from asc_plugins.params import Effect
from asc_plugins.roles import Place, View, Work

from .numbers import Numbers
from .polynomials import Polynomial, add, constant, multiply

#: Stands for pipes that aren't known.
ANY_PIPE = "?"


@dataclass(frozen=True, eq=False)
class Region:
    """A part of a memory.

    Attributes:
        memory: the memory's name; None when it isn't known.
        root: what *base* counts from: a memory, an array, a buffer; None when it isn't known.
        base: begin in bytes.
        size: length in bytes; None when it isn't known.
        whole: begin and length of the tensor that the region is a part of.
    """

    memory: str | None = None
    root: Hashable = None
    base: Polynomial | None = None
    size: Polynomial | None = None
    whole: tuple[Polynomial, Polynomial | None] | None = None


NOWHERE_KNOWN = Region()


@dataclass(frozen=True, eq=False)
class Access:
    """What an operation does in a region."""

    region: Region
    reads: bool
    writes: bool


class Regions:
    """Finds the regions of tensors from the roles of the operations that make them."""

    def __init__(self, context: IRContext, numbers: Numbers) -> None:
        self.context = context
        self.numbers = numbers
        self._known: dict[Any, Region] = {}

    def of(self, value: Any) -> Region:
        """The region that a tensor, buffer or address stands for."""
        known = self._known.get(value)
        if known is None:
            # A value that depends on itself, through a loop, is nowhere known.
            self._known[value] = NOWHERE_KNOWN
            known = self._known[value] = self._find(value)
        return known

    def _find(self, value: Any) -> Region:
        if isinstance(value.owner, ir.Block):
            if isinstance(self.context.from_mlir(value.type), PointerType):
                return Region("GM", ("argument", value), {}, None)
            return NOWHERE_KNOWN
        op = value.owner.operation
        spec = self.context.registry.ops.get(op.name)
        if spec is None:
            return NOWHERE_KNOWN
        if isinstance(spec.role, (Place, View)) and spec.role.tensor is None:
            return self._made(op, spec, value)
        givers = list(self._givers(value))
        return self._made(givers[0], self.context.registry.ops[givers[0].name], value) if len(givers) == 1 else Region()

    def _givers(self, value: Any) -> Iterator[Any]:
        """The operations that give a variable its memory."""
        for use in value.uses:
            op = use.owner.operation
            spec = self.context.registry.ops.get(op.name)
            if spec is None or not isinstance(spec.role, (Place, View)) or spec.role.tensor is None:
                continue
            if value in Operands(op, spec).groups[spec.role.tensor]:
                yield op

    def _made(self, op: Any, spec: OpSpec, value: Any) -> Region:
        facts = Facts(op, spec, self)
        if isinstance(spec.role, View):
            return self._view(spec.role, facts, value)
        assert isinstance(spec.role, Place)
        return self._placed(spec.role, facts, value)

    def _view(self, role: View, facts: Facts, value: Any) -> Region:
        (base,) = facts.values(role.base)
        region = self.of(base)
        if region.base is None:
            return region
        begin, size = region.base, None
        for offset in facts.values(role.offset):
            begin = add(begin, self._bytes(offset, 1 if role.bytes else self._element(value)))
        for length in facts.values(role.size):
            size = self._bytes(length, self._element(value))
        return replace(region, base=begin, size=size)

    def _placed(self, role: Place, facts: Facts, value: Any) -> Region:
        position = facts.position(role.of or "", *role.position)
        memory = role.memories.get(position) if position is not None else role.default
        sizes = facts.values(role.size)
        size = self._bytes(sizes[0], self._element(value)) if sizes and constant_of(sizes[0]) != 0 else None
        addresses = facts.values(role.address)
        if not addresses:
            if role.address is not None:
                return Region(memory)
            owner = facts.op.results[0] if len(facts.op.results) else value
            return Region(memory, ("own", owner), {}, size, ({}, size))
        (address,) = addresses
        if isinstance(self.context.from_mlir(address.type), PointerType):
            region = self.of(address)
            return replace(region, size=size) if region.base is not None else Region(memory)
        base = self.numbers.read(address)
        return Region(memory, ("memory", memory), base, size, (base, size)) if memory is not None else Region()

    def _bytes(self, count: Any, element: int) -> Polynomial:
        return multiply(self.numbers.read(count), constant(element))

    def _element(self, value: Any) -> int:
        """Bytes of an element of a tensor or of what an address points to."""
        type_ = self.context.from_mlir(value.type)
        if isinstance(type_, PointerType):
            return type_.dtype.sizeof()
        if isinstance(type_, IRType) and "dtype" in type_.spec.parameters:
            dtype = type_["dtype"]
            size: int = dtype.sizeof()  # type: ignore[union-attr]
            return size
        return 1

    def work(self, op: Any) -> Doing | None:
        """What an operation does with pipes and memory; None when that is nothing."""
        spec = self.context.registry.ops.get(op.name)
        if spec is None:
            return None
        role = spec.role
        facts = Facts(op, spec, self)
        if isinstance(role, Place):
            return self._taken(role, facts)
        work = role if isinstance(role, Work) else Work()
        accesses = tuple(self._accesses(facts, work))
        if not accesses and not work.settles:
            return None
        pipe = spec.pipe or (work.pipe(facts) if work.pipe is not None else None)
        return Doing(pipe.value if pipe is not None else ANY_PIPE, accesses, work.settles, hands_on=work.hands_on)

    def _taken(self, role: Place, facts: Facts) -> Doing | None:
        """A buffer out of a queue counts as written by the pipe that the queue made wait."""
        if not role.holders:
            return None
        pipe = role.holders.get(facts.position(role.of or "", *role.position) or "")
        region = self.of(facts.values(role.tensor)[0] if role.tensor is not None else facts.op.results[0])
        return Doing(pipe.value if pipe is not None else ANY_PIPE, (Access(region, False, True),), taken=True)

    def _accesses(self, facts: Facts, role: Work) -> Iterator[Access]:
        if role.opaque:
            yield Access(NOWHERE_KNOWN, True, True)
        counts = facts.values(role.count)
        indices = facts.values(role.index)
        for operand in facts.spec.operands:
            if operand.effect is None:
                continue
            for value in facts.values(operand.name):
                region = self.of(value)
                element = self._element(value)
                if region.base is not None and counts:
                    region = replace(region, size=self._bytes(counts[0], element))
                if region.base is not None and indices:
                    begin = add(region.base, self._bytes(indices[0], element))
                    region = replace(region, base=begin, size=constant(element))
                yield Access(region, operand.effect is not Effect.WRITE, operand.effect is not Effect.READ)


@dataclass(frozen=True, eq=False)
class Doing:
    """A pipe's work: what it touches.

    Attributes:
        settles: all pipes must be done before it.
        taken: it only stands for what a queue waited for, so nothing need be waited for again.
        hands_on: it only stands for the end of its pipe's work.
    """

    pipe: str
    accesses: tuple[Access, ...]
    settles: bool = False
    taken: bool = False
    hands_on: bool = False


class Facts:
    """:class:`asc_plugins.roles.OpFacts` of an operation."""

    def __init__(self, op: Any, spec: OpSpec, regions: Regions) -> None:
        self.op, self.spec = op, spec
        self._regions = regions
        self._operands: Operands | None = None

    def values(self, operand: str | None) -> list[Any]:
        """The values of an operand, none of one that the signature doesn't have."""
        if operand is None:
            return []
        if self._operands is None:
            self._operands = Operands(self.op, self.spec)
        return self._operands.groups.get(operand, [])

    def memory(self, operand: str) -> str | None:
        memories = {self._regions.of(value).memory for value in self.values(operand)}
        return memories.pop() if len(memories) == 1 else None

    def position(self, operand: str, *parameters: str) -> str | None:
        attributes = self.op.attributes
        for name in parameters:
            if name in attributes and isinstance(attributes[name], ir.StringAttr):
                text: str = attributes[name].value
                return text
        values = self.values(operand) or list(self.op.results)
        type_ = self._regions.context.from_mlir(values[0].type) if values else None
        if isinstance(type_, IRType):
            for name in parameters:
                if name in type_.spec.parameters:
                    return cpp_literal(type_[name])
        return None
