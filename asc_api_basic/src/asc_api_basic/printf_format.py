"""Conversions of a printf text and the numbers they take."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from asc_plugins import CallError, ConstExpr, DataType, GlobalAddress, PlainValue
from asc_plugins.dtypes import float32, int32, int64
from asc_plugins.params import describe

#: Letters of the conversions and what they print.
KINDS = {
    **dict.fromkeys("diux", "an integer"),
    **dict.fromkeys("fF", "a float"),
    "s": "text",
    "p": "an address",
}
_CONVERSION = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\d*)(?P<precision>\.\d*)?(?P<length>ll?|hh?|[jztL])?(?P<letter>.?)", re.S
)


@dataclass(frozen=True)
class Conversion:
    """A conversion as it stands in the text, and its letter."""

    text: str
    letter: str

    def accepts(self, value: Any) -> bool:
        """True when *value*, a constant or a run-time value, is of its kind."""
        kind = KINDS[self.letter]
        if kind == "text":
            return isinstance(value, str)
        if isinstance(value, GlobalAddress):
            return kind == "an address"
        if isinstance(value, PlainValue):
            number = value.dtype
            return number.is_float() if kind == "a float" else number.is_int() or number.is_bool()
        return isinstance(value, float) if kind == "a float" else isinstance(value, int)


def conversions(text: str) -> list[Conversion]:
    """The conversions of *text* that take a value.

    Raises:
        CallError: one isn't supported.
    """
    found = []
    for match in _CONVERSION.finditer(text):
        letter = match["letter"]
        if match[0] == "%%":
            continue
        if letter not in KINDS or match["length"] not in (None, "l", "ll"):
            raise CallError(
                f"asc.printf doesn't know the conversion '{match[0]}'",
                hint="use %d %i %u %x (also with l and ll), %f %F, %s, %p, and %% for a percent sign",
                code="ASC-E302",
            )
        found.append(Conversion(match[0], letter))
    return found


def check(text: str, values: list[Any]) -> list[Conversion]:
    """The conversions of *text*, one a value and of its kind.

    Raises:
        CallError: number or kinds differ.
    """
    found = conversions(text)
    if len(found) != len(values):
        raise CallError(
            f"asc.printf: the text has {len(found)} conversions, {len(values)} values were passed", code="ASC-E301"
        )
    for place, (conversion, value) in enumerate(zip(found, map(ConstExpr.unwrap, values), strict=True), 1):
        if not conversion.accepts(value):
            kind = KINDS[conversion.letter]
            raise CallError(
                f"asc.printf: '{conversion.text}' prints {kind}, value {place} is {describe(value)}",
                code="ASC-E303",
            )
    return found


def passed_as(conversion: Conversion, dtype: DataType) -> DataType:
    """The type a run-time number is passed as: what C++ prints of it must be its value in Python."""
    if dtype.is_float():
        return float32 if dtype.bitwidth == 64 else dtype
    if dtype.bitwidth < 32:
        return int32
    return int64 if dtype.is_unsigned() and dtype.bitwidth == 32 and conversion.letter in "di" else dtype
