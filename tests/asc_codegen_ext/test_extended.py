"""Operations with two results, and regions that pick one of several."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import numpy as np
import pytest

VALUES = {
    8: [0, 1, -1, 127, -128, 100],
    32: [0, 1, -1, (1 << 31) - 1, -(1 << 31), 123456789],
    64: [0, 1, -1, (1 << 63) - 1, -(1 << 63), 0x123456789ABCDEF, -0xFEDCBA987654321],
}
C_TYPES = {8: ctypes.c_int8, 32: ctypes.c_int32, 64: ctypes.c_int64}


def store(place: int, value: str, type_: str) -> str:
    return f'"emitasc.verbatim"(%{value}) {{text = "out[{place}] = {{0}};"}} : ({type_}) -> ()\n'


def kernel(element: str, arguments: str, body: str) -> str:
    out = f'%out: memref<*x{element}, 22> loc("out")'
    return f"func.func @k({out}, {arguments}) attributes {{asc.kernel}} {{\n{body}\nreturn\n}}"


def signed(value: int, bits: int) -> int:
    return (value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


@pytest.mark.parametrize("bits", [8, 32, 64])
def test_arithmetic_of_twice_the_width(native: Callable[..., ctypes.CDLL], bits: int) -> None:
    t = f"i{bits}"
    body = f"""
      %0, %1 = arith.addui_extended %a, %b : {t}, i1
      %2, %3 = arith.subui_extended %a, %b : {t}, i1
      %4, %5 = arith.mulsi_extended %a, %b : {t}
      %6, %7 = arith.mului_extended %a, %b : {t}
    """ + "".join(store(i, str(i), "i1" if i in (1, 3) else t) for i in range(8))
    library = native([kernel(t, f"%a: {t}, %b: {t}", body)])
    mask = (1 << bits) - 1
    for a in VALUES[bits]:
        for b in VALUES[bits]:
            out = (C_TYPES[bits] * 8)()
            library.k(out, C_TYPES[bits](a), C_TYPES[bits](b))
            whole, product = (a & mask) * (b & mask), a * b
            assert list(out) == [
                signed(a + b, bits), int((a & mask) + (b & mask) > mask),
                signed(a - b, bits), int((a & mask) < (b & mask)),
                signed(product, bits), signed(product >> bits, bits), signed(whole, bits), signed(whole >> bits, bits),
            ], (a, b)  # fmt: skip


@pytest.mark.parametrize(("type_", "dtype"), [("f32", np.float32), ("f64", np.float64)])
def test_kinds_of_floats(native: Callable[..., ctypes.CDLL], type_: str, dtype: type) -> None:
    names = ["isnan", "isinf", "isfinite", "isnormal"]
    body = "".join(f"%{n} = math.{n} %a : {type_}\n" + store(i, n, "i1") for i, n in enumerate(names))
    body += f"%s, %c = math.sincos %a : {type_}\n{store(4, 's', type_)}{store(5, 'c', type_)}"
    body += f"%d = math.clampf %a to [%b, %e] : {type_}\n{store(6, 'd', type_)}"
    arguments = ", ".join(f"%{name}: {type_}" for name in "abe")
    library = native([kernel(type_, arguments, body)])
    scalar = ctypes.c_float if type_ == "f32" else ctypes.c_double
    tiny = float(np.finfo(dtype).tiny)
    for value in (0.0, 1.5, -3.25, tiny, tiny / 2, np.inf, -np.inf, np.nan):
        out = (scalar * 7)()
        library.k(out, scalar(value), scalar(-2.0), scalar(1.0))
        number = dtype(value)
        with np.errstate(invalid="ignore"):
            expected = [
                np.isnan(number), np.isinf(number), np.isfinite(number),
                np.isfinite(number) and abs(number) >= np.finfo(dtype).tiny,
                np.sin(number), np.cos(number), np.clip(number, dtype(-2), dtype(1)),
            ]  # fmt: skip
        np.testing.assert_allclose(list(out), np.array(expected, np.float64), rtol=1e-6)


def test_conversions_of_one_width(text_of: Callable[..., str]) -> None:
    text = text_of(
        'func.func @k(%h: f16 loc("h"), %b: bf16 loc("b")) attributes {asc.kernel} {\n'
        "%x = arith.convertf %h : f16 to bf16\n%y = arith.convertf %b : bf16 to f16\n"
        'emitc.call_opaque "use"(%x, %y) : (bf16, f16) -> ()\nreturn\n}'
    )
    assert "use(ToBfloat16(static_cast<float>(h)), static_cast<half>(ToFloat(b)));" in text


def test_switches_and_regions_executed_once(native: Callable[..., ctypes.CDLL]) -> None:
    body = f"""
      %i = arith.index_cast %a : i32 to index
      %c10 = arith.constant 10 : i32
      %x, %y = scf.index_switch %i -> i32, i32
      case -1 {{
        scf.yield %a, %c10 : i32, i32
      }}
      case 3 {{
        %s = arith.addi %a, %c10 : i32
        scf.yield %s, %s : i32, i32
      }}
      default {{
        scf.yield %c10, %a : i32, i32
      }}
      {store(0, "x", "i32")}{store(1, "y", "i32")}
      %r = scf.execute_region -> i32 {{
        %t = arith.muli %x, %y : i32
        scf.yield %t : i32
      }}
      {store(2, "r", "i32")}
      scf.index_switch %i
      case 3 {{
        {store(3, "a", "i32")}
        scf.yield
      }}
      default {{
      }}
    """
    library = native([kernel("i32", "%a: i32", body)])
    for a, expected in ((-1, [-1, 10, -10, 0]), (3, [13, 13, 169, 3]), (4, [10, 4, 40, 0])):
        out = (ctypes.c_int32 * 4)()
        library.k(out, a)
        assert list(out) == expected
