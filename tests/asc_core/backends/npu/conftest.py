from __future__ import annotations

import ctypes
import gc
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from asc_core.backends import base
from asc_core.backends.npu import NPUBackend
from asc_core.runtime import streams
from asc_core.runtime.config import STATE

STANDINS = Path(__file__).parent / "standins"
LIBRARIES = ("libruntime.so", "libascendcl.so", "libprofapi.so", "libascend_dump.so")
WORK = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_uint32, ctypes.c_void_p, ctypes.c_uint32)


class StandIn:
    """A folder that looks like CANN's, with a recording compiler and a runtime that checks what it is asked.

    Attributes:
        home: the folder.
        bin: that of the compiler.
    """

    def __init__(self, home: Path, library: Path) -> None:
        self.home = home
        kit = home / f"{platform.machine()}-linux"
        self.bin = kit / "ccec_compiler" / "bin"
        self.bin.mkdir(parents=True)
        script = f"#!{sys.executable}\n{(STANDINS / 'recording_bisheng.py').read_text()}"
        for name in ("bisheng", "ld.lld"):
            (self.bin / name).write_text(script)
            (self.bin / name).chmod(0o755)
        for folder in ("asc/include", "tikcpp/tikcfw/impl", "tikcpp/tikcfw/interface"):
            (kit / folder).mkdir(parents=True)
        (kit / "tikcpp/tikcfw/kernel_operator.h").touch()
        (home / "version.cfg").write_text("[toolkit_installed_version]=[8.5.0:8.5.0]\n")
        (home / "lib64").mkdir()
        for name in LIBRARIES:
            # One file under each name, so that all of them have one state.
            (home / "lib64" / name).symlink_to(library)
        self.library: Any = ctypes.CDLL(str(library))
        self.library.standin_log.restype = ctypes.c_char_p
        self.library.standin_reset()
        self._work: Any = None

    def commands(self) -> list[dict[str, Any]]:
        """How the compiler and the linker were called: program, arguments, texts of the inputs."""
        calls = self.bin / "calls.jsonl"
        return [json.loads(line) for line in calls.read_text().splitlines()] if calls.exists() else []

    def refuse(self, message: str, unless: str | None = None) -> None:
        """The compiler fails from now on, *unless* it is given that argument."""
        (self.bin / "fail").write_text(message)
        if unless is not None:
            (self.bin / "fail_unless").write_text(unless)

    def log(self) -> list[str]:
        """What the runtime was asked."""
        text: bytes = self.library.standin_log()
        return text.decode().splitlines()

    def fail(self, function: str, code: int) -> None:
        """The next call of a function of the runtime fails."""
        self.library.standin_fail(function.encode(), code)

    def work(self, kernel: Callable[[int, bytes], None]) -> None:
        """What a launch does: *kernel* gets the number of blocks and the arguments."""

        def run(symbol: bytes, blocks: int, arguments: int, size: int) -> None:
            kernel(blocks, ctypes.string_at(arguments, size))

        self._work = WORK(run)
        self.library.standin_work(self._work)


@pytest.fixture(scope="session")
def build() -> Callable[[Path, Path], None]:
    """Makes a library of a file of C."""

    def run(source: Path, library: Path) -> None:
        compiler = next(path for path in map(shutil.which, ("gcc", "clang", "cc", "g++", "clang++")) if path)
        flags = ["-shared", "-fPIC", "-O1", "-pthread"]
        subprocess.run([compiler, "-x", "c", *flags, str(source), "-o", str(library)], check=True)

    return run


@pytest.fixture(scope="session")
def library(build: Callable[[Path, Path], None], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cann") / "cann.so"
    build(STANDINS / "cann_runtime.c", path)
    return path


@pytest.fixture
def cann(tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    for name in ("PYASC_COMPILER", "PYASC_LINKER"):
        monkeypatch.delenv(name, raising=False)
    stand_in = StandIn(tmp_path / "cann", library)
    monkeypatch.setenv("ASCEND_HOME_PATH", str(stand_in.home))
    return stand_in


@pytest.fixture
def backend(cann: StandIn, monkeypatch: pytest.MonkeyPatch) -> Iterator[NPUBackend]:
    """An NPU backend on the stand-in, in the place of the process's own."""
    chosen = NPUBackend()
    monkeypatch.setitem(base._loaded, "NPU", chosen)
    before = dict(STATE)
    defaults = dict(streams._defaults)
    yield chosen
    STATE.clear()
    STATE.update(before)
    streams._defaults.clear()
    streams._defaults.update(defaults)
    # Streams in tracebacks end here, and not in the midst of the next test.
    gc.collect()


@pytest.fixture(autouse=True)
def no_other_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests find no CANN but their own."""
    monkeypatch.delenv("ASCEND_HOME_PATH", raising=False)
    path = os.environ.get("PATH", "").split(os.pathsep)
    monkeypatch.setenv("PATH", os.pathsep.join(p for p in path if not (Path(p) / "bisheng").exists()))
