"""What the commands say of wrong input: one clear message, an exit code, and never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from asc_core.cli import main

KERNEL = """
import asc

@asc.jit
def scale(x: asc.GlobalAddress, n: int, factor: asc.ConstExpr[int]):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    for i in range(n):
        x_gm.set_value(i, x_gm.get_value(i) * factor)
"""
TWO = KERNEL + "\n@asc.jit\ndef other(x: asc.GlobalAddress, p: float, b: bool):\n    pass\n"
LONG = "y" * 6000
ARGS = ["-a", "x=float32*", "-a", "n=int32", "-a", "factor=3"]
IR = 'func.func @k(%x: memref<*xf32, 22> loc("x"), %n: i32 loc("n")) attributes {asc.kernel} { return }'
STRUCT = """\
func.func @k(%p: !asc.struct<"P", "struct P { int32_t rows; };"> loc("p")) attributes {asc.kernel} { return }
"""
COMPILE = ["compile", "-", "-k", "scale"]
RUN = ["run", "-", "-k", "scale"]


def refused(*arguments: str, given: str | bytes | None = None) -> Any:
    result = CliRunner().invoke(main, arguments, input=given)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.stdout == ""
    return result


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (["opt", "-p", "inlin"], IR, "there is no pass 'inlin'; did you mean 'inline'?"),
        (["opt", "-p", "CSE"], IR, "there is no pass 'CSE'; did you mean 'cse'?"),
        (["opt", "-p", "inline,canon"], IR, "there is no pass 'canon'; did you mean 'canonicalize'?"),
        (["opt", "-p", "func.func(cse)"], IR, "there is no pass 'func.func(cse)'; known are canonicalize, cse, "),
        (["opt", "-p", "inline,,cse"], IR, "'inline,,cse' has a comma too many"),
        (["opt", "-p", "inline,"], IR, "'inline,' has a comma too many"),
        (["opt", "-p", ","], IR, "',' has a comma too many"),
        (["compile", "g.mlir", "-k", "s"], None, "g.mlir is ASC-IR, whose module has one kernel; leave 's' out"),
        (["run", "g.mlir:scale"], None, "g.mlir is ASC-IR, whose module has one kernel; leave 'scale' out"),
        (["compile", "g.py:add", "-k", "scale"], None, "'scale' isn't 'add', which g.py:add names"),
        (["opt", "-O", "insert_sink=1"], IR, "unknown option 'insert_sink'"),
        (["opti"], None, "No such command 'opti'. Did you mean 'opt'?"),
        (["opt", "--pipelin", "cse"], IR, "Did you mean '--pipeline'?"),
        (["compile", "--emit", "cpp"], IR, "'cpp' is not one of 'codegen', 'ascir', 'ascendc', 'asm', 'bin'"),
        (["compile", "-", "-a", "x=1"], IR, "ASC-IR has its types already"),
        (COMPILE, KERNEL, "needs a value for 'x', 'n', 'factor', for example -a 'x=float32*' -a n=int32 -a factor=16"),
        (RUN, KERNEL, "for example -a 'x=float32[1024]' -a n=16 -a factor=16"),
        (["run", "-", "-k", "other"], TWO, "for example -a 'x=float32[1024]' -a p=0.5 -a b=True"),
        ([*COMPILE, "-a", "x"], KERNEL, "'x' is not name=value"),
        ([*COMPILE, "-a", "n=1", "-a", "n=2"], KERNEL, "'n' is given twice"),
        ([*COMPILE, *ARGS[:4], "-a", "factor=a b"], KERNEL, "'a b': is no expression of Python"),
        ([*COMPILE, *ARGS[:4], "-a", "factor=fast"], KERNEL, "a text needs quotes of its own, factor='\"fast\"'"),
        ([*COMPILE, *ARGS[:4], "-a", "factor=1/0"], KERNEL, "'1/0': ZeroDivisionError: division by zero"),
        ([*COMPILE, *ARGS[:4], "-a", "factor="], KERNEL, "'factor' has no value; write a data type, or an expression"),
        ([*COMPILE, *ARGS[:4], "-a", "factor=0.5"], KERNEL, "it is declared ConstExpr[int]"),
        ([*COMPILE, "-a", "x=float99*", *ARGS[2:]], KERNEL, "'x': there is no data type 'float99'; known are bool"),
        ([*COMPILE, "-a", "x=f32", *ARGS[2:]], KERNEL, "declared asc.GlobalAddress; write -a 'x=f32*'"),
        ([*COMPILE, "-a", "x=f99[4]", *ARGS[2:]], KERNEL, "'x': there is no data type 'f99'"),
        ([*COMPILE, "-a", "x=f32[-4]", *ARGS[2:]], KERNEL, "'x': '-4' is no size; write f32[1024], or f32[8, 64]"),
        ([*COMPILE, "-a", "x=", *ARGS[2:]], KERNEL, "'x' has no value; write float32* for an array, int32 for"),
        ([*COMPILE, *ARGS, "-a", "m=1"], KERNEL, "has no parameter 'm'; it has x, n, factor"),
        ([*COMPILE, *ARGS, "-O", "fast=1"], KERNEL, "unknown option 'fast'"),
        ([*COMPILE, *ARGS, "-O", "fast"], KERNEL, "'fast' is not name=value"),
        ([*COMPILE, *ARGS, "-O", "opt_level=9"], KERNEL, "option opt_level=9"),
        ([*RUN, "-a", "x=in.npy", *ARGS[2:]], KERNEL, "'x': in.npy can't be read: No such file or directory"),
        ([*RUN, "-a", "x=float32*", *ARGS[2:]], KERNEL, "'x': 'float32*' is a type, and a run needs a value"),
        ([*RUN, "-a", "x=f32[99999999999999]", *ARGS[2:]], KERNEL, "no memory for an array of 399999999999996 bytes"),
        ([*RUN, "-a", "x=f32[2]", "-a", f"n={2**70}", "-a", "factor=2"], KERNEL, "which doesn't fit an int64"),
        ([*RUN, "-a", "x=f32[2]", "-a", "n=2", "-a", "factor=2", "-n", "0"], KERNEL, "0 is not in the range"),
        (
            [*RUN, "-a", "x=f32[2]", "-a", "n=2", "-a", "factor=2", "--save", "y=a.npy"], KERNEL,
            "no array is called y; arrays are x",
        ),
        ([*RUN, "-a", "x=f32[2]", "-a", "n=2", "-a", "factor=2", "--save", "y"], KERNEL, "for --save: 'y' is not"),
        (
            [*RUN, "-a", "x=f32[2]", "-a", "n=2", "-a", "factor=2", "--save", "x=a.txt"], KERNEL,
            "'x' is written in numpy's format; call the file a.npy",
        ),
        (["run", "-a", "x=f32[2]"], IR, "a value for 'n' (i32) is missing"),
        (["run", "-a", "x=exit(0)"], IR, "'x': 'exit(0)': SystemExit: 0; write "),
        (["run", "-a", "x=f32[2]", "-a", "m=1"], IR, "the kernel has no argument 'm'; it has x, n"),
        (["run", "-a", "x=i32[2]", "-a", "n=1"], IR, "'x' is an array of int32; the kernel takes one of float32"),
        (["run", "-a", "x=f32[2]", "-a", "n=i32[2]"], IR, "'n' is an array; the kernel takes i32"),
        (["run", "-a", "x=f32[2]", "-a", "n=0.5"], IR, "'n' is 0.5, which is no whole number; the kernel takes i32"),
        (["run", "-a", "p=1"], STRUCT, "'p' is a struct, !asc.struct<"),
        (["run", "-a", "x=f32[2]", "-a", "n=10**10000"], IR, "'n' is 100000… (10001 digits), which doesn't fit i32"),
        (["run", "-a", "x=f32[2]", "-a", "n=1", "--save", "x="], IR, "for --save: 'x=' names no file"),
        (["run", "-a", "x=f32[2]", "-a", f"n={2**32}"], IR, f"'n' is {2**32}, which doesn't fit i32"),
    ],
)  # fmt: skip
def test_wrong_use_is_told_with_exit_code_2(arguments: list[str], given: str | None, message: str) -> None:
    result = refused(*arguments, given=given)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [*COMPILE, *ARGS[2:], "-a", f"x={LONG}"],
        [*COMPILE, *ARGS[2:], "-a", f"x='{LONG}'.size"],
        [*COMPILE, *ARGS[2:], "-a", f"x={LONG}*"],
        [*COMPILE, *ARGS[2:], "-a", f"x=f32[{LONG}]"],
        [*COMPILE, *ARGS[2:], "-a", f"x=f32[{'9' * 6000}]"],
        [*COMPILE, *ARGS[2:], "-a", f"x={'9' * 6000}"],
        [*COMPILE, *ARGS[2:], "-a", f"x={LONG!r}"],
        [*COMPILE, *ARGS, "-a", LONG],
        [*COMPILE, *ARGS, "-a", f"{LONG}=1"],
        [*COMPILE, *ARGS, "-O", LONG],
        [*RUN, *ARGS[2:], "-a", f"x={LONG}.npy"],
        [*RUN, *ARGS[2:], "-a", f"x=f32[{'9' * 20},{'9' * 20}]"],
        [*RUN, *ARGS[2:], "-a", "x=exit('z' * 6000)"],
    ],
)
def test_what_is_long_is_told_in_short(arguments: list[str]) -> None:
    result = refused(*arguments, given=KERNEL)
    assert result.exit_code == 2
    assert 0 < len(result.stderr) < 1200
    assert LONG not in result.stderr


@pytest.mark.parametrize("command", [["opt"], ["translate"], ["compile"], ["run"], ["compile", "-k", "k"]])
@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"\x7fELF\xd0\x01", "<stdin>: is no text: byte 4 isn't UTF-8"),
        (b"module\0{}", "<stdin>: is no text: byte 6 is zero"),
        (b"//\n\n// \xff", "<stdin>: is no text: byte 7, in line 3, isn't UTF-8"),
    ],
)
def test_what_is_no_text_is_told(command: list[str], given: bytes, message: str) -> None:
    result = refused(*command, given=given)
    assert result.exit_code == 1
    assert message in result.stderr


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (["opt"], "", "<stdin>: is empty; ASC-IR is expected"),
        (["opt"], KERNEL, "<stdin>: is Python, not ASC-IR; 'asc compile - -k KERNEL --emit codegen' makes ASC-IR of a"),
        (["translate"], "import asc", "<stdin>: is Python, not ASC-IR"),
        (["translate"], "\n", "<stdin>: is empty; ASC-IR is expected"),
        (["translate"], "module {}", "a module has one kernel; this one has 0"),
        (["compile"], "module {}", "a module has one kernel; this one has 0"),
        (["run"], "module {}", "a module has one kernel; this one has 0"),
        (["run"], IR + IR.replace("@k", "@l"), "  = note: kernels: @k, @l\n"),
        (["run"], "func.func @f() { return }", "help: mark the kernel: func.func @f(…) attributes {asc.kernel}"),
        (["compile", "-k", "k"], "\nimport nothing_here", "<stdin>:2: ModuleNotFoundError: No module named 'nothing_"),
        (["compile", "-k", "k"], "def k(:", "<stdin>: SyntaxError: invalid syntax"),
        (["compile", "-k", "k"], "raise SystemExit(3)", "ends the program while it is imported (SystemExit(3))"),
        (["compile", "-k", "k"], "def k(): pass", "<stdin>: there is no kernel in it: no function with @asc.jit"),
        (["compile", "-k", "scal"], KERNEL, "no kernel 'scal'; did you mean 'scale'? functions with @asc.jit in it: s"),
        (
            ["compile", "-k", "nothing"],
            TWO,
            "there is no kernel 'nothing'; functions with @asc.jit in it: sc",
        ),
    ],
)
def test_unusable_files_are_told_with_exit_code_1(arguments: list[str], given: str, message: str) -> None:
    result = refused(*arguments, given=given)
    assert result.exit_code == 1
    assert message in result.stderr


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "ASC_BACKEND",
            "nope",
            "Error: environment variable ASC_BACKEND='nope': unknown backend 'nope'; known are Model, NPU",
        ),
        ("ASC_WATCHDOG_SECONDS", "x", "Error: environment variable ASC_WATCHDOG_SECONDS='x': expected a number"),
    ],
)
@pytest.mark.parametrize("command", ["opt", "translate", "compile", "run"])
def test_wrong_variables_of_the_environment_are_told(
    command: str, name: str, value: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from asc_core.runtime.config import STATE

    monkeypatch.setenv(name, value)
    with pytest.MonkeyPatch.context() as patch:
        for key in list(STATE):
            patch.delitem(STATE, key)
        result = refused(command, given=IR)
    assert result.exit_code == 1
    assert result.stderr == f"{message}\n"


def test_paths_that_are_no_files_are_told(tmp_path: Path) -> None:
    for command in ("opt", "translate", "compile", "run"):
        assert f"{tmp_path}: can't be read: Is a directory" in refused(command, str(tmp_path)).stderr
        missing = str(tmp_path / "nowhere.mlir")
        assert f"{missing}: can't be read: No such file or directory" in refused(command, missing).stderr
    assert "nowhere.py: can't be read: No such file" in refused("compile", f"{tmp_path}/nowhere.py:k").stderr


def test_a_file_with_several_kernels_asks_for_one(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text(TWO)
    assert f"say which kernel, as {path}:scale; functions" in refused("compile", str(path), *ARGS).stderr


@pytest.mark.parametrize("emit", ["codegen", "ascendc", "bin"])
def test_outputs_that_cannot_be_written_are_told(tmp_path: Path, emit: str) -> None:
    for place, reason in ((tmp_path, "Is a directory"), (tmp_path / "no" / "x", "No such file or directory")):
        result = refused("compile", "-k", "scale", *ARGS, "--emit", emit, "-o", str(place), given=KERNEL)
        assert f"{place}: can't be written: {reason}" in result.stderr
    result = CliRunner().invoke(
        main,
        [*RUN, "-a", "x=f32[2]", "-a", "n=2", "-a", "factor=2", "-n", "1", "--save", f"x={tmp_path}/no/x.npy"],
        input=KERNEL,
    )
    assert result.exit_code == 1
    assert "no/x.npy: can't be written: No such file or directory" in result.stderr


def test_a_saved_file_has_the_name_that_was_asked_for(tmp_path: Path) -> None:
    place = tmp_path / "saved"
    arguments = ["-a", "x=np.ones(2, np.float32)", "-a", "n=2", "-a", "factor=2", "-n", "1", "--save", f"x={place}"]
    assert CliRunner().invoke(main, [*RUN, *arguments], input=KERNEL).exit_code == 0
    assert np.load(place).tolist() == [2, 2]


def _program(arguments: list[str], given: str, output: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from asc_core.cli import main; main()", *arguments]
    return subprocess.run(
        command, input=given, stdout=output, stderr=subprocess.PIPE, text=True, timeout=60, check=False
    )


def test_a_reader_that_stops_early_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = _program(["opt", "-p", ""], IR, writer)
    finally:
        os.close(writer)
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("closed", "stream", "what"),
    [("<&-", "<stdin>", "read"), (">&-", "<stdout>", "written")],
)
def test_a_closed_stream_is_told(tmp_path: Path, closed: str, stream: str, what: str) -> None:
    (tmp_path / "k.mlir").write_text(IR)
    file = "-" if what == "read" else str(tmp_path / "k.mlir")
    program = f"{sys.executable} -c 'from asc_core.cli import main; main()' opt {file} {closed}"
    result = subprocess.run(["sh", "-c", program], stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (1, f"Error: {stream}: can't be {what}: it is closed\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        result = _program(["opt", "-p", ""], IR, full.fileno())
    assert result.returncode == 1
    assert result.stderr == "Error: <stdout>: can't be written: No space left on device\n"


@pytest.mark.parametrize("command", ["opt", "translate"])
def test_a_python_file_is_no_asc_ir(command: str, tmp_path: Path) -> None:
    (tmp_path / "guide.py").write_text("x = 1\n")
    result = refused(command, str(tmp_path / "guide.py"))
    assert result.exit_code == 1
    assert f"is Python, not ASC-IR; 'asc compile {tmp_path / 'guide.py'} --emit codegen' makes" in result.stderr
