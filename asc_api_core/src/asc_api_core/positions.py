"""What passes must know of logical positions: their memories, and the pipes that fill and empty their buffers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from asc_plugins import Pipe

from .enums import TPosition

_MEMORIES = {
    "UB": ("VECIN", "VECOUT", "VECCALC"),
    "L1": ("A1", "B1", "C1"),
    "L0A": ("A2",),
    "L0B": ("B2",),
    "L0C": ("CO1",),
    "BT": ("C2",),
    "GM": ("GM", "CO2"),
}
_FILLED = {
    Pipe.MTE2: ("VECIN", "A1", "B1", "C1"),
    Pipe.V: ("VECOUT", "VECCALC"),
    Pipe.MTE1: ("A2", "B2", "C2"),
    Pipe.M: ("CO1",),
}
_EMPTIED = {
    Pipe.V: ("VECIN", "VECCALC"),
    Pipe.MTE3: ("VECOUT",),
    Pipe.MTE1: ("A1", "B1", "C1"),
    Pipe.M: ("A2", "B2", "C2"),
    Pipe.FIX: ("CO1",),
}


def _pipes(table: dict[Pipe, tuple[str, ...]]) -> Mapping[str, Pipe]:
    return MappingProxyType({TPosition[name].cpp: pipe for pipe, names in table.items() for name in names})


#: Memory of each logical position, by the position's text.
MEMORIES: Mapping[str, str] = MappingProxyType(
    {TPosition[name].cpp: memory for memory, names in _MEMORIES.items() for name in names}
)
#: Pipe that fills the buffers of a queue at a position.
FILLED: Mapping[str, Pipe] = _pipes(_FILLED)
#: Pipe that uses up the buffers of a queue at a position.
EMPTIED: Mapping[str, Pipe] = _pipes(_EMPTIED)
