"""Which passes run, in which company, and when their work is verified."""

from __future__ import annotations

import dataclasses
import gc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from asc_core.frontend import trace
from asc_core.ir.context import IRContext, context_for
from asc_core.jit.specialization import Specialization
from asc_core.options import DEFAULTS
from asc_core.passes import pipeline
from asc_core.passes.errors import PassError
from asc_core.passes.occurring import Occurring
from asc_core.passes.table import BUILTIN
from asc_plugins.discovery import registry
from asc_plugins.dtypes import float32, int32
from asc_plugins.irtypes import PointerType
from asc_plugins.passes import Needs, PassSpec, Slot

from .insert_sync.programs import programs

Run = Callable[..., str]

KERNEL = """
func.func @k(%t: !asc.local_tensor<f32>, %n: i32) attributes {asc.kernel} {
  "asc.abs"(%t, %t, %n) : (!asc.local_tensor<f32>, !asc.local_tensor<f32>, i32) -> ()
  return
}
"""


def _runs(context: IRContext, text: str, *passes: PassSpec, **arguments: Any) -> None:
    pipeline.run(context.parse(text), context, passes=passes, **arguments)


@pytest.mark.parametrize(
    ("needs", "runs"),
    [
        (None, True),
        (frozenset({"asc.abs"}), True),
        (frozenset({"scf.for", "asc.exp"}), False),
        (lambda spec: spec.name == "asc.abs", True),
        (lambda spec: spec.name == "asc.exp", False),
    ],
)
def test_passes_run_where_there_is_something_for_them(context: IRContext, needs: Needs | None, runs: bool) -> None:
    ran: list[str] = []
    spec = PassSpec("own", Slot.LOWERING, lambda module, given: ran.append("own"), needs=needs)
    _runs(context, KERNEL, spec)
    assert bool(ran) is runs


def test_what_a_pass_adds_is_there_for_the_next(context: IRContext) -> None:
    def add(module: Any, given: Any) -> None:
        (kernel,) = module.body.operations
        ir = given.ir
        point = ir.InsertionPoint.at_block_begin(kernel.regions[0].blocks[0])
        ir.Operation.create("asc.pipe_barrier", attributes={"pipe": ir.StringAttr.get("PIPE_V")}, ip=point)

    ran: list[str] = []
    add_spec = PassSpec("add", Slot.LOWERING, add)
    look = PassSpec("look", Slot.LOWERING, lambda m, g: ran.append("look"), needs=frozenset({"asc.pipe_barrier"}))
    _runs(context, KERNEL, look, add_spec, look)
    assert ran == ["look"]


def _spoil(module: Any, given: Any) -> None:
    (kernel,) = module.body.operations
    *_, last = kernel.regions[0].blocks[0].operations
    last.operation.erase()


def test_what_passes_change_is_verified_once(context: IRContext) -> None:
    spoil = PassSpec("spoil", Slot.LOWERING, _spoil)
    fine = PassSpec("fine", Slot.LOWERING, lambda module, given: None)
    says_no = PassSpec("says-no", Slot.LOWERING, lambda module, given: False)
    with pytest.raises(PassError, match="pass 'spoil' left invalid IR"):
        _runs(context, KERNEL, spoil, says_no)
    with pytest.raises(PassError, match="one of the passes 'fine', 'spoil' left invalid IR") as caught:
        _runs(context, KERNEL, fine, spoil)
    assert caught.value.hint == "--verify-each finds out which"
    with pytest.raises(PassError, match="pass 'spoil' left invalid IR"):
        _runs(context, KERNEL, fine, spoil, verify_each=True)


def test_passes_of_mlir_get_valid_operations_only(context: IRContext) -> None:
    spoil = PassSpec("spoil", Slot.LOWERING, _spoil)
    seen: list[str] = []
    look = PassSpec("look", Slot.LOWERING, lambda module, given: seen.append("look"))
    with pytest.raises(PassError, match="pass 'spoil' left invalid IR"):
        _runs(context, KERNEL, spoil, *pipeline.parse("cse", context.registry), look)
    assert not seen


def test_a_pass_that_mlir_stops_is_named(context: IRContext) -> None:
    def stop(module: Any, given: Any) -> None:
        given.ir.Module.parse("this is no module")

    with pytest.raises(PassError, match="pass 'stop' failed: "):
        _runs(context, KERNEL, PassSpec("stop", Slot.LOWERING, stop))


def test_a_dropped_branch_decides_nothing(run: Run) -> None:
    after = run(
        None,
        """
        func.func @k(%x: memref<*xf32, 22>, %n: i32) attributes {asc.kernel} {
          %no = arith.constant false
          scf.if %no {
            "emitasc.verbatim"() {text = "x[0] = 1;"} : () -> ()
            "asc.print_time_stamp"(%n) : (i32) -> ()
          }
          return
        }
        """,
    )
    assert 'asc.access = "none"' in after
    assert "asc.enable_debug" not in after


@pytest.mark.parametrize("body", ["scf.if %no { BARRIER }", "BARRIER", "func.call @f() : () -> ()"])
def test_names_are_those_that_occur(context: IRContext, body: str) -> None:
    barrier = '"asc.pipe_barrier"() {pipe = "PIPE_V"} : () -> ()\n'
    body = body.replace("BARRIER", barrier)
    function = f"func.func private @f() {{ {barrier} return }}" if "@f" in body else ""
    module = context.parse(
        f"func.func @k() attributes {{asc.kernel}} {{\n%no = arith.constant false\n{body}\nreturn }}\n{function}"
    )
    occurring = Occurring(module)
    assert "asc.pipe_barrier" in occurring.names
    for passes in ("canonicalize", "inline", "symbol-dce"):
        pipeline.run(module, context, passes=pipeline.parse(passes, context.registry))
        occurring.changed() if passes == "inline" else occurring.simplified()
        assert occurring.any({"asc.pipe_barrier"}) is ("asc.pipe_barrier" in str(module))
        assert _of_packs(occurring) == _of_packs(Occurring(module))


def _of_packs(occurring: Occurring) -> set[str]:
    return {name for name in occurring.names if name.startswith("asc.")}


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_passes_give_the_same_together_and_one_by_one(text: str) -> None:
    names: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)
    context = context_for(registry())
    types = {**dict.fromkeys("xyz", PointerType(float32)), "n": int32}
    texts = []
    for verify_each in (False, True):
        module = trace(names["kernel"], Specialization(types, {}), context)
        pipeline.run(module, context, DEFAULTS.compile, verify_each=verify_each)
        texts.append(str(module))
    assert texts[0] == texts[1]


def test_contexts_go_with_what_they_keep() -> None:
    for _ in range(3):
        context = IRContext(registry())
        for name in BUILTIN:
            pipeline.run(context.parse(KERNEL), context, passes=pipeline.parse(name, context.registry))
        del context
        gc.collect()


def test_errors_of_packs_passes_are_about_an_operation(context: IRContext) -> None:
    from asc_core.ir.location import SourceLoc
    from asc_plugins.errors import CallError

    def refuse(module: Any, given: Any) -> None:
        (kernel,) = module.body.operations
        first = next(iter(kernel.regions[0].blocks[0].operations))
        with given.at(first), given.at(kernel):
            raise CallError("no", ["note"], "hint", code="ASC-E603")

    text = KERNEL.replace("-> ()", '-> () loc("kernel.py":3:1)')
    text = text.replace("  return\n}", '  return\n} loc("kernel.py":1:1)')
    with pytest.raises(PassError) as caught:
        _runs(context, text, PassSpec("own", Slot.LOWERING, refuse))
    # The innermost counts.
    assert caught.value.location == SourceLoc("kernel.py", 1, 1)
    assert (caught.value.title, caught.value.notes, caught.value.hint, caught.value.code) == (
        "no", ["note"], "hint", "ASC-E603",
    )  # fmt: skip


CROSSING = """
func.func @k(%c: i1) attributes {asc.kernel} {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^a
^b:
  return
}
"""


@pytest.mark.parametrize("name", [p.name for p in registry().passes if p.name not in BUILTIN])
def test_every_pass_takes_blocks_without_structure_or_refuses_them(context: IRContext, name: str) -> None:
    spec = next(p for p in context.registry.passes if p.name == name)
    spec = dataclasses.replace(spec, needs=None)
    if spec.unstructured:
        _runs(context, CROSSING, spec, options=DEFAULTS)
        return
    with pytest.raises(PassError) as caught:
        _runs(context, CROSSING, spec, options=DEFAULTS)
    assert caught.value.title == f"pass '{name}' needs structured control flow, and 'k' has 3 blocks"
    assert caught.value.hint == "write scf.if, scf.for and scf.while instead of branches from block to block"


def test_a_kernel_without_a_body_is_refused(context: IRContext) -> None:
    with pytest.raises(PassError, match="the kernel 'k' has no body"):
        pipeline.run(context.parse("func.func private @k(i32) attributes {asc.kernel}"), context)
