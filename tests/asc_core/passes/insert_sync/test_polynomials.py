from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asc_core.passes.sync.polynomials import Atoms, Polynomial, add, constant, multiply

#: Largest value of each atom.
LAST = (3, 5, 11)


@dataclass(frozen=True)
class Number:
    """A number of the atoms' values, as a polynomial makes it and as Python computes it."""

    make: Callable[[Atoms], Polynomial]
    value: Callable[[tuple[int, ...]], int]

    def __add__(self, other: Number | int) -> Number:
        second = other if isinstance(other, Number) else _constant(other)
        return Number(
            lambda atoms: add(self.make(atoms), second.make(atoms)), lambda v: self.value(v) + second.value(v)
        )

    def __mul__(self, factor: int) -> Number:
        return Number(lambda atoms: multiply(self.make(atoms), constant(factor)), lambda v: self.value(v) * factor)

    def __mod__(self, modulus: int) -> Number:
        return Number(lambda atoms: atoms.remainder(self.make(atoms), modulus), lambda v: self.value(v) % modulus)


def _constant(value: int) -> Number:
    return Number(lambda atoms: constant(value), lambda v: value)


def _atom(i: int) -> Number:
    return Number(lambda atoms: atoms.atom(i, lambda: (0, LAST[i])), lambda values: values[i])


NUMBERS = st.recursive(
    st.integers(-9, 9).map(_constant) | st.integers(0, 2).map(_atom),
    lambda inner: st.one_of(
        st.builds(Number.__add__, inner, inner),
        st.builds(Number.__mul__, inner, st.integers(-4, 6)),
        st.builds(Number.__mod__, inner, st.integers(1, 8)),
    ),
    max_leaves=6,
)
SIZES = st.integers(1, 6)


@given(NUMBERS, NUMBERS, SIZES, SIZES)
def test_ranges_that_are_apart_never_meet(first: Number, second: Number, first_size: int, second_size: int) -> None:
    atoms = Atoms()
    distance = add(second.make(atoms), first.make(atoms), -1)
    if not atoms.apart(distance, constant(first_size), constant(second_size)):
        return
    for values in itertools.product(*(range(last + 1) for last in LAST)):
        a, b = first.value(values), second.value(values)
        assert a + first_size <= b or b + second_size <= a


@given(NUMBERS)
def test_polynomials_are_the_numbers(number: Number) -> None:
    atoms = Atoms()
    polynomial = number.make(atoms)
    for values in itertools.islice(itertools.product(*(range(last + 1) for last in LAST)), 0, None, 7):
        known = {atoms.number(i, lambda i=i: (0, LAST[i])): constant(v) for i, v in enumerate(values)}
        replaced = atoms.replace(polynomial, known)
        assert replaced == constant(number.value(values))


X, Y = _atom(0), _atom(1)


@pytest.mark.parametrize(
    ("first", "second", "size", "apart"),
    [
        (X % 2 * 8, (X + 1) % 2 * 8, 8, True),
        (X % 2 * 8, X % 2 * 8, 8, False),
        (X % 2 * 8, Y % 2 * 8, 8, False),
        # Remainders of one value go together.
        (X % 6 * 8, (X % 2 + X % 6 + 1) * 8, 8, True),
        (X % 4 * 8, (X % 2 + 2) * 8, 8, False),
        # X has four values only.
        (X % 11 * 8, _constant(32), 8, True),
        (X % 11 * 8, _constant(24), 8, False),
        # Multiples of two stay even.
        (X * 4 % 8, (Y * 4 + 1) % 8, 1, True),
        (X * 2 % 4 * 8, (Y * 2 + 1) % 4 * 8, 8, True),
    ],
)
def test_what_is_known_to_be_apart(first: Number, second: Number, size: int, apart: bool) -> None:
    atoms = Atoms()
    distance = add(second.make(atoms), first.make(atoms), -1)
    assert atoms.apart(distance, constant(size), constant(size)) is apart
