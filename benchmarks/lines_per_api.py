"""Lines of pack code an API, by module: declarations in Python and Model's semantics in C++, blank lines left out."""

from __future__ import annotations

import inspect
import sys
from collections import defaultdict
from pathlib import Path

from asc_plugins.discovery import registry


def lines(path: Path) -> int:
    return sum(bool(line.strip()) for line in path.read_text("utf-8").splitlines())


def main() -> None:
    known = registry()
    apis: dict[str, int] = defaultdict(int)
    overloads: dict[str, int] = defaultdict(int)
    headers: dict[str, set[Path]] = defaultdict(set)
    for api in known.apis():
        apis[api.module] += 1
        overloads[api.module] += len(api.overloads)
        for overload in api:
            header = known.model_header(overload.op)
            if header is not None:
                headers[api.module].add(header)
    print("| module | APIs | overloads | Python lines | an API | C++ lines | an API |\n|---|--:|--:|--:|--:|--:|--:|")
    total = [0, 0, 0, 0]
    for module in sorted(apis):
        python = lines(Path(inspect.getsourcefile(sys.modules[module]) or ""))
        cpp = sum(lines(header) for header in headers[module])
        row = [apis[module], overloads[module], python, cpp]
        total = [a + b for a, b in zip(total, row, strict=True)]
        print(f"| {module} | {row[0]} | {row[1]} | {python} | {python / row[0]:.1f} | {cpp} | {cpp / row[0]:.1f} |")
    one, two = total[2] / total[0], total[3] / total[0]
    print(f"| all | {total[0]} | {total[1]} | {total[2]} | {one:.1f} | {total[3]} | {two:.1f} |")


if __name__ == "__main__":
    main()
