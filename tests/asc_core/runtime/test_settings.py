import re
import threading
import traceback
import warnings
from pathlib import Path

import pytest

import asc
from asc_core import settings
from asc_core.runtime import config
from asc_core.settings import SETTINGS, SettingError, SettingWarning


@asc.jit
def nothing(n: int):
    pass


@pytest.mark.parametrize(
    ("setting", "text", "value"),
    [
        (settings.CACHE_SIZE, "1048576", 1 << 20),
        (settings.CACHE_SIZE, "512M", 512 << 20),
        (settings.CACHE_SIZE, "2GiB", 2 << 30),
        (settings.CACHE_SIZE, "3kb", 3 << 10),
        (settings.DEBUG_CACHE, "1", True),
        (settings.DEBUG_CACHE, "off", False),
        (settings.WATCHDOG_SECONDS, "0.5", 0.5),
        (settings.THREADS, "4", 4),
        (settings.DISABLED_PACKS, "a, b,", ("a", "b")),
        (settings.NO_COLOR, "x", True),
        (settings.PROGRESS, "no", False),
        (settings.OPTIONS, "opt_level=1, debug=True", (("opt_level", 1), ("debug", True))),
    ],
)
def test_values_are_read_when_used(monkeypatch, setting, text, value):
    monkeypatch.delenv(setting.name, raising=False)
    assert (setting.value(), setting.origin()) == (setting.default, "default")
    monkeypatch.setenv(setting.name, text)
    assert (setting.value(), setting.origin()) == (value, "environment")
    monkeypatch.setenv(setting.name, "")
    assert setting.value() == setting.default


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        (settings.CACHE_SIZE, "-1"),
        (settings.CACHE_SIZE, "1.5G"),
        (settings.DEBUG_CACHE, "maybe"),
        (settings.WATCHDOG_SECONDS, "soon"),
        (settings.WATCHDOG_SECONDS, "-1"),
        (settings.WATCHDOG_SECONDS, "nan"),
        (settings.THREADS, "-2"),
        (settings.PROGRESS, "2"),
    ],
)
def test_wrong_values_are_named(monkeypatch, setting, text):
    monkeypatch.setenv(setting.name, text)
    with pytest.raises(ValueError, match=f"environment variable {setting.name}='{text}': expected"):
        setting.value()


FALLS_BACK = {"ASC_CACHE_SIZE": "much", "PYASC_PROGRESS": "banana"}
STOPS = {
    "ASC_BACKEND": "Mdel",
    "ASC_CHECK_UNINITIALIZED": "maybe",
    "ASC_OPTIONS": "opt_level=9",
    "ASC_THREADS": "-1",
    "ASC_WATCHDOG_SECONDS": "soon",
    "PYASC_DEBUG_CACHE": "2",
}


@pytest.mark.parametrize("name", FALLS_BACK)
def test_what_no_launch_needs_falls_back_with_one_warning(monkeypatch, tmp_path, name):
    monkeypatch.setattr(settings, "_told", set())
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv(name, FALLS_BACK[name])
    with pytest.warns(SettingWarning, match=f"{name}='{FALLS_BACK[name]}': expected .*; the default is") as caught:
        asc.jit(nothing.fn)[1](3)
    assert [w.filename for w in caught] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        asc.jit(nothing.fn)[1](True)


@pytest.mark.parametrize("name", STOPS)
def test_wrong_values_stop_a_launch_in_the_authors_line(monkeypatch, name):
    monkeypatch.setattr(config, "STATE", {})
    monkeypatch.setenv(name, STOPS[name])
    with pytest.raises(SettingError, match=f"^environment variable {name}='{STOPS[name]}': ") as caught:
        asc.jit(nothing.fn)[1](3)
    assert [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)] == [__file__]
    monkeypatch.setenv("PYASC_FULL_TRACEBACK", "1")
    with pytest.raises(SettingError) as caught:
        asc.jit(nothing.fn)[1](3)
    assert len(traceback.extract_tb(caught.value.__traceback__)) > 1


def test_a_wrong_wish_for_frames_hides_no_error(monkeypatch):
    monkeypatch.setattr(settings, "_told", set())
    monkeypatch.setenv("PYASC_FULL_TRACEBACK", "banana")
    with pytest.warns(SettingWarning, match="PYASC_FULL_TRACEBACK='banana'"), pytest.raises(TypeError, match="'n'"):
        nothing[1]("text")


def test_each_variable_is_described_once():
    names = [setting.name for setting in SETTINGS]
    assert len(set(names)) == len(names)
    assert all(setting.doc for setting in SETTINGS)


def test_unknown_variables_are_told_once_with_the_nearest_name(monkeypatch):
    monkeypatch.setattr(settings, "_checked", threading.Event())
    monkeypatch.setenv("PYASC_CACHE_DIRS", "x")
    monkeypatch.setenv("ASC_QQQQ", "x")
    with pytest.warns(SettingWarning) as caught:
        settings.check_environment()
    assert [str(w.message) for w in caught] == [
        "unknown environment variable ASC_QQQQ",
        "unknown environment variable PYASC_CACHE_DIRS; did you mean PYASC_CACHE_DIR?",
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        settings.check_environment()


def test_the_warning_names_the_launch(monkeypatch):
    monkeypatch.setattr(settings, "_checked", threading.Event())
    monkeypatch.setenv("PYASC_DUMP_PATHS", "x")
    with pytest.warns(SettingWarning, match="did you mean PYASC_DUMP_PATH") as caught:
        nothing[1](3)
    assert [w.filename for w in caught] == [__file__]


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("ASC_CACHE_DIR", "PYASC_CACHE_DIR"),
        ("PYASC_THREADS", "ASC_THREADS"),
        ("PYASC_BACKEND", "ASC_BACKEND"),
        ("PYASC_DEBUGCACHE", "PYASC_DEBUG_CACHE"),
        ("ASC_OPTION", "ASC_OPTIONS"),
        ("ASC_ZZZZZZZZZZZZZ", None),
    ],
)
def test_the_nearest_name(monkeypatch, name, nearest):
    monkeypatch.setenv(name, "1")
    assert (name, nearest) in list(settings.unknown_variables())


#: Where sources may read the environment: the table itself, the contract, which the engine's table can't reach, what
#: asks for a variable of the table again, what knows the environment as a value, and the compiler's own variables,
#: which go into the cache's key.
READERS = {"settings.py", "contents.py", "dependencies.py", "discovery.py", "installed.py", "warm.py", "toolchain.py"}


def test_variables_are_read_through_the_table():
    import asc_core
    import asc_plugins

    packages = [Path(str(package.__file__)).parent for package in (asc_core, asc_plugins)]
    files = [file for package in packages for file in package.rglob("*.py")]
    assert len(files) > 100
    readers = {file.name for file in files if re.search(r"os\.(environ|getenv)", file.read_text("utf-8"))}
    assert readers <= READERS
