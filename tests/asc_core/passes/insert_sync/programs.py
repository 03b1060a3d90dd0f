"""Random kernels of copies, vector instructions, scalar accesses, loops and branches, without any synchronisation."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

HEAD = """
import asc

@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    z_gm.set_global_buffer(z)
"""
LENGTH = 64
TENSORS = 4
ROOM = 4  # tiles in a tensor


@dataclass
class Program:
    """Text of a kernel under construction."""

    lines: list[str] = field(default_factory=list)
    depth: int = 1
    counters: list[str] = field(default_factory=list)
    names: int = 0

    def add(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    @property
    def text(self) -> str:
        return HEAD + "\n".join(self.lines) + "\n"


@st.composite
def offsets(draw: st.DrawFn, program: Program, tiles: int) -> str:
    """An offset of a tile, which may follow a loop's counter."""
    choices = [str(LENGTH * draw(st.integers(0, tiles - 1)))]
    for counter in program.counters:
        modulus = draw(st.integers(2, tiles))
        choices += [f"{counter} % {modulus} * {LENGTH}", f"({counter} + 1) % {modulus} * {LENGTH}"]
        if tiles > ROOM:
            choices += [f"{counter} * {LENGTH}", f"({counter} + n) * {LENGTH}"]
    return draw(st.sampled_from(choices))


@st.composite
def statement(draw: st.DrawFn, program: Program, budget: int) -> None:
    def local() -> str:
        return f"t{draw(st.integers(0, TENSORS - 1))}[{draw(offsets(program, ROOM))}:]"

    def array(names: str) -> str:
        return f"{draw(st.sampled_from(names))}_gm[{draw(offsets(program, 16))}:]"

    simple = ["in", "out", "binary", "unary", "fill", "local", "read", "write"]
    nested = ["for", "if", "while"] if program.depth < 4 and budget > 1 else []
    kind = draw(st.sampled_from(simple * 2 + nested * 2))
    if kind == "in":
        program.add(f"asc.data_copy({local()}, {array('xyz')}, {LENGTH})")
    elif kind == "out":
        program.add(f"asc.data_copy({array('yz')}, {local()}, {LENGTH})")
    elif kind == "local":
        program.add(f"asc.data_copy({local()}, {local()}, {LENGTH})")
    elif kind == "binary":
        name = draw(st.sampled_from(["add", "mul", "sub"]))
        program.add(f"asc.{name}({local()}, {local()}, {local()}, {LENGTH})")
    elif kind == "unary":
        program.add(f"asc.abs({local()}, {local()}, {LENGTH})")
    elif kind == "fill":
        program.add(f"asc.duplicate({local()}, 1.0, {LENGTH})")
    elif kind == "write":
        program.add(f"{local()}.set_value({draw(st.integers(0, 3))}, 2.0)")
    elif kind == "read":
        program.add(f"{local()}.set_value(0, {local()}.get_value({draw(st.integers(0, 3))}) + 1.0)")
    else:
        draw(nest(program, kind, budget))


@st.composite
def nest(draw: st.DrawFn, program: Program, kind: str, budget: int) -> None:
    if kind == "if":
        conditions = ["n > 2", *(f"{c} % 2 == 0" for c in program.counters), *(f"{c} < n" for c in program.counters)]
        program.add(f"if {draw(st.sampled_from(conditions))}:")
        draw(block(program, budget // 2))
        if draw(st.booleans()):
            program.add("else:")
            draw(block(program, budget // 2))
        return
    program.names += 1
    name = f"i{program.names}"
    if kind == "for":
        start, step = draw(st.sampled_from([(0, 1), (0, 1), (0, 1), (1, 1), (0, 2), (2, 3)]))
        end = draw(st.sampled_from(["3", "4", "n", "5"]))
        program.add(f"for {name} in range({start}, {end}, {step}):")
        program.counters.append(name)
        draw(block(program, budget // 2))
        program.counters.pop()
    else:
        program.add(f"{name} = 0")
        program.add(f"while {name} < n:")
        program.counters.append(name)
        draw(block(program, budget // 2))
        program.counters.pop()
        program.depth += 1
        program.add(f"{name} += 1")
        program.depth -= 1


@st.composite
def block(draw: st.DrawFn, program: Program, budget: int) -> None:
    program.depth += 1
    for _ in range(draw(st.integers(1, max(1, min(5, budget))))):
        draw(statement(program, budget))
    program.depth -= 1


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The text of a kernel ``kernel(x, y, z, n)`` over float32 arrays."""
    program = Program()
    tile = LENGTH * 4
    for i in range(TENSORS):
        # Some share memory, in whole or in part.
        begin = draw(st.sampled_from([i * ROOM, i * ROOM, i * ROOM, max(i - 1, 0) * ROOM, i * ROOM - min(i, 2)])) * tile
        program.add(f"t{i} = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, {begin}, {ROOM * LENGTH})")
    for i in range(TENSORS):
        program.add(f"asc.duplicate(t{i}, 0.5, {ROOM * LENGTH})")
    for _ in range(draw(st.integers(2, 8))):
        draw(statement(program, 10))
    return program.text
