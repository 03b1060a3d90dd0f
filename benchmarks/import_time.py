"""`import asc` against `import numpy`, each in fresh processes; neither MLIR nor packs may be loaded.

Usage: ``python benchmarks/import_time.py [--pyasc PYTHON]``; PYTHON is the interpreter of an environment of its own in
which ``pip install pyasc==1.1.1`` was run. Times are those of the processor, of one of numpy's threads: those that wait
for work would count too.
"""

from __future__ import annotations

import argparse
import os
import tempfile

from measure import in_turn, of_children, python, report

LOADED = """
import sys, asc
heavy = [m for m in ("torch_mlir", "torch", "stevedore", "rich", "asc_api_core") if m in sys.modules]
print(",".join(heavy))
"""


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pyasc", metavar="PYTHON", help="interpreter of pyasc's environment")
    pyasc = parser.parse_args().pyasc
    folder = tempfile.TemporaryDirectory()
    cache = {"PYASC_CACHE_DIR": folder.name}
    contestants = {
        "import numpy": lambda: python("import numpy"),
        "import asc": lambda: python("import asc"),
        "import asc; asc.jit": lambda: python("import asc; asc.jit"),
        "import asc; asc.add": lambda: python("import asc; asc.add", **cache),
        "import asc; asc.add, without an index": lambda: python("import asc; asc.add", PYASC_CACHE_DIR=os.devnull),
        "pass": lambda: python("pass"),
    }
    if pyasc:
        contestants |= {
            "pyasc: import asc": lambda: python("import asc", interpreter=pyasc),
            "pyasc: pass": lambda: python("pass", interpreter=pyasc),
        }
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    times = in_turn(contestants, rounds=15, clock=of_children)
    folder.cleanup()
    report("Import, whole process, processor time", times)
    print(f"\nHeavy modules after `import asc`: {python(LOADED).strip() or 'none'}")


if __name__ == "__main__":
    main()
