"""Kernels for Ascend NPUs, written in Python.

Importing this package costs next to nothing: each name is looked up when it is first used, the compiler's own here,
everything else among what the installed packs register.
"""

from __future__ import annotations

import sys
from typing import Any

from . import _submodules

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

_submodules.install()


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
