"""Attributes of MLIR as emitters see them."""

from __future__ import annotations

import re
from typing import Any

from asc_core.ir.bindings import ir
from asc_core.ir.context import IRContext
from asc_plugins.emit import Expr

from .cpptypes import read_type

_OPAQUE = re.compile(r'#emitc\.opaque<"(.*)">$', re.DOTALL)
_ESCAPE = re.compile(r"\\([0-9A-Fa-f]{2}|.)", re.DOTALL)


def read_attribute(attribute: Any, context: IRContext) -> Any:
    """The Python value of an attribute; see :meth:`asc_plugins.emit.OpText.attribute`."""
    if isinstance(attribute, ir.ArrayAttr):
        return [read_attribute(a, context) for a in attribute]
    if isinstance(attribute, ir.TypeAttr):
        return _type(attribute, context)
    if isinstance(attribute, ir.DenseElementsAttr):
        return _elements(attribute)
    if isinstance(attribute, (ir.DenseI32ArrayAttr, ir.DenseI64ArrayAttr)):
        return list(attribute)
    if match := _OPAQUE.match(str(attribute)) if type(attribute) is ir.Attribute else None:
        return Expr(_ESCAPE.sub(lambda m: chr(int(m[1], 16)) if len(m[1]) == 2 else m[1], match[1]))
    return context.read_attribute(attribute)


def _type(attribute: Any, context: IRContext) -> Any:
    try:
        return context.read_attribute(attribute)
    except TypeError:
        type_ = read_type(attribute.value, context)
        return Expr(type_.cpp)


def _elements(attribute: Any) -> list[Any]:
    if attribute.is_splat:
        return [attribute.get_splat_value().value] * len(attribute)
    return list(attribute)
