"""Options of a launch, and launchers."""

from __future__ import annotations

from asc_core.jit.launcher import Launcher
from asc_core.options import LaunchOptions

__all__ = ["LaunchOptions", "Launcher"]
