"""Names that installed packs register, in the layout of pyasc."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

# Another thread may be importing it; what stands inside this package is found once that is done.
from asc import _submodules

_submodules.fill(sys.modules[__name__])

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
