"""Files of ASC-IR with the commands that check them, in the first lines.

``// RUN: asc opt … %s | filecheck %s``; ``not asc …`` must fail, ``env NAME=VALUE asc …`` has another environment.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import asc_api_fwk.place_tensors
import asc_core.passes
from asc_core.cli import main
from asc_plugins import discovery, lifetimes
from asc_plugins.errors import CallError

TESTS = Path(__file__).parents[2]
FILES = [file for folder in ("asc_core", "asc_api_fwk") for file in sorted((TESTS / folder / "passes").rglob("*.mlir"))]
RUN = re.compile(
    r"^// RUN: (?P<fails>not )?(env (?P<variables>(\w+=\S* )+))?asc (?P<arguments>.*?) %s(?P<both> 2>&1)? "
    r"\| filecheck %s$",
    re.MULTILINE,
)


@contextmanager
def _variables(text: str | None) -> Iterator[None]:
    """Another environment, with the packs that are there in it."""
    if not text:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        for variable in text.split():
            patch.setenv(*variable.split("=", 1))
        patch.setattr(discovery, "_registry", None)
        yield


def _run(run: re.Match[str], path: Path) -> Result:
    with _variables(run["variables"]):
        return CliRunner().invoke(main, [*run["arguments"].split(), str(path)])


@pytest.mark.parametrize("path", FILES, ids=[str(f.relative_to(TESTS)) for f in FILES])
def test_file(path: Path, filecheck: Callable[[str, str], None]) -> None:
    text = path.read_text()
    runs = list(RUN.finditer(text))
    assert runs, "the file has no line '// RUN: asc … %s | filecheck %s'"
    for run in runs:
        result = _run(run, path)
        assert (result.exit_code != 0) is bool(run["fails"]), result.output
        filecheck(result.output if run["both"] else result.stdout, text)


def test_every_pass_has_files() -> None:
    from asc_core.passes.table import BUILTIN

    names = [p.name for p in discovery.registry().passes if p.name not in BUILTIN]
    assert not [name for name in names if not any(f.parent.name == name.replace("-", "_") for f in FILES)]


def _errors(file: Path) -> list[tuple[Path, int, int]]:
    """First and last line of each place where a file makes an error of the kernel's author."""
    calls = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    names = ("PassError", "CallError")
    made = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in names]
    return [(file, call.lineno, call.end_lineno or call.lineno) for call in made]


def test_every_error_of_a_pass_has_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    made: set[tuple[Path, int]] = set()

    def new(cls: type[CallError], *arguments: object, **keywords: object) -> CallError:
        frame = sys._getframe(1)
        made.add((Path(frame.f_code.co_filename), frame.f_lineno))
        return Exception.__new__(cls)  # type: ignore[return-value]

    monkeypatch.setattr(CallError, "__new__", new)
    for path in FILES:
        for run in RUN.finditer(path.read_text()):
            if run["fails"]:
                _run(run, path)
    sources = [
        # What running.py tells is about passes that are broken themselves.
        *(f for f in Path(asc_core.passes.__path__[0]).rglob("*.py") if f.name != "running.py"),
        *(Path(str(module.__file__)) for module in (asc_api_fwk.place_tensors, lifetimes)),
    ]
    places = [place for file in sources for place in _errors(file)]
    assert len(places) > 10
    without = [
        f"{file.name}:{first}"
        for file, first, last in places
        if not any(source == file and first <= line <= last for source, line in made)
    ]
    assert not without
