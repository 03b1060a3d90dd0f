"""Command lines of bisheng and ld.lld for each kernel type and option."""

from __future__ import annotations

from pathlib import Path

from ...options import CompileOptions
from .cann import Cann
from .kinds import KINDS, Kind

SOURCE = "kernel.cce"
OUTPUT = "kernel.o"

#: The compiler's name of Atlas A2's and A3's cores.
_ARCHITECTURES = {"dav-2201": "dav-c220"}
_LEVEL = 3
_COMMON = (
    "-std=c++17",
    # What kernels mean: signed integers wrap around.
    "-fwrapv",
    "--cce-disable-kernel-global-attr-check",
    "-mllvm", "-cce-aicore-stack-size=0x8000",
    "-mllvm", "-cce-aicore-function-stack-size=0x8000",
    "-mllvm", "-cce-aicore-dcci-insert-for-scalar=false",
)  # fmt: skip
_DEBUG = ("-g", "-mllvm", "--cce-aicore-jump-expand=true")
_AUTO_SYNC = ("--cce-auto-sync", "-mllvm", "-api-deps-filter")
_DEFINES = ("-D__NPU_TILING__", "-DTILING_KEY_VAR=0")
_MIXED = ("-cce-enable-mix", "-D__MIX_CORE_MACRO__=1")
_LESS_STACK = ("-mllvm", "-disable-machine-licm")
_LINK = ("-m", "aicorelinux", "-Ttext=0")


def commands(
    cann: Cann, kernel_type: str, architecture: str, options: CompileOptions, *, prints: bool
) -> list[list[str]]:
    """What turns ``kernel.cce`` in the current folder into ``kernel.o``, in order.

    A kernel for cube and vector cores is compiled for each of them, and linked into one binary.

    Args:
        cann: the toolchain.
        kernel_type: one of the eight kernel types.
        architecture: the platform's, ``dav-2201``.
        options: the compile options.
        prints: whether the kernel's output is wanted.

    Raises:
        ValueError: the architecture isn't one that asc compiles for, or options contradict each other.
    """
    kind = KINDS[kernel_type]
    name = _ARCHITECTURES.get(architecture)
    if name is None:
        known = ", ".join(_ARCHITECTURES)
        raise ValueError(f"the NPU backend compiles for {known}, not for the platform's {architecture}")
    if options.auto_sync_log and not options.auto_sync:
        raise ValueError(f"option auto_sync_log={options.auto_sync_log!r}: needs auto_sync=True, which it reports on")
    objects = [f"kernel_{core}.o" for core in kind.cores]
    compiled = [
        [
            str(cann.compiler),
            "-c", "-x", "cce",
            f"-O{_LEVEL if options.opt_level is None else options.opt_level}",
            SOURCE,
            f"--cce-aicore-arch={name}-{core}",
            "--cce-aicore-only",
            "-o", output,
            *_headers(cann),
            *_COMMON,
            f"-DASCENDC_DUMP={int(prints)}",
            *(_DEBUG if options.debug else ()),
            *_auto_sync(options, kind, core),
            *(_MIXED if kind.is_mixed else ()),
            *(("-D__MIX_CORE_AIC_RATION__=1",) if kind.vector_cores == 1 else ()),
            *_DEFINES,
            *(options.bisheng_options or ()),
        ]
        for core, output in zip(kind.cores, objects, strict=True)
    ]  # fmt: skip
    return [*compiled, [str(cann.linker), *_LINK, *objects, "-static", "-o", OUTPUT]]


def with_less_stack(command: list[str]) -> list[str] | None:
    """A compilation for a kernel that overflows the cores' stack: slower on the device; None of the linker's command.

    bisheng moves code out of loops late, and refuses a kernel whose values then don't fit.
    """
    return [command[0], *_LESS_STACK, *command[1:]] if "-c" in command else None


def _headers(cann: Cann) -> list[str]:
    version = ["-include", str(cann.version_header)] if cann.version_header is not None else []
    return [*version, *(part for folder in cann.includes for part in ("-I", str(folder)))]


def _auto_sync(options: CompileOptions, kind: Kind, core: str) -> list[str]:
    if not options.auto_sync:
        return []
    if not options.auto_sync_log:
        return [*_AUTO_SYNC]
    path = Path(options.auto_sync_log).absolute()
    # Each of a mixed kernel's compilations writes a log.
    log = path.with_name(f"{path.stem}_{core}{path.suffix}") if kind.is_mixed else path
    return [*_AUTO_SYNC, f"--cce-auto-sync-log={log}"]
