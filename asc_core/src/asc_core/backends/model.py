"""The Model backend: the host's C++ compiler and the native machine."""

from __future__ import annotations

import functools
import json
import os
import shlex
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import settings
from ..call_chains import chains_at
from ..errors import BackendCompileError, ModelError, ToolchainError
from ..platforms import PLATFORMS
from ..printing import show
from . import fault_lines, toolchain
from .base import BufferRow, CompiledKernel, KernelText

if TYPE_CHECKING:
    from pathlib import Path

    from asc_plugins.platforms import PlatformSpec

    from ..options import CompileOptions
    from ..profiler.launch import Launch
    from ..runtime.config import Target
    from ..runtime.streams import Stream
    from .model_device import ModelDevice

PACKAGE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
#: The machine's own headers.
HEADERS = f"{PACKAGE}/model"

#: What stands between the packed arguments and the kernel: argument i lies in the 8-byte units after those before it.
#: The machine checks flags when the toolchain inserts none.
ENTRY = """\
#include "ascendc.cpp"
#line 1 "asc_kernel_entry"
namespace asc_entry {
template <typename T> T take(const unsigned char*& slot) {
    T value;
    __builtin_memcpy(&value, slot, sizeof(T));
    slot += (sizeof(T) + 7) / 8 * 8;
    return value;
}
template <typename... A> struct Call {
    Call(void (*kernel)(A...), A... arguments) { kernel(arguments...); }
};
template <typename... A> void invoke(void (*kernel)(A...), const unsigned char* slot) {
    (void)slot;
    Call<A...>{kernel, take<A>(slot)...};
}
}
extern "C" __attribute__((visibility("default"))) const unsigned char asc_kernel_ordered_by_hand = %d;
extern "C" __attribute__((visibility("default"))) void asc_kernel_entry(const void* arguments) {
    asc_entry::invoke(%s, static_cast<const unsigned char*>(arguments));
}
"""

#: What errors tell of device functions.
CALLS = 'extern "C" __attribute__((visibility("default"))) const char asc_kernel_calls[] = %s;\n'

_CORE_TYPES = {
    "AIV_ONLY": "vector",
    "MIX_AIV_HARD_SYNC": "vector",
    "MIX_AIV_1_0": "vector",
    "AIC_ONLY": "cube",
    "MIX_AIC_HARD_SYNC": "cube",
    "MIX_AIC_1_0": "cube",
    "MIX_AIC_1_1": "mix",
    "MIX_AIC_1_2": "mix",
}


def model_error(row: dict[str, Any]) -> ModelError:
    """The exception of an error that the machine reports; shows what the kernel printed before."""
    show(row["output"])
    if row["kind"] in ("fault", "watchdog") and row["pc_offset"] is not None:
        _locate(row)
    return ModelError(
        row["message"] + (_reason(row) if row["api"] == "Trap" else ""),
        kind=row["kind"],
        api=row["api"],
        file=row["file"],
        line=row["line"],
        block=row["block_idx"],
        core_type=row["core_type"],
        argument=row["argument"],
        kernel=row["kernel"],
        calls=chains_at(row.get("calls", ""), row["file"], row["line"]),
    )


def _reason(row: dict[str, Any]) -> str:
    """What an assertion printed before it trapped, its first line; blocks may have printed different numbers."""
    place = f"{row['file']}:{row['line']}: "
    texts = {line.removeprefix(place) for line in row["output"].splitlines() if line.startswith(place)}
    if not texts:
        return ""
    common = os.path.commonprefix(sorted(texts))  # noqa: RUF071 - of characters is what is meant
    return f": {common}{'…' if len(texts) > 1 else ''}"


def _locate(row: dict[str, Any]) -> None:
    """Gives what happened outside of APIs its own line: the machine knows that of the last API only."""
    divides = row["message"].startswith("integer division")
    place = fault_lines.line_of(row["binary"], row["pc_offset"])
    if place is not None:
        row["file"], row["line"] = place
        row["api"] = ""
    elif divides and row["line"]:
        # APIs don't divide by the author's numbers.
        row["message"] += f", in scalar code after {row['api']} in line {row['line']}"
        row["api"] = ""


def umbrella(headers: Sequence[Path]) -> str:
    """``kernel_operator.h`` for a kernel that uses these headers."""
    lines = [
        "#pragma once",
        '#include "asc_machine.h"',
        *(f'#include "{header.as_posix()}"' for header in headers),
    ]
    return "\n".join(lines) + "\n"


class ModelBackend:
    """Compiles Ascend C with the host's compiler and runs it on the native machine."""

    name = "Model"

    def __init__(self) -> None:
        self._platforms: dict[str, Any] = {}
        self._lock = threading.Lock()
        self._ready = False
        self._device: ModelDevice | None = None

    def check(self) -> None:
        """Raises ToolchainError without a C++ compiler or the native module."""
        toolchain.find_compiler()
        self.machine()

    def default_platform(self) -> str:
        return next(iter(PLATFORMS))

    def device_count(self) -> int:
        return 1

    def device(self, number: int) -> ModelDevice:
        from .model_device import ModelDevice

        with self._lock:
            if self._device is None:
                self._device = ModelDevice(self)
            return self._device

    def binary_suffix(self) -> str:
        return ".so"

    def fingerprint(self, options: CompileOptions) -> Mapping[str, str]:
        compiler = toolchain.find_compiler()
        # The machine and its headers are files of asc_core, which the packs' fingerprint covers.
        return {
            "compiler": shlex.join(compiler.command),
            "compiler version": compiler.identity,
            "flags": shlex.join(compiler.flags(options)),
            "processor": toolchain.processor(),
            "environment": toolchain.environment(),
        }

    def compile(self, source: KernelText, options: CompileOptions, platform: PlatformSpec) -> bytes:
        compiler = toolchain.find_compiler()
        with toolchain.workspace() as folder:
            (folder / "ascendc.cpp").write_text(source.text, encoding="utf-8")
            (folder / "kernel_operator.h").write_text(umbrella(source.headers), encoding="utf-8")
            entry = ENTRY % (not options.auto_sync, source.kernel)
            if source.chains:
                # Of ASCII text JSON's literal is that of C++.
                entry += CALLS % json.dumps(source.chains)
            (folder / "entry.cpp").write_text(entry, encoding="utf-8")
            folders = dict.fromkeys([HEADERS, *(str(header.parent) for header in source.headers)])
            command = [
                *compiler.command,
                *compiler.flags(options),
                *(() if options.debug else fault_lines.flags(folder)),
                *(f"-I{part}" for part in (".", *folders)),
                "entry.cpp",
                "-o",
                "kernel.so",
                f"-L{PACKAGE}",
                "-lasc_machine",
            ]
            try:
                code, output = toolchain.run(command, folder)
            except OSError as error:
                raise ToolchainError(f"the C++ compiler can't be started: {error}") from error
            if code != 0:
                toolchain.check_room(folder, output)
                # A kernel that fails again fails with the same words, though in another folder.
                said = shlex.join(command).replace(str(folder), "$PWD")
                raise BackendCompileError(source.kernel, output, source.text, said)
            toolchain.check_output(folder / "kernel.so", compiler)
            return (folder / "kernel.so").read_bytes()

    def load(self, kernel: CompiledKernel, target: Target) -> ModelKernel:
        native = self.machine()
        return ModelKernel(
            kernel, native.load(kernel.binary, kernel.name), self.machine_platform(target.platform, kernel.kernel_type)
        )

    def machine_platform(self, spec: PlatformSpec, kernel_type: str) -> Any:
        """A SoC as the machine wants it, for kernels of this type."""
        vector_cores = 1 if kernel_type == "MIX_AIC_1_1" else 2
        key = f"{spec.name}/{vector_cores}"
        with self._lock:
            if key not in self._platforms:
                usable = {n.lower(): size - spec.reserved.get(n, 0) for n, size in spec.memories.items()}
                self._platforms[key] = self.machine().Platform(**usable, vector_cores_per_block=vector_cores)
            return self._platforms[key]

    def machine(self) -> Any:
        """The native machine.

        Raises:
            ToolchainError: it isn't built.
        """
        try:
            import asc_core._native as native
        except ImportError as error:
            raise ToolchainError(
                f"the native machine of asc-core can't be loaded: {error}; build it as CONTRIBUTING.md says, "
                "or install asc-core from a wheel"
            ) from error
        if not self._ready:
            native.set_error_factory(model_error)
            self._ready = True
        return native


class ModelKernel:
    """A kernel loaded into the machine."""

    device_memory = None

    def __init__(self, kernel: CompiledKernel, native: Any, platform: Any) -> None:
        self.name = kernel.name
        self.native = native
        self.platform = platform
        self.core_type = _CORE_TYPES[kernel.kernel_type]

    def launch(
        self,
        packed: bytes,
        buffers: Sequence[BufferRow],
        core_num: int,
        stream: Stream | None,
        slots: Sequence[int] = (),
        measure: Launch | None = None,
    ) -> None:
        """Runs the kernel on the host's arrays themselves, so that it needn't know where their addresses stand."""
        run = functools.partial(
            self.native.launch,
            packed,
            buffers,
            core_num,
            self.platform,
            core_type=self.core_type,
            watchdog_seconds=settings.WATCHDOG_SECONDS.value(),
            threads=settings.THREADS.value(),
            check_written=settings.CHECK_UNINITIALIZED.value(),
            trace=measure is not None and measure.trace,
        )
        result = run() if measure is None else measure.run(run)
        show(result.output)
