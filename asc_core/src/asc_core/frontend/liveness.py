"""Which variables a branch or a loop must hand on: those it assigns and that are read afterwards.

One walk over the syntax tree tells what every statement reads and assigns, from the last to the first; another over
the statements, what is live behind the compound ones. Where control leaves early the answer errs on the side of "live".
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Match)
_COMPOUND = frozenset(COMPOUND)
#: Statements that assign nothing, but by a walrus.
_PLAIN = frozenset((ast.Expr, ast.Return))
#: A pack may make a loop of a ``with``.
_LOOPS = frozenset((ast.For, ast.While, ast.With))
#: Compound statements that assign by themselves.
_BINDING = frozenset((ast.For, ast.With, ast.Match))


@dataclass
class Flow:
    """Facts about a compound statement.

    Attributes:
        assigned: variables it may assign, in the order of their first assignment.
        targets: those that it assigns by itself, such as the index of a ``for``.
        inside: for loops and ``with``, those of *assigned* that the body may assign.
        reads: variables it may read before it assigns them.
        live: those of *assigned* that may be read after it.
        at_head: for loops and ``with``, those of *assigned* that may be read by a further round or after the loop.
        breaks: for loops, True when it holds a ``break`` of its own.
        returns: for loops and ``with``, True when a ``return`` may leave it.
        continues: for loops, True when it holds a ``continue`` of its own.
    """

    assigned: tuple[str, ...] = ()
    inside: frozenset[str] = frozenset()
    reads: frozenset[str] = frozenset()
    live: frozenset[str] = frozenset()
    at_head: frozenset[str] = frozenset()
    breaks: bool = False
    returns: bool = False
    continues: bool = False
    targets: tuple[str, ...] = ()

    @property
    def leaves(self) -> bool:
        """For loops, True when control may leave it from the middle of a round."""
        return self.breaks or self.returns


def analyse(body: Sequence[ast.stmt], walrus: bool = True) -> dict[ast.stmt, Flow]:
    """The facts about every compound statement of a function's body; without a *walrus* expressions assign nothing."""
    flows: dict[ast.stmt, Flow] = {}
    first = next((i for i, s in enumerate(body) if type(s) in _COMPOUND), None)
    if first is None:
        return flows
    # What stands before the first of them reads and assigns for nobody's benefit.
    body = body[first:]
    simple: dict[ast.stmt, _Simple] = {}
    _Reads(flows, simple, walrus).block(body)
    _Live(flows, simple).block(body, set(), frozenset())
    return flows


#: Fields of syntax nodes that hold no expression or statement.
_PLAIN_FIELDS = frozenset(
    ("ctx", "op", "ops", "attr", "id", "arg", "kind", "conversion", "type_comment", "name", "rest")
)


class _Fields(dict[type, tuple[str, ...]]):
    """The fields of each class of nodes that hold others."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        names = kind._fields if issubclass(kind, ast.AST) else ()
        found = self[kind] = tuple(f for f in names if f not in _PLAIN_FIELDS)
        return found


_fields = _Fields()


def names_in_order(body: Iterable[ast.AST]) -> tuple[str, ...]:
    """Variables assigned in *body*, by first appearance in the source."""
    found: dict[str, None] = {}
    for node in body:
        _assigned(node, found)
    return tuple(found)


def local_names(body: Sequence[ast.stmt], walrus: bool, flows: Mapping[ast.stmt, Flow]) -> tuple[str, ...]:
    """Variables assigned in a function's *body*, by first appearance; without a *walrus* expressions assign none."""
    if walrus:
        return names_in_order(body)
    found: dict[str, None] = {}
    for statement in [s for s in body if type(s) not in _PLAIN]:
        flow = flows.get(statement)
        if flow is not None:
            found.update(dict.fromkeys(flow.assigned))
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                _assigned(target, found)
        else:
            _assigned(statement, found)
    return tuple(found)


#: Definitions, whose names are their own.
_OPAQUE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def _assigned(node: Any, found: dict[str, None]) -> None:
    kind = type(node)
    if kind is ast.Name:
        if type(node.ctx) is not ast.Load:
            found.setdefault(node.id)
        return
    if kind is ast.Constant or kind in _OPAQUE:
        return
    if kind in (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp):
        # A comprehension's own variables stay inside; a walrus in it assigns outside.
        for child in ast.walk(node):
            if isinstance(child, ast.NamedExpr):
                _assigned(child.target, found)
        return
    if kind in (ast.MatchAs, ast.MatchStar) and node.name:
        found.setdefault(node.name)
    if kind is ast.MatchMapping and node.rest:
        found.setdefault(node.rest)
    for name in _fields[kind]:
        value = getattr(node, name, None)
        if type(value) is list:
            for item in value:
                _assigned(item, found)
        elif value is not None:
            _assigned(value, found)


def _loads(node: ast.AST) -> set[str]:
    """Variables that a statement or an expression may read."""
    found: set[str] = set()
    stack: list[Any] = [node]
    while stack:
        item = stack.pop()
        kind = type(item)
        if kind is ast.Name:
            if type(item.ctx) is ast.Load:
                found.add(item.id)
        elif kind is not ast.Constant:
            for name in _fields[kind]:
                value = getattr(item, name, None)
                if type(value) is list:
                    stack += value
                elif value is not None:
                    stack.append(value)
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.add(node.target.id)
    return found


def _heads(node: Any) -> list[ast.expr]:
    """What a compound statement evaluates before its blocks."""
    kind = type(node)
    if kind is ast.If or kind is ast.While:
        return [node.test]
    if kind is ast.For:
        return [node.iter]
    if kind is ast.With:
        return [i.context_expr for i in node.items]
    return [node.subject, *(c.guard for c in node.cases if c.guard is not None)]


def _targets(node: Any) -> Iterable[ast.AST]:
    """What a compound statement itself assigns."""
    kind = type(node)
    if kind is ast.For:
        return (node.target,)
    if kind is ast.With:
        return (i.optional_vars for i in node.items if i.optional_vars)
    return (c.pattern for c in node.cases) if kind is ast.Match else ()


def _blocks(node: Any) -> list[list[ast.stmt]]:
    kind = type(node)
    if kind is ast.Match:
        return [c.body for c in node.cases]
    return [node.body, node.orelse] if kind is not ast.With and node.orelse else [node.body]


#: How control leaves a block early; the first and the last belong to the loop around.
_BREAKS, _RETURNS, _CONTINUES = 1, 2, 4
_EXITS: dict[type, int] = {ast.Break: _BREAKS, ast.Return: _RETURNS, ast.Continue: _CONTINUES}


@dataclass
class _Simple:
    """What a simple statement surely assigns, and what it may read."""

    stores: tuple[str, ...]
    loads: set[str]


class _Reads:
    """First pass: reads, assignments and exits, bottom up."""

    def __init__(self, flows: dict[ast.stmt, Flow], simple: dict[ast.stmt, _Simple], walrus: bool) -> None:
        self._flows, self._simple, self._walrus = flows, simple, walrus

    def block(self, body: Sequence[ast.stmt]) -> tuple[set[str], dict[str, None], int]:
        """Upward exposed reads, assigned names, and how control leaves early."""
        reads: set[str] = set()
        orders: list[Iterable[str]] = []
        exits = 0
        for statement in reversed(body):
            kind = type(statement)
            if kind in _COMPOUND:
                flow, inner = self._compound(statement)
                exits |= inner
                reads |= flow.reads
                orders.append(flow.assigned)
                continue
            known = self._simple[statement] = _Simple(_stores(statement), _loads(statement))
            reads.difference_update(known.stores)
            reads |= known.loads
            orders.append(names_in_order([statement]) if self._walrus else known.stores)
            exits |= _EXITS.get(kind, 0)
        assigned: dict[str, None] = {}
        for names in reversed(orders):
            assigned.update(dict.fromkeys(names))
        return reads, assigned, exits

    def _compound(self, node: ast.stmt) -> tuple[Flow, int]:
        kind = type(node)
        targets = names_in_order(_targets(node)) if kind in _BINDING else ()
        assigned = dict.fromkeys(targets)
        reads: set[str] = set()
        for head in _heads(node):
            reads |= _loads(head)
            if self._walrus:
                assigned.update(dict.fromkeys(names_in_order([head])))
        flow = Flow(targets=targets)
        exits = 0
        body = node.body if kind in _LOOPS else None  # type: ignore[attr-defined]
        for block in _blocks(node):
            block_reads, block_assigned, inner = self.block(block)
            if block is body:
                flow.inside = frozenset(block_assigned)
                if kind is ast.For:
                    block_reads.difference_update(targets)
                if kind is ast.With:
                    flow.returns = bool(inner & _RETURNS)
                else:
                    flow.breaks, flow.continues = bool(inner & _BREAKS), bool(inner & _CONTINUES)
                    # A return goes on to leave the loops around as well.
                    inner &= _RETURNS
                    flow.returns = bool(inner)
            reads |= block_reads
            assigned.update(block_assigned)
            exits |= inner
        flow.assigned = tuple(assigned)
        flow.reads = frozenset(reads)
        self._flows[node] = flow
        return flow, exits


def _stores(node: Any) -> tuple[str, ...]:
    """Names that a simple statement surely assigns."""
    kind = type(node)
    if kind is ast.Assign:
        return names_in_order(node.targets)
    return names_in_order([node.target]) if kind in (ast.AnnAssign, ast.AugAssign) else ()


class _Live:
    """Second pass: what is live, from the end to the start of a block."""

    def __init__(self, flows: dict[ast.stmt, Flow], simple: dict[ast.stmt, _Simple]) -> None:
        self._flows, self._simple = flows, simple

    def block(self, body: Sequence[ast.stmt], live: set[str], always: frozenset[str]) -> set[str]:
        """What is live before *body*; *live* is so behind it. *always* stays live: an early exit may lead there."""
        for statement in reversed(body):
            known = self._simple.get(statement)
            if known is not None:
                live.difference_update([n for n in known.stores if n not in always])
                live |= known.loads
                continue
            flow = self._flows[statement]
            flow.live = frozenset([n for n in flow.assigned if n in live])
            if type(statement) in _LOOPS:
                rounds, *otherwise = _blocks(statement)
                after = live
                for block in otherwise:
                    after = self.block(block, set(live), always) | live
                head = after | flow.reads
                flow.at_head = frozenset([n for n in flow.assigned if n in head])
                early = flow.at_head | always if flow.leaves or flow.continues else always
                self.block(rounds, set(head), early)
                live |= head
            else:
                for block in _blocks(statement):
                    self.block(block, set(live), always)
                live |= flow.reads
        return live
