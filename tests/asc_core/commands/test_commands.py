from __future__ import annotations

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
    total = n * factor
    for i in range(total // factor):
        x_gm.set_value(i, x_gm.get_value(i) * factor)
"""
DEVICE = """
@asc.jit
def scaled(n, factor):
    return n * factor
"""
ARGS = ["-a", "x=float32*", "-a", "n=int32", "-a", "factor=3"]


def asc(*arguments: str, given: str | None = None, code: int = 0) -> Any:
    result = CliRunner().invoke(main, [*arguments], input=given)
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def kernel(tmp_path: Path) -> str:
    path = tmp_path / "scale.py"
    path.write_text(KERNEL)
    return f"{path}:scale"


def test_each_stage_is_what_the_next_one_reads(kernel: str) -> None:
    codegen = asc("compile", kernel, *ARGS, "--emit", "codegen").stdout
    ascir = asc("compile", kernel, *ARGS, "--emit", "ascir").stdout
    ascendc = asc("compile", kernel, *ARGS).stdout
    assert "asc.access" not in codegen
    assert asc("opt", given=codegen).stdout == ascir
    assert asc("opt", "-p", "", given=ascir).stdout == ascir
    assert asc("opt", "-p", "", given=codegen).stdout == codegen
    assert asc("translate", given=ascir).stdout == ascendc
    assert asc("compile", "-", given=codegen).stdout == ascendc
    assert "x_gm.SetValue(i, x_gm.GetValue(i) * 3.0f)" in ascendc


@pytest.mark.parametrize(
    ("given", "known"), [("int", "int32"), ("i32", "int32"), ("float", "float32"), ("f16", "float16")]
)
def test_types_by_other_names(kernel: str, given: str, known: str) -> None:
    found = asc("compile", kernel, "-a", f"x={given}*", *ARGS[2:]).stdout
    assert found == asc("compile", kernel, "-a", f"x={known}*", *ARGS[2:]).stdout


def test_int_is_the_type_of_a_number(kernel: str) -> None:
    assert asc("compile", kernel, *ARGS[:2], "-a", "n=int", *ARGS[4:]).stdout == asc("compile", kernel, *ARGS).stdout


def test_python_from_standard_input(kernel: str) -> None:
    found = asc("compile", "-", "-k", "scale", *ARGS, given=KERNEL).stdout
    assert '"<stdin>"' in found
    assert found.replace("<stdin>", kernel.partition(":")[0]) == asc("compile", kernel, *ARGS).stdout


def test_the_kernel_is_the_one_that_no_other_function_calls(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text(KERNEL.replace("total = n * factor", "total = scaled(n, factor)") + DEVICE)
    assert "void scale(" in asc("compile", str(path), *ARGS).stdout


def test_machine_code_and_binary(kernel: str, tmp_path: Path) -> None:
    out = tmp_path / "kernel.so"
    asc("compile", kernel, *ARGS, "--emit", "bin", "-o", str(out))
    assert out.read_bytes().startswith(b"\x7fELF")
    assert "<asc_kernel_entry" in asc("compile", kernel, *ARGS, "--emit", "asm").stdout


@pytest.mark.parametrize("stage", ["python", "codegen", "ascir"])
def test_a_kernel_runs_from_any_stage(kernel: str, tmp_path: Path, stage: str) -> None:
    np.save(tmp_path / "in.npy", np.arange(6, dtype=np.float32))
    arguments = ["-a", f"x={tmp_path / 'in.npy'}", "-a", "n=5", "-n", "1", "--save", f"x={tmp_path / 'out.npy'}"]
    if stage == "python":
        result = asc("run", kernel, *arguments, "-a", "factor=3")
    else:
        result = asc("run", "-", *arguments, given=asc("compile", kernel, *ARGS, "--emit", stage).stdout)
    assert result.stdout == "x = [ 0.  3.  6.  9. 12.  5.]\n"
    assert np.load(tmp_path / "out.npy").tolist() == [0, 3, 6, 9, 12, 5]


def test_times_are_a_tree(kernel: str) -> None:
    lines = asc("compile", kernel, *ARGS, "--time-passes").stderr.splitlines()
    names = [line.split("%  ")[1] for line in lines]
    assert names[:3] == ["total", "  codegen", "  passes"]
    assert "    inline" in names
    assert names[-1] == "  translate"
    seconds = {name: float(line.split(" ms")[0]) for name, line in zip(names, lines, strict=True)}
    assert seconds["total"] == pytest.approx(sum(s for n, s in seconds.items() if n[:3].count(" ") == 2), abs=0.02)


def test_the_ir_is_shown_before_and_after(kernel: str) -> None:
    codegen = asc("compile", kernel, *ARGS, "--emit", "codegen").stdout
    both = ["--print-ir-before-all", "--print-ir-after-all", "--verify-each"]
    shown = asc("opt", "-p", "inline,cse", *both, given=codegen).stderr
    assert [line for line in shown.splitlines() if line.startswith("// -----//")] == [
        f"// -----// IR Dump {when} {name} //----- //" for name in ("inline", "cse") for when in ("Before", "After")
    ]


def test_all_passes_are_listed() -> None:
    listed = asc("opt", "--list").stdout
    names = [line.split()[0] for line in listed.splitlines()]
    assert all(len(line.split(maxsplit=2)) == 3 for line in listed.splitlines())
    assert len(names) == len(set(names))
    # Passes of packs stand where they run.
    assert names.index("hoist-tensor-allocation") + 1 == names.index("place-tensors")
    assert names[0] == "privatize-func"
    assert names[-1] == "verify-sync"


def test_options_of_the_decorator_are_taken(kernel: str) -> None:
    assert "#line" not in asc("compile", kernel, *ARGS, "-O", "strip_loc=True").stdout


def test_errors_of_a_kernel_show_its_line() -> None:
    wrong = KERNEL.replace("n * factor", "n @ factor")
    result = asc("compile", "-", "-k", "scale", *ARGS, given=wrong, code=1)
    assert '"<stdin>"' in result.stderr or "<stdin>:8" in result.stderr
    assert "total = n @ factor" in result.stderr


def test_an_argument_may_be_an_index() -> None:
    module = """
func.func @k(%z: memref<*xi64, 22> loc("z"), %n: index loc("n")) attributes {asc.kernel} {
  %g = "asc.global_tensor"() : () -> !asc.global_tensor<i64>
  "asc.global_tensor_set_global_buffer"(%g, %z) {operandSegmentSizes = array<i32: 1, 1, 0>}
    : (!asc.global_tensor<i64>, memref<*xi64, 22>) -> ()
  %c0 = arith.constant 0 : i32
  %v = arith.index_cast %n : index to i64
  "asc.global_tensor_set_value"(%g, %c0, %v) : (!asc.global_tensor<i64>, i32, i64) -> ()
  return
}
"""
    arguments = ["run", "-a", "z=int64[1]", "-a", f"n={1 << 40}", "-n", "1"]
    result = CliRunner().invoke(main, arguments, input=module, catch_exceptions=False)
    assert result.stdout == f"z = [{1 << 40}]\n"
