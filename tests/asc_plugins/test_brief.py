from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asc_plugins.brief import brief, too_many_digits


@given(st.integers(78, 4299), st.integers(-3, 3), st.booleans())
def test_huge_integers_show_their_first_digits_and_their_number(digits: int, near: int, negative: bool) -> None:
    value = (10**digits + near) * (-1 if negative else 1)
    text = str(abs(value))
    assert brief(value) == f"{'-' if negative else ''}{text[:6]}… ({len(text)} digits)"


@given(st.integers(-(2**200), 2**200) | st.floats(allow_nan=False) | st.booleans() | st.text(max_size=20))
def test_other_values_are_shown_in_full(value: object) -> None:
    assert brief(value) == repr(value)


def test_long_texts_are_cut() -> None:
    assert brief(list(range(1000))) == repr(list(range(1000)))[:199] + "…"


@pytest.mark.skipif(not hasattr(sys, "set_int_max_str_digits"), reason="this Python writes integers of any size")
def test_what_python_refuses_to_write() -> None:
    assert brief([10**5000]) == "list of huge integers"
    with pytest.raises(ValueError, match="digits") as caught:
        str(10**5000)
    assert too_many_digits(caught.value)
    assert not too_many_digits(ValueError("another"))
