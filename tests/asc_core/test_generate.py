"""Files written from the declarations: the commands, and that the checked-in files are those they write."""

from __future__ import annotations

import difflib
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from asc_core import generate
from asc_plugins import cli, discovery
from asc_plugins.distributions import GROUP
from asc_plugins.registry import PackStatus, Registry

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
OFFICIAL = ROOT / "tests/data/ascendc_api_2201.tsv"
ADVICE = "asc docs --output docs --official tests/data/ascendc_api_2201.tsv; asc stubs --output asc_core/src"


@pytest.fixture(scope="module")
def registry() -> Any:
    """The packs of this repository, whatever else is installed."""
    suite = tomllib.loads((ROOT / "pyproject.toml").read_text())
    points = suite["project"]["entry-points"][GROUP]
    return discovery.load([EntryPoint(name, value, GROUP) for name, value in points.items()], "")


@pytest.mark.parametrize("kind", ["docs", "stubs"])
def test_the_files_checked_in_are_what_the_declarations_give(kind: str, registry: Any) -> None:
    if kind == "docs":
        folder, files, there = ROOT / "docs", generate.docs_files(registry, OFFICIAL), "docs/**/*.md"
    else:
        folder, files, there = ROOT / "asc_core/src", generate.stub_files(registry), "asc_core/src/asc/**/*.pyi"
    found = {path.relative_to(folder).as_posix() for path in ROOT.glob(there)}
    stale = [name for name, text in files.items() if name not in found or (folder / name).read_text() != text]
    for name in stale[:1]:
        old = (folder / name).read_text() if name in found else ""
        pytest.fail(
            "\n".join([ADVICE, *difflib.unified_diff(old.splitlines(), files[name].splitlines(), name, "written", n=0)])
        )
    assert not stale, ADVICE
    written = {name for name in found if name.startswith(("api/", "asc/"))}
    assert written <= files.keys(), "remove what is no longer written"


KERNEL = """
import numpy as np

import asc
import asc.lib.runtime as rt


@asc.jit
def scale(x: asc.LocalTensor, n: int) -> int:
    asc.add(x, x, x, n)
    return n * 2


@asc.jit(always_compile=True)
def kernel(x: asc.GlobalAddress, length: int, tile: asc.ConstExpr[int]) -> None:
    gm = asc.GlobalTensor()
    gm.set_global_buffer(x + asc.get_block_idx() * length)
    local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, tile)
    for i in asc.range(length // tile):
        asc.data_copy(local[0:], gm[i * tile :], tile)
        double: int = scale(local, tile)
        asc.add(local, local, local, mask=[1, 2], repeat_times=double, repeat_params=asc.BinaryRepeatParams())
        asc.set_flag(asc.HardEvent.MTE2_V, i % 2)


kernel[8, rt.current_stream()](np.zeros(8), 8, 8)
"""


#: Mistakes a user may make in it, and the kind of mypy's error.
MISTAKES = [
    ("asc.add(x, x, x, n)", "asc.add(x, x)", "call-overload"),
    ("asc.TPosition.VECIN", "asc.TPosition.VECEN", "attr-defined"),
    ("scale(local, tile)", "scale(tile)", "call-arg"),
    ("asc.range(", "asc.rang(", "attr-defined"),
    ("x.dtype,", "3,", "call-overload"),
]


def test_mypy_accepts_a_users_kernel_and_finds_mistakes_in_it(tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(KERNEL)
    for number, (right, wrong, _) in enumerate(MISTAKES):
        assert right in KERNEL
        (tmp_path / f"wrong{number}.py").write_text(KERNEL.replace(right, wrong, 1))
    options = ["--strict", "--config-file=", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
    result = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *sorted(map(str, tmp_path.glob("*.py")))],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not result.stderr
    lines = result.stdout.splitlines()
    assert not [line for line in lines if not line.startswith("wrong")]
    for number, (*_, error) in enumerate(MISTAKES):
        assert [line for line in lines if line.startswith(f"wrong{number}.py:") and f"[{error}]" in line], lines


def test_the_commands_write_what_has_changed(tmp_path: Path) -> None:
    for command, first in ((generate.docs, "api/index.md"), (generate.stubs, "asc/__init__.pyi")):
        result = CliRunner().invoke(command, ["--output", str(tmp_path)], catch_exceptions=False)
        assert str(tmp_path / first) in result.output.split()
        again = CliRunner().invoke(command, ["--output", str(tmp_path)], catch_exceptions=False)
        assert again.output == "nothing has changed\n"
        (tmp_path / first).write_text("old")
        third = CliRunner().invoke(command, ["--output", str(tmp_path)], catch_exceptions=False)
        assert third.output == f"{tmp_path / first}\n"
    assert not (tmp_path / "coverage.md").exists()


def test_a_wrong_table_of_official_names_is_refused(tmp_path: Path) -> None:
    (tmp_path / "names").write_text("Add\n")
    arguments = ["--output", str(tmp_path / "out"), "--official", str(tmp_path / "names")]
    result = CliRunner().invoke(generate.docs, arguments)
    assert result.exit_code == 1
    assert "line 1 has no group: 'Add'" in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", [generate.docs, generate.stubs])
def test_nothing_is_written_while_a_pack_is_broken(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = Registry()
    registry.packs = [PackStatus("off", "disabled", "off"), PackStatus("bad", "failed", "bad", error="ValueError: no")]
    monkeypatch.setattr(cli, "quiet_registry", lambda: registry)
    result = CliRunner().invoke(command, ["--output", str(tmp_path)])
    assert result.exit_code == 1
    assert "pack 'bad' can't be used" in result.output
    assert "ValueError: no" in result.output
    assert not list(tmp_path.iterdir())
