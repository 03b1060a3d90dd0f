from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

OWN_VARIABLES = ("ASC_", "PYASC_")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the expected messages of errors anew")


@pytest.fixture(scope="session", autouse=True)
def own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests see none of the user's settings and leave the user's kernel cache alone."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(OWN_VARIABLES)]:
            patch.delenv(name)
        patch.setenv("PYASC_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield
