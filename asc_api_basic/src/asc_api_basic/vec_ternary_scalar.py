"""Vector instructions with a source, a scalar and the destination as a source."""

from __future__ import annotations

from typing import Annotated

from asc_api_core.repeat_params import UnaryRepeatParams
from asc_api_core.tensor import LocalTensor
from asc_plugins import Const, Count, Family, InOut, Mask, Pipe, Repeat, Scalar, Src

from .vec_forms import ELEMENTWISE, OPERANDS

#: A number of the source's data type.
Element = Annotated[int | float, Scalar(like="src")]

ternary_scalar = Family(OPERANDS, pipe=Pipe.V, role=ELEMENTWISE, template=("dst", "src", "is_set_mask"))


@ternary_scalar.overload(template=())
def count_form(dst: InOut[LocalTensor], src: Src[LocalTensor], scalar: Element, count: Count) -> None: ...


@ternary_scalar.overload(name="mask")
def mask_form(
    dst: InOut[LocalTensor],
    src: Src[LocalTensor],
    scalar: Element,
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: UnaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


axpy = ternary_scalar(
    "axpy",
    "Axpy",
    dtypes=("float16", "float32", ("float32", "float16")),
    doc="``dst = src * scalar + dst``; *scalar* has the type of *src*. A float32 destination with a float16 source "
    "mustn't overlap it.",
)
