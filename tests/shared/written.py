"""Kernels written as text, many small ones in one where they are run."""

from __future__ import annotations

import itertools
import linecache
import textwrap
from collections.abc import Mapping
from typing import Any

import pytest

import asc
from asc_plugins.testing.stages import stages_of

_numbers = itertools.count()


def kernel(source: str, **names: Any) -> Any:
    """The function ``kernel`` of Python source, which sees ``asc`` and *names*."""
    source = textwrap.dedent(source)
    name = f"<kernel {next(_numbers)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    space: dict[str, Any] = {"asc": asc, **names}
    exec(compile(source, name, "exec"), space)
    return space["kernel"]


def chosen(parameters: str, prologue: str, cases: Mapping[str, str], **names: Any) -> Any:
    """One kernel of many: its first argument ``case`` is the number of the body that runs after *prologue*."""
    lines = ["@asc.jit", f"def kernel(case: int, {parameters}):"]
    lines += textwrap.indent(textwrap.dedent(prologue).strip(), "    ").splitlines()
    for index, body in enumerate(cases.values()):
        lines.append(f"    {'if' if index == 0 else 'elif'} case == {index}:")
        lines += textwrap.indent(textwrap.dedent(body).strip(), "        ").splitlines()
    return kernel("\n".join(lines) + "\n", **names)


def text_of(function: Any, *args: Any, **options: Any) -> str:
    """The Ascend C of a launch, without ``#line``."""
    text = stages_of(function, *args, **options).text
    return "\n".join(line.strip() for line in text.splitlines() if not line.startswith("#line"))


def refused(statements: str, match: str, parameters: str = "x: asc.GlobalAddress", *args: Any) -> None:
    """A kernel of these statements isn't compiled; the error says why."""
    body = textwrap.indent(textwrap.dedent(statements).strip(), "    ")
    function = kernel(f"@asc.jit\ndef kernel({parameters}):\n{body}\n")
    with pytest.raises(asc.CompileError, match=match):
        stages_of(function, *args)
