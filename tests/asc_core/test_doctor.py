from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from asc_core import doctor, settings


def findings() -> dict[str, doctor.Finding]:
    return {finding.what: finding for finding in doctor.examine()}


def test_a_sound_installation_is_reported_so() -> None:
    result = CliRunner().invoke(doctor.doctor, ["--json"])
    data = {one["what"]: one for one in json.loads(result.output)}
    assert result.exit_code == 0, result.output
    for what in ("Python", "MLIR bindings", "native machine", "C++ compiler", "kernel cache", "pack core"):
        assert data[what]["state"] == "ok", data[what]
    assert sys.executable in data["Python"]["detail"]


def test_every_setting_is_shown_with_value_and_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASC_THREADS", "3")
    found = findings()
    assert {setting.name for setting in settings.SETTINGS} <= set(found)
    assert found["ASC_THREADS"].detail.startswith("3 (environment)")
    assert found["ASC_CXX"].detail.startswith("not set (default)")
    assert found["PYASC_PROGRESS"].detail.startswith("True (default)")
    monkeypatch.setenv("ASC_OPTIONS", "opt_level=1, debug=True")
    assert findings()["ASC_OPTIONS"].detail.startswith("opt_level=1, debug=True (environment)")


def test_the_table_says_what_data_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("PYASC_CASH_DIR", "[x]")
    result = CliRunner().invoke(doctor.doctor)
    assert result.exit_code == 0
    (line,) = [line for line in result.output.splitlines() if "PYASC_CASH_DIR" in line]
    assert line.split() == ["note", "PYASC_CASH_DIR", "unknown", "variable"]
    assert "did you mean PYASC_CACHE_DIR?" in result.output


@pytest.mark.parametrize(
    ("variable", "value", "what", "advice"),
    [
        ("ASC_CXX", "no-such-compiler", "C++ compiler", "apt install g++"),
        ("ASC_CXX", "false", "C++ compiler", "C++ compiler"),
        ("ASC_THREADS", "many", "ASC_THREADS", "expected a whole number"),
        ("ASC_OPTIONS", "opt_level=9", "ASC_OPTIONS", "option opt_level=9: expected a whole number from 0 to 3"),
    ],
)
def test_what_is_broken_fails_the_command(
    variable: str, value: str, what: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, value)
    result = CliRunner().invoke(doctor.doctor, ["--json"])
    assert result.exit_code == 1
    broken = {one["what"]: one for one in json.loads(result.output) if one["state"] == "broken"}
    assert set(broken) == {what}
    assert advice in broken[what]["detail"] + broken[what]["advice"]


def test_a_compiler_that_compiles_nothing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "g++"
    fake.write_text('#!/bin/sh\nif [ "$1" = --version ]; then echo "g++ 99"; exit; fi\necho no headers >&2; exit 1\n')
    fake.chmod(0o755)
    monkeypatch.setenv("ASC_CXX", str(fake))
    found = findings()["C++ compiler"]
    assert (found.state, found.detail) == ("broken", "g++ 99: no headers")


@pytest.mark.parametrize("module", ["torch_mlir", "asc_core._native"])
def test_a_missing_part_is_told_with_advice(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    script = (
        f"import sys; sys.modules[{module!r}] = None\n"
        "import json; from asc_core import doctor\n"
        "print(json.dumps([(f.what, f.state, f.advice) for f in doctor.examine()]))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ)
    broken: list[Any] = [one for one in json.loads(result.stdout) if one[1] == "broken"]
    assert len(broken) == 1
    assert "install" in broken[0][2]


def test_a_failed_pack_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    from asc_plugins import cli
    from asc_plugins.registry import PackStatus, Registry

    registry = Registry()
    registry.packs = [
        PackStatus("bad", "failed", "bad", error="ValueError: no"),
        PackStatus("off", "disabled", "off"),
    ]
    monkeypatch.setattr(cli, "quiet_registry", lambda: registry)
    found = findings()
    assert (found["pack bad"].state, found["pack bad"].detail) == ("note", "ValueError: no")
    assert found["pack off"].state == "note"


def test_the_kernel_cache_is_weighed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from asc_core.runtime import cache

    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path))
    (tmp_path / f"one{cache.SUFFIX}").write_bytes(bytes(1_500_000))
    (tmp_path / "other").write_bytes(bytes(10))
    assert findings()["kernel cache"].detail == f"{tmp_path}: 1 kernels, 1.5 MB"


def test_a_cache_that_others_can_write_to_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path))
    (tmp_path / "notes.txt").touch()
    tmp_path.chmod(0o777)
    found = findings()["kernel cache"]
    assert found.state == "note"
    assert found.detail.endswith("other users can write to it; chmod go-w makes it safe")


def test_a_cache_that_can_not_be_is_a_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "file" / "cache"))
    found = findings()["kernel cache"]
    assert found.state == "note"
    assert "PYASC_CACHE_DIR" in found.advice
