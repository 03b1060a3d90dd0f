"""The SoCs that asc knows: Atlas A2 and A3."""

from __future__ import annotations

from asc_plugins.platforms import PlatformSpec

KIB = 1 << 10
MIB = 1 << 20

ARCHITECTURE = "dav-2201"
MEMORIES = {
    "UB": 192 * KIB,
    "L1": 512 * KIB,
    "L0A": 64 * KIB,
    "L0B": 64 * KIB,
    "L0C": 128 * KIB,
    "BT": 1 * KIB,
    "FB": 7 * KIB,
}
RESERVED = {"UB": 256, "L1": 256}
KEPT = {"UB": 8 * KIB}

# name, cube cores, MHz, HBM in GB, L2 in MB; a vendor's figure that isn't published is the sibling's, named at the end.
_TABLE = (
    ("Ascend910B1", 24, 1850, 64, 192, ""),
    ("Ascend910B2", 24, 1850, 64, 192, "clock of Ascend910B1"),
    ("Ascend910B2C", 24, 1800, 64, 192, "HBM of Ascend910B2"),
    ("Ascend910B3", 20, 1800, 64, 192, ""),
    ("Ascend910B4", 20, 1500, 32, 96, ""),
    ("Ascend910B4-1", 20, 1500, 32, 96, "all figures of Ascend910B4"),
    ("Ascend910_9362", 20, 1500, 32, 168, ""),
    ("Ascend910_9372", 20, 1500, 32, 168, "all figures of Ascend910_9362"),
    ("Ascend910_9381", 24, 1850, 64, 192, "all figures of Ascend910_9391"),
    ("Ascend910_9382", 24, 1850, 64, 192, "all figures of Ascend910_9391"),
    ("Ascend910_9391", 24, 1850, 64, 192, "HBM of Ascend910B1"),
    ("Ascend910_9392", 24, 1850, 64, 192, "all figures of Ascend910_9391"),
)


def _spec(name: str, cubes: int, mhz: int, hbm: int, l2: int, assumed: str) -> PlatformSpec:
    doc = f"{cubes} cube and {2 * cubes} vector cores, {hbm} GB HBM, {l2} MB L2"
    return PlatformSpec(
        name,
        ARCHITECTURE,
        cubes,
        2 * cubes,
        mhz,
        dict(MEMORIES),
        dict(RESERVED),
        doc + (f"; {assumed}" if assumed else ""),
        dict(KEPT),
    )


PLATFORMS: dict[str, PlatformSpec] = {row[0]: _spec(*row) for row in _TABLE}
