"""Random programs of branches, loops and early exits do what Python does."""

from __future__ import annotations

import random
from typing import Any

import pytest

from asc_core.frontend import KernelFunction

from .tracing import agree, note

NAMES = ("a", "b", "c", "d")


class Program:
    """Writes the body of a function; every variable has a value from the start, every loop ends."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._loops = 0
        self.lines = ["@jit", "def program(a, b, n):", "    c = 1", "    d = a - b"]
        self._block(1, 4, loops=0)
        self.lines.append("    return a, b, c, d")

    def _line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def _value(self) -> str:
        choice = self._random
        left, right = choice.choice(NAMES), choice.choice((*NAMES, "n", str(choice.randint(-3, 9))))
        form = choice.choice(("{0} + {1}", "{0} - {1}", "({0} * {1}) % 17", "{0} // 3", "{1}", "min({0}, {1})",
                              "{0} if {0} > {1} else {1}", "-{0}", "{0} & 7", "abs({0}) % 5"))  # fmt: skip
        return form.format(left, right)

    def _test(self) -> str:
        choice = self._random
        left, right = choice.choice(NAMES), choice.choice((*NAMES, "n", str(choice.randint(-3, 9))))
        test = f"{left} {choice.choice(('<', '<=', '>', '>=', '==', '!='))} {right}"
        if choice.random() < 0.2:
            test += f" {choice.choice(('and', 'or'))} {choice.choice(NAMES)} % 2"
        return f"not ({test})" if choice.random() < 0.1 else test

    def _block(self, depth: int, size: int, loops: int) -> None:
        for _ in range(self._random.randint(1, size)):
            self._statement(depth, size, loops)

    def _statement(self, depth: int, size: int, loops: int) -> None:
        choice = self._random
        kind = choice.random()
        if kind < 0.35 or depth > 5:
            self._line(depth, f"{choice.choice(NAMES)} = {self._value()}")
        elif kind < 0.42:
            x, y = choice.sample(NAMES, 2)
            self._line(depth, f"{x}, {y} = {y}, {self._value()}")
        elif kind < 0.5:
            self._line(depth, f"note({choice.choice(NAMES)})")
        elif kind < 0.72:
            self._branch(depth, size, loops)
        elif kind < 0.84:
            self._for(depth, size, loops)
        elif kind < 0.9:
            self._while(depth, size, loops)
        elif kind < 0.94 and loops:
            self._line(depth, choice.choice(("break", "continue")))
        elif kind < 0.97:
            self._line(depth, f"return {', '.join(choice.choice(NAMES) for _ in range(4))}")
        else:
            self._line(depth, f"{choice.choice(NAMES)} += {self._value()}")

    def _branch(self, depth: int, size: int, loops: int) -> None:
        self._line(depth, f"if {self._test()}:")
        self._block(depth + 1, size - 1, loops) if size > 1 else self._line(depth + 1, "pass")
        if self._random.random() < 0.25:
            self._line(depth, f"elif {self._test()}:")
            self._block(depth + 1, max(1, size - 1), loops)
        if self._random.random() < 0.5:
            self._line(depth, "else:")
            self._block(depth + 1, max(1, size - 1), loops)

    def _else(self, depth: int, size: int, loops: int) -> None:
        if self._random.random() < 0.25:
            self._line(depth, "else:")
            self._block(depth + 1, max(1, size - 2), loops)

    def _for(self, depth: int, size: int, loops: int) -> None:
        self._loops += 1
        index = f"i{self._loops}"
        choice = self._random
        bounds = choice.choice(("3", "n % 4", "n % 5, 0, -2", "abs(a) % 3, 4", "0, 5, 1 + abs(b) % 2"))
        over = f"range({bounds})" if choice.random() < 0.8 else "(2, n, 5)"
        self._line(depth, f"for {index} in {over}:")
        self._line(depth + 1, f"{choice.choice(NAMES)} = {index} + {choice.choice(NAMES)} % 7")
        self._block(depth + 1, max(1, size - 1), loops + 1)
        self._else(depth, size, loops)

    def _while(self, depth: int, size: int, loops: int) -> None:
        self._loops += 1
        count = f"w{self._loops}"
        self._line(depth, f"{count} = 0")
        self._line(depth, f"while {count} < {self._random.randint(1, 4)} and ({self._test()}):")
        self._line(depth + 1, f"{count} += 1")
        self._block(depth + 1, max(1, size - 1), loops + 1)
        self._else(depth, size, loops)


@pytest.mark.parametrize("start", range(0, 300, 50))
def test_random_programs(start):
    for seed in range(start, start + 50):
        text = "\n".join(Program(seed).lines) + "\n"
        names: dict[str, Any] = {"jit": KernelFunction, "note": note}
        exec(text, names)
        program = names["program"].fn
        try:
            for arguments in ((0, 0, 0), (3, -2, 7), (-5, 11, 4)):
                agree(program, *arguments)
            agree(program, 2, 5, 3, constants=[0, 1, 2])
        except Exception as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}\n{text}") from error
