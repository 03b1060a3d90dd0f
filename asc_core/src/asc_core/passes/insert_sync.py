"""insert-sync: flags and barriers between operations that touch the same memory on different pipes."""

from __future__ import annotations

from typing import Any

from asc_plugins.passes import PassContext
from asc_plugins.roles import Place

from .functions import kernels, operations
from .given import EngineContext
from .sync.conflicts import Conflicts
from .sync.flags import numbered
from .sync.needed import needed
from .sync.numbers import Numbers
from .sync.polynomials import Atoms
from .sync.regions import Regions
from .sync.tree import items_of
from .sync.writing import Inserter, SyncOps


def run(module: Any, context: EngineContext) -> None:
    ops = SyncOps(context.registry.ops)
    for kernel in kernels(module):
        atoms = Atoms()
        regions = Regions(context.context, Numbers(atoms, context.registry))
        orders = needed(items_of(kernel, regions), Conflicts(atoms), ops.has_event)
        numbers = numbered(orders, from_above=_has_queues(kernel, context))
        Inserter(kernel, ops, context.context).write(orders, numbers)


def _has_queues(kernel: Any, context: PassContext) -> bool:
    """True when queues take numbers of flags, the smallest first."""
    roles = {name: spec.role for name, spec in context.registry.ops.items()}
    return any(isinstance(role, Place) and role.holders for role in (roles.get(op.name) for op in operations(kernel)))
