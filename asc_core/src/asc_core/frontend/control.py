"""Control flow that the kernel decides on when it runs: branches as ``scf.if``, early exits as flags."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from asc_plugins.dtypes import DataType
from asc_plugins.values import PlainValue

from .base import Handlers
from .frame import NOTHING, RESULT, RETURNED, Snapshot, Unbound, shown
from .joining import DONT_CARE, ConflictError, Leaf, fill, join, results_of
from .ownership import CONTAINERS, Ownership

#: Hidden variable with the value of a conditional expression.
VALUE = "<value>"

Run = Callable[[], None]


def is_hidden(name: str) -> bool:
    """True for variables of the compiler's own."""
    return name[0] == "<"


class Control(Ownership):
    """Blocks of statements, branches, and what is left of a block after an early exit.

    Attributes:
        statements: what traces each kind of statement.
    """

    statements: Handlers
    _handlers: Handlers

    def block(self, body: Sequence[ast.stmt], live: frozenset[str]) -> None:
        """Traces statements. *live* are the variables that may be read behind the last one.

        Where a statement may leave the block at run time, the statements behind it run under a condition. Where
        one branch of an ``if`` surely leaves it they move into the other branch. So no code is written twice.
        """
        frame = self.frame
        flag, statements, handlers = frame.skip, self.statements, self._handlers
        for index, statement in enumerate(body):
            skip = frame.vars[flag]
            if skip is not False:
                if skip is not True:
                    run = functools.partial(self.block, body[index:], live)
                    self.guarded(statement, flag, run, live, over=True)
                return
            kind: Any = type(statement)
            if kind is ast.Expr:
                value = statement.value  # type: ignore[attr-defined]
                if type(value) is not ast.Constant:
                    handlers[type(value)](value)
            elif kind is not ast.If:
                statements[kind](statement)
            elif self.if_statement(statement, body[index + 1 :], live):  # type: ignore[arg-type]
                return

    def decided_block(self, body: Sequence[ast.stmt], live: frozenset[str]) -> None:
        """Traces a branch that is chosen while the kernel is compiled."""
        frame = self.frame
        outer, frame.decided = frame.decided, frame.region
        try:
            self.block(body, live)
        finally:
            frame.decided = outer

    def condition(self, node: ast.expr) -> bool | PlainValue:
        """The truth of an expression."""
        raise NotImplementedError

    def if_statement(self, node: ast.If, rest: Sequence[ast.stmt], live: frozenset[str]) -> bool:
        """Traces an ``if``; True when *rest*, the statements behind it, are part of it now."""
        frame = self.frame
        flow = frame.flows[node]
        test = self.condition(node.test)
        if not isinstance(test, PlainValue):
            self.decided_block(node.body if test else node.orelse, flow.live)
            return False
        skip = frame.skip
        branch = _Branch(self, node, test)
        branch.then(lambda: self.block(node.body, flow.live))
        then_leaves = branch.after_then.vars[skip] is True
        if node.orelse:
            branch.otherwise(lambda: self.block(node.orelse, flow.live))
        else_leaves = branch.after_else.vars[skip] is True
        absorbed = bool(rest) and then_leaves != else_leaves
        if absorbed:
            branch.append(lambda: self.block(rest, live), to_then=else_leaves)
        branch.finish(live if absorbed else flow.live, skip)
        return absorbed

    def branch(
        self,
        node: ast.AST,
        condition: PlainValue,
        then: Run,
        otherwise: Run,
        live: frozenset[str] | None = None,
    ) -> None:
        """Traces two branches; variables have their joined values afterwards. *live* is None for "all of them"."""
        branch = _Branch(self, node, condition)
        branch.then(then)
        branch.otherwise(otherwise)
        branch.finish(live, self.frame.skip)

    def guarded(self, node: ast.AST, flag: str, run: Run, live: frozenset[str] | None, *, over: bool = False) -> None:
        """Traces code that runs unless *flag* is up. *over*: the block ends with it, so nobody reads what it binds."""
        frame = self.frame
        value = frame.vars[flag]
        if value is True:
            return
        if value is False:
            run()
            return
        self.at(node)
        # A flag that is down means that those it follows from are down as well.
        known = [flag, RETURNED]
        if frame.loops and flag == frame.loops[-1].skip:
            known.append(frame.loops[-1].leave)
        kept = {name: frame.vars[name] for name in known}
        kept[flag] = True
        branch = _Branch(self, node, self.builder.negated(value))

        def guarded() -> None:
            frame.vars.update(dict.fromkeys(known, False))
            run()

        branch.then(guarded)
        branch.finish(live, None, kept=kept, else_over=over)


class _Branch:
    """An ``scf.if`` in the making."""

    def __init__(self, tracer: Control, node: ast.AST, condition: PlainValue) -> None:
        self._tracer, self._node, self._condition = tracer, node, condition
        self._frame = tracer.frame
        self._before = self._frame.snapshot()
        tracer.at(node)
        self._op = tracer.builder.operation("scf.if", [condition.handle], [], regions=2)
        self._blocks = [region.blocks.append() for region in self._op.regions]
        self.after_then = self.after_else = self._before

    def _trace(self, run: Run, index: int, start: Snapshot) -> Snapshot:
        frame = self._frame
        frame.restore(start)
        outer = frame.new_region()
        with self._tracer.builder.at_end(self._blocks[index]):
            run()
        frame.region = outer
        return frame.snapshot()

    def then(self, run: Run) -> None:
        self.after_then = self._trace(run, 0, self._before)

    def otherwise(self, run: Run) -> None:
        self.after_else = self._trace(run, 1, self._before)

    def append(self, run: Run, to_then: bool) -> None:
        """Traces more code at the end of a branch."""
        if to_then:
            self.after_then = self._trace(run, 0, self.after_then)
        else:
            self.after_else = self._trace(run, 1, self.after_else)

    def finish(
        self,
        live: frozenset[str] | None,
        skip: str | None,
        kept: dict[str, Any] | None = None,
        else_over: bool = False,
    ) -> None:
        """Ends the branches and joins the variables they changed."""
        frame, tracer = self._frame, self._tracer
        leaves: list[Leaf] = []
        joined: dict[str, Any] = {}
        names: list[str] = []
        then_over = skip is not None and self.after_then.vars[skip] is True
        else_over = else_over or (skip is not None and self.after_else.vars[skip] is True)
        frame.restore(self._before)
        for name in frame.changed(self._before, self.after_then, self.after_else):
            if live is not None and name not in live and not is_hidden(name):
                joined[name] = NOTHING
                continue
            first = self.after_then.vars.get(name, NOTHING)
            second = self.after_else.vars.get(name, NOTHING)
            if kept and name in kept:
                if first is False:
                    continue
                second = kept[name]
            count = len(leaves)
            joined[name] = self._join(name, first, second, then_over, else_over, leaves)
            names += [name] * (len(leaves) - count)
        op = self._close(leaves, names)
        if not joined:
            return
        values = results_of(op, leaves)
        for name, template in joined.items():
            if template is NOTHING:
                frame.vars.pop(name, None)
            elif isinstance(template, Unbound) and name == VALUE:
                tracer.fail(template.code, template.title, self._node, hint=template.hint)
            elif isinstance(template, Unbound):
                frame.vars[name] = replace(template, value=self._merged(name, fill(template.value, values)))
            else:
                frame.vars[name] = self._merged(name, fill(template, values))
            place = self.after_then.places.get(name) or self.after_else.places.get(name)
            if place is not None:
                frame.places[name] = place

    def _merged(self, name: str, value: Any) -> Any:
        """The value of a variable behind the branches, where lists are copies of those on the two paths."""
        if isinstance(value, CONTAINERS):
            sides = [after.vars.get(name, NOTHING) for after in (self.after_then, self.after_else)]
            first, second = (side.value if isinstance(side, Unbound) else side for side in sides)
            self._tracer.merge(second if first is NOTHING else first, first if second is NOTHING else second, value)
        return value

    def _join(self, name: str, first: Any, second: Any, then_over: bool, else_over: bool, leaves: list[Leaf]) -> Any:
        if first is True and second is False:
            return self._condition
        sides = [first, second]
        unbound: Unbound | None = None
        for index, over in enumerate((then_over, else_over)):
            side = sides[index]
            if side is not NOTHING and not isinstance(side, Unbound):
                continue
            value = side.value if isinstance(side, Unbound) else NOTHING
            sides[index] = DONT_CARE if value is NOTHING else value
            if not over and name != RESULT:
                unbound = side if isinstance(side, Unbound) else self._unbound(name, index)
        if unbound is not None:
            return self._left_with(unbound, sides, leaves)
        count = len(leaves)
        try:
            return join(sides[0], sides[1], leaves)
        except ConflictError as conflict:
            del leaves[count:]
            for index, over in enumerate((then_over, else_over)):
                if over and not is_hidden(name) and sides[1 - index] is not DONT_CARE:
                    try:
                        sides[index] = DONT_CARE
                        return join(sides[0], sides[1], leaves)
                    except ConflictError:
                        del leaves[count:]
            return self._conflict(name, conflict)

    def _left_with(self, unbound: Unbound, sides: Sequence[Any], leaves: list[Leaf]) -> Unbound:
        """A variable that can't be read here; its value goes on to where the loop around is left."""
        count = len(leaves)
        if not self._frame.loops or sides[0] is sides[1]:
            return replace(unbound, value=NOTHING)
        try:
            return replace(unbound, value=join(sides[0], sides[1], leaves))
        except ConflictError:
            del leaves[count:]
            return replace(unbound, value=NOTHING)

    def _unbound(self, name: str, index: int) -> Unbound:
        node, side = self._node, "true" if index == 0 else "false"
        related: list[tuple[ast.AST, str]] = [(node, f"there is no value when this condition is {side}")]
        place = (self.after_else if index == 0 else self.after_then).places.get(name)
        if place is not None:
            related.insert(0, (place, "it gets its value here"))
        return Unbound(
            "ASC-E202",
            f"'{name}' may have no value here",
            tuple(related),
            f"give '{name}' a value before the if, or in each branch",
        )

    def _conflict(self, name: str, conflict: ConflictError) -> Unbound:
        if name == VALUE:
            return Unbound(
                "ASC-E206",
                f"this is {conflict.first} on one path and {conflict.second} on the other",
                hint=conflict.hint,
            )
        if any(v is DONT_CARE for v in conflict.values):
            kind = conflict.second if conflict.values[0] is DONT_CARE else conflict.first
            return Unbound(
                "ASC-E206",
                f"{kind} can't be the value on one path only",
                hint="return it at the end of the function, or in both branches of an if",
            )
        what = "the returned value" if name == RESULT else f"'{name}'"
        related = [
            (after.places[name], f"{kind} here")
            for after, kind in ((self.after_then, conflict.first), (self.after_else, conflict.second))
            if name in after.places
        ]
        return Unbound(
            "ASC-E206",
            f"{what} is {conflict.first} on one path and {conflict.second} on the other",
            tuple(related),
            conflict.hint,
        )

    def _close(self, leaves: list[Leaf], names: list[str]) -> Any:
        tracer = self._tracer
        builder = tracer.builder
        tracer.at(self._node)
        if not leaves:
            for block in self._blocks:
                builder.end(block, "scf.yield")
            return self._op
        for index, block in enumerate(self._blocks):
            with builder.at_end(block):
                handles = [
                    builder.materialize(leaf.values[index], leaf.type).handle
                    if isinstance(leaf.type, DataType)
                    else leaf.values[index].to_ir()
                    for leaf in leaves
                ]
                builder.operation("scf.yield", handles)
        types = [builder.context.to_mlir(leaf.type) for leaf in leaves]
        op = builder.operation("scf.if", [self._condition.handle], types, builder.names_attribute(names), regions=2)
        for region, block in zip(op.regions, self._blocks, strict=True):
            block.append_to(region)
        self._op.erase()
        if len(names) == 1:
            builder.set_name(op.results[0], shown(names[0]))
        return op
