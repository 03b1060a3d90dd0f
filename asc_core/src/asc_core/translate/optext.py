"""What an emitter sees of an operation of MLIR."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from asc_core.ir.anyvalues import plain
from asc_plugins.emit import Key, Precedence
from asc_plugins.irtypes import ValueType, cpp_literal
from asc_plugins.ops import OperandSpec, OpSpec

from .shapes import OpShape, grouped

if TYPE_CHECKING:
    from .writer import Writer


class Operands:
    """Operands of a declared op by name."""

    def __init__(self, op: Any, spec: OpSpec) -> None:
        self.groups = grouped(spec, op, [plain(value) for value in op.operands])

    def name_at(self, place: int) -> str:
        """The name of the operand that value number *place* belongs to."""
        return [name for name, group in self.groups.items() for _ in group][place]


class MlirOpText:
    """:class:`asc_plugins.emit.OpText` of an MLIR operation."""

    __slots__ = ("_groups", "_writer", "mlir", "name", "shape", "spec", "values_")

    def __init__(self, writer: Writer, op: Any, shape: OpShape | None, values: Sequence[Any] | None = None) -> None:
        self._writer = writer
        self.mlir = op
        self.shape = shape
        self.spec = shape.spec if shape is not None else None
        self.name: str = shape.name if shape is not None else op.name
        self.values_ = values if values is not None else [writer.plain(value) for value in op.operands]
        self._groups: dict[str, list[Any]] | None = None

    def values(self, name: Key) -> list[Any]:
        """The SSA values of an operand."""
        if isinstance(name, int):
            return [self.values_[name]]
        if self._groups is None:
            self._groups = {} if self.spec is None or self.shape is None else self.shape.groups(self.mlir, self.values_)
        return self._groups[name]

    def operand_spec(self, name: str) -> OperandSpec:
        """The declaration of an operand."""
        assert self.shape is not None
        return self.shape.specs[name]

    def has_operand(self, name: str) -> bool:
        """True when the op declares an operand of this name."""
        return self.shape is not None and name in self.shape.specs

    def operand(self, name: Key, precedence: Precedence = Precedence.ARGUMENT) -> str:
        (value,) = self.values(name)
        expr = self._writer.expression(value)
        if precedence > Precedence.ARGUMENT:
            return expr.within(precedence)
        scalar = self.operand_spec(name).scalar if isinstance(name, str) else None
        return expr if scalar is None else self._writer.argument(value, expr, scalar)

    def operands(self, name: Key) -> list[str]:
        scalar = self.operand_spec(name).scalar if isinstance(name, str) else None
        return [self._writer.argument(v, self._writer.expression(v), scalar) for v in self.values(name)]

    def operand_type(self, name: Key) -> ValueType:
        (value,) = self.values(name)
        return self._writer.context.from_mlir(value.type)

    def operand_value(self, name: Key) -> Any:
        (value,) = self.values(name)
        return value

    @property
    def all_operands(self) -> list[str]:
        return [self._writer.expression(value) for value in self.values_]

    def attribute(self, name: str) -> Any:
        attributes = self.mlir.attributes
        return self._writer.context.read_attribute(attributes[name]) if name in attributes else None

    def cpp(self, name: str) -> str:
        if (self.shape is not None and name in self.shape.specs) or name not in self.mlir.attributes:
            raise KeyError(name)
        return cpp_literal(self.attribute(name))

    @property
    def result_types(self) -> Sequence[ValueType]:
        return [self._writer.context.from_mlir(r.type) for r in self.mlir.results]

    @property
    def results(self) -> Sequence[Any]:
        return list(self.mlir.results)

    def region(self, index: int) -> MlirRegionText:
        return MlirRegionText(self._writer, self.mlir.regions[index])


class MlirRegionText:
    """:class:`asc_plugins.emit.RegionText` of an MLIR region."""

    def __init__(self, writer: Writer, region: Any) -> None:
        self._writer = writer
        blocks = list(region.blocks)
        if len(blocks) > 1:
            raise writer.error("control flow without structure can't be written as Ascend C")
        self.block = blocks[0] if blocks else None

    @property
    def arguments(self) -> Sequence[Any]:
        return list(self.block.arguments) if self.block is not None else []

    @property
    def empty(self) -> bool:
        return self.block is None or len(self.block.operations) <= 1

    @property
    def terminator(self) -> MlirOpText:
        assert self.block is not None
        ops = self.block.operations
        op = ops[len(ops) - 1].operation
        return MlirOpText(self._writer, op, None)
