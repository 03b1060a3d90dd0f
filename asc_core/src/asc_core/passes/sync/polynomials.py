"""Polynomials over integers of a kernel, and proofs that two ranges don't overlap."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

#: Product of atoms, as their sorted numbers; empty for a constant.
Monomial = tuple[int, ...]
Polynomial = dict[Monomial, int]
Bounds = tuple[float, float]

# More cases than these aren't worth the time; ranges then count as overlapping.
_MOST_CASES = 256
_CONSTANT: set[Monomial] = {()}
UNBOUNDED: Bounds = (-math.inf, math.inf)


def constant(value: int) -> Polynomial:
    """A number."""
    return {(): value} if value else {}


def add(left: Polynomial, right: Polynomial, factor: int = 1) -> Polynomial:
    """``left + factor * right``."""
    total = dict(left)
    for monomial, coefficient in right.items():
        value = total.get(monomial, 0) + factor * coefficient
        if value:
            total[monomial] = value
        else:
            total.pop(monomial, None)
    return total


def multiply(left: Polynomial, right: Polynomial) -> Polynomial:
    """``left * right``."""
    total: Polynomial = {}
    for (a, x), (b, y) in itertools.product(left.items(), right.items()):
        total = add(total, {tuple(sorted(a + b)): x * y})
    return total


@dataclass(frozen=True)
class _Remainder:
    """``(of + shift) % modulus``, where *of* has no constant part."""

    of: frozenset[tuple[Monomial, int]]
    shift: int
    modulus: int


class Atoms:
    """The values that polynomials are made of, by number."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._what: list[Hashable] = []
        self._bounds: list[Bounds] = []

    def number(self, what: Hashable, bounds: Callable[[], Bounds] = lambda: UNBOUNDED) -> int:
        """The number of a value; *bounds* is asked when it is new."""
        known = self._numbers.get(what)
        if known is None:
            known = self._numbers[what] = len(self._what)
            self._what.append(what)
            self._bounds.append(bounds())
        return known

    def what(self, number: int) -> Hashable:
        """The value of a number."""
        return self._what[number]

    def bounds(self, number: int) -> Bounds:
        """The smallest and the largest value of an atom."""
        return self._bounds[number]

    def atom(self, what: Hashable, bounds: Callable[[], Bounds] = lambda: UNBOUNDED) -> Polynomial:
        """A value as a polynomial."""
        return {(self.number(what, bounds),): 1}

    def copy(self, number: int) -> Polynomial:
        """Another value of the same kind, which may differ."""
        return self.atom(("other", number), lambda: self._bounds[number])

    def remainder(self, of: Polynomial, modulus: int) -> Polynomial:
        """``of % modulus``, never negative."""
        reduced = {m: c % modulus for m, c in of.items() if c % modulus}
        shift = reduced.pop((), 0)
        if not reduced:
            return constant(shift)
        common = math.gcd(modulus, *reduced.values())
        if common > 1:
            # (4 * x + 5) % 8 is 4 * ((x + 1) % 2) + 1.
            inner = {m: c // common for m, c in reduced.items()}
            whole = self.remainder(add(inner, constant(shift // common)), modulus // common)
            return add(multiply(constant(common), whole), constant(shift % common))
        what = _Remainder(frozenset(reduced.items()), shift, modulus)
        return self.atom(what, lambda: (0, modulus - 1))

    def inside(self, polynomial: Polynomial) -> Iterable[int]:
        """All atoms of a polynomial, also those within remainders."""
        for number in {n for monomial in polynomial for n in monomial}:
            what = self._what[number]
            if isinstance(what, _Remainder):
                yield from self.inside(dict(what.of))
            else:
                yield number

    def replace(self, polynomial: Polynomial, values: Mapping[int, Polynomial]) -> Polynomial:
        """The polynomial with *values* in place of atoms."""
        if not values:
            return polynomial
        total: Polynomial = {}
        for monomial, coefficient in polynomial.items():
            product = constant(coefficient)
            for number in monomial:
                product = multiply(product, self._replaced(number, values))
            total = add(total, product)
        return total

    def _replaced(self, number: int, values: Mapping[int, Polynomial]) -> Polynomial:
        what = self._what[number]
        if isinstance(what, _Remainder):
            inner = self.replace(dict(what.of), values)
            return self.remainder(add(inner, constant(what.shift)), what.modulus)
        return values.get(number, {(number,): 1})

    def apart(self, distance: Polynomial, first: Polynomial | None, second: Polynomial | None) -> bool:
        """True when ranges of the sizes *first* and *second*, the second *distance* after the first, never overlap.

        None is a size that isn't known.
        """
        if (distance.keys() | (first or {}).keys() | (second or {}).keys()) <= _CONSTANT:
            begin = distance.get((), 0)
            after = first is not None and begin >= first.get((), 0)
            return after or (second is not None and -begin >= second.get((), 0))
        positive = [next(iter(size)) for size in (first, second) if size is not None and _is_product(size)]
        return all(
            (first is not None and self._never_negative(add(d, f, -1), positive))
            or (second is not None and self._never_negative(add(constant(0), add(d, s), -1), positive))
            for d, f, s in self._cases(distance, first or {}, second or {})
        )

    def _cases(self, *polynomials: Polynomial) -> Iterable[list[Polynomial]]:
        """The polynomials for all values of their remainders."""
        found: dict[Hashable, dict[int, _Remainder]] = {}
        apart: dict[Hashable, dict[int, _Remainder]] = {}
        for number in {n for p in polynomials for monomial in p for n in monomial}:
            what = self._what[number]
            if isinstance(what, _Remainder):
                found.setdefault(what.of, {})[number] = what
                apart.setdefault((what.of, what.modulus), {})[number] = what
        # Remainders of one value go together, unless these are too many cases.
        groups = next(
            (list(g.values()) for g in (found, apart) if math.prod(map(_period, g.values())) <= _MOST_CASES), []
        )
        for residues in itertools.product(*(range(_period(group)) for group in groups)):
            known: dict[int, Polynomial] | None = {}
            for residue, group in zip(residues, groups, strict=True):
                values = self._values(residue, group)
                known = None if known is None or values is None else {**values, **known}
            if known is not None:
                yield [_with(p, known) for p in polynomials]

    def _values(self, residue: int, group: Mapping[int, _Remainder]) -> dict[int, Polynomial] | None:
        """The values of remainders, and of the atom they are remainders of; None when it has no such value."""
        known = {number: constant((residue + what.shift) % what.modulus) for number, what in group.items()}
        (of,) = {what.of for what in group.values()}
        if len(of) == 1 and (term := next(iter(of)))[1] == 1 and len(term[0]) == 1:
            ((number,), _), period = term, _period(group)
            low, high = self._bounds[number]
            low = low if math.isinf(low) else -((residue - low) // period)
            high = high if math.isinf(high) else (high - residue) // period
            if low > high:
                return None
            quotient = self.atom(("quotient", number, period, residue), lambda: (low, high))
            known[number] = add(multiply(constant(period), quotient), constant(residue))
        return known

    def _never_negative(self, polynomial: Polynomial, positive: Iterable[Monomial]) -> bool:
        return any(
            quotient is not None and self._least(quotient) >= 0
            for quotient in (_divided(polynomial, factor) for factor in ((), *positive))
        )

    def _least(self, polynomial: Polynomial) -> float:
        total = 0.0
        for monomial, coefficient in polynomial.items():
            low, high = 1.0, 1.0
            for number in monomial:
                products = [_product(x, y) for x in (low, high) for y in self._bounds[number]]
                low, high = min(products), max(products)
            total += min(_product(coefficient, low), _product(coefficient, high))
        return total


def _product(x: float, y: float) -> float:
    return 0.0 if x == 0 or y == 0 else x * y


def _is_product(size: Polynomial) -> bool:
    """True of a positive multiple of one product: where it isn't positive, nothing is touched."""
    return len(size) == 1 and next(iter(size.values())) > 0 and () not in size


def _period(group: Mapping[int, _Remainder]) -> int:
    return math.lcm(*(what.modulus for what in group.values()))


def _with(polynomial: Polynomial, known: Mapping[int, Polynomial]) -> Polynomial:
    total: Polynomial = {}
    for monomial, coefficient in polynomial.items():
        product: Polynomial = {tuple(n for n in monomial if n not in known): coefficient}
        for number in monomial:
            if number in known:
                product = multiply(product, known[number])
        total = add(total, product)
    return total


def _divided(polynomial: Polynomial, factor: Monomial) -> Polynomial | None:
    """The polynomial divided by a product of atoms; None when it isn't a multiple of that."""
    total: Polynomial = {}
    for monomial, coefficient in polynomial.items():
        rest = list(monomial)
        for number in factor:
            if number not in rest:
                return None
            rest.remove(number)
        total[tuple(rest)] = coefficient
    return total
