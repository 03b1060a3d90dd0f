import os
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asc_core import settings
from asc_core.errors import CacheWarning
from asc_core.runtime import cache

ENTRY = cache.Entry({"name": "k", "parts": {"ü": "1"}}, bytes(range(256)) * 10)


@pytest.fixture
def place(tmp_path, monkeypatch):
    place = tmp_path / "cache"
    monkeypatch.setenv("PYASC_CACHE_DIR", str(place))
    return place


@given(st.binary(max_size=200), st.dictionaries(st.text(), st.integers() | st.text()))
def test_entries_come_back_as_they_were(binary, meta):
    entry = cache.Entry(meta, binary)
    assert cache.unpack(cache.pack(entry)) == entry


@given(st.data())
def test_any_damage_is_seen(data):
    whole = cache.pack(ENTRY)
    cut = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(cache.DamagedError):
        cache.unpack(whole[:cut])
    changed = bytearray(whole)
    changed[cut] ^= data.draw(st.integers(1, 255))
    with pytest.raises(cache.DamagedError):
        cache.unpack(bytes(changed))


def test_a_stored_entry_is_loaded(place):
    assert cache.load("a") == (None, "it wasn't compiled before")
    assert cache.store("a", ENTRY)
    assert cache.load("a") == (ENTRY, "")
    assert [path.name for path in place.iterdir()] == ["a.kernel"]
    assert place.stat().st_mode & 0o777 == 0o700
    assert (place / "a.kernel").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", [lambda d: b"", lambda d: d[: len(d) // 2], lambda d: d + b"x", lambda d: d[::-1]])
def test_a_damaged_entry_is_a_miss_and_replaced(place, damage):
    cache.store("a", ENTRY)
    path = place / "a.kernel"
    path.write_bytes(damage(path.read_bytes()))
    entry, reason = cache.load("a")
    assert entry is None
    assert "is damaged" in reason
    cache.store("a", ENTRY)
    assert cache.load("a")[0] == ENTRY


def test_the_folder_is_chosen_when_it_is_used(monkeypatch, tmp_path):
    for name in ("PYASC_CACHE_DIR", "PYASC_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.folder() == tmp_path / "home/.cache/asc"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == tmp_path / "xdg/asc"
    monkeypatch.setenv("PYASC_HOME", str(tmp_path / "own"))
    assert cache.folder() == tmp_path / "own/.pyasc/cache"
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "here"))
    assert cache.folder() == tmp_path / "here"


def test_without_any_home_nothing_is_kept(monkeypatch):
    for name in ("PYASC_CACHE_DIR", "PYASC_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", _no_home)
    monkeypatch.setattr(cache, "_warned", set())
    with pytest.warns(CacheWarning, match="no home folder is known"):
        assert not cache.store("a", ENTRY)
    assert cache.load("a") == (None, "there is no folder for a cache")


def _no_home():
    raise RuntimeError("Could not determine home directory.")


def test_a_place_that_can_not_be_written_warns_once(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr(cache, "_warned", set())
    with pytest.warns(CacheWarning, match=r"file can't be used \(File exists\)"):
        assert not cache.store("a", ENTRY)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not cache.store("a", ENTRY)
    assert cache.load("a")[0] is None


def test_a_full_disk_leaves_nothing_behind(place, monkeypatch):
    monkeypatch.setattr(cache, "_warned", set())

    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.warns(CacheWarning, match="No space left on device"):
        assert not cache.store("a", ENTRY)
    assert list(place.iterdir()) == []


def test_a_folder_open_to_others_is_closed(place):
    place.mkdir(mode=0o777)
    place.chmod(0o777)
    cache.store("a", ENTRY)
    assert place.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_entries_of_others_are_not_used(place):
    cache.store("a", ENTRY)
    os.chown(place / "a.kernel", 12345, -1)
    entry, reason = cache.load("a")
    assert entry is None
    assert "belongs to another user" in reason


def test_a_link_to_a_folder_will_do(monkeypatch, tmp_path):
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("real")
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "link"))
    assert cache.store("a", ENTRY)
    assert cache.load("a")[0] == ENTRY


def test_the_least_recently_used_entries_go_first(place, monkeypatch):
    size = len(cache.pack(ENTRY))
    monkeypatch.setenv("ASC_CACHE_SIZE", str(5 * size))
    for age, key in enumerate("edcba"):
        cache.store(key, ENTRY)
        stamp = time.time() - 10000 * (age + 1)
        os.utime(place / f"{key}.kernel", (stamp, stamp))
    # Using the oldest makes it the newest.
    assert cache.load("a")[0] == ENTRY
    cache.store("f", ENTRY)
    assert sorted(path.stem for path in place.iterdir()) == ["a", "d", "e", "f"]


def test_what_a_killed_process_left_is_removed(place):
    place.mkdir(mode=0o700)
    old, new = place / ".partial-1-a", place / ".partial-2-b"
    for path in (old, new):
        path.touch()
    os.utime(old, (0, 0))
    cache.store("a", ENTRY)
    assert sorted(path.name for path in place.iterdir()) == [".partial-2-b", "a.kernel"]


def test_processes_that_race_leave_one_whole_entry(place):
    script = (
        "from asc_core.runtime import cache\n"
        "entry = cache.Entry({'name': 'k'}, bytes(100000))\n"
        "for _ in range(50):\n"
        "    assert cache.store('a', entry)\n"
        "    assert cache.load('a')[0] == entry\n"
    )
    racers = [subprocess.Popen([sys.executable, "-W", "error", "-c", script]) for _ in range(8)]
    assert [racer.wait() for racer in racers] == [0] * 8
    assert [path.name for path in place.iterdir()] == ["a.kernel"]


def test_settings_of_the_cache_are_checked(monkeypatch):
    monkeypatch.setenv("ASC_CACHE_SIZE", "much")
    with pytest.raises(ValueError, match="environment variable ASC_CACHE_SIZE='much': expected a number of bytes"):
        settings.CACHE_SIZE.value()
