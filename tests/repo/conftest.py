from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def suite() -> dict[str, Any]:
    """The root's pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.fixture(scope="session")
def parts() -> dict[str, dict[str, Any]]:
    """pyproject.toml of each distribution that the suite is made of, by the name of its folder."""
    return {path.parent.name: tomllib.loads(path.read_text()) for path in ROOT.glob("*/pyproject.toml")}
