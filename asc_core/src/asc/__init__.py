"""Kernels for Ascend NPUs, written in Python.

Importing this package costs next to nothing: each name is looked up when it is first used, the compiler's own here,
everything else among what the installed packs register.
"""

from __future__ import annotations

import sys


class _Finder:
    """Finds submodules that no file stands for; asked after all others.

    Python holds the lock of all imports meanwhile: to import anything here might wait for another thread for ever. So
    whether packs know a module is asked when it is loaded.
    """

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        inside = fullname.startswith(f"{__name__}.")
        return type(__spec__)(fullname, _Loader(), is_package=True) if inside and __spec__ else None


class _Loader:
    """Fills a submodule with what packs register for it."""

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        from . import _submodules

        _submodules.load(module)


# First of all: other threads that import submodules don't wait for this module to end.
if not any(type(finder).__module__ == __name__ for finder in sys.meta_path):
    sys.meta_path.append(_Finder())

from typing import TYPE_CHECKING, Any  # noqa: E402

from . import _submodules  # noqa: E402

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

#: The engine's own names and the modules they come from.
_OWN = {
    "CodegenOptions": "asc_core.options",
    "CompileError": "asc_core.diagnostics",
    "CompileOptions": "asc_core.options",
    "LaunchOptions": "asc_core.options",
    "ModelError": "asc_core.errors",
    "ToolchainError": "asc_core.errors",
    "jit": "asc_core.jit.function",
}


def _public() -> list[str]:
    from asc_plugins.discovery import registry

    return sorted({*_OWN, *registry().names.get(__name__, ()), *_submodules.children(__name__)})


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return _public()
    if name.startswith("__"):
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    if name in _OWN:
        import importlib

        from asc_core.collection import no_collection

        with no_collection():
            module = importlib.import_module(_OWN[name])
        value = getattr(module, name)
    else:
        value = _submodules.lookup(__name__, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_public()})


# Who imports this package first has it done with the engine's other functions.
if "asc_core.entries" in sys.modules:
    # Who is importing that module marks it then.
    getattr(sys.modules["asc_core.entries"], "mark_facade", lambda: None)()
