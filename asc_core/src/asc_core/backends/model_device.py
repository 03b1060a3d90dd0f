"""Model as a device: memory, binaries and launches of ``asc.lib.runtime`` on the host."""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from .. import settings
from ..printing import show
from ..runtime import measuring
from ..runtime.cann_types import DeviceInfoType, DeviceModuleType, MagicElf, MemcpyKind, ProfilingCommandHandle
from ..runtime.streams import caller_place, check_driver
from . import model_streams
from .base import BufferRow

if TYPE_CHECKING:
    from ..runtime.devices import ReporterProtocol
    from ..runtime.streams import Event, Stream
    from .model import ModelBackend

ALIGNMENT = 512

_CORE_TYPES = {
    MagicElf.RT_DEV_BINARY_MAGIC_ELF.value: ("mix", "MIX_AIC_1_2"),
    MagicElf.RT_DEV_BINARY_MAGIC_ELF_AIVEC.value: ("vector", "AIV_ONLY"),
    MagicElf.RT_DEV_BINARY_MAGIC_ELF_AICUBE.value: ("cube", "AIC_ONLY"),
}

_TO_DEVICE = (MemcpyKind.RT_MEMCPY_HOST_TO_DEVICE, MemcpyKind.RT_MEMCPY_HOST_TO_DEVICE_EX)
_FROM_DEVICE = (MemcpyKind.RT_MEMCPY_DEVICE_TO_HOST, MemcpyKind.RT_MEMCPY_DEVICE_TO_HOST_EX)
_ON_DEVICE = (MemcpyKind.RT_MEMCPY_DEVICE_TO_DEVICE, MemcpyKind.RT_MEMCPY_ADDR_DEVICE_TO_DEVICE)
_COPIES = (*_TO_DEVICE, *_FROM_DEVICE, *_ON_DEVICE, MemcpyKind.RT_MEMCPY_HOST_TO_HOST)


class ModelDevice:
    """Model's one device. Its memory is the host's, in blocks that launches are kept to."""

    number = 0

    def __repr__(self) -> str:
        return "Model's device"

    def __init__(self, backend: ModelBackend) -> None:
        self._backend = backend
        self._lock = threading.Lock()
        self._memory: dict[int, tuple[int, Any]] = {}
        self._binaries: dict[int, tuple[bytes, str, str]] = {}
        self._functions: dict[int, tuple[int, str, Any]] = {}
        self._next = 1

    def malloc(self, size: int, flags: int) -> int:
        try:
            memory = ctypes.create_string_buffer(size + ALIGNMENT)
        except (MemoryError, OverflowError):
            raise MemoryError(f"size is {size}; the host, whose memory Model takes, hasn't that many bytes") from None
        address = -(-ctypes.addressof(memory) // ALIGNMENT) * ALIGNMENT
        with self._lock:
            self._memory[address] = (size, memory)
        return address

    def free(self, address: int) -> None:
        with self._lock:
            if self._memory.pop(address, None) is None:
                raise ValueError(f"{address:#x} is no address that malloc gave out, or was freed before")

    def memcpy(self, target: int, target_bytes: int, source: int, source_bytes: int, kind: MemcpyKind) -> None:
        if kind not in _COPIES:
            raise ValueError(f"kind {kind.name} is not one that Model has; it has {', '.join(k.name for k in _COPIES)}")
        if source_bytes > target_bytes:
            raise ValueError(f"{source_bytes} bytes don't fit into {target_bytes}")
        if kind in _TO_DEVICE or kind in _ON_DEVICE:
            self._check("mem_dst_handle", target, source_bytes)
        if kind in _FROM_DEVICE or kind in _ON_DEVICE:
            self._check("mem_src_handle", source, source_bytes)
        if kind is not MemcpyKind.RT_MEMCPY_HOST_TO_HOST:
            # Launches made before may write it, or read what is there.
            self.synchronize()
        ctypes.memmove(target, source, source_bytes)

    def _check(self, argument: str, address: int, size: int) -> None:
        with self._lock:
            blocks = [(start, start + known) for start, (known, _) in self._memory.items()]
        if not any(start <= address and address + size <= end for start, end in blocks):
            raise ValueError(f"{argument}: the {size} bytes at {address:#x} aren't in memory that malloc gave out")

    def register_binary(self, binary: bytes, magic: int) -> int:
        if magic not in _CORE_TYPES:
            known = ", ".join(f"{value:#x} ({name})" for value, (name, _) in _CORE_TYPES.items())
            raise ValueError(f"core_type_id: {magic:#x} is none that Model has; it has {known}")
        with self._lock:
            handle = self._take_number()
            self._binaries[handle] = (binary, *_CORE_TYPES[magic])
        return handle

    def unregister_binary(self, handle: int) -> None:
        with self._lock:
            if self._binaries.pop(handle, None) is None:
                raise ValueError(f"{handle:#x} is no handle of a registered binary")
            for function in [f for f, (binary, _, _) in self._functions.items() if binary == handle]:
                del self._functions[function]

    def register_function(self, handle: int, name: str, mode: int) -> int:
        known = self._binaries.get(handle)
        if known is None:
            raise ValueError(f"{handle:#x} is no handle of a registered binary")
        kernel = self._backend.machine().load(known[0], name)
        with self._lock:
            function = self._take_number()
            self._functions[function] = (handle, name, kernel)
        return function

    def _take_number(self) -> int:
        # Apart from each other like addresses, so that one kind of handle isn't taken for another.
        self._next += 1
        return self._next << 12

    def launch(self, function: int, block_num: int, arguments: bytes, sm_desc: int, stream: Stream) -> None:
        from ..runtime.config import current_target

        if sm_desc:
            raise ValueError(f"sm_desc is {sm_desc:#x}; Model has no shared memory to describe")
        check_driver(stream, self, "Model")
        with self._lock:
            if function not in self._functions:
                raise ValueError(f"{function:#x} is no handle of a registered function")
            handle, name, kernel = self._functions[function]
            _, core_type, kernel_type = self._binaries[handle]
            memory = dict(self._memory)
        buffers: list[BufferRow] = [
            (start, size, False, f"memory of {size} bytes") for start, (size, _) in memory.items()
        ]
        target = current_target()
        measure = measuring.launched(name, block_num, target, stream if stream.queue else None)
        run: Callable[[], Any] = functools.partial(
            kernel.launch,
            arguments,
            buffers,
            block_num,
            self._backend.machine_platform(target.platform, kernel_type),
            core_type=core_type,
            watchdog_seconds=settings.WATCHDOG_SECONDS.value(),
            threads=settings.THREADS.value(),
            trace=measure is not None and measure.trace,
        )
        if measure is not None:
            run = functools.partial(measure.run, run)
        if stream.queue:
            # The memory lives as long as the launch, even when it is freed meanwhile.
            stream.queue.submit(lambda memory=memory: _run(run), *caller_place())
        else:
            _run(run)

    def free_all(self) -> None:
        with self._lock:
            self._memory.clear()
            self._binaries.clear()
            self._functions.clear()

    def stream_queue(self, *, current: bool) -> Any:
        return not current and model_streams.make_queue()

    def stream_dropped(self, queue: Any, name: str) -> None:
        model_streams.drop(queue, name)

    def destroy_stream(self, stream: Stream) -> None:
        if stream.queue:
            stream.queue.close()

    def synchronize_stream(self, stream: Stream, timeout: int) -> None:
        if stream.queue:
            model_streams.wait(stream.queue, timeout, stream)

    def synchronize(self) -> None:
        model_streams.wait_all()

    def record_event(self, event: Event, stream: Stream) -> None:
        from ..runtime.config import current_target

        model_streams.record(event, stream, current_target().platform.frequency_mhz)

    def wait_event(self, event: Event, stream: Stream) -> None:
        model_streams.follow(event, stream)

    def synchronize_event(self, event: Event, timeout: int) -> None:
        model_streams.synchronize(event, timeout)

    def query_event(self, event: Event) -> bool:
        return bool(event.state.mark.done)

    def elapsed_time(self, start: Event, end: Event) -> float:
        return model_streams.elapsed(start, end)

    def destroy_event(self, event: Event) -> None:
        """Nothing: what belongs to the event goes with it."""

    def reset(self) -> None:
        self.free_all()

    def info(self, module_type: DeviceModuleType, info_type: DeviceInfoType) -> int:
        from ..runtime.config import current_target

        platform = current_target().platform
        if info_type is DeviceInfoType.INFO_TYPE_ID:
            return self.number
        figures = {
            (DeviceModuleType.RT_MODULE_TYPE_AICORE, DeviceInfoType.INFO_TYPE_CORE_NUM): platform.aic_cores,
            (DeviceModuleType.RT_MODULE_TYPE_AICORE, DeviceInfoType.INFO_TYPE_CUBE_NUM): platform.aic_cores,
            (DeviceModuleType.RT_MODULE_TYPE_VECTOR_CORE, DeviceInfoType.INFO_TYPE_CORE_NUM): platform.aiv_cores,
        }
        figure = figures.get((module_type, info_type))
        if figure is None:
            raise ValueError(
                f"{info_type} of {module_type} is not known; Model knows the number of AICORE and VECTOR_CORE cores "
                "and the device's number"
            )
        return figure

    def soc_version(self) -> str:
        from ..runtime.config import current_target

        return current_target().platform.name

    def c2c_ctrl_addr(self) -> int:
        """0: Model's cores need no address to synchronise."""
        return 0

    def profile(self, command: ProfilingCommandHandle) -> None:
        _only_npu("set_pro_switch")

    def reporter(self) -> ReporterProtocol:
        _only_npu("npu_utils()")

    def acl_init(self) -> int:
        _only_npu("acl_init")

    def acl_finalize(self) -> int:
        _only_npu("acl_finalize")

    def tick(self) -> int | None:
        """Estimated cycles of all launches so far, as if one had followed the other."""
        return int(self._backend.machine().total_cycles())

    def print_workspace(self, address: int, size: int, stream: Stream, kernel: str) -> None:
        _only_npu("call_print_interface")


def _run(launch: Callable[[], Any]) -> None:
    show(launch().output)


def _only_npu(function: str) -> NoReturn:
    raise RuntimeError(f"{function} asks CANN, which Model does without; use_npu() chooses the NPU")
