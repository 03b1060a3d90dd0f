from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from asc_plugins import discovery, template
from asc_plugins.distributions import GROUP


def make(folder: Path, name: str) -> Any:
    return CliRunner().invoke(template.command, [name, "--output", str(folder)])


def test_the_new_pack_registers_its_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = make(tmp_path, "soft-blend")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "soft-blend"
    assert str(folder) in result.output
    monkeypatch.syspath_prepend(folder / "src")
    points = [
        EntryPoint("core", "asc_api_core.pack", GROUP),
        EntryPoint("soft_blend", "soft_blend.pack", GROUP),
    ]
    registry = discovery.load(points, "")
    assert [status.error for status in registry.packs] == [None, None]
    assert list(registry.names["asc.soft_blend"]) == ["blend"]
    assert registry.model_header("soft_blend.blend") == folder / "src/soft_blend/model/blend.h"


@pytest.mark.timeout(300)
def test_the_new_pack_installs_and_passes_its_own_tests(tmp_path: Path) -> None:
    assert make(tmp_path, "soft-mix").exit_code == 0
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", site, tmp_path / "soft-mix"], check=True)
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", tmp_path / "soft-mix"],
        env=os.environ | {"PYTHONPATH": str(site)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "2 passed" in result.stdout


def test_new_files_keep_the_rules_of_style(tmp_path: Path) -> None:
    assert make(tmp_path, "fresh-blend").exit_code == 0
    for command in (["check", "--select", "A,B,E,F,I,N,PT,PTH,RET,RUF,SIM,UP,W"], ["format", "--check"]):
        options = ["--isolated", "--line-length=120", "--quiet"]
        subprocess.run([sys.executable, "-m", "ruff", *command, *options, "fresh-blend"], cwd=tmp_path, check=True)


@pytest.mark.parametrize("name", ["Blend", "1st", "a_b", "a--b", "-a", "a-", "class", "a b", "../a", "ä"])
def test_a_name_that_can_not_be_a_packs_is_refused(name: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(template.command, ["--output", str(tmp_path), "--", name])
    assert result.exit_code == 2
    assert f"'{name}' can't be a pack's name" in result.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "what"), [("asc-plugins", "package 'asc_plugins'"), ("json", "package 'json'")])
def test_a_name_that_is_taken_is_refused(name: str, what: str, tmp_path: Path) -> None:
    result = make(tmp_path, name)
    assert result.exit_code == 2
    assert what in result.output
    assert not list(tmp_path.iterdir())


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "fresh-blend").mkdir()
    result = make(tmp_path, "fresh-blend")
    assert result.exit_code == 1
    assert "exists already" in result.output
    assert not list((tmp_path / "fresh-blend").iterdir())
