"""LLVM's FileCheck for texts in a test, by the package of that name."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest


def check(text: str, checks: str, folder: Path) -> None:
    """Fails the test unless *text* fulfils *checks*; *folder* takes two files."""
    pytest.importorskip("filecheck", reason="pip install filecheck")
    from filecheck.matcher import Matcher
    from filecheck.options import Options

    (folder / "checks").write_text(checks)
    (folder / "text").write_text(text)
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        failed = Matcher.from_opts(Options(str(folder / "checks"), str(folder / "text"))).run()
    if failed:
        pytest.fail(f"{said.getvalue()}\nthe whole text:\n{text}", pytrace=False)
