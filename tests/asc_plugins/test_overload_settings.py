"""What settings and annotations make of an overload's operation."""

from __future__ import annotations

from typing import Any

import pytest

from asc_api_core.data_copy_params import SliceInfo
from asc_api_core.tensor import LocalTensor
from asc_plugins import Dst, PackError, Src, api
from asc_plugins.params import Kind


@api("Gather", model="gather.h")
def gather(dst: Dst[LocalTensor], src: Src[LocalTensor]) -> None:
    """Gathers."""


@gather.overload(name="slices", model="gather_slices.h")
def _(dst: Dst[LocalTensor], src: Src[LocalTensor], slices: list[SliceInfo]) -> None:
    """Gathers slices."""


def test_an_overload_has_the_header_of_its_api_or_its_own() -> None:
    assert [form.model for form in gather.overloads] == ["gather.h", "gather_slices.h"]


def test_a_list_holds_values_of_the_declared_class() -> None:
    param = gather.overloads[1].params[-1]
    assert param.kind is Kind.LIST
    assert param.scalar is None
    assert param.mismatch([]) is None
    assert param.mismatch([3]) == "'slices' takes a list of SliceInfo, not list [3]"


@api("Fill", template=("dst",), references=("dst",))
def fill(dst: Dst[LocalTensor], value: int) -> None:
    """Fills."""


@fill.overload(name="from", references=())
def _(dst: Dst[LocalTensor], src: Src[LocalTensor]) -> None:
    """Copies."""


def test_references_of_an_api_and_of_an_overload() -> None:
    assert [form.call.references for form in fill.overloads] == [{"dst"}, frozenset()]


def test_references_that_are_no_arguments() -> None:
    @api("Fill", references=("dst", "count"))
    def wrong(dst: Dst[LocalTensor]) -> None:
        """Fills."""

    with pytest.raises(PackError, match=r"asc\.wrong: references names \['count'\], which no argument is called"):
        _ = wrong.overloads[0].call


def test_several_results() -> None:
    @api("Divide", emit=lambda op, emitter: None)
    def divide(a: int, b: int) -> tuple[int, Any]:
        """Quotient and the rest."""

    results = divide.overloads[0].spec.results
    assert [(r.name, r.scalar.dtype if r.scalar else None) for r in results] == [
        ("result_0", "int32"),
        ("result_1", None),
    ]
