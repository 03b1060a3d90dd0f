"""inline: calls of device functions are replaced by their bodies.

MLIR's own inliner leaves alone what holds operations of dialects declared at run time.
"""

from __future__ import annotations

from typing import Any

from asc_core.ir.places import give_name, place_of, python_name
from asc_plugins.passes import PassContext

from .errors import PassError
from .functions import functions, named
from .traits import CALLS

#: What the frontend calls values of several ``return`` statements and of conditional expressions.
_MADE_UP = ("result", "value")


def run(module: Any, context: PassContext) -> None:
    by_name = {f.attributes["sym_name"].value: f for f in functions(module)}
    done: set[str] = set()
    for name in by_name:
        _inline_calls(name, by_name, done, [], context)


def _inline_calls(name: str, by_name: dict[str, Any], done: set[str], path: list[str], context: PassContext) -> None:
    """Inlines the calls in one function, after those in the functions it calls."""
    if name in done:
        return
    function = by_name[name]
    for call in named(function, CALLS):
        callee = call.attributes["callee"].value
        if callee not in by_name or len(by_name[callee].regions[0].blocks) == 0:
            continue
        if callee == name or callee in path:
            cycle = [*path, name, callee]
            chain = " calls ".join(f"'{n}'" for n in cycle[cycle.index(callee) :])
            raise PassError(
                f"recursion can't be compiled: {chain}",
                hint="write it as a loop; a kernel has no call stack",
                code="ASC-E313",
                location=place_of(call.location),
            )
        _inline_calls(callee, by_name, done, [*path, name], context)
        _inline_call(call, by_name[callee], context)
    done.add(name)


def _inline_call(call: Any, function: Any, context: PassContext) -> None:
    if len(function.regions[0].blocks) != 1:
        raise PassError(
            f"function '{function.attributes['sym_name'].value}' has control flow without structure",
            location=place_of(call.location),
        )
    # A clone keeps inner references right by itself; its operations then move to the call.
    copy = function.clone(context.ir.InsertionPoint(call))
    (block,) = copy.regions[0].blocks
    for argument, value in zip(block.arguments, call.operands, strict=True):
        argument.replace_all_uses_with(value)
    ops = [op.operation for op in block.operations]
    returned = list(ops[-1].operands)
    for op in ops[:-1]:
        op.move_before(call)
    for result, value in zip(call.results, returned, strict=True):
        _keep_name(result, value, context)
        result.replace_all_uses_with(value)
    ops[-1].erase()
    copy.erase()
    call.erase()


def _keep_name(result: Any, value: Any, context: PassContext) -> None:
    """A value without a name of its own gets that of the variable the call was assigned to."""
    name = python_name(result)
    if name is None or python_name(value) not in (None, *_MADE_UP):
        return
    owner = value.owner
    if isinstance(owner, context.ir.Block) or owner.operation.name == "arith.constant":
        return
    give_name(value, name)
