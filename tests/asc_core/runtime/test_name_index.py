"""Names of ``asc`` found by the index on disk, against what packs register."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from asc_core.cli import main
from asc_core.runtime import cache_folder, name_index
from asc_core.runtime.cache_folder import NAMES
from asc_plugins.discovery import registry
from asc_plugins.distributions import GROUP

Said = Callable[..., Any]

LOADED = "print(json.dumps([result, 'asc_plugins.discovery' in sys.modules]))"
PACK = """\
from asc_plugins import PackInfo, hookimpl

def one(): return 1
def two(): return 2

@hookimpl
def asc_pack():
    return PackInfo("extra", "1")

@hookimpl
def asc_register_names(register):
    register(one, "chosen")
    register(one, "inner", "asc.extra.deep")

@hookimpl
def asc_register_modules(register):
    register("lib.extra", "extra_host")
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv("PYASC_CACHE_DIR", str(place))
    return place


@pytest.fixture
def said(place: Path, tmp_path: Path) -> Said:
    """What a fresh process, with packs of the test's folder, gives for an expression, and whether it loaded packs."""

    def said(expression: str, before: str = "", **environment: str) -> Any:
        path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
        script = f"import json, sys\nimport asc\n{before}\nresult = {expression}\n{LOADED}"
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": path, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return [*json.loads(done.stdout), *(["NameWarning"] if "NameWarning" in done.stderr else [])]

    return said


def install(folder: Path, source: str = PACK) -> None:
    (folder / "extra_pack.py").write_text(source)
    (folder / "extra_host.py").write_text("answer = 42\n")
    info = folder / "extra-1.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: extra\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\nextra = extra_pack\n")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("int(asc.TPosition.VECIN)", 9),
        ("asc.Struct.__name__", "Struct"),
        ("asc.language.core.struct.Field.__name__", "Field"),
        ("__import__('asc.language.core.enums', fromlist=['HardEvent']).HardEvent.MTE2_V.name", "MTE2_V"),
        ("asc.language.basic.vec_binary.add is asc.add", True),
        ("asc.language.core.ir_value.PlainValue.__name__", "PlainValue"),
        ("asc.profiler.__name__", "asc.profiler"),
        ("asc.runtime.__name__", "asc.runtime"),
    ],
)
def test_a_name_loads_no_packs_once_they_were_loaded(said: Said, expression: str, expected: object) -> None:
    assert said("asc.add.name") == ["add", True]
    assert said(expression) == [expected, False]


def test_a_name_loads_the_module_that_declares_it_alone(said: Said) -> None:
    said("asc.add.name")
    others = "sorted(m for m in sys.modules if m.startswith('asc_api_'))"
    assert said(others, "asc.TPosition") == [["asc_api_core", "asc_api_core.enums"], False]


def test_every_name_is_the_object_that_packs_register(said: Said) -> None:
    said("asc.add.name")
    before = """
from asc_core.runtime import name_index
from asc_plugins.entries import wrapped_entry
index = name_index.find()
given = {(space, name): index.value(space, name) for space in index.names for name in index.names[space]}
assert "asc_plugins.discovery" not in sys.modules
from asc_plugins.discovery import registry
names = registry().names
"""
    same = "[len(given), all(wrapped_entry(names[space][name]) is value for (space, name), value in given.items())]"
    expected = sum(map(len, registry().names.values()))
    assert said(same, before)[0] == [expected, True]


def test_third_parties_need_not_do_anything_for_it(said: Said, tmp_path: Path) -> None:
    install(tmp_path)
    told = "[asc.chosen(), asc.extra.deep.inner(), asc.lib.extra.answer]"
    before = "import asc.extra.deep, asc.lib.extra"
    assert said(told, before) == [[1, 1, 42], True]
    assert said(told, before) == [[1, 1, 42], False]


def test_it_is_not_used_after_a_pack_changed(said: Said, tmp_path: Path) -> None:
    install(tmp_path)
    assert [said("asc.chosen()"), said("asc.chosen()")] == [[1, True], [1, False]]
    install(tmp_path, PACK.replace('one, "chosen"', 'two, "chosen"') + "# changed\n")
    assert [said("asc.chosen()"), said("asc.chosen()")] == [[2, True], [2, False]]
    (tmp_path / "extra-1.dist-info/entry_points.txt").unlink()
    assert said("hasattr(asc, 'chosen')") == [False, True]


def test_it_is_not_used_where_packs_are_disabled(said: Said, tmp_path: Path) -> None:
    install(tmp_path)
    said("asc.chosen()")
    assert said("hasattr(asc, 'chosen')", ASC_DISABLED_PACKS="extra") == [False, True]


def test_unknown_names_are_looked_for_among_loaded_packs(said: Said) -> None:
    said("asc.add.name")
    assert said("hasattr(asc, 'no_such_name')") == [False, True]


def test_a_module_that_can_only_be_imported_after_others_is_left_to_its_pack(said: Said, tmp_path: Path) -> None:
    (tmp_path / "extra_part.py").write_text(
        "import sys\nassert 'extra_pack' in sys.modules\ndef one(): return 7\ndef two(): return 8\n"
    )
    install(tmp_path, PACK.replace("def one(): return 1\ndef two(): return 2\n", "from extra_part import one, two\n"))
    assert [said("asc.chosen()"), said("asc.chosen()")] == [[7, True], [7, True]]


def test_an_object_that_its_module_does_not_hold_is_left_to_its_pack(said: Said, tmp_path: Path) -> None:
    install(tmp_path, PACK.replace('register(one, "chosen")', 'register(lambda: 5, "chosen")'))
    assert [said("asc.chosen()"), said("asc.chosen()")] == [[5, True], [5, True]]
    assert said("asc.TPosition.VECIN.name") == ["VECIN", False]


def test_what_a_pack_registers_now_wins(said: Said, tmp_path: Path, place: Path) -> None:
    chosen = 'two if __import__("os").environ.get("CHOOSE") else one'
    install(tmp_path, PACK.replace('one, "chosen"', f'{chosen}, "chosen"'))
    said("asc.chosen()")
    assert said("asc.chosen()", CHOOSE="1") == [1, False]
    both = "[given(), asc.chosen()]"
    loaded = "given = asc.chosen\nhasattr(asc, 'no_such_name')"
    assert said(both, loaded, CHOOSE="1") == [[1, 2], True, "NameWarning"]
    assert list(name_index.files(place)) == []
    assert [said("asc.chosen()", CHOOSE="1"), said("asc.chosen()", CHOOSE="1")] == [[2, True], [2, False]]


@pytest.mark.parametrize("how", ["cut", "changed", "open to others", "a folder", "without names"])
def test_what_is_damaged_or_not_trusted_is_not_used(said: Said, place: Path, how: str) -> None:
    said("asc.add.name")
    (file,) = name_index.files(place)
    data = file.read_bytes()
    if how == "cut":
        file.write_bytes(data[:-1])
    elif how == "changed":
        file.write_bytes(data.replace(b"TPosition", b"TPositiom"))
    elif how == "open to others":
        file.chmod(0o666)
    elif how == "a folder":
        file.unlink()
        file.mkdir()
    else:
        file.write_bytes(name_index.pack(name_index.Entry({}, b"")))
    assert said("asc.TPosition.VECIN.name") == ["VECIN", True]


def test_without_a_folder_packs_are_loaded(said: Said, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for _ in range(2):
        assert said("asc.TPosition.VECIN.name", PYASC_CACHE_DIR=str(tmp_path / "file/cache")) == ["VECIN", True]


def test_few_are_kept(said: Said, place: Path) -> None:
    place.mkdir(mode=0o700)
    for number in range(20):
        (place / f"{number:032}{NAMES}").touch()
        os.utime(place / f"{number:032}{NAMES}", (number, number))
    said("asc.add.name")
    assert len(list(name_index.files(place))) == name_index._KEPT
    assert said("asc.TPosition.VECIN.name") == ["VECIN", False]


def test_it_counts_as_a_file_of_the_cache(said: Said, place: Path) -> None:
    said("asc.add.name")
    place.chmod(0o755)
    cache_folder.check(place)
    assert place.stat().st_mode & 0o777 == 0o700
    clear = CliRunner().invoke(main, ["cache", "clear", "--older-than", "1d"])
    assert (clear.exit_code, len(list(name_index.files(place)))) == (0, 1)
    assert CliRunner().invoke(main, ["cache", "clear"]).exit_code == 0
    assert list(place.iterdir()) == []
