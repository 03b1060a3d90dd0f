"""`import asc` against `import numpy`, each in fresh processes; neither MLIR nor packs may be loaded."""

from __future__ import annotations

from measure import in_turn, python, report

LOADED = """
import sys, asc
heavy = [m for m in ("torch_mlir", "torch", "stevedore", "rich", "asc_api_core") if m in sys.modules]
print(",".join(heavy))
"""


def main() -> None:
    times = in_turn(
        {
            "import numpy": lambda: python("import numpy"),
            "import asc": lambda: python("import asc"),
            "import asc; asc.add": lambda: python("import asc; asc.add"),
            "pass": lambda: python("pass"),
        },
        rounds=20,
    )
    report("Import, whole process", times)
    print(f"\nHeavy modules after `import asc`: {python(LOADED).strip() or 'none'}")


if __name__ == "__main__":
    main()
