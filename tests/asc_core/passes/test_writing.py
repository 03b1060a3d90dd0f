"""The page on writing a pass: its pack installs as it stands, and does what the page shows."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "passes" / "writing.md").read_text("utf-8")
FILE = re.compile(r"`([\w./]+)`:\n\n```\w+\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n\$ (.*?)\n(.*?)```", re.DOTALL)
#: The module of the page's commands.
TWICE = """\
func.func @k(%n: i32) attributes {asc.kernel} {
  %c2 = arith.constant 2 : i32
  %0 = arith.muli %n, %c2 : i32
  "emitasc.verbatim"(%0) {text = "use({0});"} : (i32) -> ()
  return
}
"""


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's files in a folder, with the metadata that an installation writes."""
    folder = tmp_path_factory.mktemp("pack")
    for name, text in FILE.findall(PAGE):
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    (folder / "twice.mlir").write_text(TWICE)
    project = (folder / "pyproject.toml").read_text()
    installed = folder / "src" / "asc_shifts-0.1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: asc-shifts\nVersion: 0.1.0\n")
    points = re.search(r'entry-points\."asc\.packs"\]\n(.*?)\n\n', project, re.DOTALL)
    assert points is not None
    (installed / "entry_points.txt").write_text("[asc.packs]\n" + points[1].replace('"', "") + "\n")
    return folder


def run(pack: Path, *command: str) -> subprocess.CompletedProcess[str]:
    paths = [str(pack / "src"), os.environ.get("PYTHONPATH", "")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}
    return subprocess.run(
        [sys.executable, *command], env=environment, cwd=pack, capture_output=True, text=True, timeout=120, check=False
    )


def opt(pack: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(pack, "-c", "from asc_core.cli import main; main(prog_name='asc')", "opt", *arguments)


def test_its_test_passes_and_notices_a_broken_pass(pack: Path) -> None:
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests")
    assert "1 passed" in run(pack, *command).stdout
    source = pack / "src/asc_shifts/shifts.py"
    whole = source.read_text()
    try:
        source.write_text(whole.replace("number.bit_length() - 1", "number.bit_length()"))
        broken = run(pack, *command)
    finally:
        source.write_text(whole)
    assert "1 failed" in broken.stdout
    assert "arith.constant 3" in broken.stdout


def test_its_commands_write_what_it_shows(pack: Path) -> None:
    (listing, listed), (dumping, dumped), (timing, timed) = CONSOLE.findall(PAGE)
    assert listing.startswith("asc opt --list | ")
    assert listed in opt(pack, "--list").stdout
    assert opt(pack, *shlex.split(dumping)[2:]).stderr.strip() == dumped.strip()
    names = [line.split()[-1] for line in opt(pack, *shlex.split(timing)[2:]).stderr.splitlines()]
    assert names == [line.split()[-1] for line in timed.splitlines()]


def test_its_error_is_shown_at_the_operation(pack: Path) -> None:
    vectors = (
        "func.func @k() attributes {asc.kernel} {\n"
        "  %c = arith.constant dense<2> : vector<4xi32>\n"
        "  %0 = arith.muli %c, %c : vector<4xi32>\n"
        "  return\n}\n"
    )
    (pack / "vectors.mlir").write_text(vectors)
    result = opt(pack, "-p", "use-shifts", "vectors.mlir")
    assert result.returncode == 1
    assert "use-shifts knows numbers only" in result.stderr
    assert "vectors.mlir:3:" in result.stderr
    assert "= help: run it before vectors are made" in result.stderr


def test_a_compilation_runs_it(pack: Path) -> None:
    program = "from asc_core.cli import main; main(prog_name='asc')"
    assert "use((argument << 1));" in run(pack, "-c", program, "compile", "twice.mlir").stdout
