"""Compilations that are interrupted or killed leave nothing behind."""

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import pytest

from asc_core import processes
from asc_core.backends import leftovers, toolchain


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(leftovers, "_swept_by", 0)
    return tmp_path


def folder(place, name, age=0):
    path = place / name
    path.mkdir()
    (path / "kernel.so").write_bytes(b"")
    os.utime(path, (time.time() - age,) * 2)
    return path


def gone_process():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_folders_of_processes_that_are_gone_are_removed(place):
    numbering = processes.numbering()
    begun = processes.start_of(os.getpid())
    killed = folder(place, f"asc_{numbering}_{gone_process()}_17_abc")
    # The number of a process is used again, its begin isn't.
    reused = folder(place, f"asc_{numbering}_{os.getpid()}_{begun - 1}_abc")
    parent = folder(place, f"asc_{numbering}_{os.getppid()}_{processes.start_of(os.getppid())}_abc")
    own = folder(place, f"{leftovers.prefix()}abc")
    elsewhere = folder(place, "asc_00000000_1_1_abc")
    old = folder(place, "asc_00000000_1_2_abc", age=2 * 24 * 3600)
    others = [folder(place, name) for name in ("asc_kernels", "asc_0123abcd", "tmpabc")]
    (place / f"asc_{numbering}_1_1_file").touch()
    with toolchain.workspace() as work:
        assert work.parent == place
        assert work.name.startswith(leftovers.prefix())
    assert not work.exists()
    assert [path.exists() for path in (killed, reused, old)] == [False] * 3
    assert all(path.exists() for path in (parent, own, elsewhere, *others))
    assert (place / f"asc_{numbering}_1_1_file").exists()


def test_they_are_looked_for_once_a_process(place):
    with toolchain.workspace():
        pass
    late = folder(place, f"asc_{processes.numbering()}_{gone_process()}_17_abc")
    with toolchain.workspace():
        assert late.exists()


def test_a_folder_of_somebody_else_stays(place, monkeypatch):
    path = folder(place, f"asc_{processes.numbering()}_{gone_process()}_17_abc")
    monkeypatch.setattr(os, "getuid", lambda: path.stat().st_uid + 1)
    leftovers.sweep(str(place))
    assert path.exists()


def test_a_link_is_not_followed(place, tmp_path_factory):
    target = tmp_path_factory.mktemp("kept")
    (target / "file").touch()
    (place / f"asc_{processes.numbering()}_{gone_process()}_17_abc").symlink_to(target)
    leftovers.sweep(str(place))
    assert (target / "file").exists()


def test_a_folder_that_is_not_there_is_nothing_to_sweep(place):
    leftovers.sweep(str(place / "missing"))


def test_the_compilers_own_files_lie_in_its_folder():
    with toolchain.workspace() as work:
        code, output = toolchain.run(
            [sys.executable, "-c", "import os; print(os.environ['TMPDIR'], os.getcwd())"], work
        )
    assert (code, output.split()) == (0, [str(work), str(work)])


PROGRAM = """
    import sys, tempfile
    from asc_core.backends import toolchain
    tempfile.tempdir = {place!r}
    with toolchain.workspace() as folder:
        child = "import time; open('started', 'w').close(); time.sleep(60)"
        script = "import subprocess, sys; subprocess.run([sys.executable, '-c', " + repr(child) + "])"
        toolchain.run([sys.executable, "-c", script], folder)
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_compilation_leaves_nothing(place, how):
    text = textwrap.dedent(PROGRAM.format(place=str(place)))
    process = subprocess.Popen([sys.executable, "-c", text], stderr=subprocess.PIPE)
    deadline = time.monotonic() + 30
    while not list(place.glob("asc_*/started")):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    (work,) = place.glob("asc_*")
    process.send_signal(how)
    process.wait(timeout=30)
    process.stderr.close()
    if how is signal.SIGKILL:
        assert work.exists()
        with toolchain.workspace():
            pass
    assert not work.exists()
    left = [path.parent for path in Path("/proc").glob("[0-9]*/cwd") if _cwd(path).startswith(str(work))]
    if how is signal.SIGINT:
        assert not left
    for path in left:
        os.kill(int(path.name), signal.SIGKILL)


def _cwd(path):
    try:
        return str(path.readlink())
    except OSError:
        return ""
