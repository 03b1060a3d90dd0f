"""The operations that occur in a module, by name: most passes look for a few and need no look at the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from asc_core.ir.bindings import ir
from asc_plugins.ops import OpSpec


class Occurring:
    """Names of a module's operations, found when first asked for."""

    def __init__(self, module: Any) -> None:
        self._module = module
        self._names: frozenset[str] | None = None

    def forget(self) -> None:
        """Says that the module was changed."""
        self._names = None

    @property
    def names(self) -> frozenset[str]:
        """The names."""
        if self._names is None:
            found: set[str] = set()
            _collect(self._module, found)
            self._names = frozenset(found)
        return self._names

    def any(self, names: Iterable[str]) -> bool:
        """True when one of these operations occurs."""
        return not self.names.isdisjoint(names)

    def specs(self, ops: dict[str, OpSpec]) -> list[OpSpec]:
        """The declarations of those that have one."""
        return [ops[name] for name in self.names if name in ops]


def _collect(module: Any, found: set[str]) -> None:
    add, on = found.add, ir.WalkResult.ADVANCE

    def visit(op: Any) -> Any:
        add(op.name)
        return on

    module.operation.walk(visit)
