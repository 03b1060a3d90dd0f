"""Running passes over a module."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from asc_core.ir.bindings import ir
from asc_core.ir.builder import KERNEL
from asc_core.ir.places import message_of, place_of_error, place_of_operation
from asc_plugins.passes import PassSpec

from .builtin import BuiltinPass, run_together
from .errors import PassError
from .functions import functions
from .given import EngineContext

#: Called after each pass with its name and the seconds it took.
Timer = Callable[[str, float], None]


@dataclass(frozen=True)
class Watch:
    """What is observed while passes run.

    Attributes:
        before, after: write the module to stderr before and after each pass.
        verify_each: check the module after each pass.
        timer: told the time of each pass.
    """

    before: bool = False
    after: bool = False
    verify_each: bool = False
    timer: Timer | None = None

    @property
    def each(self) -> bool:
        """True when passes must run one by one."""
        return self.before or self.after or self.verify_each or self.timer is not None


class Runner:
    """Runs passes; those of MLIR that follow each other in one go."""

    def __init__(self, module: Any, given: EngineContext, watch: Watch) -> None:
        self._module = module
        self._given = given
        self._watch = watch
        # Passes whose work wasn't verified yet.
        self._unverified: list[str] = []
        self._structured = False

    def run(self, passes: Iterable[PassSpec]) -> None:
        """Runs passes in their order.

        Raises:
            PassError: the kernel can't be compiled, or a pass left invalid IR.
        """
        if self._watch.each:
            for spec in passes:
                self._watched(spec)
        else:
            self._run(passes)
        self._verify()

    def _run(self, passes: Iterable[PassSpec]) -> None:
        together: list[BuiltinPass] = []
        for spec in passes:
            if not self._useful(spec):
                continue
            if isinstance(spec, BuiltinPass):
                together.append(spec)
                continue
            self._run_builtin(together)
            together.clear()
            self._run_one(spec)
        self._run_builtin(together)

    def _useful(self, spec: PassSpec) -> bool:
        if isinstance(spec, BuiltinPass) and spec.several_functions and not self._given.occurring.several_functions:
            return False
        return spec.needs is None or self._given.may_have(spec.needs)

    def _run_builtin(self, passes: Sequence[BuiltinPass]) -> None:
        if not passes:
            return
        # MLIR's passes count on valid IR.
        self._verify()
        try:
            run_together(self._module, self._given.context, passes)
        except ir.MLIRError as error:
            raise _failed([spec.name for spec in passes], error) from error
        self._given.occurring.simplified()

    def _run_one(self, spec: PassSpec) -> None:
        if not spec.unstructured and not self._structured:
            for function in functions(self._module):
                _require_structure(spec.name, function)
            self._structured = True
        try:
            changed = spec.run(self._module, self._given)
        except ir.MLIRError as error:
            raise _failed([spec.name], error) from error
        if changed is not False:
            self._given.occurring.changed()
            self._unverified.append(spec.name)

    def _watched(self, spec: PassSpec) -> None:
        watch = self._watch
        if watch.before:
            print(f"// -----// IR Dump Before {spec.name} //----- //\n{self._module}", file=sys.stderr)
        start = time.perf_counter()
        self._run([spec])
        if watch.timer is not None:
            watch.timer(spec.name, time.perf_counter() - start)
        if watch.after:
            print(f"// -----// IR Dump After {spec.name} //----- //\n{self._module}", file=sys.stderr)
        if watch.verify_each:
            self._unverified = [spec.name]
            self._verify()

    def _verify(self) -> None:
        names, self._unverified = self._unverified, []
        if not names:
            return
        try:
            self._module.operation.verify()
        except ir.MLIRError as error:
            title = f"{_passes(names)} left invalid IR: {message_of(error)}"
            hint = None if len(names) == 1 else "--verify-each finds out which"
            raise PassError(title, hint=hint, location=place_of_error(error)) from error


def _require_structure(name: str, function: Any) -> None:
    blocks = len(function.regions[0].blocks)
    symbol = function.attributes["sym_name"].value
    if blocks > 1:
        raise PassError(
            f"pass '{name}' needs structured control flow, and '{symbol}' has {blocks} blocks",
            hint="write scf.if, scf.for and scf.while instead of branches from block to block",
            location=place_of_operation(function),
        )
    if blocks == 0 and KERNEL in function.attributes:
        raise PassError(f"the kernel '{symbol}' has no body", location=place_of_operation(function))


def _passes(names: Sequence[str]) -> str:
    listed = ", ".join(f"'{name}'" for name in dict.fromkeys(names))
    return f"pass {listed}" if len(names) == 1 else f"one of the passes {listed}"


def _failed(names: Sequence[str], error: ir.MLIRError) -> PassError:
    return PassError(f"{_passes(names)} failed: {message_of(error)}", location=place_of_error(error))
