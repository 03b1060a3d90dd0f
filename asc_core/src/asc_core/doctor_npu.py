"""``asc doctor --npu``: what kernels on an NPU need, part by part."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

from .backends.base import KernelText
from .backends.npu import cann
from .backends.npu.device import Device, device_count, soc_version
from .backends.npu.libraries import OPTIONAL, SYMBOLS, Libraries
from .backends.npu.profiling import Profiler
from .doctor import Finding, State
from .errors import BackendCompileError, DeviceError, ToolchainError
from .options import CompileOptions
from .platforms import PLATFORMS
from .runtime.cann_types import DeviceInfoType, DeviceModuleType, MemcpyKind

#: The release that asc is written for.
_VERSION = (8, 5)
_MANAGER = Path("/dev/davinci_manager")
_DEVICES = "davinci[0-9]*"

_PROBE = """\
#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void asc_probe(__gm__ float* x) {
    GlobalTensor<float> tensor;
    tensor.SetGlobalBuffer(x);
}
"""
_PROBE_BYTES = 64


def examine() -> Iterator[Finding]:
    """Checks all parts; a part that stands on a broken one isn't checked."""
    try:
        home = cann.home()
    except ToolchainError as error:
        yield _missing("CANN", error)
        return
    yield _version(home)
    tools = list(_tools(home))
    yield from tools
    if all(finding.state == "ok" for finding in tools):
        yield from _compilation()
    libraries = Libraries(home)
    loaded = list(_libraries(libraries))
    yield from loaded
    yield from _driver()
    if all(finding.state != "broken" for finding in loaded):
        yield from _devices(libraries)


def _missing(what: str, error: Exception, state: State = "broken", lost: str = "") -> Finding:
    """The finding of an error, whose advice stands apart and doesn't send back here."""
    detail, found, rest = str(error).partition(cann.ADVICE)
    advice = lost or (cann.INSTALL_ADVICE + rest if found else "")
    return Finding(what, state, detail.rstrip(":; ") if found else detail, advice)


def _version(home: Path) -> Finding:
    version = cann.version(home)
    detail = f"{version or 'unknown version'} at {home}"
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())
    if len(numbers) < 2 or numbers < _VERSION:
        return Finding("CANN", "note", detail, "asc is written for CANN 8.5 and what follows it")
    return Finding("CANN", "ok", detail)


def _tools(home: Path) -> Iterator[Finding]:
    from . import settings

    parts: tuple[tuple[str, Callable[[], str]], ...] = (
        ("bisheng", lambda: _runs(cann.program(home, "bisheng", settings.COMPILER))),
        ("ld.lld", lambda: _runs(cann.program(home, "ld.lld", settings.LINKER))),
        ("Ascend C headers", lambda: ", ".join(map(str, cann.includes(home)))),
    )
    for what, check in parts:
        try:
            yield Finding(what, "ok", check())
        except (ToolchainError, OSError) as error:
            yield _missing(what, error)


def _runs(program: Path) -> str:
    try:
        result = subprocess.run([program, "--version"], capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise ToolchainError(f"{program} can't be started: {error}; install CANN's toolkit for this machine") from error
    if result.returncode:
        raise ToolchainError(
            f"{program} --version fails with {result.returncode}: {(result.stderr or result.stdout).strip()[:300]}"
        )
    return f"{next(iter(result.stdout.splitlines()), '')} at {program}"


def _compilation() -> Iterator[Finding]:
    from .backends.npu import NPUBackend

    backend = NPUBackend()
    platform = PLATFORMS[backend.default_platform()]
    for kernel_type in ("AIV_ONLY", "MIX_AIC_1_2"):
        what = f"compiling {kernel_type}"
        try:
            data = backend.compile(KernelText("asc_probe", _PROBE, (), kernel_type), CompileOptions(), platform)
            yield Finding(what, "ok", f"{len(data)} bytes")
        except BackendCompileError as error:
            advice = "CANN's toolkit is not whole, or not one that asc knows"
            yield Finding(what, "broken", f"{error.command}\n{error.output.strip()[:1000]}", advice)
        except ToolchainError as error:
            yield _missing(what, error)


def _libraries(libraries: Libraries) -> Iterator[Finding]:
    for name in dict.fromkeys(symbol.library for symbol in SYMBOLS.values()):
        lost = OPTIONAL.get(name, "")
        state: State = "note" if lost else "broken"
        missing = []
        try:
            libraries.load(name)
            for function, symbol in SYMBOLS.items():
                if symbol.library == name:
                    try:
                        libraries.function(function)
                    except ToolchainError:
                        missing.append(function)
        except ToolchainError as error:
            yield _missing(name, error, state, lost)
            continue
        if missing:
            advice = f"this CANN is none that asc knows; {lost}".rstrip("; ")
            yield Finding(name, state, f"has no {', '.join(missing)}", advice)
        else:
            yield Finding(name, "ok", f"{sum(s.library == name for s in SYMBOLS.values())} functions")


def _driver() -> Iterator[Finding]:
    nodes = sorted(_MANAGER.parent.glob(_DEVICES))
    if not _MANAGER.exists() or not nodes:
        advice = "load the NPU driver; in a container, pass /dev/davinci* and /dev/davinci_manager in"
        yield Finding("driver", "broken", f"there is no {_MANAGER if nodes else _MANAGER.parent / 'davinci0'}", advice)
    elif not all(os.access(node, os.R_OK | os.W_OK) for node in (_MANAGER, *nodes)):
        advice = "the user must belong to the driver's group, HwHiAiUser by default"
        yield Finding("driver", "broken", f"{', '.join(map(str, nodes))} can't be opened", advice)
    else:
        yield Finding("driver", "ok", ", ".join(map(str, nodes)))


def _devices(libraries: Libraries) -> Iterator[Finding]:
    try:
        count = device_count(libraries)
        name = soc_version(libraries)
    except DeviceError as error:
        yield Finding("devices", "broken", str(error))
        return
    if count < 1:
        yield Finding("devices", "broken", "0", "ASCEND_RT_VISIBLE_DEVICES or the container may hide them")
        return
    if name in PLATFORMS:
        yield Finding("SoC", "ok", name)
    else:
        yield Finding("SoC", "broken", name, f"asc compiles for {', '.join(PLATFORMS)}")
    profiler = Profiler(libraries)
    for number in range(count):
        try:
            yield Finding(f"device {number}", "ok", _exercise(Device(libraries, number, profiler)))
        except DeviceError as error:
            yield Finding(f"device {number}", "broken", str(error))


def _exercise(device: Device) -> str:
    """Takes memory and copies there and back."""
    import ctypes

    data = ctypes.create_string_buffer(bytes(range(_PROBE_BYTES)), _PROBE_BYTES)
    back = ctypes.create_string_buffer(_PROBE_BYTES)
    copy = device.to_device(ctypes.addressof(data), _PROBE_BYTES)
    try:
        kind = MemcpyKind.RT_MEMCPY_DEVICE_TO_HOST
        device.memcpy(ctypes.addressof(back), _PROBE_BYTES, copy, _PROBE_BYTES, kind)
    finally:
        device.free(copy)
    if back.raw != data.raw:
        raise DeviceError("rtMemcpy", 0, "", "", "what came back from the device isn't what went there")
    cores = device.info(DeviceModuleType.RT_MODULE_TYPE_AICORE, DeviceInfoType.INFO_TYPE_CORE_NUM)
    return f"{cores} cube cores, memory works"
