"""Limits of vector instructions that are known at compile time."""

from __future__ import annotations

from typing import Any

from asc_plugins import CallError, ConstExpr, IRValue


def constant(bound: dict[str, Any], name: str) -> Any:
    """The argument *name* where it is known at compile time, else None."""
    value = ConstExpr.unwrap(bound.get(name))
    return None if isinstance(value, IRValue) else value


def check_range(api: str, bound: dict[str, Any], name: str, low: int, high: int, why: str = "") -> None:
    """Raises CallError when the constant argument *name* lies outside *low*..*high*."""
    value = constant(bound, name)
    if value is not None and not low <= value <= high:
        raise CallError(f"{api}: '{name}' is {value}; it must be {low}..{high}{why}", code="ASC-E302")


def check_multiple(api: str, bound: dict[str, Any], name: str, of: int, why: str) -> None:
    """Raises CallError when the constant argument *name* isn't a multiple of *of*."""
    value = constant(bound, name)
    if value is not None and value % of:
        raise CallError(f"{api}: '{name}' is {value}; it must be a multiple of {of} {why}", code="ASC-E302")
