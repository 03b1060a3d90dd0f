"""The contract of asc's packs: declarations, hooks, discovery.

A pack declares what kernels may call with :func:`api`, :class:`Family`, :class:`ParamStruct` and :func:`ir_type`,
and registers it with functions marked :data:`hookimpl`; see ``asc_plugins.hookspecs``.
"""

from __future__ import annotations

from .api import Api, Family, Overload, api, constructor
from .builder import current_builder, in_kernel
from .constexpr import ConstExpr
from .dtypes import DataType
from .errors import CallError, PackError
from .hookspecs import CONTRACT, PackInfo, hookimpl
from .irtypes import IRType, PointerType, TypeSpec, ir_type, make
from .looping import LoopContext
from .ops import CallText, OperandSpec, OpSpec, Pipe
from .params import (
    Const,
    Count,
    Dst,
    InOut,
    Int64,
    Mask,
    Repeat,
    Scalar,
    Src,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
)
from .passes import PassSpec, Slot
from .platforms import PlatformSpec
from .roles import Place, Role, Sync, Takes, View, Work
from .structs import ParamStruct
from .values import GlobalAddress, IRValue, PlainValue

__all__ = [
    "CONTRACT",
    "Api",
    "CallError",
    "CallText",
    "Const",
    "ConstExpr",
    "Count",
    "DataType",
    "Dst",
    "Family",
    "GlobalAddress",
    "IRType",
    "IRValue",
    "InOut",
    "Int64",
    "LoopContext",
    "Mask",
    "OpSpec",
    "OperandSpec",
    "Overload",
    "PackError",
    "PackInfo",
    "ParamStruct",
    "PassSpec",
    "Pipe",
    "Place",
    "PlainValue",
    "PlatformSpec",
    "PointerType",
    "Repeat",
    "Role",
    "Scalar",
    "Slot",
    "Src",
    "Sync",
    "Takes",
    "TypeSpec",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
    "View",
    "Work",
    "api",
    "constructor",
    "current_builder",
    "hookimpl",
    "in_kernel",
    "ir_type",
    "make",
]  # fmt: skip
