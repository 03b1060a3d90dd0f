"""Operators, comparisons, conditions and conditional expressions."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from asc_plugins.dtypes import bool_
from asc_plugins.params import describe
from asc_plugins.values import IRValue, PlainValue

from .base import is_runtime
from .bounded import bounded
from .builder import TENSORS
from .called import call_at
from .cheap import is_cheap
from .control import VALUE
from .function import BoundFunction, KernelFunction
from .hostvalues import host_scalar, is_array, may_be_array
from .lookup import Lookup
from .operators import SYMBOLS
from .sizes import check_operator, check_passes, length

_BINARY: dict[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("add", operator.add),
    ast.Sub: ("sub", operator.sub),
    ast.Mult: ("mul", operator.mul),
    ast.Div: ("truediv", operator.truediv),
    ast.FloorDiv: ("floordiv", operator.floordiv),
    ast.Mod: ("mod", operator.mod),
    ast.Pow: ("pow", operator.pow),
    ast.LShift: ("lshift", operator.lshift),
    ast.RShift: ("rshift", operator.rshift),
    ast.BitAnd: ("and", operator.and_),
    ast.BitOr: ("or", operator.or_),
    ast.BitXor: ("xor", operator.xor),
}
_COMPARE: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("eq", operator.eq),
    ast.NotEq: ("ne", operator.ne),
    ast.Lt: ("lt", operator.lt),
    ast.LtE: ("le", operator.le),
    ast.Gt: ("gt", operator.gt),
    ast.GtE: ("ge", operator.ge),
}
_UNARY: dict[type[ast.unaryop], tuple[str, Callable[[Any], Any]]] = {
    ast.USub: ("neg", operator.neg),
    ast.UAdd: ("pos", operator.pos),
    ast.Invert: ("invert", operator.invert),
}
#: Classes of scalars that need no second look.
_OPERANDS = frozenset((PlainValue, int, float))


def is_scalar(value: Any) -> bool:
    """True for numbers, of the host or of the kernel."""
    return isinstance(value, PlainValue) or host_scalar(value) is not None


class Operations(Lookup):
    """Operators on values of both kinds: Python computes those of the host, the kernel its own."""

    def called(self, node: ast.AST, function: Any, *args: Any, **kwargs: Any) -> Any:
        """``function(*args, **kwargs)``, by the line of *node* as far as warnings tell."""
        return call_at(self.frame.source.file, node.lineno, self.frame.globals, function, *args, **kwargs)  # type: ignore[attr-defined]

    def evaluate_call(self, node: ast.AST, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Calls a Python function on compile-time values, unless it would take all memory."""

        def run() -> Any:
            positional, named = bounded(function, args, kwargs)
            return self.called(node, function, *positional, **named)

        return self.evaluate(node, run)

    def _binary(self, node: ast.BinOp) -> Any:
        left, right, op = node.left, node.right, node.op
        lhs = self._handlers[type(left)](left)
        rhs = self._handlers[type(right)](right)
        if type(lhs) is PlainValue and type(op) in _BINARY:
            builder = self.builder
            builder.node = node
            direct = builder.direct(_BINARY[type(op)][0], lhs, rhs)
            if direct is not None:
                return direct
        return self.binary(node, op, lhs, rhs)

    def binary(self, node: ast.AST, op: ast.operator, lhs: Any, rhs: Any) -> Any:
        """``lhs op rhs``."""
        entry = _BINARY.get(type(op))
        if entry is None:
            self.fail("ASC-E401", "'@' has no meaning in a kernel", node, hint="multiply matrices with asc.adv.Matmul")
        kind, function = entry
        if type(lhs) is PlainValue and type(rhs) in _OPERANDS:
            return self.perform(node, self.builder.binary, kind, lhs, rhs)
        if is_array(lhs) or is_array(rhs):
            self.host_array(lhs if is_array(lhs) else rhs, node)
        if (isinstance(lhs, str) and is_runtime(rhs)) or (isinstance(rhs, str) and is_runtime(lhs)):
            self.refuse_text(node)
        if not isinstance(lhs, IRValue) and not isinstance(rhs, IRValue):
            return self._python_operator(node, kind, function, lhs, rhs)
        if is_scalar(lhs) and is_scalar(rhs):
            return self.perform(node, self.builder.binary, kind, lhs, rhs)
        if isinstance(rhs, IRValue) and not isinstance(rhs, PlainValue) and not isinstance(lhs, IRValue | str):
            return self.perform(node, self._reflected, kind, function, lhs, rhs)
        if isinstance(lhs, PlainValue) and isinstance(rhs, IRValue):
            return self.perform(node, self._reflected, kind, function, lhs, rhs)
        return self._python_operator(node, kind, function, lhs, rhs)

    def _reflected(self, kind: str, function: Callable[[Any, Any], Any], lhs: Any, rhs: Any) -> Any:
        """An operator that the class of the right operand defines, such as ``offset + address``."""
        method = getattr(type(rhs), f"__r{kind}__", None)
        if method is not None:
            result = method(rhs, lhs)
            if result is not NotImplemented:
                return result
        raise TypeError(f"'{SYMBOLS[kind]}' doesn't work on {describe(lhs)} and {describe(rhs)}")

    def _python_operator(
        self, node: ast.AST, kind: str, function: Callable[[Any, Any], Any], lhs: Any, rhs: Any
    ) -> Any:
        arrays = may_be_array(lhs) or may_be_array(rhs)

        def run() -> Any:
            check_operator(kind, lhs, rhs)
            try:
                return self.called(node, function, lhs, rhs) if arrays else function(lhs, rhs)
            except TypeError:
                return self.builder.binary(kind, lhs, rhs)  # says what it doesn't work on

        result = self.evaluate(node, run)
        return self.own(result) if type(result) in (list, dict) and type(result) in (type(lhs), type(rhs)) else result

    def _unary(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            truth = self.condition(node.operand)
            if isinstance(truth, PlainValue):
                self.at(node)
                return self.builder.negated(truth)
            return not truth
        value = self.expression(node.operand)
        kind, function = _UNARY[type(node.op)]
        if not isinstance(value, PlainValue):
            if isinstance(value, IRValue):
                return self.perform(node, self.builder.unary, kind, value)
            return self.evaluate(node, self.called, node, function, value)
        if kind == "pos":
            if value.dtype.is_bool():
                return self.perform(node, self.builder.to_int, value)
            return value
        return self.perform(node, self.builder.unary, kind, value)

    def condition(self, node: ast.expr) -> bool | PlainValue:
        """The truth of an expression: a Python bool where it is known at compile time."""
        if isinstance(node, ast.BoolOp):
            return self._condition_of_logic(node)
        return self.truth(self.expression(node), node)

    def truth(self, value: Any, node: ast.AST) -> bool | PlainValue:
        """The truth of a value."""
        if type(value) is PlainValue and value.dtype is bool_:
            self.at(node)
            return value
        if isinstance(value, IRValue) and is_runtime(value):
            return self.perform(node, self.builder.truth, value)
        if is_array(value):
            self.host_array(value, node)
        return self.evaluate(node, bool, value)

    def _condition_of_logic(self, node: ast.BoolOp) -> bool | PlainValue:
        """``a and b`` where only the truth counts."""
        stops = isinstance(node.op, ast.Or)
        result = self.condition(node.values[0])
        for operand in node.values[1:]:
            if not isinstance(result, PlainValue):
                if result is stops:
                    return result
                result = self.condition(operand)
            else:
                result = self._with_operand(node, result, operand, stops)
        return result

    def _with_operand(self, node: ast.BoolOp, so_far: PlainValue, operand: ast.expr, stops: bool) -> Any:
        if is_cheap(operand):
            truth = self.condition(operand)
            if not isinstance(truth, PlainValue):
                return truth if truth is stops else so_far
            self.at(node)
            return self.builder.op("arith.ori" if stops else "arith.andi", [so_far.handle, truth.handle], bool_)
        frame = self.frame

        def evaluated() -> None:
            frame.vars[VALUE] = self.condition(operand)

        def known() -> None:
            frame.vars[VALUE] = stops

        self.branch(node, so_far, known if stops else evaluated, evaluated if stops else known)
        return frame.vars.pop(VALUE)

    def _logic(self, node: ast.BoolOp) -> Any:
        """``a and b`` as a value: one of the operands, as in Python."""
        stops = isinstance(node.op, ast.Or)
        return self._logic_from(node, node.values, stops)

    def _logic_from(self, node: ast.BoolOp, operands: list[ast.expr], stops: bool) -> Any:
        value = self.expression(operands[0])
        if len(operands) == 1:
            return value
        truth = self.truth(value, operands[0])
        if not isinstance(truth, PlainValue):
            return value if truth is stops else self._logic_from(node, operands[1:], stops)
        if isinstance(value, PlainValue) and value.dtype.is_bool() and all(map(is_cheap, operands[1:])):
            other = self._logic_from(node, operands[1:], stops)
            if isinstance(other, PlainValue) and other.dtype.is_bool():
                self.at(node)
                return self.builder.op("arith.ori" if stops else "arith.andi", [value.handle, other.handle], bool_)
            self.frame.vars[VALUE] = other
            return self._choose(node, truth, value, other, stops)
        frame = self.frame

        def this() -> None:
            frame.vars[VALUE] = value

        def others() -> None:
            frame.vars[VALUE] = self._logic_from(node, operands[1:], stops)

        self.branch(node, truth, this if stops else others, others if stops else this)
        return frame.vars.pop(VALUE)

    def _choose(self, node: ast.AST, truth: PlainValue, value: Any, other: Any, stops: bool) -> Any:
        frame = self.frame

        def put(item: Any) -> Callable[[], None]:
            return lambda: frame.vars.__setitem__(VALUE, item)

        self.branch(node, truth, put(value if stops else other), put(other if stops else value))
        return frame.vars.pop(VALUE)

    def _compare(self, node: ast.Compare) -> Any:
        left = self.expression(node.left)
        if len(node.ops) == 1:
            return self.compare(node, node.ops[0], left, self.expression(node.comparators[0]))
        result: Any = True
        for index, (op, comparator) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if index and not is_cheap(comparator) and isinstance(result, PlainValue):
                return self._compare_rest(node, index, left, result)
            right = self.expression(comparator)
            step = self.compare(node, op, left, right)
            result = step if result is True else self._both(node, result, step)
            if result is False:
                return False
            left = right
        return result

    def _compare_rest(self, node: ast.Compare, index: int, left: Any, so_far: PlainValue) -> Any:
        """The rest of ``a < b < f()``, which is evaluated only if the first part holds."""
        rest = ast.Compare(node.left, node.ops[index:], node.comparators[index:])
        ast.copy_location(rest, node)
        frame = self.frame

        def evaluated() -> None:
            value, result = left, True
            for op, comparator in zip(rest.ops, rest.comparators, strict=True):
                right = self.expression(comparator)
                result = self._both(node, result, self.compare(node, op, value, right))
                value = right
            frame.vars[VALUE] = self.truth(result, node)

        def known() -> None:
            frame.vars[VALUE] = False

        self.branch(node, so_far, evaluated, known)
        return frame.vars.pop(VALUE)

    def _both(self, node: ast.AST, a: Any, b: Any) -> Any:
        a, b = self.truth(a, node), self.truth(b, node)
        if not isinstance(a, PlainValue) or not isinstance(b, PlainValue):
            first, second = (a, b) if not isinstance(a, PlainValue) else (b, a)
            return second if first else False
        self.at(node)
        return self.builder.op("arith.andi", [a.handle, b.handle], bool_)

    def compare(self, node: ast.AST, op: ast.cmpop, lhs: Any, rhs: Any) -> Any:
        """One comparison."""
        if isinstance(op, (ast.Is, ast.IsNot)):
            return self._identity(node, isinstance(op, ast.Is), lhs, rhs)
        if isinstance(op, (ast.In, ast.NotIn)):
            return self._membership(node, isinstance(op, ast.In), lhs, rhs)
        kind, function = _COMPARE[type(op)]
        if type(lhs) is PlainValue:
            self.builder.node = node
            direct = self.builder.direct(kind, lhs, rhs)
            if direct is not None:
                return direct
        if is_array(lhs) or is_array(rhs):
            self.host_array(lhs if is_array(lhs) else rhs, node)
        if not is_runtime(lhs) and not is_runtime(rhs):
            return self.evaluate(node, function, lhs, rhs)
        if is_scalar(lhs) and is_scalar(rhs):
            return self.perform(node, self.builder.compare, kind, lhs, rhs)
        if isinstance(lhs, (tuple, list)) and type(lhs) is type(rhs) and kind in ("eq", "ne"):
            return self._compare_items(node, lhs, rhs, kind == "eq")
        for value in (lhs, rhs):
            if (
                isinstance(value, IRValue)
                and getattr(type(value), f"__{kind}__") is not getattr(object, f"__{kind}__")
                and not isinstance(value, PlainValue)
            ):
                return self.perform(node, function, lhs, rhs)
        if kind in ("eq", "ne") and (lhs is None or rhs is None or isinstance(lhs, str) or isinstance(rhs, str)):
            return kind == "ne"
        tensors = any(isinstance(v, IRValue) and v.is_tensor for v in (lhs, rhs))
        title = f"'{SYMBOLS[kind]}' doesn't compare {describe(lhs)} with {describe(rhs)}"
        return self.fail("ASC-E401", title, node, hint=TENSORS if tensors else None)

    def _compare_items(self, node: ast.AST, lhs: Any, rhs: Any, equal: bool) -> Any:
        result: Any = len(lhs) == len(rhs)
        for a, b in zip(lhs, rhs):  # noqa: B905 - sequences of different length aren't equal
            result = self._both(node, result, self.compare(node, ast.Eq(), a, b))
        if isinstance(result, PlainValue):
            return result if equal else self.builder.negated(result)
        return result is equal

    def _identity(self, node: ast.AST, positive: bool, lhs: Any, rhs: Any) -> bool:
        for value, other in ((lhs, rhs), (rhs, lhs)):
            if isinstance(value, PlainValue) and (is_scalar(other) or isinstance(other, IRValue)):
                self.fail(
                    "ASC-E401",
                    "'is' compares objects, not numbers",
                    node,
                    hint=f"use '{'==' if positive else '!='}'",
                )
        if type(lhs) is type(rhs) and (self.is_merged(lhs) or self.is_merged(rhs)):
            kind = type(lhs).__name__
            self.fail(
                "ASC-E207",
                f"which {kind} this is is known only when the kernel runs",
                node,
                hint=f"compare the items with '{'==' if positive else '!='}'",
            )
        return (lhs is rhs) is positive

    def _membership(self, node: ast.AST, positive: bool, item: Any, container: Any) -> Any:
        if isinstance(container, (IRValue, KernelFunction, BoundFunction)):
            self.fail(
                "ASC-E401",
                f"'in' needs a sequence known at compile time, not {describe(container)}",
                node,
                hint="write a tuple, such as n in (1, 2)",
            )
        if not is_runtime(item) and not is_runtime(container):
            if isinstance(container, range) and not isinstance(item, int):
                # Only integers are found without a search.
                self.perform(node, check_passes, "'in'", length(container))
            found = self.evaluate(node, operator.contains, container, item)
            return found is positive
        if isinstance(container, range):
            return self._in_range(node, positive, item, container)
        result: Any = False
        for element in self.evaluate(node, lambda: list(container)):
            same = self.compare(node, ast.Eq(), item, element)
            if not isinstance(same, PlainValue):
                if same:
                    return positive
            elif isinstance(result, PlainValue):
                result = self.builder.op("arith.ori", [result.handle, same.handle], bool_)
            else:
                result = same
        if isinstance(result, PlainValue):
            return result if positive else self.builder.negated(result)
        return result is positive

    def _in_range(self, node: ast.AST, positive: bool, item: Any, container: range) -> Any:
        if not container:
            return not positive
        low, high = sorted((container[0], container[-1]))
        result = self._both(node, self.compare(node, ast.GtE(), item, low), self.compare(node, ast.LtE(), item, high))
        if abs(container.step) != 1:
            offset = self.binary(node, ast.Sub(), item, low)
            rest = self.binary(node, ast.Mod(), offset, abs(container.step))
            result = self._both(node, result, self.compare(node, ast.Eq(), rest, 0))
        if isinstance(result, PlainValue):
            return result if positive else self.builder.negated(result)
        return result is positive

    def _conditional(self, node: ast.IfExp) -> Any:
        test = self.condition(node.test)
        if not isinstance(test, PlainValue):
            return self.expression(node.body if test else node.orelse)
        frame = self.frame
        if is_cheap(node.body) and is_cheap(node.orelse):
            then, other = self.expression(node.body), self.expression(node.orelse)
            if isinstance(then, PlainValue) and isinstance(other, PlainValue) and then.dtype is other.dtype:
                self.at(node)
                return self.builder.select(test, then, other)
            return self._choose(node, test, then, other, stops=True)

        def put(value: ast.expr) -> Callable[[], None]:
            return lambda: frame.vars.__setitem__(VALUE, self.expression(value))

        self.branch(node, test, put(node.body), put(node.orelse))
        return frame.vars.pop(VALUE)
