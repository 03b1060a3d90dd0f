"""Launchers: a kernel with a number of blocks and a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asc_plugins.entries import entry

if TYPE_CHECKING:
    from ..runtime.streams import Stream
    from .function import JitFunction


class Launcher:
    """What ``kernel[core_num, stream]`` gives; calling it runs the kernel. Immutable.

    Attributes:
        function: the kernel.
        core_num: number of blocks, None for all cores of the platform.
        stream: the stream, None for the current one.
    """

    __slots__ = ("core_num", "function", "stream")

    function: JitFunction
    core_num: int | None
    stream: Stream | None

    def __init__(self, function: JitFunction, core_num: int | None, stream: Stream | None) -> None:
        for name, value in (("function", function), ("core_num", core_num), ("stream", stream)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a launcher can't be changed; make another with {self.function.name}[core_num, stream]")

    def __repr__(self) -> str:
        return f"<launcher of {self.function.name} on {self.core_num or 'all'} cores>"

    @entry
    def __call__(self, *args: Any, **kwargs: Any) -> None:
        """Runs the kernel.

        Raises:
            TypeError, ValueError, OverflowError: an argument that the kernel can't take.
            CompileError: the kernel doesn't compile.
            ModelError: the kernel broke a rule of the hardware.
        """
        self.function.launch(self.core_num, self.stream, args, kwargs)
