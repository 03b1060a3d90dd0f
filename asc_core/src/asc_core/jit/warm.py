"""The warm path: launches that the native module makes without any work in Python."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import settings
from ..printing import show
from ..runtime.config import STATE
from .dependencies import MISSING, Dependencies, Guard
from .digest import is_immutable

if TYPE_CHECKING:
    from .function import JitFunction
    from .prepared import Prepared
    from .signature import Call, Signature

#: Settings that a prepared launch has taken over; when one of them changes it is prepared again.
_TAKEN = (settings.WATCHDOG_SECONDS, settings.THREADS, settings.CHECK_UNINITIALIZED, settings.OPTIONS)


def make_state(function: JitFunction) -> Any:
    """The native side's table of a kernel's prepared launches; None without the native module."""
    try:
        from .. import _native
    except ImportError:
        return None
    parameters = function.signature.positional
    constants = [i for i, parameter in enumerate(parameters) if parameter.is_const]
    return _native.FunctionState(function.launch, len(parameters), constants, show)


def remember(
    state: Any,
    signature: Signature,
    args: Sequence[Any],
    call: Call,
    prepared: Prepared,
    dependencies: Dependencies,
) -> None:
    """Lets calls with arguments of the same types take the warm path from now on, where they can."""
    loaded = prepared.loaded
    if loaded.native is None:
        return
    plan = _plan(signature, args, call)
    if plan is None:
        return
    guards, in_python = _guards(prepared, dependencies)
    state.remember(
        tuple(args),
        loaded.native,
        plan,
        guards,
        platform=loaded.platform,
        core_type=loaded.core_type,
        watchdog_seconds=settings.WATCHDOG_SECONDS.value(),
        threads=settings.THREADS.value(),
        still_valid=dependencies.hold if in_python else None,
        all_cores=prepared.all_cores,
        check_written=settings.CHECK_UNINITIALIZED.value(),
    )


def _plan(signature: Signature, args: Sequence[Any], call: Call) -> list[tuple[Any, str]] | None:
    """Where the packed arguments come from; None when the native side would see them otherwise than Python."""
    plan: list[tuple[Any, str]] = []
    positions = {parameter.name: i for i, parameter in enumerate(signature.positional)}
    for parameter in signature.parameters:
        name = parameter.name
        position = positions.get(name, len(args))
        given = position < len(args)
        if parameter.is_const:
            if given and not is_immutable(args[position]):
                return None
            continue
        argument = call.arguments[name]
        if given:
            value = args[position]
            if not _seen_alike(value) or (isinstance(value, np.ndarray) and argument.array is None):
                return None
            plan.append((position, name))
        elif argument.data is None:
            return None
        else:
            plan.append((argument.data, name))
    return plan


def _seen_alike(value: Any) -> bool:
    if type(value) in (bool, int, float, np.ndarray):
        return True
    # A kernel takes numpy's float64, which is a Python float, for a float32.
    return isinstance(value, np.generic) and not isinstance(value, np.float64)


def _guards(prepared: Prepared, dependencies: Dependencies) -> tuple[list[tuple[Any, ...]], bool]:
    """The guards that the native side checks, and whether others are left for Python."""
    guards: list[tuple[Any, ...]] = [(STATE, "target", prepared.target)]
    environment = getattr(os.environ, "_data", None)
    if isinstance(environment, dict):
        for setting in _TAKEN:
            name = os.environ.encodekey(setting.name)
            guards.append((environment, name, environment[name]) if name in environment else (environment, name))
    in_python = bool(dependencies.value_guards)
    for guard in dependencies.guards:
        row = _native_guard(guard)
        if row is None:
            in_python = True
        else:
            guards.append(row)
    return guards, in_python


def _native_guard(guard: Guard) -> tuple[Any, ...] | None:
    if guard.expected is MISSING:
        return (guard.holder, guard.name)
    if isinstance(guard.holder, type):
        # The native side reads attributes as Python does; what a descriptor makes anew each time can't be compared.
        seen = getattr(guard.holder, guard.name, MISSING)
        if seen is not guard.expected:
            return None
    return (guard.holder, guard.name, guard.expected)
