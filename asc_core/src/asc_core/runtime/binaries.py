"""Binaries and launches on the device in use, by the functions of pyasc's ``asc.lib.runtime``."""

from __future__ import annotations

import ctypes
import itertools
import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .device import current_stream, device
from .devices import address_of
from .streams import check_stream
from .whole_numbers import whole

if TYPE_CHECKING:
    from .streams import Stream

#: Handles of a registered binary and of a function in it, as pointers of ctypes.
Kernel = ctypes.c_void_p
Function = ctypes.c_void_p

#: The hardware's limit of blocks in a launch.
_MAX_BLOCKS = 65535
_SLOT = 8


def register_device_binary_kernel(kernel_binary: bytes, core_type_id: int) -> Kernel:
    """Handle of a kernel binary on the device in use.

    Args:
        kernel_binary: what the backend's compiler made.
        core_type_id: what :func:`magic_elf_value` says of its cores.

    Raises:
        TypeError: not bytes.
        ValueError: no bytes, or cores that Model doesn't have.
    """
    if not isinstance(kernel_binary, (bytes, bytearray)):
        raise TypeError(f"kernel_binary: expected bytes, not {type(kernel_binary).__name__}")
    if not kernel_binary:
        raise ValueError("kernel_binary has no bytes")
    return Kernel(device().register_binary(bytes(kernel_binary), core_type_id))


def unregister_device_binary_kernel(kernel_handle: Kernel) -> None:
    """Forgets a binary with its functions.

    Raises:
        ValueError: it isn't registered.
    """
    device().unregister_binary(_handle("kernel_handle", kernel_handle))


def register_function(kernel_handle: Kernel, fn_name: str, mode: int) -> Function:
    """Handle of a kernel function.

    Args:
        kernel_handle: handle of the binary.
        fn_name: the function's name in the binary; Model's binaries have one function, and errors bear this name.
        mode: how the NPU finds it, 0 for its name.

    Raises:
        TypeError: *fn_name* isn't text.
        ValueError: the binary isn't registered.
        RuntimeError: the binary isn't one of the backend's.
    """
    if not isinstance(fn_name, str):
        raise TypeError(f"fn_name: expected text, not {fn_name!r}")
    return Function(device().register_function(_handle("kernel_handle", kernel_handle), fn_name, mode))


def launch_kernel(
    fn_handle: Function,
    block_num: int,
    args: Iterable[Any],
    num_args: int | None = None,
    sm_desc: int | ctypes.c_uint64 | None = None,
    stream_handle: Stream | None = None,
) -> None:
    """Runs a kernel function; on a stream of :func:`create_stream` this returns at once, and errors come later.

    Args:
        fn_handle: handle of the function.
        block_num: number of blocks, 1 to 65535.
        args: arguments of 8 bytes each: addresses, numbers of ctypes, whole numbers.
        num_args: how many of *args* are passed, by default all.
        sm_desc: address of a description of shared memory, on NPU.
        stream_handle: the stream, by default the current one.

    Raises:
        TypeError: an argument that isn't a number or an address, or *stream_handle* isn't a stream.
        ValueError: a number outside its range, a handle that isn't registered, or another device's stream.
        ModelError: the kernel broke a rule of the hardware; on Model, memory that isn't of :func:`malloc` counts as
            such.
        DeviceError: the NPU refused the launch.
    """
    blocks = whole(block_num)
    if blocks is None:
        raise TypeError(f"block_num: {block_num!r} is no whole number")
    if not 1 <= blocks <= _MAX_BLOCKS:
        raise ValueError(f"block_num is {blocks}; it is at least 1 and at most {_MAX_BLOCKS}")
    given = list(args) if num_args is None else list(itertools.islice(args, num_args))
    if num_args is not None and len(given) != num_args:
        raise ValueError(f"num_args is {num_args}, but args has {len(given)}")
    packed = b"".join(_slot(number, argument) for number, argument in enumerate(given))
    description = 0 if sm_desc is None else sm_desc if isinstance(sm_desc, int) else sm_desc.value
    stream = current_stream() if stream_handle is None else check_stream("stream_handle", stream_handle)
    device().launch(_handle("fn_handle", fn_handle), blocks, packed, description, stream)


def call_print_interface(address: int, size: int, stream: Stream, kernel: str) -> None:
    """Prints what a kernel wrote to its dump buffer.

    Args:
        address: the buffer's address on the device.
        size: its bytes.
        stream: the stream that the kernel ran on.
        kernel: the kernel's name.

    Raises:
        RuntimeError: on Model, whose kernels print without a buffer.
    """
    device().print_workspace(_handle("address", address), size, stream, kernel)


class NPUUtils:
    """CANN's functions that report to its profiler, msprof. All raise RuntimeError on Model."""

    def acl_init(self) -> int:
        """``aclInit``; its result code."""
        return device().acl_init()

    def acl_finalize(self) -> int:
        """``aclFinalize``; its result code."""
        return device().acl_finalize()

    def msprof_sys_cycle_time(self) -> int:
        """The profiler's time, 0 while it doesn't record."""
        return device().reporter().sys_cycle_time()

    def msprof_report_api(self, start: int, end: int, name: str) -> int:
        """Reports when a launch began and ended; the profiler's result code, 1 while it doesn't record."""
        return device().reporter().report_api(start, end, name)

    def msprof_report_compact_info(self, time: int, name: str, block_num: int, task_type: int) -> int:
        """Reports what was launched; the profiler's result code, 1 while it doesn't record details."""
        return device().reporter().report_compact_info(time, name, block_num, task_type)

    def msprof_report_additional_info(self, time: int, name: str) -> int:
        """Reports that a launch has tensors; the profiler's result code, 1 while it doesn't record details."""
        return device().reporter().report_additional_info(time, name)


def npu_utils() -> NPUUtils:
    """CANN's functions that report to its profiler."""
    return NPUUtils()


def _handle(name: str, handle: object) -> int:
    try:
        return address_of(handle)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None


def _slot(number: int, argument: Any) -> bytes:
    if isinstance(argument, ctypes._SimpleCData):
        data = bytes(argument)
        if len(data) > _SLOT:
            raise TypeError(f"args[{number}]: {argument!r} has {len(data)} bytes, more than {_SLOT}")
        return data.ljust(_SLOT, b"\0")
    try:
        whole = operator.index(argument)
    except TypeError:
        raise TypeError(
            f"args[{number}]: {argument!r} is no address, number of ctypes or whole number; "
            "ctypes.c_float(…) passes a float"
        ) from None
    if not -(1 << 63) <= whole < 1 << 64:
        raise ValueError(f"args[{number}]: {whole} doesn't fit 8 bytes")
    return (whole % (1 << 64)).to_bytes(_SLOT, "little")
