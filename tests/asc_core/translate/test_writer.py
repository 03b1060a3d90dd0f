from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from asc_core.ir.context import IRContext
from asc_core.translate import TranslateError, translate
from asc_plugins import CallText, IRValue, OperandSpec, OpSpec, Scalar, constructor, ir_type, make

Body = Callable[..., list[str]]


@ir_type("bag", cpp="Bag<{dtype}>", parameters=("dtype",), dialect="toy")
class Bag(IRValue):
    """A variable that methods change."""

    is_tensor = True

    @constructor("Bag", result=lambda b: make(Bag))
    def __init__(self) -> None:
        """Declares a bag."""


BAG = OperandSpec("self", (Bag,))
LIKE = OperandSpec("value", scalar=Scalar(like="self"))
MASK = OperandSpec("mask", arity="variadic", scalar=Scalar("uint64"))
COUNT = OperandSpec("count", scalar=Scalar("uint8"))
RESULT = (OperandSpec("result"),)


def _swap(op: Any, emitter: Any) -> str:
    first = emitter.temporary("int32_t", "held", op.operand("a"))
    return f"{first} - {op.operand('b')}"


OPS = {
    spec.name: spec
    for spec in (
        OpSpec("toy.bag", (), (OperandSpec("result", (Bag,)),), constructs=True, call=CallText("Bag")),
        OpSpec(
            "toy.sized", (OperandSpec("size"),), (OperandSpec("result", (Bag,)),), constructs=True,
            call=CallText("Bag", ("size",)),
        ),
        OpSpec("toy.peek", (BAG,), RESULT, pure=True, call=CallText("Peek", (), (), "self")),
        OpSpec("toy.put", (BAG, LIKE), call=CallText("Put", ("value",), (), "self")),
        OpSpec("toy.take", (BAG,), RESULT, call=CallText("Take", (), (), "self")),
        OpSpec("toy.clock", (), RESULT, reads_state=True, call=CallText("Clock")),
        OpSpec("toy.id", (), RESULT, pure=True, call=CallText("Id")),
        OpSpec("toy.use", (OperandSpec("a"),), call=CallText("Use", ("a",))),
        OpSpec("toy.fill", (BAG, MASK, COUNT), call=CallText("Fill", ("self", "mask", "count"))),
        OpSpec(
            "toy.typed", (BAG, OperandSpec("a", arity="optional"), OperandSpec("b", arity="optional")), (),
            ("flag", "mode"),
            call=CallText("Typed", ("self", "a", "b"), (("self", None), ("flag", True), ("mode", 0))),
        ),
        OpSpec("toy.part", (BAG,), (OperandSpec("result", (Bag,)),), pure=True, call=CallText("Part", (), (), "self")),
        OpSpec("toy.change", (BAG,), call=CallText("Change", ("self",), references=frozenset({"self"}))),
        OpSpec("toy.swap", (OperandSpec("a"), OperandSpec("b")), RESULT, pure=True, emit=_swap),
        OpSpec("toy.silent", (), RESULT, emit=lambda op, emitter: None),
        OpSpec("toy.homeless", ()),
        OpSpec("toy.jump", (), emit=lambda op, emitter: f"{emitter.function('none').name}()"),
        OpSpec("toy.global", (), emit=lambda op, emitter: emitter.symbol("none").name),
    )
}  # fmt: skip


class Registry(SimpleNamespace):
    __hash__ = object.__hash__

    def apis(self) -> list[Any]:
        return []

    def model_header(self, op: str) -> None:
        return None


@pytest.fixture(scope="module")
def toy() -> IRContext:
    from asc_plugins.discovery import registry

    own = Registry(types={"toy.bag": Bag.ir_spec}, ops=OPS, emitters=registry().emitters, names={})
    return IRContext(own)  # type: ignore[arg-type]


@pytest.fixture
def body(toy: IRContext) -> Body:
    def run(statements: str) -> list[str]:
        arguments = ", ".join(
            f'%{a}: {t} loc("{a}")' for a, t in (("bag", "!toy.bag<i16>"), ("n", "i32"), ("m", "i32"))
        )
        module = toy.parse(f"func.func @k({arguments}) attributes {{asc.kernel}} {{\n{statements}\nreturn\n}}")
        text = translate(module, toy, line_directives=False).text
        lines = text.partition("__aicore__ void k(")[2].splitlines()[1:-1]
        return [line.strip() for line in lines]

    return run


def peek(name: str) -> str:
    return f'%{name} = "toy.peek"(%bag) : (!toy.bag<i16>) -> i16'


def put(value: str) -> str:
    return f'"toy.put"(%bag, %{value}) : (!toy.bag<i16>, i16) -> ()'


def use(value: str, type_: str = "i32") -> str:
    return f'"toy.use"(%{value}) : ({type_}) -> ()'


def test_a_value_used_once_stands_where_it_is_used(body: Body) -> None:
    assert body(f'%i = "toy.id"() : () -> i32\n%s = arith.addi %i, %n : i32\n{use("s")}') == ["Use(Id() + n);"]


def test_a_value_used_twice_or_named_is_a_variable(body: Body) -> None:
    twice = f"%s = arith.addi %n, %m : i32\n{use('s')}\n{use('s')}"
    assert body(twice) == ["int32_t a = n + m;", "Use(a);", "Use(a);"]
    named = f'%s = arith.addi %n, %m : i32 loc("total")\n{use("s")}'
    assert body(named) == ["int32_t total = n + m;", "Use(total);"]


def test_a_value_used_in_a_loop_is_computed_before_it(body: Body) -> None:
    lines = body(
        "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n%s = arith.muli %n, %m : i32\n"
        f"scf.for %i = %c0 to %n step %c1 : i32 {{\n{use('s')}\n}}"
    )
    assert lines == ["int32_t a = n * m;", "for (int32_t i = 0; i < n; i++) {", "Use(a);", "}"]


def test_reads_do_not_move_across_writes(body: Body) -> None:
    assert body("\n".join([peek("x"), put("x")])) == ["bag.Put(bag.Peek());"]
    lines = body("\n".join([peek("x"), "%c = arith.constant 5 : i16", put("c"), put("x")]))
    assert lines == ["int16_t value = bag.Peek();", "bag.Put(int16_t(5));", "bag.Put(value);"]


def test_reads_inside_expressions_do_not_move_across_writes(body: Body) -> None:
    lines = body("\n".join([peek("x"), "%w = arith.extsi %x : i16 to i32", "%y = arith.addi %w, %n : i32",
                            '%c = arith.constant 5 : i16', put("c"), use("y")]))  # fmt: skip
    assert lines == ["int32_t a = static_cast<int32_t>(bag.Peek()) + n;", "bag.Put(int16_t(5));", "Use(a);"]


def test_clocks_are_read_in_their_order(body: Body) -> None:
    clock = '%{} = "toy.clock"() : () -> i64'
    lines = body(
        "\n".join([clock.format("a"), use("n"), clock.format("b"), "%d = arith.subi %b, %a : i64", use("d", "i64")])
    )
    assert lines == ["int64_t clock = Clock();", "Use(n);", "Use(Clock() - clock);"]


def test_results_of_effects_are_variables_and_unused_ones_statements(body: Body) -> None:
    take = '%{} = "toy.take"(%bag) : (!toy.bag<i16>) -> i32'
    lines = body("\n".join([take.format("a"), take.format("b"), take.format("x"),
                            "%s = arith.subi %b, %a : i32", use("s")]))  # fmt: skip
    assert lines == ["int32_t take = bag.Take();", "int32_t take_1 = bag.Take();", "bag.Take();",
                     "Use(take_1 - take);"]  # fmt: skip


def test_loop_bounds_that_read_state_are_read_once(body: Body) -> None:
    lines = body(
        "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n"
        '%e = "toy.peek"(%bag) : (!toy.bag<i16>) -> i32\n'
        f"scf.for %i = %c0 to %e step %c1 : i32 {{\n{use('i')}\n}}"
    )
    assert lines[:2] == ["int32_t peek = bag.Peek();", "for (int32_t i = 0; i < peek; i++) {"]


def test_variables_are_declared_with_their_arguments(body: Body) -> None:
    lines = body(
        '%a = "toy.bag"() : () -> !toy.bag<f32> loc("first")\n%s = arith.addi %n, %m : i32\n'
        '%b = "toy.sized"(%s) : (i32) -> !toy.bag<ui8>'
    )
    assert lines == ["Bag<float> first;", "Bag<uint8_t> sized(n + m);"]


def test_numbers_of_the_tensors_type_are_exact(body: Body, toy: IRContext) -> None:
    lines = body(
        "%c = arith.constant -7 : i16\n%t = arith.trunci %n : i32 to i16\n"
        '%u = "toy.bag"() : () -> !toy.bag<ui8> loc("u")\n%d = arith.constant -6 : i8\n'
        '%h = "toy.bag"() : () -> !toy.bag<f16> loc("h")\n%e = arith.constant 1.5 : f16\n'
        f"{put('c')}\n{put('t')}\n"
        '"toy.put"(%u, %d) : (!toy.bag<ui8>, i8) -> ()\n"toy.put"(%h, %e) : (!toy.bag<f16>, f16) -> ()'
    )
    assert lines[2:] == [
        "bag.Put(int16_t(-7));",
        "bag.Put(static_cast<int16_t>(n));",
        "u.Put(uint8_t(250));",
        "h.Put(half(1.5f));",
    ]


def test_masks_of_several_words_are_arrays(body: Body) -> None:
    fill = '"toy.fill"(%bag, {}, %r) : (!toy.bag<i16>, {}, i8) -> ()'
    constants = "%r = arith.constant -1 : i8\n%w = arith.constant -1 : i64\n%x = arith.extsi %n : i32 to i64\n"
    assert body(constants + fill.format("%w", "i64")) == ["Fill(bag, 0xffffffffffffffffull, 255);"]
    assert body(constants + fill.format("%w, %x", "i64, i64")) == [
        "uint64_t mask[2] = {0xffffffffffffffffull, static_cast<uint64_t>(n)};",
        "Fill(bag, mask, 255);",
    ]


@pytest.mark.parametrize(
    ("flag", "mode", "operands", "text"),
    [
        ("true", 0, "", "Typed(bag);"),
        ("false", 0, "%n", "Typed<int16_t, false>(bag, n);"),
        ("true", 3, "%n, %m", "Typed<int16_t, true, 3>(bag, n, m);"),
    ],
)
def test_template_arguments_as_far_as_needed(body: Body, flag: str, mode: int, operands: str, text: str) -> None:
    values = [v for v in operands.split(", ") if v]
    sizes = ", ".join(["1", *(str(int(i < len(values))) for i in range(2))])
    types = ", ".join(["!toy.bag<i16>", *(["i32"] * len(values))])
    lines = body(
        f'"toy.typed"({", ".join(["%bag", *values])}) {{flag = {flag}, mode = {mode},'
        f" operandSegmentSizes = array<i32: {sizes}>}} : ({types}) -> ()"
    )
    assert lines == [text]


def test_references_are_variables(body: Body) -> None:
    assert body('"toy.change"(%bag) : (!toy.bag<i16>) -> ()') == ["Change(bag);"]
    part = '%p = "toy.part"(%bag) : (!toy.bag<i16>) -> !toy.bag<i16>\n'
    assert body(part + '"toy.change"(%p) : (!toy.bag<i16>) -> ()') == [
        "Bag<int16_t> self = bag.Part();",
        "Change(self);",
    ]


def test_an_argument_before_an_absent_one_is_refused(body: Body) -> None:
    with pytest.raises(ValueError, match=r"toy\.typed: argument 'a' is absent, but a later one isn't"):
        body(
            '"toy.typed"(%bag, %n) {flag = true, mode = 0, operandSegmentSizes = array<i32: 1, 0, 1>}'
            " : (!toy.bag<i16>, i32) -> ()"
        )


def test_expressions_of_emitters_get_parentheses(body: Body) -> None:
    lines = body(f'%s = "toy.swap"(%n, %m) : (i32, i32) -> i32\n%p = arith.muli %s, %n : i32\n{use("p")}')
    assert lines == ["int32_t held = n;", "Use((held - m) * n);"]


def test_operations_without_text_are_refused(body: Body) -> None:
    with pytest.raises(TranslateError, match=r"no pack says how 'toy\.homeless' is written as Ascend C"):
        body('"toy.homeless"() : () -> ()')
    with pytest.raises(TranslateError, match=r"the emitter of 'toy\.silent' gives no text"):
        body(f'%s = "toy.silent"() : () -> i32\n{use("s")}')


@pytest.mark.parametrize(
    ("op", "message"),
    [("toy.jump", "the module has no function 'none'"), ("toy.global", "nothing in the module defines")],
)
def test_symbols_that_do_not_exist_are_errors(body: Body, op: str, message: str) -> None:
    with pytest.raises(TranslateError, match=message):
        body(f'"{op}"() : () -> ()')


def test_a_swap_uses_one_temporary(body: Body) -> None:
    lines = body(
        "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n"
        "%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %n, %q = %m) -> (i32, i32) : i32 {\n"
        "scf.yield %q, %p : i32, i32\n}\n" + use("r#0")
    )
    assert lines == [
        "int32_t value = n;",
        "for (int32_t i = 0; i < n; i++) {",
        "int32_t value_old = value;",
        "value = m;",
        "m = value_old;",
        "}",
        "Use(value);",
    ]


def test_a_branch_changes_the_variable_in_place(body: Body) -> None:
    lines = body(
        '%s = arith.addi %n, %m : i32 loc("x")\n%c = arith.cmpi slt, %s, %n : i32\n'
        "%r = scf.if %c -> (i32) {\n%t = arith.muli %s, %m : i32\nscf.yield %t : i32\n} else {\n"
        f'scf.yield %s : i32\n}} loc("x")\n{use("r")}'
    )
    assert lines == ["int32_t x = n + m;", "if (x < n) {", "x *= m;", "}", "Use(x);"]


def test_a_branch_leaves_a_variable_that_is_needed_later(body: Body) -> None:
    lines = body(
        '%s = arith.addi %n, %m : i32 loc("x")\n%c = arith.cmpi slt, %n, %m : i32\n'
        f"%r = scf.if %c -> (i32) {{\nscf.yield %n : i32\n}} else {{\nscf.yield %s : i32\n}}\n{use('r')}\n{use('s')}"
    )
    assert lines == ["int32_t x = n + m;", "int32_t value = x;", "if (n < m) {", "value = n;", "}", "Use(value);",
                     "Use(x);"]  # fmt: skip


def test_an_empty_branch_is_turned_round(body: Body) -> None:
    lines = body(f"%c = arith.cmpi slt, %n, %m : i32\nscf.if %c {{\n}} else {{\n{use('n')}\n}}")
    assert lines == ["if (n >= m) {", "Use(n);", "}"]


def test_while_with_statements_in_its_condition(body: Body) -> None:
    lines = body(
        "%r = scf.while (%a = %n) : (i32) -> (i32) {\n"
        f"{use('a')}\n%c = arith.cmpi slt, %a, %m : i32\nscf.condition(%c) %a : i32\n}} do {{\n^bb0(%b: i32):\n"
        f"%d = arith.addi %b, %b : i32\nscf.yield %d : i32\n}}\n{use('r')}"
    )
    assert lines == ["while (true) {", "Use(n);", "if (n >= m) {", "break;", "}", "n += n;", "}", "Use(n);"]


def test_one_variable_does_not_become_two_results(body: Body) -> None:
    lines = body(
        "%s = arith.addi %n, %m : i32\n%c = arith.cmpi slt, %n, %m : i32\n"
        "%r:2 = scf.if %c -> (i32, i32) {\nscf.yield %n, %m : i32, i32\n} else {\n"
        f"scf.yield %s, %s : i32, i32\n}}\n{use('r#0')}\n{use('r#1')}"
    )
    assert lines == ["int32_t value = n + m;", "int32_t value_1 = value;", "if (n < m) {", "value = n;",
                     "value_1 = m;", "}", "Use(value);", "Use(value_1);"]  # fmt: skip


def test_one_variable_does_not_hold_two_values_of_a_loop(body: Body) -> None:
    lines = body(
        "%r:2 = scf.while (%a = %n) : (i32) -> (i32, i32) {\n"
        "%c = arith.cmpi slt, %a, %m : i32\nscf.condition(%c) %a, %a : i32, i32\n} do {\n^bb0(%b: i32, %d: i32):\n"
        f"%e = arith.addi %b, %d : i32\nscf.yield %e : i32\n}}\n{use('r#0')}\n{use('r#1')}"
    )
    assert lines == [
        "int32_t value;",
        "while (true) {",
        "bool proceed = n < m;",
        "value = n;",
        "if (!proceed) {",
        "break;",
        "}",
        "n += value;",
        "}",
        "Use(n);",
        "Use(value);",
    ]


LOOP = (
    "%r = scf.while (%a = %n) : (i32) -> (i32) {\n"
    "%c = arith.cmpi slt, %a, %m : i32\nscf.condition(%c) %a : i32\n} do {\n^bb0(%b: i32):\n"
    "%e = arith.addi %b, %b : i32\nscf.yield %e : i32\n}\n"
)


def test_a_waiting_expression_is_written_before_its_variable_changes(body: Body) -> None:
    lines = body(f"%s = arith.addi %n, %m : i32\n{LOOP}{use('r')}\n{use('s')}")
    assert lines == ["int32_t a = n + m;", "while (n < m) {", "n += n;", "}", "Use(n);", "Use(a);"]


def test_a_variable_whose_conversion_is_used_later_stays(body: Body) -> None:
    lines = body(f"%s = arith.extsi %n : i32 to i64\n{use('s', 'i64')}\n{LOOP}{use('r')}\n{use('s', 'i64')}")
    assert lines[1:] == [
        "int32_t value = n;", "while (value < m) {", "value += value;", "}", "Use(value);",
        "Use(static_cast<int64_t>(n));",
    ]  # fmt: skip
