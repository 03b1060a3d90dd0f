"""The host's arrays on the device while a kernel runs."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from ...errors import DeviceError
from ...runtime.cann_types import MemcpyKind
from ..base import BufferRow
from .device import Device

_SLOT = 8


class Transfer:
    """Copies of a launch's arrays on a device; arrays that overlap on the host overlap there too."""

    def __init__(self, device: Device, buffers: Sequence[BufferRow]) -> None:
        self._device = device
        self._buffers = buffers
        self._extents: list[tuple[int, int, int]] = []
        try:
            for start, end in _merged(buffers):
                self._extents.append((start, end, device.to_device(start, end - start)))
        except BaseException:
            self.free()
            raise

    def relocate(self, packed: bytes, slots: Sequence[int]) -> bytes:
        """The arguments with the device's addresses in these slots in place of the host's."""
        moved = bytearray(packed)
        for slot in slots:
            place = slice(slot * _SLOT, (slot + 1) * _SLOT)
            moved[place] = self._address(int.from_bytes(packed[place], "little")).to_bytes(_SLOT, "little")
        return bytes(moved)

    def _address(self, host: int) -> int:
        return next(copy + host - start for start, end, copy in self._extents if start <= host <= max(end - 1, start))

    def copy_back(self) -> None:
        """Puts the arrays that the kernel may write into the host's memory."""
        for address, size in {(address, size) for address, size, read_only, _ in self._buffers if not read_only}:
            if size:
                self._device.memcpy(address, size, self._address(address), size, MemcpyKind.RT_MEMCPY_DEVICE_TO_HOST)

    def free(self) -> None:
        """Gives the copies back."""
        for _, _, copy in self._extents:
            # After a kernel failed the device may refuse everything, and the first error is the one to tell.
            with contextlib.suppress(DeviceError):
                self._device.free(copy)
        self._extents.clear()


def _merged(buffers: Sequence[BufferRow]) -> list[tuple[int, int]]:
    """The host's memory, as ranges that don't overlap."""
    ranges: list[tuple[int, int]] = []
    for start, end in sorted({(address, address + size) for address, size, _, _ in buffers}):
        if ranges and start < ranges[-1][1]:
            ranges[-1] = (ranges[-1][0], max(end, ranges[-1][1]))
        else:
            ranges.append((start, end))
    return ranges
