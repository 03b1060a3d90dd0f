"""Kernels and files of ASC-IR that say themselves what they become, as an author of a pack checks them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from _pytest.outcomes import Failed

import asc

pytest_plugins = ("pytester",)
X = np.zeros(64, np.float32)


@asc.jit
def copy(x: asc.GlobalAddress, n: asc.ConstExpr[int]):
    # CHECK-LABEL: void copy(__gm__ float* x) {
    gm = asc.GlobalTensor()
    gm.set_global_buffer(x, n)
    # CODEGEN: %[[N:.*]] = arith.constant 64
    # CODEGEN: "asc.local_tensor_placed"
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, n)
    # CHECK: DataCopy(local, gm, {{[0-9]+}});
    # ASCIR: "asc.data_copy"
    # ASCIR-NOT: "asc.data_copy"
    # CHECK-NEXT: }
    asc.data_copy(local, gm, n)


@asc.jit
def wrong(x: asc.GlobalAddress, n: asc.ConstExpr[int]):
    gm = asc.GlobalTensor()
    gm.set_global_buffer(x, n)
    gm.set_value(0, 1.0)
    gm.set_value(1, 2.0)  # CHECK: gm.SetValue(1, 3.0f);


@asc.jit
def never(x: asc.GlobalAddress):
    gm = asc.GlobalTensor()
    gm.set_global_buffer(x)
    gm.set_value(0, 1.0)  # ASCIR-COUNT-2: "asc.global_tensor_set_value"


@asc.jit
def silent(x: asc.GlobalAddress):
    pass


def test_each_stage_is_checked(asc_filecheck: Any) -> None:
    asc_filecheck(copy, X, 64)


def test_other_arguments_fail_where_the_source_says_otherwise(asc_filecheck: Any) -> None:
    with pytest.raises(Failed, match=r"(?s)Couldn't match \"%\[\[N:\.\*\]\] = arith.constant 64\".*ASC-IR as traced"):
        asc_filecheck(copy, X, 32)


def test_a_comment_does_not_fulfil_itself(asc_filecheck: Any) -> None:
    """The Ascend C text repeats the source's lines as comments."""
    with pytest.raises(Failed) as caught:
        asc_filecheck(wrong, X, 64)
    message = str(caught.value)
    line = wrong.__wrapped__.__code__.co_firstlineno + 5
    assert message.startswith(f'{__file__}:{line}: error: Couldn\'t match "gm.SetValue(1, 3.0f);"')
    assert re.search(r"\nAscend C:\n *1 \| #include", message)
    assert re.search(r"\n *\d+ \|     gm\.SetValue\(1, 2\.0f\);\n", message)


def test_counts_are_counted(asc_filecheck: Any) -> None:
    with pytest.raises(Failed, match="ASC-IR after the passes"):
        asc_filecheck(never, X)


def test_a_kernel_without_comments_is_refused(asc_filecheck: Any) -> None:
    with pytest.raises(ValueError, match=r"kernel 'silent' says nothing of what it becomes; write # CODEGEN: …, # A"):
        asc_filecheck(silent, X)


def test_errors_of_compiling_come_through(asc_filecheck: Any) -> None:
    @asc.jit
    def bad(x: asc.GlobalAddress):
        asc.data_copy(x, 1)  # CHECK: DataCopy

    with pytest.raises(asc.CompileError, match="data_copy"):
        asc_filecheck(bad, X)


def test_an_author_uses_it_like_this(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import numpy as np
        import asc

        @asc.jit
        def kernel(x: asc.GlobalAddress, n: int):
            gm = asc.GlobalTensor()
            gm.set_global_buffer(x, n)
            # CHECK: gm.SetValue(0, 1.0f);
            gm.set_value(0, 1.0)

        def test_kernel(asc_filecheck):
            asc_filecheck(kernel, np.zeros(8, np.float32), 8)

        def test_file(asc_run_lines, request):
            asc_run_lines(request.path.parent / "dead.mlir")
    """)
    (pytester.path / "dead.mlir").write_text(DEAD)
    pytester.runpytest_subprocess("-p", "no:xdist").assert_outcomes(passed=2)


DEAD = """\
// RUN: asc opt --pipeline canonicalize %s | filecheck %s
// RUN: asc opt -p '' %s | filecheck %s --check-prefix=BEFORE
// RUN: not asc opt -p nothing %s 2>&1 | filecheck %s --check-prefixes=ERROR,MORE

// CHECK-LABEL: @k
// CHECK-NOT: arith.addi
// BEFORE: arith.addi
// ERROR: there is no pass 'nothing'
// MORE: known are
func.func @k(%n: i32) attributes {asc.kernel} {
  %0 = arith.addi %n, %n : i32
  return
}
"""


def test_the_lines_of_a_file_are_run(tmp_path: Path, asc_run_lines: Any) -> None:
    path = tmp_path / "dead.mlir"
    path.write_text(DEAD)
    asc_run_lines(path)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("canonicalize", "cse,symbol-dce,inline", None),
        ("--pipeline canonicalize", "--pipeline ''", r"(?s)dead\.mlir:6:.*CHECK-NOT.*output of 'asc opt --pipeline ''"),
        ("-p ''", "-p canonicalize", r"(?s)dead\.mlir:7:.*arith\.addi.*output of 'asc opt -p canonicalize %s'"),
        ("--pipeline canonicalize", "-p what", "'asc opt -p what %s | filecheck %s' ends with 2:"),
        ("-p nothing", "-p cse", "'not asc opt -p cse %s 2>&1 | filecheck %s --check-prefixes"),
    ],
)  # fmt: skip
def test_a_line_that_is_not_fulfilled_fails(
    tmp_path: Path, asc_run_lines: Any, before: str, after: str, message: str | None
) -> None:
    path = tmp_path / "dead.mlir"
    path.write_text(DEAD.replace(before, after, 1))
    if message is None:
        asc_run_lines(path)
        return
    with pytest.raises(Failed, match=message if message.startswith("(?s)") else re.escape(message)):
        asc_run_lines(path)


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ("", "has no line '// RUN: asc … %s | filecheck %s'"),
        ("// RUN: mlir-opt %s\n", "'mlir-opt %s' isn't understood"),
    ],
)
def test_lines_that_cannot_be_run_are_told(tmp_path: Path, asc_run_lines: Any, first: str, message: str) -> None:
    path = tmp_path / "other.mlir"
    path.write_text(f"{first}module {{}}\n")
    with pytest.raises(ValueError, match=re.escape(message)):
        asc_run_lines(path)
