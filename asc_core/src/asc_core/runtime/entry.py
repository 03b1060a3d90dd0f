"""The file of a cached kernel: its binary, then a description, then sizes and a checksum of all that."""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO

from asc_plugins.hashing import sha256
from asc_plugins.records import record

#: Ends with the current layout; others are damaged entries.
_MAGIC = b"ASCKERN2"
#: Bytes of the binary, bytes of the description, magic, SHA-256 of everything before the checksum.
_SIZES = struct.Struct("<QI8s")
_DIGEST_BYTES = 32
_TRAILER_BYTES = _SIZES.size + _DIGEST_BYTES


@record
class Entry:
    """A cached kernel: its description, a JSON object, and its binary."""

    meta: dict[str, Any]
    binary: bytes


class DamagedError(ValueError):
    """A file isn't a whole entry."""


def pack(entry: Entry) -> bytes:
    """An entry as the bytes of its file."""
    meta = json.dumps(entry.meta).encode()
    body = entry.binary + meta + _SIZES.pack(len(entry.binary), len(meta), _MAGIC)
    return body + sha256(body).digest()


def unpack(data: bytes) -> Entry:
    """An entry from the bytes of its file.

    Raises:
        DamagedError: they aren't those of a whole entry.
    """
    binary_bytes, meta_bytes = _sizes(data[-_TRAILER_BYTES:], len(data))
    view = memoryview(data)
    if sha256(view[:-_DIGEST_BYTES]).digest() != data[-_DIGEST_BYTES:]:
        raise DamagedError("its checksum is wrong")
    return Entry(_meta(bytes(view[binary_bytes : binary_bytes + meta_bytes])), bytes(view[:binary_bytes]))


def read_meta(file: BinaryIO) -> dict[str, Any]:
    """The description at the end of an open file, its checksum unchecked: to be shown, not to be run.

    Raises:
        DamagedError: there is none.
        OSError: the file can't be read.
    """
    size = file.seek(0, 2)
    file.seek(max(0, size - _TRAILER_BYTES))
    _, meta_bytes = _sizes(file.read(_TRAILER_BYTES), size)
    file.seek(size - _TRAILER_BYTES - meta_bytes)
    return _meta(file.read(meta_bytes))


def _sizes(trailer: bytes, size: int) -> tuple[int, int]:
    if len(trailer) < _TRAILER_BYTES:
        raise DamagedError(f"it has {size} bytes only")
    binary_bytes, meta_bytes, magic = _SIZES.unpack_from(trailer)
    if magic != _MAGIC or size != binary_bytes + meta_bytes + _TRAILER_BYTES:
        raise DamagedError("its parts don't add up")
    return binary_bytes, meta_bytes


def _meta(data: bytes) -> dict[str, Any]:
    try:
        meta = json.loads(data)
    except ValueError as error:
        raise DamagedError(f"its description can't be read: {error}") from None
    if not isinstance(meta, dict):
        raise DamagedError("its description is no JSON object")
    return meta
