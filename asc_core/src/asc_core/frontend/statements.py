"""Statements, and the refusal of those that make no sense on a device."""

from __future__ import annotations

import ast
import operator
from collections.abc import Sequence
from typing import Any, NoReturn

from asc_plugins.brief import article
from asc_plugins.looping import LoopContext
from asc_plugins.params import describe
from asc_plugins.values import IRValue, PlainValue

from .base import Handlers, is_runtime, shown_error
from .calls import Calls
from .frame import RESULT, RETURNED
from .hostvalues import is_array
from .naming import counted, named
from .patterns import Patterns
from .sizes import check_operator

#: Syntax that is refused: code, what is wrong, what to do instead.
_REFUSED: dict[type[ast.AST], tuple[str, str, str]] = {
    ast.Raise: (
        "ASC-E102", "an AI core can't raise exceptions", "use assert, or asc.static_assert for compile-time conditions"
    ),
    ast.Try: ("ASC-E102", "an AI core can't catch exceptions", "check with if before the call"),
    ast.Yield: ("ASC-E103", "a kernel can't be a generator", "write into a tensor, or return a tuple"),
    ast.YieldFrom: ("ASC-E103", "a kernel can't be a generator", "write into a tensor, or return a tuple"),
    ast.AsyncFunctionDef: ("ASC-E104", "an AI core has no event loop", "use 'def' outside of the kernel"),
    ast.AsyncFor: ("ASC-E104", "an AI core has no event loop", "use 'for'"),
    ast.AsyncWith: ("ASC-E104", "an AI core has no event loop", "use 'with'"),
    ast.Await: ("ASC-E104", "an AI core has no event loop", "call the function without await"),
    ast.Global: (
        "ASC-E105", "a kernel can't assign to globals", "return the value from a device function, or write a tensor"
    ),
    ast.Nonlocal: (
        "ASC-E105", "a kernel can't assign to an outer function's variables", "return the value from a device function"
    ),
    ast.Delete: (
        "ASC-E106", "'del' has no meaning in a kernel", "remove the line; take items from a list or dict with pop"
    ),
    ast.ClassDef: ("ASC-E107", "a kernel can't define classes", "define the class outside and use it inside"),
    ast.FunctionDef: (
        "ASC-E108", "a kernel can't define functions", "define the function outside and decorate it with @asc.jit"
    ),
    ast.Lambda: (
        "ASC-E109", "a kernel can't make lambdas", "write the expression at its place, or a function with @asc.jit"
    ),
    ast.Import: ("ASC-E110", "a kernel can't import", "import at the top of the file"),
    ast.ImportFrom: ("ASC-E110", "a kernel can't import", "import at the top of the file"),
    ast.Set: ("ASC-E101", "kernels have no sets, which have no order", "use a tuple"),
    ast.SetComp: ("ASC-E101", "kernels have no sets, which have no order", "use a list comprehension"),
    ast.Starred: ("ASC-E101", "'*' can't stand here", "spread it in a call, a list or a tuple"),
}  # fmt: skip
_TRY_STAR = getattr(ast, "TryStar", None)
if _TRY_STAR is not None:
    _REFUSED[_TRY_STAR] = _REFUSED[ast.Try]
_TYPE_ALIAS = getattr(ast, "TypeAlias", None)
if _TYPE_ALIAS is not None:
    _REFUSED[_TYPE_ALIAS] = ("ASC-E107", "a kernel can't define types", "define the type outside of the kernel")
_TEMPLATE = getattr(ast, "TemplateStr", None)
if _TEMPLATE is not None:
    _REFUSED[_TEMPLATE] = ("ASC-E101", "kernels have no template strings", "use a formatted string: f'…'")


class Statements(Calls, Patterns):
    """Statements of a function's body."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.statements = Handlers(
            self.refuse,
            {
                ast.Assign: self._assign_statement,
                ast.AnnAssign: self._annotated,
                ast.AugAssign: self._augmented,
                ast.For: self.for_statement,
                ast.While: self.while_statement,
                ast.Return: self._return,
                ast.Pass: lambda node: None,
                ast.Break: self._break,
                ast.Continue: self._continue,
                ast.Assert: self._assert,
                ast.Raise: self._raise,
                ast.With: self._with,
                ast.Match: self.match_statement,
            },
        )

    def refuse(self, node: ast.AST) -> NoReturn:
        """Refuses syntax, each kind with its own message and advice."""
        known = _REFUSED.get(type(node))
        if known is None:
            self.fail("ASC-E101", f"'{type(node).__name__}' has no meaning in a kernel", node)
        code, title, hint = known
        self.fail(code, title, node, hint=hint)

    # Assignment.

    def _assign_statement(self, node: ast.Assign) -> None:
        value = self.expression(node.value)
        for target in node.targets:
            self.assign(target, value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, self.expression(node.value))

    def assign(self, target: ast.expr, value: Any) -> None:
        """Assigns to a name, several names, an element or an attribute."""
        if isinstance(target, ast.Name):
            self.bind(target.id, value, target)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpack(target, value)
        elif isinstance(target, ast.Subscript):
            self._set_element(target, self.expression(target.value), self.expression(target.slice), value)
        elif isinstance(target, ast.Attribute):
            self._set_attribute(target, self.expression(target.value), value)
        else:
            self.refuse(target)

    def _unpack(self, target: ast.Tuple | ast.List, value: Any) -> None:
        if isinstance(value, IRValue) or not hasattr(type(value), "__iter__"):
            self.fail("ASC-E209", f"{describe(value)} can't be unpacked into several names", target)
        items = self.items(value, target)
        names = target.elts
        star = next((i for i, t in enumerate(names) if isinstance(t, ast.Starred)), None)
        if star is None:
            if len(items) != len(names):
                values = counted(len(items), "value")
                self.fail("ASC-E209", f"{values} can't be unpacked into {len(names)} names", target)
            for name, item in zip(names, items, strict=True):
                self.assign(name, item)
            return
        behind = len(names) - star - 1
        if len(items) < len(names) - 1:
            self.fail("ASC-E209", f"{len(items)} values can't be unpacked into at least {len(names) - 1} names", target)
        middle = len(items) - behind
        starred = names[star]
        assert isinstance(starred, ast.Starred)
        for name, item in zip(names[:star], items[:star], strict=True):
            self.assign(name, item)
        self.assign(starred.value, self.own(items[star:middle]))
        for name, item in zip(names[star + 1 :], items[middle:], strict=True):
            self.assign(name, item)

    def _set_element(self, node: ast.Subscript, container: Any, index: Any, value: Any) -> None:
        if isinstance(container, IRValue):
            if not hasattr(type(container), "__setitem__"):
                self.fail("ASC-E305", f"elements of {named(container)} can't be assigned", node)
            self.perform(node, operator.setitem, container, index, value)
            return
        if is_array(container):
            self.host_array(container, node)
        if not isinstance(container, (list, dict)):
            self.fail("ASC-E205", f"elements of {named(container)} can't be assigned", node)
        if is_runtime(index):
            self.fail(
                "ASC-E207",
                f"{article(type(container).__name__)} exists at compile time only: its index must be a constant",
                node,
                hint="use asc.array(dtype, length) for a table that the kernel writes",
            )
        self.may_change(container, node)
        self.evaluate(node, container.__setitem__, index, value)

    def _set_attribute(self, node: ast.Attribute, owner: Any, value: Any) -> None:
        if isinstance(owner, IRValue) and hasattr(getattr(type(owner), node.attr, None), "__set__"):
            self.perform(node, setattr, owner, node.attr, value)
            return
        if isinstance(owner, IRValue):
            kind = named(owner) if isinstance(owner, PlainValue) else article(type(owner).__name__)
            self.fail("ASC-E305", f"'{node.attr}' of {kind} can't be assigned", node)
        self.fail(
            "ASC-E205",
            f"a kernel can't change '{node.attr}' of {named(owner)}: it belongs to the host",
            node,
            hint="keep the value in a variable",
        )

    def _augmented(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            load = ast.copy_location(ast.Name(target.id, ast.Load()), target)
            current = self.expression(load)
            value = self.expression(node.value)
            self.bind(target.id, self._augment(node, current, value), target)
        elif isinstance(target, ast.Subscript):
            container, index = self.expression(target.value), self.expression(target.slice)
            current = self.element(target, container, index)
            value = self._augment(node, current, self.expression(node.value))
            self._set_element(target, container, index, value)
        else:
            owner = self.expression(target.value)
            current = self.evaluate(target, getattr, owner, target.attr)
            self._set_attribute(target, owner, self._augment(node, current, self.expression(node.value)))

    def _augment(self, node: ast.AugAssign, current: Any, value: Any) -> Any:
        """``current op= value``, which changes a list or dict in its place."""
        kind = type(current)
        if kind is list and isinstance(node.op, ast.Add):
            self.may_change(current, node)
            added = self.items(value, node.value)
            self.perform(node, check_operator, "add", current, added)
            current += added
        elif kind is list and isinstance(node.op, ast.Mult) and isinstance(value, int):
            self.may_change(current, node)
            current[:] = self.binary(node, node.op, current, value)
        elif kind is dict and isinstance(node.op, ast.BitOr):
            self.may_change(current, node)
            self.evaluate(node, current.update, value)
            self.constant_keys(node, current)
        else:
            return self.binary(node, node.op, current, value)
        return current

    # Exits.

    def _return(self, node: ast.Return) -> None:
        frame = self.frame
        value = self.expression(node.value) if node.value is not None else None
        if value is not None and frame.is_kernel:
            self.fail(
                "ASC-E314",
                "a kernel can't return a value",
                node,
                hint="write the result into a tensor; device functions called by a kernel may return values",
            )
        frame.vars[RESULT] = value
        frame.places[RESULT] = node
        frame.vars[RETURNED] = True
        if frame.loops:
            loop = frame.loops[-1]
            frame.vars[loop.skip] = frame.vars[loop.leave] = True

    def _break(self, node: ast.Break) -> None:
        self._refuse_in_with(node, "break")
        loop, bound = self.frame.loops[-1], self.frame.bound()
        loop.at_breaks = bound if loop.at_breaks is None else loop.at_breaks & bound
        self.frame.vars[loop.skip] = self.frame.vars[loop.leave] = True

    def _refuse_in_with(self, node: ast.stmt, word: str) -> None:
        if self.frame.loops[-1].is_with:
            self.fail(
                "ASC-E101",
                f"'{word}' in a 'with' that loops would mean the loop around it",
                node,
                hint="set a variable here and test it behind the 'with', or leave the function with return",
            )

    def _continue(self, node: ast.Continue) -> None:
        self._refuse_in_with(node, "continue")
        loop, bound = self.frame.loops[-1], self.frame.bound()
        loop.at_continues = bound if loop.at_continues is None else loop.at_continues & bound
        self.frame.vars[loop.skip] = True

    # Exceptions and assertions.

    def _raise(self, node: ast.Raise) -> None:
        """An exception of the author's own: an error of the kernel, unless a run would decide whether to raise it."""
        if node.exc is None:
            self.refuse(node)
        error = self._exception(node.exc)
        cause = () if node.cause is None else (self.expression(node.cause),)
        if self.frame.region != self.frame.decided or not isinstance(error, Exception):
            code, title, hint = _REFUSED[ast.Raise]
            notes = [f"it would raise {shown_error(error)}"] if isinstance(error, Exception) else []
            self.fail(code, title, node, hint=hint, notes=notes)

        def run() -> NoReturn:
            if cause:
                raise error from cause[0]
            raise error

        self.evaluate(node, run)

    def _exception(self, node: ast.expr) -> Any:
        """What a ``raise`` raises; run-time values, which have none while the kernel is compiled, as their types."""
        made = None
        if isinstance(node, ast.Call):
            kind = self.expression(node.func)
            if isinstance(kind, type) and issubclass(kind, BaseException):
                args = [a for argument in node.args for a in self._told(argument)]
                named = self._keywords(node.keywords)
                made = self.call(node, kind, args, {k: repr(v) if is_runtime(v) else v for k, v in named.items()})
            else:
                made = self.call(node, kind, self.elements(node.args), self._keywords(node.keywords))
        else:
            made = self.expression(node)
        return self.evaluate(node, made) if isinstance(made, type) and issubclass(made, BaseException) else made

    def _told(self, node: ast.expr) -> list[Any]:
        """The values of an argument of a message, run-time ones as text."""
        if isinstance(node, ast.JoinedStr):
            return ["".join(repr(p[0]) if isinstance(p, tuple) else p for p in self._parts(node))]
        return [repr(v) if is_runtime(v) else v for v in self.elements([node])]

    def _assert(self, node: ast.Assert) -> None:
        test = self.condition(node.test)
        if isinstance(test, PlainValue):
            self._runtime_assert(node, test)
            return
        if test:
            return
        message = None
        if node.msg is not None:
            message = "".join(map(str, self._told(node.msg)))
        self.fail("ASC-E504", f"assertion failed{f': {message}' if message else ''}", node)

    def _runtime_assert(self, node: ast.Assert, test: PlainValue) -> None:
        """Stops the kernel when the condition doesn't hold."""
        if self.api("trap") is None:
            self.fail(
                "ASC-E207",
                "this assertion is known only when the kernel runs, and no enabled pack brings asc.trap",
                node,
                hint="assert what is known at compile time, for instance of asc.ConstExpr arguments",
            )
        parts: list[Any] = [f"assertion failed: {ast.unparse(node.test)}"]
        if isinstance(node.msg, ast.JoinedStr):
            parts += [": ", *self._parts(node.msg)]
        elif node.msg is not None:
            parts += [": ", str(self.expression(node.msg))]
        self.stop_unless(node, test, parts)

    def stop_unless(self, node: ast.stmt, test: PlainValue, parts: Sequence[Any]) -> None:
        """Where the condition doesn't hold, a message, then the API ``trap``; nothing without that API."""
        trap = self.api("trap")
        if trap is None:
            return
        parts = [f"{self.frame.source.file}:{node.lineno}: ", *parts]

        def stop() -> None:
            if self.api("printf") is not None:
                self.printf(node, [*parts, "\n"])
            self.perform(node, trap)

        self.at(node)
        self.branch(node, self.builder.negated(test), stop, lambda: None)

    # With.

    def _with(self, node: ast.With) -> None:
        self._with_items(node, node.items, self.frame.flows[node].live)

    def _with_items(self, node: ast.With, items: Sequence[ast.withitem], live: frozenset[str]) -> None:
        """Enters the context managers one after the other, and traces the body."""
        if not items:
            self.block(node.body, live)
            return
        item, *rest = items
        manager = self.unwrap(self.expression(item.context_expr))
        if isinstance(manager, LoopContext):
            self._repeat(node, item, manager, rest)
            return
        if not self._is_packs(type(manager)) or not hasattr(type(manager), "__enter__"):
            self.fail(
                "ASC-E101",
                f"'with' works on values of asc only, not on {named(manager)}",
                item.context_expr,
                hint="open files and take locks outside of the kernel",
            )
        entered = self.perform(item.context_expr, manager.__enter__)
        if item.optional_vars is not None:
            self.assign(item.optional_vars, entered)
        self._with_items(node, rest, live)
        self.perform(item.context_expr, manager.__exit__, None, None, None)

    def _repeat(self, node: ast.With, item: ast.withitem, manager: LoopContext, rest: Sequence[ast.withitem]) -> None:
        """Traces the body as a loop that goes on while the manager's condition holds."""

        def test() -> Any:
            return self.perform(item.context_expr, manager.loop_condition)

        def body() -> None:
            if item.optional_vars is not None:
                self.assign(item.optional_vars, self.perform(item.context_expr, manager.loop_value))
            self._with_items(node, rest, self.frame.flows[node].at_head)

        self.with_loop(node, test, body)
