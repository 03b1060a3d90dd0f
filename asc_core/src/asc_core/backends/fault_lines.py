"""Finds the source line of an instruction in a kernel's binary, for faults that no API reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import ToolchainError
from . import toolchain

if TYPE_CHECKING:
    from pathlib import Path

#: Programs that map addresses to lines; one comes with each compiler.
_PROGRAMS = ("addr2line", "llvm-addr2line", "eu-addr2line")
#: Stands for the compiler's folder in the binary, so that it doesn't depend on where it was compiled.
FOLDER = "/asc-kernel"
_SECONDS = 20


def flags(folder: Path) -> tuple[str, ...]:
    """Flags of the compiler that keep line numbers in a binary; they change no instruction."""
    return ("-g1", f"-fdebug-prefix-map={folder}={FOLDER}")


def line_of(binary: bytes, offset: int) -> tuple[str, int] | None:
    """File and line of the kernel's source at an offset in its binary.

    None when it lies elsewhere, such as in an API, or when no program on PATH can tell.
    """
    # The first launch of a process shouldn't wait for modules that only broken kernels need.
    import shutil
    import subprocess

    program = next((found for found in map(shutil.which, _PROGRAMS) if found is not None), None)
    if program is None:
        return None
    try:
        with toolchain.workspace() as folder:
            file = folder / "kernel.so"
            file.write_bytes(binary)
            result = subprocess.run(
                [program, "-i", "-e", str(file), hex(offset)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_SECONDS,
                check=False,
            )
    except (ToolchainError, OSError, subprocess.SubprocessError):
        return None
    return _author_line(result.stdout)


def _author_line(text: str) -> tuple[str, int] | None:
    """The first place, from the innermost function outwards, that isn't C++ around the kernel's source."""
    for place in text.splitlines():
        name, _, number = place.rpartition(":")
        line = number.partition(" ")[0]
        own = name.startswith(f"{FOLDER}/") and name.removeprefix(f"{FOLDER}/").removeprefix("./")
        if line.isdecimal() and int(line) and name != "??" and not name.endswith((".h", ".cpp", "asc_kernel_entry")):
            return own or name, int(line)
    return None
