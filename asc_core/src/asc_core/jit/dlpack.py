"""Arrays of other libraries through DLPack, without a copy."""

from __future__ import annotations

import ctypes
import operator
from typing import Any

import numpy as np

from asc_plugins.brief import article

from .arguments import describe

_CPU = 1


class _Once:
    """Hands a capsule that was already made to numpy."""

    def __init__(self, capsule: Any, device: tuple[int, int]) -> None:
        self._capsule, self._device = capsule, device

    def __dlpack__(self, **_options: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device


def as_array(value: Any) -> np.ndarray[Any, Any]:
    """The memory of an object that speaks DLPack, as an array.

    Raises:
        TypeError: its memory isn't the host's, or numpy can't see it.
    """
    device = _device(value)
    if device[0] != _CPU:
        raise TypeError(
            f"{article(type(value).__name__)} in the memory of DLPack device {device[0]}; copy it to the host's"
        )
    capsule, versioned = _capsule(value)
    try:
        array = np.from_dlpack(_Once(capsule, device))
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise TypeError(f"{article(type(value).__name__)} that numpy can't see through DLPack: {error}") from error
    # The first version of DLPack exports writable memory only, but has no flag to say so, and numpy is cautious.
    return array if versioned or array.flags.writeable else _writable(array)


def _device(value: Any) -> tuple[int, int]:
    """Kind and number of the device.

    Raises:
        TypeError: the object doesn't tell them.
    """
    told = value.__dlpack_device__()
    try:
        kind, number = map(operator.index, told)
    except (TypeError, ValueError):
        raise TypeError(
            f"{article(type(value).__name__)} whose __dlpack_device__() gives {describe(told)}, not two whole numbers"
        ) from None
    return kind, number


def _capsule(value: Any) -> tuple[Any, bool]:
    try:
        capsule = value.__dlpack__(max_version=(1, 0))
    except TypeError:
        capsule = value.__dlpack__()
    except (BufferError, RuntimeError) as error:
        raise TypeError(f"{article(type(value).__name__)} that doesn't give out its memory: {error}") from error
    return capsule, "versioned" in repr(capsule)


def _writable(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    # Moved in numpy 2.
    bounds = np.lib.array_utils.byte_bounds if hasattr(np.lib, "array_utils") else getattr(np, "byte_bounds")  # noqa: B009
    low, high = bounds(array)
    memory = (ctypes.c_char * (high - low)).from_address(low)
    view = np.ndarray(
        array.shape, array.dtype, memoryview(memory).cast("B"), int(array.ctypes.data) - low, array.strides
    )
    return _Kept(view, array).view()


class _Kept:
    """Keeps the exporter alive as long as the view is."""

    def __init__(self, view: np.ndarray[Any, Any], owner: Any) -> None:
        self._view, self._owner = view, owner

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return dict(self._view.__array_interface__)

    def view(self) -> np.ndarray[Any, Any]:
        return np.asarray(self)
