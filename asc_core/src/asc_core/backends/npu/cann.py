"""CANN on this machine: its folder, compiler, linker, headers and libraries."""

from __future__ import annotations

import platform
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ... import settings
from ...errors import ToolchainError

#: What `asc doctor --npu` advises, which needs no advice to run itself.
INSTALL_ADVICE = (
    "install CANN 8.5 (toolkit and, on a machine with an NPU, the driver) and run `source <CANN>/set_env.sh`"
)
ADVICE = (
    f"{INSTALL_ADVICE}; "
    "`asc doctor --npu` checks each part; set_platform(Backend.Model) runs the same kernels without CANN"
)

#: Where releases of CANN keep the kernel compiler, below ``ASCEND_HOME_PATH``; *machine* is ``x86_64`` or ``aarch64``.
_KITS = ("{machine}-linux", "tools", "compiler", "ascendc_devkit")
_BIN = "ccec_compiler/bin"

#: Headers of Ascend C below a kit: what 8.x installs, and the layout that follows it.
_INCLUDES = (
    "asc/impl/adv_api", "asc/impl/basic_api", "asc/impl/utils", "asc", "asc/include", "asc/include/adv_api",
    "asc/include/basic_api", "asc/include/utils", "tikcpp/tikcfw", "tikcpp/tikcfw/impl", "tikcpp/tikcfw/interface",
)  # fmt: skip
_HEADER = "kernel_operator.h"
#: Each defines the version of CANN that kernels print.
_VERSION_HEADERS = (
    "include/version/cann_version.h",
    "include/version/asc_devkit_version.h",
    "include/ascendc/asc_devkit_version.h",
)
_LIBRARIES = ("lib64", "{machine}-linux/lib64", "runtime/lib64", "{machine}-linux/devlib")
_VERSIONS = ("version.cfg", "{machine}-linux/ascend_toolkit_install.info", "compiler/version.info", "version.info")


@dataclass(frozen=True)
class Cann:
    """What compiles kernels.

    Attributes:
        home: CANN's folder.
        compiler: bisheng.
        linker: ld.lld.
        includes: folders of Ascend C's headers.
        version_header: included before each kernel where there is one.
    """

    home: Path
    compiler: Path
    linker: Path
    includes: tuple[Path, ...]
    version_header: Path | None


def home() -> Path:
    """The folder that ``ASCEND_HOME_PATH`` names.

    Raises:
        ToolchainError: it is not set, or there is no such folder.
    """
    name = settings.ASCEND_HOME.name
    path = settings.ASCEND_HOME.value()
    if path is None:
        raise ToolchainError(f"the NPU backend needs CANN, and {name} is not set: {ADVICE}")
    if not path.is_dir():
        raise ToolchainError(f"{name} is {path}, which is no folder: {ADVICE}")
    return path


def find() -> Cann:
    """The compiler, the linker and the headers.

    Raises:
        ToolchainError: one of them is missing.
    """
    root = home()
    return Cann(
        root,
        program(root, "bisheng", settings.COMPILER),
        program(root, "ld.lld", settings.LINKER),
        includes(root),
        _first(root, _VERSION_HEADERS),
    )


def program(root: Path, name: str, setting: settings.Setting[str] | None = None) -> Path:
    """A program: what the setting names, CANN's own, or one on PATH.

    Raises:
        ToolchainError: there is none.
    """
    text = setting.value() if setting is not None else ""
    if setting is not None and text:
        named = shutil.which(text)
        if named is None:
            raise ToolchainError(f"{setting.name}={text!r} names no program on this machine")
        return Path(named)
    own = [str(kit / _BIN / name) for kit in _kits(root)] + [str(root / "bin" / name), name]
    found = next((path for path in map(shutil.which, own) if path is not None), None)
    if found is None:
        other = f"; {setting.name} can name it" if setting is not None else ""
        raise ToolchainError(f"{name} is neither below {root} nor on PATH: {ADVICE}{other}")
    return Path(found)


def includes(root: Path) -> tuple[Path, ...]:
    """The folders of Ascend C's headers, those of the kit that has them.

    Raises:
        ToolchainError: kernel_operator.h is in none of them.
    """
    for kit in _kits(root):
        folders = tuple(folder for name in _INCLUDES if (folder := kit / name).is_dir())
        if any((folder / _HEADER).is_file() for folder in folders):
            return folders
    raise ToolchainError(f"{_HEADER} is not below {root}, so that CANN's toolkit is not whole: {ADVICE}")


def library_folders(root: Path) -> tuple[Path, ...]:
    """The folders of CANN's libraries that are there."""
    return tuple(folder for name in _LIBRARIES if (folder := root / _here(name)).is_dir())


def version(root: Path) -> str:
    """CANN's version, empty when no file tells it."""
    for name in _VERSIONS:
        path = root / _here(name)
        if path.is_file():
            found = re.search(r"\d+\.\d+[\w.\-]*", path.read_text(encoding="utf-8", errors="replace"))
            if found is not None:
                return found.group()
    return ""


def identity(cann: Cann) -> str:
    """Changes with the compiler, the linker and the headers."""
    files = [cann.compiler, cann.linker, *cann.includes]
    marks = [f"{path}|{status.st_size}|{status.st_mtime_ns}" for path in files for status in [path.resolve().stat()]]
    return "|".join((version(cann.home), *marks))


def _kits(root: Path) -> Iterator[Path]:
    return (root / _here(name) for name in _KITS)


def _first(root: Path, names: tuple[str, ...]) -> Path | None:
    places = [folder / name for folder in (root, *_kits(root)) for name in names]
    return next((path for path in places if path.is_file()), None)


def _here(name: str) -> str:
    return name.format(machine=platform.machine())
