"""Errors in files of ASC-IR stand at their line, with a caret."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from asc_core.cli import main
from asc_core.commands.text import Text

SYNTAX = """\
func.func @k(%n: i32) attributes {asc.kernel} {
  %0 = arith.addi %n, %missing : i32
  return
}
"""
TWICE = "func.func @k() { return }\nfunc.func @k() { return }\n"
RECURSIVE = """\
func.func @k() attributes {asc.kernel} {
  func.call @k() : () -> ()
  return
}
"""


def err(*arguments: str, given: str | None = None) -> list[str]:
    result = CliRunner().invoke(main, [*arguments], input=given)
    assert result.exit_code == 1
    assert result.stdout == ""
    return result.stderr.splitlines()


@pytest.mark.parametrize("command", ["opt", "translate", "compile", "run"])
def test_syntax(tmp_path: Path, command: str) -> None:
    path = tmp_path / "kernel.mlir"
    path.write_text(SYNTAX)
    shown = [
        "error[ASC-E605]: use of undeclared SSA value name",
        f" --> {path}:2:23",
        "  |",
        "2 |   %0 = arith.addi %n, %missing : i32",
        "  |                       ^^^^^^^^",
    ]
    assert err(command, str(path))[1:] == shown
    shown[1] = " --> <stdin>:2:23"
    assert err(command, "-", given=SYNTAX)[1:] == shown


def test_related_places_are_shown() -> None:
    assert err("opt", given=TWICE)[1:] == [
        "error[ASC-E605]: redefinition of symbol named 'k'",
        " --> <stdin>:2:1",
        "  |",
        "2 | func.func @k() { return }",
        "  | ^^^^^^^^^",
        "  = note: see existing symbol definition here",
        " --> <stdin>:1:1",
        "  |",
        "1 | func.func @k() { return }",
        "  | ---------",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('func.func @k(%n: i32) { %0 = "asc.nothing"(%n) : (i32) -> i32 return }', "unregistered operation 'asc.noth"),
        ('func.func @k(%n: i32) { "asc.set_flag"(%n, %n) : (i32, i32) -> () return }', "expects exactly 1 operands"),
        ("func.func @k(%n: !asc.nothing) { return }", "expected dynamic type"),
        ("x^", "invalid block name"),
        ("func.func @k(", "expected"),
    ],
)
def test_what_declarations_and_the_parser_refuse(text: str, message: str) -> None:
    lines = err("opt", given=text)
    assert lines[1].startswith("error[ASC-E605]: ")
    assert message in lines[1]
    assert lines[2].startswith(" --> <stdin>:1:")
    assert "^" in lines[5]


def test_errors_of_passes(tmp_path: Path) -> None:
    path = tmp_path / "kernel.mlir"
    path.write_text(RECURSIVE)
    for name, lines in ((str(path), err("opt", str(path))), ("<stdin>", err("opt", given=RECURSIVE))):
        assert lines[1].startswith("error[ASC-E313]: recursion can't be compiled")
        assert lines[2] == f" --> {name}:2:3"
        assert lines[4:6] == ["2 |   func.call @k() : () -> ()", "  |   ^^^^^^^^^^^^^^^^^^^^^^^^^"]


def test_a_run_names_the_line_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "kernel.mlir"
    path.write_text("""\
func.func @k(%x: memref<*xf32, 22>, %n: i64) attributes {asc.kernel} {
  %t = "asc.global_tensor"() : () -> !asc.global_tensor<f32>
  "asc.global_tensor_set_global_buffer"(%t, %x, %n) {operandSegmentSizes = array<i32: 1, 1, 1>}
    : (!asc.global_tensor<f32>, memref<*xf32, 22>, i64) -> ()
  %v = arith.constant 1.0 : f32
  "asc.global_tensor_set_value"(%t, %n, %v) : (!asc.global_tensor<f32>, i64, f32) -> ()
  return
}
""")
    lines = err("run", str(path), "-a", "x=f32[8]", "-a", "n=9", "-n", "1")
    assert f"  at {path}:6" in lines


_PLACED = {
    "a pass": ("opt", 'func.call @k() : () -> () loc("{file}":2:1)'),
    "the parser": ("opt", '"asc.set_flag"() {{event = "HardEvent::V_MTE3"}} : () -> () loc("{file}":2:1)'),
    "translation": ("translate", 'func.call @k() : () -> () loc("{file}":2:1)'),
    "Model": ("run", 'emitc.verbatim "int a[2]; a[9 + AscendC::GetBlockIdx()] = 1;" loc("{file}":2:1)'),
    "the C++ compiler": ("run", 'emitc.verbatim "nothing;" loc("{file}":2:1)'),
}


@pytest.mark.parametrize("what", _PLACED)
@pytest.mark.parametrize("name", ["passwd", "secret.py", "notes.mlir", "kernel.py", "lib/kernel.mlir"])
def test_lines_of_files_without_kernels_are_never_shown(tmp_path: Path, what: str, name: str) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("import asc\n# word\n" if "kernel" in name else "first = 1\n# word\n")
    command, body = _PLACED[what]
    text = f"func.func @k() attributes {{asc.kernel}} {{\n{body.format(file=file)}\nreturn\n}}\n"
    result = CliRunner().invoke(main, [command], input=text)
    assert result.exit_code == 1
    assert f"{file}:2" in result.stderr
    assert ("# word" in result.stderr) is ("kernel" in name)


def test_lines_of_other_files_are_not_written_as_comments(tmp_path: Path) -> None:
    texts = []
    for name in ("passwd", "kernel.py"):
        (tmp_path / name).write_text("import asc\n# word\n")
        body = f'emitc.verbatim "f();" loc("{tmp_path / name}":2:1)'
        given = f"func.func @k() attributes {{asc.kernel}} {{\n{body}\nreturn }}"
        texts.append(CliRunner().invoke(main, ["translate"], input=given).stdout)
    assert [f'#line 2 "{tmp_path / "passwd"}"\n' in texts[0], "word" in texts[0]] == [True, False]
    assert f'#line 2 "{tmp_path / "kernel.py"}"  // # word\n' in texts[1]


def test_a_place_that_is_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    body = f'func.call @k() : () -> () loc("{tmp_path}/pipe.py":1:1)'
    text = f"func.func @k() attributes {{asc.kernel}} {{ {body}\nreturn }}"
    assert err("opt", given=text)[2:] == [
        f" --> {tmp_path}/pipe.py:1:1",
        "  = help: write it as a loop; a kernel has no call stack",
    ]


@pytest.mark.parametrize(
    ("operation", "python"),
    [
        ('emitc.verbatim "nothing;"', False), ('emitc.call_opaque "nothing"() : () -> ()', False),
        ('"emitasc.verbatim"() {text = "nothing;"} : () -> ()', False), ("", True),
    ],
)  # fmt: skip
def test_text_of_ones_own_that_does_not_compile_is_no_internal_error(
    tmp_path: Path, operation: str, python: bool
) -> None:
    path = tmp_path / ("kernel.py" if python else "kernel.mlir")
    line = 'asc.inline("nothing;")' if python else operation
    path.write_text(
        f"import asc\n\n@asc.jit\ndef k():\n    {line}\n"
        if python
        else f"func.func @k() attributes {{asc.kernel}} {{\n\n\n\n  {line}\n  return\n}}\n"
    )
    lines = err("run", str(path), "-n", "1")
    assert lines[:3] == [
        "the Ascend C of kernel 'k' doesn't compile.",
        "The kernel's own Ascend C may be at fault:",
        f"  {path}:5: {line}",
    ]


@pytest.mark.parametrize("place", ['loc("call")', "loc(unknown)", 'loc("k.py":0:0)', 'loc("k.py":4294967295:1)'])
@pytest.mark.parametrize("command", ["opt", "translate"])
def test_errors_of_operations_without_a_place_have_that_of_the_function(command: str, place: str) -> None:
    text = (
        f"module {{\nfunc.func @k() attributes {{asc.kernel}} {{\n  func.call @k() : () -> () {place}\n  return\n}}\n}}"
    )
    assert err(command, given=text)[2:5] == [" --> <stdin>:2:1", "  |", "2 | func.func @k() attributes {asc.kernel} {"]


def test_errors_of_arguments_without_a_place_have_that_of_the_function() -> None:
    text = 'func.func @k(%p: !asc.tpipe loc("pipe")) attributes {asc.kernel} { return }'
    assert err("translate", given=text)[1:3] == [
        "error[ASC-E601]: argument 'pipe' is a TPipe, which exists inside a kernel only",
        " --> <stdin>:1:1",
    ]


@pytest.mark.parametrize("line", [0, 4294967295])
def test_impossible_lines_are_not_written(line: int) -> None:
    text = 'func.func @k() attributes {asc.kernel} {\nemitc.verbatim "f();" loc("k.py":LINE:1)\nreturn }'
    result = CliRunner().invoke(main, ["translate"], input=text.replace("LINE", str(line)))
    assert "    f();\n" in result.stdout
    assert "#line" not in result.stdout


def test_operations_that_no_builder_makes_are_refused() -> None:
    attributes = "{constants = [1 : i64], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>}"
    operation = f'"asc.binary_repeat_params"() {attributes} : () -> !asc.binary_repeat_params'
    lines = err("translate", given=f"func.func @k() attributes {{asc.kernel}} {{\n  %0 = {operation}\n  return\n}}")
    assert lines[1:3] == [
        "error[ASC-E602]: 'asc.binary_repeat_params' isn't as kernels have it, and can't be written as Ascend C",
        " --> <stdin>:2:8",
    ]
    assert lines[-2:] == [
        "  = note: what writes it says ValueError: zip() argument 2 is shorter than argument 1",
        "  = help: 'asc compile KERNEL.py --emit codegen' shows how it is written",
    ]


@pytest.mark.parametrize("command", ["opt", "translate", "compile", "run"])
@pytest.mark.parametrize(
    ("attribute", "title"),
    [
        (r'"a\FFb"', "a string isn't UTF-8: it has the byte \\FF"),
        ("9" * 2_000_000, "a number has more than 1000 digits"),
    ],
)
def test_text_that_mlir_can_not_stand_is_refused(command: str, attribute: str, title: str) -> None:
    lines = err(command, given=f"func.func @k() attributes {{asc.kernel, a = {attribute}}} {{ return }}")
    assert lines[1:3] == [f"error[ASC-E605]: {title}", " --> <stdin>:1:44"]


@pytest.mark.parametrize("command", ["opt", "translate", "compile", "run"])
def test_text_that_nests_too_deep_is_refused(command: str) -> None:
    deep = "func.func @k() attributes {a = " + "[" * 100_000 + "]" * 100_000 + "} { return }"
    lines = err(command, given=deep)
    assert lines[1:3] == ["error[ASC-E605]: brackets are nested more than 256 deep", " --> <stdin>:1:287"]


def test_lines_of_a_long_file_are_found_fast() -> None:
    text = Text("-", "\n".join(f"line {i}" for i in range(1, 20_001)))
    start = time.process_time()
    assert all(text.line("-", i) == f"line {i}" for i in range(1, 20_001))
    assert time.process_time() - start < 2
    assert text.line("-", 20_001) is None
