"""Numbers in global memory, read and written past the scalar unit's data cache."""

from __future__ import annotations

from typing import Annotated, Any

from asc_plugins import CallError, GlobalAddress, Pipe, Scalar, Work, api

INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")

#: Which moves touch the place isn't known.
AFTER = Work(settles=True)

#: A number of the type that the address points to.
Number = Annotated[int, Scalar(like="addr")]


def _check_dtype(bound: dict[str, Any]) -> None:
    dtype = bound["addr"].dtype.name
    if dtype not in INTEGERS:
        raise CallError(f"'addr' points to {dtype}; it must be one of {', '.join(INTEGERS)}", code="ASC-E303")


@api(
    "ReadGmByPassDCache",
    pipe=Pipe.S,
    role=AFTER,
    template=("addr",),
    result=lambda bound: bound["addr"].dtype,
    verify=_check_dtype,
    reads_state=True,
)
def read_gm_by_pass_dcache(addr: GlobalAddress) -> Any:
    """The number at an address in global memory as memory holds it; Ascend C's ``ReadGmByPassDCache``.

    Args:
        addr: address of an integer of 8 to 64 bits.

    Raises:
        CallError: the type is another one.
        ModelError: the number lies outside of the launch's arrays.
    """


@api("WriteGmByPassDCache", pipe=Pipe.S, role=AFTER, template=("addr",), verify=_check_dtype)
def write_gm_by_pass_dcache(addr: GlobalAddress, value: Number) -> None:
    """Writes a number to an address in global memory; Ascend C's ``WriteGmByPassDCache``.

    What other cores write to the same cache line of 64 bytes stays.

    Args:
        addr: address of an integer of 8 to 64 bits.
        value: the number, of the type that *addr* points to.

    Raises:
        CallError: the type is another one.
        ModelError: the number lies outside of the launch's arrays, or in a read-only one.
    """
