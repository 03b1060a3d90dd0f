"""The host's C++ compiler: which one, with what flags, and its identity for the cache."""

from __future__ import annotations

import errno
import functools
import importlib.util
import os
import platform
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from asc_plugins.hashing import sha256
from asc_plugins.records import record

from .. import settings
from ..errors import ToolchainError
from ..options import CompileOptions
from ..processes import find_program
from . import leftovers

if TYPE_CHECKING:
    from pathlib import Path

#: Looked for on PATH, in this order.
CANDIDATES = ("g++", "clang++", "c++")

INSTALL_ADVICE = (
    "install one (Debian and Ubuntu: apt install g++; Fedora: dnf install gcc-c++; anywhere: pip install ziglang), "
    "or name one in ASC_CXX"
)

#: What every kernel is compiled with; the machine's header says why.
FLAGS = (
    "-std=c++17", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-fwrapv", "-fno-exceptions",
    "-fno-rtti", "-fno-strict-aliasing", "-fvisibility=hidden", "-fstack-clash-protection",
    "-fno-finite-loops", "-fno-delete-null-pointer-checks", "-fPIC", "-shared", "-pipe",
    "-fdiagnostics-color=never",
)  # fmt: skip
GCC_FLAGS = ("-fvect-cost-model=dynamic", "-fno-diagnostics-show-caret")
#: An index outside a local array ends the kernel at its line, instead of damaging the stack.
BOUNDS_FLAGS = ("-fsanitize=bounds", "-fsanitize-undefined-trap-on-error")
ZIG_FLAGS = ("-fno-sanitize=undefined",)

#: ``opt_level`` to the host compiler's flags; 3 adds nothing to kernels whose loops are vectorised already.
LEVELS = {0: ("-O0",), 1: ("-O1",), 2: ("-O2", "-ftree-vectorize"), 3: ("-O2", "-ftree-vectorize")}


_ROOM_ADVICE = "make room there, or name another folder in TMPDIR"


@record
class Compiler:
    """A C++ compiler.

    Attributes:
        command: the program and its leading arguments.
        kind: ``gcc``, ``clang`` or ``zig``.
        identity: changes with the installed version.
    """

    command: tuple[str, ...]
    kind: str
    identity: str

    def flags(self, options: CompileOptions) -> tuple[str, ...]:
        """The flags of a kernel with these options."""
        level = LEVELS[3 if options.opt_level is None else options.opt_level]
        debug = ("-g",) if options.debug else ()
        own = {"gcc": GCC_FLAGS, "zig": ZIG_FLAGS}.get(self.kind, ())
        return (*FLAGS, *level, *own, *BOUNDS_FLAGS, "-march=native", *debug)


def find_compiler() -> Compiler:
    """The compiler to use: ``ASC_CXX``, ``CXX``, one on PATH, or the clang of the package ``ziglang``.

    Raises:
        ToolchainError: there is none, or the one named isn't there.
    """
    for setting in (settings.CXX, settings.HOST_CXX):
        text = setting.value()
        if text:
            command = shlex.split(text)
            path = find_program(command[0]) if command else None
            if path is None:
                raise ToolchainError(f"{setting.name}={text!r} names no C++ compiler on this machine: {INSTALL_ADVICE}")
            return _describe((path, *command[1:]), f"{setting.name}={text!r}")
    for name in CANDIDATES:
        path = find_program(name)
        if path is not None:
            return _describe((path,))
    if importlib.util.find_spec("ziglang") is not None:
        return _describe((sys.executable, "-m", "ziglang", "c++"))
    raise ToolchainError(f"the Model backend needs a C++ compiler, and there is none on PATH: {INSTALL_ADVICE}")


def _describe(command: tuple[str, ...], origin: str = "") -> Compiler:
    program = command[0]
    if "ziglang" in command or "zig" in os.path.basename(program):
        kind = "zig"
        if "ziglang" in command:
            spec = importlib.util.find_spec("ziglang")
            program = spec.origin if spec is not None and spec.origin else program
    else:
        kind, program = "", os.path.realpath(program, strict=True)
    status = os.stat(program)
    identity = f"{program} {status.st_size} {status.st_mtime_ns}"
    if kind == "zig":
        return Compiler(command, kind, identity)
    kind = _kind(os.path.basename(program))
    if kind and not _is_script(program):
        return Compiler(command, kind, identity)
    macros, error = _macros(command, identity)
    if not kind and error is not None:
        raise ToolchainError(f"{origin or shlex.join(command)} is not a C++ compiler: {error}")
    kind = kind or ("clang" if "__clang__" in macros else "gcc")
    return Compiler(command, kind, f"{identity} {sha256(macros.encode()).hexdigest()}")


def _kind(name: str) -> str:
    """What a program's name tells; empty for a wrapper such as ccache."""
    return next((kind for kind, mark in (("clang", "clang"), ("gcc", "g++"), ("gcc", "gcc")) if mark in name), "")


def _is_script(program: str) -> bool:
    """True for text, which calls another program whose version its own file doesn't tell."""
    try:
        with open(program, "rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False


@functools.cache
def _macros(command: tuple[str, ...], _identity: str) -> tuple[str, str | None]:
    """What the compiler behind a wrapper predefines, kind and version among it; and what it says if it fails."""
    import subprocess

    result = subprocess.run(
        [*command, "-dM", "-E", "-x", "c++", os.devnull], capture_output=True, text=True, check=False
    )
    if result.returncode:
        return "", result.stderr.strip()[:300] or f"it ended with exit code {result.returncode} and said nothing"
    return result.stdout, None if "#define" in result.stdout else "it tells no predefined macros"


def version(compiler: Compiler) -> str:
    """The compiler's own words on its version, for reports."""
    import subprocess

    result = subprocess.run([*compiler.command, "--version"], capture_output=True, text=True, check=False)
    return next(iter(result.stdout.splitlines()), "") or result.stderr.strip()


#: Variables with which g++ and clang++ look for headers, libraries and parts of themselves.
_SEARCH = ("CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX")


def environment() -> str:
    """The variables that compilers look for files with, those that are set."""
    return " ".join(f"{name}={shlex.quote(os.environ[name])}" for name in _SEARCH if os.environ.get(name))


@functools.cache
def processor() -> str:
    """Identity of the processor's instruction set, which ``-march=native`` depends on."""
    marks = []
    try:
        with open("/proc/cpuinfo", errors="replace") as file:
            for line in file:
                if not line.strip():
                    break
                name, _, value = line.partition(":")
                if name.strip() in ("flags", "Features", "model name", "CPU part", "CPU implementer"):
                    marks.append(value.strip())
    except OSError:
        marks.append(platform.processor())
    return f"{platform.machine()}-{sha256(repr(marks).encode()).hexdigest()[:16]}"


@contextmanager
def workspace() -> Iterator[Path]:
    """A temporary folder to compile in; those that killed processes left are removed before.

    Raises:
        ToolchainError: there is none, or files can't be written to it.
    """
    import tempfile
    from pathlib import Path

    try:
        leftovers.sweep(tempfile.gettempdir())
        with tempfile.TemporaryDirectory(prefix=leftovers.prefix(), ignore_cleanup_errors=True) as name:
            yield Path(name)
    except OSError as error:
        place = error.filename or "the folder for temporary files"
        raise ToolchainError(
            f"kernels can't be compiled: {place}: {error.strerror or error}; {_ROOM_ADVICE}"
        ) from error


def check_room(folder: Path, output: str) -> None:
    """Tells a compiler that found no room for its files from one that refused the text.

    Raises:
        ToolchainError: the folder is full.
    """
    full = os.strerror(errno.ENOSPC)
    if full in output or os.statvfs(folder).f_bavail == 0:
        raise ToolchainError(f"kernels can't be compiled: {folder.parent}: {full}; {_ROOM_ADVICE}")


def check_output(file: Path, compiler: Compiler) -> None:
    """Tells a program that compiles nothing from a missing folder.

    Raises:
        ToolchainError: the compiler made no file.
    """
    if not file.is_file():
        named = next((s.name for s in (settings.CXX, settings.HOST_CXX) if s.value()), "")
        origin = f", which {named} names," if named else ""
        raise ToolchainError(f"the C++ compiler {shlex.join(compiler.command)}{origin} ended well but made no binary")


def run(command: Sequence[str], folder: Path) -> tuple[int, str]:
    """Runs a compiler in *folder*, where its temporary files are too; its exit code and what it said."""
    import signal
    import subprocess

    with subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate()
        except BaseException:
            # The programs that the compiler started go with it, before their folder does.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise
    return process.returncode, output
