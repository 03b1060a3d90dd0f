"""Memory that a launch works on: the caller's arrays, or copies of those that aren't contiguous."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


class Staging:
    """Places arrays in memory that a kernel can address.

    Attributes:
        addresses: of each array.
        rows: the memory the launch may touch: address, bytes, read-only, name of the argument.
    """

    def __init__(self, arrays: Sequence[tuple[str, np.ndarray[Any, Any]]]) -> None:
        self.rows: list[tuple[int, int, bool, str]] = []
        self._copies: dict[tuple[Any, ...], np.ndarray[Any, Any]] = {}
        self._back: list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]] = []
        self.addresses = [self._place(name, array) for name, array in arrays]

    def _place(self, name: str, array: np.ndarray[Any, Any]) -> int:
        read_only = not array.flags.writeable
        memory = array if array.flags.c_contiguous else self._copy(array)
        address = int(memory.ctypes.data)
        self.rows.append((address, memory.nbytes, read_only, name))
        return address

    def _copy(self, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        # The same view passed twice is one memory to the kernel too.
        key = (array.ctypes.data, array.shape, array.strides, array.dtype)
        copy = self._copies.get(key)
        if copy is None:
            copy = self._copies[key] = np.array(array, order="C", copy=True, subok=False)
            if array.flags.writeable:
                self._back.append((array, copy, copy.copy()))
        return copy

    def write_back(self) -> None:
        """Puts the elements that the kernel changed into the caller's arrays, and touches no other."""
        for array, copy, before in self._back:
            bits = np.dtype(f"u{copy.dtype.itemsize}")
            np.copyto(array, copy, where=copy.view(bits) != before.view(bits))
