"""``asc doctor --npu`` on the stand-in for CANN."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from asc_core import doctor, doctor_npu
from asc_core.backends.npu.libraries import SYMBOLS

Build = Callable[[Path, Path], None]


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    nodes = tmp_path / "dev"
    nodes.mkdir()
    for name in ("davinci0", "davinci1", "davinci_manager"):
        (nodes / name).touch()
    monkeypatch.setattr(doctor_npu, "_MANAGER", nodes / "davinci_manager")
    return nodes


def findings() -> dict[str, doctor.Finding]:
    return {finding.what: finding for finding in doctor_npu.examine()}


def broken(found: dict[str, doctor.Finding]) -> list[str]:
    return [what for what, finding in found.items() if finding.state == "broken"]


def test_a_whole_installation_is_reported_so(cann, driver) -> None:
    found = findings()
    assert list(found) == [
        "CANN", "bisheng", "ld.lld", "Ascend C headers", "compiling AIV_ONLY", "compiling MIX_AIC_1_2",
        "libruntime.so", "libascendcl.so", "libprofapi.so", "libascend_dump.so", "driver", "SoC", "device 0",
        "device 1",
    ]  # fmt: skip
    assert {finding.state for finding in found.values()} == {"ok"}
    assert found["CANN"].detail == f"8.5.0 at {cann.home}"
    assert found["bisheng"].detail == f"recording_bisheng 1.0 at {cann.bin / 'bisheng'}"
    assert found["SoC"].detail == "Ascend910B3"
    assert found["device 1"].detail == "21 cube cores, memory works"
    assert cann.library.standin_held() == 0
    assert [call["program"] for call in cann.commands()] == ["bisheng", "ld.lld", "bisheng", "bisheng", "ld.lld"]


def test_the_command_reports_it(cann, driver) -> None:
    result = CliRunner().invoke(doctor.doctor, ["--npu", "--json"])
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = {one["what"]: one for one in json.loads(result.output)}
    assert {"Python", "MLIR bindings", "kernel cache", "bisheng", "device 0", "ASCEND_HOME_PATH"} <= set(data)
    assert "C++ compiler" not in data


def test_without_cann_one_line_says_so() -> None:
    result = CliRunner().invoke(doctor.doctor, ["--npu", "--json"])
    assert result.exit_code == 1
    bad = [one for one in json.loads(result.output) if one["state"] == "broken"]
    assert [one["what"] for one in bad] == ["CANN"]
    assert bad[0]["detail"].endswith("ASCEND_HOME_PATH is not set")
    assert "source <CANN>/set_env.sh" in bad[0]["advice"]
    assert "asc doctor" not in bad[0]["advice"]


@pytest.mark.parametrize("name", ["ASCEND_HOME_PATH", "PYASC_COMPILER", "PYASC_LINKER"])
def test_variables_that_name_what_is_not_there_are_noted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "/nowhere")
    (finding,) = [finding for finding in doctor.examine() if finding.what == name]
    assert finding.state == "note"
    assert finding.advice.startswith("there is no such ")


@pytest.mark.parametrize(("text", "shown"), [("7.0.RC1", "7.0.RC1 at"), ("nothing", "unknown version at")])
def test_other_versions_are_noted(cann, driver, text: str, shown: str) -> None:
    (cann.home / "version.cfg").write_text(text)
    finding = findings()["CANN"]
    assert finding.state == "note"
    assert finding.detail.startswith(shown)
    assert "CANN 8.5" in finding.advice


def test_a_newer_version_is_fine(cann, driver) -> None:
    (cann.home / "version.cfg").write_text("[9.0.1:9.0.1]")
    assert findings()["CANN"].state == "ok"


@pytest.mark.parametrize(
    ("script", "text"),
    [("#!/bin/sh\necho no license >&2; exit 3\n", "fails with 3: no license"), ("#!/none\n", "can't be started")],
)
def test_a_compiler_that_does_not_run_is_found(cann, driver, script: str, text: str) -> None:
    (cann.bin / "bisheng").write_text(script)
    found = findings()
    assert broken(found) == ["bisheng"]
    assert text in found["bisheng"].detail
    assert "compiling AIV_ONLY" not in found
    assert found["device 0"].state == "ok"


def test_a_compiler_that_refuses_a_kernel_is_found(cann, driver) -> None:
    cann.refuse("error: unknown type name '__gm__'")
    found = findings()
    assert broken(found) == ["compiling AIV_ONLY", "compiling MIX_AIC_1_2"]
    assert "unknown type name" in found["compiling AIV_ONLY"].detail
    assert "dav-c220-vec" in found["compiling AIV_ONLY"].detail


def test_missing_headers_and_linker_are_found(cann, driver, monkeypatch: pytest.MonkeyPatch) -> None:
    (cann.bin.parents[1] / "tikcpp/tikcfw/kernel_operator.h").unlink()
    (cann.bin / "ld.lld").unlink()
    monkeypatch.setenv("PATH", "/nowhere")
    found = findings()
    assert broken(found) == ["ld.lld", "Ascend C headers"]
    assert found["ld.lld"].detail == f"ld.lld is neither below {cann.home} nor on PATH"
    assert found["ld.lld"].advice.endswith("set_env.sh`; PYASC_LINKER can name it")


def test_missing_libraries_are_found(cann, driver) -> None:
    (cann.home / "lib64/libascendcl.so").unlink()
    (cann.home / "lib64/libascend_dump.so").unlink()
    found = findings()
    assert broken(found) == ["libascendcl.so"]
    assert found["libascend_dump.so"].state == "note"
    assert found["libascend_dump.so"].advice == "without it kernels can't print"
    assert "device 0" not in found


def test_missing_functions_are_listed(cann, driver, build: Build, tmp_path: Path) -> None:
    (tmp_path / "old.c").write_text("int aclInit(const char* p) { return 0; }\n")
    path = cann.home / "lib64/libascendcl.so"
    path.unlink()
    build(tmp_path / "old.c", path)
    finding = findings()["libascendcl.so"]
    missing = ["aclFinalize", "aclGetRecentErrMsg", *(name for name in SYMBOLS if name.startswith("aclrt"))]
    assert (finding.state, finding.detail) == ("broken", f"has no {', '.join(missing)}")


def test_a_missing_driver_is_found(cann, driver: Path) -> None:
    (driver / "davinci_manager").unlink()
    found = findings()
    assert broken(found) == ["driver"]
    assert "davinci_manager" in found["driver"].detail
    assert "container" in found["driver"].advice
    (driver / "davinci_manager").touch()
    (driver / "davinci0").unlink()
    (driver / "davinci1").unlink()
    assert findings()["driver"].detail == f"there is no {driver / 'davinci0'}"


def test_devices_without_permission_are_found(cann, driver: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_npu.os, "access", lambda path, _mode: Path(path).name != "davinci1")
    finding = findings()["driver"]
    assert finding.state == "broken"
    assert "HwHiAiUser" in finding.advice


@pytest.mark.parametrize(
    ("function", "code", "what"),
    [
        ("rtGetDeviceCount", 507033, "devices"),
        ("rtMalloc", 207001, "device 0"),
        ("rtGetDeviceInfo", 507899, "device 0"),
    ],
)
def test_errors_of_devices_are_found(cann, driver, function: str, code: int, what: str) -> None:
    cann.fail(function, code)
    found = findings()
    assert broken(found) == [what]
    assert f"{function} returned {code}" in found[what].detail
