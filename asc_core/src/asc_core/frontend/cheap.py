"""Expressions that cost nothing to compute too early."""

from __future__ import annotations

import ast

_CHEAP_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


def is_cheap(node: ast.expr) -> bool:
    """True when an expression may be computed even where Python wouldn't: it neither acts nor fails."""
    if isinstance(node, (ast.Name, ast.Constant)):
        return True
    if isinstance(node, ast.Attribute):
        return is_cheap(node.value)
    if isinstance(node, ast.Compare):
        return is_cheap(node.left) and all(map(is_cheap, node.comparators))
    if isinstance(node, ast.BoolOp):
        return all(map(is_cheap, node.values))
    if isinstance(node, ast.UnaryOp):
        return is_cheap(node.operand)
    if isinstance(node, ast.BinOp):
        safe = isinstance(node.op, _CHEAP_OPERATORS) or (
            isinstance(node.op, (ast.FloorDiv, ast.Mod, ast.Div))
            and isinstance(node.right, ast.Constant)
            and bool(node.right.value)
        )
        return safe and is_cheap(node.left) and is_cheap(node.right)
    if isinstance(node, ast.IfExp):
        return is_cheap(node.test) and is_cheap(node.body) and is_cheap(node.orelse)
    return False
