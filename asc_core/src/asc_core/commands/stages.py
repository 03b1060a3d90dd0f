"""A kernel on its way from Python or ASC-IR to a binary, one stage at a time."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from .flags import Watch
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

    def __init__(self, options: Options, watch: Watch, sources: SourceLines | None = None) -> None:
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
    def of_text(cls, name: str, text: str, options: Options, watch: Watch) -> Stages:
        """Starts with ASC-IR.

        Raises:
            ClickException: it isn't ASC-IR.
        """
        self = cls(options, watch)
        with self.times.part("parse"):
            try:
                self.module = self.context.parse(text)
            except ValueError as error:
                raise click.ClickException(f"{name}: {error}") from error
        return self

    def passes(self, pipeline: str | None = None) -> None:
        """Runs the passes of the options, or those that *pipeline* names.

        Raises:
            BadParameter: it names a pass that there isn't.
        """
        from ..diagnostics import as_compile_errors
        from ..passes.pipeline import parse, run
        from ..translate.sources import FileLines

        try:
            specs = None if pipeline is None else parse(pipeline, self.registry)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--pipeline") from error
        with self.times.part("passes") as times, as_compile_errors(self.sources or FileLines()):
            run(self.module, self.context, self.options.compile, passes=specs, **self.watch.arguments(times))

    @property
    def ir(self) -> str:
        """The module's text."""
        from ..ir.text import text_of

        return text_of(self.module)

    @cached_property
    def translation(self) -> Translation:
        """The kernel's Ascend C."""
        from ..diagnostics import as_compile_errors
        from ..translate import translate
        from ..translate.sources import FileLines

        with self.times.part("translate"), as_compile_errors(self.sources or FileLines()):
            return translate(
                self.module, self.context, line_directives=not self.options.compile.strip_loc, sources=self.sources
            )

    @property
    def source(self) -> KernelText:
        """What the backend's compiler takes."""
        from ..jit.compiler import kernel_text

        return kernel_text(self.translation, self.registry, self.options)

    @cached_property
    def binary(self) -> CompiledKernel:
        """The backend's binary."""
        from ..backends.base import CompiledKernel
        from ..runtime.config import current_target

        target, source = current_target(), self.source
        with self.times.part("binary"):
            data = target.backend.compile(source, self.options.compile, target.platform)
        return CompiledKernel(self.translation.kernel, source.kernel_type, data)

    @property
    def assembly(self) -> str:
        """The binary's machine code as text.

        Raises:
            ClickException: there is no disassembler for the backend's binaries.
        """
        import shutil
        import subprocess
        import tempfile
        from pathlib import Path

        from ..runtime.config import current_target

        program = shutil.which("objdump")
        suffix = current_target().backend.binary_suffix()
        if program is None:
            raise click.ClickException("--emit asm needs objdump, a program of GNU binutils, on PATH")
        with tempfile.TemporaryDirectory(prefix="asc_") as folder:
            (Path(folder) / f"kernel{suffix}").write_bytes(self.binary.binary)
            command = [program, "--disassemble", "--demangle", "--no-show-raw-insn", f"kernel{suffix}"]
            result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if result.returncode:
            raise click.ClickException(f"objdump can't read the binary: {result.stderr.strip()}")
        return result.stdout.lstrip()
