"""The data cache and the instruction cache of the scalar unit."""

from __future__ import annotations

from typing import Annotated, Any

from asc_api_core.enums import CacheLine, DcciDst
from asc_api_core.tensor import GlobalTensor
from asc_plugins import CallError, Int64, Pipe, Scalar, Src, api

MODEL = "cache.h"

#: Units of 2 KiB: the cache of an AIC core has 32 KiB, that of an AIV core 16 KiB.
PrefetchLength = Annotated[int, Scalar("int64", ge=0, le=15)]


def _check_destination(bound: dict[str, Any]) -> None:
    if bound["dcci_dst"] is DcciDst.CACHELINE_ATOMIC:
        raise CallError(
            "asc.data_cache_clean_and_invalid: DcciDst.CACHELINE_ATOMIC isn't available on Atlas A2 and A3",
            hint="use DcciDst.CACHELINE_OUT for global memory",
            code="ASC-E302",
        )


@api("DataCacheCleanAndInvalid", pipe=Pipe.S, template=("dst", "entire_type"), model=MODEL)
def data_cache_clean_and_invalid(entire_type: CacheLine, dst: Src[GlobalTensor]) -> None:
    """Writes the data cache back to memory and forgets it; Ascend C's ``DataCacheCleanAndInvalid``.

    Args:
        entire_type: the line of *dst*'s start up to its end at 64 bytes, or the whole cache.
        dst: the tensor.
    """


_TEMPLATE = ("dst", "entire_type", "dcci_dst")


@data_cache_clean_and_invalid.overload(name="of", template=_TEMPLATE, order=("dst",), verify=_check_destination)
def _(entire_type: CacheLine, dcci_dst: DcciDst, dst: Src[GlobalTensor]) -> None:
    """Writes the data cache back to the memory *dcci_dst* and forgets it.

    Args:
        entire_type: the line of *dst*'s start up to its end at 64 bytes, or the whole cache.
        dcci_dst: CACHELINE_OUT or CACHELINE_ALL for global memory, CACHELINE_UB for UB.
        dst: the tensor.
    """


@data_cache_clean_and_invalid.overload(name="to", template=_TEMPLATE, order=("dst",), verify=_check_destination)
def _(entire_type: CacheLine, dst: Src[GlobalTensor], dcci_dst: DcciDst) -> None:
    """The same with the tensor before *dcci_dst*."""


@api("ICachePreLoad", model=MODEL)
def icache_preload(pre_fetch_len: PrefetchLength) -> None:
    """Loads the instruction cache with what follows; it changes no result. Ascend C's ``ICachePreLoad``.

    Args:
        pre_fetch_len: length in units of 2 KiB, below 16 on an AIC core and below 8 on an AIV core.
    """


@api("GetICachePreloadStatus", reads_state=True, model=MODEL)
def get_icache_preload_status() -> Int64:
    """0 when the load of ``icache_preload`` is done, 1 while it isn't; Ascend C's ``GetICachePreloadStatus``."""


@api(
    "DataCachePreload",
    pipe=Pipe.S,
    text="DataCachePreload<int64_t>({src}, {cache_offset})",
    dtypes=("uint64",),
    model=MODEL,
)
def data_cache_preload(src: Src[GlobalTensor], cache_offset: Int64) -> None:
    """Loads a line of the data cache; it changes no result. Ascend C's ``DataCachePreload``.

    Args:
        src: a tensor of uint64.
        cache_offset: place of the line in bytes from the tensor's start.
    """
