"""What a custom emitter sees of the operation it writes as Ascend C."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from enum import IntEnum
from typing import Any, Protocol

from .builder import Handle
from .dtypes import DataType
from .irtypes import AnyType, ValueType
from .records import record

#: An operand, attribute or region: by name in declared ops, by position in MLIR's own.
Key = str | int


class Precedence(IntEnum):
    """How tightly an expression of C++ binds, loosest first."""

    ARGUMENT = 0
    CONDITIONAL = 1
    OR = 2
    AND = 3
    BIT_OR = 4
    BIT_XOR = 5
    BIT_AND = 6
    EQUALITY = 7
    RELATIONAL = 8
    SHIFT = 9
    ADDITIVE = 10
    MULTIPLICATIVE = 11
    UNARY = 12
    POSTFIX = 13
    PRIMARY = 14


class Expr(str):
    """An expression of C++ that knows its precedence; a plain string counts as what it looks like.

    *implicit* is the expression without an outermost conversion between integers, for places that convert anyway.
    """

    __slots__ = ("implicit", "precedence")

    implicit: Expr | None
    precedence: Precedence

    def __new__(cls, text: str, precedence: Precedence | None = None, implicit: Expr | None = None) -> Expr:
        self = str.__new__(cls, text)
        self.precedence = precedence_of(text) if precedence is None else precedence
        self.implicit = implicit
        return self

    def within(self, precedence: Precedence) -> str:
        """The expression, in parentheses where a place needs at least *precedence*."""
        return str(self) if self.precedence >= precedence else f"({self})"


_WORD = re.compile(r"[A-Za-z_]\w*(::\w+)*|\d[\w.]*|\"[^\"\\]*\"|'[^'\\]'")
_PAIRS = {"(": ")", "[": "]", "<": ">", "{": "}"}


def precedence_of(text: str) -> Precedence:
    """PRIMARY or POSTFIX of names, literals, calls, members, subscripts; the loosest of all else."""
    if isinstance(text, Expr):
        return text.precedence
    found = _WORD.match(text)
    if not found:
        whole = text.startswith("(") and _closing(text, 0) == len(text) - 1
        return Precedence.PRIMARY if whole else Precedence.ARGUMENT
    place = found.end()
    if place == len(text):
        return Precedence.PRIMARY
    while place < len(text):
        char = text[place]
        if char in _PAIRS:
            end = _closing(text, place)
            # A template's arguments are followed by a call; anything else is a comparison.
            if end is None or (char == "<" and text[end + 1 : end + 2] not in ("(", "{", ":")):
                return Precedence.ARGUMENT
            place = end + 1
        elif separator := re.match(r"(\.|->|::)\w+", text[place:]):
            place += separator.end()
        else:
            return Precedence.ARGUMENT
    return Precedence.POSTFIX


def _closing(text: str, start: int) -> int | None:
    """Where the bracket at *start* closes; brackets inside of it are balanced."""
    stack: list[str] = []
    for place in range(start, len(text)):
        char = text[place]
        if char in "([{" or (char == "<" and text[start] == "<"):
            stack.append(_PAIRS[char])
        elif stack and char == stack[-1]:
            stack.pop()
            if not stack:
                return place
        elif char in ")]}":
            return None
    return None


_CONSTANT = re.compile(r"-?\d+|-?\d[\d.]*(e[+-]?\d+)?f")


def converted(text: str, dtype: DataType) -> str:
    """A number as one of *dtype*, for braces, in which C++ allows no narrowing; a constant stays as it is."""
    casts = (f"static_cast<{dtype.cpp}>(", f"{dtype.cpp}(")
    done = any(text.startswith(cast) and _closing(text, len(cast) - 1) == len(text) - 1 for cast in casts)
    return text if done or _CONSTANT.fullmatch(text) else f"{casts[0]}{text})"


class OpText(Protocol):
    """An operation, its operands already written as Ascend C expressions.

    Operands of MLIR's own ops have no names: they are asked for by their position.
    """

    @property
    def name(self) -> str:
        """The op's name, ``asc.add``."""

    def operand(self, name: Key, precedence: Precedence = Precedence.ARGUMENT) -> str:
        """The expression of a single operand, in parentheses where *precedence* needs them.

        Without *precedence* it is written as an argument of a call.
        """

    def operands(self, name: Key) -> list[str]:
        """The expressions of an optional or variadic operand; empty when absent."""

    def operand_type(self, name: Key) -> AnyType:
        """The type of a single operand."""

    def operand_value(self, name: Key) -> Handle:
        """The SSA value of a single operand."""

    @property
    def all_operands(self) -> list[str]:
        """The expressions of all operands, whatever their names."""

    def attribute(self, name: str) -> Any:
        """An attribute as Python: bool, int, float, str, DataType, list, or None when absent.

        An enum is its Ascend C text, ``"HardEvent::MTE2_V"``. A type is its text too, an :class:`Expr`, where it isn't
        a DataType. The elements of a constant array are a list.
        """

    def cpp(self, name: str) -> str:
        """An attribute as Ascend C text; enums are qualified."""

    @property
    def result_types(self) -> Sequence[AnyType]:
        """The types of the results."""

    @property
    def results(self) -> Sequence[Handle]:
        """The SSA values of the results."""

    def region(self, index: int) -> RegionText:
        """A region; emitters write it with :meth:`Emitter.region`."""


@record
class FunctionText:
    """A function of C++.

    Attributes:
        name: its name.
        parameters: the types of its parameters; those that end in ``&`` take variables only.
        results: the types of its results.
        struct: the name of the struct it returns when there are several, with the members ``value0``, ``value1``….
    """

    name: str
    parameters: tuple[str, ...]
    results: tuple[str, ...]
    struct: str | None = None


class RegionText(Protocol):
    """A region with one block."""

    @property
    def arguments(self) -> Sequence[Handle]:
        """The SSA values of its arguments."""

    @property
    def empty(self) -> bool:
        """True when it holds nothing but its terminator."""

    @property
    def terminator(self) -> OpText:
        """The terminator; its operands can be written once the region is."""


class Emitter(Protocol):
    """Where an emitter writes declarations and statements that its expression needs."""

    def statement(self, text: str) -> None:
        """Writes a statement at the current place; a semicolon is added where it is missing."""

    def declare(self, cpp_type: str, hint: str, initializer: str | None = None, suffix: str = "") -> str:
        """Declares a variable named after *hint* and gives its name.

        *suffix* follows the name: ``[4]``, ``(a, b)``. The first variable that the emitter of an op declares
        bears the name of the Python variable the op's result is assigned to, if there is one.
        """

    def temporary(self, cpp_type: str, hint: str, initializer: str, suffix: str = "") -> str:
        """Declares a variable for a value other than the op's result and gives its name."""

    def name(self, hint: str) -> str:
        """A fresh C++ name close to *hint*."""

    def result_name(self, hint: str) -> str:
        """A fresh name for the op's result: the Python variable's, or one close to *hint*."""

    def cpp_type(self, type: AnyType) -> str:
        """A type in Ascend C."""

    def function(self, symbol: str) -> FunctionText:
        """A function of the module that ``func.call`` or ``emitc.call`` calls; it is written before the current one.

        Raises:
            CallError: these call no such function.
        """

    def symbol(self, name: str) -> OpText:
        """The operation of the module that defines a symbol.

        Raises:
            CallError: there is none.
        """

    def variable(self, value: Handle, hint: str, initializer: str | None = None) -> str:
        """Declares the variable that holds an SSA value: an op's result or a region's argument."""

    def bind(self, value: Handle, text: str) -> None:
        """Says how an SSA value is written from here on."""

    def name_of(self, value: Handle, hint: str) -> str:
        """A fresh name for an SSA value: its Python variable's, or one close to *hint*."""

    def block(self, head: str) -> AbstractContextManager[None]:
        """Writes ``head {`` and, at its end, ``}``."""

    def scope(self) -> AbstractContextManager[None]:
        """A scope of names without a block of statements, for what a statement's head declares."""

    def otherwise(self, opposite: str | None = None) -> AbstractContextManager[None]:
        """Continues the block that has just ended with ``else``.

        An empty one becomes a block with the head *opposite*, the ``if`` with the negated condition.
        """

    def capture(self) -> AbstractContextManager[Sequence[Any]]:
        """Collects the lines of a block that :meth:`write` writes later; none when all became expressions."""

    def write(self, lines: Sequence[Any]) -> None:
        """Writes captured lines."""

    def region(self, region: RegionText) -> OpText:
        """Writes the statements of a region but for its terminator, which it gives; else the op that has the region."""

    def assign(self, pairs: Sequence[tuple[str, str, str]]) -> None:
        """Assigns to several variables at once: ``(type, variable, value)``; values see the old variables."""

    def reusable(self, value: Handle, target: Handle, inside: bool = False) -> str | None:
        """The variable that holds *value* when it may become *target*: nobody but the current op needs the value.

        With *inside* the op's regions may use the old value too. Ask before any operand's text is taken.
        """

    def non_negative(self, value: Handle) -> bool:
        """True when an integer is known not to be negative."""

    def constant(self, value: Handle) -> int | float | None:
        """The value of a constant; None when it isn't one."""

    def literal(self, value: bool | int | float, type: ValueType) -> str:
        """A number as a literal of a type."""

    def preamble(self, text: str) -> None:
        """Writes *text* before the kernel as it stands, once."""

    def helper(self, name: str, text: str) -> str:
        """Defines a function before the kernel, once, and gives its name."""


_NAME = re.compile(r"[A-Za-z_]\w*")


def lvalue(op: OpText, emitter: Emitter, name: Key) -> str:
    """A single operand as a variable, for a parameter that is a reference: ``LocalTensor<T>&``."""
    text = op.operand(name)
    hint = name if isinstance(name, str) else "argument"
    return text if _NAME.fullmatch(text) else emitter.temporary(op.operand_type(name).cpp, hint, text)
