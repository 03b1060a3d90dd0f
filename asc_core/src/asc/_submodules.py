"""Submodules of ``asc`` that no file stands for: those that packs register, and the layout of pyasc's ``language``."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from asc_core.runtime.name_index import Index, Registered

ROOT = __name__.partition(".")[0]

#: The modules of ``asc.language``, one family a line. Each gives every name of ``asc``, or of ``asc.adv``.
_LANGUAGE = {
    "core": (
        "aipp_types array constexpr dtype enums ir_value memory_allocator ops properties range struct tensor types "
        "utils"
    ),
    "basic": (
        "block_sync cache common data_copy determine_compute_sync dump_tensor fixpipe list_tensor mm proposal scalar "
        "set_atomic sys_var utils vec_binary vec_binary_scalar vec_brcb vec_cmpsel vec_duplicate vec_gather "
        "vec_gather_mask vec_reduce vec_scatter vec_ternary_scalar vec_transpose vec_unary vec_vconv"
    ),
    "fwk": "tpipe utils",
    "adv": "activation math matmul normalization quantization sort tiling types utils",
}
_VIRTUAL = {
    "language": "",
    **{f"language.{family}": family for family in _LANGUAGE},
    **{f"language.{family}.{part}": family for family, parts in _LANGUAGE.items() for part in parts.split()},
}

#: Names of pyasc's language that are the contract's, not a pack's.
_CONTRACT = {
    "DataType": "asc_plugins.dtypes",
    "ConstExpr": "asc_plugins.constexpr",
    "IRValue": "asc_plugins.values",
    "PlainValue": "asc_plugins.values",
    "GlobalAddress": "asc_plugins.values",
}
_DTYPES = (
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16", "float32",
    "float64", "half", "double", "int_", "float_", "void",
)  # fmt: skip
#: Those that the pack *core* registers as names of ``asc``: known without loading packs, since annotations need them.
KNOWN = {name: _CONTRACT[name] for name in ("DataType", "ConstExpr", "GlobalAddress")} | dict.fromkeys(
    _DTYPES, "asc_plugins.dtypes"
)

#: Subpackages that are files.
_FILES = ("codegen", "language", "lib", "profiler", "runtime")


def children(package: str) -> list[str]:
    """The submodules of ``asc``."""
    from asc_plugins.discovery import registry

    found = registry()
    prefix = f"{package}."
    spaces = (space.removeprefix(prefix) for space in found.names if space.startswith(prefix))
    return sorted({name.partition(".")[0] for name in (*spaces, *found.modules)} | {*_FILES})


def lookup(module: str, name: str) -> Any:
    """A name of ``asc`` or of one of its namespaces, or a submodule.

    Raises:
        AttributeError: no enabled pack registers it.
    """
    known = _known(module, name)
    if known is not None:
        return known
    from asc_core.collection import no_collection

    with no_collection():
        return _lookup(module, name)


def _lookup(module: str, name: str) -> Any:
    import asc_core.entries  # noqa: F401  # wraps what packs mark
    from asc_core.runtime import name_index

    index = name_index.find()
    if index is not None:
        # A module of a pack may not stand to be imported before the others.
        with contextlib.suppress(Exception):
            return _among(index, module, name)
    try:
        return _among(_registered(), module, name)
    except KeyError:
        raise AttributeError(_unknown(module, name), name=name, obj=sys.modules.get(module)) from None


def _registered() -> Registered:
    """What packs register; loads them."""
    from asc_core.runtime import name_index
    from asc_plugins.discovery import registry

    found = registry()
    name_index.keep(found)
    return name_index.Registered(found)


def _among(found: Index | Registered, module: str, name: str) -> Any:
    """A name of a module or a submodule of that name, as far as *found* knows packs.

    Raises:
        KeyError: there is none.
    """
    for space in _spaces(module):
        if name in found.names.get(space, {}):
            return found.value(space, name)
    if name in _CONTRACT and module != ROOT:
        return getattr(importlib.import_module(_CONTRACT[name]), name)
    for namesake in _namesakes(found, module):
        if hasattr(namesake, name):
            return getattr(namesake, name)
    if _exists(found, f"{module}.{name}"):
        return importlib.import_module(f"{module}.{name}")
    raise KeyError(name)


def _known(module: str, name: str) -> Any:
    """A name that packs needn't be loaded for; None for others, and where packs are disabled."""
    if name not in KNOWN or ROOT not in _spaces(module) or os.environ.get("ASC_DISABLED_PACKS"):
        return None
    home = importlib.import_module(KNOWN[name])
    return home.DataType(name.rstrip("_")) if name in _DTYPES else getattr(home, name)


def _spaces(module: str) -> Iterator[str]:
    yield module
    relative = module.removeprefix(f"{ROOT}.")
    if relative in _VIRTUAL:
        if _VIRTUAL[relative] == "adv":
            yield f"{ROOT}.adv"
        yield ROOT


def _namesakes(found: Index | Registered, module: str) -> Iterator[types.ModuleType]:
    """Modules of packs that are called like a module of the layout, for what they define and don't register."""
    part = module.rpartition(".")[2]
    if module.count(".") < 3 or module.removeprefix(f"{ROOT}.") not in _VIRTUAL:
        return
    homes = {home for space in _spaces(module) for home in found.homes(space)}
    yield from (importlib.import_module(home) for home in sorted(homes) if home.rpartition(".")[2] == part)


def _unknown(module: str, name: str) -> str:
    import difflib

    from asc_plugins.discovery import registry
    from asc_plugins.official_names import advice

    found = registry()
    known = [n for space in _spaces(module) for n in found.names.get(space, ())]
    text = f"module '{module}' has no attribute '{name}'"
    nearest = difflib.get_close_matches(name, known, 1)
    official = advice(name, known, found)
    if official is not None:
        text += f"; {official}"
    elif nearest:
        text += f"; did you mean '{nearest[0]}'?"
    missing = [f"{status.name} ({status.state})" for status in found.packs if status.state != "loaded"]
    if missing:
        text += f"; packs that aren't in use: {', '.join(missing)} (asc packs tells why)"
    return text


def _exists(found: Index | Registered, fullname: str) -> bool:
    relative = fullname.removeprefix(f"{ROOT}.")
    return fullname in sys.modules or relative in _FILES or _filling(found, fullname) is not None


def load(module: types.ModuleType) -> None:
    """Makes a new module what packs register under its name.

    Raises:
        ModuleNotFoundError: they know no such module.
    """
    name = module.__name__
    filling = fill if name.removeprefix(f"{ROOT}.") in _VIRTUAL else _filling_of_packs(name)
    if filling is None:
        raise ModuleNotFoundError(f"No module named '{name}'", name=name)
    filling(module)


def _filling_of_packs(fullname: str) -> Callable[[types.ModuleType], None] | None:
    from asc_core.runtime import name_index

    index = name_index.find()
    return (None if index is None else _filling(index, fullname)) or _filling(_registered(), fullname)


def _filling(found: Index | Registered, fullname: str) -> Callable[[types.ModuleType], None] | None:
    """What makes a module the one of that name; None where there is none."""
    relative = fullname.removeprefix(f"{ROOT}.")
    if relative in _VIRTUAL:
        return fill
    if relative in found.modules:
        return lambda module: _replace(module, found.modules[relative])
    inner = (*found.names, *(f"{ROOT}.{name}" for name in found.modules))
    if any(name == fullname or name.startswith(f"{fullname}.") for name in inner):
        return fill
    return None


def fill(module: types.ModuleType) -> None:
    """Gives a module the names that are looked up in the registry."""

    def get(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module '{module.__name__}' has no attribute '{name}'")
        value = lookup(module.__name__, name)
        setattr(module, name, value)
        return value

    def names() -> list[str]:
        from asc_plugins.discovery import registry

        spaces = registry().names
        return sorted({name for space in _spaces(module.__name__) for name in spaces.get(space, ())})

    from asc_plugins.entries import entry

    module.__doc__ = "Names that installed packs register."
    module.__getattr__ = entry(get)  # type: ignore[method-assign]
    module.__dir__ = names  # type: ignore[method-assign]


def _replace(module: types.ModuleType, target: str) -> None:
    """Puts a pack's module in the place of a submodule of ``asc``."""
    sys.modules[module.__name__] = importlib.import_module(target)
