"""Structs: their layout in C, values on the host, reading and writing in kernels, what is refused."""

from __future__ import annotations

import copy
import ctypes
import pickle
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asc
from asc_api_core.struct import Field, Struct, StructField
from asc_core.diagnostics import CompileError


class Mixed(Struct):
    a = Field(asc.int8, default=-1)
    b = Field(asc.int32, default=2)
    c = Field(asc.int64, default=3)
    d = Field(asc.uint16, default=4)
    e = Field(asc.float64, default=5.5)
    f = Field(asc.float32, default=6.25)
    g = Field(asc.DataType("bool"), default=True)


class Packed1(Struct, pack=1):
    a = Field(asc.int8, default=1)
    b = Field(asc.int64, default=2)
    c = Field(asc.int16, default=3)
    d = Field(asc.float32, default=4.0)


class Packed2(Struct, pack=2):
    a = Field(asc.int8, default=1)
    b = Field(asc.int64, default=2)
    c = Field(asc.int8, default=3)
    d = Field(asc.float64, default=4.0)


class Packed4(Struct, pack=4):
    a = Field(asc.int8, default=1)
    b = Field(asc.uint64, default=2)
    c = Field(asc.int16, default=3)
    d = Field(asc.int32, default=4)


class Inner(Struct):
    x = Field(asc.int32, default=7)
    y = Field(asc.float32, default=0.5)


class Outer(Struct, pack=4):
    flag = Field(asc.int8, default=0)
    inner = StructField(Inner)
    packed = StructField(Packed1)
    total = Field(asc.int64, default=9, name="sum")


class Derived(Inner):
    z = Field(asc.int64, default=8)


def copies(struct):
    """Copies of a struct by all that Python has for it."""
    return [copy.copy(struct), copy.deepcopy(struct), pickle.loads(pickle.dumps(struct))]


@pytest.mark.parametrize("struct", [Mixed(a=-5, e=0.1), Packed1(b=1 << 40), Outer(flag=3, inner=Inner(x=1, y=2.0))])
def test_copies_are_equal_and_on_their_own(struct):
    before = struct.pack()
    for made in copies(struct):
        assert type(made) is type(struct)
        assert made == struct
        assert made.pack() == before
        for name in made.struct_fields:
            if isinstance(made.struct_fields[name], Field):
                setattr(made, name, 0)
        assert made != struct
        assert struct.pack() == before


def test_a_copy_has_structs_of_its_own():
    struct = Outer(inner=Inner(x=1))
    for made in copies(struct):
        made.inner.x = 2
        assert (struct.inner.x, made.inner.x) == (1, 2)


ALL = (Mixed, Packed1, Packed2, Packed4, Inner, Outer, Derived)


def test_int64_after_int32_is_aligned() -> None:
    class Tiling(Struct):
        n = Field(asc.int32)
        m = Field(asc.int64)

    assert Tiling.ctypes_class.m.offset == 8
    assert Tiling(n=1, m=2).pack() == (1).to_bytes(8, "little") + (2).to_bytes(8, "little")


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
def test_layouts_are_those_of_the_cpp_definitions(tmp_path: Path) -> None:
    definitions = list(dict.fromkeys(line for cls in ALL for line in cls.definition().split("\n")))
    prints: list[str] = []
    expected: list[str] = []
    for cls in ALL:
        prints.append(f'printf("{cls.__name__} %zu\\n", sizeof({cls.__name__}));')
        expected.append(f"{cls.__name__} {ctypes.sizeof(cls.ctypes_class)}")
        for name, field in cls.struct_fields.items():
            prints.append(f'printf("{cls.__name__}.{name} %zu\\n", offsetof({cls.__name__}, {field.member}));')
            expected.append(f"{cls.__name__}.{name} {getattr(cls.ctypes_class, name).offset}")
    includes = "#include <cstddef>\n#include <cstdint>\n#include <cstdio>\n"
    body = "\n".join(prints)
    (tmp_path / "a.cpp").write_text(includes + "\n".join(definitions) + f"\nint main() {{ {body} }}\n")
    subprocess.run(["g++", "-Wno-invalid-offsetof", "a.cpp", "-o", "a"], cwd=tmp_path, check=True)
    printed = subprocess.run(["./a"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert printed.splitlines() == expected


def test_the_hosts_values() -> None:
    outer = Outer(inner=Inner(x=np.int32(5)), total=1 << 40)
    outer.inner.y = np.float32(1.5)
    assert (outer.inner.x, outer.inner.y, outer.total, outer.packed.b) == (5, 1.5, 1 << 40, 2)
    other = Outer(inner=Inner(x=5, y=1.5), total=1 << 40)
    assert outer == other
    assert len(outer.pack()) == ctypes.sizeof(Outer.ctypes_class)
    other.inner.x = 6
    assert outer != other
    assert repr(Inner(x=1)) == "Inner(x=1, y=0.5)"
    assert ctypes.string_at(outer.addressof(), len(outer.pack())) == outer.pack()


def test_defaults_are_not_shared() -> None:
    first, second = Outer(), Outer()
    first.inner.x = 100
    assert second.inner.x == 7
    assert Outer().inner.x == 7


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Inner(z=1), TypeError, "Inner has no field 'z'; its fields are x, y"),
        (lambda: setattr(Inner(), "z", 1), TypeError, "Inner has no field 'z'"),
        (lambda: Inner(x=1.5), TypeError, "Inner.x takes a whole number, not float 1.5"),
        (lambda: Inner(x="1"), TypeError, "Inner.x takes a whole number, not str '1'"),
        (lambda: Inner(x=np.array([1])), TypeError, "Inner.x takes a whole number, not ndarray"),
        (
            lambda: type("S", (Struct,), {"n": Field(asc.int8, default=1000)}),
            OverflowError,
            "the default of S.n is 1000; an int8 holds -128..127",
        ),
        (
            lambda: type("S", (Struct,), {"n": Field(asc.int8, default="a")}),
            TypeError,
            "the default of S.n takes a whole number, not str 'a'",
        ),
        (
            lambda: type("S", (Struct,), {"n": Field(asc.float32, default=[])}),
            TypeError,
            "the default of S.n takes a number, not list []",
        ),
        (
            lambda: type("S", (Struct,), {"inner": StructField(Inner, default=3)}),
            TypeError,
            "the default of S.inner takes an Inner, not int 3",
        ),
        (lambda: Inner(y="1"), TypeError, "Inner.y takes a number, not str '1'"),
        (lambda: Inner(x=1 << 31), OverflowError, "Inner.x is 2147483648; an int32 holds"),
        (lambda: Inner(y=1e39), OverflowError, "Inner.y is 1e+39, which is too large for float32"),
        (lambda: Packed4(b=-1), OverflowError, "Packed4.b is -1; a uint64 holds 0"),
        (lambda: Outer(inner=5), TypeError, "Outer.inner takes an Inner, not int 5"),
        (lambda: Outer(inner=Packed1()), TypeError, "Outer.inner takes an Inner, not Packed1"),
        (lambda: type("S", (Struct,), {"n": Field(asc.int32)})(), TypeError, "S needs a value for 'n'"),
        (lambda: type("S", (Struct,), {}), TypeError, "struct S has no fields"),
        (
            lambda: type("S", (Struct,), {"n": Field(asc.int32)}, pack=3),
            ValueError,
            "pack is 3; it must be 1, 2, 4 or 8",
        ),
        (lambda: Field(asc.float16), TypeError, "a field of a struct can't be asc.float16"),
        (lambda: Field(asc.void), TypeError, "a field of a struct can't be asc.void"),
        (
            lambda: type("S", (Struct,), {"handle": Field(asc.int32)}),
            ValueError,
            "'handle' is an attribute of all structs",
        ),
        (lambda: Inner.get_field("z"), AttributeError, "Inner has no field 'z'"),
    ],
)
def test_bad_values_on_the_host(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        make()


@pytest.mark.parametrize("name", ["double", "class", "NULL", "int32_t", "va_list", "half"])
def test_fields_that_cpp_has_no_place_for_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"^S.{name}: '{name}' can't be the name of a member .*name='{name}_'"):
        type("S", (Struct,), {name: Field(asc.int32)})
    assert type("T", (Struct,), {name: Field(asc.int32, name="x")}).definition() == "struct T { int32_t x; };"


def test_names_given_for_members_are_refused_too() -> None:
    with pytest.raises(ValueError, match=r"^S.x: 'a b' can't be the name of a member .*is no name.*name='a_b'"):
        type("S", (Struct,), {"x": StructField(Inner, name="a b")})


def test_two_fields_of_one_name_in_ascend_c_are_refused() -> None:
    with pytest.raises(ValueError, match="struct S: two fields are called a_b in Ascend C"):
        type("S", (Struct,), {"a_b": Field(asc.int32), "a__b": Field(asc.int32)})


@asc.jit
def two_of_struct(z: asc.GlobalAddress, s: Any, t: Any) -> None:
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    copy = s.create_local()
    copy.a = copy.a + 1
    g.set_value(0, copy.a)
    g.set_value(1, t.inner.a)


@pytest.mark.parametrize(
    "name", ["half", "int32_t", "LocalTensor", "AscendC", "NULL", "new", "größe", "__x", "two_of_struct"]
)
def test_structs_may_be_called_like_anything(name: str) -> None:
    inner = type(name, (Struct,), {"a": Field(asc.int32), name + "_": Field(asc.int64, default=3)})
    outer = type("template", (Struct,), {"inner": StructField(inner, default=inner(a=0))}, pack=4)
    z = np.zeros(2, np.int32)
    two_of_struct[1](z, inner(a=5), outer(inner=inner(a=7)))
    assert list(z) == [6, 7]


@asc.jit
def one_of_each(z: asc.GlobalAddress, s: Any, t: Any) -> None:
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    g.set_value(0, s.a + t.b)


def test_two_structs_of_one_name_are_told_apart() -> None:
    first, second = (type("S", (Struct,), {name: Field(asc.int32)}) for name in ("a", "b"))
    with pytest.raises(CompileError, match="two different structs of this kernel are called S"):
        one_of_each[1](np.zeros(2, np.int32), first(a=5), second(b=6))


def add_one(outer: Any) -> None:
    outer.inner.x = outer.inner.x + 1


def sum_of(packed: Any) -> Any:
    return packed.a + packed.b + packed.c


def double(inner: Any) -> None:
    inner.x = inner.x * 2


add_one = asc.jit(add_one)
double = asc.jit(double)
sum_of = asc.jit(sum_of)


@asc.jit
def members(z: asc.GlobalAddress, mixed: Mixed, outer: Outer, n: int) -> None:
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 32)
    g.set_value(0, mixed.a)
    g.set_value(1, mixed.b)
    g.set_value(2, mixed.c)
    g.set_value(3, mixed.d)
    g.set_value(4, mixed.e)
    g.set_value(5, mixed.f)
    g.set_value(6, mixed.g)
    add_one(outer)
    g.set_value(7, outer.inner.x)
    g.set_value(8, outer.inner.y * 4)
    g.set_value(9, sum_of(outer.packed))
    g.set_value(10, outer.total)
    copy = outer.create_local()
    copy.inner.x = n
    copy.packed.d = 2.5
    copy.total = copy.total + n
    g.set_value(11, copy.inner.x)
    g.set_value(12, copy.packed.d * 2)
    g.set_value(13, copy.total)
    g.set_value(14, outer.inner.x)
    g.set_value(15, outer.total)
    made = Outer(flag=n, inner=Inner(x=3))
    g.set_value(16, made.flag)
    g.set_value(17, made.inner.x)
    g.set_value(18, made.inner.y * 4)
    g.set_value(19, made.packed.b)
    part = made.inner
    part.x = 11
    g.set_value(20, made.inner.x)
    whole = Inner(x=n + 1, y=1.0)
    made.inner = whole
    double(made.inner)
    whole.x = 0
    g.set_value(21, made.inner.x)
    for i in range(3):
        made.inner.x = made.inner.x + i
    g.set_value(22, made.inner.x)


def test_members_in_kernels() -> None:
    mixed = Mixed(a=-5, b=1 << 20, c=-(1 << 33), d=65535, e=-7.0, f=8.0, g=False)
    outer = Outer(inner=Inner(x=41, y=0.25), packed=Packed1(a=1, b=100, c=1000), total=77)
    z = np.zeros(32, np.int64)
    members[1](z, mixed, outer, 6)
    assert list(z[:23]) == [
        -5, 1 << 20, -(1 << 33), 65535, -7, 8, 0, 42, 1, 1101, 77, 6, 5, 83, 42, 77, 6, 3, 2, 2, 11, 14, 17,
    ]  # fmt: skip
    # The caller's struct is the caller's.
    assert outer.inner.x == 41


def test_the_text_of_structs(asc_kernel_text: Any, filecheck: Any) -> None:
    text = asc_kernel_text(members, np.zeros(32, np.int64), Mixed(), Outer(), 1)
    filecheck(
        text,
        """
        CHECK: struct Mixed { int8_t a; int32_t b; int64_t c; uint16_t d; double e; float f; bool g; };
        CHECK: _Pragma("pack(push, 4)") struct Outer { int8_t flag; Inner inner; Packed1 packed; int64_t sum; };
        CHECK: void members(__gm__ int64_t* z, Mixed mixed, Outer outer, int32_t n)
        CHECK: outer.inner.x = outer.inner.x + 1;
        CHECK: Outer copy = outer;
        CHECK: copy.inner.x = n;
        CHECK: Outer made = {};
        CHECK: made.inner.x = 11;
        """,
    )
    assert text.count("struct Inner {") == 1


@asc.jit
def unknown_member(z: asc.GlobalAddress, inner: Inner) -> None:
    inner.q = 1


@asc.jit
def wrong_struct(z: asc.GlobalAddress, outer: Outer) -> None:
    outer.inner = Packed1()


@asc.jit
def unknown_field(z: asc.GlobalAddress, outer: Outer) -> None:
    Outer(color=1)


@asc.jit
def too_large(z: asc.GlobalAddress, outer: Outer) -> None:
    outer.flag = 300


@pytest.mark.parametrize(
    ("kernel", "struct", "message"),
    [
        (unknown_member, Inner(), "'q' of an Inner can't be assigned"),
        (wrong_struct, Outer(), "Outer.inner takes an Inner, not Packed1"),
        (unknown_field, Outer(), "Outer has no field 'color'"),
        (too_large, Outer(), "300"),
    ],
)
def test_bad_uses_in_kernels(kernel: Any, struct: Struct, message: str, asc_kernel_text: Any) -> None:
    with pytest.raises(CompileError, match=re.escape(message)):
        asc_kernel_text(kernel, np.zeros(32, np.int64), struct)


@asc.jit
def declared(z: asc.GlobalAddress, s: Inner) -> None:
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, s.x)


@asc.jit
def any_struct(z: asc.GlobalAddress, s: Struct, n: int = 0) -> None:
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, s.x)


def test_arguments_are_of_the_declared_class() -> None:
    z = np.zeros(1, np.int32)
    twin = type("Inner", (Struct,), {"x": Field(asc.int32), "y": Field(asc.float32)})
    for kernel in (declared, any_struct):
        for n, struct in enumerate((Inner(x=5), Derived(x=6), twin(x=7, y=0))):
            kernel[1](z, struct)
            assert z[0] == 5 + n
    for wrong, text in ((Packed1(), "a Packed1"), (3, "an int, 3"), (z, "an ndarray")):
        with pytest.raises(TypeError, match=f"kernel 'declared': argument 's' is {text}, but it is declared Inner"):
            declared[1](z, wrong)
    for value, advice in [
        ({"a": 1}, r"is a dict, but it is declared Inner; pass Inner\(\*\*values\)"),
        ({1: 1}, "is a dict, but it is declared Inner; pass one"),
        ([1, 2], "is a list, but it is declared Inner; pass one"),
        (None, "is None, but it is declared Inner; pass one"),
    ]:
        with pytest.raises(TypeError, match=f"argument 's' {advice}$"):
            declared[1](z, value)
    with pytest.raises(TypeError, match="argument 's' is an int, 3, but it is declared Struct"):
        any_struct[1](z, 3)
    with pytest.raises(TypeError, match="argument 'n' is an Inner, but it is declared a scalar; pass a number"):
        any_struct[1](z, Inner(), Inner())


class Foreign(Struct, declared_elsewhere=True):
    mode = Field(asc.int32, default=1, enum="Mode", name="mode_")


def test_structs_declared_elsewhere_convert_enums(asc_kernel_text: Any) -> None:
    @asc.jit
    def kernel(z: asc.GlobalAddress, f: Foreign, n: int) -> None:
        f.mode = n
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 8)
        g.set_value(0, f.mode)

    text = asc_kernel_text(kernel, np.zeros(8, np.int32), Foreign(), 1)
    assert "struct Foreign" not in text
    assert "f.mode_ = static_cast<Mode>(n);" in text
    assert "g.SetValue(0, static_cast<int32_t>(f.mode_));" in text
