"""What an emitter sees of an operation of MLIR."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from asc_core.ir.anyvalues import plain
from asc_core.ir.places import name_in
from asc_plugins.emit import Key, Precedence
from asc_plugins.irtypes import AnyType
from asc_plugins.ops import OperandSpec, OpSpec

from .shapes import OpShape, grouped
from .values import Block, Value, names_of_results

if TYPE_CHECKING:
    from .writer import Writer

_ARGUMENT = Precedence.ARGUMENT


class Operands:
    """Operands of a declared op of MLIR by name."""

    def __init__(self, op: Any, spec: OpSpec) -> None:
        self.groups = grouped(spec, op, [plain(value) for value in op.operands])


class OpNode:
    """An operation that was read: :class:`asc_plugins.emit.OpText` of it.

    Attributes:
        mlir: the operation of MLIR.
        values: its operands.
        block: the block that holds it, at *place*.
        regions: their blocks; None of a region with several.
    """

    results: Sequence[Value] = ()
    regions: Sequence[Block | None] = ()
    _attributes: Any = None
    _groups: dict[str, list[Value]] | None = None

    def __init__(
        self, writer: Writer, op: Any, shape: OpShape, values: Sequence[Value], block: Block, place: int
    ) -> None:
        self._writer = writer
        self.mlir = op
        self.shape = shape
        self.values = values
        self.block = block
        self.place = place

    @property
    def name(self) -> str:
        return self.shape.name

    def python_name(self, result: Value) -> str | None:
        """The name of the Python variable that a result was assigned to."""
        results = self.results
        if self.shape.has_regions:
            index = results.index(result)
            names = names_of_results(self.mlir, len(results))
            if names is not None:
                return names[index]
            if self.regions:
                return self._name_at_ends(index)
        return name_in(self.mlir.location) if len(results) == 1 else None

    def _name_at_ends(self, index: int) -> str | None:
        """The name that a result has at the end of all regions."""
        ends = [region.nodes[-1].values if region is not None and region.nodes else () for region in self.regions]
        names = {end[index].python_name if len(end) == len(self.results) else None for end in ends}
        return names.pop() if len(names) == 1 else None

    def group(self, name: Key) -> list[Value]:
        """The values of an operand."""
        if isinstance(name, int):
            return [self.values[name]]
        if self._groups is None:
            spec = self.shape.spec
            self._groups = {} if spec is None else grouped(spec, self.mlir, self.values)
        return self._groups[name]

    def value(self, name: Key) -> Value:
        """The value of a single operand."""
        if isinstance(name, int):
            return self.values[name]
        places = self.shape.places
        if places is not None:
            return self.values[places[name]]
        (value,) = self.group(name)
        return value

    def name_at(self, place: int) -> str:
        """The name of the operand that value number *place* belongs to."""
        spec = self.shape.spec
        assert spec is not None
        if self.shape.places is not None:
            return spec.operands[place].name
        return [name for name, group in grouped(spec, self.mlir, self.values).items() for _ in group][place]

    def operand_spec(self, name: str) -> OperandSpec:
        """The declaration of an operand."""
        return self.shape.specs[name]

    def has_operand(self, name: str) -> bool:
        """True when the op declares an operand of this name."""
        return name in self.shape.specs

    def operand(self, name: Key, precedence: Precedence = _ARGUMENT) -> str:
        shape, scalar = self.shape, None
        if isinstance(name, int):
            value = self.values[name]
        else:
            value = self.value(name) if shape.places is None else self.values[shape.places[name]]
            scalar = shape.specs[name].scalar
        expr = value.text
        if expr is None or value.waiting is not None:
            expr = self._writer.expression(value)
        if precedence is not _ARGUMENT:
            return expr if expr.precedence >= precedence else f"({expr})"
        return expr if scalar is None else self._writer.argument(value, expr, scalar)

    def operands(self, name: Key) -> list[str]:
        scalar = self.operand_spec(name).scalar if isinstance(name, str) else None
        return [self._writer.argument(v, self._writer.expression(v), scalar) for v in self.group(name)]

    def operand_type(self, name: Key) -> AnyType:
        return self._writer.type_of(self.value(name))

    def operand_value(self, name: Key) -> Value:
        return self.value(name)

    @property
    def all_operands(self) -> list[str]:
        return [self._writer.expression(value) for value in self.values]

    def _attribute(self, name: str) -> Any:
        if self._attributes is None:
            self._attributes = self.mlir.attributes
        return self._attributes.get(name)

    def attribute(self, name: str) -> Any:
        found = self._attribute(name)
        return None if found is None else self._writer.shapes.attribute(found)

    def cpp(self, name: str) -> str:
        found = None if name in self.shape.specs else self._attribute(name)
        if found is None:
            raise KeyError(name)
        return self._writer.shapes.cpp(found)

    @property
    def result_types(self) -> Sequence[AnyType]:
        type_of = self._writer.type_of
        return [type_of(value) for value in self.results]

    def region(self, index: int) -> RegionNode:
        return RegionNode(self._writer, self.regions[index])


class RegionNode:
    """:class:`asc_plugins.emit.RegionText` of a region."""

    def __init__(self, writer: Writer, block: Block | None) -> None:
        if block is None:
            raise writer.error("control flow without structure can't be written as Ascend C")
        self.block = block

    @property
    def arguments(self) -> Sequence[Value]:
        return self.block.arguments

    @property
    def empty(self) -> bool:
        return len(self.block.nodes) <= 1

    @property
    def terminator(self) -> OpNode:
        return self.block.nodes[-1]
