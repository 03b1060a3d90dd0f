"""ASC-IR as Ascend C text."""

from __future__ import annotations

from .errors import TranslateError
from .module import Translation, translate
from .sources import SourceLines

__all__ = ["SourceLines", "TranslateError", "Translation", "translate"]
