from __future__ import annotations

import ctypes
import random
from collections.abc import Callable

import pytest

from asc_plugins.emit import Expr, Precedence, precedence_of

OPERATORS = {
    "arith.addi": "+", "arith.subi": "-", "arith.muli": "*", "arith.andi": "&", "arith.ori": "|",
    "arith.xori": "^", "arith.shli": "<<", "arith.floordivsi": "//", "emitasc.floormod": "%",
}  # fmt: skip


def wrap(value: int) -> int:
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


class Tree:
    """A random expression, as operations of which each is used once, and as its value."""

    def __init__(self, seed: int, given: dict[str, int]) -> None:
        self.random = random.Random(seed)
        self.given = given
        self.lines: list[str] = []

    def build(self, depth: int) -> tuple[str, int]:
        if depth == 0 or self.random.random() < 0.15:
            name = self.random.choice([*self.given, "c"])
            if name != "c":
                return f"%{name}", self.given[name]
            number = self.random.choice([0, 1, 5, -3, -(1 << 31)])
            return self.line(f"arith.constant {number} : i32"), number
        op = self.random.choice(list(OPERATORS))
        lhs, left = self.build(depth - 1)  # noqa: RUF059 - evaluated below
        if op in ("arith.shli", "arith.floordivsi", "emitasc.floormod"):
            right = self.random.choice([1, 2, 7, 30])
            rhs = self.line(f"arith.constant {right} : i32")
        else:
            rhs, right = self.build(depth - 1)
        value = wrap(eval(f"left {OPERATORS[op]} right"))
        return self.line(f'"{op}"({lhs}, {rhs}) : (i32, i32) -> i32'), value

    def line(self, text: str) -> str:
        self.lines.append(f"%t{len(self.lines)} = {text}")
        return f"%t{len(self.lines) - 1}"


@pytest.mark.parametrize("depth", [3, 5])
def test_precedence_of_random_expressions(native: Callable[..., ctypes.CDLL], depth: int) -> None:
    given = {"a": 12345, "b": -678, "d": -(1 << 31)}
    kernels, expected = [], []
    for seed in range(80):
        tree = Tree(seed, given)
        result, value = tree.build(depth)
        store = f'"emitasc.verbatim"({result}) {{text = "out[0] = {{0}};"}} : (i32) -> ()'
        arguments = ", ".join(f'%{n}: i32 loc("{n}")' for n in given)
        body = "\n".join([*tree.lines, store, "return"])
        kernels.append(
            f'func.func @k{seed}(%out: memref<*xi32, 22> loc("out"), {arguments}) attributes {{asc.kernel}} {{\n'
            f"{body}\n}}\n"
        )
        expected.append(value)
    library = native(kernels)
    for seed, value in enumerate(expected):
        out = (ctypes.c_int32 * 1)()
        getattr(library, f"k{seed}")(out, *given.values())
        assert out[0] == value, seed


@pytest.mark.parametrize(
    ("text", "precedence"),
    [
        ("x", Precedence.PRIMARY),
        ("1.5f", Precedence.PRIMARY),
        ("HardEvent::MTE2_V", Precedence.PRIMARY),
        ("(a + b)", Precedence.PRIMARY),
        ("f(a + b)", Precedence.POSTFIX),
        ("x_local[i + 1]", Precedence.POSTFIX),
        ("queue.AllocTensor<float>()", Precedence.POSTFIX),
        ("static_cast<int32_t>(a).b", Precedence.POSTFIX),
        ("BinaryRepeatParams(1, 1)", Precedence.POSTFIX),
        ("a + b", Precedence.ARGUMENT),
        ("(a) + (b)", Precedence.ARGUMENT),
        ("a < b", Precedence.ARGUMENT),
        ("f(a) + 1", Precedence.ARGUMENT),
        ("-x", Precedence.ARGUMENT),
        ("f(a", Precedence.ARGUMENT),
    ],
)
def test_precedence_of_text(text: str, precedence: Precedence) -> None:
    assert precedence_of(text) is precedence


def test_parentheses_where_a_place_needs_them() -> None:
    assert Expr("a + b", Precedence.ADDITIVE).within(Precedence.MULTIPLICATIVE) == "(a + b)"
    assert Expr("a + b", Precedence.ADDITIVE).within(Precedence.ADDITIVE) == "a + b"


def test_long_expressions_are_cut_into_variables(text_of: Callable[..., str]) -> None:
    lines = ["%t0 = arith.addi %a, %a : i32"]
    lines += [f"%t{i} = arith.muli %t{i - 1}, %a : i32" for i in range(1, 400)]
    lines.append('"emitasc.verbatim"(%t399) {text = "use({0});"} : (i32) -> ()')
    body = "\n".join(lines)
    text = text_of(f'func.func @k(%a: i32 loc("some_longer_name")) attributes {{asc.kernel}} {{\n{body}\nreturn\n}}')
    assert max(map(len, text.splitlines())) < 200


def test_bools_are_logic(text_of: Callable[..., str]) -> None:
    text = text_of(
        """
        func.func @k(%a: i32 loc("a"), %b: i32 loc("b")) attributes {asc.kernel} {
          %true = arith.constant true
          %x = arith.cmpi slt, %a, %b : i32
          %y = arith.cmpi eq, %a, %b : i32
          %z = arith.cmpi ne, %a, %b : i32
          %or = arith.ori %x, %y : i1
          %and = arith.andi %or, %z : i1
          %not = arith.xori %and, %true : i1
          scf.if %not {
            "emitasc.verbatim"() {text = "use();"} : () -> ()
          }
          return
        }
        """
    )
    assert "if (!((a < b || a == b) && a != b)) {" in text
