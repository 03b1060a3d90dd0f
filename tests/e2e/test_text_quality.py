"""The kernels of the comparison of texts: they compile from their dump as from Python, in few statements."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from asc_core.frontend import trace
from asc_core.ir.context import IRContext, context_for
from asc_core.ir.text import text_of
from asc_core.jit.specialization import Specialization
from asc_core.options import DEFAULTS
from asc_core.passes.pipeline import run
from asc_core.translate import translate
from asc_plugins.discovery import registry
from asc_plugins.dtypes import DataType
from asc_plugins.irtypes import PointerType, ValueType

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "text_quality.py"


def load(file: Path) -> Any:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


quality = load(SCRIPT)
KERNELS = {kernel.__name__: (kernel, types) for file in quality.FILES for kernel, types in load(file).KERNELS.items()}


def type_of(given: Any) -> ValueType:
    if isinstance(given, str):
        return PointerType(DataType(given[:-1])) if given.endswith("*") else DataType(given)
    found: ValueType = given.get_ir_type()
    return found


def traced(name: str, context: IRContext) -> Any:
    kernel, types = KERNELS[name]
    arguments = {n: type_of(t) for n, t in types.items() if not isinstance(t, int)}
    return trace(kernel, Specialization(arguments, {n: t for n, t in types.items() if isinstance(t, int)}), context)


@pytest.mark.parametrize("name", list(KERNELS))
def test_dumps_compile_to_the_same_text(name: str) -> None:
    context = context_for(registry())
    module = traced(name, context)
    again = context.parse(text_of(module))
    assert text_of(again) == text_of(module)
    run(module, context, DEFAULTS.compile)
    run(again, context, DEFAULTS.compile)
    assert text_of(context.parse(text_of(module))) == text_of(module)
    text = translate(module, context).text
    assert translate(context.parse(text_of(module)), context).text == text
    assert translate(again, context).text == text


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('#include "a.h"\nusing namespace AscendC;\nstruct S { int a; int b; };\nvoid k(int a) {}', 0),
        ('extern "C" void k(int a) { int b; for (int i = 0; i < 3; ++i) { f(i); } }', 3),
        ("void k() { if (a) { x = 1; } else if (b) { y(); } else { z(); } }", 5),
        ("void k() { do { f(); } while (a); while (b) { g(); }; }", 4),
        ("void k() { int m[2] = {1, 2}; S s{1, 2}; return {a, b}; }", 3),
        ("void k() { switch (a) { case 1: { f(); break; } default: { g(); } } }", 4),
        ("void k() { f(\"a; b; {\"); /* c; d; */ g(';'); } // e;", 2),
        ("inline int f(int a) { return a; }\nvoid k() { f(1); }", 2),
    ],
)
def test_counting_of_statements(text: str, count: int) -> None:
    assert quality.statements(text) == count


def test_the_script_prints_texts_and_refuses_unknown_names() -> None:
    command = [sys.executable, "-W", "ignore", str(SCRIPT), "--show"]
    shown = subprocess.run([*command, "floats"], capture_output=True, text=True, check=True).stdout
    assert shown.startswith("// asc\n")
    assert "void floats(__gm__ float* x, float a, float b, int32_t n) {" in shown
    refused = subprocess.run([*command, "none"], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "there is no kernel 'none'; there are branches, nested_loops" in refused.stderr


def test_texts_stay_short() -> None:
    # What the same kernels took when they were counted; pyasc 1.1.1 takes 823.
    context = context_for(registry())
    total = 0
    for name in KERNELS:
        module = traced(name, context)
        run(module, context, DEFAULTS.compile)
        total += quality.statements(translate(module, context, line_directives=False).text)
    assert total <= 427
