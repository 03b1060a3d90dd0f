"""Time from Python to verified ASC-IR, beside pyasc's on the same kernels.

Usage: ``python benchmarks/frontend.py [--pyasc PYTHON]``; PYTHON is the interpreter of an environment of its own in
which ``pip install pyasc==1.1.1`` was run. Times are those of the processor, the least of some rounds taken in turn, so
that other work on the machine counts little.

pyasc reads and parses the source when it decorates, asc when it compiles for the first time, so there are two ratios:
of the way from the syntax tree to the module alone, and of all there is to do. asc's module is verified; pyasc's is as
its code generator leaves it. pyasc makes an MLIR context for each kernel, within its time; asc makes one a thread: its
time stands below the table.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

_HEAD = """\
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 512)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 2048, 512)
    c = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 4096, 512)
"""

#: What each worker has in common: processor times in milliseconds, the least of some rounds.
_WORKER = """
import importlib.util, json, sys, time
import asc

def load(path):
    spec = importlib.util.spec_from_file_location("kernel_module", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel.fn

def least(rounds, *stages):
    best = [float("inf")] * len(stages)
    for _ in range(rounds):
        for i, stage in enumerate(stages):
            begin = time.process_time()
            stage()
            best[i] = min(best[i], (time.process_time() - begin) * 1e3)
    return best
"""
_OWN = """
from asc_core.frontend import source, trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_plugins.discovery import registry
from asc_plugins.dtypes import float32, int32
from asc_plugins.irtypes import PointerType

began = time.process_time()
context = context_for(registry())
once = (time.process_time() - began) * 1e3
types = {"x": PointerType(float32), "y": PointerType(float32), "n": int32}
fn = load(sys.argv[1])
kernel = None

def decorate():
    global kernel
    kernel = asc.jit(fn)

def read():
    source._trees.clear()
    kernel.source

def generate():
    trace(kernel, Specialization(types, {}), context)

print(json.dumps([*least(5, decorate, read, generate), once]))
"""
_PYASC = """
from asc.codegen.specialization import PlainArgType, PointerArgType, Specialization
from asc.codegen.function_visitor import CodegenOptions

fn = load(sys.argv[1])
types = {"x": PointerArgType(asc.float32), "y": PointerArgType(asc.float32), "n": PlainArgType(asc.int32)}
kernel = None

def decorate():
    global kernel
    kernel = asc.jit(fn)

def generate():
    kernel._run_codegen(Specialization(types, {}), CodegenOptions())

found = least(5, decorate, generate)
print(json.dumps([found[0], 0, found[1], 0]))
"""


def straight(count: int) -> str:
    """A kernel of *count* API calls, with a little arithmetic between them."""
    lines = []
    for i in range(count // 4):
        lines += [
            f"    asc.add(c, a, b, {64 + i % 8})",
            f"    asc.muls(c, c, 2.0, n + {i})",
            "    asc.set_flag(asc.HardEvent.V_MTE3, 0)",
            "    asc.wait_flag(asc.HardEvent.V_MTE3, 0)",
        ]
    return _HEAD + "\n".join(lines) + "\n"


def nested(depth: int) -> str:
    """A kernel of loops and branches inside each other."""
    lines = []
    for i in range(depth):
        indent = "    " * (2 * i + 1)
        lines += [f"{indent}for i{i} in range(n):", f"{indent}    if i{i} > {i}:"]
    lines.append("    " * (2 * depth + 1) + "asc.add(c, a, b, 64)")
    return _HEAD + "\n".join(lines) + "\n"


def kernels() -> Iterator[tuple[str, str]]:
    """Names and sources."""
    for count in (100, 1000, 5000):
        yield f"{count} calls", straight(count)
    for depth in (4, 8):
        yield f"{depth} loops and branches deep", nested(depth)


def measure(python: str, worker: str, file: Path) -> list[float]:
    """Milliseconds to decorate, to read and parse, to make the module, and of what is done once."""
    # The peer's environment is its own.
    options = [] if python == sys.executable else ["-E"]
    command = [python, *options, "-c", _WORKER + worker, str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=file.parent)
    if result.returncode != 0:
        raise SystemExit(result.stderr or f"{python} ended with {result.returncode}")
    times: list[float] = json.loads(result.stdout.splitlines()[-1])
    return times


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyasc", metavar="PYTHON", help="interpreter of pyasc's environment")
    pyasc = parser.parse_args().pyasc
    peers: Mapping[str, tuple[str, str]] = {
        "asc": (sys.executable, _OWN),
        **({"pyasc": (pyasc, _PYASC)} if pyasc else {}),
    }
    print("| kernel | who | decorate (ms) | read, parse (ms) | AST to IR (ms) | of pyasc's | whole (ms) | of pyasc's |")
    print("|---|---|---|---|---|---|---|---|")
    once = math.inf
    with tempfile.TemporaryDirectory() as folder:
        for name, text in kernels():
            file = Path(folder) / "kernel_module.py"
            file.write_text(text, encoding="utf-8")
            runs: dict[str, list[list[float]]] = {who: [] for who in peers}
            for _ in range(3):
                for who, (python, worker) in peers.items():
                    runs[who].append(measure(python, worker, file))
            least = {who: list(map(min, *found)) for who, found in runs.items()}
            once = min(once, least["asc"].pop())
            for who, (decorate, read, generate, *_) in least.items():
                theirs = least.get("pyasc", [math.nan] * 3)
                parse = f"{read:.1f}" if who == "asc" else "when it decorates"
                whole = decorate + read + generate
                print(
                    f"| {name} | {who} | {decorate:.3f} | {parse} | {generate:.1f} | {generate / theirs[2]:.2f} "
                    f"| {whole:.1f} | {whole / sum(theirs[:3]):.2f} |",
                    flush=True,
                )
    print(f"\nasc's MLIR context, made once a thread: {once:.0f} ms")


if __name__ == "__main__":
    main()
