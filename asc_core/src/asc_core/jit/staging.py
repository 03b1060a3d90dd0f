"""Memory that a launch works on: the caller's arrays, or copies of those that aren't contiguous."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np


class Staging:
    """Places arrays in memory that a kernel can address.

    Attributes:
        addresses: of each array.
        rows: the memory the launch may touch: address, bytes, read-only, name of the argument.
    """

    def __init__(self, arrays: Sequence[tuple[str, np.ndarray[Any, Any]]]) -> None:
        self._copies: dict[tuple[Any, ...], np.ndarray[Any, Any]] = {}
        self._back: list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]] = []
        memories = [array if array.flags.c_contiguous else self._copy(array) for _, array in arrays]
        self.rows = [
            (int(memory.ctypes.data), memory.nbytes, not array.flags.writeable, name)
            for (name, array), memory in zip(arrays, memories, strict=True)
        ]
        self.addresses = [row[0] for row in self.rows]
        self._overlaps = list(_overlaps(arrays, memories)) if self._copies and len(arrays) > 1 else []

    def _copy(self, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        # The same view passed twice is one memory to the kernel too.
        key = (array.ctypes.data, array.shape, array.strides, array.dtype)
        copy = self._copies.get(key)
        if copy is None:
            copy = self._copies[key] = np.array(array, order="C", copy=True, subok=False)
            if array.flags.writeable:
                self._back.append((array, copy, copy.copy()))
        return copy

    def broken_overlap(self) -> tuple[str, str] | None:
        """Names of two overlapping arguments of which the kernel wrote one without the other seeing it.

        The caller's arrays are then as they were before.
        """
        for one, other, states in self._overlaps:
            if any(memory.tobytes() != before for memory, before in states):
                self._restore()
                return one, other
        return None

    def _restore(self) -> None:
        for _, _, states in self._overlaps:
            for memory, before in states:
                if memory.flags.writeable:
                    memory[...] = np.frombuffer(before, memory.dtype).reshape(memory.shape)

    def write_back(self) -> None:
        """Puts the elements that the kernel changed into the caller's arrays, and touches no other."""
        for array, copy, before in self._back:
            bits = np.dtype(f"u{copy.dtype.itemsize}")
            np.copyto(array, copy, where=copy.view(bits) != before.view(bits))


#: Steps that finding out whether two views overlap may take; views that need more count as overlapping.
_MAX_WORK = 100_000


def _overlaps(
    arrays: Sequence[tuple[str, np.ndarray[Any, Any]]], memories: Sequence[np.ndarray[Any, Any]]
) -> Iterator[tuple[str, str, list[tuple[np.ndarray[Any, Any], bytes]]]]:
    """Pairs of arguments that overlap for the caller, but not for the kernel; with what is in their memory."""
    placed = zip(arrays, memories, strict=True)
    for ((one, a), in_a), ((other, b), in_b) in itertools.combinations(placed, 2):
        copied = in_a is not a or in_b is not b
        if copied and in_a is not in_b and np.may_share_memory(a, b) and _share(a, b):
            yield one, other, [(memory, memory.tobytes()) for memory in (in_a, in_b)]


def _share(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> bool:
    try:
        return np.shares_memory(a, b, max_work=_MAX_WORK)  # type: ignore[arg-type]
    except RuntimeError:  # too hard; where numpy has the class differs from version to version
        return True
