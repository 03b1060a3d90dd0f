"""Expressions: what traces each kind, subscripts, displays and comprehensions."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable
from types import MethodType
from typing import Any, NoReturn

from asc_plugins.brief import article
from asc_plugins.values import IRValue, PlainValue

from .base import Handlers, is_runtime
from .frame import Unbound
from .function import BoundFunction, KernelFunction
from .hostvalues import is_array
from .lookup import LITERALS
from .naming import named
from .operations import Operations
from .sizes import check_passes


class Expressions(Operations):
    """Expressions, each to a Python object or a run-time value.

    Attributes:
        comprehended: rounds so far of the comprehensions around the current place.
    """

    comprehended = 0

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._handlers = Handlers(
            self.refuse,
            {
                ast.Constant: self._constant,
                ast.Name: self._name,
                ast.Attribute: self._attribute,
                ast.BinOp: self._binary,
                ast.UnaryOp: self._unary,
                ast.BoolOp: self._logic,
                ast.Compare: self._compare,
                ast.IfExp: self._conditional,
                ast.Subscript: self._subscript,
                ast.Slice: self._slice,
                ast.Tuple: lambda node: tuple(self.elements(node.elts)),
                ast.List: self._list,
                ast.Dict: self._dict,
                ast.NamedExpr: self._walrus,
                ast.ListComp: self._list_comprehension,
                ast.GeneratorExp: self._list_comprehension,
                ast.DictComp: self._dict_comprehension,
            },
        )

    def expression(self, node: ast.expr) -> Any:
        """The value of an expression."""
        return self._handlers[type(node)](node)

    def refuse(self, node: ast.AST) -> NoReturn:
        """Refuses syntax."""
        raise NotImplementedError

    def _subscript(self, node: ast.Subscript) -> Any:
        handlers = self._handlers
        value = handlers[type(node.value)](node.value)
        index = handlers[type(node.slice)](node.slice)
        function = value.__func__ if isinstance(value, (MethodType, BoundFunction)) else value
        if isinstance(function, KernelFunction):
            self.fail(
                "ASC-E311",
                "a kernel can't launch kernels",
                node,
                hint=f"call it: {function.name}(…) runs as a part of this kernel",
            )
        return self.element(node, value, index)

    def element(self, node: ast.AST, value: Any, index: Any) -> Any:
        """``value[index]``."""
        if isinstance(value, IRValue):
            if not hasattr(type(value), "__getitem__"):
                self.fail("ASC-E305", f"{named(value)} has no elements", node)
            return self.perform(node, operator.getitem, value, index)
        if is_array(value):
            self.host_array(value, node)
        if not isinstance(value, type) and not hasattr(type(value), "__getitem__"):
            self.fail("ASC-E305", f"{named(value)} has no elements", node)
        if is_runtime(index) and not isinstance(value, type):
            self.fail(
                "ASC-E207",
                f"{article(type(value).__name__)} exists at compile time only: its index must be a constant",
                node,
                hint="use asc.array(dtype, values) for a table that the kernel reads, or unroll with asc.static_range",
            )
        item = self.unwrap(self.evaluate(node, operator.getitem, value, index))
        return self.own(item) if type(index) is slice and type(value) is list else item

    def _slice(self, node: ast.Slice) -> slice:
        lower, upper, step = node.lower, node.upper, node.step
        return slice(
            None if lower is None else self.expression(lower),
            None if upper is None else self.expression(upper),
            None if step is None else self.expression(step),
        )

    def elements(self, nodes: list[ast.expr]) -> list[Any]:
        """The values of a display's or a call's items, starred ones spread."""
        handlers, variables = self._handlers, self.frame.vars
        values: list[Any] = []
        add = values.append
        for node in nodes:
            kind: Any = type(node)
            if kind is ast.Name:
                try:
                    value = variables[node.id]  # type: ignore[attr-defined]
                except KeyError:
                    value = self._name(node)  # type: ignore[arg-type]
                add(value if type(value) is not Unbound else self._name(node))  # type: ignore[arg-type]
            elif kind is ast.Constant:
                value = node.value  # type: ignore[attr-defined]
                add(value if type(value) in LITERALS else self._constant(node))  # type: ignore[arg-type]
            elif kind is ast.Starred:
                values += self.items(self.expression(node.value), node.value)  # type: ignore[attr-defined]
            else:
                add(handlers[kind](node))
                variables = self.frame.vars
        return values

    def _list(self, node: ast.List) -> list[Any]:
        values: list[Any] = self.own(self.elements(node.elts))
        return values

    def _dict(self, node: ast.Dict) -> dict[Any, Any]:
        result: dict[Any, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.evaluate(node, result.update, self.expression(value))
                continue
            name = self._key_of_dict(key)
            self.evaluate(key, result.__setitem__, name, self.expression(value))
        made: dict[Any, Any] = self.own(result)
        return made

    def _key_of_dict(self, node: ast.expr) -> Any:
        key = self.expression(node)
        self.constant_keys(node, (key,))
        return key

    def constant_keys(self, node: ast.AST, keys: Iterable[Any]) -> None:
        """Refuses run-time numbers among keys of a dict, which tells keys apart while the kernel is compiled."""
        if any(map(is_runtime, keys)):
            self.fail(
                "ASC-E207",
                "a key of a dict must be a constant",
                node,
                hint="use asc.array(dtype, values) for a table, or compare with if and elif",
            )

    def _walrus(self, node: ast.NamedExpr) -> Any:
        value = self.expression(node.value)
        self.bind(node.target.id, value, node)
        return value

    def _list_comprehension(self, node: ast.ListComp | ast.GeneratorExp) -> list[Any]:
        values: list[Any] = []
        self._comprehend(node.generators, lambda: values.append(self.expression(node.elt)))
        made: list[Any] = self.own(values)
        return made

    def _dict_comprehension(self, node: ast.DictComp) -> dict[Any, Any]:
        values: dict[Any, Any] = {}
        self._comprehend(
            node.generators, lambda: values.__setitem__(self._key_of_dict(node.key), self.expression(node.value))
        )
        made: dict[Any, Any] = self.own(values)
        return made

    def _comprehend(self, generators: list[ast.comprehension], emit: Callable[[], Any]) -> None:
        """Runs the loops of a comprehension at compile time; its variables stay inside."""
        frame = self.frame
        targets = {n.id for g in generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        outer = {name: frame.vars[name] for name in targets if name in frame.vars}

        def loop(rest: list[ast.comprehension]) -> None:
            if not rest:
                emit()
                return
            generator, *inner = rest
            if generator.is_async:
                self.fail("ASC-E104", "an AI core has no event loop", generator.iter, hint="use a plain 'for'")
            items = self.items(self.unwrap(self.expression(generator.iter)), generator.iter)
            self.comprehended += len(items)
            self.perform(generator.iter, check_passes, "this comprehension", self.comprehended)
            for item in items:
                self.assign(generator.target, item)
                if all(self._constant_condition(test) for test in generator.ifs):
                    loop(inner)

        around = self.comprehended
        loop(generators)
        if not around:
            self.comprehended = 0
        for name in targets:
            frame.vars.pop(name, None)
        frame.vars.update(outer)

    def _constant_condition(self, node: ast.expr) -> bool:
        test = self.condition(node)
        if isinstance(test, PlainValue):
            self.fail(
                "ASC-E207",
                "the condition of a comprehension must be known at compile time",
                node,
                hint="use a for statement with an if",
            )
        return bool(test)
