from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest

from asc_plugins.errors import CallError


def kernel(body: str) -> str:
    return (
        'func.func @k(%a: i32 loc("a"), %b: i32 loc("b")) attributes {asc.kernel} {\n'
        f"%s = arith.addi %a, %b : i32\n{body}\nreturn\n}}"
    )


def test_verbatim_text_takes_operands_in_order(text_of: Callable[..., str]) -> None:
    text = text_of(kernel('emitc.verbatim "use({} * {});" args %s, %a : i32, i32'))
    assert "    use((a + b) * a);" in text


def test_calls(text_of: Callable[..., str]) -> None:
    body = """
      %r = emitc.call_opaque "Compute"(%s, %b) {template_args = [f16, 3]} : (i32, i32) -> i32
      emitc.call_opaque "Use"(%r) : (i32) -> ()
    """
    text = text_of(kernel(body))
    assert "int32_t value = Compute<half, 3>(a + b, b);\n    Use(value);" in text


def test_what_cannot_be_written_is_refused(text_of: Callable[..., str]) -> None:
    with pytest.raises(CallError, match="with 'args' can't be written"):
        text_of(kernel('emitc.call_opaque "Use"(%s) {args = [1, 0 : index]} : (i32) -> ()'))
    with pytest.raises(CallError, match="three_way can't be written"):
        text_of(
            kernel(
                '%r = emitc.cmp three_way, %s, %a : (i32, i32) -> !emitc.opaque<"X">\n'
                'emitc.verbatim "{}" args %r : !emitc.opaque<"X">'
            )
        )
    with pytest.raises(CallError, match="'g' isn't a constant with a value"):
        text_of("emitc.global @g : i32 = 1\n" + kernel("%g = emitc.get_global @g : !emitc.lvalue<i32>"))


def test_what_stands_outside_of_functions(text_of: Callable[..., str]) -> None:
    lines = ('include <"cstdint">', 'include "own.h"', 'verbatim "#define LIMIT 3"', 'verbatim "struct S;"')
    top = "".join(f"emitc.{line}\n" for line in lines)
    assert '\n#include <cstdint>\n#include "own.h"\n#define LIMIT 3\nstruct S;\n\n' in text_of(top + kernel(""))


HEAD = """
func.func @k(%out: memref<*xi32, 22> loc("out"), %a: i32 loc("a"), %b: i32 loc("b")) attributes {asc.kernel} {
"""


def computed(native: Callable[..., ctypes.CDLL], body: str, a: int, b: int, top: str = "") -> list[int]:
    out = (ctypes.c_int32 * 8)()
    native([f"{top}{HEAD}{body}\nreturn\n}}"]).k(out, a, b)
    return list(out)


def store(place: int, value: str, type_: str = "i32") -> str:
    return f'emitc.verbatim "out[{place}] = {{}};" args %{value} : {type_}\n'


@pytest.mark.parametrize(("a", "b"), [(13, 5), (-7, 3)])
def test_operators_mean_what_they_mean_in_cpp(native: Callable[..., ctypes.CDLL], a: int, b: int) -> None:
    names = ["add", "sub", "mul", "div", "rem", "bitwise_and", "bitwise_or", "bitwise_xor"]
    body = "".join(f"%{n} = emitc.{n} %a, %b : (i32, i32) -> i32\n{store(place, n)}" for place, n in enumerate(names))
    quotient = int(a / b)
    assert computed(native, body, a, b) == [a + b, a - b, a * b, quotient, a - b * quotient, a & b, a | b, a ^ b]


def test_more_operators(native: Callable[..., ctypes.CDLL]) -> None:
    body = f"""
      %two = "emitc.constant"() {{value = 2 : i32}} : () -> i32
      %0 = emitc.bitwise_left_shift %a, %two : (i32, i32) -> i32
      %1 = emitc.bitwise_right_shift %a, %two : (i32, i32) -> i32
      %2 = emitc.bitwise_not %a : (i32) -> i32
      %3 = emitc.unary_minus %2 : (i32) -> i32
      %4 = emitc.unary_plus %3 : (i32) -> i32
      %less = emitc.cmp lt, %a, %b : (i32, i32) -> i1
      %same = emitc.cmp eq, %a, %a : (i32, i32) -> i1
      %both = emitc.logical_and %less, %same : i1, i1
      %either = emitc.logical_or %less, %same : i1, i1
      %none = emitc.logical_not %either : i1
      %5 = emitc.conditional %both, %a, %b : i32
      %6 = emitc.cast %either : i1 to i32
      %7 = emitc.cast %none : i1 to i32
      {store(0, "0")}{store(1, "1")}{store(2, "2")}{store(4, "4")}{store(5, "5")}{store(6, "6")}{store(7, "7")}
    """
    assert computed(native, body, 20, 3) == [80, 5, -21, 0, 21, 3, 1, 0]


def test_variables_are_read_in_their_order(native: Callable[..., ctypes.CDLL]) -> None:
    body = f"""
      %v = "emitc.variable"() {{value = 1 : i32}} : () -> !emitc.lvalue<i32>
      %before = emitc.load %v : <i32>
      emitc.assign %a : i32 to %v : <i32>
      "emitc.add_assign"(%v, %b) : (!emitc.lvalue<i32>, i32) -> ()
      %after = emitc.load %v : <i32>
      "emitc.mul_assign"(%v, %b) : (!emitc.lvalue<i32>, i32) -> ()
      %old = "emitc.post_increment"(%v) : (!emitc.lvalue<i32>) -> i32
      %new = "emitc.pre_decrement"(%v) : (!emitc.lvalue<i32>) -> i32
      {store(0, "before")}{store(1, "after")}{store(2, "old")}{store(3, "new")}
      %p = emitc.address_of %v : !emitc.lvalue<i32>
      %d = emitc.dereference %p : !emitc.ptr<i32>
      emitc.assign %b : i32 to %d : <i32>
      %last = emitc.load %v : <i32>
      {store(4, "last")}
    """
    assert computed(native, body, 4, 3)[:5] == [1, 7, 21, 21, 3]


def test_places_keep_their_index(native: Callable[..., ctypes.CDLL]) -> None:
    body = f"""
      %array = "emitc.variable"() {{value = #emitc.opaque<"{{{{1, 2}}, {{3, 4}}}}">}} : () -> !emitc.array<2x2xi32>
      %v = "emitc.variable"() {{value = 0 : index}} : () -> !emitc.lvalue<index>
      %i = emitc.load %v : <index>
      %one = "emitc.constant"() {{value = 1 : index}} : () -> index
      %place = emitc.subscript %array[%i, %one] : (!emitc.array<2x2xi32>, index, index) -> !emitc.lvalue<i32>
      emitc.assign %one : index to %v : <index>
      emitc.assign %a : i32 to %place : <i32>
      %j = emitc.load %v : <index>
      %other = emitc.subscript %array[%j, %one] : (!emitc.array<2x2xi32>, index, index) -> !emitc.lvalue<i32>
      %x = emitc.load %place : <i32>
      %y = emitc.load %other : <i32>
      {store(0, "x")}{store(1, "y")}
    """
    assert computed(native, body, 9, 0)[:2] == [9, 4]


def test_control_flow(native: Callable[..., ctypes.CDLL]) -> None:
    body = f"""
      %v = "emitc.variable"() {{value = 0 : i32}} : () -> !emitc.lvalue<i32>
      %zero = "emitc.constant"() {{value = 0 : i32}} : () -> i32
      %one = "emitc.constant"() {{value = 1 : i32}} : () -> i32
      emitc.for %i = %zero to %a step %one : i32 {{
        "emitc.add_assign"(%v, %i) : (!emitc.lvalue<i32>, i32) -> ()
      }}
      %sum = emitc.load %v : <i32>
      {store(0, "sum")}
      emitc.switch %b : i32 case 2 {{
        {store(1, "one")}
        emitc.yield
      }} case 5 {{
        {store(1, "a")}
        emitc.yield
      }} default {{
        {store(1, "b")}
        emitc.yield
      }}
      %less = emitc.cmp lt, %a, %b : (i32, i32) -> i1
      emitc.if %less {{
        {store(2, "a")}
      }} else {{
        {store(2, "b")}
      }}
      emitc.do {{
        "emitc.sub_assign"(%v, %b) : (!emitc.lvalue<i32>, i32) -> ()
      }} while {{
        %again = emitc.expression %v, %zero : (!emitc.lvalue<i32>, i32) -> i1 {{
          %x = emitc.load %v : <i32>
          %more = emitc.cmp gt, %x, %zero : (i32, i32) -> i1
          emitc.yield %more : i1
        }}
        emitc.yield %again : i1
      }}
      %left = emitc.load %v : <i32>
      {store(3, "left")}
    """
    left = 28
    while True:
        left -= 5
        if not left > 0:
            break
    assert computed(native, body, 8, 5)[:4] == [28, 8, 5, left]


def test_functions_members_and_constants(native: Callable[..., ctypes.CDLL]) -> None:
    top = """
      emitc.verbatim "struct Pair { int32_t x; int32_t y; int32_t Sum(int32_t n) { return x + y + n; } };"
      emitc.global const @table : !emitc.array<3xi32> = dense<[5, 6, 7]>
      emitc.func private @twice(%x: i32) -> i32 {
        %y = emitc.add %x, %x : (i32, i32) -> i32
        emitc.return %y : i32
      }
    """
    pair = '!emitc.opaque<"Pair">'
    body = f"""
      %p = "emitc.variable"() {{value = #emitc.opaque<"{{3, 4}}">}} : () -> !emitc.lvalue<{pair}>
      %x = "emitc.member"(%p) {{member = "x"}} : (!emitc.lvalue<{pair}>) -> !emitc.lvalue<i32>
      emitc.assign %a : i32 to %x : <i32>
      %address = emitc.address_of %p : !emitc.lvalue<{pair}>
      %held = "emitc.variable"() {{value = #emitc.opaque<"">}} : () -> !emitc.lvalue<!emitc.ptr<{pair}>>
      emitc.assign %address : !emitc.ptr<{pair}> to %held : <!emitc.ptr<{pair}>>
      %y = "emitc.member_of_ptr"(%held) {{member = "y"}} : (!emitc.lvalue<!emitc.ptr<{pair}>>) -> !emitc.lvalue<i32>
      %0 = emitc.load %y : <i32>
      %value = emitc.load %p : <{pair}>
      %1 = emitc.member_call_opaque %value "Sum"(%b) : {pair}, (i32) -> i32
      %2 = emitc.call @twice(%1) : (i32) -> i32
      %t = emitc.get_global @table : !emitc.array<3xi32>
      %i = emitc.literal "2" : index
      %place = emitc.subscript %t[%i] : (!emitc.array<3xi32>, index) -> !emitc.lvalue<i32>
      %3 = emitc.load %place : <i32>
      {store(0, "0")}{store(1, "1")}{store(2, "2")}{store(3, "3")}
    """
    assert computed(native, body, 10, 1, top)[:4] == [4, 15, 30, 7]
