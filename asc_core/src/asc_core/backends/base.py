"""What the runtime asks of a backend."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from asc_plugins.records import record

from ..spelling import nearest

if TYPE_CHECKING:
    from pathlib import Path

    from asc_plugins.platforms import PlatformSpec

    from ..options import CompileOptions
    from ..profiler.launch import Launch
    from ..runtime.config import Target
    from ..runtime.devices import DeviceProtocol
    from ..runtime.streams import Stream

#: Entry-point group in which a distribution names its backends.
GROUP = "asc.backends"

#: asc's own, found without a search through the installed distributions.
_OWN = {"Model": ("model", "ModelBackend"), "NPU": ("npu", "NPUBackend")}


@record(eq=False)
class KernelText:
    """A kernel's Ascend C, ready for the backend's compiler.

    Attributes:
        kernel: name of the kernel function.
        text: the Ascend C text.
        headers: paths of the Model headers that define the APIs it uses.
        kernel_type: name of the kernel type.
        prints: whether it prints or dumps tensors.
        chains: text of the calls that lead to its lines, see ``call_chains``, for the reports of Model.
    """

    kernel: str
    text: str
    headers: tuple[Path, ...]
    kernel_type: str
    prints: bool = False
    chains: str = ""


@dataclass(frozen=True)
class CompiledKernel:
    """A kernel's binary and what a launch must know of it.

    Attributes:
        name: the kernel's name in Python; the binary is entered through a symbol of its own.
        seconds: time each stage took; empty for a kernel out of the cache.
        written: names of the array arguments that it may write; None where that isn't known.
    """

    name: str
    kernel_type: str
    binary: bytes = field(repr=False)
    seconds: dict[str, float] = field(default_factory=dict, compare=False)
    written: tuple[str, ...] | None = None


#: Global memory that a launch may touch: address, bytes, read-only, name of the argument.
BufferRow = tuple[int, int, bool, str]


class LoadedKernel(Protocol):
    """A kernel that can be launched.

    Attributes:
        native: what the native launcher runs, None when it can't; with it go *platform* and *core_type*.
        device_memory: kind and number of the device whose memory it can be given addresses of, beside the host's.
    """

    native: Any
    platform: Any
    core_type: str
    device_memory: tuple[str, int] | None

    def launch(
        self,
        packed: bytes,
        buffers: Sequence[BufferRow],
        core_num: int,
        stream: Stream | None,
        slots: Sequence[int] = (),
        measure: Launch | None = None,
    ) -> None:
        """Runs the kernel; *packed* holds its arguments in slots of 8 bytes, *slots* are those of arrays' addresses.

        With *measure*, the kernel runs inside ``measure.run``, on the thread and at the time at which it runs.
        """


class BackendProtocol(Protocol):
    """Compiles Ascend C and runs the result. One object a process; used by several threads."""

    name: str

    def check(self) -> None:
        """Raises ToolchainError when the backend can't be used on this machine."""

    def default_platform(self) -> str:
        """The SoC to compile for when the user names none."""

    def device_count(self) -> int:
        """Number of devices."""

    def device(self, number: int) -> DeviceProtocol:
        """One of the devices, for ``asc.lib.runtime``."""

    def fingerprint(self, options: CompileOptions) -> Mapping[str, str]:
        """All of the toolchain that a binary depends on, by name: programs, flags, variables of the environment.

        The same in every process. A kernel is compiled again when one of the texts changes.
        """

    def compile(self, source: KernelText, options: CompileOptions, platform: PlatformSpec) -> bytes:
        """The binary of a kernel.

        Raises:
            ToolchainError: a needed program is missing.
            BackendCompileError: the compiler refused the text.
        """

    def load(self, kernel: CompiledKernel, target: Target) -> LoadedKernel:
        """Makes a binary ready for launches."""

    def binary_suffix(self) -> str:
        """Ending of the binary's file name in a dump."""


def core_count(kernel_type: str, platform: PlatformSpec) -> int:
    """All cores of the platform that a kernel of this type can use, in blocks."""
    vector = kernel_type in ("AIV_ONLY", "MIX_AIV_HARD_SYNC", "MIX_AIV_1_0")
    return platform.aiv_cores if vector else platform.aic_cores


_loaded: dict[str, BackendProtocol] = {}
_lock = threading.Lock()


def load_backend(name: str) -> BackendProtocol:
    """The backend of that name.

    Raises:
        ValueError: there is none, or it can't be imported.
    """
    if not isinstance(name, str):
        raise ValueError(f"backend: {name!r} is not the name of a backend")
    with _lock:
        backend = _loaded.get(name)
        if backend is None:
            backend = _loaded[name] = _import(name)
        return backend


def _import(name: str) -> BackendProtocol:
    if name in _OWN:
        import importlib

        module, cls = _OWN[name]
        return getattr(importlib.import_module(f"{__package__}.{module}"), cls)()  # type: ignore[no-any-return]
    from stevedore import DriverManager
    from stevedore.exception import NoMatches

    try:
        manager: Any = DriverManager(GROUP, name, invoke_on_load=True)
        driver: BackendProtocol = manager.driver
        return driver
    except NoMatches:
        pass
    except Exception as error:
        raise ValueError(f"backend: '{name}' can't be loaded: {type(error).__name__}: {error}") from error
    names = backend_names()
    meant = nearest(name, names)
    advice = f"; did you mean {meant}?" if meant else ""
    raise ValueError(f"backend: unknown backend {name!r}; known are {', '.join(names)}{advice}")


def backend_names() -> list[str]:
    """Names of all installed backends."""
    from stevedore import ExtensionManager

    return sorted({*_OWN, *ExtensionManager(GROUP).entry_points_names()})
