"""Which installed distributions bring a pack."""

from __future__ import annotations

#: Entry points of packs.
GROUP = "asc.packs"
#: Environment variable with the names of packs that aren't loaded, separated by commas.
DISABLED = "ASC_DISABLED_PACKS"


def providers(name: str, target: str) -> tuple[str, ...]:
    """Distributions with the entry point ``name = target``, each with its version."""
    from importlib import metadata

    found = {
        f"{point.dist.name} {point.dist.version}"
        for point in metadata.entry_points(group=GROUP, name=name)
        if point.value == target and point.dist is not None
    }
    return tuple(sorted(found))
