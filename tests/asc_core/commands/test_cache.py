from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from asc_core.cli import main
from asc_core.runtime import cache

DAY = 86400


def asc(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["cache", *arguments])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv("PYASC_CACHE_DIR", str(place))
    monkeypatch.setattr(cache, "_known", {})
    return place


@pytest.fixture
def filled(place: Path) -> Path:
    """Three entries, unused for 0, 10 and 40 days."""
    for key, (kernel, days) in {"a" * 64: ("m.add", 0), "b" * 64: ("m.add_two", 10), "c" * 64: ("n.sub", 40)}.items():
        parts = {
            "kernel": kernel,
            f"place {kernel}": f"/src/{kernel[0]}.py:7",
            "argument z": "float32*",
            "argument n": "int32",
            "constant T": "-1",
            "platform": "Ascend910B1",
            "backend": "Model",
        }
        entry = cache.Entry({"name": kernel, "kernel_type": "AIV_ONLY", "parts": parts, "made": 5}, bytes(3000))
        cache.store(key, entry)
        used = time.time() - days * DAY
        os.utime(cache.path_of(place, key), (used, used))
    return place


def names(place: Path) -> list[str]:
    return sorted(path.name[0] for path, _ in cache.entries(place))


def test_a_wrong_variable_is_one_line(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASC_CACHE_SIZE", "x")
    assert re.fullmatch("Error: environment variable ASC_CACHE_SIZE='x': expected .*\n", asc("stat", code=1))


def test_stat_of_a_filled_cache(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASC_CACHE_SIZE", "1M")
    sizes = [status.st_size for _, status in cache.entries(filled)]
    text = asc("stat")
    assert f"{filled} (from PYASC_CACHE_DIR)" in text
    assert "entries     3\n" in text
    assert f"size        {sum(sizes) / 1024:.1f} KiB of 1.0 MiB (ASC_CACHE_SIZE)" in text
    assert "the longest unused entry 5 weeks ago" in text
    assert "not used" not in text
    assert "unfinished" not in text
    data = json.loads(asc("stat", "--json"))
    assert (data["entries"], data["bytes"], data["bound"]) == (3, sum(sizes), 1 << 20)
    assert time.time() - data["oldest_use"] == pytest.approx(40 * DAY, abs=60)


def test_stat_where_there_is_none(place: Path) -> None:
    assert "entries     0\n" in asc("stat")
    assert json.loads(asc("stat", "--json"))["newest_use"] is None
    assert not place.exists()


@pytest.mark.parametrize(
    ("variable", "below"), [("PYASC_HOME", ".pyasc/cache"), ("XDG_CACHE_HOME", "asc"), ("HOME", ".cache/asc")]
)
def test_stat_names_what_chose_the_folder(
    variable: str, below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PYASC_CACHE_DIR", "PYASC_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, str(tmp_path))
    assert f"{tmp_path}/{below} (from {variable})" in asc("stat")


def test_stat_tells_of_what_is_refused_and_left(filled: Path) -> None:
    (filled / "notes.txt").touch()
    filled.chmod(0o777)
    (filled / ".partial-x-1-y").write_bytes(bytes(2048))
    os.utime(filled / ".partial-x-1-y", (0, 0))
    text = asc("stat")
    assert "not used    other users can write to it; chmod go-w makes it safe" in text
    assert "unfinished  1 file of ended processes, 2.0 KiB" in text
    assert filled.stat().st_mode & 0o777 == 0o777


def test_list(filled: Path) -> None:
    head, *rows = asc("list").splitlines()
    assert head.split() == ["KEY", "USED", "SIZE", "PLATFORM", "KERNEL", "PLACE", "COMPILED", "FOR"]
    assert [row.split()[0] for row in rows] == ["a" * 12, "b" * 12, "c" * 12]
    size = f"{cache.path_of(filled, 'c' * 64).stat().st_size / 1024:.1f} KiB"
    assert re.split("  +", rows[2])[1:] == [
        "5 weeks ago", size, "Ascend910B1", "n.sub", "/src/n.py:7", "z: float32*, n: int32, T=-1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("patterns", "found"),
    [(["add"], "a"), (["add*"], "ab"), (["m.*"], "ab"), (["n.sub", "add"], "ac"), ([], "abc")],
)
def test_list_takes_patterns(filled: Path, patterns: list[str], found: str) -> None:
    assert "".join(entry["key"][0] for entry in json.loads(asc("list", *patterns, "--json"))) == found


def test_list_as_data(filled: Path) -> None:
    (entry,) = json.loads(asc("list", "n.sub", "--json"))
    assert entry["kernel"] == "n.sub"
    assert (entry["file"], entry["line"]) == ("/src/n.py", 7)
    assert entry["arguments"] == {"z": "float32*", "n": "int32"}
    assert entry["constants"] == {"T": "-1"}
    assert (entry["platform"], entry["backend"], entry["kernel_type"]) == ("Ascend910B1", "Model", "AIV_ONLY")
    assert entry["bytes"] == cache.path_of(filled, "c" * 64).stat().st_size
    assert entry["made"] == 5


def test_list_of_nothing(place: Path, filled: Path) -> None:
    assert asc("list", "none", "m.*", "no*", code=1).splitlines()[1:] == [
        *asc("list", "m.*").splitlines()[1:], f"Error: no entries of none, no* in {place}",
    ]  # fmt: skip
    assert asc("list", "none", "--json", code=1) == f"[]\nError: no entries of none in {place}\n"
    assert asc("clear", "none", code=1).endswith(f"Error: no entries of none in {place}\n")
    assert len(names(filled)) == 3
    assert asc("clear", "n.sub", "none", code=1).startswith("removed 1 entry")
    asc("clear", "m.add", "--older-than", "50d")
    assert len(names(filled)) == 2
    asc("clear")
    assert asc("list") == f"no entries in {place}\n"
    assert asc("list", "--json") == "[]\n"


def test_list_shows_what_can_not_be_read(filled: Path) -> None:
    cache.path_of(filled, "a" * 64).write_bytes(b"x")
    assert "(unreadable: asc cache verify)" in asc("list").splitlines()[1]


@pytest.mark.parametrize(
    ("arguments", "left"),
    [
        ([], ""), (["add"], "bc"), (["add*"], "c"), (["--older-than", "30d"], "ab"), (["--older-than", "5w"], "ab"),
        (["--older-than", "100h"], "a"), (["add*", "--older-than", "30d"], "abc"), (["--older-than", "0s"], ""),
    ],
)  # fmt: skip
def test_clear(filled: Path, arguments: list[str], left: str) -> None:
    count = 3 - len(left)
    entries = "1 entry" if count == 1 else f"{count} entries"
    assert f"removed {entries}, " in asc("clear", *arguments)
    assert "".join(names(filled)) == left


def test_clear_takes_what_was_left_unfinished(filled: Path) -> None:
    old, new = filled / ".partial-x-1-y", filled / ".partial-x-2-y"
    for path in (old, new):
        path.touch()
    os.utime(old, (0, 0))
    asc("clear", "none", code=1)
    assert not old.exists()
    assert new.exists()


@pytest.mark.parametrize("text", ["3", "x", "3y", "-1d", ""])
def test_times_are_checked(filled: Path, text: str) -> None:
    assert "is no time; write a number and s, m, h, d or w, such as 30d" in asc("clear", "--older-than", text, code=2)
    assert names(filled) == ["a", "b", "c"]


def test_clear_says_what_it_could_not_remove(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "remove", lambda path: path.name[0] != "a")
    assert f"1 entry can't be removed; is {filled} yours?" in asc("clear", code=1)


def test_clear_names_a_folder_in_an_entrys_place(filled: Path) -> None:
    (filled / "d.kernel").mkdir()
    assert f"{filled / 'd.kernel'} is a folder, not an entry; remove it by hand" in asc("clear", code=1)
    assert names(filled) == ["d"]


def test_verify_of_whole_entries(filled: Path) -> None:
    assert asc("verify") == f"checked 3 entries in {filled}: none damaged\n"


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)


DAMAGES: dict[str, tuple[Any, str]] = {
    "empty": (lambda path: path.write_bytes(b""), "it has 0 bytes only"),
    "half": (lambda path: path.write_bytes(path.read_bytes()[:1500]), "its parts don't add up"),
    "a bit": (flipped, "its checksum is wrong"),
    "another key": (lambda path: path.write_bytes((path.parent / f"{'b' * 64}.kernel").read_bytes()), "another key"),
    "a link": (lambda path: (path.unlink(), path.symlink_to("b" * 64 + ".kernel")), "symbolic link"),
    "mode": (lambda path: path.chmod(0o666), "other users can write to it"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_verify_finds_and_removes_damage(filled: Path, damage: str) -> None:
    change, reason = DAMAGES[damage]
    change(cache.path_of(filled, "a" * 64))
    text = asc("verify", code=1)
    assert reason in text
    assert "checked 3 entries" in text
    assert ": 1 damaged" in text
    assert names(filled) == ["a", "b", "c"]
    assert ": 1 damaged, 1 removed" in asc("verify", "--remove")
    assert names(filled) == ["b", "c"]
    assert "none damaged" in asc("verify")


def test_verify_refuses_a_folder_that_is_not_used(filled: Path) -> None:
    (filled / "notes.txt").touch()
    filled.chmod(0o777)
    assert f"{filled} isn't used: other users can write to it" in asc("verify", code=1)


def test_a_folder_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "file"))
    for command in ("stat", "list", "clear", "verify"):
        assert f"{tmp_path / 'file'} can't be read: Not a directory; PYASC_CACHE_DIR names it" in asc(command, code=1)


def test_without_a_home_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYASC_CACHE_DIR", "PYASC_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    # As for a user that the system doesn't know.
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    assert "there is no folder for a cache: name one in PYASC_CACHE_DIR" in asc("list", code=1)
