"""Errors of packs and of calls to registered APIs."""

from __future__ import annotations

from dataclasses import dataclass, field


class PackError(Exception):
    """A pack's registration is wrong: a duplicate name, a bad declaration, an unmet contract version."""


@dataclass
class CallError(Exception):
    """A call to an API inside a kernel can't be compiled.

    The frontend adds the place in the kernel author's source and turns it into a diagnostic.
    """

    title: str
    notes: list[str] = field(default_factory=list)
    hint: str | None = None
    code: str = "ASC-E300"

    def __str__(self) -> str:
        return "\n".join([self.title, *self.notes, *([f"hint: {self.hint}"] if self.hint else [])])


class OutsideKernelError(RuntimeError):
    """A kernel API was called by plain Python, outside a function that is being compiled."""


class NotConstantError(TypeError):
    """A value known only when the kernel runs would decide what happens while it is compiled."""
