"""The line that is shown while a kernel compiles for long: on a real terminal, in a process of its own."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from asc_core import progress, settings

SCRIPT = """
import sys, threading
import numpy as np
import asc
from asc_core import progress

progress.AFTER = {after}

@asc.jit
def slowly(z: asc.GlobalAddress, v: asc.ConstExpr[int]):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, v)

z = np.zeros(1, np.int32)
{body}
print("result", z[0], "rich.live" in sys.modules)
"""


@pytest.fixture
def compiler(tmp_path: Path) -> Path:
    """A C++ compiler that takes its time."""
    path = tmp_path / "slow-g++"
    real = shutil.which("g++")
    if real is None:
        pytest.skip("there is no g++")
    path.write_text(f'#!/bin/sh\ncase "$*" in *kernel.so*) sleep ${{SLOW:-0}};; esac\nexec {real} "$@"\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def run(
    tmp_path: Path, compiler: Path, variables: Mapping[str, str], *, after: float = 0.3, body: str = "slowly[1](z, 5)"
) -> tuple[str, str]:
    """What a script wrote to the terminal that is its stderr, and its stdout."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(after=after, body=body))
    environment = {**os.environ, "PYASC_CACHE_DIR": str(tmp_path / "cache"), "ASC_CXX": str(compiler), "SLOW": "1"}
    environment |= {"TERM": "xterm", **variables}
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=slave, env=environment, text=True
    )
    os.close(slave)
    seen = b""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        ready, _, _ = select.select([master], [], [], 1)
        if not ready:
            continue
        try:
            data = os.read(master, 4096)
        except OSError:
            break
        if not data:
            break
        seen += data
    os.close(master)
    said, _ = process.communicate(timeout=60)
    return seen.decode(), said


def after_erasing(seen: str) -> str:
    """What stays on a line that is written and erased: control sequences and the text before each erasure gone."""
    last = seen.rpartition("\x1b[2K")[2]
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]|[\r\n]", "", last)


def test_a_long_compilation_is_shown_and_erased(tmp_path: Path, compiler: Path) -> None:
    seen, said = run(tmp_path, compiler, {})
    assert said.split() == ["result", "5", "True"]
    assert re.search(r"compiling slowly, binary, \d s", seen)
    assert after_erasing(seen) == ""
    assert seen.rfind("\x1b[?25h") > seen.rfind("\x1b[?25l") >= 0  # the cursor is there again


def test_short_ones_and_cached_ones_are_not(tmp_path: Path, compiler: Path) -> None:
    seen, said = run(tmp_path, compiler, {"SLOW": "0"}, after=30)
    assert (seen, said.split()) == ("", ["result", "5", "False"])
    seen, said = run(tmp_path, compiler, {"SLOW": "0"}, after=0)
    assert (seen, said.split()) == ("", ["result", "5", "False"])


@pytest.mark.parametrize(
    "variables", [{"PYASC_PROGRESS": "0"}, {"TERM": "dumb"}], ids=["setting", "terminal without control sequences"]
)
def test_it_can_be_turned_off(tmp_path: Path, compiler: Path, variables: dict[str, str]) -> None:
    seen, said = run(tmp_path, compiler, variables, after=0)
    assert (seen, said.split()) == ("", ["result", "5", "False"])


def test_no_colour_is_used(tmp_path: Path, compiler: Path) -> None:
    seen, _ = run(tmp_path, compiler, {"NO_COLOR": "1"})
    assert "compiling slowly" in seen
    assert re.search(r"\x1b\[[0-9;]+m", seen) is None


def test_compilations_side_by_side_share_the_line(tmp_path: Path, compiler: Path) -> None:
    body = """
threads = [threading.Thread(target=lambda v=v: slowly[1](np.zeros(1, np.int32), v)) for v in range(3)]
[t.start() for t in threads]
[t.join() for t in threads]
"""
    seen, said = run(tmp_path, compiler, {}, body=body)
    assert said.split() == ["result", "0", "True"]
    assert "compiling slowly" in seen
    assert " (and 2 more)" in seen
    assert after_erasing(seen) == ""


def test_commands_show_it_too(tmp_path: Path, compiler: Path) -> None:
    kernel = tmp_path / "kernel.py"
    kernel.write_text(
        "import asc\n\n@asc.jit\ndef put(z: asc.GlobalAddress):\n    g = asc.GlobalTensor()\n"
        "    g.set_global_buffer(z, 1)\n    g.set_value(0, 5)\n"
    )
    body = f"""
from asc_core.cli import main
main(["run", {str(kernel)!r}, "-a", "z=int32[1]", "-n", "1"], standalone_mode=False)
"""
    seen, said = run(tmp_path, compiler, {}, body=body)
    assert said.startswith("z = [5]\n")
    assert re.search(r"compiling put, binary, \d s", seen)
    assert after_erasing(seen) == ""


def test_an_error_of_the_compiler_leaves_no_line(tmp_path: Path, compiler: Path) -> None:
    body = """
try:
    slowly[1](z, "x" * 3)
except TypeError:
    pass
import os
os.environ["ASC_CXX"] += " --no-such-option"
try:
    slowly[1](z, 1)
except Exception as error:
    print(type(error).__name__)
"""
    seen, said = run(tmp_path, compiler, {}, body=body)
    assert said.split() == ["BackendCompileError", "result", "0", "True"]
    assert "compiling slowly" in seen
    assert after_erasing(seen) == ""


def test_no_line_into_a_pipe(tmp_path: Path, compiler: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(after=0, body="slowly[1](z, 5)"))
    environment = {**os.environ, "PYASC_CACHE_DIR": str(tmp_path / "cache"), "ASC_CXX": str(compiler), "TERM": "xterm"}
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, env=environment, check=True)
    assert (done.stdout.split(), done.stderr) == (["result", "5", "False"], "")


def test_a_closed_stderr_is_no_terminal(tmp_path: Path) -> None:
    script = "import sys; from asc_core import progress; sys.stderr{}; print(progress._wanted())"
    for how in (".close()", " = None"):
        said = subprocess.check_output([sys.executable, "-c", script.format(how)], text=True)
        assert said == "False\n"


def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYASC_PROGRESS", "maybe")
    monkeypatch.setattr(settings, "_told", set())
    with (
        pytest.warns(settings.SettingWarning, match="PYASC_PROGRESS='maybe': expected one of"),
        progress.compiling("k"),
    ):
        pass
