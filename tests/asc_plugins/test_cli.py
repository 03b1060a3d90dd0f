from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from asc_plugins import cli, discovery


@pytest.fixture
def packs_of(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs ``asc packs`` with the given packs installed."""

    def run(points: list[Any], *arguments: str, disabled: str = "") -> str:
        monkeypatch.setattr(discovery, "_registry", None)
        monkeypatch.setattr(discovery, "_installed", lambda: points)
        monkeypatch.setenv("ASC_DISABLED_PACKS", disabled)
        monkeypatch.setenv("COLUMNS", "200")
        result = CliRunner().invoke(cli.packs, arguments, catch_exceptions=False)
        assert result.exit_code == 0
        return result.output

    return run


API = """
@api("Add")
def add(a: int) -> int:
    "Adds."

@hookimpl
def asc_register_names(register):
    register(add)
"""


def test_packs_lists_version_state_contents_and_errors(make_pack: Any, packs_of: Any) -> None:
    points = [
        make_pack("good", API, version="3.1"),
        make_pack("bad", "raise ValueError('[x]')"),
        make_pack("off"),
    ]
    lines = packs_of(points, disabled="off").splitlines()
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in lines if "│" in line]
    cells = {name: rest for name, *rest in rows}
    assert cells["good"][:3] == ["3.1", "loaded", "names 1, ops 1"]
    assert cells["bad"][1] == "failed"
    assert cells["off"][1] == "disabled"
    assert [line for line in lines if line.startswith("bad: ValueError: [x] (")]


def test_packs_gives_data(make_pack: Any, packs_of: Any) -> None:
    points = [make_pack("good", API, version="3.1"), make_pack("bad", "raise ValueError('no')")]
    good, bad = json.loads(packs_of(points, "--json"))
    assert good == {
        "name": "good", "state": "loaded", "target": points[0].value, "version": "3.1", "doc": "",
        "requires": [], "error": None, "contents": {"names": 1, "ops": 1}, "distributions": [],
    }  # fmt: skip
    assert bad["state"] == "failed"
    assert bad["error"].startswith("ValueError: no")


def test_packs_names_the_distribution() -> None:
    result = CliRunner().invoke(cli.packs, ["--json"], catch_exceptions=False)
    core = next(pack for pack in json.loads(result.output) if pack["name"] == "core")
    assert core["distributions"]
    assert core["distributions"][0].startswith(("asc-api-core ", "asc-suite "))
