"""Errors that passes find in a kernel."""

from __future__ import annotations

from dataclasses import dataclass

from asc_core.ir.errors import LocatedError


@dataclass
class PassError(LocatedError):
    """A pass found that a kernel can't be compiled."""

    code: str = "ASC-E601"
