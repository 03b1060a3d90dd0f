"""Statements that a person would write: changes of variables, conditions turned round, views where they are used."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asc
from asc_core.translate.assigning import assignment
from asc_plugins.emit import Expr, Precedence
from asc_plugins.testing.stages import stages_of

SUM, PRODUCT, SHIFT = Precedence.ADDITIVE, Precedence.MULTIPLICATIVE, Precedence.SHIFT


def statements(kernel: Any, *args: Any) -> list[str]:
    text = stages_of(kernel, *args).text.partition("void kernel(")[2]
    return [line.strip() for line in text.splitlines() if not line.startswith("#")][1:-1]


@pytest.mark.parametrize(
    ("value", "precedence", "written"),
    [
        ("a + b", SUM, "a += b"),
        ("a + 1", SUM, "a++"),
        ("a - 1", SUM, "a -= 1"),
        ("a - b * c", SUM, "a -= b * c"),
        ("a - f(b + c)", SUM, "a -= f(b + c)"),
        ("a << 2", SHIFT, "a <<= 2"),
        ("a % -b", PRODUCT, "a %= -b"),
        # The rest isn't what the variable changes by.
        ("a - b + c", SUM, "a = a - b + c"),
        ("a * b / c", PRODUCT, "a = a * b / c"),
        ("a * b + c", SUM, "a = a * b + c"),
        ("a + b < c", Precedence.RELATIONAL, "a = a + b < c"),
        ("a + b ? c : d", Precedence.CONDITIONAL, "a = a + b ? c : d"),
        ("b + a", SUM, "a = b + a"),
        ("ab + c", SUM, "a = ab + c"),
        ("a.b + c", SUM, "a = a.b + c"),
    ],
)
def test_changes_of_a_variable(value: str, precedence: Precedence, written: str) -> None:
    assert assignment("a", Expr(value, precedence)) == written


def test_text_without_precedence_is_assigned() -> None:
    assert assignment("a", "a + b") == "a = a + b"


@asc.jit
def branches(x: asc.GlobalAddress, n: int, f: float):
    kernel = asc.GlobalTensor()
    kernel.set_global_buffer(x, 8)
    if not n < 3:
        kernel.set_value(0, 1)
    if not f < 3.0:
        kernel.set_value(1, 1)
    if f != 3.0:
        pass
    else:
        kernel.set_value(2, 1)


def test_conditions_are_turned_round_where_the_opposite_is_exact() -> None:
    text = stages_of(branches, np.zeros(8, np.int32), 5, 1.0).text
    assert "if (n >= 3) {" in text
    assert "if (!(f < 3.0f)) {" in text  # true of NaN
    assert "if (f == 3.0f) {" in text


@asc.jit
def early_end(x: asc.GlobalAddress, n: int):
    kernel = asc.GlobalTensor()
    kernel.set_global_buffer(x, 8)
    count = 0
    while True:
        if count >= n:
            break
        count += 2
    kernel.set_value(0, count)
    for i in range(n):
        if i % 2 == 0:
            continue
        kernel.set_value(i, count)


def test_branches_that_only_keep_a_variable_have_no_text() -> None:
    x = np.zeros(8, np.int32)
    text = stages_of(early_end, x, 5).text
    assert "{\n}" not in "".join(f"{line.strip()}\n" for line in text.splitlines() if not line.startswith("#"))
    assert "count += 2;" in text
    early_end[1](x, 5)
    assert x.tolist() == [6, 6, 0, 6, 0, 0, 0, 0]


@asc.jit
def copy_row(target, source):
    tensor = target.alloc_tensor(asc.float32)
    asc.data_copy(tensor, source, 16)
    target.enque(tensor)


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 64)
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECIN, 1)
    pipe.init_buffer(queue, 1, 64)
    copy_row(queue, x_gm[n:])
    queue.free_tensor(queue.deque(asc.float32))


def test_views_stand_where_they_are_used() -> None:
    assert "DataCopy(tensor, x_gm[n], 16);" in statements(kernel, np.zeros(64, np.float32), 16)


@asc.jit
def move_and_mark(tensor, view, x):
    tensor.set_global_buffer(x + 4, 4)
    view.set_value(0, 7)


@asc.jit
def moved(x: asc.GlobalAddress):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8)
    move_and_mark(x_gm, x_gm[1:], x)
    x_gm.set_value(0, 9)


def test_views_are_made_before_their_tensor_changes() -> None:
    x = np.zeros(8, np.int32)
    moved[1](x)
    assert x.tolist() == [0, 7, 0, 0, 9, 0, 0, 0]


@asc.jit
def mark_both(tensor, view):
    tensor.set_value(0, 5)
    view.set_value(0, 7)


@asc.jit
def read_before(x: asc.GlobalAddress, y: asc.GlobalAddress):
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8)
    y_gm.set_global_buffer(y, 8)
    mark_both(x_gm, y_gm[x_gm.get_value(0) :])


def test_a_view_at_a_place_that_is_read_does_not_wait() -> None:
    x, y = np.full((2, 8), 2, np.int32)
    read_before[1](x, y)
    assert x.tolist() == [5, 2, 2, 2, 2, 2, 2, 2]
    assert y.tolist() == [2, 2, 7, 2, 2, 2, 2, 2]


@asc.jit
def first_above(x: asc.GlobalAddress, n: int, limit: int):
    kernel = asc.GlobalTensor()
    kernel.set_global_buffer(x, 8)
    found = -1
    for i in range(n):
        if kernel.get_value(i) > limit:
            found = i
            break
    kernel.set_value(0, found)


def test_a_loop_with_break_assigns_its_variables_once() -> None:
    x = np.array([3, 1, 4, 1, 5, 9, 2, 6], np.int32)
    assert "found = value ? index : found;" in stages_of(first_above, x, 8, 4).text
    first_above[1](x, 8, 4)
    assert x[0] == 4
    first_above[1](x, 4, 9)
    assert x[0] == -1
