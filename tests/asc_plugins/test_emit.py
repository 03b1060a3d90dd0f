from __future__ import annotations

import pytest

from asc_plugins import dtypes
from asc_plugins.emit import converted


@pytest.mark.parametrize(
    ("text", "dtype", "expected"),
    [
        ("n", "uint32", "static_cast<uint32_t>(n)"),
        ("a + b", "int16", "static_cast<int16_t>(a + b)"),
        ("static_cast<uint8_t>(a)", "uint8", "static_cast<uint8_t>(a)"),
        ("static_cast<uint8_t>(a) + 1", "uint8", "static_cast<uint8_t>(static_cast<uint8_t>(a) + 1)"),
        ("static_cast<int8_t>(a)", "uint8", "static_cast<uint8_t>(static_cast<int8_t>(a))"),
        ("half(0.5f)", "float16", "half(0.5f)"),
        ("half(a) * half(b)", "float16", "static_cast<half>(half(a) * half(b))"),
        ("-12", "int8", "-12"),
        ("1.5f", "float32", "1.5f"),
        ("-1e-05f", "float32", "-1e-05f"),
        ("x.y", "float32", "static_cast<float>(x.y)"),
    ],
)
def test_numbers_in_braces_are_of_their_type(text: str, dtype: str, expected: str) -> None:
    assert converted(text, getattr(dtypes, dtype)) == expected
