import errno
import hashlib
import os
import signal
import struct
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from asc_core import processes, settings
from asc_core.errors import CacheWarning
from asc_core.runtime import cache, cache_folder

ENTRY = cache.Entry({"name": "k", "parts": {"ü": "1"}}, bytes(range(256)) * 10)


@pytest.fixture
def place(tmp_path, monkeypatch):
    place = tmp_path / "cache"
    monkeypatch.setenv("PYASC_CACHE_DIR", str(place))
    monkeypatch.setattr(cache, "_known", {})
    monkeypatch.setattr(cache, "_warned", set())
    return place


@hypothesis_settings(deadline=None)
@given(st.binary(max_size=200), st.dictionaries(st.text(), st.integers() | st.text()))
def test_entries_come_back_as_they_were(binary, meta):
    entry = cache.Entry(meta, binary)
    assert cache.unpack(cache.pack(entry)) == entry


@hypothesis_settings(deadline=None)
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


def test_the_description_is_at_the_end(tmp_path):
    path = tmp_path / "a.kernel"
    path.write_bytes(cache.pack(ENTRY))
    assert path.read_bytes().startswith(ENTRY.binary)
    assert cache.description(path) == ENTRY.meta
    for size in (0, 10, path.stat().st_size - 1):
        path.write_bytes(cache.pack(ENTRY)[:size])
        assert cache.description(path) == {}
    assert cache.description(tmp_path / "none") == {}


@pytest.mark.parametrize("meta", [b"[]", b"{", b"\xff"])
def test_a_description_that_is_none_is_damage(meta):
    body = meta + struct.pack("<QI8s", 0, len(meta), b"ASCKERN2")
    with pytest.raises(cache.DamagedError, match="its description"):
        cache.unpack(body + hashlib.sha256(body).digest())


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
    monkeypatch.setenv("HOME", "/")
    assert str(cache.folder()) == "/.cache/asc"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == tmp_path / "xdg/asc"
    monkeypatch.setenv("PYASC_HOME", str(tmp_path / "own"))
    assert cache.folder() == tmp_path / "own/.pyasc/cache"
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "here"))
    assert cache.folder() == tmp_path / "here"


def test_without_any_home_nothing_is_kept(monkeypatch):
    for name in ("PYASC_CACHE_DIR", "PYASC_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    # As for a user that the system doesn't know.
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.setattr(cache, "_warned", set())
    with pytest.warns(CacheWarning, match="no home folder is known"):
        assert not cache.store("a", ENTRY)
    assert cache.load("a") == (None, "there is no folder for a cache")


def test_a_place_that_can_not_be_written_warns_once(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr(cache, "_warned", set())
    with pytest.warns(CacheWarning, match=r"file can't be used \(it is no folder\)"):
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


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o755, 0o701])
def test_a_folder_of_entries_that_is_open_to_others_is_closed(place, mode):
    place.mkdir()
    place.chmod(mode)
    cache.store("a", ENTRY)
    assert place.stat().st_mode & 0o777 == 0o700
    place.chmod(mode)
    assert cache.load("a")[0] == ENTRY
    assert place.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777, 0o755])
def test_a_folder_of_other_things_is_left_as_it_is(place, mode):
    place.mkdir()
    cache.store("a", ENTRY)
    (place / "notes.txt").touch()
    place.chmod(mode)
    if mode & 0o022:
        with pytest.warns(CacheWarning, match=r"can't be used \(other users can write to it; chmod go-w makes it safe"):
            assert not cache.store("b", ENTRY)
        entry, reason = cache.load("a")
        assert entry is None
        assert "other users can write to it" in reason
    else:
        assert cache.store("b", ENTRY)
        assert cache.load("a")[0] == ENTRY
    assert place.stat().st_mode & 0o7777 == mode


def test_entries_that_others_can_write_are_not_used(place):
    cache.store("a", ENTRY)
    (place / "a.kernel").chmod(0o620)
    with pytest.warns(CacheWarning, match="other users can write to it"):
        assert cache.load("a")[0] is None
    cache.store("a", ENTRY)
    assert cache.load("a")[0] == ENTRY
    assert (place / "a.kernel").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("b.kernel"), os.mkdir])
def test_what_is_no_file_is_not_used(place, make):
    cache.store("b", ENTRY)
    make(place / "a.kernel")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CacheWarning)
        assert cache.load("a")[0] is None
    # A FIFO that nobody writes to would hang whoever waits for it.
    assert cache.description(place / "a.kernel") == {}
    assert cache.description(place / "b.kernel")["name"] == "k"


def test_a_folder_in_an_entrys_place_is_named_once(place):
    cache.store("b", ENTRY)
    (place / "a.kernel").mkdir()
    assert cache.load("a") == (None, f"{place / 'a.kernel'} can't be read: it is a folder")
    with pytest.warns(CacheWarning, match=r"a folder stands at .*a\.kernel, .* remove it") as caught:
        kept = [cache.store("a", ENTRY) for _ in range(2)]
    assert kept == [False, False]
    assert len(caught) == 1
    assert sorted(path.name for path in place.iterdir()) == ["a.kernel", "b.kernel"]
    (place / "a.kernel").rmdir()
    assert cache.store("a", ENTRY)
    assert cache.load("a")[0] == ENTRY


def test_refused_entries_leave_nothing_open(place):
    cache.store("b", ENTRY)
    (place / "a.kernel").mkdir()
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        cache.description(place / "a.kernel")
        cache.description(place / "b.kernel")
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_an_entry_under_another_key_is_not_used(place):
    cache.store("a", ENTRY)
    (place / "a.kernel").rename(place / "b.kernel")
    entry, reason = cache.load("b")
    assert entry is None
    assert "it is the entry of another key" in reason


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give folders away")
def test_folders_of_others_are_not_used(place):
    cache.store("a", ENTRY)
    os.chown(place, 12345, -1)
    entry, reason = cache.load("a")
    assert entry is None
    assert "it belongs to another user" in reason
    with pytest.warns(CacheWarning, match="it belongs to another user"):
        assert not cache.store("b", ENTRY)


def test_a_file_that_another_machine_replaced_is_read_again(place, monkeypatch):
    cache.store("a", ENTRY)
    real, calls = cache_folder.read, []

    def stale(times):
        def read(path):
            calls.append(path)
            if len(calls) <= times:
                raise OSError(errno.ESTALE, "Stale file handle")
            return real(path)

        return read

    monkeypatch.setattr(cache_folder, "read", stale(1))
    assert cache.load("a")[0] == ENTRY
    calls.clear()
    monkeypatch.setattr(cache_folder, "read", stale(2))
    entry, reason = cache.load("a")
    assert entry is None
    assert "can't be read: Stale file handle" in reason


def test_an_entry_that_is_evicted_while_it_is_read_is_whole(place, monkeypatch):
    cache.store("a", ENTRY)
    real = os.fstat

    def fstat(descriptor):
        (place / "a.kernel").unlink(missing_ok=True)
        return real(descriptor)

    monkeypatch.setattr(os, "fstat", fstat)
    assert cache.load("a")[0] == ENTRY
    assert cache.load("a") == (None, "it wasn't compiled before")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_entries_of_others_are_not_used(place):
    cache.store("a", ENTRY)
    os.chown(place / "a.kernel", 12345, -1)
    with pytest.warns(CacheWarning, match="a.kernel isn't used: it belongs to another user; the kernel is compiled"):
        entry, reason = cache.load("a")
    assert entry is None
    assert "belongs to another user" in reason
    cache.store("a", ENTRY)
    assert cache.load("a")[0] == ENTRY


def test_a_link_to_a_folder_will_do(monkeypatch, tmp_path):
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("real")
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "link"))
    assert cache.store("a", ENTRY)
    assert cache.load("a")[0] == ENTRY


def test_the_least_recently_used_entries_go_first(place, monkeypatch):
    size = len(cache.pack(cache.Entry({**ENTRY.meta, "key": "a"}, ENTRY.binary)))
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


def test_what_a_process_that_is_gone_left_is_removed_at_once(place):
    place.mkdir(mode=0o700)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    here, own = processes.numbering(), processes.mark()
    names = {f".partial-{here}_{ended.pid}_1_a": False, f".partial-{own}_b": True,
             f".partial-{here}_{os.getpid()}_1_c": False, f".partial-00000000_{ended.pid}_1_d": True,
             f".partial-{here}-x": True}  # fmt: skip
    for name in names:
        (place / name).touch()
    cache.store("a", ENTRY)
    for name, stays in names.items():
        assert (place / name).exists() is stays


def test_the_folder_is_looked_through_now_and_then(place, monkeypatch):
    looks = []
    real = cache.entries
    monkeypatch.setattr(cache, "entries", lambda place: looks.append(place) or real(place))
    for number in range(2 * cache._STORES_A_LOOK):
        cache.store(f"{number}", cache.Entry({}, b""))
    assert len(looks) == 2


def test_what_others_put_there_counts_at_the_next_look(place, monkeypatch):
    size = len(cache.pack(cache.Entry({**ENTRY.meta, "key": "a"}, ENTRY.binary)))
    monkeypatch.setenv("ASC_CACHE_SIZE", str(4 * size))
    cache.store("a", ENTRY)
    for number in range(20):
        path = place / f"{number}.kernel"
        path.write_bytes(bytes(size))
        os.utime(path, (number, number))
    monkeypatch.setattr(cache, "_known", {})
    cache.store("b", ENTRY)
    assert sum(path.stat().st_size for path in place.iterdir()) <= 4 * size
    assert cache.load("b")[0] == ENTRY


def test_an_entry_larger_than_the_bound_is_kept_until_the_next(place, monkeypatch):
    monkeypatch.setenv("ASC_CACHE_SIZE", "100")
    cache.store("a", ENTRY)
    assert cache.load("a")[0] == ENTRY
    time.sleep(0.01)
    cache.store("b", ENTRY)
    assert [path.name for path in place.iterdir()] == ["b.kernel"]


def test_eviction_by_several_processes_is_no_error(place, monkeypatch):
    cache.store("a", ENTRY)
    (path,) = (path for path, _ in cache.entries(place))
    path.unlink()
    assert cache.remove(path)
    monkeypatch.setattr(Path, "unlink", _refuse)
    assert not cache.remove(path)


def _refuse(*_arguments, **_named):
    raise PermissionError(13, "Permission denied")


def test_a_disk_that_fills_while_writing_leaves_nothing_behind(place, tmp_path):
    script = (
        "import resource, sys, warnings\n"
        "from asc_core.runtime import cache\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "with warnings.catch_warnings(record=True) as seen:\n"
        "    warnings.simplefilter('always')\n"
        "    done = [cache.store(key, cache.Entry({}, bytes(100_000))) for key in 'ab']\n"
        "print(done, len(seen), seen[0].message)\n"
    )
    said = subprocess.check_output([sys.executable, "-c", script], text=True)
    assert said.startswith("[False, False] 1 the kernel cache's folder")
    assert "(File too large)" in said
    assert list(place.iterdir()) == []


def test_a_child_may_use_the_cache_whatever_its_parent_was_doing(place):
    with cache._lock:
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            os._exit(not (cache.store("a", ENTRY) and cache.load("a")[0] == ENTRY))
    assert os.waitpid(child, 0)[1] == 0
    assert cache.load("a")[0] == ENTRY


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
