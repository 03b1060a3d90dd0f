"""What passes must know of an operation's use of memory and pipes, beside its operands' effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal, Protocol

from .params import Effect
from .records import record

if TYPE_CHECKING:
    from .ops import Pipe


class OpFacts(Protocol):
    """An operation as a rule sees it."""

    def memory(self, operand: str) -> str | None:
        """The memory that a tensor operand lies in, ``UB``; None when it isn't known."""

    def position(self, operand: str, *parameters: str) -> str | None:
        """The text of the first of *parameters* that the type of *operand* has, ``TPosition::VECIN``."""


#: Finds the pipe of an op that doesn't always run on the same one; None when it isn't known.
PipeRule = Callable[[OpFacts], "Pipe | None"]


@record
class Work:
    """An instruction that reads and writes the tensors among its operands as their effects say.

    Attributes:
        pipe: finds its pipe, where the declaration's ``pipe`` doesn't name it.
        count: operand, of signatures that have it, with the number of elements: of each tensor no others than the first
            ones are touched.
        index: operand with the number of the only element that is touched.
        receiver: what a member does with its tensor's elements.
        settles: all pipes must be done before it.
        opaque: it may touch anything.
        hands_on: it touches nothing itself, but ends its pipe's work on the tensors.
    """

    pipe: PipeRule | None = None
    count: str | None = None
    index: str | None = None
    receiver: Effect | None = None
    settles: bool = False
    opaque: bool = False
    hands_on: bool = False


@record
class Place:
    """An op that gives a tensor or a buffer its memory.

    Attributes:
        memories: memory by the text of the logical position; of several the result lies in an unknown one.
        position: attribute with the position, or parameter of the result's or of operand *of*'s type; the first
            that there is counts.
        default: the memory where no position is given.
        tensor: operand that gets the memory; None when it is the result.
        of: operand whose type has the position.
        address: operand with the begin, in bytes of the memory or an address; without it nothing else lies there.
        size: operand with the number of elements; 0 or absent: to the end of the memory.
        behind: operand whose tensors lie one behind the other; *size* may be an attribute then.
        holders: pipe that works on the result first, by position; for buffers that are handed from pipe to pipe.
    """

    memories: Mapping[str, str] = field(default_factory=dict)
    position: tuple[str, ...] = ()
    default: str | None = None
    tensor: str | None = None
    of: str | None = None
    address: str | None = None
    size: str | None = None
    behind: str | None = None
    holders: Mapping[str, Pipe] = field(default_factory=dict)


@record
class View:
    """An op whose result, or operand *tensor*, stands for memory of another value.

    Attributes:
        base: operand with that value.
        offset: operand with the begin, in elements or, with *bytes*, in bytes.
        size: operand with the number of elements; without it to the end of the base.
    """

    base: str = "self"
    offset: str | None = None
    bytes: bool = False
    tensor: str | None = None
    size: str | None = None


@record
class Sync:
    """An op that orders pipes: sets a flag, waits for it, or is a barrier of one pipe or of ``ALL``.

    Attributes:
        texts: value of *attribute* by the pipes' names, ``("MTE2", "V")`` or ``("V",)``.
        id: operand with the flag's number.
    """

    kind: Literal["set", "wait", "barrier"]
    attribute: str
    texts: Mapping[tuple[str, ...], str]
    id: str | None = None


@record
class Takes:
    """An op that takes a part of a memory for good, or of a part that was taken before.

    Attributes:
        target: operand that gets the part; others may then take theirs of it.
        memories: memory by the text of the logical position.
        position: parameters of the type of *target* with the position; the first that there is counts.
        length: operands with the length in bytes; the first that there is counts. It is rounded up to 32.
        count: operand with the number of such parts; without it one.
        source: operand that gives the part.
        shares: operand with what has the same part already, if it is given.
    """

    target: str
    memories: Mapping[str, str]
    position: tuple[str, ...]
    length: tuple[str, ...]
    count: str | None = None
    source: str = "self"
    shares: str | None = None


Role = Work | Place | View | Sync | Takes
