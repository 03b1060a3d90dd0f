"""Creation of operations, with locations and names from the kernel author's source."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from asc_plugins.brief import article
from asc_plugins.builder import AttributeValue, Handle
from asc_plugins.dtypes import DataType
from asc_plugins.errors import CallError
from asc_plugins.irtypes import IRType, ValueType
from asc_plugins.ops import OpSpec
from asc_plugins.plans import Constants

from .anyvalues import ANY
from .bindings import ir
from .context import IRContext
from .handed_on import handed_on_by
from .location import SourceLoc
from .places import give_name, python_name

#: Attribute of the function that is a kernel's entry.
KERNEL = "asc.kernel"
#: Attribute of the entry with the name of its kernel type.
KERNEL_TYPE = "asc.kernel_type"


_NOTHING: tuple[Handle, ...] = ()

#: Makes an operation of its name, result types, operands, attributes, successors, number of regions, location and
#: insertion point. Arguments by position take the bindings less time.
new_operation: Callable[..., Any] = ir.Operation.create


@dataclass
class _Function:
    """State of the function under construction."""

    entry: Any
    point: Any
    constants: dict[tuple[str, Any], Handle] = field(default_factory=dict)
    numbers: dict[tuple[DataType, int | float], Handle] = field(default_factory=dict)
    last_constant: Any = None


class _AtEnd:
    """Moves the place where operations are created to the end of a block, for as long as a ``with`` lasts."""

    __slots__ = ("_function", "_inner", "_outer")

    def __init__(self, function: _Function, block: Any) -> None:
        self._function = function
        self._inner = ir.InsertionPoint(block)

    def __enter__(self) -> None:
        self._outer, self._function.point = self._function.point, self._inner

    def __exit__(self, *error: object) -> None:
        self._function.point = self._outer


class OpBuilder:
    """Creates operations in a module: the part of :class:`asc_plugins.builder.Builder` that knows MLIR.

    Attributes:
        context: the context whose dialects are used.
        module: the module under construction.
    """

    def __init__(self, context: IRContext, file: str = "") -> None:
        self.context = context
        self._ops = context.registry.ops
        self._unknown = ir.Location.unknown(context.mlir)
        self._location: SourceLoc | None = None
        # What the last operation's place was made from, and that place.
        self._placed: Any = None
        self._place = self._unknown
        self._segments: dict[tuple[int, ...], Any] = {}
        # Attributes made of constants, by these's identity; they stay alive here.
        self._made: dict[int, tuple[Constants, dict[str, Any]]] = {}
        #: The function under construction; there is none before the first.
        self.current: _Function
        self._any_type: Any = None
        loc = ir.Location.file(file, 1, 0, context.mlir) if file else self._unknown
        self.module = ir.Module.create(loc)

    @property
    def location(self) -> SourceLoc | None:
        """The place in the source that new operations get."""
        return self._location

    @location.setter
    def location(self, value: SourceLoc | None) -> None:
        self._location = value

    def place(self) -> Any:
        """The current place as MLIR's location."""
        location = self._location
        if self._placed is not location:
            self._placed, self._place = location, self.mlir_location(location)
        return self._place

    def mlir_location(self, value: SourceLoc | None) -> Any:
        """A place as MLIR's location."""
        if value is None:
            return self._unknown
        return ir.Location.file(value.file, value.line, value.col, self.context.mlir)

    @contextmanager
    def function(
        self,
        name: str,
        arguments: Sequence[tuple[str, ValueType]],
        results: Sequence[ValueType] = (),
        *,
        kernel: bool = False,
        python_name: str = "",
    ) -> Iterator[list[Handle]]:
        """Starts ``func.func @name`` and gives its arguments; the caller ends it with :meth:`return_`.

        Of several made of one Python function, *python_name* is what the author calls them.
        Functions may be built while another is under construction. Those that aren't a kernel are private.
        """
        types = [self.context.to_mlir(t) for _, t in arguments]
        with self.context.mlir:
            function_type = ir.FunctionType.get(types, [self.context.to_mlir(t) for t in results])
            attributes = {
                "sym_name": ir.StringAttr.get(name),
                "function_type": ir.TypeAttr.get(function_type),
            }
            if kernel:
                attributes[KERNEL] = ir.UnitAttr.get()
            else:
                attributes["sym_visibility"] = ir.StringAttr.get("private")
            place = self.place()
            if python_name not in ("", name):
                place = ir.Location.name(python_name, place)
            op = ir.Operation.create(
                "func.func", attributes=attributes, regions=1, loc=place,
                ip=ir.InsertionPoint(self.module.body),
            )  # fmt: skip
            locations = [ir.Location.name(n, self.place()) for n, _ in arguments]
            block = op.regions[0].blocks.append(*types, arg_locs=locations)
        outer, location = getattr(self, "current", None), self.location
        self.current = _Function(block, ir.InsertionPoint(block))
        try:
            yield list(block.arguments)
            self.location = location  # an error leaves the place where it happened
        finally:
            if outer is not None:
                self.current = outer

    def return_(self, values: Sequence[Handle] = ()) -> None:
        """Ends the function under construction."""
        self.operation("func.return", values)

    def set_results(self, name: str, results: Sequence[ValueType]) -> None:
        """Sets the result types of the function *name*, which tracing alone finds out."""
        with self.context.mlir:
            for op in self.module.body.operations:
                operation = op.operation
                if operation.attributes["sym_name"].value == name:
                    inputs = operation.attributes["function_type"].value.inputs
                    types = [self.context.to_mlir(t) for t in results]
                    operation.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, types))

    def at_end(self, block: Any) -> _AtEnd:
        """Creates operations at the end of *block*."""
        return _AtEnd(self.current, block)

    def operation(
        self,
        name: str,
        operands: Sequence[Handle] = (),
        results: Sequence[Any] = (),
        attributes: dict[str, Any] | None = None,
        regions: int = 0,
    ) -> Any:
        """Creates an operation of any dialect; *results* are types of MLIR, *attributes* its attributes."""
        return new_operation(name, results, operands, attributes, None, regions, self.place(), self.current.point)

    def end(self, block: Any, name: str, operands: Sequence[Handle] = ()) -> None:
        """Ends *block* with the operation *name*."""
        new_operation(name, (), operands, None, None, 0, self.place(), ir.InsertionPoint(block))

    def create(
        self,
        op: str,
        operands: Sequence[Handle | Sequence[Handle] | None] = (),
        results: Sequence[ValueType] = (),
        attributes: Mapping[str, AttributeValue] | None = None,
    ) -> tuple[Handle, ...]:
        """Creates the registered op *op*; see :class:`asc_plugins.builder.Builder`."""
        context = self.context
        spec = self._ops.get(op)
        if spec is None:
            raise ValueError(f"operation '{op}' isn't registered by any pack")
        sizes: list[int] | None = None
        if not spec.single:
            operands, sizes = self._grouped(operands)
        made = self._made.get(id(attributes))
        declared = self._attributes(spec, attributes) if made is None else made[1]
        if sizes is not None and spec.segmented:
            declared = {**declared, "operandSegmentSizes": self._segment_sizes(tuple(sizes))}
        place, point = self.place(), self.current.point
        if not results:
            new_operation(op, _NOTHING, operands, declared, None, 0, place, point)
            return _NOTHING
        types = [context.to_mlir(t) for t in results]
        created = new_operation(op, types, operands, declared, None, 0, place, point)
        return (created.result,) if len(results) == 1 else tuple(created.results)

    def _attributes(self, spec: OpSpec, values: Mapping[str, AttributeValue] | None) -> dict[str, Any]:
        """The attributes of an operation as MLIR's."""
        context = self.context
        declared = {name: context.attribute(value) for name, value in values.items()} if values else {}
        if len(declared) < len(spec.attributes):
            declared = {name: context.attribute(None) for name in spec.attributes} | declared
        if type(values) is Constants:
            self._made[id(values)] = values, declared
        return declared

    def _grouped(self, operands: Sequence[Handle | Sequence[Handle] | None]) -> tuple[list[Handle], list[int]]:
        """The values of operands that may be several or none, and how many each of them is."""
        values: list[Handle] = []
        sizes: list[int] = []
        for operand in operands:
            if operand is None:
                sizes.append(0)
            elif isinstance(operand, (list, tuple)):
                group: list[Any] = [value for value in operand if value is not None]
                if len(group) > 1 and len({value.type for value in group}) > 1:
                    group = [self._of_any_type(value) for value in group]
                values += group
                sizes.append(len(group))
            else:
                values.append(operand)
                sizes.append(1)
        return values, sizes

    def _segment_sizes(self, sizes: tuple[int, ...]) -> Any:
        known = self._segments.get(sizes)
        if known is None:
            with self.context.mlir:
                known = self._segments[sizes] = ir.DenseI32ArrayAttr.get(sizes)
        return known

    def _of_any_type(self, value: Handle) -> Handle:
        if self._any_type is None:
            with self.context.mlir:
                self._any_type = ir.Type.parse("!emitasc.any")
        return self.operation(ANY, [value], [self._any_type]).results[0]

    def constant(self, value: bool | int | float, dtype: DataType) -> Handle:
        """A constant of *dtype* in the function's entry block; one of the same value is reused.

        Raises:
            ValueError: an integer doesn't fit the type.
        """
        if dtype.is_float():
            value = float(value)
            return self._constant(struct.pack("<d", value), value, dtype)
        value = _signless(value, dtype)
        return self._constant(value, value, dtype)

    def _constant(self, key: Any, number: int | float, dtype: DataType) -> Handle:
        function, key = self.current, (dtype.mlir_scalar, key)
        known = function.constants.get(key)
        if known is not None:
            return known
        type_, unknown = self.context.to_mlir(dtype), self._unknown
        attribute = ir.FloatAttr.get(type_, number, unknown) if dtype.is_float() else ir.IntegerAttr.get(type_, number)
        last = function.last_constant
        point = ir.InsertionPoint.at_block_begin(function.entry) if last is None else ir.InsertionPoint.after(last)
        op = new_operation("arith.constant", [type_], _NOTHING, {"value": attribute}, None, 0, unknown, point)
        function.last_constant = op
        result = function.constants[key] = op.result
        return result

    def type_of(self, handle: Handle) -> ValueType:
        """The declared type of an SSA value; integers count as signed."""
        return self.context.from_mlir(handle.type)

    def retype(self, handle: Handle, type: ValueType) -> None:
        """Gives an SSA value its final type, where that was not known when its op was created.

        Raises:
            CallError: control flow or a call has handed the value on without the type.
        """
        other = handed_on_by(handle)
        if other is not None:
            name = type.spec.cpp.partition("<")[0] if isinstance(type, IRType) else "value"
            raise CallError(
                f"this call gives {article(name)} its data type too late: {other} has handed it on without one",
                hint=f"make the call before {other}, or where the {name} is made",
                code="ASC-E303",
            )
        handle.set_type(self.context.to_mlir(type))

    def set_name(self, handle: Handle, name: str) -> None:
        """Gives the value the Python variable's name; the first name stays."""
        # Arguments, owned by a block, bear the parameters' names; shared constants have none.
        view = handle.owner
        if isinstance(view, ir.Block):
            return
        owner = view.operation
        if owner.name == "arith.constant":
            return
        if len(owner.results) != 1:
            if python_name(handle) is None:
                give_name(handle, name)
            return
        if not isinstance(owner.location, ir.NameLoc):
            owner.location = ir.Location.name(name, owner.location, self.context.mlir)

    def inline_source(self, text: str, operands: Sequence[Handle] = ()) -> None:
        """Writes *text* as it is into the Ascend C; ``{0}`` in it stands for the first of *operands*."""
        self.create("emitasc.verbatim", [list(operands)], [], {"text": text})


def _signless(value: bool | int | float, dtype: DataType) -> int:
    low, high = dtype.limits()
    number = int(value)
    if number != value or not low <= number <= high:
        raise ValueError(f"{value} doesn't fit {dtype.name} ({low}..{high})")
    wraps = number > high >> 1 and dtype.is_unsigned()
    return number - (1 << dtype.bitwidth) if wraps else number
