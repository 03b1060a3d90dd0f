"""The NPU backend: CANN's compiler and runtime."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ... import settings
from ...errors import BackendCompileError, ToolchainError
from ...platforms import PLATFORMS
from .. import toolchain
from ..base import CompiledKernel, KernelText
from . import binary, cann, entry
from .commands import OUTPUT, SOURCE, commands, with_less_stack
from .device import Device, device_count, soc_version
from .errors import device_error
from .kernel import NPUKernel
from .libraries import Libraries
from .profiling import Profiler

if TYPE_CHECKING:
    from pathlib import Path

    from asc_plugins.platforms import PlatformSpec

    from ...options import CompileOptions
    from ...runtime.config import Target


_INITIALISED_BEFORE = 100002


class NPUBackend:
    """Compiles with bisheng and launches through CANN's runtime, which is loaded when it is first used."""

    name = "NPU"

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._libraries: Libraries | None = None
        self._profiler: Profiler | None = None
        self._devices: dict[int, Device] = {}

    def check(self) -> None:
        """Raises ToolchainError where CANN or its driver is missing, or there is no device."""
        cann.find()
        if device_count(self.libraries()) < 1:
            raise ToolchainError(f"CANN finds no NPU on this machine: {cann.ADVICE}")

    def default_platform(self) -> str:
        """The machine's own SoC; the first of asc's where CANN isn't there or names one that asc doesn't know."""
        try:
            name = soc_version(self.libraries())
        except (ToolchainError, RuntimeError):
            name = ""
        return name if name in PLATFORMS else next(iter(PLATFORMS))

    def device_count(self) -> int:
        return device_count(self.libraries())

    def binary_suffix(self) -> str:
        return ".o"

    def disassembler(self) -> str:
        """The program that reads the device's code.

        Raises:
            ToolchainError: CANN or its llvm-objdump is missing.
        """
        return str(cann.program(cann.home(), "llvm-objdump"))

    def fingerprint(self, options: CompileOptions) -> Mapping[str, str]:
        return {"CANN": cann.identity(cann.find()), settings.ASCENDC_DUMP.name: str(settings.ASCENDC_DUMP.value())}

    def compile(self, source: KernelText, options: CompileOptions, platform: PlatformSpec) -> bytes:
        prints = source.prints and settings.ASCENDC_DUMP.value()
        steps = commands(cann.find(), source.kernel_type, platform.architecture, options, prints=prints)
        text = entry.make(source, prints=prints)
        with toolchain.workspace() as folder:
            (folder / SOURCE).write_text(text, encoding="utf-8")
            for command in steps:
                code, output = _run(command, folder)
                if code != 0:
                    toolchain.check_room(folder, output)
                    again = with_less_stack(command)
                    if again is None or _run(again, folder)[0] != 0:
                        raise BackendCompileError(source.kernel, output, text, shlex.join(command))
            try:
                data = (folder / OUTPUT).read_bytes()
            except FileNotFoundError:
                raise ToolchainError(f"{steps[-1][0]} reports success, but wrote no binary; is it ld.lld?") from None
        return binary.pack(data, binary.Binary(source.kernel, prints))

    def load(self, kernel: CompiledKernel, target: Target) -> NPUKernel:
        return NPUKernel(kernel, self.device(target.device_id))

    def device(self, number: int) -> Device:
        """One of the machine's devices."""
        libraries = self.libraries()
        with self._lock:
            if self._profiler is None:
                _initialise(libraries)
                self._profiler = Profiler(libraries)
            if number not in self._devices:
                self._devices[number] = Device(libraries, number, self._profiler)
            return self._devices[number]

    def libraries(self) -> Libraries:
        """CANN's libraries.

        Raises:
            ToolchainError: CANN isn't there.
        """
        with self._lock:
            if self._libraries is None:
                self._libraries = Libraries(cann.home())
            return self._libraries


def _run(command: list[str], folder: Path) -> tuple[int, str]:
    try:
        return toolchain.run(command, folder)
    except OSError as error:
        raise ToolchainError(f"{command[0]} can't be started: {error}") from error


def _initialise(libraries: Libraries) -> None:
    """Initialises ACL, on which CANN's profiler and its messages stand."""
    code = libraries.function("aclInit")(None)
    # Another library of the process, such as torch_npu, may have done it before.
    if code not in (0, _INITIALISED_BEFORE):
        raise device_error("aclInit", code, "")
