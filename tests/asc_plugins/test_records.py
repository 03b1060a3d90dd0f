"""Records behave as the data classes that they stand for."""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import pickle
from dataclasses import dataclass, field
from typing import Any

import pytest

from asc_plugins.records import record


@record
class Point:
    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list)

    @functools.cached_property
    def total(self) -> int:
        return self.x + self.y


@dataclass(frozen=True)
class Model:
    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list)


@record(eq=False)
class Alone:
    value: int


@record
class Pair:
    left: int
    right: int = 0

    def __post_init__(self) -> None:
        if self.left > self.right:
            raise ValueError("turned around")


@pytest.mark.parametrize(
    ("args", "kwargs"), [((1,), {}), ((1, 3), {}), ((1,), {"tags": ["a"]}), ((), {"y": 5, "x": 4}), ((1, 2, ["b"]), {})]
)
def test_they_hold_what_a_data_class_holds(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    made, expected = Point(*args, **kwargs), Model(*args, **kwargs)
    assert dataclasses.asdict(made) == dataclasses.asdict(expected)  # type: ignore[call-overload]
    assert repr(made) == repr(expected).replace("Model", "Point")


def test_each_has_a_list_of_its_own() -> None:
    assert Point(1).tags is not Point(1).tags


@pytest.mark.parametrize(
    ("args", "kwargs", "text"),
    [
        ((), {}, "Point needs a value for x"),
        ((1, 2, [], 4), {}, "Point takes 3 values, but 4 were given"),
        ((1,), {"x": 2}, "Point is given 'x' twice"),
        ((1,), {"z": 2}, "Point has no field 'z'; its fields are x, y, tags"),
    ],
)
def test_wrong_values_are_refused(args: tuple[Any, ...], kwargs: dict[str, Any], text: str) -> None:
    with pytest.raises(TypeError) as caught:
        Point(*args, **kwargs)
    assert str(caught.value) == text


def test_equality_is_that_of_the_fields() -> None:
    one, two = Pair(1, 2), Pair(1, 2)
    assert one == two
    assert hash(one) == hash(two) == hash((1, 2))
    assert one != Pair(1, 3)
    assert one != (1, 2)
    first, second = Point(1), Point(1)
    assert first.total == 3
    assert first == second


def test_without_it_an_object_is_equal_to_itself() -> None:
    one = Alone(1)
    assert one == one
    assert one != Alone(1)
    assert len({one, Alone(1)}) == 2


def test_they_are_frozen() -> None:
    made = Point(1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        made.x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'y'"):
        del made.y
    assert made == Point(1)


def test_values_are_checked_by_the_class() -> None:
    with pytest.raises(ValueError, match="turned around"):
        Pair(2, 1)


def test_the_library_knows_them() -> None:
    made = Point(1, 3)
    assert dataclasses.replace(made, y=4) == Point(1, 4)  # type: ignore[type-var]
    assert copy.copy(made) == copy.deepcopy(made) == pickle.loads(pickle.dumps(made)) == made
    assert str(inspect.signature(Point)) == "(x: 'int', y: 'int' = 2, tags: 'list[str]' = Ellipsis)"


@pytest.mark.parametrize("options", [{"init": False}, {"compare": False}, {"repr": False}, {"kw_only": True}])
def test_other_options_of_fields_are_refused(options: dict[str, bool]) -> None:
    with pytest.raises(TypeError, match="Odd: fields of a record have defaults and no other options"):
        record(type("Odd", (), {"__annotations__": {"x": "int"}, "x": field(default=1, **options)}))  # type: ignore[call-overload]
