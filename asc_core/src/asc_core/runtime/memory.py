"""Memory of the device in use, by the functions of pyasc's ``asc.lib.runtime``."""

from __future__ import annotations

import ctypes

from asc_plugins.brief import brief

from .cann_types import MallocPolicy, MemcpyKind, MemoryType
from .device import device
from .devices import address_of
from .whole_numbers import whole

#: An address, as a pointer of ctypes.
Memory = ctypes.c_void_p

_SMALL_BYTES = 2048
#: Beyond it sizes don't fit the types of C, with what alignment adds.
_MAX_BYTES = (1 << 62) - 1
#: Systems keep the first page free, so that pointers gone wrong are seen.
_FIRST_ADDRESS = 4096


def malloc(
    size: int,
    memory_type: MemoryType = MemoryType.RT_MEMORY_DEFAULT,
    policy: MallocPolicy = MallocPolicy.RT_MEMORY_POLICY_NONE,
) -> Memory:
    """Address of new memory, aligned to 512 bytes; :func:`free` gives it back.

    Args:
        size: bytes, from 1.
        memory_type: where it is taken from, on NPU.
        policy: the pages it consists of, on NPU.

    Raises:
        TypeError: an argument of another type.
        ValueError: *size* is smaller than 1, or larger than an address can be.
        MemoryError, DeviceError: there isn't enough, on Model and on NPU.
    """
    number = _size("size", size)
    for name, value, expected in (("memory_type", memory_type, MemoryType), ("policy", policy, MallocPolicy)):
        if not isinstance(value, expected):
            raise TypeError(f"{name}: {value!r} is no {expected.__name__}")
    return Memory(device().malloc(number, memory_type.value | policy.value))


def free(mem_handle: Memory) -> None:
    """Gives memory back.

    Raises:
        TypeError: *mem_handle* is no address.
        ValueError: it isn't what :func:`malloc` gave out, or was freed before.
    """
    device().free(_address("mem_handle", mem_handle))


def memcpy(mem_dst_handle: Memory, dst_nbytes: int, mem_src_handle: Memory, src_nbytes: int, kind: MemcpyKind) -> None:
    """Copies memory.

    Args:
        mem_dst_handle: where to.
        dst_nbytes: room there in bytes.
        mem_src_handle: where from.
        src_nbytes: how many bytes.
        kind: which of the two is the device's.

    Raises:
        TypeError: an argument of another type.
        ValueError: a null address, a size below 1 or, on Model, memory that isn't the device's, or too small.
        DeviceError: the NPU refuses it.
    """
    room, count = _size("dst_nbytes", dst_nbytes), _size("src_nbytes", src_nbytes)
    if not isinstance(kind, MemcpyKind):
        raise TypeError(f"kind: {kind!r} is no MemcpyKind")
    target, source = _address("mem_dst_handle", mem_dst_handle), _address("mem_src_handle", mem_src_handle)
    device().memcpy(target, room, source, count, kind)


def copy_data_to_device(src_mem_handle: Memory, nbytes: int) -> Memory:
    """Address of a copy of the host's memory on the device; :func:`free` gives it back.

    Raises:
        TypeError: an argument of another type.
        ValueError: *nbytes* is smaller than 1, or the address null.
        MemoryError, DeviceError: the device hasn't as much, on Model and on NPU.
    """
    _address("src_mem_handle", src_mem_handle)
    nbytes = _size("nbytes", nbytes)
    huge = MallocPolicy.RT_MEMORY_POLICY_HUGE_PAGE_ONLY
    copy = malloc(
        nbytes, MemoryType.RT_MEMORY_HBM, huge if nbytes > _SMALL_BYTES else MallocPolicy.RT_MEMORY_POLICY_NONE
    )
    try:
        memcpy(copy, nbytes, src_mem_handle, nbytes, MemcpyKind.RT_MEMCPY_HOST_TO_DEVICE)
    except BaseException:
        free(copy)
        raise
    return copy


def copy_data_from_device(mem_dst_handle: Memory, mem_src_handle: Memory, nbytes: int) -> None:
    """Copies the device's memory to the host's.

    Raises:
        TypeError: an argument of another type.
        ValueError: a null address, or *nbytes* is smaller than 1 or, on Model, larger than the device's memory there.
    """
    memcpy(mem_dst_handle, nbytes, mem_src_handle, nbytes, MemcpyKind.RT_MEMCPY_DEVICE_TO_HOST)


def free_mem() -> None:
    """Unregisters all binaries of the device in use, and gives all its memory back."""
    device().free_all()


def _size(name: str, size: int) -> int:
    number = whole(size)
    if number is None:
        raise TypeError(f"{name}: {size!r} is no whole number of bytes")
    if number < 1:
        raise ValueError(f"{name} is {brief(number)}; at least 1 byte is needed")
    if number > _MAX_BYTES:
        raise ValueError(f"{name} is {brief(number)}; sizes end at {_MAX_BYTES} bytes")
    return number


def _address(name: str, memory: object) -> int:
    try:
        address = address_of(memory)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None
    if address < _FIRST_ADDRESS:
        raise ValueError(f"{name}: {address:#x} is no address of memory; pass a pointer of ctypes or array.ctypes.data")
    return address
