"""Text that nests too deep for MLIR's parser is refused before it sees it."""

from __future__ import annotations

import pytest

from asc_core.ir.errors import TextError
from asc_core.ir.nesting import MOST_LEVELS, require_flat


@pytest.mark.parametrize("pair", ["()", "[]", "{}", "<>"])
def test_the_limit(pair: str) -> None:
    opening, closing = pair
    require_flat(opening * MOST_LEVELS + closing * MOST_LEVELS)
    require_flat((opening + closing) * (MOST_LEVELS + 1))
    with pytest.raises(TextError, match="nested more than 256 deep"):
        require_flat(opening * (MOST_LEVELS + 1))


def test_the_place() -> None:
    with pytest.raises(TextError) as caught:
        require_flat("a\n b" + "[" * (MOST_LEVELS + 1))
    assert (caught.value.line, caught.value.column) == (2, MOST_LEVELS + 3)


@pytest.mark.parametrize(
    "text",
    ['"[" ', '"\\"[" ', "// [[ \n", "x <= y ", "<(a) -> (b)> "],
    ids=["string", "quote", "comment", "comparison", "arrow"],
)
def test_what_is_no_level(text: str) -> None:
    require_flat(text * (MOST_LEVELS + 1))


def test_brackets_that_were_never_opened_dont_count() -> None:
    with pytest.raises(TextError):
        require_flat("]" * 1000 + "[" * (MOST_LEVELS + 1))
