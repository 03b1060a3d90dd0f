from __future__ import annotations

import ctypes
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ARGUMENTS = [(0, 0, 0), (1, -2, 3), (-(1 << 31), 7, (1 << 31) - 1), (5, 5, -1)]


def load_programs() -> Any:
    spec = importlib.util.spec_from_file_location("programs", Path(__file__).with_name("programs.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["programs"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("passes", ["", "canonicalize,licm,sccp,cse,canonicalize"])
@pytest.mark.parametrize("group", range(4))
def test_random_programs(native: Callable[..., ctypes.CDLL], group: int, passes: str) -> None:
    programs = [load_programs().Program(seed) for seed in range(group * 25, group * 25 + 25)]
    library = native([p.module(f"k{p.seed}") for p in programs], passes)
    for program in programs:
        for given in ARGUMENTS:
            out = (ctypes.c_int32 * 31)()
            getattr(library, f"k{program.seed}")(out, *given)
            assert list(out) == program.expected(*given), program.seed
