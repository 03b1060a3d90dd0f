"""``match`` on values known at compile time."""

from __future__ import annotations

import ast
from typing import Any

from asc_plugins.values import PlainValue

from .base import is_runtime
from .loops import Loops
from .naming import named


class Patterns(Loops):
    """The ``match`` statement."""

    def match_statement(self, node: ast.Match) -> None:
        """Traces the first case that fits."""
        subject = self.unwrap(self.expression(node.subject))
        if isinstance(subject, PlainValue):
            self.fail(
                "ASC-E207",
                f"match needs a value known at compile time, not {named(subject)}",
                node.subject,
                hint="write if and elif",
            )
        frame = self.frame
        for case in node.cases:
            captured: dict[str, tuple[Any, ast.AST]] = {}
            if not self._matches(case.pattern, subject, captured):
                continue
            for name, (value, place) in captured.items():
                self.bind(name, value, place)
            if case.guard is not None:
                guard = self.condition(case.guard)
                if isinstance(guard, PlainValue):
                    self.fail(
                        "ASC-E207", "the guard of a case must be known at compile time", case.guard,
                        hint="write an if inside of the case",
                    )  # fmt: skip
                if not guard:
                    continue
            self.decided_block(case.body, frame.flows[node].live)
            return

    def _matches(self, pattern: ast.pattern, subject: Any, captured: dict[str, tuple[Any, ast.AST]]) -> bool:
        if isinstance(pattern, ast.MatchValue):
            value = self.expression(pattern.value)
            if is_runtime(subject) or is_runtime(value):
                self.fail("ASC-E207", "a pattern compares values known at compile time", pattern)
            return bool(self.evaluate(pattern, lambda: subject == value))
        if isinstance(pattern, ast.MatchSingleton):
            return subject is pattern.value
        if isinstance(pattern, ast.MatchOr):
            return any(self._matches(p, subject, captured) for p in pattern.patterns)
        if isinstance(pattern, ast.MatchAs):
            if pattern.pattern is not None and not self._matches(pattern.pattern, subject, captured):
                return False
            if pattern.name is not None:
                captured[pattern.name] = subject, pattern
            return True
        if isinstance(pattern, ast.MatchSequence):
            return self._matches_sequence(pattern, subject, captured)
        raise self.error(
            "ASC-E101",
            "match in a kernel takes values, sequences, names and '|' as patterns",
            pattern,
            hint="write if with isinstance",
        )

    def _matches_sequence(
        self, pattern: ast.MatchSequence, subject: Any, captured: dict[str, tuple[Any, ast.AST]]
    ) -> bool:
        if not isinstance(subject, (tuple, list)):
            return False
        patterns = pattern.patterns
        star = next((i for i, p in enumerate(patterns) if isinstance(p, ast.MatchStar)), None)
        if star is None:
            return len(subject) == len(patterns) and all(
                self._matches(p, s, captured) for p, s in zip(patterns, subject, strict=True)
            )
        behind = len(patterns) - star - 1
        if len(subject) < len(patterns) - 1:
            return False
        middle = len(subject) - behind
        starred = patterns[star]
        assert isinstance(starred, ast.MatchStar)
        if starred.name is not None:
            captured[starred.name] = list(subject[star:middle]), starred
        heads = zip(patterns[:star], subject[:star], strict=True)
        tails = zip(patterns[star + 1 :], subject[middle:], strict=True)
        return all(self._matches(p, s, captured) for p, s in (*heads, *tails))
