"""The operations that occur in a module, by name: most passes look for a few and need no look at the others."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from asc_plugins.ops import OpSpec

_BRANCHING = ("scf.", "cf.", "func.call")


class Occurring:
    """Names of a module's operations, found when first asked for."""

    def __init__(self, module: Any) -> None:
        self._module = module
        self._names: frozenset[str] | None = None
        self._branching = False
        # False when operations of some of the names may be gone.
        self._exact = True

    def changed(self) -> None:
        """Says that operations may have come and gone."""
        self._names = None

    def simplified(self) -> None:
        """Says that MLIR simplified the module: what has an effect is gone only with a branch or function around it."""
        self._exact = not self._branching

    @property
    def several_functions(self) -> bool:
        """True of a module with more than one function."""
        return len(self._module.body.operations) > 1

    @property
    def names(self) -> frozenset[str]:
        """The names; of operations without effects some may have gone."""
        if self._names is None or not self._exact:
            self._names = _names(self._module)
            self._branching = self.several_functions or any(name.startswith(_BRANCHING) for name in self._names)
            self._exact = True
        return self._names

    def may_have(self, names: Set[str]) -> bool:
        """False when none of these operations occurs."""
        return not (self._names or self.names).isdisjoint(names)

    def any(self, names: Set[str]) -> bool:
        """True when one of these operations occurs."""
        return self.may_have(names) and not self.names.isdisjoint(names)

    def specs(self, ops: dict[str, OpSpec]) -> list[OpSpec]:
        """The declarations of those that have one."""
        return [ops[name] for name in self.names if name in ops]


def _names(module: Any) -> frozenset[str]:
    found: set[str] = set()
    # Only some operations have regions, all of the same name or none.
    nesting: set[str] = set()
    blocks = [module.body]
    while blocks:
        for view in blocks.pop().operations:
            op = view.operation
            name = op.name
            if name not in found:
                found.add(name)
                if len(op.regions):
                    nesting.add(name)
            if name in nesting:
                blocks += [block for region in op.regions for block in region.blocks]
    return frozenset(found)
