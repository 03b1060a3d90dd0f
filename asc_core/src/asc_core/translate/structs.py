"""The structs that a file defines, under names that C++ and the headers leave free."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable

from asc_core.passes.declare_py_struct import DEFINITION
from asc_plugins.irtypes import AnyType, IRType

from .errors import TranslateError
from .names import Names

_DEFINED = re.compile(r"\bstruct (\w+) \{")


class Structs:
    """Definitions of structs, and the types with the names that the structs got.

    Attributes:
        texts: the definitions, in the given order.
    """

    def __init__(self, texts: Iterable[str], names: Names) -> None:
        self.texts: list[str] = []
        self._names: dict[str, str] = {}
        for text in texts:
            for name in _DEFINED.findall(text):
                if name in self._names:
                    raise TranslateError(
                        f"two different structs of this kernel are called {name}", hint="rename one of the classes"
                    )
                self._names[name] = names.fresh(name)
            self.texts.append(self._in_place(text))
        self._renamed = {name: free for name, free in self._names.items() if name != free}

    def _in_place(self, text: str) -> str:
        # A type stands before a space, a member's name before a semicolon.
        return re.sub(r"\b(\w+)(?= )", lambda found: self._names.get(found[1], found[1]), text)

    def named(self, type_: AnyType) -> AnyType:
        """A type as the file spells it."""
        if self._renamed and isinstance(type_, IRType) and DEFINITION in type_.spec.parameters and type_[DEFINITION]:
            renamed = tuple(self._renamed.get(p, p) if isinstance(p, str) else p for p in type_.parameters)
            return dataclasses.replace(type_, parameters=renamed)
        return type_
