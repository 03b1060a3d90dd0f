"""The one message of passes that this version doesn't have."""

from __future__ import annotations

from typing import NoReturn

from .errors import PassError


def unavailable(name: str) -> NoReturn:
    """Refuses to run a pass, instead of compiling a kernel without its effect."""
    raise PassError(
        f"the pass '{name}' isn't available in this version: synchronisation can't be inserted into ASC-IR",
        hint="use auto_sync=True (the default), which leaves it to the toolchain, or set_flag and wait_flag",
        code="ASC-E603",
    )
