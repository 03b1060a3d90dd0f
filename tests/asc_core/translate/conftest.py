from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from asc_core.ir.context import IRContext, context_for
from asc_core.translate import Translation, translate
from asc_plugins.discovery import registry


@pytest.fixture(scope="session")
def context() -> IRContext:
    return context_for(registry())


@pytest.fixture
def translated(context: IRContext) -> Callable[..., Translation]:
    def run(module: str, **options: Any) -> Translation:
        return translate(context.parse(module), context, **options)

    return run
