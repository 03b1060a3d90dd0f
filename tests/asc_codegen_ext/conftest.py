from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from asc_core.ir.context import IRContext, context_for
from asc_core.passes import pipeline
from asc_core.translate import translate
from asc_plugins.discovery import registry

PRELUDE = """
#include <cstdint>
#define __global__
#define __aicore__
#define __gm__
namespace AscendC {}
"""


@pytest.fixture(scope="session")
def context() -> IRContext:
    return context_for(registry())


@pytest.fixture
def text_of(context: IRContext) -> Callable[..., str]:
    """Ascend C of a module, after the passes named."""

    def text(module: str, passes: str = "") -> str:
        parsed = context.parse(module)
        pipeline.run(parsed, context, passes=pipeline.parse(passes, context.registry), verify_each=True)
        return translate(parsed, context, line_directives=False).text

    return text


@pytest.fixture
def native(text_of: Callable[..., str], tmp_path: Path) -> Callable[..., ctypes.CDLL]:
    """The kernels of modules, compiled by the host's compiler into one library."""

    def build(modules: Sequence[str], passes: str = "") -> ctypes.CDLL:
        parts = [PRELUDE]
        for number, module in enumerate(modules):
            text = text_of(module, passes).replace('#include "kernel_operator.h"', "")
            parts.append(f"namespace part{number} {{\n{text}\n}}\n")
        source, library = tmp_path / "kernels.cpp", tmp_path / "kernels.so"
        source.write_text("".join(parts))
        command = ["g++", "-std=c++17", "-O1", "-fwrapv", "-shared", "-fPIC", "-Wno-attributes"]
        done = subprocess.run([*command, str(source), "-o", str(library)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + source.read_text()
        return ctypes.CDLL(str(library))

    return build
