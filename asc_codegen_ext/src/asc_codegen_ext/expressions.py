"""Pieces that emitters of scalar arithmetic share."""

from __future__ import annotations

from asc_plugins.dtypes import DataType
from asc_plugins.emit import Emitter, Expr, OpText, Precedence

SYMBOLS = {
    "+": Precedence.ADDITIVE, "-": Precedence.ADDITIVE, "*": Precedence.MULTIPLICATIVE,
    "/": Precedence.MULTIPLICATIVE, "%": Precedence.MULTIPLICATIVE, "<<": Precedence.SHIFT,
    ">>": Precedence.SHIFT, "&": Precedence.BIT_AND, "|": Precedence.BIT_OR, "^": Precedence.BIT_XOR,
    "&&": Precedence.AND, "||": Precedence.OR, "==": Precedence.EQUALITY, "!=": Precedence.EQUALITY,
    "<": Precedence.RELATIONAL, ">": Precedence.RELATIONAL, "<=": Precedence.RELATIONAL,
    ">=": Precedence.RELATIONAL,
}  # fmt: skip

# The precedence of the result and what the right operand must have: all binary operators of C++ group to the left.
_BINDING = {symbol: (precedence, Precedence(precedence + 1)) for symbol, precedence in SYMBOLS.items()}

# Members of an enum are slow to look up.
_UNARY, _POSTFIX = Precedence.UNARY, Precedence.POSTFIX
_LOGIC = frozenset({"&&", "||"})
_BITS = frozenset({"<<", ">>", "&", "|", "^"})


def infix(lhs: str, symbol: str, rhs: str) -> Expr:
    """``lhs symbol rhs`` with the parentheses that it needs, and those that readers want."""
    precedence, above = _BINDING[symbol]
    left = _operand(lhs, symbol, precedence)
    right = _operand(rhs, symbol, above)
    return Expr(f"{left} {symbol} {right}", precedence)


def _operand(text: str, symbol: str, precedence: Precedence) -> str:
    expr = text if isinstance(text, Expr) else Expr(text)
    if expr.precedence >= _UNARY:
        return expr
    # Few readers know how logic and bits mix with other operators.
    if symbol in _LOGIC and expr.precedence != SYMBOLS[symbol]:
        precedence = max(precedence, Precedence.EQUALITY)
    elif symbol in _BITS and (expr.precedence != SYMBOLS[symbol] or symbol in ("<<", ">>")):
        precedence = max(precedence, _UNARY)
    return expr.within(precedence)


def prefix(symbol: str, operand: str) -> Expr:
    """``-x``, ``!x``, ``~x``."""
    expr = operand if isinstance(operand, Expr) else Expr(operand)
    text = expr.within(_UNARY)
    # Two signs in a row would be a decrement.
    return Expr(f"{symbol}({text})" if text.startswith(symbol) else f"{symbol}{text}", _UNARY)


class Comparison(Expr):
    """A comparison that has an exact opposite."""

    __slots__ = ("opposite",)

    opposite: tuple[str, str, str]


_OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def comparison(lhs: str, symbol: str, rhs: str) -> Comparison:
    """A comparison of integers, or of floats by ``==`` and ``!=``; the others are all false of NaN."""
    result = Comparison(infix(lhs, symbol, rhs), SYMBOLS[symbol])
    result.opposite = lhs, _OPPOSITES[symbol], rhs
    return result


def negated(condition: str) -> Expr:
    """What is true where a condition isn't."""
    return comparison(*condition.opposite) if isinstance(condition, Comparison) else prefix("!", condition)


def cast(cpp_type: str, operand: str, implicit: bool = True) -> Expr:
    """``static_cast<cpp_type>(operand)``; with *implicit* a place of that type may leave it out."""
    inner = operand if isinstance(operand, Expr) else Expr(operand)
    return Expr(
        f"static_cast<{cpp_type}>({operand})",
        _POSTFIX,
        inner if implicit else None,
    )


def scalar(op: OpText) -> DataType:
    """The type of an op's one result."""
    type_ = op.result_types[0]
    assert isinstance(type_, DataType)
    return type_


def source(op: OpText, index: int = 0) -> DataType:
    """The type of a scalar operand."""
    type_ = op.operand_type(index)
    assert isinstance(type_, DataType)
    return type_


def atom(op: OpText, index: int, emitter: Emitter, hint: str = "operand") -> Expr:
    """A scalar operand that is written more than once, or whose reading can't wait: a name or a literal."""
    text = operand(op, index)
    if text.isidentifier() or emitter.constant(op.operand_value(index)) is not None:
        return text
    return Expr(emitter.temporary(source(op, index).cpp, hint, text))


def unsigned_of(dtype: DataType) -> DataType:
    """The unsigned type in which C++ computes with values of an integer type."""
    return DataType("uint64" if dtype.bitwidth > 32 else "uint32")


def as_unsigned(op: OpText, index: int, emitter: Emitter) -> Expr:
    """An operand as unsigned number of its own width, at least 32 bits wide."""
    dtype = source(op, index)
    wide = unsigned_of(dtype)
    number = emitter.constant(op.operand_value(index))
    if number is not None:
        value = int(number) & ((1 << (1 if dtype.is_bool() else dtype.bitwidth)) - 1)
        suffix = "ull" if wide.bitwidth > 32 else "u"
        return Expr(f"{value}{suffix}" if value < 1 << 31 else f"{value:#x}{suffix}")
    text = operand(op, index)
    if dtype.is_bool() or dtype.bitwidth >= 32:
        marker = f"static_cast<{dtype.cpp}>("
        inner = text.implicit
        # A conversion to signed of what is unsigned already is undone by leaving it out.
        if inner is not None and text.startswith(marker) and isinstance(inner, Unsigned):
            return inner
        return cast(wide.cpp, text)
    return cast(f"u{dtype.cpp}", text)


class Unsigned(Expr):
    """An expression whose C++ type is unsigned, although ASC-IR's isn't."""

    __slots__ = ()


def from_unsigned(text: Expr, dtype: DataType) -> Expr:
    """The result of unsigned arithmetic as a value of *dtype*."""
    inner = Unsigned(text, text.precedence)
    return Expr(f"static_cast<{dtype.cpp}>({text})", _POSTFIX, inner)


def operand(op: OpText, index: int) -> Expr:
    """An operand as an expression that knows its precedence."""
    text = op.operand(index)
    return text if isinstance(text, Expr) else Expr(text)


def wrapped(text: Expr, dtype: DataType) -> Expr:
    """Arithmetic on integers narrower than int, which C++ widens, cut back to their width."""
    return cast(dtype.cpp, text) if dtype.is_int() and dtype.bitwidth < 32 else text


def step_of(name: str, step: str) -> str:
    """How a loop counts."""
    return f"{name}++" if step == "1" else f"{name} += {step}"


def is_set(op: OpText, name: str) -> bool:
    """Whether an op has an attribute that says so by being there."""
    try:
        op.cpp(name)
    except KeyError:
        return False
    return True


def widened_by_other(lhs: Expr, rhs: Expr) -> tuple[Expr, Expr]:
    """The operands without a conversion that C++ makes itself because the other one has 64 bits."""
    if _is_conversion(lhs) and not _is_conversion(rhs):
        return lhs.implicit or lhs, rhs
    if _is_conversion(rhs) and not _is_conversion(lhs):
        return lhs, rhs.implicit or rhs
    return lhs, rhs


def wide_operands(op: OpText, emitter: Emitter) -> tuple[Expr, Expr]:
    """The operands of arithmetic that C++ computes in the op's own type."""
    lhs, rhs = operand(op, 0), operand(op, 1)
    dtype = scalar(op)
    if dtype.bitwidth > 32:
        literal = [emitter.constant(op.operand_value(i)) is not None for i in (0, 1)]
        if all(literal):
            # Literals alone would be computed with 32 bits.
            return cast(dtype.cpp, lhs), rhs
        if not any(literal):
            return widened_by_other(lhs, rhs)
    return lhs, rhs


def _is_conversion(text: Expr) -> bool:
    # What is unsigned would make the whole unsigned.
    return text.implicit is not None and not isinstance(text.implicit, Unsigned)
