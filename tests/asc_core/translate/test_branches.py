"""Variables and heads of branches as a person would write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from asc_core.translate import Translation

Body = Callable[[str], list[str]]


class Lines:
    """A source without lines."""

    def line(self, file: str, line: int) -> str | None:
        return None


@pytest.fixture
def body(translated: Callable[..., Translation]) -> Body:
    def run(statements: str, **options: bool) -> list[str]:
        text = translated(
            'func.func @k(%n: i32 loc("n"), %m: i32 loc("m")) attributes {asc.kernel} {\n'
            "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n"
            f"%c = arith.cmpi slt, %n, %m : i32\n{statements}\nreturn\n}}",
            sources=Lines(),
            **{"line_directives": False, **options},
        ).text
        return [line.strip() for line in text.partition("void k(")[2].splitlines()[1:-1]]

    return run


GREATER = "%d = arith.cmpi sgt, %n, %m : i32\n"


def use(value: str) -> str:
    return f'emitc.call_opaque "use"(%{value}) : (i32) -> ()\n'


def test_an_if_alone_in_an_else_joins_it(body: Body) -> None:
    inner = f"{GREATER}scf.if %d {{\n{use('m')}}} else {{\n{use('c0')}}}\n"
    assert body(f"scf.if %c {{\n{use('n')}}} else {{\n{inner}}}") == [
        "if (n < m) {", "use(n);", "} else if (n > m) {", "use(m);", "} else {", "use(0);", "}",
    ]  # fmt: skip


def test_an_if_beside_something_else_stays_inside(body: Body) -> None:
    inner = f"{GREATER}scf.if %d {{\n{use('m')}}}\n{use('c0')}"
    assert body(f"scf.if %c {{\n{use('n')}}} else {{\n{inner}}}") == [
        "if (n < m) {", "use(n);", "} else {", "if (n > m) {", "use(m);", "}", "use(0);", "}",
    ]  # fmt: skip
    two = f"{GREATER}scf.if %d {{\n{use('m')}}}\nscf.if %d {{\n{use('c0')}}}\n"
    assert "} else {" in body(f"scf.if %c {{\n{use('n')}}} else {{\n{two}}}")


def test_joined_heads_keep_their_lines(body: Body) -> None:
    inner = f'{GREATER}scf.if %d {{\n{use("m")}}} loc("k.py":3:1)\n'
    lines = body(f'scf.if %c {{\n{use("n")}}} else {{\n{inner}}} loc("k.py":1:1)', line_directives=True)
    assert lines[lines.index("} else if (n > m) {") - 1] == '#line 3 "k.py"'


def test_a_new_value_of_a_variable_is_assigned_at_its_line(body: Body) -> None:
    loop = """
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %m) -> (i32) : i32 {
        %s = arith.addi %t, %i : i32 loc("total"("k.py":5:1))
        scf.yield %s : i32 loc("k.py":4:1)
      } {asc.names = ["total"]} loc("total"("k.py":4:1))
    """
    lines = body(loop + use("r"), line_directives=True)
    place = next(i for i, line in enumerate(lines) if line.endswith(" += i;"))
    assert lines[place - 1] == "#line 5"
    assert not any(line.startswith("int32_t") and line.endswith(" += i;") for line in lines)


def test_a_branch_keeps_the_variable_that_the_other_passes_on(body: Body) -> None:
    branch = f"""
      %s = arith.addi %n, %m : i32 loc("count")
      %r = scf.if %c -> (i32) {{
        %t = arith.muli %s, %m : i32 loc("count")
        scf.yield %t : i32
      }} else {{
        {use("m")}
        scf.yield %s : i32
      }} {{asc.names = ["count"]}}
    """
    assert body(branch + use("r")) == [
        "int32_t count = n + m;", "if (n < m) {", "count *= m;", "} else {", "use(m);", "}", "use(count);",
    ]  # fmt: skip
    # It is needed after the branch too.
    assert "int32_t count_1;" in body(branch + use("r") + use("s"))


def test_members_name_their_variables(translated: Callable[..., Translation]) -> None:
    struct = '!asc.struct<"S", "struct S { int32_t rows; };">'
    text = translated(
        f'func.func @k(%s: {struct} loc("s")) attributes {{asc.kernel}} {{\n'
        f'%r = "asc.struct_get"(%s) {{member = "rows", cast = unit}} : ({struct}) -> i32\n'
        f"{use('r')}{use('r')}return\n}}"
    ).text
    assert "int32_t rows = s.rows;" in text
    assert text.count("use(rows);") == 2
