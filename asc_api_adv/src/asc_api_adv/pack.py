"""The pack *adv*: high-level APIs."""

from __future__ import annotations

from asc_plugins import hookimpl
from asc_plugins.hookspecs import PackInfo


@hookimpl
def asc_pack() -> PackInfo:
    return PackInfo("adv", "0.1.0", doc="high-level APIs")
