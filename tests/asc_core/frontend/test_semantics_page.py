"""The page on semantics says what the compiler does."""

from __future__ import annotations

import linecache
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from asc_core.diagnostics import CompileError
from asc_core.frontend import KernelFunction, trace
from asc_core.frontend.promotion import NoCommonType, arithmetic, promote
from asc_core.frontend.statements import _REFUSED
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_plugins.discovery import registry
from asc_plugins.dtypes import ALL, DataType, float32, int32
from asc_plugins.irtypes import PointerType

from . import refused_python
from .refused_python import ROWS, source

PAGE = Path(__file__).parents[3] / "docs" / "semantics.md"


def common(a: DataType, b: DataType) -> str:
    try:
        return arithmetic(promote(a, b)).name
    except NoCommonType:
        return "-"


def promotion() -> str:
    scalars = [d for d in ALL if not d.is_void()]
    head = ["", *(d.name for d in scalars)]
    rows = [head, ["---"] * len(head), *([f"**{a.name}**", *(common(a, b) for b in scalars)] for a in scalars)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def refused() -> str:
    return refused_python.table()


@pytest.mark.parametrize("made", [promotion, refused])
def test_tables(made: Callable[[], str], request: pytest.FixtureRequest) -> None:
    mark = re.compile(rf"(?<=<!-- {made.__name__} -->\n).*?(?=<!-- /{made.__name__} -->)", re.DOTALL)
    text = PAGE.read_text("utf-8")
    if request.config.getoption("--update-goldens"):
        text = mark.sub(lambda _: made(), text)
        PAGE.write_text(text, "utf-8")
    assert mark.findall(text) == [made()]


def compile_body(text: str) -> None:
    module = source(text)
    file = f"<{text}>"
    linecache.cache[file] = len(module), None, module.splitlines(keepends=True), file
    space: dict[str, object] = {"__name__": "refused"}
    exec(compile(module, file, "exec"), space)
    kernel = space["k"]
    assert isinstance(kernel, KernelFunction)
    trace(kernel, Specialization({"x": PointerType(float32), "n": int32}, {}), context_for(registry()))


@pytest.mark.parametrize(("code", "text"), [(row.code, text) for row in ROWS for text in row.wrong])
def test_what_kernels_lack_is_refused(code: str, text: str) -> None:
    with pytest.raises(CompileError) as caught:
        compile_body(text)
    assert caught.value.code == code


@pytest.mark.parametrize("text", sorted({text for row in ROWS for text in row.right}))
def test_what_stands_for_it_compiles(text: str) -> None:
    compile_body(text)


def test_all_refused_syntax_is_in_the_table() -> None:
    assert {code for code, _, _ in _REFUSED.values()} <= {row.code for row in ROWS}


def test_the_code_runs(tmp_path: Path) -> None:
    pieces = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    script = tmp_path / "semantics.py"
    script.write_text("\n\n".join(pieces), "utf-8")
    result = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
