from __future__ import annotations

import hashlib
import subprocess
import sys

import pytest

from asc_plugins.hashing import _LARGE, sha256


@pytest.mark.parametrize("size", [0, 1, 1000, _LARGE, _LARGE + 1, 3 * _LARGE])
def test_it_is_the_librarys(size: int) -> None:
    data = bytes(i * 7 & 255 for i in range(size))
    made, expected = sha256(data), hashlib.sha256(data)
    assert (made.digest(), made.hexdigest()) == (expected.digest(), expected.hexdigest())
    made.update(b"more")
    expected.update(b"more")
    assert made.hexdigest() == expected.hexdigest()


def test_memory_counts_by_its_bytes() -> None:
    data = memoryview(bytes(_LARGE * 2)).cast("d")
    assert sha256(data).hexdigest() == hashlib.sha256(data).hexdigest()


def test_few_bytes_load_no_openssl() -> None:
    script = (
        "import sys; from asc_plugins.hashing import sha256; sha256(b'x').digest(); print('_hashlib' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "False\n"
