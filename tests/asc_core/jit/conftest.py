from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from asc_core.backends.base import CompiledKernel, KernelText
from asc_core.jit import compiler
from asc_plugins.discovery import registry

Load = Callable[..., dict[str, Any]]

TEXT = """\
#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void {name}({parameters}) {{
{body}
}}
"""


class ByHand:
    """Takes a kernel's docstring for its Ascend C body; ``$name`` in it is a constant or a global of the kernel."""

    def __init__(self) -> None:
        self.compiled: list[str] = []
        self.headers = tuple(f / "tensor.h" for f in registry().model_folders if (f / "tensor.h").is_file())
        self.fail: Exception | None = None

    def __call__(self, function: Any, specialization: Any, options: Any, target: Any) -> CompiledKernel:
        self.compiled.append(function.name)
        if self.fail is not None:
            raise self.fail
        body = function.fn.__doc__ or ""
        cells = zip(function.fn.__code__.co_freevars, function.fn.__closure__ or (), strict=True)
        values = {
            **{n: v for n, v in function.fn.__globals__.items() if isinstance(v, (int, float))},
            **{n: cell.cell_contents for n, cell in cells},
            **specialization.constants,
        }
        for name in sorted(values, key=len, reverse=True):
            body = body.replace(f"${name}", str(values[name]))
        parameters = ", ".join(f"{type_.cpp} {name}" for name, type_ in specialization.arguments.items())
        text = TEXT.format(name=function.name, parameters=parameters, body=body)
        source = KernelText(function.name, text, self.headers, "AIV_ONLY")
        binary = target.backend.compile(source, options.compile, target.platform)
        return CompiledKernel(function.name, "AIV_ONLY", binary)


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ByHand:
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "cache"))
    stage = ByHand()
    monkeypatch.setattr(compiler, "compile_kernel", stage)
    return stage


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Runs source text as a module of its own file and gives its names."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def run(source: str, name: str = "kernels") -> dict[str, Any]:
        path = tmp_path / f"{name}.py"
        path.write_text(source)
        sys.modules.pop(name, None)
        module: dict[str, Any] = {"__name__": name, "__file__": str(path)}
        exec(compile(source, str(path), "exec"), module)
        return module

    return run
