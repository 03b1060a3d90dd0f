"""What operations do to the state of a kernel, from their declarations."""

from __future__ import annotations

from enum import Enum

from asc_plugins.api import Api
from asc_plugins.ops import OpSpec
from asc_plugins.values import IRValue


class OpEffect(Enum):
    """NONE may be merged, moved and dropped; READS only dropped; ANY nothing of it."""

    NONE = "none"
    READS = "reads"
    ANY = "any"


def is_variable(cls: type[IRValue]) -> bool:
    """True for classes whose values are variables of the kernel: their methods may change them."""
    return isinstance(getattr(cls, "__init__", None), Api)


def effect_of(spec: OpSpec) -> OpEffect:
    """The effect of a declared operation."""
    if spec.constructs or not (spec.pure or spec.reads_state):
        return OpEffect.ANY
    if spec.reads_state or any(is_variable(cls) for operand in spec.operands for cls in operand.types):
        return OpEffect.READS
    return OpEffect.NONE
