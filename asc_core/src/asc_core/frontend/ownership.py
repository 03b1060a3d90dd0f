"""Which lists and dicts a kernel may change: those that it made, where nothing that happens at run time decides."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .base import TracerBase
from .joining import rebuilt

#: Classes of what can be changed, or can hold it.
CONTAINERS = (tuple, list, dict)
_COPIES: dict[type, str] = {list: "[*values]", dict: "{**values}"}

#: Functions of Python that give a list or dict of their own, and methods that do.
_MAKERS = (sorted, dict)
_MAKING_METHODS = frozenset(("copy", "fromkeys", "split", "rsplit", "splitlines"))


@dataclass(frozen=True)
class _Refusal:
    """Why a list or dict can't be changed, and what to do instead; ``{}`` stands for what it is, and for a copy."""

    code: str
    title: str
    hint: str


_FOREIGN = _Refusal("ASC-E205", "a kernel can't change a {} that it hasn't made", "make a copy, for instance {}")
_MERGED = _Refusal(
    "ASC-E505",
    "this {} is one of several that a variable may stand for, depending on what happens when the kernel runs; "
    "it can't be changed",
    "change a copy, for instance {}",
)
_CALLERS = _Refusal(
    "ASC-E205",
    "a device function can't change a {} of its caller",
    "make a copy, for instance {}, and return it",
)
_HANDED_ON = _Refusal(
    "ASC-E205",
    "this {} can't be changed: a device function took and returned it, which made two of it",
    "change a copy, for instance {}",
)


class Ownership(TracerBase):
    """What is known of the lists and dicts of a kernel."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        #: By identity: lists and dicts, with the region that made them or the reason that nobody may change them.
        self._containers: dict[int, tuple[Any, int | _Refusal]] = {}

    def own(self, container: Any) -> Any:
        """Remembers that the kernel made a list or dict here."""
        self._containers[id(container)] = container, self.frame.region
        return container

    def own_copy(self, value: Any) -> Any:
        """A copy of a value's lists and dicts, those inside of it too, which are the kernel's own."""
        if isinstance(value, dict):
            return self.own({k: self.own_copy(v) for k, v in value.items()})
        if isinstance(value, (tuple, list)):
            copy = rebuilt(value, [self.own_copy(v) for v in value])
            return self.own(copy) if isinstance(copy, list) else copy
        return value

    def own_result(self, function: Callable[..., Any], result: Any) -> Any:
        """What a Python function gave; the kernel owns it where the function surely made it."""
        if type(result) not in _COPIES:
            return result
        owner = getattr(function, "__self__", None)
        made = type(owner) in (list, dict, str) or owner is dict
        if function in _MAKERS or (made and function.__name__ in _MAKING_METHODS):
            self.own(result)
        return result

    def is_made(self, value: Any) -> bool:
        """True unless a value is, or holds, a list or dict that the function being traced hasn't made itself."""
        seen: set[int] = set()

        def made(item: Any) -> bool:
            if isinstance(item, (list, dict)):
                known = self._containers.get(id(item))
                if id(item) in seen or known is None or isinstance(known[1], _Refusal):
                    return False
                seen.add(id(item))
            if isinstance(item, CONTAINERS):
                return all(map(made, item.values() if isinstance(item, dict) else item))
            return True

        return made(value)

    def merged(self, *values: Any) -> None:
        """Lists and dicts of which only the kernel will know which one a variable stands for."""
        self._mark(_MERGED, values)

    def lent(self, *values: Any) -> None:
        """Lists and dicts passed to a device function, as it sees them."""
        self._mark(_CALLERS, values)

    def handed_on(self, *values: Any) -> None:
        """Lists and dicts that a device function took, and gave back."""
        self._mark(_HANDED_ON, values)

    def is_merged(self, container: Any) -> bool:
        """True for lists and dicts whose identity isn't known."""
        known = self._containers.get(id(container))
        return known is not None and known[1] in (_MERGED, _HANDED_ON)

    def merge(self, first: Any, second: Any, result: Any) -> None:
        """Marks what a variable is on two paths and behind them, apart from what is the same on both."""
        if first is second and first is result:
            return
        values = (first, second, result)
        if not all(isinstance(v, (tuple, list)) for v in values) or not len(first) == len(second) == len(result):
            self.merged(*values)
            return
        self._containers.update((id(v), (v, _MERGED)) for v in values if isinstance(v, list))
        for items in zip(first, second, result, strict=True):
            self.merge(*items)

    def _mark(self, why: _Refusal, values: Iterable[Any]) -> None:
        for value in values:
            if isinstance(value, (list, dict)):
                known = self._containers.get(id(value))
                if known is not None and known[1] is why:
                    continue
                self._containers[id(value)] = value, why
            if isinstance(value, CONTAINERS):
                self._mark(why, value.values() if isinstance(value, dict) else value)

    def may_change(self, container: Any, node: ast.AST) -> None:
        """Refuses a change of a list or dict that isn't the kernel's own, or made outside of this branch or loop."""
        kind = type(container)
        known = self._containers.get(id(container))
        why = _FOREIGN if known is None else known[1]
        if isinstance(why, _Refusal):
            copy = _COPIES.get(kind, f"{kind.__name__}(values)")
            self.fail(why.code, why.title.format(kind.__name__), node, hint=why.hint.format(copy))
        if why != self.frame.region:
            hint = "use asc.array(dtype, length)"
            if self.frame.loops:
                hint += ", or asc.static_range instead of range, which is a loop of the kernel whatever its bounds"
            self.fail(
                "ASC-E505",
                f"this {kind.__name__} exists at compile time only; it can't be changed in a branch or loop that the "
                "kernel takes when it runs",
                node,
                hint=hint,
            )
