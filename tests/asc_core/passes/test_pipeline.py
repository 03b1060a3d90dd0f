from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from asc_core.ir.context import IRContext
from asc_core.ir.location import SourceLoc
from asc_core.passes import pipeline
from asc_core.passes.errors import PassError
from asc_plugins.discovery import registry
from asc_plugins.errors import PackError
from asc_plugins.passes import PassContext, PassSpec, Slot

from types import SimpleNamespace  # isort: skip

Run = Callable[..., str]

EMPTY = "func.func @k() attributes {asc.kernel} { return }"
LOWERING = [
    "privatize-func", "inline", "symbol-dce", "canonicalize", "input-output-tensor", "hoist-tensor-allocation",
    "materialize-tensor", "unify-pipe",
]  # fmt: skip
OPTIMIZING = ["licm", "sccp", "cse", "canonicalize"]
POSTPROCESSING = [
    "verify-lifetimes", "verify-memory", "declare-py-struct", "generate-boilerplate", "define-cube-only",
    "legalize-kernel-args", "detect-kernel-type", "detect-enable-debug", "verify-sync",
]  # fmt: skip


def names(options: Any, specs: Any = None) -> list[str]:
    return [p.name for p in pipeline.default(specs or registry(), options)]


def own(*extra: PassSpec) -> SimpleNamespace:
    """The engine's passes and some more."""
    from asc_core.passes.table import PASSES

    return SimpleNamespace(passes=[*PASSES, *extra])


def test_the_order_of_passes() -> None:
    on_request = {"define-cube-only", "verify-sync"}
    assert names(None, own()) == LOWERING + OPTIMIZING + [p for p in POSTPROCESSING if p not in on_request]
    everything = SimpleNamespace(insert_sync=True, verify_sync=True, matmul_cube_only=True)
    assert names(everything, own()) == (
        LOWERING + OPTIMIZING + ["erase-sync", "hoist-que-bind", "insert-sync"] + POSTPROCESSING
    )


def _nothing(module: Any, context: PassContext) -> None:
    pass


def test_passes_of_packs_take_their_places() -> None:
    extra = [
        PassSpec("third", Slot.LOWERING, _nothing, after="second"),
        PassSpec("second", Slot.LOWERING, _nothing, after="inline"),
        PassSpec("first", Slot.LOWERING, _nothing, before="privatize-func"),
        PassSpec("last", Slot.POSTPROCESSING, _nothing),
        PassSpec("never", Slot.POSTPROCESSING, _nothing, enabled=lambda options: False),
    ]
    order = names(None, own(*extra))
    assert order[:5] == ["first", "privatize-func", "inline", "second", "third"]
    assert order[-1] == "last"


def test_a_place_beside_an_unknown_pass_is_refused() -> None:
    lost = PassSpec("lost", Slot.LOWERING, _nothing, after="cse")
    with pytest.raises(PackError, match="pass 'lost' asks for a place beside 'cse', which isn't a pass of the slot"):
        names(None, own(lost))


def test_unknown_passes_are_refused_with_the_nearest() -> None:
    with pytest.raises(ValueError, match="there is no pass 'canonicalise'; did you mean 'canonicalize'"):
        pipeline.parse("inline, canonicalise", registry())
    with pytest.raises(ValueError, match="there is no pass 'xyz'; known are"):
        pipeline.parse("xyz", registry())


@pytest.mark.parametrize("name", [p.name for p in own().passes])
def test_each_pass_runs_alone(run: Run, name: str) -> None:
    assert "func.func @k" in run(name, EMPTY)


def test_no_passes_when_asked(run: Run) -> None:
    assert "asc.kernel_type" in run(None, EMPTY)
    assert "asc.kernel_type" not in run(None, EMPTY, run_passes=False)


def test_the_module_is_shown_before_each_pass(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run("inline,cse", EMPTY, print_ir_before_all=True)
    shown = capsys.readouterr().err
    assert shown.index("Before inline") < shown.index("func.func @k") < shown.index("Before cse")


def test_passes_are_timed(context: IRContext) -> None:
    times: dict[str, float] = {}
    module = context.parse(EMPTY)
    pipeline.run(
        module, context, passes=pipeline.parse("inline,cse", context.registry), timer=times.__setitem__
    )  # fmt: skip
    assert list(times) == ["inline", "cse"]
    assert all(0 <= t < 5 for t in times.values())


def test_a_pass_that_leaves_invalid_ir_is_named(context: IRContext) -> None:
    def spoil(module: Any, given: PassContext) -> None:
        (block,) = module.body.operations[0].operation.regions[0].blocks
        block.operations[0].operation.erase()

    module = context.parse('func.func @k() attributes {asc.kernel} { return } loc("add.py":7:5)')
    with pytest.raises(PassError, match="pass 'spoil' left invalid IR") as caught:
        pipeline.run(module, context, passes=[PassSpec("spoil", Slot.LOWERING, spoil)], verify_each=True)
    assert caught.value.location == SourceLoc("add.py", 7, 5)
