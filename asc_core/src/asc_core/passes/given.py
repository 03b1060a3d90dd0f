"""What the engine gives its passes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from asc_core.ir.context import IRContext
from asc_core.ir.errors import LocatedError
from asc_core.ir.places import place_of_operation
from asc_plugins.errors import CallError
from asc_plugins.passes import Needs, PassContext

from .errors import PassError
from .occurring import Occurring


@dataclass(frozen=True)
class EngineContext(PassContext):
    """What the engine's own passes may use besides."""

    context: IRContext = field(kw_only=True)
    occurring: Occurring = field(kw_only=True)

    def names(self, needs: Needs) -> frozenset[str]:
        """Names of the declared operations that fulfil a condition."""
        if not callable(needs):
            return frozenset(needs)
        known = self.context.kept.setdefault(EngineContext, {})
        found: frozenset[str] | None = known.get(needs)
        if found is None:
            found = known[needs] = frozenset(n for n, spec in self.context.registry.ops.items() if needs(spec))
        return found

    @contextmanager
    def at(self, op: Any) -> Iterator[None]:
        try:
            yield
        except LocatedError:
            raise
        except CallError as error:
            place = place_of_operation(op)
            raise PassError(error.title, error.notes, error.hint, code=error.code, location=place) from None

    def may_have(self, needs: Needs) -> bool:
        """False when the module has none of the operations."""
        return self.occurring.may_have(self.names(needs))
