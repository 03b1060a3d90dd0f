from __future__ import annotations

from collections.abc import Callable

import pytest

from asc_core.call_chains import chains_at
from asc_core.ir.context import IRContext
from asc_core.ir.location import SourceLoc
from asc_core.ir.places import name_in, place_of
from asc_core.ir.text import text_of
from asc_core.passes import pipeline
from asc_core.passes.errors import PassError
from asc_core.passes.functions import functions, operations
from asc_core.translate import translate

Run = Callable[..., str]
Check = Callable[[str, str], None]


def test_calls_become_bodies(run: Run, filecheck: Check) -> None:
    text = run(
        "privatize-func,inline,symbol-dce",
        """
        func.func @twice(%a: i32) -> i32 {
          %s = arith.addi %a, %a : i32
          return %s : i32
        }
        func.func private @both(%a: i32, %b: i32) -> (i32, i32) {
          %x = func.call @twice(%a) : (i32) -> i32
          %y = func.call @twice(%b) : (i32) -> i32
          return %y, %x : i32, i32
        }
        func.func @k(%n: i32, %m: i32) attributes {asc.kernel} {
          %r:2 = func.call @both(%n, %m) : (i32, i32) -> (i32, i32)
          "emitasc.verbatim"(%r#0, %r#1) {text = "use({0}, {1});"} : (i32, i32) -> ()
          return
        }
        """,
    )
    filecheck(
        text,
        """
        CHECK-NOT: func.func private
        CHECK: func.func @k(%[[N:arg0]]: i32, %[[M:arg1]]: i32)
        CHECK-NEXT: %[[X:.*]] = arith.addi %arg0, %arg0
        CHECK-NEXT: %[[Y:.*]] = arith.addi %arg1, %arg1
        CHECK-NEXT: "emitasc.verbatim"(%[[Y]], %[[X]])
        CHECK-NEXT: return
        """,
    )


def test_calls_in_loops_and_bodies_with_loops(run: Run, filecheck: Check) -> None:
    text = run(
        "inline,symbol-dce",
        """
        func.func private @sum(%n: i32) -> i32 {
          %c0 = arith.constant 0 : i32
          %c1 = arith.constant 1 : i32
          %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (i32) : i32 {
            %b = arith.addi %a, %n : i32
            scf.yield %b : i32
          }
          return %r : i32
        }
        func.func @k(%n: i32) attributes {asc.kernel} {
          %c0 = arith.constant 0 : i32
          %c1 = arith.constant 1 : i32
          scf.for %i = %c0 to %n step %c1 : i32 {
            %s = func.call @sum(%i) : (i32) -> i32
            "emitasc.verbatim"(%s) {text = "use({0});"} : (i32) -> ()
          }
          return
        }
        """,
    )
    filecheck(
        text,
        """
        CHECK-NOT: call
        CHECK: scf.for %[[I:.*]] = %{{.*}} to %arg0
        CHECK: %[[S:.*]] = scf.for {{.*}} to %[[I]]
        CHECK: arith.addi %{{.*}}, %[[I]]
        CHECK: "emitasc.verbatim"(%[[S]])
        """,
    )


def test_the_result_gets_the_name_of_the_variable(context: IRContext) -> None:
    module = context.parse(
        """
        func.func private @twice(%a: i32) -> i32 {
          %s = arith.addi %a, %a : i32
          return %s : i32
        }
        func.func @k(%n: i32 loc("n")) attributes {asc.kernel} {
          %r = func.call @twice(%n) : (i32) -> i32 loc("total")
          "emitasc.verbatim"(%r) {text = "use({0});"} : (i32) -> ()
          return
        }
        """
    )
    pipeline.run(module, context, passes=pipeline.parse("inline,symbol-dce", context.registry))
    text = translate(module, context, line_directives=False).text
    assert "int32_t total = n + n;\n    use(total);" in text


CALLS = """
func.func private @add(%a: i32) -> i32 {
  %c = arith.constant 3 : i32 loc(unknown)
  %s = arith.addi %a, %c : i32 loc("sum"("kernel.py":2:5))
  scf.execute_region {
    "emitasc.verbatim"(%s) {text = "use({0});"} : (i32) -> () loc("kernel.py":3:9)
    scf.yield loc("kernel.py":4:1)
  } loc("kernel.py":4:1)
  return %s : i32 loc("kernel.py":5:5)
} loc("plus"("kernel.py":1:1))
func.func private @twice(%a: i32) -> i32 {
  %b = func.call @add(%a) : (i32) -> i32 loc("b"("kernel.py":12:7))
  return %b : i32 loc("kernel.py":13:7)
} loc("kernel.py":10:1)
func.func @k(%n: i32) attributes {asc.kernel} {
  %r = func.call @twice(%n) : (i32) -> i32 loc("r"("kernel.py":22:9))
  %q = func.call @add(%r) : (i32) -> i32 loc(unknown)
  return loc("kernel.py":23:9)
} loc("kernel.py":20:1)
"""


def test_bodies_keep_their_places_with_the_calls(context: IRContext) -> None:
    module = context.parse(CALLS)
    pipeline.run(module, context, passes=pipeline.parse("inline,symbol-dce", context.registry))
    expected = [
        ("arith.constant", None, None, []),
        ("arith.addi", "sum", "kernel.py:2:5", [("plus", "kernel.py:12:7"), ("twice", "kernel.py:22:9")]),
        ("scf.execute_region", None, "kernel.py:4:1", [("plus", "kernel.py:12:7"), ("twice", "kernel.py:22:9")]),
        ("emitasc.verbatim", None, "kernel.py:3:9", [("plus", "kernel.py:12:7"), ("twice", "kernel.py:22:9")]),
        ("scf.yield", None, "kernel.py:4:1", [("plus", "kernel.py:12:7"), ("twice", "kernel.py:22:9")]),
        # A call without a place leaves those of the body.
        ("arith.constant", None, None, []),
        ("arith.addi", "sum", "kernel.py:2:5", []),
        ("scf.execute_region", None, "kernel.py:4:1", []),
        ("emitasc.verbatim", None, "kernel.py:3:9", []),
        ("scf.yield", None, "kernel.py:4:1", []),
        ("func.return", None, "kernel.py:23:9", []),
    ]
    for read in (module, context.parse(text_of(module))):
        (kernel,) = functions(read)
        found = []
        for op in operations(kernel):
            place = place_of(op.location)
            calls = [] if place is None else [(call.function, str(call.place)) for call in place.calls]
            found.append((op.name, name_in(op.location), place and str(place), calls))
        assert found == expected


def test_the_text_shows_the_places_of_the_bodies(context: IRContext) -> None:
    module = context.parse(CALLS)
    pipeline.run(module, context, passes=pipeline.parse("inline,symbol-dce", context.registry))
    translation = translate(module, context)
    assert "#line 3\n    use(sum);" in translation.text
    assert "12" not in translation.text
    ways = chains_at(translation.chains, "kernel.py", 3)
    assert ways == ((("plus", "kernel.py", 12), ("twice", "kernel.py", 22)),)
    assert translate(module, context, line_directives=False).chains == ""


def test_calls_as_the_inliner_of_mlir_nests_them(context: IRContext) -> None:
    own, inner, outer = '"kernel.py":2:5', '"kernel.py":12:7', '"kernel.py":22:9'
    module = context.parse(
        f"func.func @k() attributes {{asc.kernel}} {{ return loc(callsite({own} at callsite({inner} at {outer}))) }}"
    )
    (kernel,) = functions(module)
    (end,) = operations(kernel)
    for known in (None, {}, {}):
        place = place_of(end.location, known)
        assert place == SourceLoc("kernel.py", 2, 5)
        assert [(c.function, c.place) for c in place.calls] == [
            ("", SourceLoc("kernel.py", 12, 7)),
            ("", SourceLoc("kernel.py", 22, 9)),
        ]


@pytest.mark.parametrize("names", [("a",), ("a", "b"), ("a", "b", "c")])
def test_recursion_is_refused_at_the_call(run: Run, names: tuple[str, ...]) -> None:
    functions = "".join(
        f"func.func private @{name}(%n: i32) {{ func.call @{names[(i + 1) % len(names)]}(%n) : (i32) -> () "
        f'loc("kernel.py":{i + 10}:5)\nreturn }}\n'
        for i, name in enumerate(names)
    )
    kernel = "func.func @k(%n: i32) attributes {asc.kernel} { func.call @a(%n) : (i32) -> ()\nreturn }"
    with pytest.raises(PassError) as caught:
        run("inline", kernel + functions)
    assert caught.value.title == "recursion can't be compiled: " + " calls ".join(f"'{n}'" for n in (*names, "a"))
    assert caught.value.location == SourceLoc("kernel.py", 9 + len(names), 5)
    assert caught.value.hint == "write it as a loop; a kernel has no call stack"


def test_control_flow_without_structure_is_refused(run: Run) -> None:
    with pytest.raises(PassError, match="function 'f' has control flow without structure"):
        run(
            "inline",
            """
            func.func private @f(%c: i1) {
              cf.cond_br %c, ^a, ^b
            ^a:
              return
            ^b:
              return
            }
            func.func @k(%c: i1) attributes {asc.kernel} {
              func.call @f(%c) : (i1) -> ()
              return
            }
            """,
        )


def _chain(count: int, call: str, last: str) -> str:
    """Functions of which each calls the next, and a kernel that calls the first."""
    bodies = [call.format(callee=f"f{i + 1}") for i in range(count - 1)] + [last]
    functions = "".join(f"func.func private @f{i}(%c: i1) {{ {body}\nreturn }}\n" for i, body in enumerate(bodies))
    return functions + "func.func @k(%c: i1) attributes {asc.kernel} { func.call @f0(%c) : (i1) -> ()\nreturn }"


_USE = '"emitasc.verbatim"(%c) {text = "use({0});"} : (i1) -> ()'
_CALL = "func.call @{callee}(%c) : (i1) -> ()"


def test_a_long_chain_of_calls(run: Run) -> None:
    assert run("inline,symbol-dce", _chain(2000, _CALL, _USE)).count("emitasc.verbatim") == 1


def test_calls_that_multiply_end_with_an_error(run: Run) -> None:
    assert run("inline,symbol-dce", _chain(8, f"{_CALL}\n{_CALL}", _USE)).count("emitasc.verbatim") == 1 << 7
    with pytest.raises(PassError, match="has more than 500000 operations") as caught:
        run("inline", _chain(40, f"{_CALL}\n" * 2, _USE))
    assert caught.value.hint == "call them in loops: each call is a copy of the function's body"


def test_branches_that_pile_up_end_with_an_error(run: Run) -> None:
    branch = f"scf.if %c {{{{ {_CALL} }}}}"
    assert run("inline,symbol-dce", _chain(256, branch, _USE)).count("scf.if") == 255
    with pytest.raises(PassError, match="has more than 256 loops and branches within each other") as caught:
        run("inline", _chain(1000, branch, _USE))
    assert caught.value.hint == "give functions flags as arguments instead of calling them within branches and loops"
