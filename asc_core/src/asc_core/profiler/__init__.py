"""What ``asc.profiler`` gives: profiles of launches, as tables, JSON and timelines."""

from __future__ import annotations

from .launch import Launch
from .profile import Profile, Summary, profile

__all__ = ["Launch", "Profile", "Summary", "profile"]
