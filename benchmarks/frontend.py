"""Time from Python to verified ASC-IR, beside pyasc's on the same kernels.

Usage: ``python benchmarks/frontend.py [--pyasc PYTHON]``; PYTHON is the interpreter of an environment of its own in
which ``pip install pyasc==1.1.1`` was run. Reading and parsing the source counts where each does it: pyasc when it
decorates, asc when it compiles. Times are those of the processor, so that other work on the machine counts little.
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

def least(rounds, work):
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times) * 1e3
"""
_OWN = """
from asc_core.frontend import source, trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_plugins.discovery import registry
from asc_plugins.dtypes import float32, int32
from asc_plugins.irtypes import PointerType

context = context_for(registry())
types = {"x": PointerType(float32), "y": PointerType(float32), "n": int32}
fn = load(sys.argv[1])

def compile():
    source._trees.clear()
    trace(asc.jit(fn), Specialization(types, {}), context)

print(json.dumps([least(5, lambda: asc.jit(fn)), least(3, compile)]))
"""
_PYASC = """
from asc.codegen.specialization import PlainArgType, PointerArgType, Specialization
from asc.codegen.function_visitor import CodegenOptions

fn = load(sys.argv[1])
types = {"x": PointerArgType(asc.float32), "y": PointerArgType(asc.float32), "n": PlainArgType(asc.int32)}
kernel = asc.jit(fn)
print(json.dumps([
    least(2, lambda: asc.jit(fn)),
    least(3, lambda: kernel._run_codegen(Specialization(types, {}), CodegenOptions())),
]))
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


def measure(python: str, worker: str, file: Path) -> tuple[float, float]:
    """Milliseconds to decorate, and to trace."""
    result = subprocess.run(
        [python, "-c", _WORKER + worker, str(file)], capture_output=True, text=True, check=False, cwd=file.parent
    )
    if result.returncode != 0:
        raise SystemExit(result.stderr)
    decorate, trace = json.loads(result.stdout.splitlines()[-1])
    return decorate, trace


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyasc", metavar="PYTHON", help="interpreter of pyasc's environment")
    pyasc = parser.parse_args().pyasc
    peers: Mapping[str, tuple[str, str]] = {
        "asc": (sys.executable, _OWN),
        **({"pyasc": (pyasc, _PYASC)} if pyasc else {}),
    }
    print(
        "| kernel | who | decorate (ms) | trace (ms) | trace of pyasc's | both of pyasc's |\n|---|---|---|---|---|---|"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, text in kernels():
            file = Path(folder) / "kernel_module.py"
            file.write_text(text, encoding="utf-8")
            times = {who: [measure(python, worker, file) for _ in range(2)] for who, (python, worker) in peers.items()}
            least = {who: tuple(map(min, zip(*runs, strict=True))) for who, runs in times.items()}
            for who, (decorate, trace) in least.items():
                theirs = least.get("pyasc", (math.nan, math.nan))
                ratios = f"{trace / theirs[1]:.2f} | {(decorate + trace) / sum(theirs):.2f}"
                print(f"| {name} | {who} | {decorate:.3f} | {trace:.1f} | {ratios} |", flush=True)


if __name__ == "__main__":
    main()
