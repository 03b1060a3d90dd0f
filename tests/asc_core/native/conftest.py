"""Small hand-written kernels, compiled against the Model headers and run by the machine."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asc_core import _native
from asc_core.backends import toolchain
from asc_core.backends.model import model_error
from asc_core.options import CompileOptions

ROOT = Path(__file__).resolve().parents[3]
PACKS = ("asc_core", "asc_api_core", "asc_api_basic", "asc_api_fwk")
FOLDERS = [ROOT / pack / "src" / pack / "model" for pack in PACKS]
PLATFORM = _native.Platform()

PROLOGUE = """
using namespace AscendC;
template <typename T> static T take(const void* args, int slot) {
    T value;
    std::memcpy(&value, static_cast<const char*>(args) + 8 * slot, sizeof value);
    return value;
}
// Argument `i` of the kernel.
#define ARG(i, T) take<T>(args, 1 + (i))
"""


def pack(value: Any) -> bytes:
    """One argument as the entry takes it."""
    if isinstance(value, np.ndarray):
        return struct.pack("Q", value.ctypes.data)
    if isinstance(value, float):
        return struct.pack("fi", value, 0)
    return struct.pack("q", value)


class Kernels:
    """Kernels of one shared library; each is a function body over the macro ``ARG(i, type)``."""

    def __init__(self, binary: bytes, names: list[str]) -> None:
        self.binary = binary
        self.names = names
        self.native = _native.load(binary)

    def packed(self, name: str, *args: Any) -> bytes:
        return b"".join(pack(value) for value in (self.names.index(name), *args))

    def buffers(self, *args: Any) -> list[tuple[int, int, bool, str]]:
        return [
            (value.ctypes.data, value.nbytes, not value.flags.writeable, f"a{i}")
            for i, value in enumerate(args)
            if isinstance(value, np.ndarray)
        ]

    def run(self, name: str, *args: Any, cores: int = 1, platform: Any = PLATFORM, **options: Any) -> Any:
        options.setdefault("watchdog_seconds", 20.0)
        return self.native.launch(self.packed(name, *args), self.buffers(*args), cores, platform, **options)


def write_source(bodies: dict[str, str], headers: tuple[str, ...], file: Path) -> None:
    parts = [f'#include "{header}"\n' for header in headers] + [PROLOGUE]
    for name, body in bodies.items():
        parts.append(f'#line 1 "{name}.py"\nstatic void kernel_{name}([[maybe_unused]] const void* args) {{{body}}}\n')
    calls = "".join(f"case {i}: kernel_{name}(args); break;\n" for i, name in enumerate(bodies))
    parts.append('extern "C" ASC_EXPORT void asc_kernel_entry(const void* args) {\n')
    parts.append(f"switch (take<int>(args, 0)) {{\n{calls}}}\n}}\n")
    file.write_text("".join(parts), encoding="utf-8")


def compile_source(file: Path, binary: Path) -> subprocess.CompletedProcess[str]:
    compiler = toolchain.find_compiler()
    package = Path(_native.__file__).parent
    command = [*compiler.command, *compiler.flags(CompileOptions()), "-Wall", "-Wextra"]
    command += [*(f"-I{folder}" for folder in FOLDERS), str(file), "-o", str(binary), f"-L{package}", "-lasc_machine"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


Build = Callable[..., Kernels]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Compiles function bodies, by name, with these headers; a warning is a failure."""

    def build_them(bodies: dict[str, str], *headers: str) -> Kernels:
        folder = tmp_path_factory.mktemp("kernels")
        write_source(bodies, headers, folder / "kernels.cpp")
        result = compile_source(folder / "kernels.cpp", folder / "kernels.so")
        assert result.returncode == 0, result.stderr
        assert result.stderr == ""
        return Kernels((folder / "kernels.so").read_bytes(), list(bodies))

    return build_them


@pytest.fixture(autouse=True)
def errors() -> Iterator[None]:
    """Errors of the machine come as the Model backend's."""
    _native.set_error_factory(model_error)
    yield
    _native.set_threads(0)
