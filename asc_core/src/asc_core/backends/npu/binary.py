"""A kernel's binary as it is kept: the object file, and behind it what a launch must know."""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass

_MAGIC = b"ASCNPU01"
#: Bytes of the description, then the mark.
_FOOTER = struct.Struct("<I8s")


@dataclass(frozen=True)
class Binary:
    """An object file for the device.

    Attributes:
        symbol: the kernel function.
        prints: whether launches give it a dump buffer.
    """

    symbol: str
    prints: bool


def pack(data: bytes, binary: Binary) -> bytes:
    """The object file with its description; readers of object files don't mind what stands behind one."""
    text = json.dumps(asdict(binary)).encode()
    return data + text + _FOOTER.pack(len(text), _MAGIC)


def unpack(data: bytes) -> tuple[bytes, Binary]:
    """The object file, and its description.

    Raises:
        ValueError: it isn't a binary of this backend.
    """
    if len(data) >= _FOOTER.size:
        length, magic = _FOOTER.unpack(data[-_FOOTER.size :])
        end = len(data) - _FOOTER.size
        if magic == _MAGIC and length <= end:
            return data[: end - length], Binary(**json.loads(data[end - length : end]))
    raise ValueError("this is no kernel of the NPU backend; its end is missing")
