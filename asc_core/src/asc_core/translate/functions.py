"""The functions of a module, and what their texts share in one file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from asc_core.ir.context import IRContext
from asc_core.ir.effects import is_variable
from asc_core.ir.places import place_of_operation
from asc_plugins.emit import FunctionText
from asc_plugins.irtypes import AnyType, IRType

from .errors import TranslateError
from .lines import Line
from .names import Names
from .optext import OpNode
from .structs import Structs
from .values import Block
from .writer import Writer

FUNCTIONS = frozenset({"func.func", "emitc.func"})
_CALLS = frozenset({"func.call", "emitc.call"})


class File:
    """What the texts of a file's functions share.

    Attributes:
        names: the names taken.
        structs: the structs defined before the functions.
        helpers: texts that stand before the functions.
        helper_names: their names by the names emitters ask for.
        ops_used: the names of all operations written.
        functions: the functions of the module that were written, by symbol.
        symbols: the operations at the module's top that define symbols.
        by_hand: whether the module was written by hand.
    """

    def __init__(self, module: Any, context: IRContext, names: Names, structs: Structs, by_hand: bool) -> None:
        self.context = context
        self.by_hand = by_hand
        self.names = names
        self.structs = structs
        self.helpers: dict[str, str] = {}
        self.helper_names: dict[str, str] = {}
        self.ops_used: dict[str, None] = {}
        self.functions: dict[str, FunctionText] = {}
        self.symbols: dict[str, Any] = {}
        for view in module.body.operations:
            attributes = view.operation.attributes
            if "sym_name" in attributes:
                self.symbols[attributes["sym_name"].value] = view.operation


@dataclass
class DeviceFunction:
    """A device function as text."""

    head: str
    lines: list[Line]


def write_top(file: File, module: Any) -> list[str]:
    """What stands outside of functions: directives and text of ``emitc``."""
    writer = Writer(file)
    for view in module.body.operations:
        op = view.operation
        if op.name not in FUNCTIONS:
            writer.operation(writer.alone(op))
    return [line.text for line in writer.lines]


def write_called(file: File, caller: Block) -> Iterator[DeviceFunction]:
    """The functions that *caller* calls, those that they call first."""
    yield from _write_called(file, caller, ())


def _write_called(file: File, caller: Block, outer: tuple[str, ...]) -> Iterator[DeviceFunction]:
    for call in _calls(caller):
        symbol: str = call.attribute("callee")
        if symbol in file.functions:
            continue
        if symbol in outer:
            raise _error(f"'{symbol}' calls itself", "kernels have no recursion: write a loop", call)
        function = file.symbols.get(symbol)
        if function is None or function.name not in FUNCTIONS or not len(function.regions[0].blocks):
            raise _error(f"'{symbol}' has no body", "give the module the whole function", call)
        writer = Writer(file)
        body = writer.read(function)
        yield from _write_called(file, body, (*outer, symbol))
        yield _device_function(file, symbol, function, writer, body)


def _device_function(file: File, symbol: str, function: Any, writer: Writer, body: Block) -> DeviceFunction:
    types = [writer.type_of(argument) for argument in body.arguments]
    results = [writer.read_type(type_).cpp for type_ in function.attributes["function_type"].value.results]
    name = file.names.kernel(symbol)
    struct = _struct(file, f"{name}_results", results) if len(results) > 1 else None
    text = FunctionText(name, tuple(map(_parameter, types)), tuple(results), struct)
    with file.names.scope():
        parameters = writer.parameters(body, text.parameters)
        writer.body(body)
    file.functions[symbol] = text
    returned = struct or (results[0] if results else "void")
    return DeviceFunction(f"__aicore__ inline {returned} {name}({parameters}) {{", writer.lines)


def _parameter(type_: AnyType) -> str:
    # Variables with an identity, tensors and queues, are those of the caller.
    is_reference = isinstance(type_, IRType) and is_variable(type_.spec.value)
    return f"{type_.cpp}&" if is_reference else type_.cpp


def _struct(file: File, hint: str, members: list[str]) -> str:
    name = file.names.function(hint)
    fields = "".join(f"    {cpp} value{place};\n" for place, cpp in enumerate(members))
    file.helpers[name] = f"struct {name} {{\n{fields}}};\n"
    return name


def _calls(block: Block) -> Iterator[OpNode]:
    for node in block.nodes:
        if node.name in _CALLS:
            yield node
        for region in node.regions:
            if region is not None:
                yield from _calls(region)


def _error(title: str, hint: str, call: OpNode) -> TranslateError:
    return TranslateError(title, hint=hint, location=place_of_operation(call.mlir))
