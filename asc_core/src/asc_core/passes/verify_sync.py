"""verify-sync: each flag that is set is waited for somewhere in the kernel, and the other way round."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from asc_core.ir.places import place_of_operation
from asc_core.ir.ranges import constant_of

from .errors import PassError
from .functions import functions, named
from .given import EngineContext
from .traits import SETS, WAITS, with_trait

#: Numbers of a flag; None where one is known at run time only and may be any.
Number = tuple[int | float | None, ...]


@dataclass
class _Flags:
    """The ops that set and wait for the flags of one kind, by their numbers."""

    sets: dict[Number, Any] = field(default_factory=dict)
    waits: dict[Number, Any] = field(default_factory=dict)


def run(module: Any, context: EngineContext) -> bool:
    sets = context.names(with_trait(SETS))
    for function in functions(module):
        kinds: dict[str, _Flags] = {}
        for op in named(function, context.names(with_trait(SETS, WAITS))):
            kind = kinds.setdefault(_kind(op), _Flags())
            found = kind.sets if op.name in sets else kind.waits
            found.setdefault(tuple(constant_of(o) for o in op.operands), op)
        for text, kind in kinds.items():
            _check(text, kind.sets, kind.waits, "waited for")
            _check(text, kind.waits, kind.sets, "set")
    return False


def _kind(op: Any) -> str:
    attributes = op.attributes
    return ", ".join(str(attributes[name]).strip('"') for name in sorted(attributes))


def _check(text: str, found: dict[Number, Any], others: dict[Number, Any], missing: str) -> None:
    for number, op in found.items():
        if not any(_may_equal(number, other) for other in others):
            known = [str(n) for n in number if n is not None]
            raise PassError(
                f"the flag {' '.join([text, *known])} is never {missing}",
                hint="each asc.set_flag needs an asc.wait_flag with the same event and id",
                location=place_of_operation(op),
                code="ASC-E604",
            )


def _may_equal(number: Number, other: Number) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(number, other, strict=True))
