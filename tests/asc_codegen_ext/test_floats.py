from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable

import numpy as np
import pytest

VALUES = [0.0, -0.0, 1.0, -1.5, 0.1, 1e-45, 3.4028234663852886e38, math.inf, -math.inf, math.nan]

#: By predicate: ordered result, result when one is NaN.
PREDICATES: dict[str, Callable[[float, float], bool]] = {
    "false": lambda a, b: False,
    "oeq": lambda a, b: a == b,
    "ogt": lambda a, b: a > b,
    "oge": lambda a, b: a >= b,
    "olt": lambda a, b: a < b,
    "ole": lambda a, b: a <= b,
    "one": lambda a, b: a < b or a > b,
    "ord": lambda a, b: not (math.isnan(a) or math.isnan(b)),
    "ueq": lambda a, b: a == b or math.isnan(a) or math.isnan(b),
    "ugt": lambda a, b: a > b or math.isnan(a) or math.isnan(b),
    "uge": lambda a, b: a >= b or math.isnan(a) or math.isnan(b),
    "ult": lambda a, b: a < b or math.isnan(a) or math.isnan(b),
    "ule": lambda a, b: a <= b or math.isnan(a) or math.isnan(b),
    "une": lambda a, b: a != b,
    "uno": lambda a, b: math.isnan(a) or math.isnan(b),
    "true": lambda a, b: True,
}


def bits(value: float) -> bytes:
    return b"nan" if math.isnan(value) else struct.pack("<f", value)


def kernel(lines: list[str], arguments: str = "%a: f32, %b: f32") -> str:
    body = "\n".join(lines)
    return (
        f'func.func @k(%out: memref<*xf32, 22> loc("out"), {arguments}) attributes {{asc.kernel}} {{\n'
        f"{body}\nreturn\n}}\n"
    )


def store(index: int, value: str, type_: str = "f32") -> str:
    return f'"emitasc.verbatim"({value}) {{text = "out[{index}] = {{0}};"}} : ({type_}) -> ()'


def call(library: ctypes.CDLL, count: int, *arguments: float) -> list[float]:
    out = (ctypes.c_float * count)()
    library.k(out, *(ctypes.c_float(a) for a in arguments))
    return list(out)


def test_comparisons_with_nan(native: Callable[..., ctypes.CDLL]) -> None:
    lines = []
    for index, predicate in enumerate(PREDICATES):
        lines += [
            f"%c{index} = arith.cmpf {predicate}, %a, %b : f32",
            f"%w{index} = arith.uitofp %c{index} : i1 to f32",
            store(index, f"%w{index}"),
        ]
    library = native([kernel(lines)])
    for a in VALUES:
        for b in VALUES:
            results = call(library, len(PREDICATES), a, b)
            expected = [float(f(a, b)) for f in PREDICATES.values()]
            assert results == expected, (a, b)


def test_arithmetic(native: Callable[..., ctypes.CDLL]) -> None:
    meanings: dict[str, Callable[[np.float32, np.float32], np.float32]] = {
        "arith.addf": np.add,
        "arith.subf": np.subtract,
        "arith.mulf": np.multiply,
        "arith.divf": np.divide,
        "arith.remf": np.fmod,
        "arith.maximumf": np.maximum,
        "arith.minimumf": np.minimum,
        "arith.maxnumf": np.fmax,
        "arith.minnumf": np.fmin,
    }
    lines = []
    for index, op in enumerate(meanings):
        lines += [f'%r{index} = "{op}"(%a, %b) : (f32, f32) -> f32', store(index, f"%r{index}")]
    library = native([kernel(lines)])
    for a in VALUES:
        for b in VALUES:
            if a == b == 0:  # the sign of a zero maximum isn't the point here
                continue
            results = call(library, len(meanings), a, b)
            with np.errstate(all="ignore"):
                expected = [float(f(np.float32(a), np.float32(b))) for f in meanings.values()]
            assert [bits(r) for r in results] == [bits(e) for e in expected], (a, b)


def test_constants_keep_their_bits(native: Callable[..., ctypes.CDLL]) -> None:
    numbers = [*VALUES, 16777216.0, 1e10, 123456.789, 2.0**-149, 1.1754943508222875e-38]
    lines = []
    for index, number in enumerate(numbers):
        pattern = struct.unpack("<I", struct.pack("<f", number))[0]
        lines += [f"%c{index} = arith.constant {pattern:#x} : f32", store(index, f"%c{index}")]
    results = call(native([kernel(lines)]), len(numbers), 0.0, 0.0)
    assert [bits(r) for r in results] == [bits(n) for n in numbers]


def test_conversions(native: Callable[..., ctypes.CDLL]) -> None:
    lines = [
        "%i = arith.fptosi %a : f32 to i32",
        "%u = arith.fptoui %b : f32 to i32",
        "%x = arith.sitofp %i : i32 to f32",
        "%y = arith.uitofp %u : i32 to f32",
        "%z = arith.sitofp %u : i32 to f32",
        "%w = arith.bitcast %i : i32 to f32",
        *(store(i, f"%{n}") for i, n in enumerate("xyzw")),
    ]
    results = call(native([kernel(lines)]), 4, -3.99, 3e9)
    assert results[:3] == [-3.0, 3e9, 3e9 - 2.0**32]
    assert bits(results[3]) == struct.pack("<i", -3) or math.isnan(results[3])


@pytest.mark.parametrize(
    ("op", "meaning"),
    [
        ("absf", np.abs), ("ceil", np.ceil), ("floor", np.floor), ("sqrt", np.sqrt), ("exp", np.exp),
        ("log", np.log), ("sin", np.sin), ("tanh", np.tanh), ("trunc", np.trunc), ("roundeven", np.round),
    ],
)  # fmt: skip
def test_functions(native: Callable[..., ctypes.CDLL], op: str, meaning: Callable[[float], float]) -> None:
    library = native([kernel([f"%r = math.{op} %a : f32", store(0, "%r")])])
    for value in (0.25, 2.5, 3.5, 7.75):
        assert call(library, 1, value, 0.0)[0] == pytest.approx(float(meaning(value)), rel=1e-6)


def test_powers(native: Callable[..., ctypes.CDLL]) -> None:
    lines = [
        "%i = arith.fptosi %b : f32 to i32",
        "%r = math.fpowi %a, %i : f32, i32",
        "%j = arith.fptosi %a : f32 to i32",
        "%s = math.ipowi %j, %i : i32",
        "%t = arith.sitofp %s : i32 to f32",
        store(0, "%r"),
        store(1, "%t"),
    ]
    library = native([kernel(lines)])
    assert call(library, 2, 3.0, 5.0) == [243.0, 243.0]
    assert call(library, 2, 2.0, -2.0)[0] == 0.25
    assert call(library, 2, -2.0, 3.0) == [-8.0, -8.0]


def test_half_constants_are_written_exactly(text_of: Callable[..., str]) -> None:
    text = text_of(
        kernel(
            [
                "%h = arith.constant 2.0 : f16",
                "%b = arith.constant 1.5 : bf16",
                "%i = arith.constant 0x7C00 : f16",
                '%x = "emitasc.any"(%h) : (f16) -> !emitasc.any',
                '%y = "emitasc.any"(%b) : (bf16) -> !emitasc.any',
                '%z = "emitasc.any"(%i) : (f16) -> !emitasc.any',
                '"emitasc.verbatim"(%x, %y, %z) {text = "use({0}, {1}, {2});"}'
                " : (!emitasc.any, !emitasc.any, !emitasc.any) -> ()",
            ],
            "%a: f32",
        )
    )
    assert "use(half(2.0f), ToBfloat16(1.5f), half(__builtin_inff()));" in text
