"""Functions of a module, the kernel first among them."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from asc_core.ir.builder import KERNEL


def functions(module: Any) -> list[Any]:
    """All ``func.func`` of a module."""
    return [op.operation for op in module.body.operations if op.operation.name == "func.func"]


def kernels(module: Any) -> list[Any]:
    """The functions that are kernels."""
    return [f for f in functions(module) if KERNEL in f.attributes]


def operations(root: Any) -> Iterator[Any]:
    """All operations inside *root*, outer ones before inner ones."""
    for region in root.regions:
        for block in region.blocks:
            for op in block.operations:
                operation = op.operation
                yield operation
                yield from operations(operation)


def named(root: Any, names: Set[str]) -> list[Any]:
    """The operations of these names inside *root*, outer ones before inner ones."""
    found: list[Any] = []
    _collect(root, names, set(), found)
    return found


def _collect(root: Any, names: Set[str], leaves: set[str], found: list[Any]) -> None:
    for region in root.regions:
        for block in region.blocks:
            for view in block.operations:
                op = view.operation
                name = op.name
                if name in leaves:
                    continue
                if name in names:
                    found.append(op)
                # Operations of one name have regions all of them or none.
                if len(op.regions):
                    _collect(op, names, leaves, found)
                elif name not in names:
                    leaves.add(name)
