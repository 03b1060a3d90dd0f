"""Where the time of launches goes: wall time, and on Model estimated cycles."""

from __future__ import annotations

from asc_core.profiler import Launch, Profile, Summary, profile

__all__ = ["Launch", "Profile", "Summary", "profile"]
