"""inline: calls of device functions are replaced by their bodies.

MLIR's own inliner leaves alone what holds operations of dialects declared at run time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from asc_core.ir.nesting import MOST_LEVELS
from asc_core.ir.places import call_location, give_name, mark_called, place_of_operation, python_name
from asc_plugins.passes import PassContext

from .errors import PassError
from .functions import functions, named, operations
from .traits import CALLS

#: What the frontend calls values of several ``return`` statements and of conditional expressions.
_MADE_UP = ("result", "value")

#: Operations that a function may have once its calls are bodies.
MOST_OPERATIONS = 500_000
_SMALLER = "call them in loops: each call is a copy of the function's body"
_FLATTER = "give functions flags as arguments instead of calling them within branches and loops"


@dataclass
class _Function:
    """A function and what its calls make of it.

    Attributes:
        calls: its calls of functions with a body.
        size: operations that it has with the bodies of those.
        levels: regions around the innermost body, one within the other.
    """

    calls: list[Any]
    size: int
    levels: int = 0


def run(module: Any, context: PassContext) -> None:
    by_name = {f.attributes["sym_name"].value: f for f in functions(module) if len(f.regions[0].blocks)}
    known: dict[str, _Function] = {}
    for name in by_name:
        for callee in _callees_first(name, by_name, known):
            function = known[callee]
            _require_moderate(callee, function, known)
            for call in function.calls:
                _inline_call(call, by_name[_callee(call)], context)


def _callee(call: Any) -> str:
    name: str = call.attributes["callee"].value
    return name


def _callees_first(start: str, by_name: dict[str, Any], known: dict[str, _Function]) -> Iterator[str]:
    """A function and those that it calls that aren't *known*, callees before callers; each becomes known."""
    if start in known:
        return
    known[start] = _read(by_name[start], by_name)
    path = {start: iter(known[start].calls)}
    while path:
        name = next(reversed(path))
        call = next(path[name], None)
        if call is None:
            del path[name]
            yield name
            continue
        callee = _callee(call)
        if callee in path:
            names = list(path)
            raise _recursion([f"'{n}'" for n in (*names[names.index(callee) :], callee)], call)
        if callee not in known:
            known[callee] = _read(by_name[callee], by_name)
            path[callee] = iter(known[callee].calls)


def _read(op: Any, by_name: dict[str, Any]) -> _Function:
    calls = [call for call in named(op, CALLS) if _callee(call) in by_name]
    return _Function(calls, sum(1 for _ in operations(op)))


def _recursion(chain: list[str], call: Any) -> PassError:
    return PassError(
        f"recursion can't be compiled: {' calls '.join(chain)}",
        hint="write it as a loop; a kernel has no call stack",
        code="ASC-E313",
        location=place_of_operation(call),
    )


def _require_moderate(name: str, function: _Function, known: dict[str, _Function]) -> None:
    """Works out what a function becomes, of callees that did, and checks that it can be compiled."""
    for call in function.calls:
        callee = known[_callee(call)]
        function.size += callee.size
        function.levels = max(function.levels, _levels(call) + callee.levels)
        if function.size > MOST_OPERATIONS or function.levels > MOST_LEVELS:
            large = function.size > MOST_OPERATIONS
            limit = f"{MOST_OPERATIONS} operations" if large else f"{MOST_LEVELS} loops and branches within each other"
            raise PassError(
                f"with the functions that '{name}' calls in their places it has more than {limit}",
                hint=_SMALLER if large else _FLATTER,
                location=place_of_operation(call),
            )


def _levels(call: Any) -> int:
    """Regions around a call inside its function."""
    levels, around = 0, call.parent.operation
    while around.name != "func.func":
        levels, around = levels + 1, around.parent.operation
    return levels


def _inline_call(call: Any, function: Any, context: PassContext) -> None:
    if len(function.regions[0].blocks) != 1:
        raise PassError(
            f"function '{function.attributes['sym_name'].value}' has control flow without structure",
            location=place_of_operation(call),
        )
    # A clone keeps inner references right by itself; its operations then move to the call.
    copy = function.clone(context.ir.InsertionPoint(call))
    (block,) = copy.regions[0].blocks
    for argument, value in zip(block.arguments, call.operands, strict=True):
        argument.replace_all_uses_with(value)
    ops = [op.operation for op in block.operations]
    returned = list(ops[-1].operands)
    place = call_location(call, function)
    if place is not None:
        for op in operations(copy):
            mark_called(op, place)
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
