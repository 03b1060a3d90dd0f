"""declare-py-struct: lists on the kernel the structs whose definition the text must begin with."""

from __future__ import annotations

from typing import Any

from asc_plugins.irtypes import IRType

from .functions import functions, kernels, operations
from .given import EngineContext
from .notes import STRUCTS

#: Type parameter that holds the definition of the type in C++, one struct a line.
DEFINITION = "definition"


def run(module: Any, context: EngineContext) -> bool:
    if not context.context.may_have(_defines):
        return False
    found: dict[str, None] = {}
    for function in functions(module):
        values = [a for block in function.regions[0].blocks for a in block.arguments]
        values += [r for op in operations(function) for r in op.results]
        for type_ in {v.type: None for v in values}:
            declared = _declared(type_, context)
            if declared is not None and DEFINITION in declared.spec.parameters:
                found.update(dict.fromkeys(filter(None, str(declared[DEFINITION]).split("\n"))))
    if found:
        for kernel in kernels(module):
            listed = [context.ir.StringAttr.get(text) for text in found]
            kernel.attributes[STRUCTS] = context.ir.ArrayAttr.get(listed)
    return False


def _declared(type_: Any, context: EngineContext) -> IRType | None:
    """A type that a pack declares; None of MLIR's own."""
    if not str(type_).startswith("!"):
        return None
    try:
        declared = context.context.from_mlir(type_)
    except TypeError:
        return None
    return declared if isinstance(declared, IRType) else None


def _defines(type_: Any) -> bool:
    return isinstance(type_, IRType) and DEFINITION in type_.spec.parameters
