"""Fields of structs: what they are in C, on the host and in a kernel."""

from __future__ import annotations

import ctypes
import math
import numbers
import operator
from typing import TYPE_CHECKING, Any

from asc_plugins import CallError, ConstExpr, DataType, PlainValue
from asc_plugins.brief import article
from asc_plugins.builder import current_builder
from asc_plugins.cppnames import free, legal, reserved
from asc_plugins.params import describe

if TYPE_CHECKING:
    from .struct import Struct

_CTYPES: dict[str, Any] = {
    "bool": ctypes.c_bool,
    "int8": ctypes.c_int8,
    "int16": ctypes.c_int16,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "uint8": ctypes.c_uint8,
    "uint16": ctypes.c_uint16,
    "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64,
    "float32": ctypes.c_float,
    "float64": ctypes.c_double,
}


class _Missing:
    def __repr__(self) -> str:
        return "<no default>"


missing: Any = _Missing()


class BaseField:
    """A field of a struct. On the host it holds a value; in a kernel it is read and written as Ascend C does.

    Args:
        default: value of a struct made without this field.
        name: name of the member in Ascend C; the attribute's name by default.
    """

    attribute = ""

    def __init__(self, default: Any = missing, name: str | None = None) -> None:
        self.default = default
        self.name = name

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute = name

    def check_name(self, owner: str) -> None:
        """Raises an error when the member can't be called so in Ascend C.

        Raises:
            ValueError: it can't.
        """
        member = self.member
        if not member.isidentifier() or reserved(member):
            raise ValueError(
                f"{owner}.{self.attribute}: '{member}' can't be the name of a member in Ascend C, "
                f"where it {'means something else' if member.isidentifier() else 'is no name'}; "
                f"give another: {type(self).__name__}(…, name='{free(member)}')"
            )

    def check_default(self, owner: str) -> None:
        """Raises an error when the field can't hold its default.

        Raises:
            TypeError, OverflowError: it can't.
        """

    @property
    def member(self) -> str:
        """Name of the member in Ascend C."""
        return self.name or legal(self.attribute)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        return self.load(instance) if instance.in_kernel else self.read(instance)

    def __set__(self, instance: Any, value: Any) -> None:
        value = ConstExpr.unwrap(value)
        if instance.in_kernel:
            self.store(instance, value)
        else:
            self.write(instance, value)

    def ctype(self) -> Any:
        """The field's ctypes class."""
        raise NotImplementedError

    def declaration(self) -> str:
        """The member's declaration in Ascend C."""
        raise NotImplementedError

    def read(self, instance: Struct) -> Any:
        """The host's value."""
        raise NotImplementedError

    def write(self, instance: Struct, value: Any) -> None:
        """Sets the host's value."""
        raise NotImplementedError

    def load(self, instance: Struct) -> Any:
        """The value in a kernel."""
        raise NotImplementedError

    def store(self, instance: Struct, value: Any) -> None:
        """Sets the value in a kernel."""
        raise NotImplementedError


class Field(BaseField):
    """A number.

    Args:
        dtype: its type; float16 and bfloat16 have no C equivalent and are refused.
        default: value of a struct made without this field.
        name: name of the member in Ascend C; the attribute's name by default.
        enum: Ascend C enum that the member is, in a struct declared elsewhere; the number is converted to and from it.
    """

    def __init__(
        self, dtype: DataType, default: Any = missing, name: str | None = None, enum: str | None = None
    ) -> None:
        super().__init__(default, name)
        if not isinstance(dtype, DataType) or dtype.name not in _CTYPES:
            raise TypeError(f"a field of a struct can't be {dtype!r}; it can be one of {', '.join(_CTYPES)}")
        self.dtype = dtype
        self.enum_name = enum

    def check_default(self, owner: str) -> None:
        if self.default is not missing:
            self._number(f"the default of {owner}.{self.attribute}", ConstExpr.unwrap(self.default))

    def ctype(self) -> Any:
        return _CTYPES[self.dtype.name]

    def declaration(self) -> str:
        return f"{self.dtype.cpp} {self.member};"

    def read(self, instance: Struct) -> Any:
        return getattr(instance.ctypes_struct, self.attribute)

    def write(self, instance: Struct, value: Any) -> None:
        number = self._number(f"{type(instance).__name__}.{self.attribute}", value)
        setattr(instance.ctypes_struct, self.attribute, number)

    def _number(self, owner: str, value: Any) -> int | float:
        dtype = self.dtype
        if dtype.is_float():
            if not isinstance(value, numbers.Real):
                raise TypeError(f"{owner} takes a number, not {describe(value)}")
            number = float(value)
            if math.isinf(_CTYPES[dtype.name](number).value) and not math.isinf(number):
                raise OverflowError(f"{owner} is {number}, which is too large for {dtype.name}")
            return number
        try:
            whole = operator.index(value)
        except TypeError:
            raise TypeError(f"{owner} takes a whole number, not {describe(value)}") from None
        low, high = dtype.limits()
        if not low <= whole <= high:
            raise OverflowError(f"{owner} is {whole}; {article(dtype.name)} holds {low}..{high}")
        return whole

    def _enum(self, instance: Struct) -> str | None:
        """The member's enum; structs declared here have plain numbers."""
        return self.enum_name if instance.declared_elsewhere else None

    def load(self, instance: Struct) -> PlainValue:
        (handle,) = current_builder("Struct").create(
            "asc.struct_get",
            [instance.handle],
            [self.dtype],
            {"member": self.member, "cast": self.dtype if self._enum(instance) else None},
        )
        return PlainValue(handle, self.dtype)

    def store(self, instance: Struct, value: Any) -> None:
        builder = current_builder("Struct")
        operand = builder.materialize(value, self.dtype).handle
        attributes = {"member": self.member, "enum": self._enum(instance)}
        builder.create("asc.struct_set", [instance.handle, operand], [], attributes)


class StructField(BaseField):
    """A struct inside a struct; its default is a struct made of defaults.

    Args:
        struct_cls: class of the inner struct.
        default: value of a struct made without this field.
        name: name of the member in Ascend C; the attribute's name by default.
    """

    def __init__(self, struct_cls: type[Struct], default: Any = None, name: str | None = None) -> None:
        super().__init__(struct_cls() if default is None else default, name)
        self.struct_cls = struct_cls

    def check_default(self, owner: str) -> None:
        self._check(f"the default of {owner}.{self.attribute}", self.default)

    def ctype(self) -> Any:
        return self.struct_cls.ctypes_class

    def declaration(self) -> str:
        return f"{self.struct_cls.cpp_name()} {self.member};"

    def _check(self, owner: str, value: Any) -> None:
        if not isinstance(value, self.struct_cls):
            raise TypeError(f"{owner} takes {article(self.struct_cls.__name__)}, not {describe(value)}")

    def read(self, instance: Struct) -> Struct:
        return self.struct_cls.of(getattr(instance.ctypes_struct, self.attribute))

    def write(self, instance: Struct, value: Any) -> None:
        self._check(f"{type(instance).__name__}.{self.attribute}", value)
        if value.in_kernel:
            raise TypeError(f"{type(instance).__name__}.{self.attribute}: a struct of a kernel isn't known on the host")
        setattr(instance.ctypes_struct, self.attribute, value.ctypes_struct)

    def load(self, instance: Struct) -> Struct:
        type_ = self.struct_cls.get_ir_type()
        (handle,) = current_builder("Struct").create(
            "asc.struct_part", [instance.handle], [type_], {"member": self.member}
        )
        return self.struct_cls.from_ir(handle, type_)

    def store(self, instance: Struct, value: Any) -> None:
        try:
            self._check(f"{type(instance).__name__}.{self.attribute}", value)
        except TypeError as error:
            raise CallError(str(error), code="ASC-E301") from None
        if not value.in_kernel:
            # The host's values are constants of the kernel.
            inner = self.load(instance)
            for name, field in self.struct_cls.struct_fields.items():
                field.store(inner, getattr(value, name))
            return
        attributes = {"member": self.member, "enum": None}
        current_builder("Struct").create("asc.struct_set", [instance.handle, value.to_ir()], [], attributes)
