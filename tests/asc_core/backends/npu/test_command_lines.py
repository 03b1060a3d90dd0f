"""The command lines of each kernel type with each option, as a file to read: ``command_lines.golden``."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from asc_core.backends.npu.cann import Cann
from asc_core.backends.npu.commands import commands
from asc_core.options import CompileOptions
from asc_core.runtime.config import KernelType

GOLDEN = Path(__file__).parent / "command_lines.golden"
TOOLS = Cann(
    Path("/cann"), Path("/cann/bin/bisheng"), Path("/cann/bin/ld.lld"), (Path("/cann/asc"),), Path("/cann/version.h")
)
OPTIONS: dict[str, dict[str, Any]] = {
    **{f"opt_level={level}": {"opt_level": level} for level in (0, 1, 2, 3)},
    "debug=True": {"debug": True},
    "auto_sync=False": {"auto_sync": False},
    'auto_sync_log="/logs/sync.txt"': {"auto_sync_log": "/logs/sync.txt"},
    'bisheng_options=("-DTILE=64", "-save-temps")': {"bisheng_options": ("-DTILE=64", "-save-temps")},
    "a kernel that prints": {"prints": True},
}


def steps(kernel_type: str, prints: bool = False, **options: Any) -> list[list[str]]:
    return commands(TOOLS, kernel_type, "dav-2201", CompileOptions(**options), prints=prints)


def changes(before: list[str], after: list[str]) -> str:
    """What one command line has more and less than another."""
    return "  ".join(line for line in difflib.ndiff(before, after) if line[0] in "+-") or "the same"


def lines() -> Iterator[str]:
    for kernel_type in (kind.name for kind in KernelType):
        yield f"{kernel_type}"
        plain = steps(kernel_type)
        yield from (f"  {' '.join(step)}" for step in plain)
        for name, options in OPTIONS.items():
            found = [changes(*pair) for pair in zip(plain, steps(kernel_type, **options), strict=True)]
            yield f"  {name}"
            yield from (f"    {text}" for text in found)


def test_command_lines(request: pytest.FixtureRequest) -> None:
    text = "\n".join(lines()) + "\n"
    if request.config.getoption("--update-goldens"):
        GOLDEN.write_text(text, "utf-8")
    assert GOLDEN.read_text("utf-8") == text


@pytest.mark.parametrize("kernel_type", [kind.name for kind in KernelType])
def test_options_meet_on_one_command_line(kernel_type: str) -> None:
    everything = steps(
        kernel_type, prints=True, opt_level=1, debug=True, auto_sync_log="/l/s.txt", bisheng_options=("-DONE",)
    )
    for step in everything[:-1]:
        assert {"-O1", "-g", "-DASCENDC_DUMP=1", "--cce-auto-sync"} <= set(step)
        assert sum(argument.startswith("--cce-auto-sync-log=/l/s") for argument in step) == 1
        assert step[-1] == "-DONE"
    # The linker has no options.
    assert everything[-1] == steps(kernel_type)[-1]
