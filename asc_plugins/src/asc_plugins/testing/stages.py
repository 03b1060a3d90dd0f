"""Kernels after each stage of their compilation, seen by an observer as any pack may register."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from ..discovery import registry
from ..hookspecs import hookimpl


@dataclass
class Stages:
    """Texts of a kernel: ASC-IR after ``codegen`` and after ``passes``, and its Ascend C."""

    codegen: str = ""
    passes: str = ""
    text: str = ""


class _CompiledError(Exception):
    """Ends a launch before the backend's compiler runs."""


class _Observer:
    def __init__(self) -> None:
        self.stages = Stages()
        self._thread = threading.get_ident()

    @hookimpl
    def asc_after_stage(self, stage: str, data: Any) -> None:
        if threading.get_ident() == self._thread and stage == "codegen":
            self.stages.codegen = str(data)

    @hookimpl
    def asc_before_stage(self, stage: str, data: Any) -> None:
        if threading.get_ident() != self._thread:
            return
        if stage == "translate":
            self.stages.passes = str(data)
        elif stage == "binary":
            self.stages.text = data.text
            raise _CompiledError


def stages_of(kernel: Any, *args: Any, **kwargs: Any) -> Stages:
    """Compiles ``kernel[1](*args, **kwargs)`` up to its Ascend C text; nothing is run."""
    observer = _Observer()
    with registry().observing(observer):
        try:
            kernel[1](*args, **{**kwargs, "always_compile": True})
        except _CompiledError:
            return observer.stages
    raise RuntimeError(f"{kernel!r} was not compiled")
