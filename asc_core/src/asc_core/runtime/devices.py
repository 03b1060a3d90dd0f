"""What ``asc.lib.runtime`` asks of a backend's device."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Protocol

from .streams import StreamDriver

if TYPE_CHECKING:
    from .cann_types import DeviceInfoType, DeviceModuleType, MemcpyKind, ProfilingCommandHandle
    from .streams import Stream


class ReporterProtocol(Protocol):
    """Reports launches to CANN's profiler; results are its codes."""

    def sys_cycle_time(self) -> int:
        """The profiler's time, 0 while it doesn't record."""

    def report_api(self, start: int, end: int, name: str) -> int:
        """Reports when a launch began and ended."""

    def report_compact_info(self, time: int, name: str, block_num: int, task_type: int) -> int:
        """Reports what was launched."""

    def report_additional_info(self, time: int, name: str) -> int:
        """Reports that a launch has tensors."""


class DeviceProtocol(StreamDriver, Protocol):
    """A device: its memory, binaries, streams, events. One object a device and process; used by several threads.

    Addresses and handles are numbers. Functions raise ValueError for arguments that are wrong, and what the backend
    has for errors of the device.
    """

    def malloc(self, size: int, flags: int) -> int:
        """Address of *size* bytes, aligned to 512."""

    def free(self, address: int) -> None:
        """Gives memory back."""

    def memcpy(self, target: int, target_bytes: int, source: int, source_bytes: int, kind: MemcpyKind) -> None:
        """Copies *source_bytes* bytes; there is room for *target_bytes*."""

    def register_binary(self, binary: bytes, magic: int) -> int:
        """Handle of a kernel binary."""

    def unregister_binary(self, handle: int) -> None:
        """Forgets a binary with its functions."""

    def register_function(self, handle: int, name: str, mode: int) -> int:
        """Handle of a kernel function in a binary."""

    def launch(self, function: int, block_num: int, arguments: bytes, sm_desc: int, stream: Stream) -> None:
        """Runs a function on *block_num* blocks; *arguments* are slots of 8 bytes."""

    def free_all(self) -> None:
        """Unregisters all binaries and gives all memory back."""

    def synchronize(self) -> None:
        """Waits for all streams."""

    def reset(self) -> None:
        """Ends all streams and gives up the device."""

    def info(self, module_type: DeviceModuleType, info_type: DeviceInfoType) -> int:
        """A figure of the device."""

    def soc_version(self) -> str:
        """Name of the SoC."""

    def c2c_ctrl_addr(self) -> int:
        """Address by which cores synchronise."""

    def profile(self, command: ProfilingCommandHandle) -> None:
        """Gives a command to the profiler."""

    def reporter(self) -> ReporterProtocol:
        """What reports launches to the profiler."""

    def acl_init(self) -> int:
        """Initialises ACL; its result code."""

    def acl_finalize(self) -> int:
        """Ends ACL; its result code."""

    def tick(self) -> int | None:
        """The device's time in cycles, None when it isn't known."""

    def print_workspace(self, address: int, size: int, stream: Stream, kernel: str) -> None:
        """Prints what a kernel wrote to its dump buffer."""


def address_of(memory: ctypes.c_void_p | int | object) -> int:
    """The address in a pointer of ctypes, or a number; also of handles, which are given as pointers.

    Raises:
        TypeError: neither.
        ValueError: a null pointer, or a number that no address has.
    """
    if memory is None or isinstance(memory, bool):
        raise TypeError(f"expected an address, not {memory!r}")
    address = memory if isinstance(memory, int) else _pointer(memory)
    if address == 0:
        raise ValueError("the address is null")
    if not 0 < address < _END:
        raise ValueError(f"{address:#x} is no address; one has 64 bits")
    return address


#: Behind the last address.
_END = 1 << 64


def _pointer(memory: object) -> int:
    if isinstance(memory, (bytearray, bytes, str)):
        raise TypeError(f"expected an address, not {type(memory).__name__}; take it of a ctypes buffer or an array")
    try:
        return ctypes.cast(memory, ctypes.c_void_p).value or 0  # type: ignore[arg-type]
    except (ctypes.ArgumentError, TypeError):
        raise TypeError(f"expected an address (a number or a pointer of ctypes), not {type(memory).__name__}") from None
