"""Messages of errors: each kernel under ``errors`` beside the text it must give."""

from __future__ import annotations

import importlib.util
import re
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from asc_core.diagnostics import CODES, CompileError
from asc_core.frontend import KernelFunction, trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_plugins.discovery import registry
from asc_plugins.dtypes import float32, int32
from asc_plugins.irtypes import PointerType
from asc_plugins.values import GlobalAddress

ERRORS = Path(__file__).with_name("errors")
CASES = sorted(p.relative_to(ERRORS).with_suffix("").as_posix() for p in ERRORS.glob("*/*.py"))
TYPES: dict[Any, Any] = {int: int32, float: float32, GlobalAddress: PointerType(float32)}


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"case_{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():
        # Python sees some of the mistakes too.
        warnings.simplefilter("ignore", SyntaxWarning)
        spec.loader.exec_module(module)
    return module


def compile_kernel(kernel: KernelFunction, constants: dict[str, Any]) -> Any:
    """Traces a kernel for the types that its parameters' annotations say."""
    types = {p.name: TYPES[p.annotation] for p in kernel.parameters if not p.is_const}
    return trace(kernel, Specialization(types, constants), context_for(registry()))


@pytest.mark.parametrize("case", CASES)
def test_message(case, request):
    path = ERRORS / f"{case}.py"
    module = load(path)
    with pytest.raises(CompileError) as caught:
        compile_kernel(module.kernel, getattr(module, "CONSTANTS", {}))
    error = caught.value
    assert error.code in CODES
    text = error.diagnostic.render(color=False).replace(str(path.parent), "errors") + "\n"
    golden = path.with_suffix(".err")
    if request.config.getoption("--update-goldens"):
        golden.write_text(text)
    wanted = golden.read_text()
    if sys.version_info >= (3, 12) and any(re.search(r"\bf['\"]", line) for line in wanted.splitlines()):
        # Before, what stands in a formatted text had the place of the whole.
        text, wanted = without_columns(text), without_columns(wanted)
    assert text == wanted


def without_columns(text: str) -> str:
    """A message without the columns of its places."""
    return re.sub(r"(?m)^ *\|[ ^-]*$", "|", re.sub(r"(?m)^( *--> .*:\d+):\d+$", r"\1", text))


def test_there_are_no_goldens_without_a_case():
    assert sorted(p.with_suffix("") for p in ERRORS.glob("*/*.err")) == [ERRORS / c for c in CASES]


FILES = {
    "innermost": "import asc\n\n\n\n@asc.jit\ndef innermost(a):\n    return a + missing\n",
    "between": "import asc\nfrom innermost import innermost\n\n@asc.jit\ndef between(a):\n    return innermost(a)\n",
    "outermost": "import asc\nfrom between import between\n\n@asc.jit\ndef kernel(n: int):\n    m = 1 + between(n)\n",
}


def test_each_place_is_shown_in_its_own_file(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    for name, text in FILES.items():
        (tmp_path / f"{name}.py").write_text(text)
    with pytest.raises(CompileError) as caught:
        compile_kernel(load(tmp_path / "outermost.py").kernel, {})
    lines = caught.value.diagnostic.render(color=False).replace(f"{tmp_path}/", "").splitlines()
    assert [line.strip() for line in lines if "-->" in line or line[:1].isdigit()] == [
        "--> innermost.py:7:16", "7 |     return a + missing",
        "--> between.py:6:12", "6 |     return innermost(a)",
        "--> outermost.py:6:13", "6 |     m = 1 + between(n)",
    ]  # fmt: skip
