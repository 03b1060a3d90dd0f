"""Random programs of structured control flow, as MLIR text and as what Python computes."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


def wrap(value: int) -> int:
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


_OPERATORS = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.andi": lambda a, b: a & b,
    "arith.ori": lambda a, b: a | b,
    "arith.xori": lambda a, b: a ^ b,
}
_PREDICATES = {
    "slt": lambda a, b: a < b,
    "sge": lambda a, b: a >= b,
    "ne": lambda a, b: a != b,
    "ult": lambda a, b: a % (1 << 32) < b % (1 << 32),
}


@dataclass
class Program:
    """Writes a random function of three int32 arguments line by line, with a Python function beside it.

    Both use the same SSA names; Python's assignments happen in the order of the text.
    """

    seed: int
    lines: list[str] = field(default_factory=list)
    python: list[str] = field(default_factory=list)
    count: int = 0
    stores: int = 0

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def emit(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    def py(self, depth: int, text: str) -> None:
        self.python.append("    " * depth + text)

    def location(self) -> str:
        """Sometimes the name of a Python variable; the same names come again and again."""
        return f' loc("{self.random.choice("pqr")}")' if self.random.random() < 0.4 else ""

    def binary(self, depth: int, scope: list[str]) -> None:
        op = self.random.choice(list(_OPERATORS))
        a, b = self.random.choice(scope[-6:]), self.random.choice(scope)
        result = self.name()
        self.emit(depth, f"%{result} = {op} %{a}, %{b} : i32{self.location()}")
        self.py(depth, f"{result} = wrap(OPERATORS['{op}']({a}, {b}))")
        scope.append(result)

    def condition(self, depth: int, scope: list[str]) -> str:
        predicate = self.random.choice(list(_PREDICATES))
        a, b = self.random.choice(scope[-6:]), self.random.choice(scope)
        result = self.name()
        self.emit(depth, f"%{result} = arith.cmpi {predicate}, %{a}, %{b} : i32")
        self.py(depth, f"{result} = PREDICATES['{predicate}']({a}, {b})")
        return result

    def store(self, depth: int, scope: list[str]) -> None:
        if self.stores < 30:
            value = self.random.choice(scope[-4:])
            text = f"out[{self.stores}] = {{0}} ^ out[{self.stores}];"
            self.emit(depth, f'"emitasc.verbatim"(%{value}) {{text = "{text}"}} : (i32) -> ()')
            self.py(depth, f"out[{self.stores}] ^= {value}")
            self.stores += 1

    def pick(self, scope: list[str], count: int) -> list[str]:
        return [self.random.choice(scope[-5:] if self.random.random() < 0.7 else scope) for _ in range(count)]

    def names_of(self, count: int) -> list[str]:
        return [self.name() for _ in range(count)]

    def loop(self, depth: int, scope: list[str]) -> None:
        count = self.random.randint(1, 3)
        inits, carried, results = self.pick(scope, count), self.names_of(count), self.names_of(1)
        counter = self.name()
        trips = self.random.choice(["c0", "c1", "c3"])
        pairs = ", ".join(f"%{c} = %{i}" for c, i in zip(carried, inits, strict=True))
        types = ", ".join(["i32"] * count)
        self.emit(
            depth,
            f"%{results[0]}:{count} = scf.for %{counter} = %c0 to %{trips} step %c1 iter_args({pairs})"
            f" -> ({types}) : i32 {{",
        )
        self.py(depth, f"{', '.join(carried)}, = {', '.join(inits)},")
        self.py(depth, f"for {counter} in range({trips}):")
        inner = [*scope, counter, *carried]
        self.statements(depth + 1, inner)
        values = self.pick(inner, count)
        self.emit(depth + 1, f"scf.yield {', '.join('%' + v for v in values)} : {types}")
        self.py(depth + 1, f"{', '.join(carried)}, = {', '.join(values)},")
        self.emit(depth, "}")
        self.finish(depth, scope, results[0], carried)

    def loop_while(self, depth: int, scope: list[str]) -> None:
        count = self.random.randint(1, 2)
        inits, carried = self.pick(scope, count), self.names_of(count)
        counter, inside, result = self.name(), self.names_of(count + 1), self.name()
        pairs = ", ".join(f"%{c} = %{i}" for c, i in zip([counter, *carried], ["c0", *inits], strict=True))
        types = ", ".join(["i32"] * (count + 1))
        self.emit(depth, f"%{result}:{count + 1} = scf.while ({pairs}) : ({types}) -> ({types}) {{")
        self.py(depth, f"{', '.join([counter, *carried])}, = {', '.join(['c0', *inits])},")
        self.py(depth, "while True:")
        inner = [*scope, counter, *carried]
        for _ in range(self.random.randint(0, 2)):
            self.binary(depth + 1, inner)
        if self.random.random() < 0.3:
            self.store(depth + 1, inner)
        test = self.name()
        self.emit(depth + 1, f"%{test} = arith.cmpi slt, %{counter}, %c3 : i32")
        self.py(depth + 1, f"{test} = {counter} < c3")
        forwarded = [counter, *self.random.choice([carried, carried[::-1], self.pick(inner, count)])]
        self.emit(depth + 1, f"scf.condition(%{test}) {', '.join('%' + v for v in forwarded)} : {types}")
        self.py(depth + 1, f"{', '.join(inside)}, = {', '.join(forwarded)},")
        self.py(depth + 1, f"if not {test}: break")
        self.emit(depth, "} do {")
        self.emit(depth, f"^bb0({', '.join(f'%{v}: i32' for v in inside)}):")
        body = [*scope, *inside]
        self.statements(depth + 1, body)
        step = self.name()
        self.emit(depth + 1, f"%{step} = arith.addi %{inside[0]}, %c1 : i32")
        self.py(depth + 1, f"{step} = {inside[0]} + 1")
        values = [step, *self.pick(body, count)]
        self.emit(depth + 1, f"scf.yield {', '.join('%' + v for v in values)} : {types}")
        self.py(depth + 1, f"{', '.join([counter, *carried])}, = {', '.join(values)},")
        self.emit(depth, "}")
        self.finish(depth, scope, result, inside)

    def finish(self, depth: int, scope: list[str], result: str, holders: list[str]) -> None:
        """Makes each result of an operation a value of its own in Python too."""
        for index, holder in enumerate(holders):
            name = self.name()
            ending = f"%{result}#{index}" if len(holders) > 1 else f"%{result}#0"
            # A multiplication by one stands for the name, which MLIR's results don't have in text.
            self.lines.append("  " * depth + f"%{name} = arith.muli {ending}, %c1 : i32")
            self.py(depth, f"{name} = {holder}")
            scope.append(name)

    def branch(self, depth: int, scope: list[str]) -> None:
        count = self.random.randint(0, 2)
        condition = self.condition(depth, scope)
        result, holders = self.name(), self.names_of(count)
        types = ", ".join(["i32"] * count)
        head = f"%{result}:{count} = scf.if %{condition} -> ({types}) {{" if count else f"scf.if %{condition} {{"
        self.emit(depth, head)
        self.py(depth, f"if {condition}:")
        self.arm(depth, scope, holders, full=True)
        if count or self.random.random() < 0.5:
            self.emit(depth, "} else {")
            self.py(depth, "else:")
            self.arm(depth, scope, holders, full=self.random.random() < 0.4)
        self.emit(depth, "}")
        if count:
            self.finish(depth, scope, result, holders)

    def arm(self, depth: int, scope: list[str], holders: list[str], full: bool) -> None:
        inner = list(scope)
        if full:
            self.statements(depth + 1, inner)
        self.py(depth + 1, "pass")
        if holders:
            values = self.pick(inner, len(holders))
            types = ", ".join(["i32"] * len(holders))
            self.emit(depth + 1, f"scf.yield {', '.join('%' + v for v in values)} : {types}")
            self.py(depth + 1, f"{', '.join(holders)}, = {', '.join(values)},")

    def statements(self, depth: int, scope: list[str]) -> None:
        for _ in range(self.random.randint(1, 4)):
            kind = self.random.random()
            if depth < 4 and kind < 0.15:
                self.loop(depth, scope)
            elif depth < 4 and kind < 0.25:
                self.loop_while(depth, scope)
            elif depth < 4 and kind < 0.45:
                self.branch(depth, scope)
            elif kind < 0.6:
                self.store(depth, scope)
            else:
                self.binary(depth, scope)

    def module(self, name: str) -> str:
        scope = ["a", "b", "c"]
        for constant in (0, 1, 3):
            self.lines.append(f"  %c{constant} = arith.constant {constant} : i32")
        for _ in range(6):
            self.statements(1, scope)
        self.store(1, scope)
        arguments = ", ".join(f'%{v}: i32 loc("{v}")' for v in "abc")
        return (
            f'func.func @{name}(%out: memref<*xi32, 22> loc("out"), {arguments}) attributes {{asc.kernel}} {{\n'
            + "\n".join(self.lines)
            + "\n  return\n}\n"
        )

    def expected(self, a: int, b: int, c: int) -> list[int]:
        """What the function stores for some arguments; call it after :meth:`module`."""
        source = ["def f(a, b, c, out, c0=0, c1=1, c3=3):", *self.python]
        space = {"wrap": wrap, "OPERATORS": _OPERATORS, "PREDICATES": _PREDICATES}
        exec("\n".join(source), space)
        out = [0] * 31
        space["f"](a, b, c, out)
        return out
