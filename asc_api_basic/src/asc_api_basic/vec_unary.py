"""Vector instructions with one source."""

from __future__ import annotations

from asc_api_core.repeat_params import UnaryRepeatParams
from asc_api_core.tensor import LocalTensor
from asc_plugins import Const, Count, Dst, Family, Mask, Pipe, Repeat, Src

from .vec_forms import ELEMENTWISE, OPERANDS

unary = Family(OPERANDS, pipe=Pipe.V, role=ELEMENTWISE, template=("dst", "is_set_mask"))


@unary.overload(template=())
def count_form(dst: Dst[LocalTensor], src: Src[LocalTensor], count: Count) -> None: ...


@unary.overload(name="mask")
def mask_form(
    dst: Dst[LocalTensor],
    src: Src[LocalTensor],
    mask: Mask,
    repeat_times: Repeat,
    repeat_params: UnaryRepeatParams,
    is_set_mask: Const[bool] = True,
) -> None: ...


FLOATS = ("float16", "float32")
WORDS = ("int16", "uint16")

abs = unary("abs", "Abs", dtypes=FLOATS, doc="``dst = |src|``")
exp = unary("exp", "Exp", dtypes=FLOATS, doc="``dst`` = e to the power of ``src``")
ln = unary("ln", "Ln", dtypes=FLOATS, doc="``dst`` = natural logarithm of ``src``; NaN of a negative one")
bitwise_not = unary("bitwise_not", "Not", dtypes=WORDS, doc="``dst = ~src``")
reciprocal = unary("reciprocal", "Reciprocal", dtypes=FLOATS, doc="``dst = 1 / src``")
relu = unary("relu", "Relu", dtypes=(*FLOATS, "int32"), doc="``dst = max(src, 0)``; NaN stays")
rsqrt = unary("rsqrt", "Rsqrt", dtypes=FLOATS, doc="``dst`` = 1 / square root of ``src``")
sqrt = unary("sqrt", "Sqrt", dtypes=FLOATS, doc="``dst`` = square root of ``src``")
