"""What an operation's location tells: the place in the source and the Python variable's name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from .bindings import ir
from .location import Call, SourceLoc

#: Attribute with the names of the variables that an operation's results are assigned to.
NAMES = "asc.names"
#: Attribute with the names of the variables that a loop's arguments are; its text doesn't keep their locations.
ARGUMENTS = "asc.arguments"
#: MLIR's note with the operation that a diagnostic is about.
_OPERATION = re.compile(r'see current operation: (?:%[^=]*= )?"?([\w.$]+)')


def place_of(location: Any, known: dict[Any, tuple[Call, ...]] | None = None) -> SourceLoc | None:
    """The place in the source; that of the innermost function, with the calls, when calls were inlined.

    Who asks for many places gives a dictionary, *known*, that keeps the calls.
    """
    callers: list[Any] = []
    while True:
        if isinstance(location, ir.FileLineColLoc):
            # Line 0 stands for an unknown one; what doesn't fit an int comes out negative.
            line = location.start_line
            if line <= 0:
                return None
            calls = _calls(callers, known) if callers else ()
            return SourceLoc(location.filename, line, max(location.start_col, 0), calls)
        if isinstance(location, ir.NameLoc):
            location = location.child_loc
        elif isinstance(location, ir.CallSiteLoc):
            callers.append(location.caller)
            location = location.callee
        elif isinstance(location, ir.FusedLoc):
            place = next((place for place in map(place_of, location.locations) if place is not None), None)
            return replace(place, calls=(*place.calls, *_calls(callers, known))) if place and callers else place
        else:
            return None


def _calls(callers: list[Any], known: dict[Any, tuple[Call, ...]] | None) -> tuple[Call, ...]:
    """The calls that locations tell, outermost last; *callers* are as they were met, the outermost first."""
    calls: list[Call] = []
    for caller in reversed(callers):
        own = None if known is None else known.get(caller.attr)
        if own is None:
            place = place_of(caller)
            own = () if place is None else (Call(name_in(caller) or "", replace(place, calls=())), *place.calls)
            if known is not None:
                known[caller.attr] = own
        calls += own
    return tuple(calls)


def call_location(call: Any, function: Any) -> Any:
    """The location of a *call*, named after the *function* called; None when it has no place."""
    location = call.location
    if isinstance(location, ir.NameLoc):
        location = location.child_loc
    if place_of(location) is None:
        return None
    name = name_in(function.location) or function.attributes["sym_name"].value
    return ir.Location.name(name, location, call.context)


def mark_called(operation: Any, call: Any) -> None:
    """Makes the location of an operation from a function's body that of a copy at the place of a *call*.

    Names stay outside, where they are looked for.
    """
    location, context = operation.location, operation.context
    if type(location) is ir.FileLineColLoc:
        operation.location = ir.Location.callsite(location, [call], context)
    elif isinstance(location, ir.NameLoc):
        place = location.child_loc
        if not isinstance(place, ir.UnknownLoc):
            called = ir.Location.callsite(place, [call], context)
            operation.location = ir.Location.name(location.name_str, called, context)
    elif not isinstance(location, ir.UnknownLoc):
        operation.location = ir.Location.callsite(location, [call], context)


def place_of_operation(operation: Any) -> SourceLoc | None:
    """The place in the source of an operation; one without, such as a name's alone, has that of the one around it."""
    while operation is not None:
        place = place_of(operation.location)
        if place is not None:
            return place
        parent = operation.parent
        operation = None if parent is None else parent.operation
    return None


def place_of_diagnostic(diagnostic: Any) -> SourceLoc | None:
    """The place in the source that a diagnostic of MLIR is about."""
    # Locations of diagnostics don't know their kind; made anew they do.
    location = diagnostic.location
    return place_of(ir.Location.from_attr(location.attr, location.context))


def place_of_error(error: Any) -> SourceLoc | None:
    """The place in the source that an error of MLIR is about."""
    places = map(place_of_diagnostic, error.error_diagnostics)
    return next((place for place in places if place is not None), None)


def message_of(error: Any) -> str:
    """What an error of MLIR says, without the places."""
    return "; ".join(map(message_of_diagnostic, error.error_diagnostics)) or str(error)


def message_of_diagnostic(diagnostic: Any) -> str:
    """What a diagnostic of MLIR says; the operation's name is told where only its note does."""
    message: str = diagnostic.message
    if not message.startswith("op "):
        return message
    found = next(filter(None, (_OPERATION.match(note.message) for note in diagnostic.notes)), None)
    return f"'{found[1]}' {message}" if found else message


def name_in(location: Any) -> str | None:
    """The Python variable's name that a location carries."""
    if isinstance(location, ir.FusedLoc):
        return next((name for name in map(name_in, location.locations) if name is not None), None)
    return location.name_str if isinstance(location, ir.NameLoc) else None


def argument_name(argument: Any) -> str | None:
    """The name of the Python variable that a block's argument is."""
    name = name_in(argument.location)
    if name is not None:
        return name
    block = argument.owner
    loop = block.owner
    if ARGUMENTS not in loop.attributes or block != loop.regions[0].blocks[0]:
        return None
    names = loop.attributes[ARGUMENTS]
    # Simplification may have dropped arguments and kept the names of all.
    return names[argument.arg_number].value or None if len(names) == len(block.arguments) else None


def name_and_place(location: Any) -> tuple[str | None, Any]:
    """The Python variable's name and the place in the source that a location carries, or a location with that place."""
    name = None
    if isinstance(location, ir.NameLoc):
        name, location = location.name_str, location.child_loc
    if isinstance(location, (ir.FileLineColLoc, ir.CallSiteLoc)):
        return name, location
    return name or name_in(location), place_of(location)


def python_name(value: Any) -> str | None:
    """The name of the Python variable an SSA value was assigned to."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        return argument_name(ir.BlockArgument(value))
    operation = owner.operation
    results = len(operation.results)
    if NAMES in operation.attributes:
        # Simplification may have dropped results and kept the names of all.
        names = operation.attributes[NAMES]
        if len(names) == results:
            return names[value.result_number].value or None
    return name_in(operation.location) if results == 1 else None


def give_name(value: Any, name: str) -> None:
    """Makes *name* the Python variable that a result of an operation was assigned to."""
    operation = value.owner.operation
    count = len(operation.results)
    context = operation.context
    if count == 1:
        place = operation.location
        if isinstance(place, ir.NameLoc):
            place = place.child_loc
        operation.location = ir.Location.name(name, place, context)
        if NAMES not in operation.attributes:
            return
    names = list(operation.attributes[NAMES]) if NAMES in operation.attributes else []
    texts = [n.value for n in names] if len(names) == count else [""] * count
    texts[value.result_number] = name
    operation.attributes[NAMES] = ir.ArrayAttr.get([ir.StringAttr.get(t, context) for t in texts], context)
