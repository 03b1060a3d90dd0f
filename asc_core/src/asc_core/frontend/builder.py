"""Arithmetic of scalars: Python's operators as operations of ``arith``."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from typing import Any

from asc_core.ir.bindings import ir
from asc_core.ir.builder import OpBuilder, new_operation
from asc_core.ir.context import IRContext
from asc_core.ir.location import SourceLoc
from asc_core.ir.places import NAMES
from asc_plugins.brief import brief
from asc_plugins.builder import Handle
from asc_plugins.constexpr import ConstExpr
from asc_plugins.dtypes import DataType, bool_, float16, float32, float64, int32, int64
from asc_plugins.errors import CallError
from asc_plugins.params import describe
from asc_plugins.values import IRValue, PlainValue

from .frame import shown
from .hostvalues import host_scalar
from .operators import BITWISE, DIRECT, EXTREME, PREDICATES, SIMPLE, SWAPPED, SYMBOLS, which
from .powers import power
from .promotion import BeyondTypesError, NoCommonType, arithmetic, fits, literal_dtype, promote, promote_literal
from .source import FunctionSource

_LARGEST = {"float16": 65519.99, "bfloat16": 3.3961e38, "float32": 3.4028235677973366e38}


class _Predicates(list[dict[str, Any]]):
    """The attributes of comparisons, by the predicate's number."""

    def __init__(self, context: IRContext) -> None:
        with context.mlir:
            i64 = ir.IntegerType.get_signless(64)
            super().__init__({"predicate": ir.IntegerAttr.get(i64, i)} for i in range(16))


class KernelBuilder(OpBuilder):
    """The builder of a traced function: :class:`asc_plugins.builder.Builder` in full.

    Attributes:
        source: the function's source.
        node: the place in it that new operations get; None before the first.
    """

    def __init__(self, context: IRContext, file: str = "") -> None:
        super().__init__(context, file)
        self.source: FunctionSource | None = None
        self.node: ast.AST | None = None
        self._predicates = context.kept.get(_Predicates) or context.kept.setdefault(_Predicates, _Predicates(context))

    @property
    def location(self) -> SourceLoc | None:
        """The place of :attr:`node`."""
        node, source = self.node, self.source
        if node is None or source is None:
            return self._location
        return SourceLoc(source.file, *source.position(node))

    @location.setter
    def location(self, value: SourceLoc | None) -> None:
        self._location, self.node = value, None

    def place(self) -> Any:
        node = self.node
        if node is None:
            return super().place()
        if node is not self._placed:
            self._placed, source = node, self.source
            assert source is not None
            column: int = node.col_offset + 1 if source.is_ascii else source.position(node)[1]  # type: ignore[attr-defined]
            self._place = ir.Location.file(source.file, node.lineno, column, self.context.mlir)  # type: ignore[attr-defined]
        return self._place

    def op(
        self, name: str, operands: list[Handle], dtype: DataType, attributes: dict[str, Any] | None = None
    ) -> PlainValue:
        """An operation whose one result is a scalar of *dtype*."""
        result = self.operation(name, operands, [self.context.to_mlir(dtype)], attributes).results[0]
        return PlainValue(result, dtype)

    def names_attribute(self, names: Sequence[str], attribute: str = NAMES) -> dict[str, Any]:
        """Names of the variables that an operation's results are, or with ARGUMENTS its first block's arguments."""
        if not names:
            return {}
        context = self.context.mlir
        return {attribute: ir.ArrayAttr.get([ir.StringAttr.get(shown(n), context) for n in names], context)}

    def named_location(self, name: str) -> Any:
        """The current place with a variable's name, for a block's argument."""
        return ir.Location.name(shown(name), self.place(), self.context.mlir)

    def number(self, value: bool | int | float, dtype: DataType) -> PlainValue:
        """A constant.

        Raises:
            CallError: *dtype* doesn't hold the number.
        """
        return PlainValue(self.constant(_representable(value, dtype), dtype), dtype)

    def materialize(self, value: Any, dtype: DataType | None = None) -> PlainValue:
        """A Python number or a runtime scalar as a runtime scalar, converted to *dtype* if one is given.

        Raises:
            CallError: it isn't a number, or *dtype* doesn't hold it.
        """
        if dtype is not None and type(value) is int:
            return PlainValue(self.operand(value, dtype), dtype)
        value = ConstExpr.unwrap(value)
        if isinstance(value, PlainValue):
            return value if dtype is None or dtype is value.dtype else self.cast(value, dtype)
        number = host_scalar(value)
        if number is None:
            raise CallError(f"a number is needed here, not {describe(value)}", code="ASC-E401")
        literal, own = number
        if dtype is None:
            dtype = own or _literal_dtype(literal)
        return self.number(literal, dtype)

    def operand(self, value: Any, dtype: DataType) -> Handle:
        """The SSA value of a number or a scalar as *dtype*; see :meth:`materialize`."""
        kind = type(value)
        # Equal numbers are one constant of a type, but for 0.0 and -0.0.
        if kind is int or (kind is float and value):
            numbers = self.current.numbers
            known = numbers.get((dtype, value))
            if known is None:
                known = numbers[dtype, value] = self.constant(_representable(value, dtype), dtype)
            return known
        if kind is PlainValue and value.dtype is dtype:
            return value.handle
        return self.materialize(value, dtype).handle

    def cast(self, value: PlainValue, dtype: DataType) -> PlainValue:
        """*value* converted to *dtype*: floats to integers towards zero, numbers to bool by ``!= 0``."""
        source = value.dtype
        if source is dtype:
            return value
        if dtype.is_void():
            raise CallError("a number can't be converted to void", code="ASC-E401")
        if dtype.is_bool():
            return self.truth(value)
        if source.is_float() and dtype.is_float():
            return self._cast_float(value, dtype)
        if source.is_float():
            wide = self.widened(value)
            return self.op("arith.fptoui" if dtype.is_unsigned() else "arith.fptosi", [wide.handle], dtype)
        unsigned = source.is_unsigned() or source.is_bool()
        if dtype.is_float():
            wide_type = dtype if dtype.bitwidth >= 32 else float32
            wide = self.op("arith.uitofp" if unsigned else "arith.sitofp", [value.handle], wide_type)
            return self.cast(wide, dtype)
        width = 1 if source.is_bool() else source.bitwidth
        if width < dtype.bitwidth:
            return self.op("arith.extui" if unsigned else "arith.extsi", [value.handle], dtype)
        if width > dtype.bitwidth:
            return self.op("arith.trunci", [value.handle], dtype)
        return PlainValue(value.handle, dtype)

    def _cast_float(self, value: PlainValue, dtype: DataType) -> PlainValue:
        if value.dtype.bitwidth == dtype.bitwidth:  # float16 and bfloat16
            return self._cast_float(self.widened(value), dtype)
        grows = value.dtype.bitwidth < dtype.bitwidth
        return self.op("arith.extf" if grows else "arith.truncf", [value.handle], dtype)

    def widened(self, value: PlainValue) -> PlainValue:
        """A float of 16 bits as float32, in which the scalar unit computes; others as they are."""
        short = value.dtype.is_float() and value.dtype.bitwidth == 16
        return self.op("arith.extf", [value.handle], float32) if short else value

    def truth(self, value: Any) -> PlainValue:
        """``value != 0`` of a scalar; a bool is itself.

        Raises:
            CallError: the value isn't a scalar.
        """
        if not isinstance(value, PlainValue):
            if isinstance(value, IRValue):
                raise CallError(
                    f"{describe(value)} has no truth value",
                    hint="compare a number, for instance an element: tensor.get_value(0) > 0",
                    code="ASC-E401",
                )
            return self.number(bool(value), bool_)
        if value.dtype.is_bool():
            return value
        result = self.compare("ne", value, 0)
        assert isinstance(result, PlainValue)
        return result

    def negated(self, value: PlainValue) -> PlainValue:
        """``not value`` of a bool."""
        return self.op("arith.xori", [value.handle, self.constant(True, bool_)], bool_)

    def select(self, condition: PlainValue, then: PlainValue, other: PlainValue) -> PlainValue:
        """``then if condition else other`` of two scalars of one type, both computed."""
        return self.op("arith.select", [condition.handle, then.handle, other.handle], then.dtype)

    def unary(self, kind: str, operand: Any) -> PlainValue:
        """``neg``, ``not``, ``invert`` or ``abs`` of a scalar.

        Raises:
            CallError: the operand has no such operator.
        """
        if isinstance(operand, IRValue) and not isinstance(operand, PlainValue):
            raise _unsupported(kind, operand)
        value = self.materialize(operand)
        if kind == "not":
            return self.negated(self.truth(value))
        if not (value.dtype.is_numeric() or value.dtype.is_bool()) or (kind == "invert" and value.dtype.is_float()):
            raise CallError(f"'{SYMBOLS[kind]}' doesn't work on {value.dtype}", code="ASC-E401")
        dtype = arithmetic(value.dtype)
        value = self.cast(value, dtype)
        if kind == "invert":
            return self.op("arith.xori", [value.handle, self._all_bits(dtype)], dtype)
        if dtype.is_float():
            wide = self.widened(value)
            name = "arith.negf" if kind == "neg" else "math.absf"
            return self.cast(self.op(name, [wide.handle], wide.dtype), dtype)
        zero = self.number(0, dtype)
        if kind == "neg":
            return self.op("arith.subi", [zero.handle, value.handle], dtype)
        if dtype.is_unsigned():
            return value
        negative = self._compare("lt", value, zero, dtype)
        return self.select(negative, self.op("arith.subi", [zero.handle, value.handle], dtype), value)

    def _all_bits(self, dtype: DataType) -> Handle:
        return self.constant(dtype.limits()[1] if dtype.is_unsigned() else -1, dtype)

    def binary(self, kind: str, lhs: Any, rhs: Any) -> Any:
        """An arithmetic or bitwise operator, ``max`` or ``min``.

        Raises:
            CallError: the operands have no such operator or no common type, or divide by zero.
        """
        direct = self.direct(kind, lhs, rhs)
        if direct is not None:
            return direct
        a, b = _scalar(kind, lhs, rhs, lhs), _scalar(kind, lhs, rhs, rhs)
        if kind in ("lshift", "rshift"):
            return self._shift(kind, a, b)
        if kind == "pow":
            return power(self, a, b)
        dtype = self.common(kind, a, b)
        if kind in BITWISE:
            if dtype.is_float():
                raise _unsupported(kind, lhs, rhs)
            return self.op(BITWISE[kind], [self._as(a, dtype), self._as(b, dtype)], dtype)
        if kind in EXTREME:
            return self._extreme(kind, a, b, dtype)
        dtype = arithmetic(dtype)
        if kind == "truediv" and not dtype.is_float():
            dtype = float32
        divides = kind in ("truediv", "floordiv", "ceildiv", "mod")
        if divides and not isinstance(b, PlainValue) and b == 0:
            raise CallError(f"division by zero: the right side of '{SYMBOLS[kind]}' is 0", code="ASC-E404")
        if dtype.is_float():
            if kind == "ceildiv":
                raise _unsupported(kind, lhs, rhs)
            x, y = PlainValue(self._as(a, dtype), dtype), PlainValue(self._as(b, dtype), dtype)
            return self._float(kind, x, y, may_be_zero=isinstance(b, PlainValue))
        if kind in ("floordiv", "ceildiv") and not isinstance(b, PlainValue) and b == -1:
            # The quotient of the smallest integer and -1 overflows, which stops a processor.
            return self.unary("neg", PlainValue(self._as(a, dtype), dtype))
        if kind == "mod" and not isinstance(b, PlainValue) and b in (1, -1):
            return self.number(0, dtype)
        return self.op(SIMPLE[kind][which(dtype)], [self._as(a, dtype), self._as(b, dtype)], dtype)

    def direct(self, kind: str, lhs: Any, rhs: Any) -> PlainValue | None:
        """An operator that is one operation on its operands as they are; None for others."""
        if type(lhs) is not PlainValue:
            return None
        is_scalar = type(rhs) is PlainValue
        direct = DIRECT.get((kind, lhs.dtype, rhs.dtype if is_scalar else type(rhs)))
        if direct is None or not (is_scalar or direct.low <= rhs <= direct.high):
            return None
        dtype = direct.dtype
        operands = [lhs.handle, rhs.handle if is_scalar else self.operand(rhs, lhs.dtype)]
        attributes = None if direct.predicate is None else self._predicates[direct.predicate]
        types = [self.context.to_mlir(dtype)]
        op = new_operation(direct.name, types, operands, attributes, None, 0, self.place(), self.current.point)
        return PlainValue(op.result, dtype)

    def _as(self, value: Any, dtype: DataType) -> Handle:
        return self.operand(value, dtype)

    def common(self, kind: str, a: Any, b: Any) -> DataType:
        """The type two operands have in common; Python's numbers are weak."""
        try:
            if isinstance(a, PlainValue):
                return promote(a.dtype, b.dtype) if isinstance(b, PlainValue) else _weak(a.dtype, b)
            if isinstance(b, PlainValue):
                return _weak(b.dtype, a)
            return promote(_literal_dtype(a), _literal_dtype(b))
        except NoCommonType as error:
            raise CallError(
                f"'{SYMBOLS.get(kind, kind)}': {error}",
                hint="convert one of them, for instance n.cast(asc.int64)",
                code="ASC-E402",
            ) from None

    def _extreme(self, kind: str, a: Any, b: Any, dtype: DataType) -> PlainValue:
        x, y = PlainValue(self._as(a, dtype), dtype), PlainValue(self._as(b, dtype), dtype)
        signed, unsigned, order = EXTREME[kind]
        if dtype.is_bool():
            return self.op(BITWISE["or" if kind == "max" else "and"], [x.handle, y.handle], dtype)
        if dtype.is_float():
            # As Python's: the first one stays when they don't compare, which a NaN doesn't.
            return self.select(self._compare(order, y, x, dtype), y, x)
        return self.op(unsigned if dtype.is_unsigned() else signed, [x.handle, y.handle], dtype)

    def _float(self, kind: str, a: PlainValue, b: PlainValue, may_be_zero: bool) -> PlainValue:
        dtype = a.dtype
        a, b = self.widened(a), self.widened(b)
        wide = a.dtype
        if kind == "truediv":
            result = self.op("arith.divf", [a.handle, b.handle], wide)
        elif kind in ("floordiv", "mod"):
            result = self._float_divmod(a, b)[0 if kind == "floordiv" else 1]
            if kind == "floordiv" and may_be_zero:
                # As IEEE's a / b: infinite, or NaN for 0 / 0.
                zero = self._compare("eq", b, self.number(0.0, wide), wide)
                result = self.select(zero, self.op("arith.divf", [a.handle, b.handle], wide), result)
        else:
            result = self.op(SIMPLE[kind][2], [a.handle, b.handle], wide)
        return self.cast(result, dtype)

    def _float_divmod(self, a: PlainValue, b: PlainValue) -> tuple[PlainValue, PlainValue]:
        """Floored quotient and remainder, exact where ``floor(a / b)`` would round first; zeros have numpy's signs."""
        wide = a.dtype
        zero, one = self.number(0.0, wide), self.number(1.0, wide)
        rest = self.op("arith.remf", [a.handle, b.handle], wide)
        quotient = self.op("arith.divf", [self._sub(a, rest).handle, b.handle], wide)
        unlike = self.op(
            "arith.xori",
            [self._compare("lt", rest, zero, wide).handle, self._compare("lt", b, zero, wide).handle],
            bool_,
        )
        nonzero = self._compare("ne", rest, zero, wide)
        adjust = self.op("arith.andi", [nonzero.handle, unlike.handle], bool_)
        zero_rest = self.op("math.copysign", [zero.handle, b.handle], wide)
        rest = self.select(adjust, self.op("arith.addf", [rest.handle, b.handle], wide), rest)
        rest = self.select(nonzero, rest, zero_rest)
        quotient = self.select(adjust, self._sub(quotient, one), quotient)
        floored = self.op("math.floor", [quotient.handle], wide)
        short = self._compare("gt", self._sub(quotient, floored), self.number(0.5, wide), wide)
        floored = self.select(short, self.op("arith.addf", [floored.handle, one.handle], wide), floored)
        ratio = self.op("arith.divf", [a.handle, b.handle], wide)
        is_zero = self._compare("eq", quotient, zero, wide)
        floored = self.select(is_zero, self.op("math.copysign", [zero.handle, ratio.handle], wide), floored)
        return floored, rest

    def _sub(self, a: PlainValue, b: PlainValue) -> PlainValue:
        return self.op("arith.subf", [a.handle, b.handle], a.dtype)

    def _shift(self, kind: str, a: Any, b: Any) -> PlainValue:
        """A shift by at least the width gives 0, or -1 for a negative number shifted right."""
        if not isinstance(b, PlainValue):
            dtype = arithmetic(a.dtype if isinstance(a, PlainValue) else _literal_dtype(a))
            if dtype.is_float() or isinstance(b, float):
                raise _unsupported(kind, a, b)
            if b < 0:
                raise CallError(f"'{SYMBOLS[kind]}' by {brief(b)}: the number of bits is negative", code="ASC-E403")
        else:
            dtype = arithmetic(self.common(kind, a, b))
            if dtype.is_float():
                raise _unsupported(kind, a, b)
        value = self._as(a, dtype)
        left, width = kind == "lshift", dtype.bitwidth
        name = "arith.shli" if left else "arith.shrui" if dtype.is_unsigned() else "arith.shrsi"
        to_zero = left or dtype.is_unsigned()
        if not isinstance(b, PlainValue):
            if b >= width and to_zero:
                return self.number(0, dtype)
            return self.op(name, [value, self.constant(min(b, width - 1), dtype)], dtype)
        amount = self._as(b, dtype)
        last = self.constant(width - 1, dtype)
        if not to_zero:
            clamped = self.op("arith.minui", [amount, last], dtype)
            return self.op(name, [value, clamped.handle], dtype)
        inside = self.op("arith.cmpi", [amount, last], bool_, self._predicates[7])
        masked = self.op("arith.andi", [amount, last], dtype)
        return self.select(inside, self.op(name, [value, masked.handle], dtype), self.number(0, dtype))

    def compare(self, kind: str, lhs: Any, rhs: Any) -> Any:
        """``eq ne lt le gt ge`` of two scalars: a bool, a Python bool where the types alone decide.

        Raises:
            CallError: the operands can't be compared.
        """
        direct = self.direct(kind, lhs, rhs)
        if direct is not None:
            return direct
        a, b = _scalar(kind, lhs, rhs, lhs), _scalar(kind, lhs, rhs, rhs)
        if not isinstance(a, PlainValue) and isinstance(b, PlainValue):
            return self.compare(SWAPPED[kind], b, a)
        assert isinstance(a, PlainValue)
        if type(b) is int and a.dtype.is_int() and not fits(b, a.dtype):
            above = b > a.dtype.limits()[1]
            return {"eq": False, "ne": True, "lt": above, "le": above, "gt": not above, "ge": not above}[kind]
        if isinstance(b, PlainValue) and self._incomparable(a, b):
            return self._compare_signs(kind, a, b)
        dtype = self.common(kind, a, b)
        if dtype.is_bool() and kind not in ("eq", "ne"):
            dtype = int32
        x, y = PlainValue(self._as(a, dtype), dtype), PlainValue(self._as(b, dtype), dtype)
        return self._compare(kind, x, y, dtype)

    def _compare(self, kind: str, a: PlainValue, b: PlainValue, dtype: DataType) -> PlainValue:
        column = which(dtype)
        a, b = self.widened(a), self.widened(b)
        name = "arith.cmpf" if column == 2 else "arith.cmpi"
        return self.op(name, [a.handle, b.handle], bool_, self._predicates[PREDICATES[kind][column]])

    @staticmethod
    def _incomparable(a: PlainValue, b: PlainValue) -> bool:
        try:
            promote(a.dtype, b.dtype)
        except NoCommonType:
            return True
        return False

    def _compare_signs(self, kind: str, a: PlainValue, b: PlainValue) -> PlainValue:
        """Compares uint64 with a signed integer: a negative one is the smaller, others compare unsigned."""
        if a.dtype.is_unsigned():
            return self._compare_signs(SWAPPED[kind], b, a)
        wide = self.cast(a, int64)
        negative = self._compare("lt", wide, self.number(0, int64), int64)
        same = self._compare(kind, PlainValue(wide.handle, b.dtype), b, b.dtype)
        return self.select(negative, self.number(kind in ("ne", "lt", "le"), bool_), same)

    def to_int(self, value: PlainValue) -> PlainValue:
        """Python's ``int(value)``: integers keep their type, floats are cut towards zero to int32."""
        return value if value.dtype.is_int() else self.cast(value, int32)

    def to_float(self, value: PlainValue) -> PlainValue:
        """Python's ``float(value)``: float32, float64 stays."""
        return value if value.dtype is float64 else self.cast(value, float32)

    def round(self, value: PlainValue) -> PlainValue:
        """Python's ``round(value)``: the nearest integer, ties to even, as int32."""
        if not value.dtype.is_float():
            return self.to_int(value)
        wide = self.widened(value)
        return self.cast(self.op("math.roundeven", [wide.handle], wide.dtype), int32)


def _scalar(kind: str, lhs: Any, rhs: Any, value: Any) -> Any:
    """An operand as a run-time scalar or a Python number; typed numbers of the host keep their type."""
    value = ConstExpr.unwrap(value)
    if isinstance(value, PlainValue):
        return value
    number = host_scalar(value)
    if number is None:
        raise _unsupported(kind, lhs, rhs)
    literal, dtype = number
    if dtype is None:
        return literal
    from asc_plugins.builder import current_builder

    return current_builder(SYMBOLS[kind]).materialize(literal, dtype)


#: What to do instead of an operator on a tensor.
TENSORS = (
    "tensors are computed with APIs such as asc.add(dst, src0, src1, count); tensor[i] is the tensor from i on, "
    "tensor.get_value(i) the number there"
)


def _unsupported(kind: str, *operands: Any) -> CallError:
    tensors = any(isinstance(v, IRValue) and v.is_tensor for v in operands)
    return CallError(
        f"'{SYMBOLS[kind]}' doesn't work on {' and '.join(map(describe, operands))}",
        hint=TENSORS if tensors else None,
        code="ASC-E401",
    )


def _literal_dtype(value: bool | int | float) -> DataType:
    try:
        return literal_dtype(value)
    except BeyondTypesError as error:
        raise CallError(str(error), code="ASC-E403") from None


def _weak(dtype: DataType, value: bool | int | float) -> DataType:
    try:
        return promote_literal(dtype, value)
    except BeyondTypesError as error:
        raise CallError(str(error), code="ASC-E403") from None


def _representable(value: bool | int | float, dtype: DataType) -> bool | int | float:
    """*value* as a number of *dtype*."""
    if type(value) is int and dtype.is_int() and fits(value, dtype):
        return value
    if dtype.is_bool():
        return bool(value)
    if dtype.is_float():
        try:
            number = float(value)
        except OverflowError:
            number = math.inf if value > 0 else -math.inf
        if (math.isinf(number) and number != value) or (
            math.isfinite(number) and abs(number) >= _LARGEST.get(dtype.name, math.inf)
        ):
            largest = {float16: "65504"}.get(dtype, "3.4e38")
            raise CallError(f"{brief(value)} doesn't fit {dtype} (up to ±{largest})", code="ASC-E403")
        return number
    if value != value or value in (math.inf, -math.inf) or int(value) != value:
        raise CallError(
            f"{brief(value)} isn't a whole number; {dtype} is needed here", hint="use int(…) to cut it", code="ASC-E403"
        )
    if not fits(int(value), dtype):
        low, high = dtype.limits()
        raise CallError(f"{brief(value)} doesn't fit {dtype} ({low}..{high})", code="ASC-E403")
    return int(value)
