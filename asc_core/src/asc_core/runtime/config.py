"""Where kernels are compiled for and run: backend, SoC, device."""

from __future__ import annotations

import threading
from enum import Enum
from typing import TYPE_CHECKING

from asc_plugins.records import record

from .. import settings
from ..entries import entry
from ..platforms import PLATFORMS
from .whole_numbers import whole

if TYPE_CHECKING:
    from asc_plugins.platforms import PlatformSpec

    from ..backends.base import BackendProtocol


class Backend(Enum):
    """The backends that come with asc; packs may bring more, chosen by name."""

    Model = "Model"
    NPU = "NPU"


class Platform(Enum):
    """The SoCs that come with asc; packs may register more, chosen by name."""

    Ascend910B1 = "Ascend910B1"
    Ascend910B2 = "Ascend910B2"
    Ascend910B2C = "Ascend910B2C"
    Ascend910B3 = "Ascend910B3"
    Ascend910B4 = "Ascend910B4"
    Ascend910B4_1 = "Ascend910B4-1"
    Ascend910_9362 = "Ascend910_9362"
    Ascend910_9372 = "Ascend910_9372"
    Ascend910_9381 = "Ascend910_9381"
    Ascend910_9382 = "Ascend910_9382"
    Ascend910_9391 = "Ascend910_9391"
    Ascend910_9392 = "Ascend910_9392"


class KernelType(Enum):
    """Which cores a kernel runs on."""

    AIV_ONLY = 0
    AIC_ONLY = 1
    MIX_AIV_HARD_SYNC = 2
    MIX_AIC_HARD_SYNC = 3
    MIX_AIV_1_0 = 4
    MIX_AIC_1_0 = 5
    MIX_AIC_1_1 = 6
    MIX_AIC_1_2 = 7


DEFAULT_PLATFORM = Platform.Ascend910B1


@record(eq=False)
class Target:
    """A backend with the SoC and the device it serves; each choice is an object of its own."""

    backend: BackendProtocol
    platform: PlatformSpec
    device_id: int = 0


#: Holds the target in use under the key ``target``: launchers compare it by identity.
STATE: dict[str, Target] = {}
_lock = threading.Lock()


def current_target() -> Target:
    """The target in use; at first that of the environment's backend and Ascend910B1.

    Raises:
        SettingError: the environment names no backend.
    """
    target = STATE.get("target")
    if target is None:
        with _lock:
            target = STATE.get("target")
            if target is None:
                target = STATE["target"] = _first()
    return target


def _first() -> Target:
    try:
        return _make(settings.BACKEND.value(), DEFAULT_PLATFORM, None)
    except ValueError as error:
        raise settings.BACKEND.refused(str(error).removeprefix("backend: ")) from None


@entry
def set_platform(
    backend: Backend | str,
    soc_version: Platform | str | None = None,
    device_id: int | None = None,
    check: bool = True,
) -> None:
    """Chooses what kernels are compiled for and run on, from the next launch on.

    Args:
        backend: ``Model``, ``NPU`` or the name of a backend that a pack brings.
        soc_version: the SoC, by default Ascend910B1 on Model and the machine's own on NPU.
        device_id: number of the device, by default 0.
        check: whether to see that the backend can be used here.

    Raises:
        ValueError: an unknown backend or SoC, or a device that isn't there.
        ToolchainError: *check* found something missing.
    """
    target = _make(backend, soc_version, device_id)
    if check:
        target.backend.check()
    with _lock:
        STATE["target"] = target


def platform_spec(soc_version: Platform | str) -> PlatformSpec:
    """The table's row of a SoC, asc's own or a pack's.

    Raises:
        ValueError: no such SoC.
    """
    name = soc_version.value if isinstance(soc_version, Platform) else soc_version
    if not isinstance(name, str):
        raise ValueError(f"soc_version: {name!r} is not the name of a SoC; known are {', '.join(PLATFORMS)}")
    own = PLATFORMS.get(name)
    if own is not None:
        return own
    from asc_plugins.discovery import registry

    from ..diagnostics.suggest import nearest

    platforms = registry().platforms
    if name in platforms:
        return platforms[name]
    names = sorted({*PLATFORMS, *platforms})
    meant = nearest(name, names)
    advice = f"; did you mean {meant}?" if meant else ""
    raise ValueError(f"soc_version: unknown SoC {name!r}; known are {', '.join(names)}{advice}")


def _make(backend: Backend | str, soc_version: Platform | str | None, device_id: int | None) -> Target:
    from ..backends.base import load_backend

    chosen = load_backend(backend.value if isinstance(backend, Backend) else backend)
    platform = platform_spec(chosen.default_platform() if soc_version is None else soc_version)
    return Target(chosen, platform, 0 if device_id is None else checked_device(device_id, chosen, there=False))


def checked_device(device_id: object, backend: BackendProtocol, *, there: bool = True) -> int:
    """The number of a device of *backend*; 0 is one in any case unless it must be *there*.

    Raises:
        ValueError: it isn't one.
    """
    number = whole(device_id)
    # Kernels can be compiled where there is no device.
    if number == 0 and not there:
        return 0
    count = backend.device_count()
    if number is None or not 0 <= number < count:
        raise ValueError(f"device_id: {device_id!r} is not one of the {count} devices, counted from 0")
    return number
