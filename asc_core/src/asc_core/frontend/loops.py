"""Loops: ``scf.for`` and ``scf.while`` with typed carried values, and loops unrolled at compile time."""

from __future__ import annotations

import ast
import builtins
import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from asc_core.ir.places import ARGUMENTS
from asc_core.ir.ranges import Ranges
from asc_plugins import ranges
from asc_plugins.brief import article, brief
from asc_plugins.dtypes import DataType, bool_, int32, int64
from asc_plugins.irtypes import ValueType
from asc_plugins.values import IRValue, PlainValue, wrap

from .base import is_runtime
from .control import Control, is_hidden
from .frame import NOTHING, RESULT, RETURNED, Loop, Unbound
from .function import BoundFunction, KernelFunction
from .hostvalues import host_scalar, is_array
from .joining import ConflictError, Leaf, Slot, carried, ends, fill, rebuilt, widened
from .liveness import Flow, names_in_order
from .naming import named
from .ownership import CONTAINERS
from .promotion import fits, literal_dtype, promote

#: Rounds of unrolled loops within each other, and items of a sequence: more would take the C++ compiler minutes.
MOST_UNROLLED = 32_768

#: A carried type only ever widens: bool, int32, int64 or float32, float64 is the longest way.
_MOST_ROUNDS = 6

_CHEAP_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


#: Statements that loop; a ``with`` does where a pack says so.
LoopNode = ast.For | ast.While | ast.With


def _otherwise(node: LoopNode) -> list[ast.stmt]:
    """The ``else`` of a loop."""
    return [] if isinstance(node, ast.With) else node.orelse


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


class _AnotherRoundError(Exception):
    """The body must be traced again with other carried values."""


@dataclass
class _Carry:
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


class Loops(Control):
    """``for`` and ``while``.

    Attributes:
        unrolled: how often the current place is traced for the unrolled loops around it.
    """

    unrolled = 1

    def assign(self, target: ast.expr, value: Any) -> None:
        """Assigns to a target."""
        raise NotImplementedError

    def stop_unless(self, node: ast.stmt, test: PlainValue, parts: Sequence[Any]) -> None:
        """Stops the kernel with a message where a condition doesn't hold."""
        raise NotImplementedError

    def for_statement(self, node: ast.For) -> None:
        """Traces a ``for``."""
        iterable = self.unwrap(self.expression(node.iter))
        if isinstance(iterable, (builtins.range, ranges.range)) and not isinstance(iterable, ranges.static_range):
            self._range(node, iterable)
        else:
            self._unrolled(node, self.items(iterable, node.iter))

    def items(self, iterable: Any, node: ast.expr) -> list[Any]:
        """The items of a sequence known at compile time, at most :data:`MOST_UNROLLED`."""
        if isinstance(iterable, ranges.range):
            self.fail(
                "ASC-E503",
                "a range with run-time bounds can't be iterated at compile time",
                node,
                hint="use a for statement, or asc.static_range with constant bounds",
            )
        is_function = isinstance(iterable, (KernelFunction, BoundFunction))
        kind = named(iterable) if is_function or isinstance(iterable, PlainValue) else article(type(iterable).__name__)
        if is_function:
            self.fail("ASC-E503", f"{kind} can't be iterated", node)
        if isinstance(iterable, IRValue):
            self.fail(
                "ASC-E503",
                f"{kind} can't be iterated: it is known only when the kernel runs",
                node,
                hint="iterate over range(n)"
                if isinstance(iterable, PlainValue)
                else "iterate over range(n) and read elements, for instance with tensor.get_value(i)",
            )
        if is_array(iterable):
            self.fail(
                "ASC-E204",
                f"{kind} of the host can't be iterated in a kernel",
                node,
                hint="pass the array as an argument, or make a tuple of its numbers outside of the kernel",
            )
        if isinstance(iterable, (set, frozenset)):
            self.fail(
                "ASC-E503", "a set has no order", node, hint="iterate over a tuple, for instance tuple(sorted(s))"
            )
        if isinstance(iterable, ranges.static_range):
            iterable = builtins.range(iterable.start, iterable.stop, iterable.step)
        count = len(iterable) if isinstance(iterable, builtins.range) else 0
        taken = self.evaluate(node, lambda: list(itertools.islice(iterable, MOST_UNROLLED + 1)))
        if len(taken) > MOST_UNROLLED:
            self._too_long(node, f"{count:,}" if count else f"more than {MOST_UNROLLED:,}")
        return taken

    def _too_long(self, node: ast.expr, rounds: str) -> NoReturn:
        self.fail(
            "ASC-E506",
            f"{rounds} rounds are too many at compile time: the limit is {MOST_UNROLLED:,}, "
            "unrolled loops around included",
            node,
            hint="use for i in range(...), which is a loop of the kernel",
        )

    # Loops that the compiler unrolls.

    def _unrolled(self, node: ast.For, items: Sequence[Any]) -> None:
        frame = self.frame
        flow = frame.flows[node]
        loop = frame.enter_loop()
        live = flow.at_head | flow.live

        def once(item: Any) -> None:
            frame.vars[loop.skip] = False
            self.at(node)
            self.assign(node.target, item)
            self.block(node.body, live)

        around = self.unrolled
        self.unrolled = around * max(len(items), 1)
        if self.unrolled > MOST_UNROLLED:
            self._too_long(node.iter, f"{self.unrolled:,}")
        for item in items:
            if frame.vars[loop.leave] is True:
                break
            self.guarded(node, loop.leave, functools.partial(once, item), live)
        self.unrolled = around
        self._after(node, flow, loop)

    # Loops over a range.

    def _range(self, node: ast.For, bounds: builtins.range | ranges.range) -> None:
        start, stop, step = bounds.start, bounds.stop, bounds.step
        frame = self.frame
        flow = frame.flows[node]
        constant = not (isinstance(start, IRValue) or isinstance(stop, IRValue) or isinstance(step, IRValue))
        dtype = self._index_type(node, start, stop, step)
        trips = len(builtins.range(start, stop, step)) if constant else None
        if trips == 0:
            self.block(node.orelse, flow.live)
            return
        counts_up = self._rises(step)
        value: Callable[[PlainValue], PlainValue] = _same
        rounds, counter = (start, stop, step), dtype
        if trips is not None and not _holds(dtype, start + trips * step):
            # The step behind the last round would overflow: count the rounds, and compute the index from them.
            rounds, counter = (0, trips, 1), dtype if _holds(dtype, trips) else int64
            counts_up = True

            def value(count: PlainValue) -> PlainValue:
                moved = self.builder.binary("mul", self.builder.cast(count, dtype), step)
                return self.builder.cast(self.builder.binary("add", moved, start), dtype)

        lasting = [n for n in flow.targets if n in flow.live]
        if not counts_up or flow.leaves:
            self._counted_while(node, flow, rounds, counter, lasting, value)
            return
        # Without an exit or an assignment in between, the index's last value is plain arithmetic.
        rebound = [n for n in lasting if n in flow.inside]
        before = {n: frame.vars.get(n) for n in lasting}
        self._for(node, flow, rounds, counter, trips, rebound, value)
        for name in lasting:
            if name not in rebound:
                self._last_index(node, before[name], (start, stop, step), dtype, trips)

    def _rises(self, step: Any) -> bool | None:
        """True for a step that counts up, False for one that counts down; None where only the run will tell."""
        if isinstance(step, IRValue):
            return Ranges(self.registry).positive(step.handle) or None
        return bool(step > 0)

    def _index_type(self, node: ast.For, *bounds: Any) -> DataType:
        """int32, or int64 where a bound needs it."""
        dtype = int32
        for bound in bounds:
            if type(bound) is int and fits(bound, int32):
                continue
            if isinstance(bound, PlainValue):
                other = bound.dtype
                other = int64 if other.is_unsigned() and other.bitwidth >= 32 else other
            else:
                low, high = int64.limits()
                if not low <= bound <= high:
                    self.fail("ASC-E502", f"the bound {brief(bound)} of this range is beyond int64", node.iter)
                other = literal_dtype(bound)
            dtype = promote(dtype, other)
        return dtype

    def _for(
        self,
        node: ast.For,
        flow: Flow,
        bounds: tuple[Any, Any, Any],
        dtype: DataType,
        trips: int | None,
        rebound: Sequence[str],
        value: Callable[[PlainValue], PlainValue],
    ) -> None:
        """A loop that counts up to its end; *value* gives the index of a count."""
        builder, frame = self.builder, self.frame
        self.at(node.iter)
        limits = [builder.operand(b, dtype) for b in bounds]
        loop = frame.enter_loop()
        target = node.target.id if isinstance(node.target, ast.Name) else "i"

        def attempt(carry: _Carry) -> tuple[Any, Callable[[], None]]:
            self.at(node)
            types = [builder.context.to_mlir(t) for t in carry.types]
            arguments = (target, *carry.names)
            named = {**builder.names_attribute(carry.names), **builder.names_attribute(arguments, ARGUMENTS)}
            op = builder.operation("scf.for", [*limits, *self._inits(carry)], types, named, regions=1)
            names = [builder.named_location(n) for n in arguments]
            block = op.regions[0].blocks.append(builder.context.to_mlir(dtype), *types, arg_locs=names)

            def trace() -> None:
                index, *rest = block.arguments
                self._enter(carry, rest)
                with builder.at_end(block):
                    self.assign(node.target, value(PlainValue(index, dtype)))
                    self.block(node.body, flow.at_head)
                    handles = self._ends(node, carry)
                    self.at(node)
                    builder.operation("scf.yield", handles)

            return op, trace

        own = frozenset(flow.targets).difference(rebound)
        self._carried_loop(node, flow, loop, attempt, sure=bool(trips), extra=rebound, own=own)

    def _last_index(
        self, node: ast.For, before: Any, bounds: tuple[Any, Any, Any], dtype: DataType, trips: int | None
    ) -> None:
        """Gives the index's variable its value after the loop; *before* is the one it had."""
        builder = self.builder
        start, stop, step = bounds
        if trips is not None:
            self.assign(node.target, start + (trips - 1) * step)
            return
        self.at(node.iter)
        first, end = (builder.materialize(b, dtype) for b in (start, stop))
        last = builder.binary("sub", end, 1)
        if isinstance(step, IRValue) or step != 1:
            rounds = builder.binary("floordiv", builder.binary("sub", last, first), step)
            last = builder.binary("add", first, builder.binary("mul", rounds, step))
        if isinstance(before, PlainValue) or (before is not None and host_scalar(before) is not None):
            ran = builder.compare("lt", first, end)
            last = builder.select(ran, last, builder.materialize(before, dtype))
        self.assign(node.target, last)

    def _counted_while(
        self,
        node: ast.For,
        flow: Flow,
        bounds: tuple[Any, Any, Any],
        dtype: DataType,
        lasting: Sequence[str],
        value: Callable[[PlainValue], PlainValue],
    ) -> None:
        """A loop that counts down, by a run-time step, or may be left early."""
        builder, frame = self.builder, self.frame
        self.at(node.iter)
        start, stop, step = (builder.materialize(b, dtype) for b in bounds)
        rises = self._rises(bounds[2])
        if rises is None:
            self.stop_unless(node, builder.compare("ne", step, 0), ["the step of range is 0"])
        loop = frame.enter_loop()
        frame.vars[loop.index] = start

        def goes_on(index: PlainValue) -> PlainValue:
            if rises is not None:
                ahead: PlainValue = builder.compare("lt" if rises else "gt", index, stop)
                return ahead
            up, down = builder.compare("gt", step, 0), builder.compare("lt", step, 0)
            rising = builder.binary("and", up, builder.compare("lt", index, stop))
            falling: PlainValue = builder.binary("and", down, builder.compare("gt", index, stop))
            joined: PlainValue = builder.binary("or", rising, falling)
            return joined

        def test() -> PlainValue:
            self.at(node.iter)
            return goes_on(frame.vars[loop.index])

        def body() -> None:
            index = frame.vars[loop.index]
            self.assign(node.target, value(index))
            self.block(node.body, flow.at_head | set(lasting))
            self.at(node.iter)
            frame.vars[loop.index] = builder.binary("add", index, step)

        trips = len(builtins.range(*bounds)) if not is_runtime(bounds) else 0
        self._while(node, flow, loop, test, body, sure=trips > 0, extra=lasting)
        frame.vars.pop(loop.index, None)

    # While.

    def while_statement(self, node: ast.While) -> None:
        """Traces a ``while``."""
        frame = self.frame
        flow = frame.flows[node]
        loop = frame.enter_loop()

        def test() -> Any:
            return self.condition(node.test)

        def body() -> None:
            # MLIR drops loops without effects; waiting is one.
            self.builder.create("emitasc.keep_loop")
            self.block(node.body, flow.at_head)

        # What the condition assigns reaches the body through the loop's values only.
        self._while(node, flow, loop, test, body, sure=False, extra=names_in_order([node.test]))

    def with_loop(self, node: ast.With, test: Callable[[], Any], body: Callable[[], None]) -> None:
        """Traces a ``with`` that repeats *body* as long as *test* holds."""
        loop = self.frame.enter_loop()
        loop.is_with = True
        self._while(node, self.frame.flows[node], loop, test, body, sure=False, extra=())

    def _while(
        self,
        node: LoopNode,
        flow: Flow,
        loop: Loop,
        test: Callable[[], Any],
        body: Callable[[], None],
        sure: bool,
        extra: Sequence[str],
    ) -> None:
        builder, frame = self.builder, self.frame
        never: list[bool] = []
        endless: list[bool] = []

        def attempt(carry: _Carry) -> tuple[Any, Callable[[], None]]:
            self.at(node)
            types = [builder.context.to_mlir(t) for t in carry.types]
            named = {**builder.names_attribute(carry.names), **builder.names_attribute(carry.names, ARGUMENTS)}
            op = builder.operation("scf.while", self._inits(carry), types, named, regions=2)
            places = [builder.named_location(n) for n in carry.names]
            head, block = (r.blocks.append(*types, arg_locs=places) for r in op.regions)

            def trace() -> None:
                self._enter(carry, list(head.arguments))
                with builder.at_end(head):
                    going = self._going_on(node, loop, test, endless)
                    if going is False:
                        never.append(True)
                        return
                    if going is True and not flow.leaves:
                        self.fail(
                            "ASC-E501",
                            "this loop never ends: its condition is always true, and it has no break or return",
                            node,
                            hint="add a break, or count with for i in range(n)",
                        )
                    self.at(node)
                    handles = self._ends(node, carry)
                    builder.operation("scf.condition", [builder.truth(going).handle, *handles])
                self._enter(carry, list(block.arguments))
                with builder.at_end(block):
                    frame.vars[loop.leave] = frame.vars[loop.skip] = False
                    if flow.returns:
                        frame.vars[RETURNED] = False
                    body()
                    handles = self._ends(node, carry)
                    self.at(node)
                    builder.operation("scf.yield", handles)

            return op, trace

        self._carried_loop(node, flow, loop, attempt, sure=sure, extra=extra, never=never, endless=endless)

    def _going_on(self, node: LoopNode, loop: Loop, test: Callable[[], Any], endless: list[bool]) -> Any:
        """The condition of another round: the loop wasn't left, and its test holds."""
        builder, frame = self.builder, self.frame
        leave = frame.vars[loop.leave]
        if leave is False:
            return test()
        self.at(node)
        stays = builder.negated(leave)
        if isinstance(node, ast.For) or (isinstance(node, ast.While) and is_cheap(node.test)):
            going = test()
            if going is True or going is False:
                endless.append(going)
                return stays if going else False
            self.at(node)
            return builder.op("arith.andi", [stays.handle, going.handle], bool_)
        name = "<going>"
        self.branch(
            node,
            stays,
            lambda: frame.vars.__setitem__(name, test()),
            lambda: frame.vars.__setitem__(name, False),
        )
        return frame.vars.pop(name)

    # Carried values.

    def _carried_loop(
        self,
        node: LoopNode,
        flow: Flow,
        loop: Loop,
        attempt: Callable[[_Carry], tuple[Any, Callable[[], None]]],
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
            self._enter(carry, op.results)
            frame.places.update((n, end.places[n]) for n in carry.templates if n in end.places)
            self._merge_carried(carry, before.vars, end.vars)
            self._forget(node, flow, carry, before.vars, end.vars, sure, any(endless))
            if any(endless) and not flow.breaks:
                # Nothing but a return leaves it.
                frame.vars[RETURNED] = frame.vars[loop.leave] = True
            break
        else:
            self.fail("ASC-E206", "the types of this loop's variables change from round to round", node)
        self._after(node, flow, loop)

    def _initial(self, flow: Flow, loop: Loop, extra: Sequence[str], own: frozenset[str]) -> _Carry:
        frame = self.frame
        names = [n for n in flow.assigned if n not in own and (n in flow.at_head or n in extra)]
        hidden = [loop.index] if loop.index in frame.vars else []
        if flow.leaves:
            hidden.append(loop.leave)
        if flow.returns:
            hidden += [RETURNED, RESULT]
        carry = _Carry({}, [], [])
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
        carry: _Carry,
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
    def _add_zeros(carry: _Carry, name: str, zeros: Any) -> None:
        def place(item: Any) -> Any:
            if isinstance(item, _Zero):
                carry.leaves.append(Leaf((0,), item.type))
                carry.names.append(name)
                return Slot(len(carry.leaves) - 1)
            if isinstance(item, (tuple, list)):
                return rebuilt(item, [place(i) for i in item])
            return item

        carry.templates[name] = place(zeros)

    def _inits(self, carry: _Carry) -> list[Any]:
        return [
            self.builder.materialize(leaf.values[0], leaf.type).handle
            if isinstance(leaf.type, DataType)
            else leaf.values[0].to_ir()
            for leaf in carry.leaves
        ]

    def _enter(self, carry: _Carry, arguments: Sequence[Any]) -> None:
        """Gives the variables their values at the start of a round."""
        for name, template in carry.templates.items():
            value = fill(template, lambda i: wrap(arguments[i], carry.leaves[i].type))
            self.frame.vars[name] = value
            if value is not template and isinstance(value, CONTAINERS):
                self.merged(value)

    def _merge_carried(self, carry: _Carry, before: dict[str, Any], end: dict[str, Any]) -> None:
        """What is a list before the loop, after a round and behind the loop is not one list."""
        for name in carry.templates:
            value = self.frame.vars[name]
            if isinstance(value, CONTAINERS):
                last = end.get(name, value)
                self.merge(before.get(name, last), last, value)

    def _ends(self, node: ast.stmt, carry: _Carry) -> list[Any]:
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
        carry: _Carry,
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

    def _after(self, node: LoopNode, flow: Flow, loop: Loop) -> None:
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


def _same(index: PlainValue) -> PlainValue:
    return index


def _holds(dtype: DataType, number: int) -> bool:
    low, high = dtype.limits()
    return bool(low <= number <= high)


@dataclass(frozen=True)
class _Zero:
    """Stands for the first value of a variable that has none yet."""

    type: ValueType


__all__ = ["Loops", "is_cheap", "is_hidden"]
