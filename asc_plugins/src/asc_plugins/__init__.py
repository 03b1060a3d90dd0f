"""The contract of asc's packs: declarations, hooks, discovery.

A pack declares what kernels may call with :func:`api`, :class:`Family`, :class:`ParamStruct` and :func:`ir_type`,
and registers it with functions marked :data:`hookimpl`; see ``asc_plugins.hookspecs``. Names are looked up when they
are first used: a process whose kernels are in the cache needs few of them.
"""

from __future__ import annotations

import importlib
import sys
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "api": "Api Family Overload api constructor",
    "builder": "current_builder in_kernel",
    "constexpr": "ConstExpr",
    "dtypes": "DataType",
    "errors": "CallError PackError",
    "hookspecs": "CONTRACT PackInfo hookimpl",
    "irtypes": "IRType PointerType TypeSpec ir_type make",
    "looping": "LoopContext",
    "ops": "CallText OperandSpec OpSpec Pipe",
    "params": "Const Count Dst InOut Int64 Mask Repeat Scalar Src UInt8 UInt16 UInt32 UInt64",
    "passes": "PassSpec Slot",
    "platforms": "PlatformSpec",
    "roles": "Place Role Sync Takes View Work",
    "structs": "ParamStruct",
    "values": "GlobalAddress IRValue PlainValue",
}
_MODULES = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    if name != "api":
        globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


class _Package(types.ModuleType):
    """Keeps import from putting the module ``api`` in the place of the decorator, which has the same name."""

    @property
    def api(self) -> Any:
        return __getattr__("api")

    @api.setter
    def api(self, module: types.ModuleType) -> None:
        pass


sys.modules[__name__].__class__ = _Package

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
