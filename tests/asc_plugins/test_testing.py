"""The pytest plugin for pack authors."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from _pytest.outcomes import Failed

import asc
from asc_plugins.discovery import registry

pytest_plugins = ("pytester",)


@asc.jit
def copy(x: asc.GlobalAddress, n: asc.ConstExpr[int]):
    gm = asc.GlobalTensor()
    gm.set_global_buffer(x, n)
    local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, n)
    asc.data_copy(local, gm, n)


@asc.jit
def wrong(x: asc.GlobalAddress):
    asc.data_copy(x, 1)


def test_a_kernels_text_is_had_without_running_it(asc_kernel_text: Any, filecheck: Any) -> None:
    x = np.zeros(64, np.float32)
    x.flags.writeable = False
    text = asc_kernel_text(copy, x, 64)
    filecheck(text, "CHECK: void copy(\nCHECK: DataCopy(local, gm, 64)\n")


def test_the_ir_is_had_after_two_stages(asc_ir: Any) -> None:
    x = np.zeros(64, np.float32)
    assert "asc.data_copy" in asc_ir(copy, x, 64)
    assert "asc.data_copy" in asc_ir(copy, x, 64, after="codegen")
    with pytest.raises(ValueError, match="after is 'binary'; it must be 'codegen' or 'passes'"):
        asc_ir(copy, x, 64, after="binary")


def test_errors_of_compiling_come_through(asc_kernel_text: Any) -> None:
    with pytest.raises(asc.CompileError, match="data_copy"):
        asc_kernel_text(wrong, np.zeros(8, np.float32))


def test_another_text_is_made_for_other_arguments(asc_kernel_text: Any) -> None:
    texts = {asc_kernel_text(copy, np.zeros(64, np.float32), n) for n in (8, 16, 8)}
    assert len(texts) == 2


class FakeKernel:
    """Behaves as a launched kernel does towards observers: *launch* is what happens."""

    def __init__(self, launch: Any) -> None:
        self.launch = launch

    def __getitem__(self, cores: int) -> Any:
        return lambda **_: self.launch()


def test_what_other_threads_compile_is_not_mixed_in(asc_kernel_text: Any) -> None:
    def compile_text(text: str) -> None:
        registry().hook.asc_before_stage(stage="binary", kernel="k", data=SimpleNamespace(text=text))

    def launch() -> None:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(compile_text, "other").result()
        compile_text("own")

    assert asc_kernel_text(FakeKernel(launch)) == "own"


def test_a_kernel_that_is_not_compiled_is_an_error(asc_kernel_text: Any) -> None:
    with pytest.raises(RuntimeError, match="was not compiled"):
        asc_kernel_text(FakeKernel(lambda: None))


@pytest.mark.parametrize(
    ("text", "checks", "passes"),
    [
        ("a\nb\n", "CHECK: a\nCHECK-NEXT: b\n", True),
        ("a\nb\n", "CHECK: b\nCHECK: a\n", False),
        ("a\n", "no check lines\n", False),
        ("", "CHECK: a\n", False),
    ],
)
def test_filecheck_fails_with_its_reason_and_the_text(text: str, checks: str, passes: bool, filecheck: Any) -> None:
    if passes:
        filecheck(text, checks)
    else:
        with pytest.raises(Failed, match=r"(?s)error.*\n\ntext:\n"):
            filecheck(text, checks)


def test_the_plugin_imports_nothing_heavy(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import sys

        def test_it(request):
            assert request.config.pluginmanager.hasplugin("asc")
            assert not sys.modules.keys() & {"torch_mlir", "asc_core", "asc_api_core", "filecheck", "torch"}
    """)
    pytester.runpytest_subprocess("-p", "no:xdist").assert_outcomes(passed=1)
