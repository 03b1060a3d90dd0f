"""Memory that a launch works on: the caller's arrays, or copies of those that aren't contiguous and aligned."""

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
        self._back: list[tuple[str, np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]] = []
        memories = [
            array if array.flags.c_contiguous and array.flags.aligned else self._copy(name, array)
            for name, array in arrays
        ]
        self.rows = [
            (memory.__array_interface__["data"][0], memory.nbytes, not array.flags.writeable, name)
            for (name, array), memory in zip(arrays, memories, strict=True)
        ]
        self.addresses = [row[0] for row in self.rows]
        self._overlaps = list(_overlaps(arrays, memories)) if self._copies and len(arrays) > 1 else []

    def _copy(self, name: str, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        # The same view passed twice is one memory to the kernel too.
        key = (array.ctypes.data, array.shape, array.strides, array.dtype)
        copy = self._copies.get(key)
        if copy is None:
            copy = self._copies[key] = np.array(array, order="C", copy=True, subok=False)
        if array.flags.writeable and not any(staged is copy for _, _, staged, _ in self._back):
            self._back.append((name, array, copy, copy.copy()))
        return copy

    def broken_overlap(self) -> str | None:
        """What is wrong when the kernel wrote memory that it, but not the caller, has in several places.

        The caller's arrays are then as they were before.
        """
        for one, other, states in self._overlaps:
            if any(memory.tobytes() != before for memory, before in states):
                self._restore()
                return (
                    f"arguments '{one}' and '{other}' overlap, and the kernel writes there, but works on copies of "
                    "arrays that aren't contiguous; pass a copy of one: array.copy(), of a tensor tensor.clone()"
                )
        for name, array, copy, before in self._back:
            if _repeats(array) and copy.tobytes() != before.tobytes():
                self._restore()
                return (
                    f"argument '{name}' has elements that share their memory, and the kernel writes there, but works "
                    "on a copy that has each by itself; pass array.copy(), of a tensor tensor.clone()"
                )
        return None

    def _restore(self) -> None:
        for _, _, states in self._overlaps:
            for memory, before in states:
                if memory.flags.writeable:
                    memory[...] = np.frombuffer(before, memory.dtype).reshape(memory.shape)

    def write_back(self) -> None:
        """Puts the elements that the kernel changed into the caller's arrays, and touches no other."""
        for _, array, copy, before in self._back:
            bits = np.dtype(f"u{copy.dtype.itemsize}")
            np.copyto(array, copy, where=copy.view(bits) != before.view(bits))


def _repeats(array: np.ndarray[Any, Any]) -> bool:
    """Whether elements of an array share memory with others of it, as after ``broadcast_to`` or ``as_strided``."""
    axes = sorted((abs(stride), size) for stride, size in zip(array.strides, array.shape, strict=True) if size > 1)
    extent = array.itemsize
    for stride, size in axes:
        if stride < extent:
            break
        extent += stride * (size - 1)
    else:
        return False
    # Axes that interleave need not meet.
    starts = np.zeros(1, np.int64)
    for stride, size in axes:
        starts = (starts[:, None] + stride * np.arange(size)).ravel()
    starts.sort()
    return bool((np.diff(starts) < array.itemsize).any())


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
