"""A function while it is traced: its variables and where control may leave it."""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import compress, repeat
from operator import is_not
from types import CodeType, ModuleType
from typing import Any

from .function import KernelFunction
from .liveness import Flow, analyse, local_names
from .source import FunctionSource

#: No value at all.
NOTHING: Any = object()

#: Variables of the compiler's own; no name of Python's looks like these.
RETURNED, RESULT = "<returned>", "<result>"


def shown(name: str) -> str:
    """A variable's name in ASC-IR, also of a hidden one."""
    return name.strip("<>").partition(" ")[0]


@dataclass(frozen=True)
class Unbound:
    """Stands for the value of a variable that can't be read.

    Attributes:
        code: the diagnostic's code.
        title: what is wrong, for the place that reads it.
        related: places with what they have to do with it.
        hint: what to do.
        value: the value it has on the paths that leave the loop around, :data:`NOTHING` where it has none.
    """

    code: str
    title: str
    related: tuple[tuple[ast.AST, str], ...] = ()
    hint: str | None = None
    value: Any = NOTHING


@dataclass
class Loop:
    """A loop around the current place.

    Attributes:
        skip: the flag that is up for the rest of a round.
        leave: the flag that is up when the loop is left.
        index: the variable that counts, apart from the author's.
        at_breaks: variables that have a value at every ``break`` traced so far; None before the first.
        at_continues: the same for ``continue``.
        only_left: variables that have a value after the loop only if a ``break`` left it.
        is_with: True for a ``with`` that a pack made a loop.
    """

    skip: str
    leave: str
    index: str
    at_breaks: frozenset[str] | None = None
    at_continues: frozenset[str] | None = None
    only_left: frozenset[str] = frozenset()
    is_with: bool = False


def _inner_names(code: CodeType) -> Iterator[str]:
    """Variables of a function and of the comprehensions in it."""
    yield from code.co_varnames
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _inner_names(constant)


class Frame:
    """The state of one function's trace.

    Attributes:
        vars: variables that have a value, hidden ones included.
        places: where each variable got its value.
        names: all local variables of the function, numbered by first appearance.
        flows: liveness of compound statements.
        loops: the loops around the current place, innermost last.
        modules: what the modules hold that are read as globals, by the modules' names.
        region: changes whenever control flow decided at run time is entered or left.
        decided: the region in which the innermost branch around the current place is chosen while the kernel is
            compiled; that of the function's start where there is none.
    """

    _numbers = itertools.count(1)

    def __init__(self, function: KernelFunction, source: FunctionSource, is_kernel: bool) -> None:
        self.function = function
        self.source = source
        self.is_kernel = is_kernel
        self.vars: dict[str, Any] = {RETURNED: False}
        self.places: dict[str, ast.AST] = {}
        body = source.node.body
        walrus = ":=" in source.text
        self.flows: dict[ast.stmt, Flow] = analyse(body, walrus)
        arguments = source.node.args
        parameters = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg]
        local = dict.fromkeys((*(a.arg for a in parameters if a is not None), *local_names(body, walrus, self.flows)))
        self.names: dict[str, int] = {name: i for i, name in enumerate(local)}
        self.loops: list[Loop] = []
        self.region = self.decided = 0
        fn = function.fn
        self.cells = dict(zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True))
        self.globals = fn.__globals__
        own = {*self.names, *self.cells, *_inner_names(fn.__code__)}
        names = (n for n in fn.__code__.co_names if n not in own)
        self.modules = {n: vars(m) for n in names if type(m := self.globals.get(n)) is ModuleType}
        scope = self.globals.get("__builtins__", builtins)
        self.builtins: dict[str, Any] = scope if isinstance(scope, dict) else vars(scope)

    def rank(self, name: str) -> tuple[int, str]:
        """Orders variables by first appearance in the source, hidden ones last."""
        return self.names.get(name, len(self.names)), name

    @property
    def skip(self) -> str:
        """The flag that says that the rest of the current block isn't executed."""
        return self.loops[-1].skip if self.loops else RETURNED

    def enter_loop(self) -> Loop:
        """Registers a loop around what is traced next; its flags are down."""
        number = next(self._numbers)
        loop = Loop(f"<skip {number}>", f"<leave {number}>", f"<index {number}>")
        self.loops.append(loop)
        self.vars[loop.skip] = self.vars[loop.leave] = False
        return loop

    def bound(self) -> frozenset[str]:
        """Variables that have a value."""
        return frozenset(n for n, v in self.vars.items() if not isinstance(v, Unbound))

    def new_region(self) -> int:
        """Enters a branch or a loop that the kernel decides on when it runs; gives the region around it."""
        outer, self.region = self.region, next(self._numbers)
        return outer

    def snapshot(self) -> Snapshot:
        """The variables as they are now; a snapshot must be restored before one of them is changed."""
        return Snapshot(self.vars, self.places)

    def restore(self, snapshot: Snapshot) -> None:
        """Makes the variables those of a snapshot, which stays as it is."""
        self.vars, self.places = dict(snapshot.vars), dict(snapshot.places)

    def changed(self, before: Snapshot, *after: Snapshot) -> Iterator[str]:
        """Variables whose value differs between snapshots, in the source's order."""
        names: set[str] = set()
        for snapshot in after:
            if snapshot is before:
                continue
            now = snapshot.vars
            values_before = map(before.vars.get, now, repeat(NOTHING))
            names.update(compress(now, map(is_not, now.values(), values_before)))
        return iter(sorted(names, key=self.rank) if len(names) > 1 else names)


@dataclass
class Snapshot:
    """Variables at one place of a trace."""

    vars: dict[str, Any] = field(default_factory=dict)
    places: dict[str, ast.AST] = field(default_factory=dict)
