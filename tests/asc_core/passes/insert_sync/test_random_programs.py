from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings

from asc_core.frontend import trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_core.options import DEFAULTS
from asc_core.passes import pipeline
from asc_plugins.discovery import registry
from asc_plugins.dtypes import float32, int32
from asc_plugins.irtypes import PointerType

from . import oracle
from .programs import programs


def synchronised(text: str, **options: Any) -> Any:
    """The kernel's module after all passes with insert_sync."""
    names: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)
    context = context_for(registry())
    arrays = dict.fromkeys("xyz", PointerType(float32))
    module = trace(names["kernel"], Specialization({**arrays, "n": int32}, {}), context)
    chosen = DEFAULTS.override({"insert_sync": True, "verify_sync": True, **options})
    pipeline.run(module, context, chosen.compile, verify_each=True)
    return module


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_random_programs_are_ordered(text: str) -> None:
    module = synchronised(text)
    for n in (0, 1, 3, 5):
        oracle.check(module, n, arrays=3)
