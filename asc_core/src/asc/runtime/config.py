"""Backend, SoC and kernel type; :func:`set_platform` chooses where kernels run."""

from __future__ import annotations

from asc_core.runtime.config import Backend, KernelType, Platform, set_platform

__all__ = ["Backend", "KernelType", "Platform", "set_platform"]
