"""Plans of calls: a planned call does what the same call does without a plan, and no plan answers for another shape."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asc_api_core.tensor import GlobalTensor, LocalTensor
from asc_plugins import CallError, Const, Count, Dst, Mask, Repeat, Scalar, Src, api, make, plans
from asc_plugins.api import Api
from asc_plugins.builder import active
from asc_plugins.constexpr import ConstExpr
from asc_plugins.dtypes import DataType, bool_, float16, float32, int32, int64
from asc_plugins.values import PlainValue

#: ``asc_plugins.api`` is the decorator.
api_module = sys.modules[Api.__module__]


class Recorder:
    """A builder that writes down what it is asked for."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def create(self, op: str, operands: Any = (), results: Any = (), attributes: Any = None) -> tuple[str, ...]:
        self.calls.append((op, list(operands), list(results), _typed(attributes or {})))
        return tuple(f"{op}#{i}" for i in range(len(results)))

    def operand(self, value: Any, dtype: DataType) -> Any:
        return self.materialize(value, dtype).handle

    def materialize(self, value: Any, dtype: DataType | None = None) -> PlainValue:
        if isinstance(value, PlainValue):
            return PlainValue((value.handle, dtype), dtype or value.dtype)
        if isinstance(value, float) and dtype is not None and dtype.is_int():
            raise CallError(f"{value} isn't whole", code="ASC-E403")
        return PlainValue((repr(value), dtype), dtype or int32)


def _typed(values: dict[str, Any]) -> dict[str, tuple[type, Any]]:
    return {name: (type(value), value) for name, value in sorted(values.items())}


class Mode(Enum):
    FAST = 1
    SLOW = 2


def _even(bound: dict[str, Any]) -> None:
    count = bound.get("count")
    if isinstance(count, int) and count % 2:
        raise CallError(f"asc.mix: 'count' is {count}, which is odd", code="ASC-E302")


def declare() -> Api:
    """An API with overloads of all kinds of parameters."""

    @api("Mix", dtypes=("float16", "float32", ("float32", "float16")), template=("mode",))
    def mix(dst: Dst[LocalTensor], src: Src[LocalTensor], count: Count, mode: Const[Mode] = Mode.FAST) -> None:
        """Mixes."""

    @mix.overload(name="mask", template=())
    def _(
        dst: Dst[LocalTensor],
        src: Src[LocalTensor],
        mask: Mask,
        repeat: Repeat,
        scalar: Annotated[float, Scalar(like="dst")] = 1,
    ) -> None:
        """Mixes repeats."""

    @mix.overload(name="text", template=(), result=lambda bound: make(LocalTensor, bound["dst"].dtype))
    def _(dst: Dst[LocalTensor], text: Const[str], limit: Annotated[int, Scalar("uint8", le=9)] | None = None) -> Any:
        """Mixes with a text."""

    @mix.overload(name="to", template=(), build=lambda builder, **bound: builder.create("built", list(bound.values())))
    def _(dst: Dst[GlobalTensor], flag: Const[bool] = False, *, count: Count = 2) -> None:
        """Mixes into global memory."""

    mix.verifier(_even)
    return mix


def tensor(cls: Any, dtype: DataType) -> Any:
    return cls.from_ir(f"{cls.__name__} of {dtype}", make(cls, dtype))


@pytest.fixture
def builder() -> Iterator[Recorder]:
    recorder = Recorder()
    with active(recorder):  # type: ignore[arg-type]
        yield recorder


def outcome(call: Callable[[], Any]) -> Any:
    """What a call created and gave back, or its error."""
    recorder = Recorder()
    with active(recorder):  # type: ignore[arg-type]
        try:
            result = call()
        except CallError as error:
            return error.code, error.title, error.notes, error.hint
    return recorder.calls, type(result), getattr(result, "ir_type", None)


TENSORS = [tensor(c, d) for c in (LocalTensor, GlobalTensor) for d in (float16, float32, int32)]
SCALARS = [PlainValue(f"%{d}", d) for d in (int32, int64, float32, bool_)]
CONSTANTS = [0, 1, 2, 7, 8, 300, -2, 1 << 70, True, False, 2.0, 2.5, float("nan"), None, "text", Mode.FAST, Mode.SLOW]
LISTS = [[8], [8, 9], [1, 2, 3], (4, 2), [SCALARS[0]], [SCALARS[2], 1], [2.5], []]
WRAPPED = [ConstExpr(2), ConstExpr(Mode.SLOW), [ConstExpr(3)]]
values = st.sampled_from([*TENSORS, *SCALARS, *CONSTANTS, *LISTS, *WRAPPED])
names = st.sampled_from(["dst", "src", "count", "mode", "mask", "repeat", "scalar", "text", "limit", "flag", "other"])
#: Arguments that fit one of the overloads more often than not.
likely = st.tuples(
    st.sampled_from(TENSORS[:3]), st.sampled_from(TENSORS[:3]), st.sampled_from([*CONSTANTS, *SCALARS, *LISTS])
).flatmap(lambda head: st.lists(values, max_size=2).map(lambda rest: [*head, *rest]))
planned, unplanned = declare(), declare()


@settings(max_examples=250, deadline=None)
@given(st.lists(values, max_size=5) | likely, st.dictionaries(names, values, max_size=2))
def test_a_planned_call_does_what_the_call_does_without_a_plan(args: list[Any], kwargs: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api_module, "shape_of", lambda args, kwargs: None)
        expected = outcome(lambda: unplanned(*args, **kwargs))
    for _ in range(2):
        assert outcome(lambda: planned(*args, **kwargs)) == expected


def test_calls_of_one_shape_share_a_plan_and_keep_their_values(builder: Recorder) -> None:
    mix = declare()
    dst, src = TENSORS[1], TENSORS[0]
    for count in (2, 4):
        mix(dst, src, count)
        mix(dst, src, count, Mode.SLOW)
        mix(dst, src, mode=Mode.SLOW, count=count)
    created = [(call[1][2][0], call[3]["mode"][1]) for call in builder.calls]
    expected = [(str(count), mode) for count in (2, 4) for mode in (Mode.FAST, Mode.SLOW, Mode.SLOW)]
    assert created == expected
    assert len(mix.plans) == 3


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        ((TENSORS[1], TENSORS[1], -2), "ASC-E302", "'count' is -2; it must be at least 0"),
        ((TENSORS[1], TENSORS[1], 3), "ASC-E302", "'count' is 3, which is odd"),
        ((TENSORS[2], TENSORS[2], 2), "ASC-E303", "dst: int32, src: int32"),
        ((TENSORS[0], TENSORS[1], 2), "ASC-E303", "dst: float16, src: float32"),
        ((TENSORS[1], TENSORS[1], [1], 256), "ASC-E302", "'repeat' is 256; it must be 0..255"),
        ((TENSORS[1], TENSORS[1], [-1], 1), "ASC-E302", "'mask' is -1"),
        ((TENSORS[1], TENSORS[1], 2.0), "ASC-E301", "no overload of asc.mix takes"),
        ((TENSORS[1], TENSORS[1], SCALARS[2]), "ASC-E301", "no overload of asc.mix takes"),
        ((TENSORS[1], TENSORS[1], [1, 2, 3], 1), "ASC-E301", "no overload of asc.mix takes"),
        ((TENSORS[1], TENSORS[1], [SCALARS[2]], 1), "ASC-E301", "no overload of asc.mix takes"),
        ((TENSORS[1], "text", 10), "ASC-E302", "'limit' is 10; it must be at least None"),
    ],
)
def test_a_wrong_call_behind_a_right_one_of_its_shape(args: Any, code: str, words: str, builder: Recorder) -> None:
    mix = declare()
    for right in ((4,), (SCALARS[0],), ([1], 1), ([SCALARS[0]], 1), (4, 1)):
        mix(TENSORS[1], TENSORS[1], *right)
    mix(TENSORS[1], "text", 9)
    with pytest.raises(CallError) as caught:
        mix(*args)
    assert caught.value.code == code
    assert words in caught.value.title


def test_keywords_in_another_order_check_the_same_data_types(builder: Recorder) -> None:
    mix = declare()
    mix(count=2, src=TENSORS[0], dst=TENSORS[1])
    with pytest.raises(CallError, match=r"dst: float16, src: float32"):
        mix(count=2, src=TENSORS[1], dst=TENSORS[0])


def test_apis_with_equal_signatures_have_their_own_plans(builder: Recorder) -> None:
    @api("One", dialect="one")
    def first(dst: Dst[LocalTensor], count: Count) -> None:
        """The first."""

    @api("Two", dialect="two")
    def second(dst: Dst[LocalTensor], count: Annotated[int, Scalar("int64", le=3)]) -> None:
        """The second."""

    first(TENSORS[0], 5)
    second(TENSORS[0], 3)
    assert [call[0] for call in builder.calls] == ["one.first", "two.second"]
    assert [call[1][1][1] for call in builder.calls] == [int32, int64]
    with pytest.raises(CallError, match=r"two\.second: 'count' is 5"):
        second(TENSORS[0], 5)


def test_what_is_declared_after_a_call_counts_for_the_next(builder: Recorder) -> None:
    mix = declare()
    mix(TENSORS[0], TENSORS[0], 4)

    @mix.verifier
    def small(bound: dict[str, Any]) -> None:
        if bound.get("count") == 4:
            raise CallError("four is too many")

    with pytest.raises(CallError, match="four is too many"):
        mix(TENSORS[0], TENSORS[0], 4)
    mix(TENSORS[0], TENSORS[0], 2)
    mix(TENSORS[3])

    @mix.builder
    def build(builder: Any, **bound: Any) -> None:
        builder.create("other", list(bound))

    mix(TENSORS[3])
    assert [call[0] for call in builder.calls] == ["asc.mix", "asc.mix", "built", "other"]
    assert builder.calls[-1][1] == ["dst", "flag", "count"]


def test_plans_are_bounded(builder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_module, "MOST_PLANS", 3)
    monkeypatch.setattr(plans, "_MOST_CLASSES", 2)
    mix = declare()
    for dtype in (int32, int64, bool_, int32, int64):
        for mode in ((), (Mode.FAST,)):
            mix(TENSORS[1], TENSORS[1], PlainValue("%n", dtype), *mode)
    assert len(mix.plans) <= 3
    assert [call[1][2][0] for call in builder.calls] == ["%n"] * 10
