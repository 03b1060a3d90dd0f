"""What lets pyasc 1.1.1 take part on a machine without CANN: stand-ins for the compiler and for the launch itself.

pyasc runs in an environment of its own, in which ``pip install pyasc==1.1.1`` was run; its interpreter is what the
benchmarks take as ``--pyasc PYTHON``. Two things are replaced, both to its advantage:

* the programs of ``PYASC_COMPILER`` and ``PYASC_LINKER``, by a shell script that writes a small output file at once;
* ``Launcher.run``, by a function that does nothing: a call ends where pyasc would copy arrays and call the NPU.
"""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path

#: Writes to what stands behind ``-o``.
_TOOL = """\
#!/bin/sh
while [ $# -gt 1 ]; do
    if [ "$1" = -o ]; then printf '\\177ELF' > "$2"; exit 0; fi
    shift
done
exit 1
"""

#: Stands before the code of each process.
_PRELUDE = """\
import asc
from asc.runtime.launcher import Launcher
Launcher.run = lambda self, kernel, function_name, user_args: None
"""


def environment(folder: Path) -> dict[str, str]:
    """The variables for pyasc's processes; *folder* gets the stand-ins and the cache."""
    tool = folder / "stand-in"
    if not tool.exists():
        tool.write_text(_TOOL, encoding="utf-8")
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    cann = folder / "cann"
    (cann / "compiler" / "tikcpp" / "tikcfw").mkdir(parents=True, exist_ok=True)
    # The sources of asc may stand there, which has the same name as pyasc's package.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {
        **inherited,
        "PYASC_COMPILER": str(tool),
        "PYASC_LINKER": str(tool),
        "PYASC_CACHE_DIR": str(folder / "cache"),
        "ASCEND_HOME_PATH": str(cann),
    }


def run(python: str, file: Path, folder: Path, arguments: Sequence[str] = ()) -> str:
    """What a file of Python prints in pyasc's environment, with the stand-ins in place.

    The file keeps its name and lines, which pyasc reads kernels from.
    """
    start = f"{_PRELUDE}import runpy, sys\nsys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0], run_name='__main__')"
    done = subprocess.run(
        [python, "-c", start, str(file), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=environment(folder),
        cwd=folder,
    )
    if done.returncode:
        raise SystemExit(f"pyasc's process failed:\n{done.stderr}")
    return done.stdout
