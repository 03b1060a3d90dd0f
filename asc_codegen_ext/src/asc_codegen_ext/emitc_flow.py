"""Control flow of ``emitc``, and its expressions."""

from __future__ import annotations

from asc_plugins.emit import Emitter, OpText, Precedence
from asc_plugins.ops import EmitFunction

from .expressions import negated, operand, step_of


def _for(op: OpText, emitter: Emitter) -> None:
    body = op.region(0)
    (counter,) = body.arguments
    start, bound, step = operand(op, 0), operand(op, 1).within(Precedence.SHIFT), operand(op, 2)
    with emitter.scope():
        name = emitter.name_of(counter, "i")
        emitter.bind(counter, name)
        head = f"for ({op.operand_type(0).cpp} {name} = {start}; {name} < {bound}; {step_of(name, step)})"
        with emitter.block(head):
            emitter.region(body)


def _if(op: OpText, emitter: Emitter) -> None:
    condition = operand(op, 0)
    with emitter.block(f"if ({condition})"):
        emitter.region(op.region(0))
    no = op.region(1)
    if not no.empty:
        with emitter.otherwise(f"if ({negated(condition)})"):
            emitter.region(no)


def _switch(op: OpText, emitter: Emitter) -> None:
    cases: list[int] = op.attribute("cases")
    with emitter.block(f"switch ({op.operand(0)})"):
        for place, head in [*enumerate((f"case {case}:" for case in cases), 1), (0, "default:")]:
            with emitter.block(head):
                emitter.region(op.region(place))
                emitter.statement("break")


def _do(op: OpText, emitter: Emitter) -> None:
    # The condition may need variables, which the while of C++ couldn't see.
    with emitter.block("while (true)"):
        emitter.region(op.region(0))
        condition = operand(emitter.region(op.region(1)), 0)
        with emitter.block(f"if ({negated(condition)})"):
            emitter.statement("break")


def _expression(op: OpText, emitter: Emitter) -> str:
    body = op.region(0)
    for place, argument in enumerate(body.arguments):
        emitter.bind(argument, operand(op, place))
    return operand(emitter.region(body), 0)


EMITTERS: dict[str, EmitFunction] = {
    "emitc.do": _do,
    "emitc.expression": _expression,
    "emitc.for": _for,
    "emitc.if": _if,
    "emitc.switch": _switch,
}
