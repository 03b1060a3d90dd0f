"""Vector instructions with one source and a scalar."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.repeat_params import UnaryRepeatParams
from asc_api_core.tensor import LocalTensor
from asc_plugins import Const, Count, Dst, Family, Mask, Pipe, Repeat, Scalar, Src

from .vec_forms import ELEMENTWISE, OPERANDS
from .vec_limits import check_range

#: A number of the tensors' data type.
Element = Annotated[int | float, Scalar(like="dst")]

binary_scalar = Family(
    "*scalar* is a number of the tensors' data type. With *is_set_mask* False the first form computes one repeat\n"
    "under the mask set before, or in counter mode as many elements as that says." + OPERANDS,
    pipe=Pipe.V,
    role=ELEMENTWISE,
    template=("dst", "is_set_mask"),
)


@binary_scalar.overload
def count_form(
    dst: Dst[LocalTensor], src: Src[LocalTensor], scalar: Element, count: Count, is_set_mask: Const[bool] = True
) -> None: ...


@binary_scalar.overload(name="mask")
def mask_form(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    scalar: Element,
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: UnaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


ARITHMETIC = ("float16", "float32", "int16", "int32")
SHIFTED = ("int16", "uint16", "int32", "uint32")

adds = binary_scalar("adds", "Adds", dtypes=ARITHMETIC, doc="``dst = src + scalar``")
muls = binary_scalar("muls", "Muls", dtypes=ARITHMETIC, doc="``dst = src * scalar``")
maxs = binary_scalar("maxs", "Maxs", dtypes=ARITHMETIC, doc="the larger of ``src`` and ``scalar``; NaN wins")
mins = binary_scalar("mins", "Mins", dtypes=ARITHMETIC, doc="the smaller of ``src`` and ``scalar``; NaN wins")
leaky_relu = binary_scalar(
    "leaky_relu", "LeakyRelu", dtypes=("float16", "float32"), doc="``src`` if positive, else ``src * scalar``"
)
shift_left = binary_scalar("shift_left", "ShiftLeft", dtypes=SHIFTED, doc="``dst = src << scalar``, by 0..16 or 0..32")
shift_right = binary_scalar(
    "shift_right",
    "ShiftRight",
    dtypes=SHIFTED,
    doc="``dst = src >> scalar``, 0..16 or 0..32 bits; signed types keep their sign",
)


def _check_shift(name: str, bound: dict[str, Any]) -> None:
    bits = 8 * bound["dst"].dtype.sizeof()
    check_range(name, bound, "scalar", 0, bits, f" bits of {bound['dst'].dtype.name}")


@shift_left.verifier
def _(bound: dict[str, Any]) -> None:
    _check_shift("asc.shift_left", bound)


@shift_right.verifier
def _(bound: dict[str, Any]) -> None:
    _check_shift("asc.shift_right", bound)
