"""SoCs as packs declare them."""

from __future__ import annotations

from dataclasses import dataclass, field

#: Tells the NPU's toolchain to keep no memory for APIs; those that need it don't compile then.
KEEPS_NOTHING = "--cce-disable-asc-reserved-ubuf"


@dataclass(frozen=True)
class PlatformSpec:
    """A SoC: cores and the sizes of a core's memories in bytes.

    *memories* maps the hardware's names (``UB L1 L0A L0B L0C BT FB``) to their sizes; *reserved* to the bytes at
    the end of each that kernels can't use, *kept* to those before them which the NPU's toolchain keeps for some APIs
    unless the option ``bisheng_options`` has :data:`KEEPS_NOTHING`.
    """

    name: str
    architecture: str
    aic_cores: int
    aiv_cores: int
    frequency_mhz: int
    memories: dict[str, int] = field(hash=False)
    reserved: dict[str, int] = field(default_factory=dict, hash=False)
    doc: str = ""
    kept: dict[str, int] = field(default_factory=dict, hash=False)

    def usable(self, memory: str) -> int:
        """Bytes of a memory that kernels can use."""
        return self.memories[memory] - self.reserved.get(memory, 0)
