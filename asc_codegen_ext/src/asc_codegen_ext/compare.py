"""Comparisons and selection of ``arith``."""

from __future__ import annotations

from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.ops import EmitFunction

from .expressions import as_unsigned, comparison, infix, operand, prefix, source, widened_by_other

#: By the number of the predicate: operator, unsigned.
_INTEGER = (
    ("==", False), ("!=", False), ("<", False), ("<=", False), (">", False), (">=", False),
    ("<", True), ("<=", True), (">", True), (">=", True),
)  # fmt: skip

#: By the number of the predicate: the operator, and whether the whole is negated. Operators of C++ are false on
#: NaN but for ``!=``, so unordered predicates are the negated opposite.
_FLOAT: dict[int, tuple[str, bool]] = {
    1: ("==", False), 2: (">", False), 3: (">=", False), 4: ("<", False), 5: ("<=", False),
    9: ("<=", True), 10: ("<", True), 11: (">=", True), 12: (">", True), 13: ("!=", False),
}  # fmt: skip


def _integers(op: OpText, emitter: Emitter) -> str:
    symbol, unsigned = _INTEGER[op.attribute("predicate")]
    if unsigned and not source(op).is_bool():
        return infix(as_unsigned(op, 0, emitter), symbol, as_unsigned(op, 1, emitter))
    lhs, rhs = operand(op, 0), operand(op, 1)
    if source(op).bitwidth > 32:
        lhs, rhs = widened_by_other(lhs, rhs)
    return comparison(lhs, symbol, rhs)


def _floats(op: OpText, emitter: Emitter) -> str:
    predicate = op.attribute("predicate")
    if predicate in (0, 15):
        return "true" if predicate else "false"
    lhs, rhs = operand(op, 0), operand(op, 1)
    if predicate in _FLOAT:
        symbol, negated = _FLOAT[predicate]
        if symbol in ("==", "!="):
            return comparison(lhs, symbol, rhs)
        text = infix(lhs, symbol, rhs)
        return prefix("!", text) if negated else text
    left, right = (_atom(op, i, text, emitter) for i, text in enumerate((lhs, rhs)))
    if predicate == 6:  # ordered and unequal
        return infix(infix(left, "<", right), "||", infix(left, ">", right))
    if predicate == 8:  # unordered or equal
        return prefix("!", Expr(f"({left} < {right} || {left} > {right})", Precedence.PRIMARY))
    if predicate == 7:  # ordered
        return infix(infix(left, "==", left), "&&", infix(right, "==", right))
    return infix(infix(left, "!=", left), "||", infix(right, "!=", right))


def _atom(op: OpText, index: int, text: Expr, emitter: Emitter) -> Expr:
    """An operand that is written twice."""
    if text.isidentifier() or emitter.constant(op.operand_value(index)) is not None:
        return text
    return Expr(emitter.temporary(source(op, index).cpp, "operand", text))


def _select(op: OpText, emitter: Emitter) -> str:
    condition = operand(op, 0).within(Precedence.OR)
    # The two values need one type of C++; integers narrower than int are widened, which does no harm.
    yes, no = (operand(op, i).within(Precedence.OR) for i in (1, 2))
    return Expr(f"{condition} ? {yes} : {no}", Precedence.CONDITIONAL)


EMITTERS: dict[str, EmitFunction] = {
    "arith.cmpi": _integers,
    "arith.cmpf": _floats,
    "arith.select": _select,
}
