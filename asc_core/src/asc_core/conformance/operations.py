"""What declarations say of operations and MLIR doesn't check."""

from __future__ import annotations

import re
from enum import Enum
from types import NoneType
from typing import Any

from asc_core.ir.anyvalues import plain
from asc_core.ir.context import IRContext
from asc_core.passes.declare_py_struct import DEFINITION
from asc_core.translate.shapes import grouped
from asc_plugins.dtypes import DataType
from asc_plugins.errors import CallError
from asc_plugins.irtypes import IRType, cpp_literal
from asc_plugins.ops import OpSpec

from .ranges import require_ranges

_CODE = "ASC-E605"
_NAME = re.compile(r"[A-Za-z_]\w*(::[A-Za-z_]\w*)*")
#: Parameter of types of tensors, also what their values' ``dtype`` is.
_DTYPE = "dtype"
#: Types of constants that are known by what they read back as.
_READ_BACK = {bool: "a bool", int: "an integer", float: "a float", str: "text", DataType: "a type", list: "a list"}


class OperationChecker:
    """Checks operations of one module."""

    def __init__(self, context: IRContext) -> None:
        self._context = context
        self._ops = context.registry.ops
        self._types: dict[Any, IRType | None] = {}

    def check(self, op: Any) -> None:
        """Checks an operation and the types of the values it makes.

        Raises:
            CallError: it isn't what its declaration says.
        """
        results = [self._type(value.type) for value in op.results]
        for region in op.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    self._type(argument.type)
        spec = self._ops.get(op.name)
        if spec is None:
            return
        groups = grouped(spec, op, list(op.operands))
        _require_trailing(spec, groups)
        attributes = op.attributes
        values = {name: self._value(op, name, attributes[name]) for name in spec.attributes if name in attributes}
        for name, types in zip(spec.attributes, spec.constants, strict=False):
            if name in values:
                _require_constant(spec, name, values[name], types)
        if spec.constructs:
            for type_ in filter(None, results):
                _require_same(spec, values, type_)
        self._require_elements(spec, groups)
        require_ranges(spec, groups)

    def _type(self, type_: Any) -> IRType | None:
        """A declared type; None of others."""
        if type_ not in self._types:
            text = str(type_)
            declared = None
            if text.startswith("!") and text[1:].partition("<")[0] in self._context.registry.types:
                try:
                    declared = self._context.from_mlir(type_)
                except TypeError as error:
                    raise CallError(f"{text} can't be a type of kernels: {error}", code=_CODE) from None
                if not isinstance(_element(declared), (DataType, NoneType)):
                    raise CallError(f"{text}: its elements have no data type", code=_CODE)
                if isinstance(declared, IRType) and DEFINITION in declared.spec.parameters:
                    _require_definition(declared)
            self._types[type_] = declared if isinstance(declared, IRType) else None
        return self._types[type_]

    def _value(self, op: Any, name: str, attribute: Any) -> Any:
        try:
            return self._context.read_attribute(attribute)
        except TypeError:
            raise CallError(
                f"'{name}' of {op.name} is {attribute}, which is no constant of kernels", code=_CODE
            ) from None

    def _require_elements(self, spec: OpSpec, groups: dict[str, list[Any]]) -> None:
        """Checks the data types of tensors, and of numbers that are elements of one."""
        tensors: dict[str, DataType] = {}
        for operand in spec.operands:
            if operand.arity == "variadic":
                continue
            for value in groups[operand.name]:
                element = _element(self._type(plain(value).type))
                if isinstance(element, DataType):
                    tensors[operand.name] = element
        spec.require_dtypes({name: dtype.name for name, dtype in tensors.items() if name != "self"})
        for operand in spec.operands:
            scalar = operand.scalar
            like = tensors.get(scalar.like) if scalar is not None and scalar.like is not None else None
            if scalar is None or like is None:
                continue
            for value in map(plain, groups[operand.name]):
                if value.type != self._context.to_mlir(like):
                    raise CallError(
                        f"'{operand.name}' of {spec.name} is {value.type}, and the elements of "
                        f"'{scalar.like}' are {like.mlir_scalar}",
                        code=_CODE,
                    )


def _element(type_: Any) -> Any:
    """What the elements of a type of tensors are; None of other types."""
    is_tensor = isinstance(type_, IRType) and type_.spec.value.is_tensor and _DTYPE in type_.spec.parameters
    return type_[_DTYPE] if is_tensor else None


def _require_definition(type_: IRType) -> None:
    """Checks that a type brings the definition of what it is written as; without one others define it."""
    name, definition = type_.cpp, str(type_[DEFINITION])
    if not _NAME.fullmatch(name):
        raise CallError(f"'{name}' is no name of a struct", code=_CODE)
    if definition and not re.search(rf"\bstruct {name}\s*\{{.*\}};", definition, re.DOTALL):
        raise CallError(
            f"the definition of struct {name} is {definition!r}",
            hint=f"write it as in C++: struct {name} {{ int32_t rows; }};",
            code=_CODE,
        )


def _require_trailing(spec: OpSpec, groups: dict[str, list[Any]]) -> None:
    """Checks that only the last arguments of a call are absent."""
    if spec.call is None:
        return
    given = [name for name in spec.call.arguments if name in groups]
    absent = next((name for name in given if not groups[name]), None)
    later = given[given.index(absent) + 1 :] if absent is not None else []
    if any(groups[name] for name in later):
        raise CallError(
            f"{spec.name}: '{absent}' is absent, but a later argument isn't",
            hint="operandSegmentSizes tells how many values each operand has",
            code=_CODE,
        )


def _require_constant(spec: OpSpec, name: str, value: Any, types: tuple[type, ...]) -> None:
    """Checks the value of an attribute against the types of its parameter."""
    allowed: list[str] = []
    for type_ in types:
        if issubclass(type_, Enum):
            texts = [cpp_literal(member) for member in type_]
            if value in texts:
                return
            allowed += texts
        elif type_ in _READ_BACK:
            if type(value) is type_:
                return
            allowed.append(_READ_BACK[type_])
        else:
            return
    if types:
        raise CallError(
            f"'{name}' of {spec.name} can't be {value!r}", [f"it is one of {', '.join(allowed)}"], code=_CODE
        )


def _require_same(spec: OpSpec, values: dict[str, Any], type_: IRType) -> None:
    """Checks that attributes agree with the parameters of the type that is made."""
    for name in type_.spec.parameters:
        value = values.get(name)
        if value is not None and cpp_literal(value) != cpp_literal(type_[name]):
            raise CallError(
                f"'{name}' of {spec.name} is {cpp_literal(value)}, and that of its type is {cpp_literal(type_[name])}",
                code=_CODE,
            )
