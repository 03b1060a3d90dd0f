from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from asc_core.ir.context import IRContext
from asc_core.passes import pipeline
from asc_core.passes.errors import PassError
from asc_plugins import IRValue, OperandSpec, OpSpec, Pipe, ir_type
from asc_plugins.params import Effect
from asc_plugins.roles import Work

Run = Callable[..., str]
Check = Callable[[str, str], None]


@ir_type("thing", cpp="Thing", dialect="toy")
class Thing(IRValue):
    """A thing."""


@ir_type("tiling", cpp="{name}", parameters=("name", "definition"), dialect="toy")
class Tiling(IRValue):
    """A struct."""


THING = OperandSpec("thing", (Thing,))
OPS = {
    spec.name: spec
    for spec in (
        OpSpec("toy.thing", (), (THING,), constructs=True, traits=frozenset({"unique"})),
        OpSpec("toy.sized", (OperandSpec("size"),), (THING,), constructs=True, traits=frozenset({"hoist"})),
        OpSpec("toy.placeless", (), (THING,), constructs=True, traits=frozenset({"placeless"})),
        OpSpec("toy.use", (THING,)),
        OpSpec("toy.vector", (), pipe=Pipe.V),
        OpSpec("toy.cube", (), pipe=Pipe.M),
        OpSpec("toy.move", (), pipe=Pipe.MTE2),
        OpSpec("toy.print", (), traits=frozenset({"prints"})),
        OpSpec("toy.set", (OperandSpec("id"),), (), ("event",), traits=frozenset({"sets_flag"})),
        OpSpec("toy.wait", (OperandSpec("id"),), (), ("event",), traits=frozenset({"waits_flag"})),
        OpSpec("toy.view", (OperandSpec("address"),), (THING,), pure=True),
        OpSpec(
            "toy.copy",
            (replace(THING, name="dst", effect=Effect.WRITE), replace(THING, name="src", effect=Effect.READ)),
        ),
        OpSpec(
            "emitasc.verbatim",
            (OperandSpec("operands", arity="variadic"),),
            (),
            ("text",),
            role=Work(opaque=True),
        ),
    )
}


@pytest.fixture(scope="module")
def toy() -> IRContext:
    from asc_core.passes.table import PASSES

    types = {cls.ir_spec.qualified: cls.ir_spec for cls in (Thing, Tiling)}
    return IRContext(SimpleNamespace(types=types, ops=OPS, passes=list(PASSES)))  # type: ignore[arg-type]


@pytest.fixture
def run_toy(toy: IRContext) -> Callable[..., str]:
    def run(passes: str, body: str, arguments: str = "%n: i32", **options: Any) -> str:
        module = toy.parse(f"func.func @k({arguments}) attributes {{asc.kernel}} {{\n{body}\nreturn\n}}")
        specs = pipeline.parse(passes, toy.registry)
        pipeline.run(module, toy, SimpleNamespace(**options), passes=specs, verify_each=True)
        return str(module)

    return run


def test_unify_pipe_keeps_the_first_where_all_can_use_it(run_toy: Run, filecheck: Check) -> None:
    text = run_toy(
        "unify-pipe",
        """
        %c = arith.cmpi slt, %n, %n : i32
        scf.if %c {
          %a = "toy.thing"() : () -> !toy.thing
          "toy.use"(%a) : (!toy.thing) -> ()
        }
        %b = "toy.thing"() : () -> !toy.thing
        "toy.use"(%b) : (!toy.thing) -> ()
        """,
    )
    filecheck(
        text,
        """
        CHECK: %[[T:.*]] = "toy.thing"
        CHECK-NEXT: scf.if
        CHECK-NEXT: "toy.use"(%[[T]])
        CHECK-NOT: "toy.thing"
        CHECK: "toy.use"(%[[T]])
        """,
    )


def test_hoisting_leaves_what_depends_on_the_loop(run_toy: Run, filecheck: Check) -> None:
    text = run_toy(
        "hoist-tensor-allocation",
        """
        %c0 = arith.constant 0 : i32
        %c1 = arith.constant 1 : i32
        scf.for %i = %c0 to %n step %c1 : i32 {
          scf.for %j = %c0 to %n step %c1 : i32 {
            %a = "toy.sized"(%n) : (i32) -> !toy.thing
            %b = "toy.sized"(%i) : (i32) -> !toy.thing
            %d = arith.addi %j, %c1 : i32
            %c = "toy.sized"(%d) : (i32) -> !toy.thing
          }
        }
        """,
    )
    filecheck(
        text,
        """
        CHECK: "toy.sized"(%arg0)
        CHECK-NEXT: scf.for %[[I:[a-z0-9]+]]
        CHECK-NEXT: "toy.sized"(%[[I]])
        CHECK-NEXT: scf.for
        CHECK-NEXT: %[[D:.*]] = arith.addi
        CHECK-NEXT: "toy.sized"(%[[D]])
        """,
    )


def test_tensors_without_a_place_are_refused(run_toy: Run) -> None:
    with pytest.raises(PassError, match="the tensor 'tile' has no place in memory") as caught:
        run_toy("materialize-tensor", '%a = "toy.placeless"() : () -> !toy.thing loc("tile"("kernel.py":7:3))')
    assert str(caught.value.location) == "kernel.py:7:3"


@pytest.mark.parametrize(
    ("ops", "kernel_type"),
    [
        ([], "AIV_ONLY"),
        (["move"], "AIV_ONLY"),
        (["vector", "move"], "AIV_ONLY"),
        (["cube"], "AIC_ONLY"),
        (["vector", "cube"], "MIX_AIC_1_2"),
    ],
)
def test_kernel_types_follow_from_pipes(run_toy: Run, ops: list[str], kernel_type: str) -> None:
    body = "\n".join(f'"toy.{op}"() : () -> ()' for op in ops)
    assert f'asc.kernel_type = "{kernel_type}"' in run_toy("detect-kernel-type", body)


def test_the_kernel_type_asked_for_wins(run_toy: Run) -> None:
    asked = SimpleNamespace(name="MIX_AIC_1_1")
    assert 'asc.kernel_type = "MIX_AIC_1_1"' in run_toy("detect-kernel-type", "", kernel_type=asked)


def test_cube_only_kernels(run_toy: Run) -> None:
    text = run_toy("define-cube-only,detect-kernel-type", '"toy.vector"() : () -> ()')
    assert 'asc.defines = ["ASCENDC_CUBE_ONLY"]' in text
    assert 'asc.kernel_type = "AIC_ONLY"' in text


def test_printing_is_noted(run_toy: Run) -> None:
    assert "asc.enable_debug" in run_toy("detect-enable-debug", '"toy.print"() : () -> ()')
    assert "asc.enable_debug" not in run_toy("detect-enable-debug", '"toy.vector"() : () -> ()')


def test_flags_must_be_paired(run_toy: Run) -> None:
    pair = '"toy.set"(%n) {event = "E"} : (i32) -> ()\n"toy.wait"(%n) {event = "E"} : (i32) -> ()'
    run_toy("verify-sync", pair)
    other = '"toy.set"(%n) {event = "E"} : (i32) -> () loc("kernel.py":3:1)\n'
    with pytest.raises(PassError, match="the flag E is never waited for") as caught:
        run_toy("verify-sync", other + '"toy.wait"(%n) {event = "F"} : (i32) -> ()')
    assert str(caught.value.location) == "kernel.py:3:1"
    with pytest.raises(PassError, match="the flag F is never set"):
        run_toy("verify-sync", '"toy.wait"(%n) {event = "F"} : (i32) -> ()')


def test_accesses_to_arguments(run_toy: Run) -> None:
    text = run_toy(
        "input-output-tensor",
        """
        %a = "toy.view"(%x) : (memref<*xf32, 22>) -> !toy.thing
        %b = "toy.view"(%y) : (memref<*xf32, 22>) -> !toy.thing
        %c = "toy.view"(%z) : (memref<*xf32, 22>) -> !toy.thing
        "toy.copy"(%b, %a) : (!toy.thing, !toy.thing) -> ()
        "toy.copy"(%c, %c) : (!toy.thing, !toy.thing) -> ()
        """,
        ", ".join(f"%{n}: memref<*xf32, 22>" for n in "xyzw") + ", %n: i32",
    )
    accesses = [part.partition('"')[0] for part in text.split('asc.access = "')[1:]]
    assert accesses == ["read", "write", "read_write", "none"]


def test_text_as_it_is_may_access_everything(run_toy: Run) -> None:
    text = run_toy(
        "input-output-tensor", '"emitasc.verbatim"() {text = "x[0] = 1;"} : () -> ()', "%x: memref<*xf32, 22>"
    )
    assert 'asc.access = "read_write"' in text


def test_structs_are_listed_once(run_toy: Run) -> None:
    inner, outer = "struct A { int32_t a; };", "struct B { A a; };"
    text = run_toy(
        "declare-py-struct", "", f'%a: !toy.tiling<"B", "{inner}\\0A{outer}">, %b: !toy.tiling<"A", "{inner}">'
    )
    assert f'asc.structs = ["{inner}", "{outer}"]' in text


def test_kernels_return_nothing(run: Run) -> None:
    with pytest.raises(PassError, match="a kernel returns nothing"):
        run("legalize-kernel-args", "func.func @k(%n: i32) -> i32 attributes {asc.kernel} { return %n : i32 }")


def test_variables_of_a_kernel_cannot_be_arguments(run: Run) -> None:
    with pytest.raises(PassError, match="argument 'queue' is a TPipe, which exists inside a kernel only"):
        run(
            "legalize-kernel-args",
            'func.func @k(%q: !asc.tpipe loc("queue")) attributes {asc.kernel} { return }',
        )


def test_a_module_has_one_kernel(run: Run) -> None:
    two = "".join(f"func.func @k{i}() attributes {{asc.kernel}} {{ return }}\n" for i in range(2))
    with pytest.raises(PassError, match="a module has one kernel; this one has 2"):
        run("generate-boilerplate", two)


def test_arguments_without_a_name_are_counted(run: Run) -> None:
    with pytest.raises(PassError, match="argument 2 is a TPipe, which exists inside a kernel only"):
        run("legalize-kernel-args", "func.func @k(%n: i32, %q: !asc.tpipe) attributes {asc.kernel} { return }")
