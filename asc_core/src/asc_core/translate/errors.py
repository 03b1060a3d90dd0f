"""Errors of the translation."""

from __future__ import annotations

from dataclasses import dataclass

from asc_core.ir.errors import LocatedError


@dataclass
class TranslateError(LocatedError):
    """An operation can't be written as Ascend C."""

    code: str = "ASC-E602"
