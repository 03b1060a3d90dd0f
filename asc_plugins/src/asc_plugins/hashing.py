"""SHA-256 without loading OpenSSL, which takes longer than all a cached launch hashes."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from hashlib import sha256 as _lean
else:
    # As the library's own module random does.
    try:
        _lean = importlib.import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256").sha256
    except ImportError:
        from hashlib import sha256 as _lean


#: Of more bytes than these OpenSSL makes up for being loaded.
_LARGE = 1 << 17


class Hash(Protocol):
    """What a hash of the library does."""

    def update(self, data: Any, /) -> None: ...
    def digest(self) -> bytes: ...
    def hexdigest(self) -> str: ...


def sha256(data: Any = b"") -> Hash:
    """The SHA-256 of bytes or other memory, to which more can be added."""
    if memoryview(data).nbytes <= _LARGE:
        return _lean(data)
    import hashlib

    return hashlib.sha256(data)


__all__ = ["Hash", "sha256"]
