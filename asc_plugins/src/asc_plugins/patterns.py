"""The text of an operation as a pattern with the names of its operands and attributes: ``{self}[{offset}]``."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from .emit import Expr, Precedence, precedence_of

if TYPE_CHECKING:
    from .emit import Emitter, OpText
    from .ops import EmitFunction

_POSTFIX = Precedence.POSTFIX


def text_emitter(pattern: str, constructs: bool = False) -> EmitFunction:
    """An emitter that fills *pattern* with an op's operands and attributes by name.

    An operand beside an operator is put into parentheses where it needs them. With *constructs* the pattern is what
    follows the name of the variable that the op declares.

    Raises:
        ValueError: a name in *pattern* has a conversion or a format.
    """
    pieces = _pieces(pattern)
    precedence = precedence_of(pattern.format_map(_Placeholders()))
    # Whether a name is an attribute is found out with the first op.
    is_attribute: dict[str, bool] = {}

    def filled(op: OpText) -> str:
        texts = []
        for literal, name, alone in pieces:
            texts.append(literal)
            if name is None:
                continue
            known = is_attribute.get(name)
            if known is None:
                known = is_attribute[name] = _has(op, name)
            text = op.cpp(name) if known else op.operand(name)
            texts.append(text if alone else (text if isinstance(text, Expr) else Expr(text)).within(_POSTFIX))
        return "".join(texts)

    def expression(op: OpText, emitter: Emitter) -> str:
        return Expr(filled(op), precedence)

    def declaration(op: OpText, emitter: Emitter) -> str:
        (type_,) = op.result_types
        return emitter.declare(type_.cpp, op.name.partition(".")[2], suffix=filled(op))

    return declaration if constructs else expression


class _Placeholders(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "name"


def _pieces(pattern: str) -> list[tuple[str, str | None, bool]]:
    """``(text before, name, whether it stands alone)`` of each name, and the text at the end."""
    parsed = list(string.Formatter().parse(pattern))
    pieces = []
    for place, (literal, name, format_, conversion) in enumerate(parsed):
        after = parsed[place + 1][0] if place + 1 < len(parsed) else ""
        if format_ or conversion:
            raise ValueError(f"'{pattern}': a name in a pattern has neither a conversion nor a format")
        opened = literal.endswith("<") or literal.rstrip()[-1:] in ("", "(", "[", "{", ",")
        closed = after.startswith(">") or after.lstrip()[:1] in ("", ")", "]", "}", ",", ";")
        pieces.append((literal, name, opened and closed))
    return pieces


def _has(op: OpText, attribute: str) -> bool:
    try:
        op.cpp(attribute)
    except KeyError:
        return False
    return True
