import numpy as np
import pytest

from asc_plugins.brief import article
from asc_plugins.params import describe


class Tile:
    pass


@pytest.mark.parametrize(
    "text", ["an int", "a float", "an ndarray", "a uint8", "an ufunc", "a Tile", "an Owner", "a list", "a UBTensor"]
)
def test_articles(text):
    assert article(text.partition(" ")[2]) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Tile(), "a Tile"),
        (Tile, "the class Tile"),
        (np.sin, "the function 'sin'"),
        (len, "the function 'len'"),
        (3, "int 3"),
    ],
)
def test_values_are_described_without_addresses(value, text):
    assert describe(value) == text
