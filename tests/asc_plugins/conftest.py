from __future__ import annotations

import itertools
import textwrap
import warnings
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from asc_plugins import discovery
from asc_plugins.discovery import PackWarning
from asc_plugins.distributions import GROUP
from asc_plugins.registry import Registry

MakePack = Callable[..., EntryPoint]

_modules = itertools.count()

HEADER = """
from __future__ import annotations

from pathlib import Path

from asc_plugins import *
from asc_plugins import hookimpl
from asc_plugins.values import IRValue


@hookimpl
def asc_pack():
    return PackInfo({name!r}, {version!r}, {contract}, requires={requires!r})


"""


@pytest.fixture
def make_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakePack:
    """Writes a module that is a pack, and gives its entry point."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(
        name: str,
        source: str = "",
        *,
        version: str = "1.0",
        contract: int = 1,
        requires: tuple[str, ...] = (),
        says: str | None = None,
        header: str = HEADER,
    ) -> EntryPoint:
        module = f"made_pack_{next(_modules)}"
        head = header.format(name=says or name, version=version, contract=contract, requires=requires)
        (tmp_path / f"{module}.py").write_text(head + textwrap.dedent(source))
        return EntryPoint(name, module, GROUP)

    return make


@pytest.fixture
def load() -> Callable[..., Registry]:
    """Loads packs that must all be fine."""

    def run(*points: EntryPoint, disabled: str = "") -> Registry:
        with warnings.catch_warnings():
            warnings.simplefilter("error", PackWarning)
            return discovery.load(points, disabled)

    return run


@pytest.fixture
def load_warned() -> Callable[..., tuple[Registry, str]]:
    """Loads packs of which some fail; gives the text of the one warning too."""

    def run(*points: EntryPoint, disabled: str = "") -> tuple[Registry, str]:
        with pytest.warns(PackWarning) as caught:
            loaded = discovery.load(points, disabled)
        assert len(caught) == 1
        return loaded, str(caught[0].message)

    return run
