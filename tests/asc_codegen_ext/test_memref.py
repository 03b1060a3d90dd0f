from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest

from asc_plugins.errors import CallError

HEAD = "func.func @{name}(%out: memref<*xi32, 22>, %n: i32) attributes {{asc.kernel}} {{\n"
VIEW = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i = arith.index_cast %n : i32 to index
  %o = memref.reinterpret_cast %out to offset: [0], sizes: [16], strides: [1] : memref<*xi32, 22> to memref<16xi32, 22>
"""


def kernel(body: str, name: str = "k", top: str = "") -> str:
    return f"{top}\n{HEAD.format(name=name)}{VIEW}\n{body}\nreturn\n}}"


def run(native: Callable[..., ctypes.CDLL], body: str, n: int, top: str = "") -> list[int]:
    out = (ctypes.c_int32 * 16)()
    native([kernel(body, top=top)]).k(out, n)
    return list(out)


MATRIX = """
  %b = memref.alloca() : memref<3x4xi32>
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %r = %c0 to %c3 step %c1 {
    scf.for %s = %c0 to %c4 step %c1 {
      %p = arith.muli %r, %c4 : index
      %q = arith.addi %p, %s : index
      %v = arith.index_cast %q : index to i32
      %w = arith.addi %v, %n : i32
      memref.store %w, %b[%r, %s] : memref<3x4xi32>
    }
  }
"""


def test_buffers_are_arrays_in_row_major_order(native: Callable[..., ctypes.CDLL]) -> None:
    body = (
        MATRIX
        + """
      %x = memref.load %b[%c2, %i] : memref<3x4xi32>
      memref.store %x, %o[%i] : memref<16xi32, 22>
    """
    )
    assert run(native, body, 3) == [0, 0, 0, 2 * 4 + 3 + 3, *[0] * 12]


def test_views_of_buffers(native: Callable[..., ctypes.CDLL]) -> None:
    body = (
        MATRIX
        + """
      %s = memref.subview %b[%c1, 1] [2, 2] [1, 2] : memref<3x4xi32> to memref<2x2xi32, strided<[4, 2], offset: ?>>
      %x = memref.load %s[%c1, %c1] : memref<2x2xi32, strided<[4, 2], offset: ?>>
      memref.store %x, %o[%c0] : memref<16xi32, 22>
      %t = memref.transpose %b (i, j) -> (j, i) : memref<3x4xi32> to memref<4x3xi32, strided<[1, 4]>>
      %y = memref.load %t[%c3, %c2] : memref<4x3xi32, strided<[1, 4]>>
      memref.store %y, %o[%c1] : memref<16xi32, 22>
      %f = memref.collapse_shape %b [[0, 1]] : memref<3x4xi32> into memref<12xi32>
      %u = memref.cast %f : memref<12xi32> to memref<?xi32>
      %z = memref.load %u[%c3] : memref<?xi32>
      memref.store %z, %o[%c2] : memref<16xi32, 22>
      %e = memref.expand_shape %f [[0, 1]] output_shape [6, 2] : memref<12xi32> into memref<6x2xi32>
      %g = memref.load %e[%c3, %c1] : memref<6x2xi32>
      memref.store %g, %o[%c3] : memref<16xi32, 22>
      %d = memref.dim %e, %c0 : memref<6x2xi32>
      %h = arith.index_cast %d : index to i32
      memref.store %h, %o[%c4] : memref<16xi32, 22>
    """
    )
    # Rows of 4: (1 + 1, 1 + 2), (2, 3), 3, (3, 1) of pairs.
    assert run(native, body, 100)[:5] == [100 + 2 * 4 + 3, 100 + 2 * 4 + 3, 103, 107, 6]


def test_loads_are_not_moved_across_stores(native: Callable[..., ctypes.CDLL]) -> None:
    body = """
      %b = memref.alloca() {alignment = 32} : memref<i32>
      memref.store %n, %b[] : memref<i32>
      %x = memref.load %b[] : memref<i32>
      %z = arith.addi %x, %n : i32
      memref.store %z, %b[] : memref<i32>
      %y = memref.load %b[] : memref<i32>
      memref.store %x, %o[%c0] : memref<16xi32, 22>
      memref.store %y, %o[%c1] : memref<16xi32, 22>
    """
    assert run(native, body, 7)[:2] == [7, 14]


def test_copies_and_constants(native: Callable[..., ctypes.CDLL], text_of: Callable[..., str]) -> None:
    top = 'memref.global "private" constant @table : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]>'
    body = """
      %t = memref.get_global @table : memref<2x3xi32>
      %to = memref.reinterpret_cast %out to offset: [%i], sizes: [2, 3], strides: [4, 1]
        : memref<*xi32, 22> to memref<2x3xi32, strided<[4, 1], offset: ?>, 22>
      memref.copy %t, %to : memref<2x3xi32> to memref<2x3xi32, strided<[4, 1], offset: ?>, 22>
    """
    assert run(native, body, 2, top) == [0, 0, 1, 2, 3, 0, 4, 5, 6, *[0] * 7]
    assert "int32_t table[6] = {1, 2, 3, 4, 5, 6};" in text_of(kernel(body, top=top))


def test_views_of_bytes(native: Callable[..., ctypes.CDLL]) -> None:
    body = """
      %b = memref.alloca() {alignment = 4} : memref<16xi8>
      %v = memref.view %b[%i][] : memref<16xi8> to memref<2xi32>
      memref.store %n, %v[%c1] : memref<2xi32>
      %c8 = arith.constant 8 : index
      %x = memref.load %b[%c8] : memref<16xi8>
      %y = arith.extsi %x : i8 to i32
      memref.store %y, %o[%c0] : memref<16xi32, 22>
    """
    assert run(native, body, 4)[0] == 4


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("%b = memref.alloca(%i) : memref<?xi32>", "has a size that only run time tells"),
        ("%b = memref.alloca() : memref<4xi32, 22>", "can't allocate global memory"),
        ("%d = memref.dim %b, %c0 : memref<?xi32>", "size of this dimension isn't known"),
        ("%x = memref.get_global @none : memref<4xi32>", "isn't constant"),
    ],
)
def test_what_cannot_be_written_is_refused(text_of: Callable[..., str], body: str, message: str) -> None:
    if "dim" in body:
        body = "%a = memref.alloca() : memref<4xi32>\n%b = memref.cast %a : memref<4xi32> to memref<?xi32>\n" + body
        body += '\nemitc.call_opaque "use"(%d) : (index) -> ()'
    top = "memref.global @none : memref<4xi32> = uninitialized"
    with pytest.raises(CallError, match=message):
        text_of(kernel(body, top=top))
