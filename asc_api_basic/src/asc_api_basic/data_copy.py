"""Moves of data between memories."""

from __future__ import annotations

from asc_api_core.data_copy_params import DataCopyParams
from asc_api_core.tensor import GlobalTensor, LocalTensor
from asc_plugins import Dst, Src, UInt32, api


@api("DataCopy")
def data_copy(
    dst: Dst[LocalTensor | GlobalTensor], src: Src[LocalTensor | GlobalTensor], count: UInt32
) -> None:
    """Copies *count* elements from global memory to UB or L1, from UB or L1 to global memory, or within a core.

    *count* times the element's size, and the begins in the core's memories, are multiples of 32 bytes.
    """


@data_copy.overload(name="blocks")
def _(
    dst: Dst[LocalTensor | GlobalTensor], src: Src[LocalTensor | GlobalTensor], repeat_params: DataCopyParams
) -> None:
    """Copies groups of blocks of 32 bytes with gaps."""
