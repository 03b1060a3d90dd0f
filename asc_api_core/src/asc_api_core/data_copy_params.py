"""Parameters of data moves."""

from __future__ import annotations

from asc_plugins import ParamStruct, UInt16


class DataCopyParams(ParamStruct):
    """Blocks moved by DataCopy.

    *block_count* groups of *block_len* blocks of 32 bytes, *src_stride* and *dst_stride* blocks apart (from the end
    of a group to the begin of the next).
    """

    block_count: UInt16 = 1
    block_len: UInt16 = 0
    src_stride: UInt16 = 0
    dst_stride: UInt16 = 0
