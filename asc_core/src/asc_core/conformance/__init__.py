"""Checks of ASC-IR that was written by hand, made when it is read: the frontend makes them in calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from asc_core.ir.context import IRContext
from asc_core.ir.errors import LocatedError
from asc_core.ir.places import place_of_operation
from asc_core.translate.functions import FUNCTIONS
from asc_plugins.errors import CallError

from .attributes import require_readable
from .kernels import check_function
from .operations import OperationChecker


def check(module: Any, context: IRContext) -> None:
    """Checks a module against the declarations.

    Raises:
        LocatedError: a kernel or an operation has attributes, types or groups of operands that aren't allowed.
    """
    checker = OperationChecker(context)
    for op in _operations(module):
        try:
            require_readable(op)
            if op.name in FUNCTIONS:
                check_function(op, context)
            checker.check(op)
        except LocatedError:
            raise
        except CallError as error:
            place = place_of_operation(op)
            raise LocatedError(error.title, error.notes, error.hint, code=error.code, location=place) from None


def _operations(module: Any) -> Iterator[Any]:
    """All operations in their order."""
    waiting = [iter(module.body.operations)]
    while waiting:
        view = next(waiting[-1], None)
        if view is None:
            waiting.pop()
            continue
        op = view.operation
        yield op
        for region in reversed(list(op.regions)):
            waiting += [iter(block.operations) for block in reversed(list(region.blocks))]


__all__ = ["check"]
