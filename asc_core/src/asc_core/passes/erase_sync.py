"""erase-sync: refused until synchronisation can be inserted."""

from __future__ import annotations

from typing import Any, NoReturn

from asc_plugins.passes import PassContext

from .unavailable import unavailable


def run(module: Any, context: PassContext) -> NoReturn:
    unavailable("erase-sync")
