"""A kernel on its way from Python or ASC-IR to a binary, one stage at a time."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from .. import progress
from .flags import Watch
from .text import Text
from .times import Times

if TYPE_CHECKING:
    from ..backends.base import CompiledKernel, KernelText
    from ..jit.function import JitFunction
    from ..jit.signature import Call
    from ..options import Options
    from ..translate import Translation
    from ..translate.sources import SourceLines


class Stages:
    """The stages, each run when its result is asked for.

    Attributes:
        times: how long each took.
    """

    def __init__(self, options: Options, watch: Watch, sources: SourceLines) -> None:
        from asc_plugins.discovery import registry

        from ..ir.context import context_for

        self.options, self.watch, self.sources = options, watch, sources
        self.times = Times()
        self.registry = registry()
        self.context = context_for(self.registry)
        self.module: Any = None

    @classmethod
    def of_kernel(cls, kernel: JitFunction, call: Call, options: Options, watch: Watch) -> Stages:
        """Starts with the kernel's Python source."""
        from ..frontend import trace
        from ..frontend.source import KernelLines
        from ..jit.specialization import Specialization

        self = cls(options, watch, KernelLines(kernel.source))
        with self.times.part("codegen"):
            specialization = Specialization(call.types, call.constants)
            self.module = trace(kernel, specialization, self.context, options.codegen)
        return self

    @classmethod
    def of_file(cls, path: str, options: Options, watch: Watch) -> Stages:
        """Starts with a file of ASC-IR, ``-`` for standard input.

        Raises:
            ClickException: it can't be read.
            CompileError: it isn't ASC-IR.
        """
        text = Text.read(path)
        self = cls(options, watch, text)
        with self.times.part("parse"):
            self.module = text.parse(self.context)
        return self

    def errors(self) -> AbstractContextManager[None]:
        """Shows errors of the kernel with its lines."""
        from ..diagnostics import as_compile_errors

        return self.sources.errors() if isinstance(self.sources, Text) else as_compile_errors(self.sources)

    def passes(self, pipeline: str | None = None) -> None:
        """Runs the passes of the options, or those that *pipeline* names.

        Raises:
            BadParameter: it names a pass that there isn't.
        """
        from ..passes.pipeline import parse, run

        try:
            specs = None if pipeline is None else parse(pipeline, self.registry)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--pipeline") from error
        with self.times.part("passes") as times, self.errors():
            run(self.module, self.context, self.options.compile, passes=specs, **self.watch.arguments(times))

    @property
    def ir(self) -> str:
        """The module's text; a file of ASC-IR that tells no locations is given none."""
        from ..ir.text import text_of

        return text_of(self.module, locations=not isinstance(self.sources, Text) or self.sources.has_locations)

    @cached_property
    def translation(self) -> Translation:
        """The kernel's Ascend C."""
        from ..ir.kernels import the_kernel
        from ..passes.errors import PassError
        from ..passes.legalize_kernel_args import require_legal
        from ..translate import translate

        with self.times.part("translate"), self.errors():
            # The pass may not have been run.
            require_legal(the_kernel(self.module, PassError), self.context)
            return translate(
                self.module, self.context, line_directives=not self.options.compile.strip_loc, sources=self.sources,
                by_hand=isinstance(self.sources, Text),
            )  # fmt: skip

    @property
    def source(self) -> KernelText:
        """What the backend's compiler takes."""
        from ..jit.compiler import kernel_text

        return kernel_text(self.translation, self.registry, self.options)

    @cached_property
    def binary(self) -> CompiledKernel:
        """The backend's binary."""
        from ..backends.base import CompiledKernel
        from ..errors import BackendCompileError
        from ..jit.compiler import inlined_texts
        from ..runtime.config import current_target

        target, source = current_target(), self.source
        with self.times.part("binary"), progress.compiling(source.kernel):
            progress.stage("binary")
            try:
                data = target.backend.compile(source, self.options.compile, target.platform)
            except BackendCompileError as error:
                error.inlined = inlined_texts(self.module, by_hand=isinstance(self.sources, Text))
                raise
        return CompiledKernel(self.translation.kernel, source.kernel_type, data)

    @property
    def assembly(self) -> str:
        """The binary's machine code as text.

        Raises:
            ClickException: there is no disassembler for the backend's binaries.
        """
        from ..runtime.config import current_target
        from .assembly import disassembled

        return disassembled(self.binary.binary, current_target().backend)
