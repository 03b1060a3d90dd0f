"""What a kernel can be launched with: each value's type in ASC-IR, and its bytes or memory."""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from asc_core.packages import package_of
from asc_plugins import dtypes
from asc_plugins.brief import article, brief
from asc_plugins.constexpr import ConstExpr
from asc_plugins.dtypes import DataType
from asc_plugins.irtypes import IRType, PointerType, ValueType
from asc_plugins.records import record

from .mock import MockTensor, MockValue

ACCEPTED = (
    "a numpy array, a torch tensor, another array that speaks DLPack, bool, int, float, a numpy scalar, "
    "an asc.Struct, or for compiling only MockTensor and MockValue"
)

#: numpy's name of each data type that kernels have.
NUMPY_NAMES = {dtype.name: dtype for dtype in dtypes.ALL if not dtype.is_void()}

#: The same by numpy's types, whose names take longer to find; bfloat16, which needs ml_dtypes, comes when it is seen.
_BY_TYPE: dict[np.dtype[Any], DataType] = {
    np.dtype(name): dtype for name, dtype in NUMPY_NAMES.items() if name != "bfloat16"
}

_INT32 = dtypes.int32.limits()
_INT64 = dtypes.int64.limits()
_UINT64_MAX = dtypes.uint64.limits()[1]
_FLOAT32_MAX = float(np.finfo(np.float32).max)


@record
class Argument:
    """A run-time argument.

    Attributes:
        type: its type in ASC-IR.
        data: bytes of a scalar or a struct; None for arrays and mocks.
        array: the array, or None.
        mock: True when there is no value to launch with.
        address: of memory on a device, or None.
        device: kind and number of that device.
    """

    type: ValueType
    data: bytes | None = None
    array: np.ndarray[Any, Any] | None = None
    mock: bool = False
    address: int | None = None
    device: tuple[str, int] | None = None


class ArgumentKind(Protocol):
    """Turns values of one kind to arguments; None for values of other kinds.

    Raises:
        TypeError, ValueError, OverflowError: a value of the kind that can't be passed; the caller adds its name.
    """

    def __call__(self, value: Any) -> Argument | None: ...


class HostStruct(Protocol):
    """A struct passed by value: an object whose class has both methods is accepted as an argument."""

    @classmethod
    def get_ir_type(cls) -> IRType:
        """The type in ASC-IR."""

    def pack(self) -> bytes:
        """The bytes in the device's layout."""


def type_key(type_: ValueType) -> str:
    """Text that tells types of arguments apart."""
    if isinstance(type_, DataType):
        return type_.name
    if isinstance(type_, PointerType):
        return f"{type_.dtype.name}*"
    return f"{type_.spec.qualified} {type_.cpp} {type_.parameters}"


def _dtype(dtype: np.dtype[Any]) -> DataType | None:
    found = _BY_TYPE.get(dtype)
    if found is None:
        found = NUMPY_NAMES.get(dtype.name)
        if found is not None and dtype.isnative:
            _BY_TYPE[dtype] = found
    return found


def _bool(value: Any) -> Argument | None:
    if isinstance(value, (bool, np.bool_)):
        return Argument(dtypes.bool_, b"\1" if value else b"\0")
    return None


def _int(value: Any) -> Argument | None:
    if not isinstance(value, int):
        return None
    number = int(value)
    for dtype, (low, high) in ((dtypes.int32, _INT32), (dtypes.int64, _INT64)):
        if low <= number <= high:
            return Argument(dtype, number.to_bytes(dtype.sizeof(), sys.byteorder, signed=True))
    advice = f"; pass np.uint64({number})" if 0 < number <= _UINT64_MAX else ""
    raise OverflowError(f"{brief(number)}, which doesn't fit an int64: {_INT64[0]} to {_INT64[1]}{advice}")


def _float(value: Any) -> Argument | None:
    if not isinstance(value, float):
        return None
    number = float(value)
    if math.isfinite(number) and abs(number) > _FLOAT32_MAX:
        raise OverflowError(f"{number!r}, which doesn't fit a float32: that ends at {_FLOAT32_MAX!r}")
    return Argument(dtypes.float32, np.float32(number).tobytes())


def _numpy_scalar(value: Any) -> Argument | None:
    if not isinstance(value, np.generic):
        return None
    dtype = _dtype(value.dtype)
    if dtype is None:
        raise TypeError(f"{article(value.dtype.name)} scalar, which kernels don't have; {known_types()}")
    return Argument(dtype, value.tobytes())


def array_argument(value: Any) -> Argument | None:
    if not isinstance(value, np.ndarray):
        return None
    # Asked of the loaded module only: importing it takes longer than a launch.
    masked = sys.modules.get("numpy.ma")
    if isinstance(value, getattr(masked, "MaskedArray", ())):
        raise TypeError("a masked array, whose mask a kernel doesn't see; pass array.filled(...) or array.data")
    dtype = _dtype(value.dtype)
    if dtype is None:
        raise TypeError(f"an array of {value.dtype}, which kernels don't have; {known_types()}")
    if not value.dtype.isnative:
        raise TypeError(
            f"an array of foreign byte order ({value.dtype.str}); pass array.astype(array.dtype.newbyteorder('='))"
        )
    return Argument(PointerType(dtype), array=value)


def known_types() -> str:
    """The types that kernels have, for errors."""
    return f"kernels have {', '.join(NUMPY_NAMES)}"


def _torch(value: Any) -> Argument | None:
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(value, getattr(torch, "Tensor", ())):
        return None
    from .tensors import argument_of

    return argument_of(value, torch)


def _struct(value: Any) -> Argument | None:
    cls: Any = type(value)
    if not is_struct(cls):
        return None
    return Argument(cls.get_ir_type(), value.pack())


def _mock(value: Any) -> Argument | None:
    if isinstance(value, MockTensor):
        return Argument(PointerType(value.dtype), mock=True)
    if isinstance(value, MockValue):
        return Argument(value.dtype, mock=True)
    return None


def _dlpack(value: Any) -> Argument | None:
    if not hasattr(value, "__dlpack__") or isinstance(value, type):
        return None
    from .dlpack import as_array

    return array_argument(as_array(value))


#: In the order of asking: bool is an int to Python, and numpy's float64 a float.
KINDS: tuple[ArgumentKind, ...] = (
    _bool,
    _int,
    _float,
    array_argument,
    _numpy_scalar,
    _torch,
    _struct,
    _mock,
    _dlpack,
)

_EXACT: dict[type, ArgumentKind] = {bool: _bool, int: _int, float: _float, np.ndarray: array_argument}


def is_struct(cls: Any) -> bool:
    """True for a class of structs that kernels take by value."""
    return isinstance(cls, type) and hasattr(cls, "get_ir_type") and hasattr(cls, "pack")


def classify(value: Any, declared: str | type | None) -> Argument:
    """The argument of a value.

    Args:
        value: what the kernel is launched with.
        declared: ``array``, ``scalar`` or the class of a struct when the parameter's annotation says so.

    Raises:
        TypeError, ValueError, OverflowError: it can't be passed; the caller adds the argument's name.
    """
    value = ConstExpr.unwrap(value)
    exact = _EXACT.get(type(value))
    argument = exact(value) if exact is not None else None
    if argument is None:
        argument = next((a for a in (kind(value) for kind in KINDS) if a is not None), None)
    if argument is None:
        if isinstance(declared, type):
            raise TypeError(_not_of(declared, value))
        raise TypeError(f"{describe(value)}; a kernel takes {ACCEPTED}{_advice(value, declared)}")
    if declared == "scalar" and argument.array is not None and argument.array.ndim == 0:
        # The number that an array of no dimensions holds.
        return classify(argument.array[()], None)
    is_array = isinstance(argument.type, PointerType)
    if declared == "array" and not is_array:
        raise TypeError(f"{describe(value)}, but it is declared asc.GlobalAddress; pass an array")
    if declared == "scalar" and is_array:
        raise TypeError(f"{describe(value)}, but it is declared a scalar; pass {_number_of(value, argument)}")
    if declared == "scalar" and not isinstance(argument.type, DataType):
        raise TypeError(f"{describe(value)}, but it is declared a scalar; pass a number")
    if isinstance(declared, type) and not isinstance(value, declared) and argument.type != _type_of(declared):
        raise TypeError(_not_of(declared, value))
    return argument


def _not_of(struct: type, value: Any) -> str:
    """The text of the error that a value is no object of a struct's class."""
    named = isinstance(value, Mapping) and all(isinstance(key, str) for key in value)
    # The base of all structs has no fields that could be filled.
    advice = f"{struct.__name__}(**values)" if named and getattr(struct, "struct_fields", True) else "one"
    return f"{describe(value)}, but it is declared {struct.__name__}; pass {advice}"


def _type_of(struct: Any) -> IRType | None:
    """The type of a struct; None for the base of all."""
    return struct.get_ir_type() if getattr(struct, "struct_fields", True) else None


def _number_of(value: Any, argument: Argument) -> str:
    """What to pass for an array where a number is declared."""
    name = "tensor" if package_of(type(value).__module__) == "torch" else "array"
    if argument.array is not None and argument.array.size == 1:
        return f"its number, {name}.item()"
    return f"a number, such as {name}.{'numel()' if name == 'tensor' else 'size'}"


def _advice(value: Any, declared: str | type | None) -> str:
    """What to do with a value that is of no kind."""
    of = type(value)
    if of is ctypes.c_void_p:
        return "; the memory of rt.malloc is passed by rt.launch_kernel"
    if isinstance(value, (list, tuple)) or hasattr(of, "__array__") or hasattr(of, "__array_interface__"):
        return "; pass numpy.asarray(…) of it"
    if hasattr(of, "__float__"):
        return "; pass float(…) of it"
    try:
        memoryview(value)
    except TypeError:
        return "" if declared else "; what the compiler should know is declared asc.ConstExpr"
    return "; pass numpy.frombuffer(…, dtype) of it"


def describe(value: Any) -> str:
    """A value in a few words."""
    if value is None:
        return "None"
    text = repr(value) if isinstance(value, (bool, int, float, str, np.generic)) else ""
    short = text if len(text) < 60 else text[:57] + "..."
    return article(type(value).__name__) + (f", {short}" if short else "")
