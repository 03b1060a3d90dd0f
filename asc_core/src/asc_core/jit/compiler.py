"""Compiling a kernel: tracing, passes, translation and the backend's compiler."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .. import progress, settings
from ..backends.base import CompiledKernel, KernelText
from ..errors import BackendCompileError

if TYPE_CHECKING:
    from asc_plugins.registry import Registry

    from ..frontend import KernelFunction
    from ..options import Options
    from ..runtime.config import Target
    from ..translate import Translation
    from .specialization import Specialization

T = TypeVar("T")


#: A pack's Model header of this name is part of every kernel: it holds what text needs before any API.
PRELUDE = "types.h"


def _preludes(registry: Registry) -> Iterator[Path]:
    return (path for folder in registry.model_folders if (path := folder / PRELUDE).is_file())


def kernel_text(translation: Translation, registry: Registry, options: Options) -> KernelText:
    """A translated kernel as the backend's compiler takes it."""
    kernel_type = options.compile.kernel_type
    return KernelText(
        translation.kernel,
        translation.text,
        (*_preludes(registry), *translation.headers),
        kernel_type.name if kernel_type is not None else translation.kernel_type,
        translation.prints,
        translation.chains,
    )


class _Stages:
    """Runs stages, timed, with the packs' observers before and after."""

    def __init__(self, kernel: str, registry: Registry) -> None:
        self.kernel = kernel
        self.hook = registry.hook
        self.seconds: dict[str, float] = {}

    def run(self, stage: str, data: Any, work: Callable[[], T]) -> T:
        progress.stage(stage)
        self.hook.asc_before_stage(stage=stage, kernel=self.kernel, data=data)
        start = time.perf_counter()
        result = work()
        self.seconds[stage] = time.perf_counter() - start
        self.hook.asc_after_stage(stage=stage, kernel=self.kernel, data=result, seconds=self.seconds[stage])
        return result


def compile_kernel(
    function: KernelFunction, specialization: Specialization, options: Options, target: Target
) -> CompiledKernel:
    """Compiles a kernel for its arguments' types.

    Raises:
        CompileError: the kernel's source is wrong.
        ToolchainError: the backend's compiler is missing.
        BackendCompileError: the backend's compiler refused the text.
    """
    from asc_plugins.discovery import registry as find_registry

    from ..diagnostics import as_compile_errors
    from ..frontend import trace
    from ..frontend.source import KernelLines
    from ..ir.context import context_for
    from ..ir.text import text_of
    from ..passes.pipeline import run as run_passes
    from ..runtime import name_index
    from ..translate import translate

    registry = find_registry()
    name_index.keep(registry)
    stages = _Stages(function.name, registry)
    dump = _Dump(function.name)
    context = context_for(registry)
    module = stages.run("codegen", specialization, lambda: trace(function, specialization, context, options.codegen))
    dump.text("codegen.mlir", lambda: text_of(module))
    lines = KernelLines(function.source)
    with as_compile_errors(lines):
        if options.compile.run_passes:
            stages.run("passes", module, lambda: run_passes(module, context, options.compile, platform=target.platform))
        dump.text("ascir.mlir", lambda: text_of(module))
        translation = stages.run(
            "translate",
            module,
            lambda: translate(module, context, line_directives=not options.compile.strip_loc, sources=lines),
        )
    dump.text("ascendc.cpp", lambda: translation.text)
    source = kernel_text(translation, registry, options)
    backend = target.backend
    try:
        binary = stages.run("binary", source, lambda: backend.compile(source, options.compile, target.platform))
    except BackendCompileError as error:
        error.inlined = inlined_texts(module)
        raise
    dump.binary(f"binary{backend.binary_suffix()}", binary)
    written = written_arguments(module, tuple(specialization.arguments))
    return CompiledKernel(function.name, source.kernel_type, binary, stages.seconds, written)


def written_arguments(module: Any, names: Sequence[str]) -> tuple[str, ...] | None:
    """Those of a kernel's arguments that passes found to be written; None where they didn't look."""
    from ..passes.functions import kernels
    from ..passes.notes import ACCESS

    for kernel in kernels(module):
        attributes = kernel.attributes
        rows = list(attributes["arg_attrs"]) if "arg_attrs" in attributes else []
        if len(rows) == len(names):
            noted = zip(names, rows, strict=True)
            return tuple(name for name, row in noted if ACCESS in row and row[ACCESS].value not in ("read", "none"))
    return None


def inlined_texts(module: Any, *, by_hand: bool = False) -> tuple[tuple[str, int], ...]:
    """Where the author's own Ascend C stands: file and line of each ``asc.inline``, and of what ``emitc`` writes.

    In a module written *by_hand* the verbatim text is the author's too; else packs write it.
    """
    from ..ir.places import place_of_operation
    from ..passes.functions import operations

    names = {"asc.inline", "emitasc.verbatim"} if by_hand else {"asc.inline"}
    own = (op for op in operations(module.operation) if op.name in names or op.name.startswith("emitc."))
    places = (place_of_operation(op) for op in own)
    return tuple(dict.fromkeys((place.file, place.line) for place in places if place is not None))


class _Dump:
    """Files of a kernel's stages in ``$PYASC_DUMP_PATH/<kernel>``, each written as soon as it is known."""

    def __init__(self, kernel: str) -> None:
        place = settings.DUMP_PATH.value()
        self.folder = None if place is None else place / re.sub(r"\W", "_", kernel)

    def text(self, name: str, make: Callable[[], str]) -> None:
        if self.folder is not None:
            self._write(name, make().encode("utf-8", "surrogatepass"))

    def binary(self, name: str, data: bytes) -> None:
        if self.folder is not None:
            self._write(name, data)

    def _write(self, name: str, data: bytes) -> None:
        assert self.folder is not None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_bytes(data)
        except OSError as error:
            reason = f"{self.folder / name} can't be written: {error.strerror}"
            raise settings.DUMP_PATH.refused(reason) from None
