"""declare-py-struct: lists on the kernel the structs whose declaration the text must begin with."""

from __future__ import annotations

from typing import Any

from asc_plugins.irtypes import IRType

from .functions import functions, kernels, operations
from .notes import STRUCTS

#: Attribute of a value class with the text that declares its struct in C++.
DECLARATION = "cpp_declaration"


def run(module: Any, context: Any) -> None:
    found: dict[str, None] = {}
    for function in functions(module):
        values = [a for block in function.regions[0].blocks for a in block.arguments]
        values += [r for op in operations(function) for r in op.results]
        for value in values:
            type_ = context.context.from_mlir(value.type) if str(value.type).startswith("!") else None
            text = getattr(type_.spec.value, DECLARATION, None) if isinstance(type_, IRType) else None
            if text is not None:
                found[text(type_) if callable(text) else text] = None
    if found:
        for kernel in kernels(module):
            listed = [context.ir.StringAttr.get(text) for text in found]
            kernel.attributes[STRUCTS] = context.ir.ArrayAttr.get(listed)
