import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from asc_core import processes


def test_this_process_is_not_gone():
    assert processes.is_gone(processes.mark()) is False
    assert processes.is_gone(f"{processes.mark()}_more") is False


def test_a_child_has_a_mark_of_its_own_and_is_gone_later():
    script = "from asc_core import processes; print(processes.mark())"
    mark = subprocess.check_output([sys.executable, "-c", script], text=True).strip()
    assert mark.partition("_")[0] == processes.numbering()
    assert processes.is_gone(mark) is True


def test_a_number_that_is_used_again_is_told_by_its_begin():
    start = processes.start_of(os.getpid())
    assert processes.is_gone(f"{processes.numbering()}_{os.getpid()}_{start - 1}") is True


@pytest.mark.parametrize("mark", ["", "text", "00000000_1_1", "0123_1_1"])
def test_of_others_nothing_is_known(mark):
    assert processes.is_gone(mark) is None


def test_without_proc_nothing_is_known(monkeypatch):
    mark = processes.mark()
    monkeypatch.setattr(processes, "start_of", lambda process: None)
    assert processes.is_gone(mark) is None
    assert processes.mark().endswith("_0")


@pytest.mark.parametrize("path", ["{0}/a:{0}/b", "{0}/b:{0}/a", "", ":", "{0}/none", None])
@pytest.mark.parametrize("name", ["tool", "plain", "folder", "./tool", "a/tool", "{0}/b/tool", "absent", ""])
def test_programs_are_found_where_shutil_finds_them(
    name: str, path: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder / "folder").mkdir(parents=True)
        (tmp_path / folder / "plain").touch(mode=0o644)
    for file in ("b/tool", "tool", "a/plain"):
        (tmp_path / file).touch(mode=0o755)
        (tmp_path / file).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    if path is None:
        monkeypatch.delenv("PATH")
    else:
        monkeypatch.setenv("PATH", path.format(tmp_path))
    name = name.format(tmp_path)
    assert processes.find_program(name) == shutil.which(name)
