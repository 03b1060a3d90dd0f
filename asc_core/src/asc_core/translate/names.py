"""Names of C++: legal, not taken, close to Python's."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum

from asc_plugins.cppnames import C_FUNCTIONS, KEYWORDS, OF_OTHERS, WORDS_OF_HEADERS, legal
from asc_plugins.registry import Registry

_WORD = re.compile(r"[A-Za-z_]\w*")


@functools.lru_cache(maxsize=4)
def reserved(registry: Registry) -> frozenset[str]:
    """Names that mean something in the text of some kernel: types, functions and enums of the packs."""
    words = set(KEYWORDS | WORDS_OF_HEADERS | OF_OTHERS)
    for type_ in registry.types.values():
        words.update(_WORD.findall(re.sub(r"\{\w+\}", "", type_.cpp)))
    for op in registry.ops.values():
        if op.call is not None:
            words.add(op.call.callee)
    for api in registry.apis():
        words.update(_WORD.findall(api.ascendc))
    for names in registry.names.values():
        words.update(n for n, obj in names.items() if isinstance(obj, type) and issubclass(obj, Enum))
    return frozenset(words)


class Names:
    """Names in nested scopes. An inner scope never hides a name of an outer one."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = frozenset(taken)
        self._scopes: list[set[str]] = [set()]
        # Next number of each name in the scope that used it last; it saves counting from 0.
        self._numbers: list[dict[str, int]] = [{}]
        self._ever: set[str] = set()

    def fresh(self, hint: str) -> str:
        """A name close to *hint*, taken in the current scope from now on."""
        base = legal(hint)
        number = 0
        for numbers in reversed(self._numbers):
            if base in numbers:
                number = numbers[base]
                break
        name = f"{base}_{number}" if number else base
        while self._is_taken(name):
            number += 1
            name = f"{base}_{number}"
        self._numbers[-1][base] = number + 1
        self._scopes[-1].add(name)
        self._ever.add(name)
        return name

    def _is_taken(self, name: str) -> bool:
        if name in self._taken:
            return True
        for scope in self._scopes:  # noqa: SIM110 - a generator costs more than the search
            if name in scope:
                return True
        return False

    def function(self, hint: str) -> str:
        """A name for a function before the kernel, which no variable hides."""
        name, number = hint, 0
        while name in self._taken or name in self._ever:
            number += 1
            name = f"{hint}_{number}"
        self._scopes[0].add(name)
        self._ever.add(name)
        return name

    def kernel(self, name: str) -> str:
        """The kernel's name, which isn't that of a function of C."""
        base = legal(name)
        return self.fresh(f"{base}_kernel" if base in C_FUNCTIONS else base)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A scope whose names are free again after it."""
        self._scopes.append(set())
        self._numbers.append({})
        try:
            yield
        finally:
            self._scopes.pop()
            self._numbers.pop()
