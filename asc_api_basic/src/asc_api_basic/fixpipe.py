"""Moves of results out of L0C."""

from __future__ import annotations

from typing import Any

from asc_api_core.cube_params import FixpipeConfig, FixpipeParamsV220
from asc_api_core.enums import CO2Layout
from asc_api_core.tensor import GlobalTensor, LocalTensor
from asc_plugins import CallError, ConstExpr, Dst, Pipe, Src, UInt64, api

from . import move_limits as limits


def _check_layout(bound: dict[str, Any]) -> None:
    config = ConstExpr.unwrap(bound["config"])
    params = bound["params"]
    rows = config.layout is CO2Layout.ROW_MAJOR
    split = limits.known(params, "is_channel_split")
    if split and (rows or bound["dst"].dtype.name != "float32" or limits.known(params, "unit_flag")):
        raise CallError(
            "asc.fixpipe: is_channel_split goes with float32, FixpipeConfig.cfg_nz and no unit_flag only",
            code="ASC-E302",
        )
    if rows:
        height = limits.known(params, "m_size")
        if height is not None and height > 8192:
            raise CallError(
                f"asc.fixpipe: FixpipeParamsV220.m_size is {height}; rows of at most 8192 are written",
                code="ASC-E302",
            )
        stride = limits.known(params, "src_nd_stride")
        if stride is not None and stride > 512:
            raise CallError(
                f"asc.fixpipe: FixpipeParamsV220.src_nd_stride is {stride}; it must be 0..512", code="ASC-E302"
            )
    elif split is not None:
        limits.check_multiple("asc.fixpipe", params, "n_size", 8 if split else 16)


@api(
    "Fixpipe",
    pipe=Pipe.FIX,
    template=("dst", "src", "config"),
    verify=limits.check_fields("asc.fixpipe", "params", limits.RESULT, ("n_size", "m_size", "nd_num")),
)
def fixpipe(
    dst: Dst[GlobalTensor],
    src: Src[LocalTensor],
    params: FixpipeParamsV220,
    config: FixpipeConfig = FixpipeConfig.cfg_row_major,
) -> None:
    """Moves a matrix out of L0C to global memory, converted on the way.

    Types and ``quant_pre``: float32 to float32 (``NoQuant``), float16 (``F322F16``), bfloat16 (``F322BF16``), int8 and
    uint8 (``QF322B8_PRE``); int32 to int32 (``NoQuant``), float16 (``DEQF16``), int8 and uint8 (``REQ8``). ReLU comes
    with the factor. Numbers round to nearest even; 8-bit results saturate. In NZ two columns of 8-bit fractals merge.

    Args:
        dst: destination; atomic writes are honoured.
        src: the matrix in L0C (CO1), columns of fractals of 16 by 16.
        params: sizes, strides, quantisation.
        config: ``FixpipeConfig.cfg_row_major`` writes rows, ``FixpipeConfig.cfg_nz`` columns of fractals.
    """


fixpipe.overloads[-1].verifiers.append(limits.check_quantisation("asc.fixpipe", "params", False))


@fixpipe.overload(
    name="workspace",
    verify=limits.check_fields("asc.fixpipe", "params", limits.RESULT, ("n_size", "m_size", "nd_num")),
)
def _(
    dst: Dst[GlobalTensor],
    src: Src[LocalTensor],
    cbuf_workspace: Src[LocalTensor],
    params: FixpipeParamsV220,
    config: FixpipeConfig = FixpipeConfig.cfg_row_major,
) -> None:
    """Quantises each column by a factor of its own: ``VQF322B8_PRE``, ``VDEQF16`` or ``VREQ8``.

    *cbuf_workspace* holds the factors, uint64, in L1.
    """


def _check_workspace(bound: dict[str, Any]) -> None:
    dtype = bound["cbuf_workspace"].dtype
    if dtype.name != "uint64":
        raise CallError(
            f"asc.fixpipe: 'cbuf_workspace' has elements of {dtype.name}; it must have uint64", code="ASC-E303"
        )


fixpipe.overloads[-1].verifiers += [_check_workspace, limits.check_quantisation("asc.fixpipe", "params", True)]
fixpipe.verifier(_check_layout)


@api("SetFixpipePreQuantFlag", model="fixpipe.h")
def set_fix_pipe_pre_quant_flag(config: UInt64) -> None:
    """Sets the factor that ``data_copy`` out of L0C quantises with, as the bits of the hardware's register."""
