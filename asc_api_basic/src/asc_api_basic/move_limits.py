"""Limits of data moves and of the cube that are known at compile time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from asc_api_core.enums import QuantModes
from asc_plugins import CallError, ConstExpr, IRValue, ParamStruct

Bound = dict[str, Any]
Limits = Mapping[str, tuple[int, int]]

#: Ranges of fields that are narrower than their C++ types, and checked where the struct is passed.
BURSTS: Limits = {"block_count": (0, 4095)}
PAD_BURSTS: Limits = {"block_count": (0, 4095), "block_len": (0, 2097151)}
ND_TO_NZ: Limits = {"src_d_value": (1, 65535), "dst_nz_c0_stride": (1, 16384), "dst_nz_n_stride": (1, 16384)}
ND_TO_NZ_LOCAL: Limits = {"nd_num": (1, 1), "n_value": (1, 16384), "d_value": (1, 65535), **ND_TO_NZ}
NZ_TO_ND: Limits = {
    "n_value": (1, 8192), "d_value": (1, 8192), "src_n_stride": (0, 4096), "dst_d_stride": (1, 65535),
}  # fmt: skip
RESULT: Limits = {"n_size": (0, 4095), "dst_stride": (1, 2**32 - 1)}
IMAGE: Limits = {
    "stride_w": (1, 63), "stride_h": (1, 63), "dilation_filter_w": (1, 255), "dilation_filter_h": (1, 255),
    "l1_h": (0, 32767), "l1_w": (0, 32767), "m_start_pt": (0, 32767),
}  # fmt: skip

#: What each pair of types in L0C and outside of it may be quantised by.
QUANTISATION: Mapping[tuple[str, str], tuple[QuantModes, ...]] = {
    ("float32", "float32"): (QuantModes.NoQuant,),
    ("float32", "float16"): (QuantModes.F322F16,),
    ("float32", "bfloat16"): (QuantModes.F322BF16,),
    ("float32", "int8"): (QuantModes.QF322B8_PRE, QuantModes.VQF322B8_PRE),
    ("float32", "uint8"): (QuantModes.QF322B8_PRE, QuantModes.VQF322B8_PRE),
    ("int32", "int32"): (QuantModes.NoQuant,),
    ("int32", "float16"): (QuantModes.DEQF16, QuantModes.VDEQF16),
    ("int32", "int8"): (QuantModes.REQ8, QuantModes.VREQ8),
    ("int32", "uint8"): (QuantModes.REQ8, QuantModes.VREQ8),
}


def known(struct: ParamStruct, name: str) -> Any:
    """A field where it is known at compile time, else None."""
    value = ConstExpr.unwrap(getattr(struct, name, None))
    return None if isinstance(value, IRValue) else value


def check_fields(
    api: str, parameter: str, limits: Limits, unless_zero: tuple[str, ...] = ()
) -> Callable[[Bound], None]:
    """A verifier of a struct's fields; a struct that moves nothing, because a field is 0, isn't checked."""

    def verify(bound: Bound) -> None:
        struct = bound[parameter]
        if any(known(struct, name) == 0 for name in unless_zero):
            return
        for name, (low, high) in limits.items():
            value = known(struct, name)
            if value is not None and not low <= value <= high:
                raise CallError(
                    f"{api}: {type(struct).__name__}.{name} is {value}; it must be {low}..{high}", code="ASC-E302"
                )

    return verify


def check_blocks(bound: Bound) -> None:
    """Whole blocks of 32 bytes are moved."""
    count = ConstExpr.unwrap(bound["count"])
    size = bound["dst"].dtype.sizeof()
    if isinstance(count, int) and count * size % 32:
        raise CallError(
            f"asc.data_copy: {count} elements of {bound['dst'].dtype.name} are {count * size} bytes, "
            "which is not a multiple of 32",
            hint="asc.data_copy_pad moves any number of bytes",
            code="ASC-E302",
        )


def check_multiple(api: str, struct: ParamStruct, name: str, of: int) -> None:
    """A field is a multiple of *of*."""
    value = known(struct, name)
    if value is not None and value % of:
        raise CallError(
            f"{api}: {type(struct).__name__}.{name} is {value}; it must be a multiple of {of}", code="ASC-E302"
        )


def check_padding(bound: Bound) -> None:
    """Bursts of whole elements, padding of at most 32 bytes, and none but 0 for elements of 64 bits."""
    size = bound["dst"].dtype.sizeof()
    check_multiple("asc.data_copy_pad", bound["data_copy_params"], "block_len", size)
    padding = bound.get("pad_params")
    if padding is None:
        return
    for name in ("left_padding", "right_padding"):
        count = known(padding, name)
        if count is not None and count * size > 32:
            raise CallError(
                f"asc.data_copy_pad: {type(padding).__name__}.{name} is {count} elements, {count * size} bytes; "
                "it must be at most 32 bytes",
                code="ASC-E302",
            )
    if size == 8 and known(padding, "is_pad") and known(padding, "padding_value"):
        raise CallError(
            "asc.data_copy_pad: elements of 64 bits are padded with 0 only",
            hint="set padding_value=0",
            code="ASC-E302",
        )


def check_quantisation(api: str, parameter: str, columns: bool | None) -> Callable[[Bound], None]:
    """A verifier of the way from L0C: types, quantisation and, when *columns* isn't None, who gives the factors."""

    def verify(bound: Bound) -> None:
        types = (bound["src"].dtype.name, bound["dst"].dtype.name)
        allowed = QUANTISATION.get(types)
        if allowed is None:
            pairs = ", ".join(f"{a} to {b}" for a, b in QUANTISATION)
            raise CallError(f"{api} doesn't go from {types[0]} to {types[1]}", [f"supported: {pairs}"], code="ASC-E303")
        mode = known(bound[parameter], "quant_pre")
        if columns is not None:
            allowed = tuple(m for m in allowed if m.name.startswith("V") is columns)
        if mode is not None and mode not in allowed:
            names = " or ".join(m.name for m in allowed) or "nothing"
            with_factors = {None: "", True: " with cbuf_workspace", False: " without cbuf_workspace"}[columns]
            raise CallError(
                f"{api}: from {types[0]} to {types[1]}{with_factors} quant_pre is {names}, not {mode.name}",
                code="ASC-E302",
            )

    return verify
