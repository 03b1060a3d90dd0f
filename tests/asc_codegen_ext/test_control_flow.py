from __future__ import annotations

import ctypes
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from asc_plugins.errors import CallError

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


def _counting(step: int, flags: str = "") -> str:
    return f"""
func.func @k(%n: i32) attributes {{asc.kernel}} {{
  %c0 = arith.constant 0 : i32
  %step = arith.constant {step} : i32
  scf.for {flags} %i = %c0 to %n step %step : i32 {{
    "emitasc.verbatim"(%i) {{text = "use({{0}});"}} : (i32) -> ()
  }}
  return
}}
"""


@pytest.mark.parametrize(("step", "flags"), [(0, ""), (-1, ""), (0, "unsigned")])
def test_a_loop_that_does_not_count_up_is_refused(text_of: Callable[..., str], step: int, flags: str) -> None:
    with pytest.raises(CallError, match=f"the step of scf.for is {step}") as caught:
        text_of(_counting(step, flags))
    assert "write another loop as scf.while" in (caught.value.hint or "")


def test_an_unsigned_step_may_have_the_highest_bit(text_of: Callable[..., str]) -> None:
    assert "for (uint32_t i = 0;" in text_of(_counting(-(1 << 31), "unsigned"))


@pytest.mark.parametrize(("flags", "rounds"), [("", 0), ("unsigned", 8)])
def test_whether_the_end_has_a_sign(native: Callable[..., ctypes.CDLL], flags: str, rounds: int) -> None:
    module = f"""
func.func @k(%out: memref<*xi32, 22> loc("out")) attributes {{asc.kernel}} {{
  %c0 = arith.constant 0 : i32
  %end = arith.constant {-(1 << 31)} : i32
  %step = arith.constant {1 << 28} : i32
  scf.for {flags} %i = %c0 to %end step %step : i32 {{
    "emitasc.verbatim"() {{text = "out[0] += 1;"}} : () -> ()
  }}
  return
}}
"""
    out = (ctypes.c_int32 * 1)()
    native([module]).k(out)
    assert out[0] == rounds
