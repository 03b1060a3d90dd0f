"""Loops that are unrolled take time in proportion to their rounds."""

from __future__ import annotations

import time
from typing import Any

import asc
from asc_core.frontend import trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_core.options import DEFAULTS
from asc_plugins.discovery import registry
from asc_plugins.dtypes import int32


@asc.jit
def unrolled(n: int, rounds: asc.ConstExpr[int]):
    total = n
    for i in asc.static_range(rounds):
        if n > i:
            total = total + i
    asc.printf("%d", total)


def seconds(rounds: int) -> float:
    context = context_for(registry())
    spec = Specialization({"n": int32}, {"rounds": rounds})
    best = 1e9
    for _ in range(2):
        start = time.process_time()
        trace(unrolled, spec, context, DEFAULTS.codegen)
        best = min(best, time.process_time() - start)
    return best


def test_time_is_proportional_to_rounds() -> None:
    seconds(50)
    few, many = seconds(200), seconds(1600)
    assert many < 3 * 8 * few


def test_each_round_is_traced() -> None:
    module: Any = trace(
        unrolled, Specialization({"n": int32}, {"rounds": 7}), context_for(registry()), DEFAULTS.codegen
    )
    assert str(module).count("arith.cmpi") == 7
