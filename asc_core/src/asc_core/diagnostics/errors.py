"""The exceptions that carry diagnostics."""

from __future__ import annotations

from .diagnostic import Diagnostic


class CompileError(Exception):
    """A kernel can't be compiled; the message shows the line at fault.

    Attributes:
        diagnostic: the error as data.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic)
        self.diagnostic = diagnostic

    @property
    def code(self) -> str:
        """The error's code, ``ASC-E…``."""
        return self.diagnostic.code

    def __str__(self) -> str:
        return "\n" + self.diagnostic.render()


class InternalError(RuntimeError):
    """asc itself failed, not the kernel. The cause is chained; *diagnostic* shows where in the kernel it happened."""

    def __init__(self, what: str, diagnostic: Diagnostic | None = None) -> None:
        super().__init__(what)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        place = f"\n{self.diagnostic.render()}" if self.diagnostic is not None else ""
        return (
            f"internal error of asc: {self.args[0]}{place}\n"
            "This is a bug of asc, not of the kernel. Please report it with the kernel's source, "
            "this text and the output of 'asc doctor'."
        )
