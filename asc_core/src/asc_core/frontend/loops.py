"""Loops: ``scf.for`` and ``scf.while`` with typed carried values, and loops unrolled at compile time."""

from __future__ import annotations

import ast
import builtins
import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from asc_core.ir.places import ARGUMENTS
from asc_core.ir.ranges import Ranges
from asc_plugins import ranges
from asc_plugins.brief import article, brief
from asc_plugins.dtypes import DataType, bool_, int32, int64
from asc_plugins.values import IRValue, PlainValue

from .base import is_runtime
from .carrying import Carry, Carrying, LoopNode
from .cheap import is_cheap
from .frame import RETURNED, Loop
from .function import BoundFunction, KernelFunction
from .hostvalues import host_scalar, is_array
from .liveness import Flow, names_in_order
from .naming import named
from .promotion import fits, literal_dtype, promote

#: Rounds of unrolled loops within each other, and items of a sequence: more would take the C++ compiler minutes.
MOST_UNROLLED = 32_768


class Loops(Carrying):
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
        self.after_loop(node, flow, loop)

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

        def attempt(carry: Carry) -> tuple[Any, Callable[[], None]]:
            self.at(node)
            types = [builder.context.to_mlir(t) for t in carry.types]
            arguments = (target, *carry.names)
            named = {**builder.names_attribute(carry.names), **builder.names_attribute(arguments, ARGUMENTS)}
            op = builder.operation("scf.for", [*limits, *self.inits(carry)], types, named, regions=1)
            names = [builder.named_location(n) for n in arguments]
            block = op.regions[0].blocks.append(builder.context.to_mlir(dtype), *types, arg_locs=names)

            def trace() -> None:
                index, *rest = block.arguments
                self.enter(carry, rest)
                with builder.at_end(block):
                    self.assign(node.target, value(PlainValue(index, dtype)))
                    self.block(node.body, flow.at_head)
                    handles = self.ends_of_round(node, carry)
                    self.at(node)
                    builder.operation("scf.yield", handles)

            return op, trace

        own = frozenset(flow.targets).difference(rebound)
        self.carried_loop(node, flow, loop, attempt, sure=bool(trips), extra=rebound, own=own)

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

        def attempt(carry: Carry) -> tuple[Any, Callable[[], None]]:
            self.at(node)
            types = [builder.context.to_mlir(t) for t in carry.types]
            named = {**builder.names_attribute(carry.names), **builder.names_attribute(carry.names, ARGUMENTS)}
            op = builder.operation("scf.while", self.inits(carry), types, named, regions=2)
            places = [builder.named_location(n) for n in carry.names]
            head, block = (r.blocks.append(*types, arg_locs=places) for r in op.regions)

            def trace() -> None:
                self.enter(carry, list(head.arguments))
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
                    handles = self.ends_of_round(node, carry)
                    builder.operation("scf.condition", [builder.truth(going).handle, *handles])
                self.enter(carry, list(block.arguments))
                with builder.at_end(block):
                    frame.vars[loop.leave] = frame.vars[loop.skip] = False
                    if flow.returns:
                        frame.vars[RETURNED] = False
                    body()
                    handles = self.ends_of_round(node, carry)
                    self.at(node)
                    builder.operation("scf.yield", handles)

            return op, trace

        self.carried_loop(node, flow, loop, attempt, sure=sure, extra=extra, never=never, endless=endless)

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


def _same(index: PlainValue) -> PlainValue:
    return index


def _holds(dtype: DataType, number: int) -> bool:
    low, high = dtype.limits()
    return bool(low <= number <= high)
