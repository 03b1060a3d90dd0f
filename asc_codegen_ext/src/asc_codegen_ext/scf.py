"""Structured control flow: ``scf`` as for, while and if."""

from __future__ import annotations

from collections.abc import Sequence

from asc_plugins.builder import Handle
from asc_plugins.emit import Emitter, Expr, OpText, Precedence, RegionText
from asc_plugins.errors import CallError
from asc_plugins.irtypes import AnyType
from asc_plugins.ops import EmitFunction

from .expressions import cast, is_set, negated, operand, source, step_of, unsigned_of, widened_by_other


def _carried(op: OpText, first: int, arguments: Sequence[Handle], emitter: Emitter) -> list[str]:
    """The variables of a loop's carried values, initialised; the values' own where nobody else needs those."""
    places = range(first, first + len(arguments))
    own = [emitter.reusable(op.operand_value(i), a) for i, a in zip(places, arguments, strict=True)]
    names = []
    for i, name, argument in zip(places, own, arguments, strict=True):
        if name is None:
            name = emitter.variable(argument, "value", op.operand(i))
        else:
            op.operand(i)
            emitter.bind(argument, name)
        names.append(name)
    return names


def _yield(terminator: OpText, types: Sequence[AnyType], names: Sequence[str], emitter: Emitter) -> None:
    emitter.assign(
        [(emitter.cpp_type(t), n, terminator.operand(i)) for i, (t, n) in enumerate(zip(types, names, strict=True))]
    )


def _bind_results(op: OpText, names: Sequence[str], emitter: Emitter) -> None:
    for value, name in zip(op.results, names, strict=True):
        emitter.bind(value, name)


def _for(op: OpText, emitter: Emitter) -> None:
    body = op.region(0)
    counter, *arguments = body.arguments
    names = _carried(op, 3, arguments, emitter)
    dtype = source(op)
    number, unsigned = emitter.constant(op.operand_value(2)), is_set(op, "unsignedCmp")
    if number is not None and (number == 0 or (number < 0 and not unsigned)):
        hint = "scf.for counts up, by 1 or more; write another loop as scf.while"
        raise CallError(f"the step of scf.for is {number}", hint=hint)
    lower, upper, step = (operand(op, i) for i in range(3))
    cpp = unsigned_of(dtype).cpp if unsigned else dtype.cpp
    with emitter.scope():
        name = emitter.name_of(counter, "i")
        bound = upper.within(Precedence.SHIFT)
        if cpp == dtype.cpp:
            emitter.bind(counter, name)
            if dtype.bitwidth > 32:
                bound = widened_by_other(Expr(name), upper)[1].within(Precedence.SHIFT)
        else:
            bound = str(cast(cpp, upper))
            emitter.bind(counter, str(cast(dtype.cpp, Expr(name))))
        start = lower.implicit or lower
        with emitter.block(f"for ({cpp} {name} = {start}; {name} < {bound}; {step_of(name, step)})"):
            _yield(emitter.region(body), op.result_types, names, emitter)
    _bind_results(op, names, emitter)


def _if(op: OpText, emitter: Emitter) -> None:
    yes, no = op.region(0), op.region(1)
    names = _results_of_if(op, yes, no, emitter)
    condition = operand(op, 0)
    types = op.result_types
    if yes.empty and not types and not no.empty:
        with emitter.block(f"if ({negated(condition)})"):
            emitter.region(no)
        return
    with emitter.block(f"if ({condition})"):
        _yield(emitter.region(yes), types, names, emitter)
    if not no.empty or (types and not _initialised(op, no)):
        with emitter.otherwise(f"if ({negated(condition)})"):
            _yield(emitter.region(no), types, names, emitter)
    _bind_results(op, names, emitter)


def _initialised(op: OpText, no: RegionText) -> bool:
    """True when the results' variables get the other branch's values before the condition."""
    return bool(op.results) and no.empty


def _results_of_if(op: OpText, yes: RegionText, no: RegionText, emitter: Emitter) -> list[str]:
    """The variables of the results: those of values that a branch passes on and nobody else needs, or new ones."""
    if not op.results:
        return []
    initialised = _initialised(op, no)
    own: list[str | None] = []
    for i, result in enumerate(op.results):
        name = None
        for end in [no.terminator] if initialised else [no.terminator, yes.terminator]:
            name = name or emitter.reusable(end.operand_value(i), result, inside=True)
        # One variable can't hold two results.
        own.append(None if name in own else name)
    names: list[str] = []
    for i, (value, name) in enumerate(zip(op.results, own, strict=True)):
        start = no.terminator.operand(i) if initialised and name is None else None
        names.append(name or emitter.variable(value, "value", start))
    return names


def _while(op: OpText, emitter: Emitter) -> None:
    before, after = op.region(0), op.region(1)
    names = _carried(op, 0, before.arguments, emitter)
    types = [op.operand_type(i) for i in range(len(names))]
    terminator = before.terminator
    forwarded = [terminator.operand_value(i + 1) for i in range(len(op.results))]
    # A value that the condition passes on unchanged stays in its variable, once.
    holders: list[str | None] = []
    for value in forwarded:
        place = next((i for i, a in enumerate(before.arguments) if a == value), None)
        holder = names[place] if place is not None else None
        holders.append(None if holder in holders else holder)
    passed = [holder or emitter.variable(result, "value") for holder, result in zip(holders, op.results, strict=True)]
    with emitter.capture() as lines:
        condition_op = emitter.region(before)
        condition = operand(condition_op, 0)
        moved = [
            (emitter.cpp_type(t), passed[i], condition_op.operand(i + 1))
            for i, t in enumerate(op.result_types)
            if holders[i] is None
        ]
        if moved:
            held = emitter.temporary("bool", "proceed", condition)
            condition = Expr(held)
            emitter.assign(moved)
    for argument, name in zip(after.arguments, passed, strict=True):
        emitter.bind(argument, name)
    with emitter.block("while (true)" if lines else f"while ({condition})"):
        if lines:
            emitter.write(lines)
            with emitter.block(f"if ({negated(condition)})"):
                emitter.statement("break")
        _yield(emitter.region(after), types, names, emitter)
    _bind_results(op, passed, emitter)


def _index_switch(op: OpText, emitter: Emitter) -> None:
    names = [emitter.variable(value, "value") for value in op.results]
    cases: list[int] = op.attribute("cases")
    heads = ["default:", *(f"case {case}:" for case in cases)]
    places = [*range(1, len(heads)), 0]
    with emitter.block(f"switch ({op.operand(0)})"):
        for place in places:
            with emitter.block(heads[place]):
                _yield(emitter.region(op.region(place)), op.result_types, names, emitter)
                emitter.statement("break")
    _bind_results(op, names, emitter)


def inlined(op: OpText, emitter: Emitter) -> None:
    """A region that is executed once where it stands."""
    end = emitter.region(op.region(0))
    for place, value in enumerate(op.results):
        emitter.variable(value, "value", end.operand(place))


EMITTERS: dict[str, EmitFunction] = {
    "scf.execute_region": inlined,
    "scf.for": _for,
    "scf.if": _if,
    "scf.index_switch": _index_switch,
    "scf.while": _while,
}
