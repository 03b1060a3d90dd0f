"""ASC-IR as Ascend C text."""

from __future__ import annotations

from .module import Translation, translate
from .sources import SourceLines
from .writer import TranslateError

__all__ = ["SourceLines", "TranslateError", "Translation", "translate"]
