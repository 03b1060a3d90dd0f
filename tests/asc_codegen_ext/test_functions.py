"""Device functions that stay functions of C++."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest

from asc_plugins.errors import CallError

FUNCTIONS = """
func.func private @both(%a: i32 loc("a"), %b: i32 loc("b")) -> (i32, i64) {
  %s = arith.addi %a, %b : i32
  %d = func.call @square(%s) : (i32) -> i32 loc("d")
  %w = arith.extsi %d : i32 to i64
  return %a, %w : i32, i64
}
func.func private @square(%a: i32 loc("a")) -> i32 {
  %c = arith.muli %a, %a : i32 loc("product")
  return %c : i32
}
func.func private @note(%out: memref<*xi32, 22> loc("out"), %a: i32 loc("a")) {
  %v = memref.reinterpret_cast %out to offset: [0], sizes: [], strides: [] : memref<*xi32, 22> to memref<i32, 22>
  memref.store %a, %v[] : memref<i32, 22>
  return
}
func.func private @unused() { return }
"""
KERNEL = """
func.func @k(%out: memref<*xi32, 22> loc("out"), %n: i32 loc("n")) attributes {asc.kernel} {
  %c2 = arith.constant 2 : i32
  %zero = arith.cmpi slt, %n, %c2 : i32
  scf.if %zero {
    func.call @note(%out, %n) : (memref<*xi32, 22>, i32) -> ()
  } else {
    %r:2 = func.call @both(%n, %c2) : (i32, i32) -> (i32, i64)
    %t = arith.trunci %r#1 : i64 to i32
    %u = arith.subi %t, %r#0 : i32
    %v = func.call @square(%u) : (i32) -> i32
    func.call @note(%out, %v) : (memref<*xi32, 22>, i32) -> ()
  }
  return
}
"""


def test_functions_stay_functions(native: Callable[..., ctypes.CDLL], text_of: Callable[..., str]) -> None:
    library = native([FUNCTIONS + KERNEL])
    for n in (1, 5, 40):
        out = ctypes.c_int32()
        library.k(ctypes.byref(out), n)
        assert out.value == (n if n < 2 else ((n + 2) ** 2 - n) ** 2)
    text = text_of(FUNCTIONS + KERNEL)
    assert "struct both_results {\n    int32_t value0;\n    int64_t value1;\n};" in text
    assert "__aicore__ inline int32_t square(int32_t a) {\n    int32_t product = a * a;\n    return product;\n}" in text
    assert "    return {a, static_cast<int64_t>(d)};\n" in text
    assert "__aicore__ inline void note(__gm__ int32_t* out, int32_t a) {" in text
    assert "unused" not in text


def test_names_of_functions_are_free(text_of: Callable[..., str]) -> None:
    text = text_of(
        'func.func private @exp(%n: i32 loc("n")) -> i32 { return %n : i32 }\n'
        'func.func @k(%n: i32 loc("n"), %e: i32 loc("exp_kernel")) attributes {asc.kernel} {\n'
        '%r = func.call @exp(%n) : (i32) -> i32\nemitc.call_opaque "use"(%r, %e) : (i32, i32) -> ()\nreturn\n}'
    )
    assert "int32_t exp_kernel(int32_t n) {\n    return n;\n}" in text
    assert "void k(int32_t n, int32_t exp_kernel_1)" in text
    assert "use(value, exp_kernel_1);" in text


def test_variables_are_passed_by_reference(text_of: Callable[..., str]) -> None:
    tensor = "!asc.local_tensor<f32>"
    text = text_of(
        f'func.func private @fill(%t: {tensor} loc("t")) {{\n'
        "%c = arith.constant 2.0 : f32\n%n = arith.constant 8 : i32\n"
        f'"asc.duplicate"(%t, %c, %n) : ({tensor}, f32, i32) -> ()\nreturn\n}}\n'
        f'func.func @k(%t: {tensor} loc("t"), %n: i32 loc("n")) attributes {{asc.kernel}} {{\n'
        f'%s = "asc.local_tensor_subindex"(%t, %n) : ({tensor}, i32) -> {tensor}\n'
        f"func.call @fill(%t) : ({tensor}) -> ()\nfunc.call @fill(%s) : ({tensor}) -> ()\nreturn\n}}"
    )
    assert "__aicore__ inline void fill(LocalTensor<float>& t) {" in text
    assert "    LocalTensor<float> local_tensor = t[n];\n    fill(t);\n    fill(local_tensor);\n" in text


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ("func.func private @f()", "'f' has no body"),
        ("func.func private @f() { func.call @f() : () -> ()\nreturn }", "'f' calls itself"),
        (
            "func.func private @f() { func.call @g() : () -> ()\nreturn }\n"
            "func.func private @g() { func.call @f() : () -> ()\nreturn }",
            "'f' calls itself",
        ),
        ("func.func private @f() {\ncf.br ^a\n^a:\nreturn\n}", "control flow without structure"),
    ],
)
def test_functions_that_cannot_be_written(text_of: Callable[..., str], functions: str, message: str) -> None:
    kernel = 'func.func @k() attributes {asc.kernel} { func.call @f() : () -> () loc("k.py":3:1)\nreturn }'
    with pytest.raises(CallError, match=message):
        text_of(f"{functions}\n{kernel}")
