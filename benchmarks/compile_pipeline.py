"""Time from Python to Ascend C text, stage by stage, beside pyasc's on the same kernels.

Usage: ``python benchmarks/compile_pipeline.py [--pyasc PYTHON]``; PYTHON is the interpreter of an environment of its
own in which ``pip install pyasc==1.1.1 numpy`` was run. Stages are codegen (with the reading of the source), passes and
translation; the whole is their sum. Times are those of the processor, the least of some rounds, taken in turn.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

_HEAD = """\
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 8192)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 32768, 8192)
    c = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 65536, 8192)
"""

_WORKER = """
import importlib.util, json, sys, time
import asc

def load(path):
    spec = importlib.util.spec_from_file_location("kernel_module", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel

def least(rounds, *stages):
    best = [float("inf")] * len(stages)
    for _ in range(rounds):
        value = None
        for i, stage in enumerate(stages):
            begin = time.process_time()
            value = stage(value)
            best[i] = min(best[i], (time.process_time() - begin) * 1e3)
    return best

path, rounds = sys.argv[1], int(sys.argv[2])
kernel = load(path)
"""
_OWN = """
from asc_core.frontend import source, trace
from asc_core.ir.context import context_for
from asc_core.jit.specialization import Specialization
from asc_core.options import DEFAULTS
from asc_core.passes.pipeline import run
from asc_core.translate import translate
from asc_plugins.discovery import registry
from asc_plugins.dtypes import float32, int32
from asc_plugins.irtypes import PointerType

context = context_for(registry())
types = {"x": PointerType(float32), "y": PointerType(float32), "n": int32}

def codegen(_):
    source._trees.clear()
    return trace(asc.jit(kernel.fn), Specialization(types, {}), context)

def passes(module):
    run(module, context, DEFAULTS.compile)
    return module

print(json.dumps(least(rounds, codegen, passes, lambda module: translate(module, context))))
"""
_PYASC = """
from asc.codegen.function_visitor import CodegenOptions
from asc.codegen.specialization import PlainArgType, PointerArgType, Specialization
from asc.runtime.compiler import Compiler, CompileOptions

types = {"x": PointerArgType(asc.float32), "y": PointerArgType(asc.float32), "n": PlainArgType(asc.int32)}
# Its constructor looks for the NPU's compiler, which these stages don't need.
compiler = object.__new__(Compiler)

def codegen(_):
    global held
    # It holds the context, which its modules need and don't keep alive.
    held = asc.jit(kernel.fn)
    return held._run_codegen(Specialization(types, {}), CodegenOptions())

def passes(module):
    compiler.options = CompileOptions()
    compiler.run_passes(module)
    return module

print(json.dumps(least(rounds, codegen, passes, Compiler.run_translation)))
"""


def source(count: int) -> str:
    """A kernel of *count* API calls with slices, and a little arithmetic between them."""
    lines = []
    for i in range(count // 4):
        lines += [
            f"    asc.data_copy(a[{i % 64 * 64}:], x_gm[n + {64 * i}:], 64)",
            f"    asc.add(c[{i % 64 * 64}:], a, b[{i % 7 * 8}:], {64 + i % 8})",
            f"    asc.muls(c, c[{i % 64 * 64}:], 2.0, n + {i})",
            f"    asc.data_copy(x_gm[n + {64 * i}:], c, 64)",
        ]
    return _HEAD + "\n".join(lines) + "\n"


def measure(python: str, worker: str, file: Path, rounds: int) -> list[float]:
    """Milliseconds of each stage."""
    command = [python, "-c", _WORKER + worker, str(file), str(rounds)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=file.parent)
    if result.returncode != 0:
        raise SystemExit(result.stderr or f"{python} ended with {result.returncode}")
    stages: list[float] = json.loads(result.stdout.splitlines()[-1])
    return stages


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyasc", metavar="PYTHON", help="interpreter of pyasc's environment")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 1000, 5000], help="numbers of API calls")
    args = parser.parse_args()
    peers: Mapping[str, tuple[str, str]] = {
        "asc": (sys.executable, _OWN),
        **({"pyasc": (args.pyasc, _PYASC)} if args.pyasc else {}),
    }
    print("| calls | who | codegen (ms) | passes (ms) | translation (ms) | whole (ms) | µs a call | of pyasc's |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel_module.py"
        for count in args.sizes:
            file.write_text(source(count), encoding="utf-8")
            runs = {who: [measure(python, w, file, 3) for _ in range(2)] for who, (python, w) in peers.items()}
            least = {who: list(map(min, *found)) for who, found in runs.items()}
            for who, stages in least.items():
                whole = sum(stages)
                ratio = f"{whole / sum(least['pyasc']):.2f}" if "pyasc" in least else "–"
                shown = " | ".join(f"{stage:.1f}" for stage in stages)
                print(f"| {count} | {who} | {shown} | {whole:.1f} | {whole / count * 1e3:.0f} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
