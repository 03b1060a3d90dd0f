"""Passes over ASC-IR as packs declare them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any

from .ops import OpSpec
from .platforms import PlatformSpec

#: Operations by their names, or a condition on their declarations.
Needs = Set[str] | Callable[[OpSpec], bool]


class Slot(Enum):
    """The part of the pipeline a pass joins."""

    LOWERING = "lowering"
    OPTIMIZING = "optimizing"
    POSTPROCESSING = "postprocessing"


@dataclass(frozen=True)
class PassSpec:
    """A named pass: ``run(module, context)`` changes a module in place.

    *context* is a :class:`PassContext`. *after* and *before* name passes of the same slot; without them a pass
    runs last in its slot. *enabled* decides from the compile options; None runs it always. *needs* are the operations
    it works on: a compilation leaves it out where none of them occurs. A function of several blocks, control flow
    without the structure of ``scf``, reaches only passes that are *unstructured*; others are refused it.

    *run* gives False when it left all operations as they are; attributes of functions don't count. A kernel that can't
    be compiled is a :class:`~asc_plugins.errors.CallError`, raised within :meth:`PassContext.at`.
    """

    name: str
    slot: Slot
    run: Callable[[Any, PassContext], bool | None]
    doc: str = ""
    after: str | None = None
    before: str | None = None
    enabled: Callable[[Any], bool] | None = None
    needs: Needs | None = None
    unstructured: bool = False


@dataclass(frozen=True)
class PassContext:
    """What a pass may use.

    Attributes:
        ir: the MLIR bindings' ``ir`` module (packs don't import a distribution of it themselves).
        registry: declarations of all ops and types, by name.
        options: the kernel's compile options.
        platform: the SoC that is compiled for.
    """

    ir: Any
    registry: Any
    options: Any
    platform: PlatformSpec | None = None

    @contextmanager
    def at(self, op: Any) -> Iterator[None]:
        """Within it a ``CallError`` is about *op*, whose line in the kernel is shown with it."""
        yield
