import dataclasses
import enum
import functools
import math
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


VALUES = [
    None, True, False, 0, 1, -1, 1.0, 0.0, -0.0, math.nan, math.inf, 2**70, "", "1", b"1", (1,), [1], {1},
    frozenset((1,)), {1: 2}, {2: 1},
    Colour.RED, Colour.BLUE, Colour, Tile(1), Tile(2), Tile(1, "u"), Tile, Slotted(1), Slotted(2),
    DataType("float16"), DataType("int32"), np.int32(1), np.int64(1), np.float32(1), ml_dtypes.bfloat16(1),
    np.zeros(2, np.int32), np.zeros(2, np.int64), np.ones(2, np.int32), np.zeros((1, 2), np.int32), np.dtype("int32"),
    np.dtype("float32"), range(3), slice(1, 2), ..., helper, functools.partial(helper, 1), functools.partial(helper, 2),
    math.sqrt, math.floor, np.maximum, np.minimum, Path("a"), Path("b"), (1, (2, 3)), ((1, 2), 3), 1 + 2j, np.sum,
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
