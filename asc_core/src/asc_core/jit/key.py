"""The key that a compiled kernel is kept under on disk: each of its parts, by name."""

from __future__ import annotations

import dataclasses
import enum
import json
import platform
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ..ir.identity import bindings_identity
from .arguments import type_key
from .digest import HASHED, part, short

if TYPE_CHECKING:
    from ..options import Options
    from ..runtime.config import Target
    from .dependencies import Dependencies
    from .signature import Call

#: Changes when what an entry holds changes its meaning.
FORMAT = 2

#: The kinds of parts, each the first word of a part's name, and where they come from.
KINDS = {
    "format": "the layout of an entry",
    "kernel": "the kernel's module and name",
    "source": "the text of the kernel and of each function that it reaches",
    "place": "file and line of each such function: reports name them",
    "code": "the compiled code of a function whose text can't be found",
    "default": "the default values of each function's parameters",
    "global": "the values of globals that a function reads, attributes of modules, classes and objects included",
    "closure": "the values of names that a function reads from the function around it",
    "argument": "the type of each run-time argument",
    "class": "what the class of such an argument is, where it is the user's: a struct with its methods and constants",
    "constant": "the value of each `ConstExpr` argument",
    "option": "the options of code generation and compilation",
    "platform": "the SoC, and a hash of its row in the table of platforms",
    "backend": "the name of the backend",
    "toolchain": "what the backend says of its compiler: program, version, flags, processor, environment",
    "pack": "the version of each pack that is enabled",
    "files": "a hash of the names, sizes and times of change of each pack's files",
    "library": "the versions of numpy and other libraries that a function reads names of",
    "Python": "the version of Python",
    "MLIR": "a hash of the names, sizes and times of change of the MLIR bindings' files",
}

Parts = dict[str, str]


def parts(
    kernel: str,
    dependencies: Dependencies,
    call: Call,
    options: Options,
    target: Target,
    packs: Mapping[str, str],
) -> Parts:
    """What a binary depends on; equal parts mean that the binary is the one that compiling would give.

    The engine and the contract count as *packs*, so that asc's own files are covered too.
    """
    row = repr(sorted(dataclasses.asdict(target.platform).items()))
    return {
        "format": str(FORMAT),
        "kernel": kernel,
        **dependencies.parts,
        **{f"argument {name}": part(type_key(type_)) for name, type_ in call.types.items()},
        **{f"class {name}": part(text, plain=False) for name, text in call.classes.items()},
        **{f"constant {name}": part(text) for name, text in call.constant_texts.items() if text is not None},
        **dict(_options(options)),
        "platform": target.platform.name,
        "platform row": part(row, plain=False),
        "backend": target.backend.name,
        **{f"toolchain {name}": part(text) for name, text in target.backend.fingerprint(options.compile).items()},
        **packs,
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "MLIR": HASHED + bindings_identity(),
    }


def key(parts: Mapping[str, str]) -> str:
    """The name of the entry."""
    return short(json.dumps(parts, sort_keys=True))


def _options(options: Options) -> Iterator[tuple[str, str]]:
    for group in (options.codegen, options.compile):
        for item in dataclasses.fields(group):
            value = getattr(group, item.name)
            yield f"option {item.name}", part(value.name if isinstance(value, enum.Enum) else repr(value))


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """The parts that differ, as people read them."""
    names = [*new, *(name for name in old if name not in new)]
    return [_change(name, old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)]


def _change(name: str, old: str | None, new: str | None) -> str:
    if old is None:
        return f"{name} is new"
    if new is None:
        return f"{name} is gone"
    if old.startswith(HASHED) or new.startswith(HASHED):
        return f"{name} changed"
    return f"{name}: {old} → {new}"


__all__ = ["FORMAT", "KINDS", "Parts", "changes", "key", "parts"]
