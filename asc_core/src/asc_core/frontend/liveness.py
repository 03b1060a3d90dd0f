"""Which variables a branch or a loop must hand on: those it assigns and that are read afterwards.

Two passes over the syntax tree, each linear: what every compound statement reads and assigns, then what is live
behind it. Where control leaves early the answer errs on the side of "live".
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

COMPOUND = (ast.If, ast.For, ast.While, ast.With, ast.Match)
#: A pack may make a loop of a ``with``.
_LOOPS = (ast.For, ast.While, ast.With)


@dataclass
class Flow:
    """Facts about a compound statement.

    Attributes:
        assigned: variables it may assign, in the order of their first assignment.
        reads: variables it may read before it assigns them.
        live: those of *assigned* that may be read after it.
        at_head: for loops and ``with``, those of *assigned* that may be read by a further round or after the loop.
        breaks: for loops, True when it holds a ``break`` of its own.
        returns: for loops and ``with``, True when a ``return`` may leave it.
        continues: for loops, True when it holds a ``continue`` of its own.
    """

    assigned: tuple[str, ...] = ()
    reads: frozenset[str] = frozenset()
    live: frozenset[str] = frozenset()
    at_head: frozenset[str] = frozenset()
    breaks: bool = False
    returns: bool = False
    continues: bool = False

    @property
    def leaves(self) -> bool:
        """For loops, True when control may leave it from the middle of a round."""
        return self.breaks or self.returns


def analyse(body: Sequence[ast.stmt]) -> dict[ast.stmt, Flow]:
    """The facts about every compound statement of a function's body."""
    flows: dict[ast.stmt, Flow] = {}
    if not any(isinstance(statement, COMPOUND) for statement in body):
        return flows
    _Reads(flows).block(body)
    _live(body, set(), frozenset(), flows)
    return flows


#: Fields of syntax nodes that hold no expression or statement.
_PLAIN_FIELDS = frozenset(
    ("ctx", "op", "ops", "attr", "id", "arg", "kind", "conversion", "type_comment", "name", "rest")
)
_fields: dict[type[ast.AST], tuple[str, ...]] = {}


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a node; several times faster than :func:`ast.iter_child_nodes`."""
    kind = type(node)
    fields = _fields.get(kind)
    if fields is None:
        fields = _fields[kind] = tuple(f for f in kind._fields if f not in _PLAIN_FIELDS)
    for name in fields:
        value = getattr(node, name, None)
        if type(value) is list:
            yield from (v for v in value if isinstance(v, ast.AST))
        elif isinstance(value, ast.AST):
            yield value


def names_in_order(body: Iterable[ast.AST]) -> tuple[str, ...]:
    """Variables assigned in *body*, by first appearance in the source."""
    found: dict[str, None] = {}
    for node in body:
        _assigned(node, found)
    return tuple(found)


def local_names(body: Sequence[ast.stmt], walrus: bool) -> tuple[str, ...]:
    """Variables assigned in a function's *body*, by first appearance; without a *walrus* expressions assign none."""
    if walrus:
        return names_in_order(body)
    found: dict[str, None] = {}
    for statement in body:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                _assigned(target, found)
        elif not isinstance(statement, (ast.Expr, ast.Return)):
            _assigned(statement, found)
    return tuple(found)


#: Definitions, whose names are their own.
_OPAQUE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def _assigned(node: ast.AST, found: dict[str, None]) -> None:
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            found.setdefault(node.id)
        return
    if isinstance(node, (ast.Constant, ast.Attribute, *_OPAQUE)):
        if isinstance(node, ast.Attribute):
            _assigned(node.value, found)
        return
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
        # A comprehension's own variables stay inside; a walrus in it assigns outside.
        for child in ast.walk(node):
            if isinstance(child, ast.NamedExpr):
                _assigned(child.target, found)
        return
    if isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
        found.setdefault(node.name)
    if isinstance(node, ast.MatchMapping) and node.rest:
        found.setdefault(node.rest)
    for child in _children(node):
        _assigned(child, found)


def _loads(node: ast.AST, into: set[str]) -> None:
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, ast.Name):
            if isinstance(item.ctx, ast.Load):
                into.add(item.id)
        elif not isinstance(item, ast.Constant):
            stack.extend(_children(item))
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        into.add(node.target.id)


def _stores(node: ast.AST) -> tuple[str, ...]:
    """Names that a simple statement surely assigns."""
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return names_in_order(targets)
    return ()


def _heads(node: ast.stmt) -> list[ast.AST]:
    """What a compound statement evaluates before its blocks."""
    if isinstance(node, (ast.If, ast.While)):
        return [node.test]
    if isinstance(node, ast.For):
        return [node.iter]
    if isinstance(node, ast.With):
        return [i.context_expr for i in node.items]
    assert isinstance(node, ast.Match)
    return [node.subject, *(c.guard for c in node.cases if c.guard is not None)]


def _blocks(node: ast.stmt) -> list[list[ast.stmt]]:
    if isinstance(node, ast.Match):
        return [c.body for c in node.cases]
    assert isinstance(node, (ast.If, ast.For, ast.While, ast.With))
    return [b for b in (node.body, getattr(node, "orelse", [])) if b]


class _Reads:
    """First pass: reads, assignments and exits, bottom up."""

    def __init__(self, flows: dict[ast.stmt, Flow]) -> None:
        self._flows = flows

    def block(self, body: Sequence[ast.stmt]) -> tuple[set[str], dict[str, None], _Exits]:
        """Upward exposed reads, assigned names, and how control leaves early."""
        reads: set[str] = set()
        orders: list[dict[str, None]] = []
        exits = _Exits()
        for statement in reversed(body):
            if isinstance(statement, COMPOUND):
                flow, inner = self._compound(statement)
                exits |= inner
                reads |= flow.reads
                orders.append(dict.fromkeys(flow.assigned))
                continue
            reads.difference_update(_stores(statement))
            _loads(statement, reads)
            orders.append(dict.fromkeys(names_in_order([statement])))
            exits |= _Exits(
                isinstance(statement, ast.Break),
                isinstance(statement, ast.Return),
                isinstance(statement, ast.Continue),
            )
        assigned: dict[str, None] = {}
        for names in reversed(orders):
            assigned.update(dict.fromkeys(n for n in names if n not in assigned))
        return reads, assigned, exits

    def _compound(self, node: ast.stmt) -> tuple[Flow, _Exits]:
        assigned: dict[str, None] = {}
        reads: set[str] = set()
        if isinstance(node, ast.For):
            assigned.update(dict.fromkeys(names_in_order([node.target])))
        for head in _heads(node):
            _loads(head, reads)
            assigned.update(dict.fromkeys(names_in_order([head])))
        if isinstance(node, ast.With):
            assigned.update(dict.fromkeys(names_in_order(i.optional_vars for i in node.items if i.optional_vars)))
        if isinstance(node, ast.Match):
            assigned.update(dict.fromkeys(names_in_order(c.pattern for c in node.cases)))
        flow = Flow()
        exits = _Exits()
        for index, block in enumerate(_blocks(node)):
            block_reads, block_assigned, inner = self.block(block)
            if isinstance(node, ast.For) and index == 0:
                block_reads -= set(names_in_order([node.target]))
            reads |= block_reads
            for name in block_assigned:
                assigned.setdefault(name)
            if isinstance(node, ast.With):
                flow.returns = inner.returns
            elif isinstance(node, (ast.For, ast.While)) and block is node.body:
                flow.breaks, flow.returns, flow.continues = inner.breaks, inner.returns, inner.continues
                # A return goes on to leave the loops around as well.
                inner = _Exits(returns=inner.returns)
            exits |= inner
        flow.assigned = tuple(assigned)
        flow.reads = frozenset(reads)
        self._flows[node] = flow
        return flow, exits


@dataclass
class _Exits:
    """How control leaves a block early; the first and the last belong to the loop around."""

    breaks: bool = False
    returns: bool = False
    continues: bool = False

    def __or__(self, other: _Exits) -> _Exits:
        return _Exits(self.breaks or other.breaks, self.returns or other.returns, self.continues or other.continues)


def _live(body: Sequence[ast.stmt], live: set[str], always: frozenset[str], flows: dict[ast.stmt, Flow]) -> set[str]:
    """Second pass, from the end to the start of a block. *always* stays live: an early exit may lead there."""
    for statement in reversed(body):
        if not isinstance(statement, COMPOUND):
            live.difference_update(n for n in _stores(statement) if n not in always)
            _loads(statement, live)
            continue
        flow = flows[statement]
        flow.live = frozenset(n for n in flow.assigned if n in live)
        if isinstance(statement, _LOOPS):
            after = set(live)
            if not isinstance(statement, ast.With) and statement.orelse:
                after = _live(statement.orelse, after, always, flows) | live
            head = after | flow.reads
            flow.at_head = frozenset(n for n in flow.assigned if n in head)
            early = frozenset(flow.at_head) | always if flow.leaves or flow.continues else always
            _live(statement.body, set(head), early, flows)
            live |= head
        else:
            for block in _blocks(statement):
                _live(block, set(live), always, flows)
            live |= flow.reads
    return live
