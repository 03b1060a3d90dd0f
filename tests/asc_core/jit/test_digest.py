import argparse
import array
import collections
import ctypes
import dataclasses
import decimal
import enum
import functools
import math
import os
import subprocess
import sys
import types
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asc_core.jit import digest
from asc_core.jit.digest import UnstableError, describe, describe_here, describe_user_class, is_immutable
from asc_plugins import ConstExpr, DataType


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class Tile:
    rows: int
    name: str = "t"


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


def helper(x, y=2):
    return x + y


class Pair(ctypes.Structure):
    _fields_ = (("a", ctypes.c_int32), ("b", ctypes.c_uint8 * 4))


class Swapped(ctypes.BigEndianStructure):
    _fields_ = (("a", ctypes.c_int32),)


class Pointing(ctypes.Structure):
    _fields_ = (("p", ctypes.POINTER(ctypes.c_int)), ("n", ctypes.c_int))


class Listed(list):
    pass


class Queue(collections.deque):
    pass


class Whole(int):
    pass


class Viewed(np.ndarray):
    pass


Point = collections.namedtuple("Point", "x y")


@functools.cache
def cached(x):
    return x + 1


def with_attribute(value, **attributes):
    vars(value).update(attributes)
    return value


VALUES = [
    None, True, False, 0, 1, -1, 1.0, 0.0, -0.0, math.nan, math.inf, 2**70, "", "1", b"1", (1,), [1], {1},
    frozenset((1,)), {1: 2}, {2: 1},
    Colour.RED, Colour.BLUE, Colour, Tile(1), Tile(2), Tile(1, "u"), Tile, Slotted(1), Slotted(2),
    DataType("float16"), DataType("int32"), np.int32(1), np.int64(1), np.float32(1), ml_dtypes.bfloat16(1),
    np.zeros(2, np.int32), np.zeros(2, np.int64), np.ones(2, np.int32), np.zeros((1, 2), np.int32), np.dtype("int32"),
    np.dtype("float32"), range(3), slice(1, 2), ..., helper, functools.partial(helper, 1), functools.partial(helper, 2),
    math.sqrt, math.floor, np.maximum, np.minimum, Path("a"), Path("b"), (1, (2, 3)), ((1, 2), 3), 1 + 2j, np.sum,
    bytearray(b"1"), bytearray(b"2"), memoryview(b"1"), memoryview(b"2"), memoryview(b"12").cast("H"),
    array.array("i", [1]), array.array("I", [1]), array.array("i", [2]), collections.deque([1]), collections.deque([2]),
    collections.deque([1], 3), collections.defaultdict(int, {1: 2}), collections.defaultdict(list, {1: 2}),
    collections.OrderedDict({1: 2}), collections.Counter("a"), types.MappingProxyType({1: 2}), {1: 2}.keys(),
    {1: 2}.values(), {1: 2}.items(), decimal.Decimal("1.0"), decimal.Decimal("1.00"), argparse.Namespace(n=1),
    argparse.Namespace(n=2), Pair(1), Pair(2), Pair(1, (0, 0, 0, 1)), Swapped(1), ctypes.c_int32(1), ctypes.c_int16(1),
    ctypes.c_int32(2), (ctypes.c_int32 * 2)(1), (ctypes.c_int32 * 2)(2), np.array([1, "a"], object), Point(1, 2),
    Point(2, 1), Point, Pair, Pointing, cached, with_attribute(Listed([1]), n=1), with_attribute(Listed([1]), n=2),
    with_attribute(Queue([1]), n=1), with_attribute(Queue([1]), n=2), with_attribute(Whole(1), n=1),
    with_attribute(Whole(1), n=2), with_attribute(np.zeros(1).view(Viewed), n=1),
    with_attribute(np.zeros(1).view(Viewed), n=2),
]  # fmt: skip


def test_unlike_values_have_unlike_texts():
    texts = [describe(value) for value in VALUES]
    assert len(set(texts)) == len(texts)


def test_like_values_have_like_texts():
    assert describe(Tile(1)) == describe(Tile(1))
    assert describe(float("nan")) == describe(math.nan)
    assert describe(ConstExpr(3)) == describe(3)
    assert describe({"b", "a", "c"}) == describe({"c", "b", "a"})
    assert describe(np.arange(4)) == describe(np.arange(8)[:4])


@settings(deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_texts_do_not_depend_on_the_object(value):
    import copy

    assert describe(copy.deepcopy(value)) == describe(value)


def loop(depth=0):
    items = []
    items.append([items] if depth else items)
    return items


def nested(depth):
    return [nested(depth - 1)] if depth else []


def factory(n):
    def own(x):
        return own(x - n) if x else n

    return own


def test_what_holds_itself_has_a_text():
    assert describe(loop()) == describe(loop())
    assert describe(loop()) != describe(loop(1))
    assert describe(factory(1)) == describe(factory(1)) != describe(factory(2))


def test_modules_as_values_are_read():
    def module(**names):
        made = types.ModuleType("config")
        vars(made).update(names, np=np, itself=made)
        return made

    assert describe(module(N=1)) == describe(module(N=1)) != describe(module(N=2))
    assert describe(np) == "module numpy"


def test_structured_arrays_are_told_apart_by_their_fields():
    a, b = (np.zeros(1, [(name, "i4")]) for name in "ab")
    assert describe(a) != describe(b)


def test_functions_in_values_are_met():
    class Holder:
        @property
        def p(self):
            return helper(1)

        @functools.cached_property
        def c(self):
            return 1

        @staticmethod
        def s():
            return 2

    def met(value):
        found = []
        describe(value, found.append)
        return {function.__name__ for function in found}

    assert met([1, {"a": helper}, (len, np.sum)]) == {"helper"}
    assert met(functools.partial(factory, 1)) == {"factory"}
    assert met(Holder()) == met(Holder) == {"p", "c", "s"}
    assert met(Tile(1)) == set()


def test_what_users_add_to_library_classes():
    class Mine(np.ndarray):
        N = 1
        lock = object()

        def method(self):
            return 1

    met = []
    assert describe_user_class(np.ndarray, met.append) == describe_user_class(int, met.append) == ""
    text = describe_user_class(Mine, met.append)
    assert text.endswith("Mine[N=1]")
    assert met == [Mine.method]
    Mine.N = 2
    assert describe_user_class(Mine, met.append) != text


def test_within_a_process_any_value_has_a_text():
    value = [object(), 1]
    text, reason = describe_here(value)
    assert reason == "a builtins.object"
    assert describe_here(value) == (text, reason)
    assert describe_here([value[0], 2])[0] != text != describe_here([object(), 1])[0]
    assert describe_here([1]) == (describe([1]), "")


CHANGES = {
    "pointers": (Pointing(None, 1), lambda value: setattr(value, "n", 2)),
    "large array": (np.zeros(digest._MAX_ARRAY_BYTES + 1, np.uint8), lambda value: value.__setitem__(-1, 1)),
    "large memory": (bytearray(digest._MAX_ARRAY_BYTES + 1), lambda value: value.__setitem__(-1, 1)),
    "object with a part": (argparse.Namespace(n=1, lock=object()), lambda value: setattr(value, "n", 2)),
    "own pickling": (with_attribute(type("Own", (), {"__reduce__": lambda self: (int, ())})(), n=1),
                     lambda value: setattr(value, "n", 2)),
    "environment": (os.environ, lambda value: value.__setitem__("DIGEST_TEST", value.get("DIGEST_TEST", "") + "1")),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_changes_of_what_only_this_process_can_compare_are_seen(name, monkeypatch):
    monkeypatch.setenv("DIGEST_TEST", "1")
    value, change = CHANGES[name]
    before = describe_here(value)
    assert before[1]
    assert describe_here(value) == before
    change(value)
    assert describe_here(value)[0] != before[0]


@pytest.mark.parametrize(
    ("value", "change"),
    [
        (Pair(1), lambda value: setattr(value, "a", 2)),
        (Pair(1), lambda value: value.b.__setitem__(3, 2)),
        (bytearray(2), lambda value: value.__setitem__(1, 2)),
        (memoryview(bytearray(2)), lambda value: value.__setitem__(1, 2)),
        (array.array("i", [1]), lambda value: value.append(2)),
        (collections.deque([[1]]), lambda value: value[0].append(2)),
        (argparse.Namespace(n=1), lambda value: setattr(value, "n", 2)),
        (types.MappingProxyType({1: [1]}), lambda value: value[1].append(2)),
        (np.array([[1], 2], object), lambda value: value[0].append(1)),
        (Listed(), lambda value: setattr(type(value), "n", 1)),
    ],
)
def test_changes_inside_are_seen(value, change):
    before = describe(value)
    assert describe(value) == before
    change(value)
    assert describe(value) != before


def test_functions_behind_caches_are_met():
    met = []
    describe(cached, met.append)
    assert met == [cached.__wrapped__]


def test_values_without_end_are_given_up():
    value = []
    for _ in range(18):
        value = [value, value]
    with pytest.raises(UnstableError, match="too large a value"):
        describe(value)
    text, reason = describe_here(value)
    assert "too large a value" in reason
    assert len(text) < 10_000_000


@pytest.mark.parametrize("value", [object(), nested(30), iter([]), np.array([object()]), [object()], {1: iter([])}])
def test_other_values_are_unstable(value):
    with pytest.raises(UnstableError):
        describe(value)


@pytest.mark.parametrize(
    ("value", "immutable"),
    [(1, True), ("a", True), ((1, (2.0,)), True), ([1], False), (([],), False), (Tile(1), False), (Colour.RED, True),
     (np.int32(1), True), (np.zeros(1), False), (ConstExpr(1), True), (ConstExpr([]), False), (Tile, False)],
)  # fmt: skip
def test_immutable_values(value, immutable):
    assert is_immutable(value) is immutable


def test_texts_are_the_same_in_every_process(tmp_path):
    script = tmp_path / "show.py"
    script.write_text(
        "import enum\n"
        "from asc_core.jit.digest import describe, short\n"
        "class Mode(enum.Enum):\n    A = 'a'\n"
        "class Box:\n    def __init__(self): self.items = {'x', 'y', 'z', Mode.A}\n"
        "import array, collections, ctypes, asc\n"
        "from asc.language.core.struct import Field\n"
        "class S(asc.Struct):\n    n = Field(asc.int32)\n"
        "class P(ctypes.Structure):\n    _fields_ = [('a', ctypes.c_int), ('b', ctypes.c_int * 2)]\n"
        "N = collections.namedtuple('N', 'x y')\n"
        "print(describe([S(n=1), S, P(1), P, N(1, 2), N, bytearray(b'a'), collections.deque(['a', 'b'], 3)]))\n"
        "print(describe([array.array('i', [1]), collections.defaultdict(set, {'a': {'b', 'c'}})]))\n"
        "print(short(describe([Mode.A, Mode, Box(), {'p', 'q', 'r'}, frozenset('abc'), lambda x: x in {'a', 'b'}])))\n"
    )
    seen = {
        subprocess.check_output([sys.executable, str(script)], env={"PYTHONHASHSEED": str(seed)}) for seed in range(3)
    }
    assert len(seen) == 1


def test_methods_of_installed_classes_are_not_met(tmp_path, monkeypatch):
    import sysconfig

    (tmp_path / "installed_one.py").write_text("class Base:\n    def far(self): pass\ndef function(): pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import installed_one

    class Mine(installed_one.Base):
        def near(self):
            pass

    def met(value):
        found = []
        describe(value, found.append)
        return {function.__name__ for function in found}

    assert met(Mine()) == {"near", "far"}
    digest.is_installed.cache_clear()
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    try:
        # The class' own code is part of its text, and functions that are values are read wherever they are.
        assert met(Mine()) == {"near"}
        assert met([installed_one.function]) == {"function"}
    finally:
        digest.is_installed.cache_clear()


def test_a_numpy_that_another_thread_is_importing_is_no_hindrance(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", types.ModuleType("numpy"))
    assert not digest.is_numpy(3, "generic")
    assert is_immutable(3)
