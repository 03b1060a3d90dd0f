"""A kernel that was compiled for some types of arguments and is ready to be launched."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..backends.base import CompiledKernel, LoadedKernel, core_count
from ..runtime import measuring
from ..runtime.streams import caller_place, check_driver
from .staging import Staging

if TYPE_CHECKING:
    from ..profiler.launch import Launch
    from ..runtime.config import Target
    from ..runtime.streams import Stream
    from .arguments import Argument

SLOT = 8


class Prepared:
    """A loaded kernel.

    Attributes:
        kernel: what was compiled, or came from the cache.
        loaded: the backend's handle.
        target: where it runs.
    """

    def __init__(self, kernel: CompiledKernel, loaded: LoadedKernel, target: Target) -> None:
        self.kernel = kernel
        self.loaded = loaded
        self.target = target

    @property
    def all_cores(self) -> int:
        """The number of blocks of a launch that names none."""
        return core_count(self.kernel.kernel_type, self.target.platform)

    def launch(self, arguments: Mapping[str, Argument], core_num: int | None, stream: Stream | None) -> None:
        """Runs the kernel on its arguments, or gives the launch to the stream's queue."""
        for name, argument in arguments.items():
            if argument.address is not None:
                self._check_device(name, argument)
        core_num = core_num or self.all_cores
        measure = measuring.launched(self.kernel.name, core_num, self.target, stream)
        if stream is not None and stream.queue:
            run = functools.partial(self.run, arguments, core_num, stream, measure)
            stream.queue.submit(run, *caller_place())
        else:
            self.run(arguments, core_num, stream, measure)

    def check_stream(self, stream: Stream | None) -> None:
        """Raises when the kernel can't be launched on the stream.

        Raises:
            RuntimeError: it was destroyed.
            ValueError: it is another device's or another backend's.
        """
        if stream is not None:
            target = self.target
            place = f"device {target.device_id} of {target.backend.name}"
            check_driver(stream, target.backend.device(target.device_id), place)

    def run(
        self, arguments: Mapping[str, Argument], core_num: int, stream: Stream | None, measure: Launch | None
    ) -> None:
        """Runs the kernel on this thread."""
        arrays = [(name, argument.array) for name, argument in arguments.items() if argument.array is not None]
        staging = Staging(arrays)
        addresses = iter(staging.addresses)
        packed = bytearray()
        slots = []
        for argument in arguments.values():
            if argument.array is not None:
                slots.append(len(packed) // SLOT)
                packed += next(addresses).to_bytes(SLOT, "little")
            elif argument.address is not None:
                packed += argument.address.to_bytes(SLOT, "little")
            else:
                data = argument.data or b""
                packed += data + bytes(-len(data) % SLOT)
        self.loaded.launch(bytes(packed), staging.rows, core_num, stream, slots, measure)
        broken = staging.broken_overlap()
        if broken is not None:
            raise ValueError(f"kernel '{self.kernel.name}': {broken}")
        staging.write_back()

    def _check_device(self, name: str, argument: Argument) -> None:
        if argument.device != self.loaded.device_memory:
            kind, number = argument.device or ("", 0)
            place = f"device {self.target.device_id} of {self.target.backend.name}"
            raise TypeError(
                f"kernel '{self.kernel.name}': argument '{name}' is a tensor on device '{kind}:{number}', which "
                f"{place} can't reach; pass tensor.cpu(), or choose that device with set_platform"
            )
