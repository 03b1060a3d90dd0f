"""ASC-IR as text that parses back to the same module."""

from __future__ import annotations

from typing import Any


def text_of(module: Any, *, locations: bool = True) -> str:
    """A module with its *locations*, which carry the author's lines and the names of variables."""
    text: str = module.operation.get_asm(enable_debug_info=locations)
    return text
