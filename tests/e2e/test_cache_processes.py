"""The kernel cache under processes that race, fork, are killed, or find no room; with kernels compiled for real."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from asc_core.runtime import cache, name_index
from asc_core.runtime.stored import damage

PUT = """\
import numpy as np
import asc

@asc.jit
def put(z: asc.GlobalAddress, v: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, v)

def launch(v=42):
    z = np.zeros(8, np.int64)
    put[1](z, v)
    assert z.tolist() == [v] + [0] * 7, z
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv("PYASC_CACHE_DIR", str(place))
    return place


@pytest.fixture
def run(place: Path, tmp_path: Path) -> Run:
    """Runs a script beside ``put.py`` in a process of its own."""
    (tmp_path / "put.py").write_text(PUT)

    def run(text: str, *prefix: str, code: int = 0, **environment: str | None) -> subprocess.CompletedProcess[str]:
        (tmp_path / "script.py").write_text(textwrap.dedent(text))
        # Python 3.12 warns of every fork beside threads.
        given = {**os.environ, "PYTHONWARNINGS": "ignore:This process:DeprecationWarning", **environment}
        result = subprocess.run(
            [*prefix, sys.executable, "script.py"],
            cwd=tmp_path,
            env={name: value for name, value in given.items() if value is not None},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert result.returncode == code, result.stderr
        return result

    return run


def whole(place: Path) -> list[Path]:
    """The entries, all of which are whole; beside them there may be the index of the packs' names only."""
    assert list(damage(place)) == []
    found = [path for path, _ in cache.entries(place)]
    assert sorted(place.iterdir()) == sorted([*found, *name_index.files(place)])
    return found


LAUNCH = "from put import launch\nlaunch()\n"

RACE = """
import os, sys
import numpy as np
import put
from asc_core.ir.context import context_for
from asc_plugins.discovery import registry

context_for(registry())
folder = os.environ["PYASC_CACHE_DIR"]
for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 2):
    os.environ["PYASC_CACHE_DIR"] = f"{folder}{number}"
    ready, go = os.pipe()
    children = []
    for _ in range(16):
        child = os.fork()
        if child == 0:
            os.close(go)
            os.read(ready, 1)
            try:
                put.launch(number)
            except BaseException:
                sys.excepthook(*sys.exc_info())
                os._exit(1)
            os._exit(0)
        children.append(child)
    os.close(ready)
    os.close(go)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 16
"""


def test_sixteen_forked_processes_race_on_a_cold_cache(run: Run, place: Path) -> None:
    assert run(RACE).stderr == ""
    for number in range(2):
        assert len(whole(place.with_name(f"cache{number}"))) == 1


def test_sixteen_started_processes_race_on_a_cold_cache(run: Run, place: Path, tmp_path: Path) -> None:
    (tmp_path / "put.py").write_text(PUT + "launch()\n")
    racers = [
        subprocess.Popen([sys.executable, "-W", "error", "put.py"], cwd=tmp_path, stderr=subprocess.PIPE)
        for _ in range(16)
    ]
    assert [(racer.communicate()[1], racer.returncode) for racer in racers] == [(b"", 0)] * 16
    assert len(whole(place)) == 1


KILLED = """
import os, signal, sys, time
import put
from asc_core.ir.context import context_for
from asc_plugins.discovery import registry

context_for(registry())
for step in range({steps}):
    child = os.fork()
    if child == 0:
        os.setsid()
        put.launch(step)
        os._exit(0)
    time.sleep({delay} * step)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    put.launch(-1)
"""


def test_kills_at_any_moment_do_no_harm(run: Run, place: Path) -> None:
    # From before the compiler runs to after the entry is written.
    assert run(KILLED.format(steps=10, delay=0.07)).stderr == ""
    run(LAUNCH)
    assert whole(place)


MOMENTS = {
    "before the write": ("os", "open", "'.partial-' in str(a[0])"),
    "before the flush": ("os", "fsync", "True"),
    "before the renaming": ("pathlib.Path", "replace", "True"),
    "after the renaming": ("asc_core.runtime.cache", "_keep_bound", "True"),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_kills_at_the_worst_moments_do_no_harm(run: Run, place: Path, moment: str) -> None:
    holder, name, when = MOMENTS[moment]
    result = run(
        f"""
        import os, pathlib, signal
        import put
        import asc_core.runtime.cache
        real = {holder}.{name}
        def killed(*a, **k):
            if {when}:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*a, **k)
        {holder}.{name} = killed
        put.launch()
        """,
        code=-signal.SIGKILL,
    )
    assert result.stderr == ""
    written = list(cache.entries(place))
    assert len(written) == (moment == "after the renaming")
    # The next process adds an entry, and so clears up after the one that is gone.
    assert run(LAUNCH + "launch(2**40)\n").stderr == ""
    assert len(whole(place)) == 2


MOUNT = "mount -t tmpfs -o size={size},mode=700{options} tmpfs '{place}' && exec \"$@\""


def mounted(place: Path, size: str, options: str = "") -> list[str]:
    """What a command is put behind to see a small file system at the folder."""
    place.mkdir(mode=0o700, exist_ok=True)
    user = () if os.geteuid() == 0 else ("-Ur",)
    prefix = ["unshare", *user, "-m", "sh", "-c", MOUNT.format(size=size, options=options, place=place), "sh"]
    if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode:
        pytest.skip("file systems can't be mounted here")
    return prefix


CLOSED = {
    "full": ("4k", "", "No space left on device"),
    "read-only": ("1m", ",ro", "Read-only file system"),
}


@pytest.mark.parametrize("how", CLOSED)
def test_a_disk_that_takes_no_entry_costs_a_warning(run: Run, place: Path, how: str) -> None:
    size, options, reason = CLOSED[how]
    text = LAUNCH + "launch(2**40)\nimport os\nprint(os.listdir(os.environ['PYASC_CACHE_DIR']))\n"
    result = run(text, *mounted(place, size, options))
    assert result.stdout == "[]\n"
    assert result.stderr.count("CacheWarning") == 1
    assert f"the kernel cache's folder {place} can't be used ({reason})" in result.stderr


@pytest.mark.parametrize(
    "environment",
    [
        {"HOME": "/proc/none"},
        {"HOME": "/proc/none", "PYASC_HOME": "/proc/other"},
        {"XDG_CACHE_HOME": "/proc/none"},
        {"PYASC_CACHE_DIR": __file__},
        {"PYASC_CACHE_DIR": f"{__file__}/below"},
    ],
)
def test_without_a_place_kernels_work_and_the_launch_is_named(run: Run, environment: dict[str, str]) -> None:
    none = dict.fromkeys(("PYASC_CACHE_DIR", "PYASC_HOME", "XDG_CACHE_HOME"))
    result = run(LAUNCH, **{**none, **environment})
    first, line = result.stderr.splitlines()
    assert "/put.py:12: CacheWarning: the kernel cache's folder" in first
    assert line.strip() == "put[1](z, v)"


def test_the_home_folder_may_be_unknown_to_the_environment(run: Run) -> None:
    none = dict.fromkeys(("PYASC_CACHE_DIR", "PYASC_HOME", "XDG_CACHE_HOME", "HOME"))
    text = "import os.path\nos.path.expanduser = lambda path: path.replace('~', '/proc/none')\n" + LAUNCH
    assert run(text, **none).stderr.count("CacheWarning") == 1


def test_forked_children_launch_too(run: Run, place: Path) -> None:
    result = run(
        """
        import os, signal
        import put

        put.launch()
        put.put._lock.acquire()
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            put.launch(1)
            put.launch(2**40)
            os._exit(0)
        put.put._lock.release()
        assert os.waitpid(child, 0)[1] == 0
        put.launch(3)
        """
    )
    assert result.stderr == ""
    assert len(whole(place)) == 2


def test_a_fork_amid_a_compilation_does_not_wait_for_it(run: Run) -> None:
    result = run(
        """
        import os, signal, threading
        import put
        from asc_core.jit import compiler

        real, begun, go = compiler.compile_kernel, threading.Event(), threading.Event()
        def slow(*given):
            begun.set()
            go.wait()
            return real(*given)
        compiler.compile_kernel = slow
        thread = threading.Thread(target=put.launch)
        thread.start()
        begun.wait()
        child = os.fork()
        if child == 0:
            compiler.compile_kernel = real
            signal.alarm(60)
            put.launch()
            os._exit(0)
        ended = os.waitpid(child, 0)[1]
        go.set()
        thread.join()
        assert ended == 0
        """
    )
    assert result.stderr == ""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_pools_of_processes_share_the_cache(run: Run, place: Path, method: str) -> None:
    text = """
        import multiprocessing
        import put

        if __name__ == "__main__":
            put.launch()
            with multiprocessing.get_context("{}").Pool(2) as pool:
                pool.map(put.launch, range(4))
    """
    result = run(text.format(method), PYASC_DEBUG_CACHE="1")
    assert result.stderr.count("miss") == 1
    assert len(whole(place)) == 1


def test_what_others_put_there_does_not_run(run: Run, place: Path) -> None:
    run(LAUNCH)
    (path,) = whole(place)
    key, entry = path.stem, cache.unpack(path.read_bytes())
    other = PUT.replace("g.set_value(0, v)", "g.set_value(0, v + 1)").replace("assert", "print(z[0]) #")
    (path.parent.parent / "other.py").write_text(other + "\nlaunch()\n")
    assert run("import other").stdout == "43\n"
    (second,) = (p for p in whole(place) if p != path)
    binary = cache.unpack(second.read_bytes()).binary
    path.write_bytes(cache.pack(cache.Entry({**entry.meta, "key": key}, binary)))
    # Such a file would be run, were it this user's own.
    assert "assert z.tolist()" in run(LAUNCH, code=1).stderr
    if os.geteuid() == 0:
        os.chown(path, 12345, -1)
        reason = "it belongs to another user"
    else:
        path.chmod(0o666)
        reason = "other users can write to it"
    result = run(LAUNCH)
    assert f"CacheWarning: an entry of the kernel cache, {path} isn't used: {reason}" in result.stderr
    assert run(LAUNCH).stderr == ""


PROGRAM = {
    "deep.py": "import asc\n\n@asc.jit\ndef inner(x):\n    return x + 1\n",
    "h.py": "import asc\nimport deep\n\n@asc.jit\ndef outer(x):\n    return deep.inner(x) + 10\n",
    "main.py": PUT.replace("set_value(0, v)", "set_value(0, h.outer(v) + N)")
    .replace("import asc\n", "import asc\nimport h\n\nN = 100\n")
    .replace("assert", "print(z[0]) #")
    + "\nlaunch(1000)\n",
}
STEPS = [
    ("deep.py", "+ 1", "+ 2", 1112, "source deep.inner changed"),
    ("h.py", "+ 10", "+ 20", 1122, "source h.outer changed"),
    ("main.py", "N = 100", "N = 200", 1222, "global N of __main__.put: 100 → 200"),
]


def test_edits_between_processes_take_effect(run: Run, tmp_path: Path) -> None:
    for name, text in PROGRAM.items():
        (tmp_path / name).write_text(text)

    def result() -> tuple[str, str]:
        done = run("import runpy\nrunpy.run_path('main.py', run_name='__main__')", PYASC_DEBUG_CACHE="1")
        return done.stdout.strip(), done.stderr.strip().removeprefix("asc: kernel put: ")

    assert result() == ("1111", "miss, it wasn't compiled before")
    for name, old, new, value, told in STEPS:
        path = tmp_path / name
        path.write_text(path.read_text().replace(old, new))
        assert result() == (str(value), f"miss, {told}")
    for name, text in PROGRAM.items():
        (tmp_path / name).write_text(text)
    value, told = result()
    assert value == "1111"
    assert told.startswith("hit on disk")


STRUCT = """\
import numpy as np
import asc
from asc.language.core.struct import Field

N = 1

class P(asc.Struct):
    a = Field(asc.int32)
    K = 10

    def total(self):
        return self.a + self.K + N

@asc.jit
def put(z: asc.GlobalAddress, p: P):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, p.total())

def launch():
    z = np.zeros(1, np.int32)
    put[1](z, P(a=100))
    return int(z[0])

print(launch(), launch())
N = 2
print(launch(), launch())
P.K = 20
print(launch(), launch())
"""


def test_what_a_struct_brings_is_read_again(run: Run) -> None:
    assert run(STRUCT).stdout.split() == ["111", "111", "112", "112", "122", "122"]


HEAVY = (
    "asc_api_core", "asc_api_basic", "asc_core.diagnostics", "asc_core.engine_pack", "asc_core.frontend.tracer",
    "asc_core.ir.bindings", "asc_core.passes", "asc_core.translate", "asc_plugins.api", "asc_plugins.discovery",
    "asc_plugins.registry", "difflib", "importlib.metadata", "ml_dtypes", "pluggy", "rich", "secrets", "shutil",
    "stevedore", "subprocess", "torch_mlir", "hashlib", "pathlib", "urllib.parse",
)  # fmt: skip
#: What numpy loads is its own affair, and differs from version to version.
NUMPY = "import sys, numpy\nnumpys = set(sys.modules)\n"


def test_a_kernel_from_the_cache_loads_neither_packs_nor_the_compiler(run: Run) -> None:
    text = f"{NUMPY}import put\nput.launch()\nprint(*sorted((sys.modules.keys() - numpys) & {set(HEAVY)!r}))"
    assert {"asc_api_core", "asc_plugins.discovery", "torch_mlir"} <= set(run(text).stdout.split())
    assert run(text).stdout.split() == []


NAMED = """
    import sys
    import numpy as np
    import asc
    from asc import HardEvent, TPosition, float16
    from asc.language.core.struct import Field

    POSITION, DTYPE = asc.TPosition.VECIN, asc.float32

    class Place(asc.Struct):
        at = Field(asc.int32)

    @asc.jit
    def k(z: asc.GlobalAddress, place: Place, n: asc.ConstExpr[int], event: asc.ConstExpr[HardEvent]):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, n)
        if POSITION == TPosition.VECIN and event == HardEvent.MTE2_V and DTYPE is not float16:
            g.set_value(place.at, 7)

    z = np.zeros(8, np.int32)
    k[1](z, Place(at=3), 8, HardEvent.MTE2_V)
    print(*z)
"""


def test_so_does_one_whose_module_uses_names_of_packs(run: Run) -> None:
    some = set(HEAVY) - {"asc_api_core", "asc_plugins.api"}
    text = f"{NUMPY}{textwrap.dedent(NAMED)}print(*sorted((sys.modules.keys() - numpys) & {some!r}))"
    first, second = (run(text).stdout.splitlines() for _ in range(2))
    assert first[0] == second[0] == "0 0 0 7 0 0 0 0"
    assert "asc_plugins.discovery" in first[1]
    assert second[1] == ""


def test_a_changed_pack_is_seen_without_loading_it(run: Run, place: Path, tmp_path: Path) -> None:
    (tmp_path / "extra_pack.py").write_text(
        "from asc_plugins import PackInfo, hookimpl\n\n@hookimpl\ndef asc_pack():\n"
        "    return PackInfo('extra', '1.5')\n"
    )
    info = tmp_path / "extra-1.5.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("[asc.packs]\nextra = extra_pack\n")
    text = "import sys, put\nput.launch()\nprint('extra_pack' in sys.modules)"
    assert [run(text).stdout, run(text).stdout] == ["True\n", "False\n"]
    with (tmp_path / "extra_pack.py").open("a") as file:
        file.write("# changed\n")
    said = run(text, PYASC_DEBUG_CACHE="1")
    assert said.stdout == "True\n"
    assert "miss, files extra changed" in said.stderr
    assert run(text).stdout == "False\n"
    info.rename(tmp_path / "extra-1.6.dist-info")
    # Its code still says 1.5, and what is loaded counts.
    assert run(text).stdout == "True\n"
    assert len(whole(place)) == 2


BAD = {
    "refused by the C++ compiler": "asc.inline('nonsense here;')",
    "refused by the frontend": "undefined + 1",
}


@pytest.mark.parametrize("why", BAD)
def test_what_does_not_compile_fails_the_same_way_again(run: Run, place: Path, tmp_path: Path, why: str) -> None:
    (tmp_path / "bad.py").write_text(PUT.replace("g.set_value(0, v)", BAD[why]))
    text = """
        import bad
        for _ in range(2):
            try:
                bad.launch()
            except Exception as error:
                print(f"{type(error).__name__}: {error}", end="\\0")
    """
    first, second, rest = run(text).stdout.split("\0")
    assert rest == ""
    assert "bad.py" in first
    assert second == first
    assert run(text).stdout == f"{first}\0{first}\0"
    assert not place.exists() or whole(place) == []


THREADS = """
import sys, threading
import numpy as np
import asc
import put

sys.setswitchinterval(1e-6)
go, errors = threading.Barrier(8), []
def launch():
    go.wait()
    try:
        put.launch()
    except BaseException as error:
        errors.append(error)
threads = [threading.Thread(target=launch) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(errors)
"""


def test_the_first_launches_of_a_process_may_be_those_of_threads(run: Run, place: Path) -> None:
    assert [run(THREADS).stdout for _ in range(3)] == ["[]\n"] * 3
    assert len(whole(place)) == 1
