"""An NPU through CANN's runtime."""

from __future__ import annotations

import ctypes
import itertools
import threading
from typing import Any

from ...runtime import measuring
from ...runtime.cann_types import (
    DevBinary,
    DeviceInfoType,
    DeviceModuleType,
    MallocPolicy,
    MemcpyKind,
    MemoryType,
    ProfilingCommandHandle,
)
from ...runtime.config import current_target
from ...runtime.streams import Event, Stream, check_driver
from .events import Events
from .libraries import PRINT_WORKSPACE, Libraries
from .profiling import Profiler
from .streams import Handles

#: Memory is handed out on borders of this many bytes.
ALIGNMENT = 512
#: Copies larger than this go to memory of huge pages.
_SMALL_BYTES = 2048
#: The number by which CANN's logs tell whose memory it is.
_MODULE = 33
_SOC_NAME_BYTES = 64
_SYNC_ADDRESSES = 8

_stub_numbers = itertools.count()


class Device:
    """One of the machine's NPUs.

    Attributes:
        number: its number, from 0.
        profiler: reports its launches to msprof.
        generation: counts resets, after which binaries have to be registered again.
    """

    def __init__(self, libraries: Libraries, number: int, profiler: Profiler) -> None:
        self.number = number
        self.profiler = profiler
        self._libraries = libraries
        self._streams = Handles(libraries, number)
        self._events = Events(self)
        self._lock = threading.Lock()
        self._memory: dict[int, int] = {}
        self._binaries: dict[int, tuple[bytes, list[int]]] = {}
        self._stubs: dict[int, Any] = {}
        self._sync_address: int | None = None
        self.generation = 0

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function of the runtime on this device.

        Raises:
            DeviceError: it failed.
            ToolchainError: it isn't there.
        """
        # The device is a matter of the thread, and other libraries in the process set it too.
        self._libraries.call("rtSetDevice", self.number)
        self._libraries.call(name, *arguments)

    def malloc(self, size: int, flags: int) -> int:
        raw = ctypes.c_void_p()
        self.call("rtMalloc", ctypes.byref(raw), size + ALIGNMENT, flags, _MODULE)
        start = raw.value or 0
        address = -(-start // ALIGNMENT) * ALIGNMENT
        with self._lock:
            self._memory[address] = start
        return address

    def free(self, address: int) -> None:
        with self._lock:
            raw = self._memory.pop(address, None)
        if raw is None:
            raise ValueError(f"{address:#x} is no address that malloc gave out, or was freed before")
        self.call("rtFree", raw)

    def memcpy(self, target: int, target_bytes: int, source: int, source_bytes: int, kind: MemcpyKind) -> None:
        self.call("rtMemcpy", target, target_bytes, source, source_bytes, kind.value)

    def to_device(self, address: int, size: int) -> int:
        """Copies memory of the host; the address of the copy."""
        huge = MallocPolicy.RT_MEMORY_POLICY_HUGE_PAGE_ONLY
        policy = huge if size > _SMALL_BYTES else MallocPolicy.RT_MEMORY_POLICY_NONE
        copy = self.malloc(size, MemoryType.RT_MEMORY_HBM.value | policy.value)
        try:
            if size:
                self.memcpy(copy, size, address, size, MemcpyKind.RT_MEMCPY_HOST_TO_DEVICE)
        except BaseException:
            self.free(copy)
            raise
        return copy

    def register_binary(self, binary: bytes, magic: int) -> int:
        description = DevBinary(magic=magic, version=0, data=binary, length=len(binary))
        handle = ctypes.c_void_p()
        self.call("rtDevBinaryRegister", ctypes.byref(description), ctypes.byref(handle))
        with self._lock:
            # The runtime reads the bytes as long as they are registered.
            self._binaries[handle.value or 0] = (binary, [])
        return handle.value or 0

    def unregister_binary(self, handle: int) -> None:
        with self._lock:
            if handle not in self._binaries:
                raise ValueError(f"{handle:#x} is no handle of a registered binary")
            binary, functions = self._binaries.pop(handle)
        self.call("rtDevBinaryUnRegister", handle)
        with self._lock:
            for function in functions:
                del self._stubs[function]
        del binary

    def register_function(self, handle: int, name: str, mode: int) -> int:
        with self._lock:
            if handle not in self._binaries:
                raise ValueError(f"{handle:#x} is no handle of a registered binary")
        # Kernels of the same name may be registered at once, so that the name alone doesn't stand for one.
        unique = f"{name}_{next(_stub_numbers)}".encode()
        stub = ctypes.create_string_buffer(unique)
        address = ctypes.addressof(stub)
        self.call("rtFunctionRegister", handle, address, unique, name.encode(), mode)
        with self._lock:
            self._stubs[address] = stub
            self._binaries[handle][1].append(address)
        return address

    def launch(self, function: int, block_num: int, arguments: bytes, sm_desc: int, stream: Stream) -> None:
        handle = self.handle(stream)
        stub = self._stubs.get(function)
        measure = None
        if stub is not None:
            name = stub.value.decode().rpartition("_")[0]
            measure = measuring.launched(name, block_num, current_target(), stream)
        if measure is None:
            self.launch_on(function, block_num, arguments, sm_desc, handle)
            return

        def run() -> None:
            self.launch_on(function, block_num, arguments, sm_desc, handle)
            self.wait(handle)

        # What was launched before isn't this launch's time.
        self.wait(handle)
        measure.run(run)

    def launch_on(self, function: int, block_num: int, arguments: bytes, sm_desc: int, handle: int) -> None:
        """Runs a function on a stream of CANN's."""
        if function not in self._stubs:
            raise ValueError(f"{function:#x} is no handle of a registered function")
        data = ctypes.create_string_buffer(arguments, len(arguments))
        self.call(
            "rtKernelLaunch", function, block_num, ctypes.addressof(data), len(arguments), sm_desc or None, handle
        )

    def handle(self, stream: Stream) -> int:
        """CANN's stream of a stream.

        Raises:
            ValueError: it is another device's.
            RuntimeError: it was destroyed.
        """
        check_driver(stream, self, f"device {self.number} of NPU")
        self._libraries.call("rtSetDevice", self.number)
        return self._streams.get(stream)

    def stream_queue(self, *, current: bool) -> Any:
        """None: streams are CANN's."""
        return None

    def stream_dropped(self, queue: Any, name: str) -> None:
        """Nothing: streams have no queue of asc's."""

    def record_event(self, event: Event, stream: Stream) -> None:
        self._events.record(event, stream)

    def wait_event(self, event: Event, stream: Stream) -> None:
        self._events.wait(event, stream)

    def synchronize_event(self, event: Event, timeout: int) -> None:
        self._events.synchronize(event, timeout)

    def query_event(self, event: Event) -> bool:
        return self._events.reached(event)

    def elapsed_time(self, start: Event, end: Event) -> float:
        return self._events.elapsed(start, end)

    def destroy_event(self, event: Event) -> None:
        self._events.destroy(event)

    def free_all(self) -> None:
        with self._lock:
            binaries, memory = list(self._binaries), list(self._memory)
        for handle in binaries:
            self.unregister_binary(handle)
        for address in memory:
            self.free(address)

    def destroy_stream(self, stream: Stream) -> None:
        handle = self._streams.pop(stream)
        if handle is not None:
            self.call("rtStreamDestroy", handle)

    def synchronize_stream(self, stream: Stream, timeout: int) -> None:
        handle = self._streams.known(stream)
        # Nothing was ever launched on a stream without a handle.
        if handle is not None:
            self.wait(handle, timeout)

    def wait(self, handle: int, timeout: int = 0) -> None:
        """Waits for a stream of CANN's, at most *timeout* milliseconds unless that is 0."""
        if timeout:
            self.call("rtStreamSynchronizeWithTimeout", handle, timeout)
        else:
            self.call("rtStreamSynchronize", handle)

    def synchronize(self) -> None:
        self.call("rtDeviceSynchronize")

    def reset(self) -> None:
        for handle in self._streams.clear():
            self.call("rtStreamDestroy", handle)
        self.call("rtDeviceReset", self.number)
        with self._lock:
            # All of it went with the device.
            self._memory.clear()
            self._binaries.clear()
            self._stubs.clear()
            self._sync_address = None
            self.generation += 1

    def info(self, module_type: DeviceModuleType, info_type: DeviceInfoType) -> int:
        result = ctypes.c_int64()
        self.call("rtGetDeviceInfo", self.number, module_type.value, info_type.value, ctypes.byref(result))
        return result.value

    def soc_version(self) -> str:
        return soc_version(self._libraries)

    def c2c_ctrl_addr(self) -> int:
        if self._sync_address is None:
            addresses = (ctypes.c_uint64 * _SYNC_ADDRESSES)()
            lengths = (ctypes.c_uint32 * _SYNC_ADDRESSES)()
            self.call("rtGetC2cCtrlAddr", addresses, lengths)
            self._sync_address = int(addresses[0])
        return self._sync_address

    def profile(self, command: ProfilingCommandHandle) -> None:
        self.call("rtProfSetProSwitch", ctypes.addressof(command), ctypes.sizeof(command))

    def reporter(self) -> Profiler:
        return self.profiler

    def acl_init(self) -> int:
        return int(self._libraries.function("aclInit")(None))

    def acl_finalize(self) -> int:
        return int(self._libraries.function("aclFinalize")())

    def tick(self) -> int | None:
        return None

    def print_workspace(self, address: int, size: int, stream: Stream, kernel: str) -> None:
        self.print_on(address, size, self.handle(stream), kernel)

    def print_on(self, address: int, size: int, handle: int, kernel: str) -> None:
        """Prints what a kernel on a stream of CANN's wrote to its dump buffer."""
        self._libraries.call("rtSetDevice", self.number)
        self._libraries.function(PRINT_WORKSPACE)(address, size, handle, kernel.encode())


def soc_version(libraries: Libraries) -> str:
    """Name of the SoC of the machine's devices."""
    name = ctypes.create_string_buffer(_SOC_NAME_BYTES)
    libraries.call("rtGetSocVersion", name, _SOC_NAME_BYTES)
    return name.value.decode()


def device_count(libraries: Libraries) -> int:
    """Number of devices that this process may use."""
    count = ctypes.c_int32()
    libraries.call("rtGetDeviceCount", ctypes.byref(count))
    return count.value
