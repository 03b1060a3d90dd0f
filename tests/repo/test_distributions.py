from __future__ import annotations

import importlib
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

Table = dict[str, Any]

NAMES = {
    "asc_plugins",
    "asc_core",
    "asc_api_core",
    "asc_api_basic",
    "asc_api_fwk",
    "asc_api_adv",
    "asc_codegen_ext",
}
PACKAGES = sorted(NAMES | {"asc"})
BUILT = {".so", ".pyc"}


def requirement_name(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0]


def test_there_are_the_seven_distributions(parts: dict[str, Table]) -> None:
    assert set(parts) == NAMES
    for folder, part in parts.items():
        assert part["project"]["name"] == folder.replace("_", "-")


@pytest.mark.parametrize("key", ["version", "requires-python", "license", "classifiers"])
def test_distributions_agree_with_the_suite(key: str, suite: Table, parts: dict[str, Table]) -> None:
    assert {folder: part["project"][key] for folder, part in parts.items()} == dict.fromkeys(
        parts, suite["project"][key]
    )


def test_the_suite_requires_what_its_parts_require_and_none_of_them(suite: Table, parts: dict[str, Table]) -> None:
    own = {part["project"]["name"] for part in parts.values()}
    required = {one for part in parts.values() for one in part["project"]["dependencies"]}
    assert set(suite["project"]["dependencies"]) == {one for one in required if requirement_name(one) not in own}
    assert {one for one in required if requirement_name(one) in own} <= own


def test_the_suite_has_the_entry_points_of_its_parts(suite: Table, parts: dict[str, Table]) -> None:
    merged: dict[str, dict[str, str]] = {}
    scripts: dict[str, str] = {}
    for part in parts.values():
        scripts |= part["project"].get("scripts", {})
        for group, points in part["project"].get("entry-points", {}).items():
            assert not merged.get(group, {}).keys() & points.keys()
            merged.setdefault(group, {}).update(points)
    assert suite["project"]["entry-points"] == merged
    assert suite["project"]["scripts"] == scripts


def test_entry_points_can_be_imported(suite: Table) -> None:
    project = suite["project"]
    for points in [project["scripts"], *project["entry-points"].values()]:
        for target in points.values():
            module, _, name = target.partition(":")
            value = importlib.import_module(module)
            assert not name or hasattr(value, name)


def test_the_suite_ships_every_package(root: Path, suite: Table) -> None:
    packages = {str(path.parent.relative_to(root)) for path in root.glob("*/src/*/py.typed")}
    assert set(suite["tool"]["scikit-build"]["wheel"]["packages"]) == packages
    assert {Path(package).name for package in packages} == set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_source_file_is_installed(package: str, root: Path) -> None:
    (source,) = root.glob(f"*/src/{package}")
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    installed = Path(spec.origin).parent
    files = [path.relative_to(source) for path in source.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if path.suffix not in BUILT and not (installed / path).is_file()]
