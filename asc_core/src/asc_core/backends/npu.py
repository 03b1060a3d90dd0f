"""The NPU backend: not usable yet; says what it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from .. import settings
from ..errors import ToolchainError
from ..platforms import PLATFORMS
from .base import CompiledKernel, KernelText, LoadedKernel

if TYPE_CHECKING:
    from asc_plugins.platforms import PlatformSpec

    from ..options import CompileOptions
    from ..runtime.config import Target


class NPUBackend:
    """Stands for CANN's compiler and runtime."""

    name = "NPU"

    def _refuse(self) -> NoReturn:
        home = settings.ASCEND_HOME.value()
        found = f"ASCEND_HOME_PATH is {home}" if home else "ASCEND_HOME_PATH is not set"
        raise ToolchainError(
            "this version of asc doesn't compile for the NPU: that needs CANN 8.5's bisheng and runtime library and an "
            f"Ascend device ({found}); use set_platform(Backend.Model), which runs the same kernels on this machine"
        )

    def check(self) -> None:
        self._refuse()

    def default_platform(self) -> str:
        return next(iter(PLATFORMS))

    def device_count(self) -> int:
        return 1

    def binary_suffix(self) -> str:
        return ".o"

    def fingerprint(self, options: CompileOptions) -> str:
        self._refuse()

    def compile(self, source: KernelText, options: CompileOptions, platform: PlatformSpec) -> bytes:
        self._refuse()

    def load(self, kernel: CompiledKernel, target: Target) -> LoadedKernel:
        self._refuse()
