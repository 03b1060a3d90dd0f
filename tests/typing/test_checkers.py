"""mypy and pyright know kernels: their bodies, and the arguments of their launches."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import asc

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
#: Editable installations need not be visible to type checkers.
SOURCES = [str(folder) for folder in ROOT.glob("asc_*/src")]
EXAMPLES = sorted(ROOT.glob("examples/*/*.py"))
PYRIGHT = shutil.which("pyright")

needs_mypy = pytest.mark.skipif(
    subprocess.run([sys.executable, "-c", "import mypy"], capture_output=True, check=False).returncode != 0,
    reason="mypy isn't installed",
)
needs_pyright = pytest.mark.skipif(PYRIGHT is None, reason="pyright isn't installed: pip install 'pyright[nodejs]'")


def marked(file: Path) -> set[int]:
    return {i for i, line in enumerate(file.read_text().splitlines(), 1) if line.endswith("# error")}


def mypy(tmp_path: Path, *files: Path) -> str:
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--follow-imports=silent",
            "--config-file=",
            f"--cache-dir={tmp_path}",
            *map(str, files),
        ],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": os.pathsep.join(SOURCES)},
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout + result.stderr


def pyright(tmp_path: Path, *files: Path) -> list[dict[str, Any]]:
    settings = {
        "include": [str(f.relative_to(ROOT)) for f in files],
        "extraPaths": SOURCES,
        "typeCheckingMode": "standard",
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    for file in files:
        copy = tmp_path / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(file.read_text())
    assert PYRIGHT is not None
    result = subprocess.run(
        [PYRIGHT, "--outputjson", "-p", str(tmp_path), "--pythonpath", sys.executable],
        capture_output=True,
        text=True,
        check=False,
    )
    found: list[dict[str, Any]] = json.loads(result.stdout)["generalDiagnostics"]
    return [d for d in found if d["severity"] == "error"]


@needs_mypy
def test_mypy_accepts_what_is_right_and_reports_what_is_wrong(tmp_path: Path) -> None:
    output = mypy(tmp_path, HERE / "right.py", HERE / "wrong.py", *EXAMPLES)
    errors = re.findall(r"^(.*?):(\d+): error: ", output, re.MULTILINE)
    assert {name for name, _ in errors} == {str((HERE / "wrong.py").relative_to(ROOT))}, output
    assert {int(line) for _, line in errors} == marked(HERE / "wrong.py"), output


@needs_mypy
def test_strict_mypy_wants_the_type_of_constants(tmp_path: Path) -> None:
    file = tmp_path / "bare.py"
    file.write_text("import asc\n\n\n@asc.jit\ndef kernel(n: asc.ConstExpr) -> None:\n    asc.printf('%d', n)\n")
    output = mypy(tmp_path / "cache", file)
    assert re.findall(r"bare.py:(\d+): error: (.*?)  \[(.*)\]", output) == [
        ("5", 'Missing type arguments for generic type "asc.ConstExpr"', "type-arg")
    ], output


@needs_pyright
def test_pyright_does_so_too(tmp_path: Path) -> None:
    errors = pyright(tmp_path, HERE / "right.py", HERE / "wrong.py", *EXAMPLES)
    assert {Path(error["file"]).name for error in errors} == {"wrong.py"}, errors
    assert {error["range"]["start"]["line"] + 1 for error in errors} == marked(HERE / "wrong.py"), errors


def test_launchers_have_what_their_stub_says() -> None:
    @asc.jit
    def kernel(n: int) -> None:
        pass

    assert kernel[3].core_num == 3
    assert kernel[None].core_num is None
