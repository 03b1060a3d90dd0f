"""The eight kernel types as CANN sees them."""

from __future__ import annotations

from dataclasses import dataclass

from ...runtime.cann_types import CoreType


@dataclass(frozen=True)
class Kind:
    """What follows from a kernel's type.

    Attributes:
        cores: the cores it is compiled for, ``cube`` or ``vec`` or both.
        core_type: what the binary is registered as.
        vector_cores: vector cores beside each cube core, in kernels that run on both.
        mix_dump: whether ``AscendC::InitDump`` is told of a mixed kernel.
    """

    cores: tuple[str, ...]
    core_type: CoreType
    vector_cores: int = 0
    mix_dump: bool = False

    @property
    def is_mixed(self) -> bool:
        """True for a kernel that runs on cube and vector cores at once."""
        return len(self.cores) > 1


KINDS: dict[str, Kind] = {
    "AIV_ONLY": Kind(("vec",), CoreType.VectorCore),
    "AIC_ONLY": Kind(("cube",), CoreType.CubeCore),
    "MIX_AIV_HARD_SYNC": Kind(("vec",), CoreType.VectorCore),
    "MIX_AIC_HARD_SYNC": Kind(("cube",), CoreType.CubeCore),
    "MIX_AIV_1_0": Kind(("vec",), CoreType.VectorCore, mix_dump=True),
    "MIX_AIC_1_0": Kind(("cube",), CoreType.CubeCore, mix_dump=True),
    "MIX_AIC_1_1": Kind(("cube", "vec"), CoreType.AiCore, vector_cores=1, mix_dump=True),
    "MIX_AIC_1_2": Kind(("cube", "vec"), CoreType.AiCore, vector_cores=2, mix_dump=True),
}
