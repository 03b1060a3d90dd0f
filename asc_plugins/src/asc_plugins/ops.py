"""Operations of ASC-IR as packs declare them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

from .errors import CallError
from .params import Effect, Scalar
from .records import record
from .roles import Role

if TYPE_CHECKING:
    from .emit import Emitter, OpText
    from .values import IRValue


class Pipe(Enum):
    """The AI core's pipe that executes an instruction."""

    S = "S"
    V = "V"
    M = "M"
    MTE1 = "MTE1"
    MTE2 = "MTE2"
    MTE3 = "MTE3"
    FIX = "FIX"


Arity = Literal["single", "optional", "variadic"]


@record
class OperandSpec:
    """An operand or a result.

    *types* are the value classes whose types it accepts; empty accepts all. *scalar* says what number it is:
    ASC-IR's integers are signless.
    """

    name: str
    types: tuple[type[IRValue], ...] = ()
    arity: Arity = "single"
    effect: Effect | None = None
    scalar: Scalar | None = None


@record
class CallText:
    """The Ascend C call an op stands for: names of operands and attributes in the order of the C++ text.

    *template* holds ``(name, C++ default or None)``; trailing arguments equal to their defaults aren't written.
    *member* is the operand whose member function is called. *references* are arguments that must be variables.
    """

    callee: str
    arguments: tuple[str, ...] = ()
    template: tuple[tuple[str, Any], ...] = ()
    member: str | None = None
    references: frozenset[str] = frozenset()


#: Writes an op as Ascend C. Returns the expression of its result, or the statement of an op without one.
EmitFunction = Callable[["OpText", "Emitter"], "str | None"]


@record
class OpSpec:
    """Declaration of an operation.

    Exactly one of *call* and *emit* says how it is written as Ascend C; an op that a pass removes has neither.
    *pure* ops compute a value from their operands and nothing else, so they are merged, moved and dropped freely.
    *reads_state* ops have no side effect but aren't constant either (a queue's length, a clock).
    *constructs* marks an op whose result is a declared variable, not an expression. *role* tells passes how the op
    uses memory and pipes. *constants* are the Python types of each attribute's values, where they are known, and
    *dtypes* the data types of the tensors it takes: names that all share, or tuples with one name a tensor; empty
    accepts all. The frontend checks both in calls, and ASC-IR written by hand is checked when it is read.
    """

    name: str
    operands: tuple[OperandSpec, ...] = ()
    results: tuple[OperandSpec, ...] = ()
    attributes: tuple[str, ...] = ()
    pipe: Pipe | None = None
    pure: bool = False
    reads_state: bool = False
    constructs: bool = False
    call: CallText | None = None
    emit: EmitFunction | None = None
    model: str | None = None
    api: str | None = None
    doc: str = ""
    traits: frozenset[str] = field(default_factory=frozenset)
    role: Role | None = None
    constants: tuple[tuple[type, ...], ...] = ()
    dtypes: tuple[tuple[str, ...] | str, ...] = ()

    @property
    def dialect(self) -> str:
        return self.name.partition(".")[0]

    @functools.cached_property
    def single(self) -> bool:
        """True when each operand is one value."""
        return all(o.arity == "single" for o in self.operands)

    @functools.cached_property
    def segmented(self) -> bool:
        """True when ``operandSegmentSizes`` must tell the groups of operands apart."""
        return sum(o.arity != "single" for o in self.operands) > 1

    def require_dtypes(self, tensors: Mapping[str, str]) -> None:
        """Checks the data types of the tensors among the operands, by the operands' names.

        Raises:
            CallError: the operation doesn't take them.
        """
        actual = tuple(tensors.values())
        for allowed in self.dtypes:
            if all(a == allowed for a in actual) if isinstance(allowed, str) else allowed[: len(actual)] == actual:
                return
        if self.dtypes:
            passed = ", ".join(f"{name}: {dtype}" for name, dtype in tensors.items())
            listed = ", ".join(d if isinstance(d, str) else "(" + ", ".join(d) + ")" for d in self.dtypes)
            # The most frequent slip: each would do, but not together.
            one = all(isinstance(d, str) for d in self.dtypes) and set(actual) <= set(self.dtypes)
            raise CallError(
                f"{self.api} takes tensors of one data type, not {passed}"
                if one
                else f"{self.api} doesn't support these data types: {passed}",
                [f"supported on this overload: {listed}"],
                code="ASC-E303",
            )
