"""The contract between asc and its packs: every hook a pack may implement.

A pack is a module (or object) named by an entry point of the group ``asc.packs``; it marks its functions with
:data:`hookimpl`. All hooks but :func:`asc_pack` are optional. Registering a name twice is an error that names
both owners.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pluggy

from .irtypes import TypeSpec
from .ops import OpSpec
from .passes import PassSpec
from .platforms import PlatformSpec

#: Version of this contract; a pack names the one it was written for.
CONTRACT = 1

hookspec = pluggy.HookspecMarker("asc")
hookimpl = pluggy.HookimplMarker("asc")


@dataclass(frozen=True)
class PackInfo:
    """What a pack says of itself.

    *contract* is the version of the contract it needs, *requires* names the packs whose types it uses.
    """

    name: str
    version: str
    contract: int = CONTRACT
    doc: str = ""
    requires: tuple[str, ...] = ()


class RegisterName(Protocol):
    """Registers an API, a value class, an enum or a constant under a name of a namespace."""

    def __call__(self, obj: Any, name: str | None = None, namespace: str = "asc") -> None: ...


class RegisterType(Protocol):
    """Registers a type that no registered class brings along."""

    def __call__(self, spec: TypeSpec) -> None: ...


class RegisterOp(Protocol):
    """Registers an operation that no registered API brings along."""

    def __call__(self, spec: OpSpec) -> None: ...


class RegisterEmitter(Protocol):
    """Registers how an operation of another owner, say of ``arith``, is written as Ascend C."""

    def __call__(self, op: str, emit: Any) -> None: ...


class RegisterPass(Protocol):
    """Registers a pass."""

    def __call__(self, spec: PassSpec) -> None: ...


class RegisterModel(Protocol):
    """Registers the folder of the pack's Model headers."""

    def __call__(self, folder: Path) -> None: ...


class RegisterPlatform(Protocol):
    """Registers a SoC."""

    def __call__(self, spec: PlatformSpec) -> None: ...


class RegisterModule(Protocol):
    """Registers a module as a submodule of ``asc``: ``register("lib.host", "my_pack.host")``."""

    def __call__(self, name: str, module: str) -> None: ...


class AscSpecs:
    """All hooks, in the order in which they are called."""

    @hookspec
    def asc_pack(self) -> PackInfo:
        """The pack's name, version and contract version."""
        raise NotImplementedError

    @hookspec
    def asc_register_names(self, register: RegisterName) -> None:
        """Register what kernels call: APIs, classes, enums, constants. Classes and APIs bring their types and ops."""

    @hookspec
    def asc_register_types(self, register: RegisterType) -> None:
        """Register further types."""

    @hookspec
    def asc_register_ops(self, register: RegisterOp) -> None:
        """Register further operations."""

    @hookspec
    def asc_register_emitters(self, register: RegisterEmitter) -> None:
        """Register emitters for operations of other owners."""

    @hookspec
    def asc_register_passes(self, register: RegisterPass) -> None:
        """Register passes."""

    @hookspec
    def asc_register_model(self, register: RegisterModel) -> None:
        """Register the folder of Model headers."""

    @hookspec
    def asc_register_platforms(self, register: RegisterPlatform) -> None:
        """Register SoCs."""

    @hookspec
    def asc_register_modules(self, register: RegisterModule) -> None:
        """Register submodules of ``asc``."""

    @hookspec
    def asc_before_stage(self, stage: str, kernel: str, data: Any) -> None:
        """Called before a stage of a compilation: ``codegen``, ``passes``, ``translate``, ``binary``."""

    @hookspec
    def asc_after_stage(self, stage: str, kernel: str, data: Any, seconds: float) -> None:
        """Called after a stage, with its result."""
