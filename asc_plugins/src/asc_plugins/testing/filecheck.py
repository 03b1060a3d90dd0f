"""LLVM's FileCheck for texts in a test, by the package of that name."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from pathlib import Path

import pytest


def check(
    text: str,
    checks: str,
    folder: Path,
    *,
    place: str = "checks",
    what: str = "text",
    prefixes: Sequence[str] = ("CHECK",),
) -> None:
    """Fails the test unless *text* fulfils *checks*; *folder* takes two files.

    Args:
        text: what is checked.
        checks: has the lines ``CHECK: …``.
        folder: an empty one.
        place: what messages call *checks*, whose lines they name.
        what: what messages call *text*.
        prefixes: those of the lines that count.
    """
    pytest.importorskip("filecheck", reason="pip install filecheck")
    from filecheck.matcher import Matcher
    from filecheck.options import Options

    files = {folder / "checks": place, folder / "text": what}
    (folder / "checks").write_text(checks, "utf-8")
    (folder / "text").write_text(text, "utf-8")
    said = io.StringIO()
    options = Options(str(folder / "checks"), str(folder / "text"), check_prefixes=list(prefixes))
    with contextlib.redirect_stderr(said):
        failed = Matcher.from_opts(options).run()
    if failed:
        message = said.getvalue()
        for file, name in files.items():
            message = message.replace(str(file), name)
        lines = text.splitlines()
        width = len(str(len(lines)))
        numbered = "\n".join(f"{number:{width}} | {line}" for number, line in enumerate(lines, 1))
        pytest.fail(f"{message.rstrip()}\n\n{what}:\n{numbered}", pytrace=False)
