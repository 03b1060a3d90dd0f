from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import pytest

WIDTHS = (8, 16, 32, 64)
CTYPES = {8: ctypes.c_int8, 16: ctypes.c_int16, 32: ctypes.c_int32, 64: ctypes.c_int64}


def signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


def truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


#: What each op computes from two signed numbers of some width, by the definition of ``arith``.
MEANINGS: dict[str, Callable[[int, int, int], int]] = {
    "arith.addi": lambda a, b, n: a + b,
    "arith.subi": lambda a, b, n: a - b,
    "arith.muli": lambda a, b, n: a * b,
    "arith.divsi": lambda a, b, n: truncated(a, b),
    "arith.remsi": lambda a, b, n: a - truncated(a, b) * b,
    "arith.floordivsi": lambda a, b, n: a // b,
    "arith.ceildivsi": lambda a, b, n: -(-a // b),
    "arith.divui": lambda a, b, n: unsigned(a, n) // unsigned(b, n),
    "arith.remui": lambda a, b, n: unsigned(a, n) % unsigned(b, n),
    "arith.ceildivui": lambda a, b, n: -(-unsigned(a, n) // unsigned(b, n)),
    "arith.andi": lambda a, b, n: a & b,
    "arith.ori": lambda a, b, n: a | b,
    "arith.xori": lambda a, b, n: a ^ b,
    "arith.maxsi": lambda a, b, n: max(a, b),
    "arith.minsi": lambda a, b, n: min(a, b),
    "arith.maxui": lambda a, b, n: max(unsigned(a, n), unsigned(b, n)),
    "arith.minui": lambda a, b, n: min(unsigned(a, n), unsigned(b, n)),
    "emitasc.floormod": lambda a, b, n: a % b,
}
SHIFTS: dict[str, Callable[[int, int, int], int]] = {
    "arith.shli": lambda a, b, n: a << b,
    "arith.shrsi": lambda a, b, n: a >> b,
    "arith.shrui": lambda a, b, n: unsigned(a, n) >> b,
}
PREDICATES: dict[str, Callable[[int, int, int], bool]] = {
    "eq": lambda a, b, n: a == b,
    "ne": lambda a, b, n: a != b,
    "slt": lambda a, b, n: a < b,
    "sle": lambda a, b, n: a <= b,
    "sgt": lambda a, b, n: a > b,
    "sge": lambda a, b, n: a >= b,
    "ult": lambda a, b, n: unsigned(a, n) < unsigned(b, n),
    "ule": lambda a, b, n: unsigned(a, n) <= unsigned(b, n),
    "ugt": lambda a, b, n: unsigned(a, n) > unsigned(b, n),
    "uge": lambda a, b, n: unsigned(a, n) >= unsigned(b, n),
}


def binary_op(op: str, lhs: str, rhs: str, bits: int) -> str:
    return f'"{op}"({lhs}, {rhs}) : (i{bits}, i{bits}) -> i{bits}'


def kernel(name: str, arguments: str, lines: list[str], out: int) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return (
        f'func.func @{name}(%out: memref<*xi{out}, 22> loc("out"), {arguments}) attributes {{asc.kernel}} {{\n'
        f"{body}\n  return\n}}\n"
    )


def store(index: int, value: str, bits: int) -> str:
    return f'"emitasc.verbatim"({value}) {{text = "out[{index}] = {{0}};"}} : (i{bits}) -> ()'


def call(library: ctypes.CDLL, name: str, count: int, out: int, arguments: list[Any]) -> list[int]:
    results = (CTYPES[out] * count)()
    getattr(library, name)(results, *arguments)
    return list(results)


def edge_pairs(bits: int) -> list[tuple[int, int]]:
    low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    numbers = [low, low + 1, -7, -2, -1, 0, 1, 2, 3, 7, high - 1, high]
    # The quotient of the smallest number and -1 doesn't fit, so arith doesn't define it.
    return [(a, b) for a in numbers for b in numbers if b != 0 and (a, b) != (low, -1)]


@pytest.mark.parametrize("bits", WIDTHS)
def test_operations_on_variables(native: Callable[..., ctypes.CDLL], bits: int) -> None:
    lines = []
    for index, op in enumerate(MEANINGS):
        lines += [f"%r{index} = {binary_op(op, '%a', '%b', bits)}", store(index, f"%r{index}", bits)]
    for index, op in enumerate(SHIFTS, len(MEANINGS)):
        lines += [f"%r{index} = {binary_op(op, '%a', '%s', bits)}", store(index, f"%r{index}", bits)]
    count = len(MEANINGS) + len(SHIFTS)
    arguments = f'%a: i{bits} loc("a"), %b: i{bits} loc("b"), %s: i{bits} loc("s")'
    library = native([kernel("k", arguments, lines, bits)])
    for a, b in edge_pairs(bits):
        shift = abs(b) % bits
        numbers = [CTYPES[bits](v) for v in (a, b, shift)]
        results = call(library, "k", count, bits, numbers)
        expected = [signed(f(a, b, bits), bits) for f in MEANINGS.values()]
        expected += [signed(f(a, shift, bits), bits) for f in SHIFTS.values()]
        for op, result, wanted in zip([*MEANINGS, *SHIFTS], results, expected, strict=True):
            assert result == wanted, (op, a, b)


@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("side", ["lhs", "rhs", "both"])
def test_operations_on_constants(native: Callable[..., ctypes.CDLL], bits: int, side: str) -> None:
    low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    pairs = [(low, 3), (-7, 2), (7, -2), (-1, high), (high, high), (high, 2), (low, high), (3, low)]
    lines = [f"%c{i} = arith.constant {v} : i{bits}" for i, pair in enumerate(pairs) for v in pair[:1]]
    lines += [f"%d{i} = arith.constant {pair[1]} : i{bits}" for i, pair in enumerate(pairs)]
    cases = [(op, i) for op in MEANINGS for i in range(len(pairs))]
    arguments = ", ".join(f"%a{i}: i{bits}, %b{i}: i{bits}" for i in range(len(pairs)))
    for index, (op, i) in enumerate(cases):
        lhs = f"%a{i}" if side == "rhs" else f"%c{i}"
        rhs = f"%b{i}" if side == "lhs" else f"%d{i}"
        lines += [f"%r{index} = {binary_op(op, lhs, rhs, bits)}", store(index, f"%r{index}", bits)]
    library = native([kernel("k", arguments, lines, bits)])
    numbers = [CTYPES[bits](v) for pair in pairs for v in pair]
    results = call(library, "k", len(cases), bits, numbers)
    for (op, i), result in zip(cases, results, strict=True):
        assert result == signed(MEANINGS[op](*pairs[i], bits), bits), (op, pairs[i])


@pytest.mark.parametrize("bits", WIDTHS)
def test_comparisons(native: Callable[..., ctypes.CDLL], bits: int) -> None:
    lines = [f"%c = arith.constant -2 : i{bits}"]
    cases = [(p, rhs) for p in PREDICATES for rhs in ("%b", "%c")]
    for index, (predicate, rhs) in enumerate(cases):
        lines += [
            f"%r{index} = arith.cmpi {predicate}, %a, {rhs} : i{bits}",
            f"%w{index} = arith.extui %r{index} : i1 to i8",
            store(index, f"%w{index}", 8),
        ]
    library = native([kernel("k", f"%a: i{bits}, %b: i{bits}", lines, 8)])
    for a, b in edge_pairs(bits):
        results = call(library, "k", len(cases), 8, [CTYPES[bits](a), CTYPES[bits](b)])
        for (predicate, rhs), result in zip(cases, results, strict=True):
            other = b if rhs == "%b" else -2
            assert bool(result) == PREDICATES[predicate](a, other, bits), (predicate, a, other)


def test_conversions(native: Callable[..., ctypes.CDLL]) -> None:
    conversions = [
        (op, source, target)
        for op in ("arith.extsi", "arith.extui", "arith.trunci")
        for source in WIDTHS
        for target in WIDTHS
        if (source < target) == (op != "arith.trunci") and source != target
    ]
    lines = []
    for index, (op, source, target) in enumerate(conversions):
        lines.append(f"%r{index} = {op} %a{source} : i{source} to i{target}")
        # The sum with zero keeps the conversion inside an expression.
        lines.append(f"%s{index} = arith.muli %r{index}, %one{target} : i{target}")
        lines.append(store(index, f"%s{index}", target))
    arguments = ", ".join([f"%a{n}: i{n}" for n in WIDTHS] + [f"%one{n}: i{n}" for n in WIDTHS])
    library = native([kernel("k", arguments, lines, 64)])
    for number in (0, 1, -1, 127, -128, 200, 40000, -40000, 1 << 31, -(1 << 31), (1 << 63) - 1):
        given = {n: signed(number, n) for n in WIDTHS}
        numbers = [CTYPES[n](given[n]) for n in WIDTHS] + [CTYPES[n](1) for n in WIDTHS]
        results = call(library, "k", len(conversions), 64, numbers)
        for (op, source, target), result in zip(conversions, results, strict=True):
            value = given[source] if op != "arith.extui" else unsigned(given[source], source)
            assert result == signed(value, target), (op, source, target, number)


def test_unsigned_arithmetic_chains_without_conversions(text_of: Callable[..., str]) -> None:
    text = text_of(
        kernel(
            "k",
            '%a: i32 loc("a"), %b: i32 loc("b")',
            [
                "%c = arith.constant 10 : i32",
                "%q = arith.divui %a, %b : i32",
                "%r = arith.remui %q, %c : i32",
                "%s = arith.cmpi ult, %r, %b : i32",
                "%w = arith.extui %s : i1 to i32",
                store(0, "%w", 32),
            ],
            32,
        )
    )
    assert "static_cast<uint32_t>(a) / static_cast<uint32_t>(b) % 10u < static_cast<uint32_t>(b)" in text


def test_floor_division_of_what_cannot_be_negative_is_plain(text_of: Callable[..., str]) -> None:
    lines = [
        "%c0 = arith.constant 0 : i32",
        "%c1 = arith.constant 1 : i32",
        "%c2 = arith.constant 2 : i32",
        "scf.for %i = %c0 to %n step %c1 : i32 {",
        "%q = arith.floordivsi %i, %c2 : i32",
        store(0, "%q", 32),
        '%r = "emitasc.floormod"(%i, %c2) : (i32, i32) -> i32',
        store(1, "%r", 32),
        '} loc("i")',
    ]
    text = text_of(kernel("k", '%n: i32 loc("n")', lines, 32))
    assert "out[0] = (i / 2);" in text
    assert "out[1] = (i % 2);" in text
    lines[3] = "scf.for %i = %n to %c2 step %c1 : i32 {"
    text = text_of(kernel("k", '%n: i32 loc("n")', lines, 32))
    assert "FloorDiv(" in text
    assert "FloorMod(" in text


def test_wide_operands_widen_the_others(native: Callable[..., ctypes.CDLL], text_of: Callable[..., str]) -> None:
    lines = [
        "%w = arith.extsi %n : i32 to i64",
        "%m = arith.extui %n : i32 to i64",
        "%c = arith.constant 4 : i64",
        "%one = arith.muli %a, %w : i64",
        "%two = arith.addi %m, %a : i64",
        "%three = arith.muli %w, %m : i64",
        "%four = arith.muli %w, %c : i64",
        "%q = arith.divui %a, %c : i64",
        "%five = arith.divsi %w, %q : i64",
        *(store(i, f"%{n}", 64) for i, n in enumerate(["one", "two", "three", "four", "five"])),
    ]
    module = kernel("k", '%a: i64 loc("a"), %n: i32 loc("n")', lines, 64)
    assert "out[0] = (a * n);" in text_of(module)
    library = native([module])
    for a, n in [(5, -3), ((1 << 62) + 5, (1 << 31) - 1), (-9, -(1 << 31))]:
        results = call(library, "k", 5, 64, [ctypes.c_int64(a), ctypes.c_int32(n)])
        m = n % (1 << 32)
        quotient = signed(a % (1 << 64) // 4, 64)
        expected = [a * n, m + a, n * m, n * 4, truncated(n, quotient)]
        assert results == [signed(v, 64) for v in expected]
