"""Kernels that say in comments what they become: ``# CHECK: Add(z_local, x_local, {{.*}})``."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

from .filecheck import check
from .stages import stages_of

#: Prefix of the comments on each stage, and what messages call the stage.
STAGES = {
    "CODEGEN": ("codegen", "ASC-IR as traced"),
    "ASCIR": ("passes", "ASC-IR after the passes"),
    "CHECK": ("text", "Ascend C"),
}
_LINE = re.compile(rf"#\s*({'|'.join(STAGES)})(-[A-Z]+(-\d+)?(\{{[^}}]*\}})?)?:")
#: The source line behind a ``#line`` of Ascend C.
_COMMENT = re.compile(rf"^(#line \d+.*?)\s*{_LINE.pattern}.*$", re.MULTILINE)


def check_kernel(folder: Path, kernel: Any, *args: Any, **kwargs: Any) -> None:
    """Fails the test unless each stage of ``kernel[1](*args, **kwargs)`` fulfils the comments in its source.

    Raises:
        ValueError: the kernel has no such comment.
    """
    function = inspect.unwrap(kernel)
    file = inspect.getsourcefile(function) or "the kernel's source"
    lines, first = inspect.getsourcelines(function)
    found = {match[1] for line in lines if (match := _LINE.search(line))}
    if not found:
        forms = ", ".join(f"# {prefix}: …" for prefix in STAGES)
        raise ValueError(f"{file}:{first}: kernel '{function.__name__}' says nothing of what it becomes; write {forms}")
    # The checks keep their place in the file, so that messages name its lines.
    checks = "\n" * (first - 1) + "".join(line if _LINE.search(line) else "\n" for line in lines)
    stages = stages_of(kernel, *args, **kwargs)
    for prefix, (stage, what) in STAGES.items():
        if prefix in found:
            text = _COMMENT.sub(r"\1", getattr(stages, stage))
            check(text, checks, folder, place=file, what=what, prefixes=[prefix])
