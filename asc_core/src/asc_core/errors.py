"""Errors of compiling for a backend and of running kernels; those of a kernel's source are in ``diagnostics``."""

from __future__ import annotations

import re

from .call_chains import MOST_SHOWN, Chain
from .source_lines import source_line


class ToolchainError(RuntimeError):
    """A program that the backend needs is missing or can't be used."""


class CacheWarning(UserWarning):
    """The kernel cache can't be used; kernels are compiled again in each process."""


class ReservedMemoryWarning(UserWarning):
    """A kernel uses memory that the NPU's toolchain keeps for some APIs; told when the kernel is compiled."""


class BackendCompileError(RuntimeError):
    """The C++ compiler refused the emitted Ascend C: a defect of asc, of a pack or of the kernel's own Ascend C.

    Attributes:
        text: the Ascend C text.
        output: what the compiler said; lines of the kernel's source stand where it names one.
        inlined: places, file and line, of the kernel's own texts: ``asc.inline``, or operations of ``emitc``.
    """

    inlined: tuple[tuple[str, int], ...] = ()

    def __init__(self, kernel: str, output: str, text: str, command: str) -> None:
        super().__init__(kernel, output, text, command)
        self.kernel, self.output, self.text, self.command = kernel, output, text, command

    def suspects(self) -> list[tuple[str, int]]:
        """The places of the kernel's own texts that the compiler names, or all of them if it names none."""
        named = [(file, line) for file, line in self.inlined if re.search(rf"{re.escape(file)}:{line}\b", self.output)]
        return named or list(self.inlined)

    def __str__(self) -> str:
        title = f"the Ascend C of kernel '{self.kernel}' doesn't compile.\n"
        advice = "This is a defect of asc or of one of its packs; please report it with the text below. "
        if self.inlined:
            title += f"The kernel's own Ascend C may be at fault:\n{''.join(map(_place, self.suspects()))}"
            advice = advice.replace("This", "If it isn't, this")
        else:
            title = f"internal error: {title}"
        return (
            f"{title}{advice}PYASC_DUMP_PATH=<folder> keeps it in a file.\n"
            f"--- {self.command}\n{self.output.rstrip()}\n--- Ascend C\n{self.text.rstrip()}"
        )


def _place(place: tuple[str, int]) -> str:
    file, line = place
    source = source_line(file, line).strip()
    return f"  {file}:{line}: {source}\n" if source else f"  {file}:{line}\n"


class DeviceError(RuntimeError):
    """A call of CANN's runtime failed.

    Attributes:
        function: CANN's function.
        code: the code it returned.
        name: what the code means, empty when asc doesn't know it.
        said: CANN's own message, empty when there is none.
        advice: what to do.
    """

    def __init__(self, function: str, code: int, name: str = "", said: str = "", advice: str = "") -> None:
        super().__init__(function, code, name, said, advice)
        self.function, self.code, self.name, self.said, self.advice = function, code, name, said, advice

    def __str__(self) -> str:
        text = f"{self.function} returned {self.code}"
        for link, part in ((" (", self.name), ("; ", self.advice), ("\n", self.said)):
            text += f"{link}{part}{')' if link == ' (' else ''}" if part else ""
        return text


class ModelError(RuntimeError):
    """A kernel broke a rule of the hardware while Model ran it.

    Attributes:
        kind: what was broken: ``bounds alignment capacity queue flag mask deadlock watchdog fault gm readonly check``.
        api: name of the Ascend C API that found it, empty outside of one.
        file, line: the kernel author's line.
        block: index of the block that ran.
        core_type: ``AIV`` or ``AIC``.
        argument: the API's argument or the kernel's, empty when there is none.
        message: what is wrong, numbers in bytes.
        kernel: name of the kernel.
        launch: where it was launched, when that was on a stream.
        calls: how a line of a device function may have been reached: for each way the calls, innermost first, as the
            function's name with the call's file and line.
    """

    def __init__(
        self,
        message: str,
        *,
        kind: str = "check",
        api: str = "",
        file: str = "",
        line: int = 0,
        block: int = 0,
        core_type: str = "",
        argument: str = "",
        kernel: str = "",
        calls: tuple[Chain, ...] = (),
    ) -> None:
        super().__init__(message)
        self.calls = calls
        self.launch = ""
        self.message = message
        self.kind, self.api, self.file, self.line = kind, api, file, line
        self.block, self.core_type, self.argument, self.kernel = block, core_type, argument, kernel

    def __reduce__(self) -> tuple[object, ...]:
        state = {name: value for name, value in vars(self).items() if name != "message"}
        return (ModelError, (self.message,), state)

    def __str__(self) -> str:
        subject = ": ".join(part for part in (self.api, self.argument and f"'{self.argument}'") if part)
        text = f"{subject} {self.message}" if self.argument else ": ".join(p for p in (subject, self.message) if p)
        core = f" ({self.core_type})" if self.core_type else ""
        of = f" of kernel '{self.kernel}'" if self.kernel else ""
        text += f"\n  in block {self.block}{core}{of}"
        if self.file:
            text += f"\n  at {self.file}:{self.line}"
            text += _source(self.file, self.line) + _called(self.calls)
        if self.launch:
            text += f"\n  {self.launch}"
        return text


def _source(file: str, line: int) -> str:
    source = source_line(file, line).strip()
    return f"\n    {source}" if source else ""


def _called(chains: tuple[Chain, ...]) -> str:
    """How a line of a device function was reached, as far as that is known."""
    if len(chains) == 1:
        calls = chains[0]
        return "".join(
            f"\n  in {_named(name)} called at {file}:{line}{_source(file, line)}" for name, file, line in calls
        )
    text = "\n  called in one of these ways:" if chains else ""
    for calls in chains[:MOST_SHOWN]:
        text += "\n    " + ", ".join(f"{_named(name)} at {file}:{line}" for name, file, line in calls)
    return text + ("\n    …" if len(chains) > MOST_SHOWN else "")


def _named(function: str) -> str:
    return f"'{function}'" if function else "a function"
