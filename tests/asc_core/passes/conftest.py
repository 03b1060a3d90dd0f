from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from asc_core.ir.context import IRContext, context_for
from asc_core.passes import pipeline
from asc_plugins.discovery import registry


@dataclass
class Options:
    run_passes: bool = True
    print_ir_before_all: bool = False
    insert_sync: bool | None = None
    verify_sync: bool = False
    matmul_cube_only: bool = False
    kernel_type: Any = None


@pytest.fixture(scope="session")
def context() -> IRContext:
    return context_for(registry())


@pytest.fixture
def run(context: IRContext) -> Callable[..., str]:
    """Runs passes on a module and gives its text."""

    def run_passes(passes: str | None, module: str, **options: Any) -> str:
        parsed = context.parse(module)
        specs = None if passes is None else pipeline.parse(passes, context.registry)
        pipeline.run(parsed, context, Options(**options), passes=specs, verify_each=True)
        return str(parsed)

    return run_passes
