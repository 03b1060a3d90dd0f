"""pytest plugin for pack authors: what a kernel becomes, as text.

The fixtures compile without the backend's compiler and without running the kernel::

    def test_it(asc_kernel_text, filecheck):
        text = asc_kernel_text(kernel, np.zeros(64, np.float32), 3)
        filecheck(text, "CHECK: my_pack::Blend(z_local, {{.*}}, 64)")

or with the checks beside the statements they are about::

    @asc.jit
    def kernel(x: asc.GlobalAddress, n: asc.ConstExpr):
        ...
        # CHECK: my_pack::Blend(z_local, {{.*}}, 64)
        asc.my_pack.blend(z_local, x_local, n)

    def test_it(asc_filecheck):
        asc_filecheck(kernel, np.zeros(64, np.float32), 64)
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .stages import Stages


@pytest.fixture
def asc_stages() -> Callable[..., Stages]:
    """``asc_stages(kernel, *args, **kwargs)``: the kernel after each stage, for a launch with these arguments.

    Raises whatever compiling raises.
    """
    from .stages import stages_of

    return stages_of


@pytest.fixture
def asc_kernel_text(asc_stages: Callable[..., Stages]) -> Callable[..., str]:
    """``asc_kernel_text(kernel, *args, **kwargs)``: the Ascend C text for a launch with these arguments."""
    return lambda kernel, *args, **kwargs: asc_stages(kernel, *args, **kwargs).text


@pytest.fixture
def asc_ir(asc_stages: Callable[..., Stages]) -> Callable[..., str]:
    """``asc_ir(kernel, *args, after="passes", **kwargs)``: ASC-IR after ``codegen`` or after all passes."""

    def run(kernel: Any, *args: Any, after: str = "passes", **kwargs: Any) -> str:
        if after not in ("codegen", "passes"):
            raise ValueError(f"after is {after!r}; it must be 'codegen' or 'passes'")
        stages = asc_stages(kernel, *args, **kwargs)
        return stages.passes if after == "passes" else stages.codegen

    return run


@pytest.fixture
def filecheck(tmp_path: Path) -> Callable[[str, str], None]:
    """``filecheck(text, checks)``: fails unless *text* fulfils the lines of LLVM's FileCheck in *checks*."""
    from .filecheck import check

    return lambda text, checks: check(text, checks, tmp_path)


@pytest.fixture
def asc_filecheck(tmp_path: Path) -> Callable[..., None]:
    """``asc_filecheck(kernel, *args, **kwargs)``: checks the kernel by the comments of FileCheck in its own source.

    ``# CHECK: …`` is about the Ascend C text, ``# CODEGEN: …`` about ASC-IR as traced and ``# ASCIR: …`` after all
    passes; each as ``-NEXT``, ``-SAME``, ``-NOT``, ``-DAG``, ``-LABEL`` and ``-COUNT-3`` too. The kernel is compiled
    for a launch with these arguments.
    """
    from .in_source import check_kernel

    return lambda kernel, *args, **kwargs: check_kernel(tmp_path, kernel, *args, **kwargs)


@pytest.fixture
def asc_run_lines(tmp_path: Path) -> Callable[[Path], None]:
    """``asc_run_lines(path)``: runs a file's lines ``// RUN: asc opt -p my-pass %s | filecheck %s``.

    ``not asc …`` has to fail, ``2>&1`` checks messages too, and ``--check-prefix=…`` chooses the lines that count.
    """
    from .run_lines import run_lines

    return lambda path: run_lines(tmp_path, path)
