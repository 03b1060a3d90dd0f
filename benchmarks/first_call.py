"""First call of examples/01_add in a fresh process: with an empty cache, split by stage, and with a warm disk cache."""

from __future__ import annotations

import json
import statistics
import tempfile
from pathlib import Path

from measure import python

EXAMPLE = Path(__file__).parent.parent / "examples" / "01_add" / "add.py"

CODE = f"""
import importlib.util, json, sys, time
begin = time.perf_counter()
import numpy as np, asc, asc.runtime.config as config
spec = importlib.util.spec_from_file_location("add", {str(EXAMPLE)!r})
add = importlib.util.module_from_spec(spec)
spec.loader.exec_module(add)
config.set_platform("Model")
x = np.ones(16384, np.float32)
stages = {{{{}}}}
if {{watch}}:
    from asc_plugins import hookimpl
    from asc_plugins.discovery import registry

    class Watch:
        @hookimpl
        def asc_after_stage(self, stage, seconds):
            stages[stage] = seconds

    watching = registry().observing(Watch())
    watching.__enter__()
imported = time.perf_counter()
add.vadd(x, x, 8)
called = time.perf_counter()
add.vadd(x, x, 8)
again = time.perf_counter()
print(json.dumps({{{{"imports": imported - begin, "first call": called - imported, "second call": again - called,
    "stages": stages, "mlir": "torch_mlir" in sys.modules}}}}))
"""


def sample(cache: str, watch: bool = False) -> dict:
    return json.loads(python(CODE.format(watch=watch), PYASC_CACHE_DIR=cache))


def main() -> None:
    cold = []
    for _ in range(7):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(sample(cache, watch=True))
    with tempfile.TemporaryDirectory() as cache:
        sample(cache)
        warm = [sample(cache) for _ in range(11)]
    print(
        "\n### First call of 01_add in a fresh process\n\n| | cold cache (ms) | warm disk cache (ms) |\n|---|---|---|"
    )
    for name in ("imports", "first call", "second call"):
        row = [statistics.median(s[name] for s in samples) * 1e3 for samples in (cold, warm)]
        print(f"| {name} | {row[0]:.2f} | {row[1]:.2f} |")
    for stage in cold[0]["stages"]:
        print(f"| stage {stage} | {statistics.median(s['stages'][stage] for s in cold) * 1e3:.1f} | – |")
    print(f"\nMLIR imported: cold {cold[0]['mlir']}, warm {any(s['mlir'] for s in warm)}")


if __name__ == "__main__":
    main()
