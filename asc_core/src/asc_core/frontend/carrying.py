"""Values that loops carry from round to round: their types, what is known behind the loop, and its ``else``."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from asc_plugins.dtypes import DataType
from asc_plugins.irtypes import ValueType
from asc_plugins.values import wrap

from .control import Control
from .frame import NOTHING, RESULT, RETURNED, Loop, Unbound
from .joining import ConflictError, Leaf, Slot, carried, ends, fill, rebuilt, widened
from .liveness import Flow
from .ownership import CONTAINERS

#: A carried type only ever widens: bool, int32, int64 or float32, float64 is the longest way.
_MOST_ROUNDS = 6

#: Statements that loop; a ``with`` does where a pack says so.
LoopNode = ast.For | ast.While | ast.With


def _otherwise(node: LoopNode) -> list[ast.stmt]:
    """The ``else`` of a loop."""
    return [] if isinstance(node, ast.With) else node.orelse


class _AnotherRoundError(Exception):
    """The body must be traced again with other carried values."""


@dataclass
class Carry:
    """What a loop hands from round to round.

    Attributes:
        templates: by variable, with slots for the leaves.
        leaves: initial values and types.
        names: the variable of each leaf.
        late: variables that have no value before the loop.
    """

    templates: dict[str, Any]
    leaves: list[Leaf]
    names: list[str]
    late: set[str] = field(default_factory=set)

    def add(self, name: str, value: Any) -> None:
        count = len(self.leaves)
        self.templates[name] = carried(value, self.leaves)
        self.names += [name] * (len(self.leaves) - count)

    @property
    def types(self) -> list[ValueType]:
        return [leaf.type for leaf in self.leaves]


@dataclass(frozen=True)
class _Zero:
    """Stands for the first value of a variable that has none yet."""

    type: ValueType


class Carrying(Control):
    """What ``for`` and ``while`` have in common."""

    def carried_loop(
        self,
        node: LoopNode,
        flow: Flow,
        loop: Loop,
        attempt: Callable[[Carry], tuple[Any, Callable[[], None]]],
        *,
        sure: bool,
        extra: Sequence[str],
        never: Sequence[bool] = (),
        endless: Sequence[bool] = (),
        own: frozenset[str] = frozenset(),
    ) -> None:
        """Traces the body, again with wider types where the first ones don't hold the carried values."""
        frame = self.frame
        before = frame.snapshot()
        carry = self._initial(flow, loop, extra, own)
        for _ in range(_MOST_ROUNDS):
            frame.restore(before)
            outer = frame.new_region()
            loop.at_breaks = loop.at_continues = None
            op, trace = attempt(carry)
            try:
                trace()
            except _AnotherRoundError:
                op.erase()
                continue
            finally:
                frame.region = outer
            if never:
                op.erase()
                frame.restore(before)
                break
            end = frame.snapshot()
            if self._late(node, flow, loop, carry, end.vars, before.vars, sure, any(endless)):
                op.erase()
                continue
            frame.restore(before)
            self.enter(carry, op.results)
            frame.places.update((n, end.places[n]) for n in carry.templates if n in end.places)
            self._merge_carried(carry, before.vars, end.vars)
            self._forget(node, flow, carry, before.vars, end.vars, sure, any(endless))
            if any(endless) and not flow.breaks:
                # Nothing but a return leaves it.
                frame.vars[RETURNED] = frame.vars[loop.leave] = True
            break
        else:
            self.fail("ASC-E206", "the types of this loop's variables change from round to round", node)
        self.after_loop(node, flow, loop)

    def _initial(self, flow: Flow, loop: Loop, extra: Sequence[str], own: frozenset[str]) -> Carry:
        frame = self.frame
        names = [n for n in flow.assigned if n not in own and (n in flow.at_head or n in extra)]
        hidden = [loop.index] if loop.index in frame.vars else []
        if flow.leaves:
            hidden.append(loop.leave)
        if flow.returns:
            hidden += [RETURNED, RESULT]
        carry = Carry({}, [], [])
        for name in [*sorted(names, key=frame.rank), *hidden]:
            value = frame.vars.get(name)
            if name in frame.vars and not isinstance(value, Unbound):
                carry.add(name, value)
            elif name in extra:
                # Whoever reads it has assigned it before.
                carry.add(name, 0)
        return carry

    def _late(
        self,
        node: LoopNode,
        flow: Flow,
        loop: Loop,
        carry: Carry,
        end: dict[str, Any],
        before: dict[str, Any],
        sure: bool,
        endless: bool,
    ) -> bool:
        """Carries variables that get their first value inside the loop and are needed behind it; True if any."""
        found = False
        new = [n for n in (*flow.assigned, RESULT) if n in end and n not in before and n not in carry.templates]
        for name in sorted(new, key=self.frame.rank):
            value = end[name]
            if name == RESULT:
                if isinstance(value, Unbound):
                    self.fail(
                        value.code, value.title, self.frame.places.get(name), hint=value.hint, related=value.related
                    )
            elif name not in flow.live:
                continue
            else:
                at_end = not isinstance(value, Unbound) and (loop.at_continues is None or name in loop.at_continues)
                at_breaks = loop.at_breaks is None or name in loop.at_breaks
                # Left by its condition, it has a value if there was a round for sure; never, if there is none.
                by_condition = endless or (sure and at_end)
                if not at_breaks or not (by_condition or (_otherwise(node) and loop.at_breaks is not None)):
                    continue
                if not by_condition:
                    loop.only_left |= {name}
                if isinstance(value, Unbound):
                    value = value.value
                if value is NOTHING:
                    continue
            leaves: list[Leaf] = []
            template = carried(value, leaves)
            if not all(isinstance(leaf.type, DataType) for leaf in leaves):
                if name == RESULT:
                    self.fail(
                        "ASC-E206",
                        "only numbers can be returned from inside a loop",
                        self.frame.places.get(RESULT),
                        hint="assign to a variable that has a value before the loop, break, and return behind it",
                    )
                continue
            # Nobody reads the first value, but there must be one.
            carry.late.add(name)
            self._add_zeros(carry, name, fill(template, [_Zero(leaf.type) for leaf in leaves].__getitem__))
            found = True
        return found

    @staticmethod
    def _add_zeros(carry: Carry, name: str, zeros: Any) -> None:
        def place(item: Any) -> Any:
            if isinstance(item, _Zero):
                carry.leaves.append(Leaf((0,), item.type))
                carry.names.append(name)
                return Slot(len(carry.leaves) - 1)
            if isinstance(item, (tuple, list)):
                return rebuilt(item, [place(i) for i in item])
            return item

        carry.templates[name] = place(zeros)

    def inits(self, carry: Carry) -> list[Any]:
        """The values with which the first round begins."""
        return [
            self.builder.materialize(leaf.values[0], leaf.type).handle
            if isinstance(leaf.type, DataType)
            else leaf.values[0].to_ir()
            for leaf in carry.leaves
        ]

    def enter(self, carry: Carry, arguments: Sequence[Any]) -> None:
        """Gives the variables their values at the start of a round."""
        for name, template in carry.templates.items():
            value = fill(template, lambda i: wrap(arguments[i], carry.leaves[i].type))
            self.frame.vars[name] = value
            if value is not template and isinstance(value, CONTAINERS):
                self.merged(value)

    def _merge_carried(self, carry: Carry, before: dict[str, Any], end: dict[str, Any]) -> None:
        """What is a list before the loop, after a round and behind the loop is not one list."""
        for name in carry.templates:
            value = self.frame.vars[name]
            if isinstance(value, CONTAINERS):
                last = end.get(name, value)
                self.merge(before.get(name, last), last, value)

    def ends_of_round(self, node: ast.stmt, carry: Carry) -> list[Any]:
        """The carried values at the end of a round, in the types that the loop has.

        Raises:
            _AnotherRoundError: a type had to be widened.
        """
        frame = self.frame
        values: dict[int, Any] = {}
        again = False
        for name, template in carry.templates.items():
            value = frame.vars.get(name)
            if isinstance(value, Unbound) and name in carry.late and value.value is not NOTHING:
                value = value.value
            if isinstance(value, Unbound):
                self.fail(value.code, value.title, frame.places.get(name, node), hint=value.hint, related=value.related)
            try:
                for index, item in ends(template, value):
                    leaf = carry.leaves[index]
                    type_ = widened(leaf, item)
                    if type_ != leaf.type:
                        leaf.type = type_
                        again = True
                    values[index] = item
            except ConflictError as conflict:
                what = "the returned value" if name == RESULT else f"'{name}'"
                self.fail(
                    "ASC-E206",
                    f"{what} is {conflict.first} before the loop and {conflict.second} after a round",
                    frame.places.get(name, node),
                    hint=f"give '{name}' a value of one type before and in the loop",
                    related=[(node, "this loop")],
                )
        if again:
            raise _AnotherRoundError
        handles = []
        for index, leaf in enumerate(carry.leaves):
            if isinstance(leaf.type, DataType):
                handles.append(self.builder.materialize(values[index], leaf.type).handle)
            else:
                handles.append(values[index].to_ir())
        return handles

    def _forget(
        self,
        node: ast.stmt,
        flow: Flow,
        carry: Carry,
        before: dict[str, Any],
        end: dict[str, Any],
        sure: bool,
        endless: bool,
    ) -> None:
        """Variables that the loop assigns and doesn't hand on have no value behind it."""
        frame = self.frame
        why = "which may not run at all"
        if sure or endless:
            why = "which may be left before" if flow.breaks or flow.continues else "which hands on numbers only"
        for name in flow.assigned:
            if name in carry.templates:
                continue
            if name in before and end.get(name) is before[name]:
                continue
            if name not in flow.live:
                frame.vars.pop(name, None)
                continue
            frame.vars[name] = Unbound(
                "ASC-E202",
                f"'{name}' may have no value here",
                ((node, f"it gets its value in this loop, {why}"),),
                f"give '{name}' a value before the loop",
            )

    def after_loop(self, node: LoopNode, flow: Flow, loop: Loop) -> None:
        """What follows a loop: its ``else``, and exits that go on to leave the loops around it."""
        frame = self.frame
        frame.loops.pop()
        frame.vars.pop(loop.skip, None)
        orelse = _otherwise(node)
        if orelse:

            def otherwise() -> None:
                for name in loop.only_left:
                    frame.vars.pop(name, None)
                self.block(orelse, flow.live)

            self.guarded(node, loop.leave, otherwise, flow.live)
        frame.vars.pop(loop.leave, None)
        if flow.returns and frame.loops:
            around = frame.loops[-1]
            frame.vars[around.skip] = frame.vars[around.leave] = frame.vars[RETURNED]
