"""verify-sync: each flag that is set is waited for somewhere in the kernel, and the other way round."""

from __future__ import annotations

from typing import Any

from asc_core.ir.places import place_of
from asc_plugins.passes import PassContext

from .errors import PassError
from .functions import functions, operations

#: Traits of the ops that set and wait for a flag; the flag is all their attributes and operands.
SETS, WAITS = "sets_flag", "waits_flag"


def run(module: Any, context: PassContext) -> None:
    roles = {
        name: SETS if SETS in spec.traits else WAITS
        for name, spec in context.registry.ops.items()
        if spec.traits & {SETS, WAITS}
    }
    for function in functions(module):
        balance: dict[Any, list[Any]] = {}
        for op in operations(function):
            role = roles.get(op.name)
            if role is not None:
                balance.setdefault(_flag(op), [[], []])[role == WAITS].append(op)
        for (text, _), (sets, waits) in balance.items():
            if bool(sets) != bool(waits):
                op = (sets or waits)[0]
                missing = "waited for" if sets else "set"
                raise PassError(
                    f"the flag {text} is never {missing}",
                    hint="each asc.set_flag needs an asc.wait_flag with the same event and id",
                    location=place_of(op.location),
                    code="ASC-E604",
                )


def _flag(op: Any) -> tuple[str, tuple[Any, ...]]:
    attributes = op.attributes
    text = ", ".join(str(attributes[name]).strip('"') for name in sorted(attributes))
    return text, tuple(op.operands)
