"""A kernel on an NPU."""

from __future__ import annotations

import contextlib
import ctypes
import sys
import threading
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...errors import DeviceError, ToolchainError
from ...runtime.cann_types import MAGIC
from ...runtime.streams import current_stream
from ..base import BufferRow, CompiledKernel
from .binary import unpack
from .device import Device
from .entry import DUMP_BYTES_A_CORE, DUMP_CORES
from .kinds import KINDS
from .profiling import task_type
from .transfer import Transfer

if TYPE_CHECKING:
    from ...profiler.launch import Launch
    from ...runtime.streams import Stream

_SLOT = 8
_DUMP_BYTES = DUMP_BYTES_A_CORE * DUMP_CORES


class NPUKernel:
    """A kernel registered with a device, until nobody uses it any more.

    Attributes:
        name: its name.
        native: None; only CANN launches it.
        platform: None.
        core_type: what kind of cores it runs on.
        device_memory: the device whose memory it can be given addresses of, as torch names it.
    """

    native: Any = None
    platform: Any = None

    def __init__(self, kernel: CompiledKernel, device: Device) -> None:
        self._data, self._binary = unpack(kernel.binary)
        kind = KINDS[kernel.kernel_type]
        self.name = kernel.name
        self.core_type = kind.core_type.value
        self.device_memory = ("npu", device.number)
        self._device = device
        self._magic = MAGIC[kind.core_type].value
        self._task_type = task_type(kind)
        self._lock = threading.Lock()
        self._generation = -1
        self._handle_of_function = 0
        self._function()

    def _function(self) -> int:
        """The handle of the kernel function; registers it, anew after a reset of the device."""
        device = self._device
        with self._lock:
            if self._generation != device.generation:
                handle = device.register_binary(self._data, self._magic)
                finalizer = weakref.finalize(self, _forget, device, handle)
                # At exit the driver forgets all itself, and CANN may be gone before.
                finalizer.atexit = False
                self._handle_of_function = device.register_function(handle, self._binary.symbol, 0)
                self._generation = device.generation
            return self._handle_of_function

    def launch(
        self,
        packed: bytes,
        buffers: Sequence[BufferRow],
        core_num: int,
        stream: Stream | None,
        slots: Sequence[int] = (),
        measure: Launch | None = None,
    ) -> None:
        """Runs the kernel; *slots* are those of *packed* that hold addresses of the host's arrays.

        Arrays of the host are copied to the device and back, and the launch is waited for. A kernel that is given
        memory of the device only, and doesn't print, still runs when this returns, unless it is measured.
        """
        handle = self._stream(stream, on_device=not buffers)
        transfer = Transfer(self._device, buffers)
        dump = 0
        try:
            arguments = transfer.relocate(packed, slots)
            arguments += self._device.c2c_ctrl_addr().to_bytes(_SLOT, "little")
            if self._binary.prints:
                dump = self._dump_buffer()
                arguments += dump.to_bytes(_SLOT, "little")

            def run() -> None:
                self._launch(arguments, core_num, handle)
                if buffers or dump or measure is not None:
                    self._device.wait(handle)

            if measure is None:
                run()
            else:
                # What was launched before isn't this launch's time.
                self._device.wait(handle)
                measure.run(run)
            if dump:
                self._print(dump, handle)
            transfer.copy_back()
        finally:
            transfer.free()
            if dump:
                with contextlib.suppress(DeviceError):
                    self._device.free(dump)

    def _launch(self, arguments: bytes, core_num: int, handle: int) -> None:
        profiler = self._device.profiler
        start = profiler.sys_cycle_time()
        self._device.launch_on(self._function(), core_num, arguments, 0, handle)
        if start:
            profiler.report_compact_info(profiler.sys_cycle_time(), self.name, core_num, self._task_type)
            profiler.report_api(start, profiler.sys_cycle_time(), self.name)

    def _stream(self, stream: Stream | None, *, on_device: bool) -> int:
        torch = sys.modules.get("torch_npu")
        if stream is None and on_device and torch is not None:
            # torch's work on these tensors is on its own stream.
            return int(torch.npu.current_stream().npu_stream)
        return self._device.handle(stream or current_stream(self._device.number, self._device))

    def _dump_buffer(self) -> int:
        # Cores that don't run leave their part as it is, and what isn't zero there would be printed.
        zeros = ctypes.create_string_buffer(_DUMP_BYTES)
        return self._device.to_device(ctypes.addressof(zeros), _DUMP_BYTES)

    def _print(self, dump: int, handle: int) -> None:
        if sys.stdout is not None:
            sys.stdout.flush()
        self._device.print_on(dump, _DUMP_BYTES, handle, self.name)
        # CANN prints through C, whose output is to stand before that of Python that follows.
        ctypes.CDLL(None).fflush(None)


def _forget(device: Device, handle: int) -> None:
    # Nobody uses the kernel any more, so nobody could handle an error.
    with contextlib.suppress(DeviceError, ToolchainError, ValueError):
        device.unregister_binary(handle)
