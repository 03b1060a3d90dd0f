"""Ascend C that asc and pyasc write for the same kernels: statements, lines, names, comments.

Usage: ``python benchmarks/text_quality.py [--pyasc PYTHON] [--show NAME]``; PYTHON is the interpreter of an environment
of its own in which ``pip install pyasc==1.1.1 numpy`` was run. ``--show`` writes the texts of one kernel.

A statement is what ends in a semicolon, or an if, for, while, do or switch that heads a block; only functions' bodies
count, not structs, directives and comments. Names are the kernel's Python variables and parameters that the text has as
words. Comments are the lines that hold one.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

FILES = sorted(p for p in Path(__file__).with_name("kernels").glob("*.py") if p.name != "__init__.py")

_WORKER = """
import importlib.util, json, sys
import asc

def load(path):
    spec = importlib.util.spec_from_file_location("kernel_module", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

kernel, types = next((k, t) for k, t in load(sys.argv[1]).KERNELS.items() if k.fn.__name__ == sys.argv[2])
"""
_OWN = """
from asc_core.frontend import trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_core.options import DEFAULTS
from asc_core.passes.pipeline import run
from asc_core.translate import translate
from asc_plugins.discovery import registry
from asc_plugins.dtypes import DataType
from asc_plugins.irtypes import PointerType

def type_of(given):
    if isinstance(given, str):
        return PointerType(DataType(given[:-1])) if given.endswith("*") else DataType(given)
    return given.get_ir_type()

context = context_for(registry())
arguments = {n: type_of(t) for n, t in types.items() if not isinstance(t, int)}
constants = {n: t for n, t in types.items() if isinstance(t, int)}
module = trace(asc.jit(kernel.fn), Specialization(arguments, constants), context)
run(module, context, DEFAULTS.compile)
print(json.dumps(translate(module, context, line_directives=False).text))
"""
_PYASC = """
from asc.codegen.function_visitor import CodegenOptions
from asc.codegen.specialization import PlainArgType, PointerArgType, Specialization, StructArgType
from asc.language.core.constexpr import ConstExpr
from asc.language.core.dtype import DataType
from asc.runtime.compiler import Compiler, CompileOptions

def type_of(given):
    if isinstance(given, str):
        return PointerArgType(DataType(given[:-1])) if given.endswith("*") else PlainArgType(DataType(given))
    return StructArgType(given)

arguments = {n: type_of(t) for n, t in types.items() if not isinstance(t, int)}
constants = {n: ConstExpr(t) for n, t in types.items() if isinstance(t, int)}
# Its constructor looks for the NPU's compiler, which these stages don't need.
compiler = object.__new__(Compiler)
compiler.options = CompileOptions()
function = asc.jit(kernel.fn)
module = function._run_codegen(Specialization(arguments, constants), CodegenOptions())
compiler.run_passes(module)
print(json.dumps(Compiler.run_translation(module)), flush=True)
"""

_LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'')
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_HEAD = re.compile(r"(?:else\s+)?(?:if|for|while|do|switch)\b")
_BEFORE_BLOCK = re.compile(r"(^|[):]|\belse|\bdo)$")


@dataclass(frozen=True)
class Quality:
    """Counts of a text."""

    statements: int
    lines: int
    comments: int
    words: frozenset[str]


def statements(text: str) -> int:
    """The statements in the functions' bodies of a text of C++."""
    text = _LITERAL.sub("0", _COMMENT.sub("", text))
    text = re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE).replace('extern "C"', "")
    count, head, parentheses, lists = 0, "", 0, 0
    blocks: list[bool] = []  # of each open one whether it is in a function's body
    for char in text:
        parentheses += (char == "(") - (char == ")")
        if parentheses:
            head += char
        elif char == "{" and any(blocks) and not _BEFORE_BLOCK.search(head.rstrip()):
            lists += 1  # values in braces belong to their statement
        elif char == "{":
            inside = any(blocks)
            count += inside and _HEAD.match(head.strip()) is not None
            blocks.append(inside or head.rstrip().endswith(")"))
            head = ""
        elif char == "}" and lists:
            lists -= 1
        elif char == "}":
            blocks.pop()
            head = ""
        elif char == ";" and not lists:
            # A semicolon alone is no statement, and the while of a do was counted at its head.
            count += any(blocks) and bool(head.strip()) and not head.strip().startswith("while")
            head = ""
        else:
            head += char
    return count


def quality(text: str) -> Quality:
    """What there is to count in a text."""
    lines = [line for line in text.splitlines() if line.strip()]
    bare = _COMMENT.sub("", text)
    return Quality(
        statements(text),
        len(lines),
        sum(bool(_COMMENT.search(_LITERAL.sub('""', line))) for line in lines),
        frozenset(re.findall(r"[A-Za-z_]\w*", bare)),
    )


def variables(file: Path, kernel: str) -> set[str]:
    """The parameters of a kernel and the variables it assigns."""
    (function,) = (n for n in ast.parse(file.read_text()).body if isinstance(n, ast.FunctionDef) and n.name == kernel)
    names = {a.arg for a in function.args.args}
    return names | {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def text_of(python: str, worker: str, file: Path, kernel: str) -> str:
    """The Ascend C of a kernel."""
    command = [python, "-W", "ignore", "-c", _WORKER + worker, str(file), kernel]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=file.parent)
    if not result.stdout.strip():
        raise SystemExit(f"{kernel} with {python}:\n{result.stderr or result.returncode}")
    text: str = json.loads(result.stdout.splitlines()[-1])
    return text


def kernels() -> dict[str, Path]:
    """The files of all kernels by name."""
    return {kernel.fn.__name__: file for file in FILES for kernel in load(file).KERNELS}


def load(file: Path) -> ModuleType:
    """A file of kernels as a module."""
    spec = importlib.util.spec_from_file_location(f"kernels_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Compares and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pyasc", metavar="PYTHON", help="interpreter of pyasc's environment")
    parser.add_argument("--show", metavar="NAME", help="write the texts of this kernel instead of the table")
    args = parser.parse_args()
    peers = {"asc": (sys.executable, _OWN)} | ({"pyasc": (args.pyasc, _PYASC)} if args.pyasc else {})
    known = kernels()
    if args.show is not None:
        if args.show not in known:
            parser.error(f"there is no kernel '{args.show}'; there are {', '.join(known)}")
        for who, (python, worker) in peers.items():
            print(f"// {who}\n{text_of(python, worker, known[args.show], args.show).strip()}\n")
        return
    columns = [f"{what} {who}" for what in ("statements", "lines", "names", "comments") for who in peers]
    print(f"| kernel | {' | '.join(columns)} |\n|---{'|---' * len(columns)}|")
    total = dict.fromkeys(columns, 0)
    for name, file in known.items():
        found = {who: quality(text_of(python, worker, file, name)) for who, (python, worker) in peers.items()}
        python_names = variables(file, name)
        row = {}
        for who, counts in found.items():
            row[f"statements {who}"] = counts.statements
            row[f"lines {who}"] = counts.lines
            row[f"names {who}"] = len(python_names & counts.words)
            row[f"comments {who}"] = counts.comments
        for column in columns:
            total[column] += row[column]
        print(f"| {name} | {' | '.join(str(row[column]) for column in columns)} |", flush=True)
    print(f"| all {len(known)} | {' | '.join(str(total[column]) for column in columns)} |")


if __name__ == "__main__":
    main()
