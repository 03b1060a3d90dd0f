"""Parameter structs: constructors, lists, names, element types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import pytest

from asc_plugins import CallError, ConstExpr, DataType, IRValue, ParamStruct, Scalar, UInt8, ir_type, make
from asc_plugins.builder import active
from asc_plugins.dtypes import float16, int8, int32, uint32
from asc_plugins.errors import OutsideKernelError
from asc_plugins.params import Length
from asc_plugins.structs import CONSTANTS, FORM
from asc_plugins.values import PlainValue


class Recorder:
    """Keeps what is created; handles are numbers."""

    def __init__(self) -> None:
        self.created: list[tuple[str, list[Any], dict[str, Any]]] = []

    def create(self, op: str, operands: Any = (), results: Any = (), attributes: Any = None) -> tuple[int, ...]:
        self.created.append((op, list(operands), dict(attributes or {})))
        return tuple(range(len(results)))

    def materialize(self, value: Any, dtype: DataType | None = None) -> PlainValue:
        return PlainValue(("converted", value.handle, dtype), dtype or value.dtype)


@pytest.fixture(autouse=True)
def builder() -> Iterator[Recorder]:
    recorder = Recorder()
    with active(recorder):  # type: ignore[arg-type]
        yield recorder


@ir_type("tensor", cpp="Tensor<{dtype}>", parameters=("dtype",), dialect="other")
class Tensor(IRValue):
    """A tensor."""

    is_tensor = True

    def __init__(self, dtype: DataType) -> None:
        self.dtype = dtype
        self.adopt("tensor", make(Tensor, dtype))


class Sized(ParamStruct, aliases={"width": "w"}):
    """Three numbers.

    Args:
        w: width.
        on: a flag.
        sizes: up to three sizes.
    """

    w: UInt8
    on: bool = False
    sizes: Annotated[list[int], Scalar("uint8", ge=0, le=9), Length(3, least=1)] = (1,)  # type: ignore[assignment]


class TwoWays(ParamStruct, forms=(("m", "flag"), ("m", "count", "last"))):
    """A struct with two constructors."""

    m: int = 0
    flag: bool = False
    count: int = 1
    last: int = 2


class Typed(ParamStruct):
    """A template of its element type."""

    value: Annotated[float, Scalar(like="dtype")] = 0
    dtype: DataType | None = None


def constants(builder: Recorder) -> Any:
    return builder.created[-1][2][CONSTANTS]


def test_constants_stand_in_an_attribute_and_run_time_values_are_operands(builder: Recorder) -> None:
    Sized(3, True, [PlainValue("a", int32), 2])
    op, operands, attributes = builder.created[-1]
    assert op == "asc.sized"
    assert operands == [None, None, [("converted", "a", DataType("uint8"))]]
    assert attributes == {CONSTANTS: [3, True, [None, 2, 0]]}


def test_conversions_that_cpp_makes_are_left_to_it(builder: Recorder) -> None:
    Sized(PlainValue("a", uint32))
    assert builder.created[-1][1][0] == "a"
    Typed(PlainValue("b", int8), dtype=int32)
    assert builder.created[-1][1][0] == ("converted", "b", int32)


def test_constexprs_and_aliases_are_taken(builder: Recorder) -> None:
    Sized(width=ConstExpr(5))
    assert constants(builder) == [5, False, [1, 0, 0]]
    with pytest.raises(CallError, match="'w' was passed twice"):
        Sized(1, width=2)


@pytest.mark.parametrize(
    ("args", "form", "expected"),
    [
        ((), 0, [0, False]),
        ((4, True), 0, [4, True]),
        ((4, 7), 1, [4, 7, 2]),
        ((4, 7, 8), 1, [4, 7, 8]),
    ],
)
def test_the_constructor_follows_from_the_arguments(
    builder: Recorder, args: tuple[Any, ...], form: int, expected: list[Any]
) -> None:
    TwoWays(*args)
    assert builder.created[-1][2] == {CONSTANTS: expected, FORM: form}


def test_arguments_of_no_constructor_are_refused_with_all_of_them() -> None:
    with pytest.raises(CallError) as caught:
        TwoWays(flag=True, last=3)
    assert "no overload of TwoWays takes (flag=bool True, last=int 3)" in caught.value.title
    assert [note.partition(":")[0] for note in caught.value.notes] == ["TwoWays(m", "TwoWays(m"]


def test_an_unknown_element_type_is_that_of_the_first_tensor(builder: Recorder) -> None:
    value = Typed(1.5)
    assert builder.created == []
    with pytest.raises(CallError, match="the element type of this Typed isn't known here"):
        value.to_ir()
    value.as_argument({"n": 3, "dst": Tensor(float16), "src": Tensor(int32)})
    assert constants(builder) == [1.5]
    with pytest.raises(CallError, match=r"'value' is 1\.5; int32 holds whole numbers"):
        value.as_argument({"dst": Tensor(int32)})


def test_a_known_element_type_stays(builder: Recorder) -> None:
    value = Typed(1, dtype=int8)
    assert len(builder.created) == 1
    value.as_argument({"dst": Tensor(float16)})
    assert len(builder.created) == 1
    with pytest.raises(CallError, match="'value' is 128; int8 holds"):
        Typed(128, dtype=int8)


def test_fields_can_be_read_but_not_changed() -> None:
    value = Sized(3, sizes=[4])
    assert (value.w, value.on, value.sizes) == (3, False, (4, 0, 0))
    with pytest.raises(CallError, match=r"Sized\.w is set when the struct is made"):
        value.w = 4
    assert not hasattr(Sized, "on")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"w": 256}, "'w' is 256; it must be 0..255"),
        ({"w": 1, "sizes": []}, "'sizes' takes a list of 1 to 3 numbers, not list"),
        ({"w": 1, "sizes": [1, 2, 3, 4]}, "'sizes' takes a list of 1 to 3 numbers"),
        ({"w": 1, "sizes": [1, 10]}, "'sizes' is 10; it must be 0..9"),
        ({"w": 1, "sizes": 5}, "'sizes' takes a list of 1 to 3 numbers, not int 5"),
        ({"w": 1, "color": 5}, "has no parameter 'color'"),
        ({}, "'w' is missing"),
    ],
)
def test_wrong_fields_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(CallError) as caught:
        Sized(**arguments)
    assert message in caught.value.title


def test_structs_are_made_in_kernels_only() -> None:
    with active(None), pytest.raises(OutsideKernelError):
        Sized(1)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("BinaryRepeatParams", "binary_repeat_params"),
        ("LoadData3DParamsV2Pro", "load_data_3d_params_v2_pro"),
        ("LoadData2dTransposeParams", "load_data_2d_transpose_params"),
        ("TransDataTo5HDParams", "trans_data_to_5hd_params"),
        ("MrgSort4Info", "mrg_sort4_info"),
        ("Nd2NzParams", "nd2_nz_params"),
        ("CheckLocalMemoryIAParam", "check_local_memory_ia_param"),
    ],
)
def test_names_in_the_ir(name: str, expected: str) -> None:
    made = type(name, (ParamStruct,), {"__annotations__": {"n": int}, "__module__": __name__})
    assert made.ir_spec.name == expected
