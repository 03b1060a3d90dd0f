"""Values as the text of errors shows them: short, whatever they are."""

from __future__ import annotations

import math
from typing import Any

_MOST_CHARACTERS = 200
#: What has more bits than numbers of any type, and the products of a few of them, shows its first digits only.
_MOST_BITS = 256
_LEADING = 6


def brief(value: Any) -> str:
    """The text of a value: a number in full up to some 77 digits, ``repr`` of others up to 200 characters."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value).bit_length() > _MOST_BITS:
        return _huge(int(value))
    try:
        text = str(value) if isinstance(value, (int, float)) else repr(value)
    except ValueError:  # an integer inside has more digits than Python writes
        text = f"{type(value).__name__} of huge integers"
    return shortened(text)


def shortened(text: str) -> str:
    """A text itself, of more than 200 characters the first ones."""
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 1]}…"


def _huge(value: int) -> str:
    size = abs(value)
    digits = int(math.log10(size)) + 1
    # The logarithm is rounded, so a digit more is looked at.
    leading = str(size // 10 ** (digits - _LEADING - 1))
    digits += len(leading) - _LEADING - 1
    return f"{'-' if value < 0 else ''}{leading[:_LEADING]}… ({digits} digits)"


def article(name: str) -> str:
    """A noun with its article: ``an ndarray``, ``a uint8``."""
    first = name[:1].lower()
    spoken_as_vowel = first in "aeio" or (first == "u" and not name.lower().startswith(("uint", "uni", "use", "ub")))
    return f"{'an' if first and (spoken_as_vowel or name.startswith('nd')) else 'a'} {name}"


def too_many_digits(error: BaseException) -> bool:
    """True for what Python raises when an integer has too many digits to be written."""
    return isinstance(error, ValueError) and "set_int_max_str_digits" in str(error)
