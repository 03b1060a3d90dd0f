"""Which installed distributions bring a pack."""

from __future__ import annotations

from importlib import metadata

#: Entry points of packs.
GROUP = "asc.packs"


def providers(name: str, target: str) -> tuple[str, ...]:
    """Distributions with the entry point ``name = target``, each with its version."""
    found = {
        f"{point.dist.name} {point.dist.version}"
        for point in metadata.entry_points(group=GROUP, name=name)
        if point.value == target and point.dist is not None
    }
    return tuple(sorted(found))
