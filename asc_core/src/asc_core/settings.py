"""All environment variables that asc reads: one table, each read when it is used."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from asc_plugins.records import record
from asc_plugins.warn import warn

from .spelling import nearest

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")

#: Variables with these beginnings are asc's own: one that isn't in the table is a misspelling.
PREFIXES = ("ASC_", "PYASC_")
_TRUE = ("1", "true", "yes", "on")
_FALSE = ("0", "false", "no", "off")
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


class SettingError(ValueError):
    """A variable of the environment has a value that it can't have."""


class SettingWarning(UserWarning):
    """A variable that looks like one of asc's isn't known, or its value isn't and the default serves instead."""


@record(eq=False)
class Setting(Generic[T]):
    """An environment variable with its type and default."""

    name: str
    parse: Callable[[str], T]
    default: T
    doc: str
    #: What is wrong with a value that is well written, such as a folder that isn't there; told by ``asc doctor``.
    problem: Callable[[T], str] = lambda _value: ""

    def value(self) -> T:
        """The value now: the variable's, or the default where it is unset or empty.

        Raises:
            SettingError: the text isn't one of the variable's values.
        """
        text = os.environ.get(self.name, "")
        if not text:
            return self.default
        try:
            return self.parse(text)
        except ValueError as error:
            raise self.refused(str(error)) from None

    def refused(self, reason: str) -> SettingError:
        """The error of the value now, for what only its user can find wrong."""
        return SettingError(f"environment variable {self.name}={os.environ.get(self.name, '')!r}: {reason}")

    def value_or_default(self) -> T:
        """The value now; where it can't be, the default and a warning, once: for what no launch should fail for."""
        try:
            return self.value()
        except SettingError as error:
            text = str(error)
            if text not in _told:
                _told.add(text)
                warn(f"{text}; the default is used", SettingWarning)
            return self.default

    def origin(self) -> str:
        """Where the value comes from: ``environment`` or ``default``."""
        return "environment" if os.environ.get(self.name) else "default"


def _flag(text: str) -> bool:
    lower = text.lower()
    if lower in _TRUE or lower in _FALSE:
        return lower in _TRUE
    raise ValueError(f"expected one of {', '.join(_TRUE + _FALSE)}")


def _seconds(text: str) -> float:
    value = _number(text)
    if not 0 <= value < float("inf"):
        raise ValueError("expected a number of seconds, 0 for none")
    return value


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError("expected a number") from None


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ValueError("expected a whole number, 0 for all")
    return int(text)


def _bytes(text: str) -> int:
    digits = text.upper().removesuffix("B").removesuffix("I")
    unit = digits[-1:] if digits[-1:] in _UNITS else ""
    digits = digits.removesuffix(unit)
    if not digits.isdecimal():
        raise ValueError("expected a number of bytes, such as 1048576, 512M or 2G")
    return int(digits) * _UNITS[unit]


def _path(text: str) -> Path:
    # Takes longer to load than to find a kernel.
    from pathlib import Path

    return Path(text).expanduser()


def _no_folder(path: Path | None) -> str:
    return "" if path is None or path.is_dir() else "there is no such folder"


def _no_program(text: str) -> str:
    import shutil

    return "" if not text or shutil.which(text) else "there is no such program"


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _options(text: str) -> tuple[tuple[str, object], ...]:
    from .options import of_environment

    return of_environment(text)


CACHE_DIR: Setting[str | None] = Setting(
    "PYASC_CACHE_DIR",
    os.path.expanduser,
    None,
    "folder of the kernel cache, before PYASC_HOME and the XDG cache folder",
)
HOME: Setting[str | None] = Setting(
    "PYASC_HOME", os.path.expanduser, None, "folder in whose .pyasc/cache compiled kernels are kept"
)
XDG_CACHE_HOME: Setting[str | None] = Setting(
    "XDG_CACHE_HOME", os.path.expanduser, None, "the user's cache folder; kernels are kept in its subfolder asc"
)
CACHE_SIZE: Setting[int] = Setting(
    "ASC_CACHE_SIZE", _bytes, 1 << 30, "bound of the kernel cache in bytes; the least recently used go first"
)
DEBUG_CACHE: Setting[bool] = Setting(
    "PYASC_DEBUG_CACHE", _flag, False, "print on stderr whether a kernel came from the cache, and why not"
)
FULL_TRACEBACK: Setting[bool] = Setting(
    "PYASC_FULL_TRACEBACK", _flag, False, "show asc's own frames in the traceback of a kernel's error"
)
DUMP_PATH: Setting[Path | None] = Setting(
    "PYASC_DUMP_PATH",
    _path,
    None,
    "folder for codegen.mlir, ascir.mlir, ascendc.cpp and the binary of each kernel",
)
DISABLED_PACKS: Setting[tuple[str, ...]] = Setting(
    "ASC_DISABLED_PACKS", _names, (), "packs not to load, separated by commas"
)
BACKEND: Setting[str] = Setting("ASC_BACKEND", str, "Model", "backend used until set_platform chooses one")
WATCHDOG_SECONDS: Setting[float] = Setting(
    "ASC_WATCHDOG_SECONDS", _seconds, 600.0, "longest time a launch on Model may take, 0 for no limit"
)
THREADS: Setting[int] = Setting("ASC_THREADS", _count, 0, "threads that Model runs blocks on, 0 for all processors")
CHECK_UNINITIALIZED: Setting[bool] = Setting(
    "ASC_CHECK_UNINITIALIZED", _flag, True, "on Model, reading local memory that the kernel never wrote is an error"
)
CXX: Setting[str] = Setting("ASC_CXX", str, "", "C++ compiler that Model uses, before CXX and those on PATH")
HOST_CXX: Setting[str] = Setting("CXX", str, "", "the host's C++ compiler")
ASCEND_HOME: Setting[Path | None] = Setting(
    "ASCEND_HOME_PATH", _path, None, "folder of the CANN toolkit, for NPU", _no_folder
)
COMPILER: Setting[str] = Setting(
    "PYASC_COMPILER", str, "", "kernel compiler of NPU, before CANN's bisheng", _no_program
)
LINKER: Setting[str] = Setting("PYASC_LINKER", str, "", "linker of NPU, before CANN's ld.lld", _no_program)
OPTIONS: Setting[tuple[tuple[str, object], ...]] = Setting(
    "ASC_OPTIONS", _options, (), "options of all kernels, such as opt_level=0, debug=True; they win over all others"
)
ASCENDC_DUMP: Setting[bool] = Setting(
    "ASCENDC_DUMP", _flag, True, "whether kernels on NPU print and dump tensors; off makes them faster"
)
PROGRESS: Setting[bool] = Setting(
    "PYASC_PROGRESS", _flag, True, "show on stderr, if it is a terminal, which kernel compiles for over two seconds"
)
NO_COLOR: Setting[bool] = Setting("NO_COLOR", lambda _text: True, False, "no colour in messages when set")
TERM: Setting[str] = Setting("TERM", str, "", "kind of the terminal; one that is dumb gets no colour and no progress")

SETTINGS: tuple[Setting[object], ...] = tuple(v for v in list(globals().values()) if isinstance(v, Setting))

_checked = threading.Event()
#: What value_or_default has warned of.
_told: set[str] = set()


def unknown_variables() -> Iterator[tuple[str, str | None]]:
    """Variables that look like asc's and aren't, each with the nearest known name."""
    own = [setting.name for setting in SETTINGS if setting.name.startswith(PREFIXES)]
    for name in sorted(os.environ):
        if name.startswith(PREFIXES) and name not in own:
            yield name, nearest(name, own)


def check_environment() -> None:
    """Warns, once a process, of each unknown variable."""
    if _checked.is_set():
        return
    _checked.set()
    for name, meant in unknown_variables():
        advice = f"; did you mean {meant}?" if meant else ""
        warn(f"unknown environment variable {name}{advice}", SettingWarning)
