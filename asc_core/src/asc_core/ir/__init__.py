"""ASC-IR: the MLIR context with the packs' dialects, and the builder of operations.

``asc_core.ir.location`` may be imported without MLIR; everything else loads it.
"""

from __future__ import annotations
