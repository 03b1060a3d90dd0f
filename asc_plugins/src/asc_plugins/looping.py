"""Loops that are written with ``with``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NoReturn

from .builder import current_builder
from .values import PlainValue


class LoopContext(ABC):
    """What repeats the body of a ``with``: ``while (mm.Iterate()) { … }`` is ``with mm.iterate():`` in Python.

    An API returns an object of a class derived from this one. The body may ``return``; ``break`` and ``continue`` in
    it are refused, as in Python they would mean a loop around the ``with``.
    """

    @abstractmethod
    def loop_condition(self) -> PlainValue | bool:
        """Creates the operations whose result decides on another round; they run before each, the first included."""

    def loop_value(self) -> Any:
        """What ``as`` binds, made at the start of each round."""
        return None

    def __enter__(self) -> NoReturn:
        current_builder(f"'with' on a {type(self).__name__}")
        raise TypeError(f"a {type(self).__name__} is a loop of the kernel; use it in a 'with' under @asc.jit")

    def __exit__(self, *exception: object) -> None:
        """Part of what a ``with`` asks for; the kernel's loop ends by its condition."""
        raise TypeError(f"a {type(self).__name__} is a loop of the kernel")
