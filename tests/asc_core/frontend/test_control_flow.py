"""Control flow: what a traced function does is what Python does."""

from __future__ import annotations

import pytest

from asc_core.frontend import KernelFunction

from .tracing import agree, note


def fibonacci(n):
    p, q = 0, 1
    for _ in range(n):
        p, q = q, p + q
    return p


def alias(n):
    p = n
    q = p
    while p > 0:
        p -= 2
    return p, q


def condition_each_round(n):
    i = 0
    while i < n:
        i = i + 1
    return i


def both_branches(n):
    if n > 3:
        x = n * 2
        note(x)
    else:
        x = 7
    return x


def elif_chain(n):
    if n < 0:
        s = -1
    elif n == 0:
        s = 0
    elif n < 10:
        s = 1
    else:
        s = 2
    return s


def early_return(n):
    if n > 3:
        return n
    note(n)
    if n > 1:
        note(100)
        return n + 10
    return -1


def return_in_loop(n):
    for i in range(10):
        note(i)
        if i * i >= n:
            return i
    return 99


def return_in_nested_loops(n):
    for i in range(5):
        for j in range(5):
            note(i * 5 + j)
            if i * j == n:
                return i * 10 + j
        note(1000 + i)
    return -1


def breaks(n):
    total = 0
    for i in range(20):
        if i == n:
            break
        total += i
    return total


def break_and_continue(n):
    total = 0
    i = 0
    while True:
        i += 1
        if i % 3 == 0:
            continue
        if i > n:
            break
        note(i)
        total += i
    return total, i


def continue_in_for(n):
    total = 0
    for i in range(n):
        if i % 2 == 0:
            continue
        note(i)
        total += i
    return total


def for_else(n):
    for i in range(5):
        if i == n:
            r = i
            break
    else:
        r = 50
    return r


def while_else(n):
    i = 0
    while i < 5:
        if i == n:
            break
        i += 1
    else:
        note(7)
        i = 100
    return i


def nested(n):
    total = 0
    for i in range(n):
        for j in range(i):
            if j == 3:
                break
            if (i + j) % 2:
                continue
            total += i * j
        else:
            total += 1
    return total


def counting_down(n):
    for i in range(n, -1, -2):
        note(i)
    return n


def runtime_step(a, b, s):
    for i in range(a, b, s):
        note(i)
    return 0


def rising_step(a, b, s):
    for i in range(a, b, max(s, 1)):
        note(i)
    return 0


def rising_step_left_early(a, b, s):
    for i in range(a, b, 1 + (s & 3)):
        if i > 4:
            break
        note(i)
    else:
        note(-1)
    return 0


def index_after_a_rising_step(a, b, s):
    i = 77
    for i in range(a, b, max(s, 1) * 2):
        note(i)
    return i


def rising_step_that_changes(a, b, s):
    step = max(s, 2)
    for i in range(a, b, step):
        step += i
        note(step)
    return step


def up_to_the_last_int32(n):
    for i in range(2**31 - 10, 2**31 - 1, 7):
        note(i)
    return i


def down_to_the_first_int32(n):
    for i in range(-(2**31) + 3, -(2**31), -2):
        note(i)
    return i


def up_to_the_last_int64(n):
    for i in range(2**63 - 10, 2**63 - 1, 7):
        note(i)
    return i


def wide_steps_left_early(n):
    for i in range(-(2**31) + 1, 2**31 - 2, 2**30):
        note(i)
        if i > n:
            break
    return i


def more_rounds_than_int32(n):
    for i in range(-(2**31), 2**31 - 1, 2):
        note(i)
        if i > n - 2**31:
            return i
    return 0


def reassigned_index(n):
    total = 0
    for i in range(n):
        total += i
        i = i * 10
        total += i
    return total


def index_after_loop(n):
    for i in range(n):
        note(i)
    return i


def index_after_break(n):
    for i in range(10):
        if i * i > n:
            break
    return i


def index_keeps_value(n):
    i = 42
    for i in range(3, n, 2):
        note(i)
    return i


def index_counting_down(n):
    i = -7
    for i in range(n, 2, -3):
        note(i)
    return i


def constant_trips(n):
    for i in range(3):
        last = i + n
    return last


def widening(n):
    acc = 0
    for _ in range(n):
        acc = acc + 0.5
    return acc


def bool_state(n):
    first = True
    count = 0
    for i in range(n):
        if first:
            note(i)
            first = False
        else:
            count += 1
    return count


def first_assignment_in_both_returns(n):
    if n > 2:
        if n > 5:
            return 1
        x = 2
    else:
        x = 3
    note(x)
    return x


def walrus_while(n):
    i = 0
    while (d := n - i * i) > 0:
        note(d)
        i += 1
    return i, d


def tuple_state(n):
    pair = (0, 1)
    for _ in range(n):
        pair = (pair[1], pair[0] + pair[1])
    return pair


def unrolled_with_exit(n):
    for i, v in enumerate((5, 3, 8, 1)):
        note(v)
        if v == n:
            return i
    return -1


def unrolled_break(n):
    x = 0
    for v in (5, 3, 8, 1):
        if v == n:
            break
        if v == 3:
            continue
        x += v
    else:
        x += 1000
    return x


def dead_branch_keeps_types(n):
    for i in range(n):
        if i == 2:
            y = 1
            continue
        y = i * 2
        note(y)
    return 0


def return_none_early(n):
    if n > 2:
        return
    note(n)


def inner_return_skips_outer_rest(n):
    for i in range(3):
        for j in range(3):
            if i + j == n:
                return i
        note(i)
    note(77)
    return 9


def long_else(n):
    if n > 0:
        note(1)
    else:
        if n < -5:
            return 5
        note(2)
    note(3)
    return 6


def infinite_with_return(n):
    while True:
        n = n - 3
        if n < 0:
            return n


def shadowed_after_loop(n):
    x = 1
    for i in range(n):
        x = i
        if x > 4:
            break
        x = x + 1
    return x


def state_within_the_loop(n):
    previous = 0
    for i in range(n):
        t = i * 2
        note(previous)
        previous = t
    return 0


def overwritten_unless_left(n):
    x = 0
    for i in range(n):
        x = i * 10
        if i > 1:
            x = 100 + i
            if i > n - 3:
                break
        x = 7
        note(x)
    return x


def nested_countdowns(n):
    total = 0
    for i in range(n, 0, -1):
        for j in range(i, 0, -2):
            if j == 3:
                break
            total += i * j
        i = 100
        while total > 40:
            total -= 30
    return total


def while_false(n):
    while False:
        n = n + 1
    else:
        n = n + 2
    return n


VALUES = (-7, -1, 0, 1, 2, 3, 4, 5, 6, 9, 17)
FUNCTIONS = [
    fibonacci, alias, condition_each_round, both_branches, elif_chain, early_return, return_in_loop,
    return_in_nested_loops, breaks, break_and_continue, continue_in_for, for_else, while_else, nested, counting_down,
    reassigned_index, index_after_break, index_keeps_value, index_counting_down, constant_trips, widening, bool_state,
    first_assignment_in_both_returns, walrus_while, tuple_state, unrolled_with_exit, unrolled_break,
    dead_branch_keeps_types, return_none_early, inner_return_skips_outer_rest, long_else, infinite_with_return,
    shadowed_after_loop, state_within_the_loop, overwritten_unless_left, nested_countdowns, while_false,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_run_time_control_flow_does_what_python_does(function):
    for value in VALUES:
        agree(function, value)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_compile_time_control_flow_does_what_python_does(function):
    for value in (-1, 0, 3, 6):
        agree(function, value, constants=[0])


@pytest.mark.parametrize("bounds", [(8, -1, -1), (0, 9, 4), (5, 2, 1), (-3, 3, 2), (3, -9, -5), (0, 0, 1), (2, 8, -1)])
def test_ranges_with_run_time_steps(bounds):
    agree(runtime_step, *bounds)
    agree(runtime_step, *bounds, constants=[0, 1])


@pytest.mark.parametrize(
    "function", [rising_step, rising_step_left_early, index_after_a_rising_step, rising_step_that_changes]
)
@pytest.mark.parametrize("bounds", [(0, 9, 4), (-3, 8, 1), (5, 2, 1), (2, 8, -1), (0, 0, 3), (0, 12, 3)])
def test_ranges_whose_steps_are_known_to_rise(function, bounds):
    agree(function, *bounds)
    agree(function, *bounds, constants=[0, 1])
    agree(function, *bounds, constants=[2])


@pytest.mark.parametrize(
    "function",
    [
        up_to_the_last_int32,
        down_to_the_first_int32,
        up_to_the_last_int64,
        wide_steps_left_early,
        more_rounds_than_int32,
    ],
)
@pytest.mark.parametrize("n", [0, 7])
def test_constant_ranges_at_the_ends_of_a_type(function, n):
    agree(function, n)


def test_index_after_a_loop_that_ran():
    for value in (1, 2, 9):
        agree(index_after_loop, value)


@KernelFunction
def twice(a):
    if a > 100:
        return 100
    return a * 2


@KernelFunction
def swapped(a, b=5, *, c=1):
    return b, a * c


def calls(n):
    x = twice(n)
    y = twice(n + 0.5)
    p, q = swapped(x)
    r, s = swapped(n, x, c=3)
    return x, y, p, q, r, s


def test_device_functions():
    for value in (1, 7, 99, 200):
        agree(calls, value)
