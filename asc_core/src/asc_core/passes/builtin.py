"""Running passes of MLIR itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from asc_plugins.passes import PassContext, PassSpec

if TYPE_CHECKING:
    from asc_core.ir.context import IRContext


@dataclass(frozen=True)
class BuiltinPass(PassSpec):
    """A pass of MLIR.

    Attributes:
        mlir: how MLIR writes it in a pipeline.
        several_functions: it has nothing to do in a module with one function.
    """

    mlir: str = ""
    several_functions: bool = False


class _Managers:
    """The pass managers of a context by their pipelines: making one reads the patterns of all dialects."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}

    def get(self, pipeline: str) -> Any:
        from asc_core.ir.bindings import PassManager

        known = self.known.get(pipeline)
        if known is None:
            known = self.known[pipeline] = PassManager.parse(f"builtin.module({pipeline})")
            # Passes that write IR of their own are verified when they have run.
            known.enable_verifier(False)
        return known


def run_together(module: Any, context: IRContext, passes: Sequence[BuiltinPass]) -> None:
    """Runs passes of MLIR one after the other."""
    managers = context.kept.get(_Managers)
    if managers is None:
        managers = context.kept[_Managers] = _Managers()
    with context.mlir:
        managers.get(",".join(spec.mlir for spec in passes)).run(module.operation)


def builtin_run(mlir: str) -> Any:
    """``PassSpec.run`` of a pass of MLIR, for those who run it by themselves."""

    def run(module: Any, context: PassContext) -> None:
        from asc_core.ir.bindings import PassManager

        with module.context:
            PassManager.parse(f"builtin.module({mlir})").run(module.operation)

    return run
