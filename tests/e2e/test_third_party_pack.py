"""A pack of another author: installed by pip into a fresh environment, it adds what the families add, the same way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from asc_plugins import Slot, discovery
from asc_plugins.distributions import GROUP

ROOT = Path(__file__).parents[2]
PACK = ROOT / "tests/fixtures/asc_rand"
PARTS = ("asc_plugins", "asc_core", "asc_api_core", "asc_api_basic", "asc_api_fwk", "asc_codegen_ext")

KERNELS = """
import json
import sys

import numpy as np

import asc
import asc.rand


@asc.jit
def draw(floats: asc.GlobalAddress, ints: asc.GlobalAddress, seed: int, n: asc.ConstExpr[int]):
    begin = asc.get_block_idx() * n
    floats_gm, ints_gm = asc.GlobalTensor(), asc.GlobalTensor()
    floats_gm.set_global_buffer(floats + begin, n)
    ints_gm.set_global_buffer(ints + begin, n)
    first = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 0, n)
    second = asc.LocalTensor(asc.int32, asc.TPosition.VECOUT, 4 * n, n)
    generator = asc.rand.Generator(seed)
    asc.rand.uniform(first, generator, begin, n)
    asc.rand.uniform(second, generator, begin, n)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(floats_gm, first, n)
    asc.data_copy(ints_gm, second, n)


@asc.jit
def wrong(out: asc.GlobalAddress):
    tensor = asc.LocalTensor(asc.float16, asc.TPosition.VECOUT, 0, 16)
    asc.rand.uniform(tensor, asc.rand.Generator(1), 0, 16)


blocks, n = 4, 64
floats, ints = np.zeros(blocks * n, np.float32), np.zeros(blocks * n, np.int32)
draw[blocks](floats, ints, 42, n)
try:
    wrong[1](floats)
    error = ""
except Exception as caught:
    error = f"{type(caught).__name__}: {caught}"
print(json.dumps({"floats": floats.tolist(), "ints": ints.tolist(), "error": error}))
"""


def bits(seed: int, stream: int, count: int) -> list[int]:
    """The numbers of a stream in Python's whole numbers: the finalizer of splitmix64."""
    mask = (1 << 64) - 1
    numbers = []
    for index in range(count):
        x = (seed + (index + 1 + (stream << 32)) * 0x9E3779B97F4A7C15) & mask
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
        numbers.append(((x ^ (x >> 31)) >> 32) & 0xFFFFFFFF)
    return numbers


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The pack beside the one it requires, without an installation."""
    monkeypatch.syspath_prepend(PACK / "src")
    points = [EntryPoint("core", "asc_api_core.pack", GROUP), EntryPoint("rand", "asc_rand.pack", GROUP)]
    return discovery.load(points, "")


def test_it_registers_what_the_families_register(registry: Any) -> None:
    assert [(status.name, status.state) for status in registry.packs] == [("core", "loaded"), ("rand", "loaded")]
    assert set(registry.names["asc.rand"]) == {"Generator", "uniform"}
    assert registry.owner("type", "asc_rand.generator") == "rand"
    assert {op for op in registry.ops if op.startswith("asc_rand.")} == {
        "asc_rand.generator", "asc_rand.generator_seed", "asc_rand.uniform",
    }  # fmt: skip
    assert registry.ops["asc_rand.uniform"].emit is not None
    assert [(spec.name, spec.slot) for spec in registry.passes] == [("rand-number-streams", Slot.LOWERING)]
    assert registry.model_header("asc_rand.uniform") == PACK / "src/asc_rand/model/uniform.h"
    registry.count()
    assert registry.status("rand").contents == {
        "names": 2, "passes": 1, "model folders": 1, "types": 1, "ops": 3,
    }  # fmt: skip


MODULE = """
func.func @k(%d: !asc.local_tensor<f32>, %g: !asc_rand.generator, %i: i32) {
  "asc_rand.uniform"(%d, %g, %i, %i) {stream = -1} : TYPES
  "asc_rand.uniform"(%d, %g, %i, %i) {stream = 7} : TYPES
  "asc_rand.uniform"(%d, %g, %i, %i) {stream = -1} : TYPES
  return
}
""".replace("TYPES", "(!asc.local_tensor<f32>, !asc_rand.generator, i32, i32) -> ()")


def test_its_pass_works_on_its_operations(registry: Any) -> None:
    from asc_core.ir.bindings import ir
    from asc_core.ir.context import IRContext
    from asc_plugins.passes import PassContext

    with IRContext(registry).mlir, ir.Location.unknown():
        module = ir.Module.parse(MODULE)
        (spec,) = registry.passes
        spec.run(module, PassContext(ir, registry, None))
        assert module.operation.verify()
        text = str(module)
    assert [line.partition("stream = ")[2][0] for line in text.splitlines() if "uniform" in line] == ["0", "7", "1"]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a fresh virtual environment with the distributions, one by one, and the pack."""
    folder = tmp_path_factory.mktemp("environment")
    wheels = folder / "wheels"
    sources = [str(ROOT / part) for part in PARTS] + [str(PACK)]
    pip = ["-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([sys.executable, *pip, "wheel", "--no-deps", "-w", str(wheels), *sources], check=True)
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv/bin/python"
    subprocess.run([python, *pip, "install", *sorted(wheels.glob("*.whl"))], check=True)
    return python


def run(python: Path, *arguments: Any, **environment: str) -> str:
    """Runs a program of the fresh environment, out of reach of this process's own packages."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    result = subprocess.run(
        [python, *arguments], env=clean | environment, cwd=python.parent, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_pip_installs_it_and_asc_finds_it(python: Path) -> None:
    packs = {pack["name"]: pack for pack in json.loads(run(python, python.with_name("asc"), "packs", "--json"))}
    assert {name: pack["state"] for name, pack in packs.items()} == dict.fromkeys(
        ("core", "basic", "fwk", "codegen_ext", "engine", "rand"), "loaded"
    )
    assert packs["rand"]["distributions"] == ["asc-rand 1.2.3"]
    assert packs["core"]["distributions"] == ["asc-api-core 0.1.0"]


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_kernel_that_uses_it_runs(python: Path, tmp_path: Path) -> None:
    script = tmp_path / "kernels.py"
    script.write_text(KERNELS)
    out = json.loads(run(python, script))
    first, second = bits(42, 0, 256), bits(42, 1, 256)
    assert out["floats"] == [(x >> 8) / 2**24 for x in first]
    assert out["ints"] == [x - 2**32 if x >= 2**31 else x for x in second]
    assert out["error"].startswith("CompileError: ")
    assert "float16" in out["error"]
    assert "kernels.py" in out["error"]


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_disabled_pack_is_missed_by_name(python: Path) -> None:
    script = "import asc\ntry:\n    asc.rand\nexcept AttributeError as error:\n    print(error)\n"
    text = run(python, "-c", script, ASC_DISABLED_PACKS="rand")
    assert "has no attribute 'rand'" in text
    assert "rand (disabled)" in text
