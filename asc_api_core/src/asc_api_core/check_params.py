"""Parameters of checks of the hardware's."""

from __future__ import annotations

from typing import Annotated

from asc_plugins import ParamStruct, Scalar

Block = Annotated[int, Scalar("uint32", ge=0, le=65535)]


class CheckLocalMemoryIAParam(ParamStruct):
    """A range of UB whose accesses CheckLocalMemoryIA watches.

    Args:
        enable_bit: number of the register, 0 to 3.
        start_addr: begin in blocks of 32 bytes.
        end_addr: end in blocks of 32 bytes.
        is_scalar_read: watches reads of the scalar unit.
        is_scalar_write: watches writes of the scalar unit.
        is_vector_read: watches reads of the vector unit.
        is_vector_write: watches writes of the vector unit.
        is_mte_read: watches reads of data moves.
        is_mte_write: watches writes of data moves.
        is_enable: switches the register on.
    """

    enable_bit: Annotated[int, Scalar("uint8", ge=0, le=3)] = 0
    start_addr: Block = 0
    end_addr: Block = 0
    is_scalar_read: bool = False
    is_scalar_write: bool = False
    is_vector_read: bool = False
    is_vector_write: bool = False
    is_mte_read: bool = False
    is_mte_write: bool = False
    is_enable: bool = False
