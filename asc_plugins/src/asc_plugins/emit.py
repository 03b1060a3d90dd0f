"""What a custom emitter sees of the operation it writes as Ascend C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from .irtypes import ValueType


class OpText(Protocol):
    """An operation, its operands already written as Ascend C expressions."""

    @property
    def name(self) -> str:
        """The op's name, ``asc.add``."""

    def operand(self, name: str) -> str:
        """The expression of a single operand, as an argument of a call."""

    def operands(self, name: str) -> list[str]:
        """The expressions of an optional or variadic operand; empty when absent."""

    def operand_type(self, name: str) -> ValueType:
        """The type of a single operand."""

    def attribute(self, name: str) -> Any:
        """An attribute as Python: bool, int, float, str, DataType, list, or None when absent.

        An enum is its Ascend C text, ``"HardEvent::MTE2_V"``.
        """

    def cpp(self, name: str) -> str:
        """An attribute as Ascend C text; enums are qualified."""

    @property
    def result_types(self) -> Sequence[ValueType]:
        """The types of the results."""


class Emitter(Protocol):
    """Where an emitter writes declarations and statements that its expression needs."""

    def statement(self, text: str) -> None:
        """Writes a statement at the current place; a semicolon is added where it is missing."""

    def declare(self, cpp_type: str, hint: str, initializer: str | None = None, suffix: str = "") -> str:
        """Declares a variable named after *hint* and gives its name. *suffix* follows it: ``[4]``, ``(a, b)``."""

    def name(self, hint: str) -> str:
        """A fresh C++ name close to *hint*."""

    def result_name(self, hint: str) -> str:
        """A fresh name for the op's result: the Python variable's, or one close to *hint*."""
