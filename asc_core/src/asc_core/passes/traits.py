"""Traits of declared operations that passes look for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from asc_plugins.ops import OpSpec
from asc_plugins.roles import Place, Sync, Takes, Work

#: A call of a device function.
CALLS = frozenset({"func.call"})
#: Declares a variable which a loop may declare once, before it.
HOIST = "hoist"
#: Makes a tensor that a pass must place.
PLACELESS = "placeless"
#: Constructs an object of which a kernel has one.
UNIQUE = "unique"
#: Construct queues and buffers, and give them memory.
QUEUE, READIES = "queue", "readies_queue"
#: Gives all memory of buffers back.
RELEASES = "releases_buffers"
#: Gives a tensor's buffer back: nobody uses the tensor after it.
GIVES_BACK = "gives_back"
#: Prints from inside a kernel.
PRINTS = "prints"
#: Synchronises cores by flags of the hardware, which plain kernels of one kind of core can't.
CROSS_CORE = "cross_core"
#: Set and wait for a flag; their attributes say which, their operands its number.
SETS, WAITS = "sets_flag", "waits_flag"


@cache
def with_trait(*traits: str) -> Callable[[OpSpec], bool]:
    """True of operations with one of the traits."""
    return lambda spec: not spec.traits.isdisjoint(traits)


def allots(spec: OpSpec) -> bool:
    """True of operations that take memory of a core, or give all of it back."""
    role = spec.role
    if isinstance(role, Place):
        return (
            role.tensor is None and PLACELESS not in spec.traits and not (role.address is None and role.behind is None)
        )
    return isinstance(role, Takes) or RELEASES in spec.traits


def synchronises(spec: OpSpec) -> bool:
    """True of operations that order the pipes of a core."""
    return isinstance(spec.role, Sync)


def opaque(spec: OpSpec) -> bool:
    """True of operations that may touch anything: text of the author's."""
    return isinstance(spec.role, Work) and spec.role.opaque
