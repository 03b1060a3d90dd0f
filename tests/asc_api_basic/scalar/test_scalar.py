"""The scalar unit's instructions against integers of Python and exact rounding."""

from __future__ import annotations

import bisect
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from written import kernel, refused, text_of

import asc


@asc.jit
def bits(out: asc.GlobalAddress, signed: int, value: asc.GlobalAddress):
    x = asc.GlobalTensor()
    x.set_global_buffer(value)
    word = x.get_value(0)
    g = asc.GlobalTensor()
    g.set_global_buffer(out)
    g.set_value(0, asc.scalar_get_sff_value(word, 0))
    g.set_value(1, asc.scalar_get_sff_value(word, 1))
    g.set_value(2, asc.scalar_get_count_of_value(word, 0))
    g.set_value(3, asc.scalar_get_count_of_value(word, 1))
    g.set_value(4, asc.scalar_count_leading_zero(word))
    g.set_value(5, asc.count_bits_cnt_same_as_sign_bit(word.cast(asc.int64)))
    g.set_value(6, asc.scalar_count_leading_zero(signed))


def expected_bits(word: int) -> list[int]:
    text = f"{word:064b}"
    same = len(text[1:]) - len(text[1:].lstrip(text[0]))
    return [
        text[::-1].find("0"),
        text[::-1].find("1"),
        text.count("0"),
        text.count("1"),
        64 - word.bit_length(),
        -1 if word in (0, 2**64 - 1) else same,
    ]


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**64 - 1))
@example(0)
@example(1)
@example(2**63)
@example(2**64 - 1)
@example(0xFF00)
@example(0x0100000000000020)
def test_bits(word: int) -> None:
    out = np.zeros(7, np.int64)
    bits[1](out, 5, np.array([word], np.uint64))
    assert list(out) == [*expected_bits(word), 61]


def test_documented_values() -> None:
    """Examples of the instructions' own pages."""
    out = np.zeros(7, np.int64)
    bits[1](out, 0, np.array([0x1000000000000100], np.uint64))
    assert (out[1], out[6]) == (8, 64)
    bits[1](out, 0, np.array([0x0100000000000020], np.uint64))
    assert (out[4], out[5]) == (7, 6)


@asc.jit
def casts(out: asc.GlobalAddress, odd: asc.GlobalAddress, x: float):
    g = asc.GlobalTensor()
    g.set_global_buffer(out)
    h = asc.GlobalTensor()
    h.set_global_buffer(odd)
    g.set_value(0, asc.scalar_cast(x, asc.int32, asc.RoundMode.CAST_RINT))
    g.set_value(1, asc.scalar_cast(x, asc.int32, asc.RoundMode.CAST_FLOOR))
    g.set_value(2, asc.scalar_cast(x, asc.int32, asc.RoundMode.CAST_CEIL))
    g.set_value(3, asc.scalar_cast(x, asc.int32, asc.RoundMode.CAST_ROUND))
    h.set_value(0, asc.scalar_cast(x, asc.float16, asc.RoundMode.CAST_ODD))


def rounded(x: float) -> list[int]:
    if math.isnan(x):
        return [0, 0, 0, 0]
    low, high = -(2**31), 2**31 - 1
    if math.isinf(x):
        return [high if x > 0 else low] * 4
    exact = Fraction(x)
    away = math.floor(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)
    return [min(max(n, low), high) for n in (round(exact), math.floor(exact), math.ceil(exact), away)]


#: All finite halves that aren't negative, in their order.
HALVES = [Fraction(float(h)) for h in np.arange(0x7C00, dtype=np.uint16).view(np.float16)]


def odd_half(x: float) -> float:
    """Of the halves around a finite number the one whose last bit is 1, or the number itself."""
    place = bisect.bisect_right(HALVES, abs(Fraction(x))) - 1
    if HALVES[place] != abs(Fraction(x)):
        place |= 1
    return math.copysign(float(HALVES[place]), x)


@settings(deadline=None, max_examples=60)
@given(st.floats(width=32, allow_nan=False, allow_infinity=False) | st.floats(-70000, 70000, width=32))
@example(2.5)
@example(-2.5)
@example(0.49999997)
@example(2147483520.0)
@example(2147483648.0)
@example(-2147483648.0)
@example(3.14159)
def test_casts(x: float) -> None:
    out, odd = np.zeros(4, np.int32), np.zeros(1, np.float16)
    casts[1](out, odd, x)
    assert list(out) == rounded(x)
    assert float(odd[0]) == odd_half(x)


@pytest.mark.parametrize("x", [math.nan, math.inf, -math.inf])
def test_casts_of_no_numbers(x: float) -> None:
    out, odd = np.zeros(4, np.int32), np.zeros(1, np.float16)
    casts[1](out, odd, x)
    assert list(out) == rounded(x)
    np.testing.assert_equal(float(odd[0]), x)


def test_text() -> None:
    text = text_of(bits, np.zeros(7, np.int64), 5, np.zeros(1, np.uint64))
    for call in (
        "ScalarGetSFFValue<0>(word)", "ScalarGetSFFValue<1>(word)", "ScalarGetCountOfValue<0>(word)",
        "ScalarGetCountOfValue<1>(word)", "ScalarCountLeadingZero(word)", "CountBitsCntSameAsSignBit(",
    ):  # fmt: skip
        assert call in text
    text = text_of(casts, np.zeros(4, np.int32), np.zeros(1, np.float16), 1.5)
    assert "ScalarCast<float, half, RoundMode::CAST_ODD>(x)" in text
    assert "ScalarCast<float, int32_t, RoundMode::CAST_FLOOR>(x)" in text


@pytest.mark.parametrize(
    ("call", "match"),
    [
        ("asc.scalar_get_sff_value(n, 2)", "'count_value' is 2; it must be 0 or 1"),
        ("asc.scalar_get_count_of_value(n, -1)", "'count_value' is -1"),
        ("asc.scalar_cast(1.5, asc.float32, asc.RoundMode.CAST_RINT)", "makes int32 or float16, not float32"),
        (
            "asc.scalar_cast(1.5, asc.int32, asc.RoundMode.CAST_TRUNC)",
            "to int32 rounds with CAST_RINT, .* not CAST_TRUNC",
        ),
        (
            "asc.scalar_cast(1.5, asc.float16, asc.RoundMode.CAST_RINT)",
            "to float16 rounds with CAST_ODD, not CAST_RINT",
        ),
        ("asc.scalar_count_leading_zero(1.5)", "'value_in' takes int, not float 1.5"),
        ("asc.scalar_count_leading_zero(-1)", "'value_in' is -1"),
    ],
)
def test_refusals(call: str, match: str) -> None:
    refused(call, match, "n: int", 3)


def test_a_bit_known_at_run_time_is_refused() -> None:
    refused("asc.scalar_get_sff_value(n, n)", "'count_value' takes int, not a runtime int32", "n: int", 3)


def test_constants() -> None:
    function = kernel("""
        @asc.jit
        def kernel(out: asc.GlobalAddress):
            g = asc.GlobalTensor()
            g.set_global_buffer(out)
            g.set_value(0, asc.scalar_count_leading_zero(0xFFFFFFFFFFFFFFFF))
            g.set_value(1, asc.count_bits_cnt_same_as_sign_bit(-2))
    """)
    out = np.full(2, 9, np.int64)
    function[1](out)
    assert list(out) == [0, 62]
