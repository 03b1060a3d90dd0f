"""The packs as found without loading them, against what importlib.metadata and loading say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from asc_plugins import discovery, installed
from asc_plugins.distributions import DISABLED, GROUP

PACK = """\
from asc_plugins import PackInfo, hookimpl

@hookimpl
def asc_pack():
    return PackInfo("extra", "1.5")
"""


def said(script: str, *paths: Path, **environment: str) -> Any:
    """What a fresh process prints as JSON."""
    path = os.pathsep.join([*map(str, paths), *filter(None, [os.environ.get("PYTHONPATH")])])
    variables = {**os.environ, "PYTHONPATH": path, **environment}
    command = [sys.executable, "-W", "ignore", "-c", script]
    return json.loads(subprocess.run(command, env=variables, check=True, capture_output=True, text=True).stdout)


ALL = "import json\nfrom asc_plugins.installed import fingerprints\nprint(json.dumps(list(fingerprints())))"
FIRST = """\
import json, sys
from asc_plugins.installed import fingerprints
first = next(fingerprints())
print(json.dumps([first, "asc_plugins.discovery" in sys.modules]))
"""


FINDER = """\
class Finder:
    def find_spec(self, *_):
        return None
    def find_distributions(self, *_):
        return ()
"""


def install(folder: Path, source: str = PACK, version: str = "1.5", name: str = "extra") -> None:
    """Puts a pack and its distribution on a folder of the path."""
    (folder / "extra_pack.py").write_text(source)
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(f"[other]\na = b\n\n[{GROUP}]\n# a pack\n {name} = extra_pack\n")


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A process that has loaded no packs yet."""
    monkeypatch.setattr(discovery, "_registry", None)
    for kept in (installed._noted, installed._expected):
        kept.cache_clear()
    yield
    for kept in (installed._noted, installed._expected):
        kept.cache_clear()


def test_they_are_those_of_importlib(fresh: Any) -> None:
    found = installed.points()
    assert found is not None
    expected = {
        (point.name, point.value, point.dist.version)
        for point in metadata.entry_points(group=GROUP)
        if point.dist is not None
    }
    assert set(found) == expected
    assert {point.name for point in found} >= {"core", "basic", "fwk", "adv", "codegen_ext", "engine"}


def test_the_packages_are_those_of_the_loaded_packs(fresh: Any) -> None:
    before = installed.packages()
    assert discovery._registry is None
    assert discovery.registry() is not None
    assert installed.packages() == before > {"asc_core", "asc_api_core"}


def test_nothing_is_loaded_for_the_fingerprint() -> None:
    fingerprint, loaded = said(FIRST)
    assert not loaded
    assert fingerprint == discovery.registry().fingerprint()


def test_where_packs_load_there_is_one_fingerprint(tmp_path: Path) -> None:
    install(tmp_path)
    (found,) = said(ALL, tmp_path)
    assert found["pack extra"] == "1.5"
    assert found["pack asc_plugins"] == ""


def test_a_changed_file_changes_it(tmp_path: Path) -> None:
    install(tmp_path)
    first, _ = said(FIRST, tmp_path)
    (tmp_path / "extra_pack.py").write_text(PACK + "# changed\n")
    second, loaded = said(FIRST, tmp_path)
    assert {name for name in first if first[name] != second[name]} == {"files extra"}
    assert not loaded


def test_a_new_version_of_the_distribution_changes_it(tmp_path: Path) -> None:
    install(tmp_path)
    first, _ = said(FIRST, tmp_path)
    (tmp_path / "extra-1.5.dist-info").rename(tmp_path / "extra-1.6.dist-info")
    second, _ = said(FIRST, tmp_path)
    assert (first["pack extra"], second["pack extra"]) == ("1.5", "1.6")


def test_the_first_distribution_on_the_path_hides_others_of_its_name(tmp_path: Path) -> None:
    for part in ("one", "two"):
        (tmp_path / part).mkdir()
        install(tmp_path / part, version={"one": "1.5", "two": "2.5"}[part])
    found, loaded = said(FIRST, tmp_path / "one", tmp_path / "two")
    assert found["pack extra"] == "1.5"
    assert not loaded


@pytest.mark.parametrize("source", [PACK.replace("1.5", "1.7"), "raise ImportError('broken')"])
def test_where_a_pack_is_not_as_its_distribution_says_the_loaded_one_counts(tmp_path: Path, source: str) -> None:
    install(tmp_path, source)
    expected, actual = said(ALL, tmp_path)
    assert expected["pack extra"] == "1.5"
    assert actual.get("pack extra") == ("1.7" if "1.7" in source else None)


@pytest.mark.parametrize("case", ["disabled", "two of one name", "no such module", "archive", "finder"])
def test_what_only_loading_can_tell_is_left_to_it(case: str, tmp_path: Path) -> None:
    install(tmp_path)
    paths, environment, script = [tmp_path], {}, ALL
    if case == "disabled":
        environment[DISABLED] = "extra"
    elif case == "two of one name":
        (tmp_path / "rival-1.dist-info").mkdir()
        (tmp_path / "rival-1.dist-info/entry_points.txt").write_text(f"[{GROUP}]\nextra = rival_pack\n")
    elif case == "no such module":
        (tmp_path / "extra_pack.py").unlink()
    elif case == "archive":
        archive = tmp_path / "library.zip"
        archive.write_bytes(b"PK\5\6" + bytes(18))
        paths.append(archive)
    else:
        script = f"import sys\n{FINDER}sys.meta_path.append(Finder())\n{ALL}"
    script = script.replace("import json", "import json, sys", 1).replace(
        "print(", "first = next(fingerprints())\nassert 'asc_plugins.discovery' in sys.modules\nprint("
    )
    (found,) = said(script, *paths, **environment)
    assert found.get("pack extra") == ("1.5" if case in ("archive", "finder") else None)


HALF = """\
import json, sys
from types import ModuleType
from asc_plugins import installed
sys.modules["asc_plugins.discovery"] = ModuleType("asc_plugins.discovery")
print(json.dumps([installed._loaded(), len(installed.packages()), len(next(installed.fingerprints()))]))
"""


def test_packs_are_found_while_another_thread_imports_what_loads_them() -> None:
    loaded, packages, parts = said(HALF, *map(Path, sys.path))
    assert not loaded
    assert packages > 0
    assert parts > 0
