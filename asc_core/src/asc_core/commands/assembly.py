"""A kernel's machine code as text, by the disassembler that knows the backend's processor."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import click

from ..backends import toolchain

if TYPE_CHECKING:
    from ..backends.base import BackendProtocol

#: Disassemblers of the host's code, both with the same options.
_HOST = ("objdump", "llvm-objdump")


def disassembled(binary: bytes, backend: BackendProtocol) -> str:
    """The machine code of a binary: on Model the host's, on the NPU backend that of its cores.

    Raises:
        ClickException: there is no disassembler, or it can't read the binary.
        ToolchainError: the backend's own is missing, or there is no room for temporary files.
    """
    own = getattr(backend, "disassembler", None)
    program = own() if own is not None else next(filter(None, map(shutil.which, _HOST)), None)
    if program is None:
        raise click.ClickException("--emit asm needs objdump on PATH; install GNU binutils or LLVM")
    file = f"kernel{backend.binary_suffix()}"
    with toolchain.workspace() as folder:
        (folder / file).write_bytes(binary)
        command = [program, "--disassemble", "--demangle", "--no-show-raw-insn", file]
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    if result.returncode:
        raise click.ClickException(f"{program} can't read the binary: {result.stderr.strip()}")
    return result.stdout.lstrip()
