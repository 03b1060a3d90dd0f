"""MLIR contexts that know the packs' dialects."""

from __future__ import annotations

import threading
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

from asc_plugins.brief import article
from asc_plugins.dtypes import ALL, DataType, int64
from asc_plugins.errors import PackError
from asc_plugins.irtypes import IRType, ParameterValue, PointerType, ValueType, cpp_literal

from .aliases import require_moderate
from .bindings import attach_pure, attach_reads_state, ir, know_dialects, load_dialects
from .declarations import irdl_module
from .effects import OpEffect, effect_of
from .nesting import require_flat
from .numbers import require_short
from .strings import require_text

if TYPE_CHECKING:
    from asc_plugins.registry import Registry

#: Memory space of global memory in ``memref<*xT, 22>``.
GLOBAL_MEMORY = 22

#: Values whose attributes are kept.
_SIMPLE = (type(None), bool, int, str, Enum, DataType)

#: Values of which there is one object each.
_UNIQUE = (type(None), bool, Enum, DataType)

# A context never frees its attributes and types, so a long process changes it from time to time.
_MODULES_PER_CONTEXT = 256


class IRContext:
    """An MLIR context with the dialects of a registry; used by one thread at a time.

    Attributes:
        mlir: the MLIR context.
        registry: the declarations it was made from.

    Raises:
        PackError: MLIR refuses the declarations.
    """

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.mlir = ir.Context()
        self.mlir.enable_multithreading(False)
        types, ops = registry.types, registry.ops
        # Refuses dialects of MLIR first, whose Python modules must stay.
        text = irdl_module(types, ops)
        know_dialects({t.dialect for t in types.values()} | {o.dialect for o in ops.values()})
        with self.mlir, ir.Location.unknown():
            try:
                load_dialects(ir.Module.parse(text))
            except (ir.MLIRError, RuntimeError, ValueError) as error:
                raise PackError(f"MLIR refuses the packs' declarations: {error}") from error
            for name, spec in ops.items():
                effect = effect_of(spec)
                if effect is OpEffect.NONE:
                    attach_pure(name)
                elif effect is OpEffect.READS:
                    attach_reads_state(name)
            self._elements = {dtype: ir.Type.parse(dtype.mlir) for dtype in ALL}
        self._parsed = False
        self._attributes: dict[Any, Any] = {}
        # Attributes of objects that live as long as the context, by identity: hashing an enum's member takes longer.
        self.lasting: dict[int, Any] = {}
        self._alive: list[Any] = []
        # What others keep with the context.
        self.kept: dict[type, Any] = {}
        self._to_mlir: dict[ValueType, Any] = {}
        self._from_mlir: dict[Any, ValueType] = {}
        for dtype in ALL:
            # The signed types come first in the table, so they are what a signless integer reads back as.
            with self.mlir:
                scalar = ir.Type.parse(dtype.mlir_scalar)
            self._to_mlir[dtype] = scalar
            self._from_mlir.setdefault(scalar, dtype)

    def to_mlir(self, type: ValueType) -> Any:
        """The MLIR type of a declared type, an address or a scalar."""
        known = self._to_mlir.get(type)
        if known is None:
            with self.mlir:
                known = ir.Type.parse(self._spelling(type))
            self._to_mlir[type] = known
            self._from_mlir.setdefault(known, type)
        return known

    def _spelling(self, type: ValueType) -> str:
        if isinstance(type, DataType):
            return type.mlir_scalar
        if isinstance(type, PointerType):
            return f"memref<*x{type.dtype.mlir}, {GLOBAL_MEMORY}>"
        parameters = ", ".join(self._parameter(p) for p in type.parameters)
        return f"!{type.spec.qualified}<{parameters}>" if parameters else f"!{type.spec.qualified}"

    def _parameter(self, value: ParameterValue) -> str:
        if isinstance(value, DataType):
            return value.mlir
        if isinstance(value, (bool, int, float)) and not isinstance(value, Enum):
            return str(self.attribute(value))
        text = cpp_literal(value)
        with self.mlir:
            return str(ir.StringAttr.get(text))

    def may_have(self, condition: Callable[[ValueType], bool]) -> bool:
        """False when no module of this context can have a value of a type that fulfils *condition*."""
        return self._parsed or any(map(condition, self._to_mlir))

    def from_mlir(self, type: Any) -> ValueType:
        """The declared type, address or scalar that an MLIR type stands for; integers read back as signed.

        Raises:
            TypeError: no declaration has this type.
        """
        known = self._from_mlir.get(type)
        if known is None:
            known = self._from_mlir[type] = self._read_type(type)
            self._to_mlir.setdefault(known, type)
        return known

    def _read_type(self, type: Any) -> ValueType:
        if isinstance(type, ir.UnrankedMemRefType):
            space = type.memory_space
            if isinstance(space, ir.IntegerAttr) and space.value == GLOBAL_MEMORY:
                return PointerType(self._element(type.element_type))
        if isinstance(type, ir.IndexType):
            return int64
        text = str(type)
        if text.startswith("!"):
            spec = self.registry.types.get(text[1:].partition("<")[0])
            if spec is not None:
                parameters = ir.DynamicType(type).params
                return IRType(spec, tuple(self._read_parameter(p.maybe_downcast()) for p in parameters))
        raise TypeError(f"no registered type is written {text} in ASC-IR")

    def _element(self, type: Any) -> DataType:
        for dtype, element in self._elements.items():
            if element == type:
                return dtype
        raise TypeError(f"{type} is not an element type of kernels")

    def _read_parameter(self, attribute: Any) -> ParameterValue:
        if isinstance(attribute, ir.TypeAttr):
            return self._element(attribute.value)
        return cast(ParameterValue, _value(attribute))

    def attribute(self, value: Any) -> Any:
        """A Python value as an attribute of an op.

        bool, int (64 bits), float, str, DataType, enums and other constants (their Ascend C text), None
        (a unit) and lists of these.
        """
        known = self.lasting.get(id(value))
        if known is not None:
            return known
        # Equal values of other types, True and 1, are other attributes; so are 0.0 and -0.0.
        key = (type(value), value) if isinstance(value, _SIMPLE) else None
        known = self._attributes.get(key)
        if known is None:
            with self.mlir:
                known = self._attribute(value)
            if key is not None:
                self._attributes[key] = known
        if isinstance(value, _UNIQUE):
            self._alive.append(value)
            self.lasting[id(value)] = known
        return known

    def _attribute(self, value: Any) -> Any:
        if value is None:
            return ir.UnitAttr.get()
        if isinstance(value, Enum):
            return ir.StringAttr.get(cpp_literal(value))
        if isinstance(value, bool):
            return ir.BoolAttr.get(value)
        if isinstance(value, int):
            return ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _wrapped(value))
        if isinstance(value, float):
            return ir.FloatAttr.get(ir.F64Type.get(), value, ir.Location.unknown())
        if isinstance(value, str):
            return ir.StringAttr.get(value)
        if isinstance(value, DataType):
            return ir.TypeAttr.get(self._elements[value])
        if isinstance(value, (list, tuple)):
            return ir.ArrayAttr.get([self._attribute(v) for v in value])
        if isinstance(getattr(value, "cpp", None), str):
            return ir.StringAttr.get(value.cpp)
        raise TypeError(f"{article(type(value).__name__)} can't be an attribute of an operation")

    def read_attribute(self, attribute: Any) -> Any:
        """The Python value of an attribute: the inverse of :meth:`attribute`, enums as text.

        Raises:
            TypeError: the attribute stands for no constant of kernels.
        """
        if isinstance(attribute, ir.UnitAttr):
            return None
        if isinstance(attribute, ir.ArrayAttr):
            return [self.read_attribute(a) for a in attribute]
        if isinstance(attribute, ir.TypeAttr):
            return self._element(attribute.value)
        return _value(attribute)

    def parse(self, text: str, file: str | None = None) -> Any:
        """A module from its text; locations name *file*, from which the text was read.

        Raises:
            TextError: it nests too deep, has strings that are no text, or numbers or aliases without measure.
            ValueError: the text isn't ASC-IR; its cause is MLIR's error.
        """
        require_flat(text)
        require_text(text)
        require_moderate(text)
        require_short(text)
        self._parsed = True
        with self.mlir:
            try:
                return ir.Module.parse(text) if file is None else ir.Module.parseFile(file)
            except ir.MLIRError as error:
                raise ValueError(f"this is not ASC-IR: {error}") from error


def _value(attribute: Any) -> Any:
    try:
        return attribute.value
    except AttributeError:
        raise TypeError(f"{attribute} is neither text nor a number") from None


def _wrapped(value: int) -> int:
    """*value* as a signed 64-bit integer with the same bits."""
    return value - (1 << 64) if value >= 1 << 63 else value


class _Cache(threading.local):
    registry: Registry | None = None
    context: IRContext | None = None
    left: int = 0


_cache = _Cache()


def context_for(registry: Registry) -> IRContext:
    """This thread's context for *registry*; call it once a module."""
    if _cache.context is None or _cache.registry is not registry or _cache.left == 0:
        _cache.context = IRContext(registry)
        _cache.registry = registry
        _cache.left = _MODULES_PER_CONTEXT
    _cache.left -= 1
    return _cache.context
