"""Lists of structs as parameters, and overloads with Model headers of their own."""

from __future__ import annotations

from asc_api_core.data_copy_params import SliceInfo
from asc_api_core.tensor import LocalTensor
from asc_plugins import Dst, Src, api
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
