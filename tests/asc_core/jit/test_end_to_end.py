"""Launches through the whole compiler; what is computed is of no matter here, how it is reached is."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import ml_dtypes
import numpy as np
import pytest

import asc
from asc.runtime import config
from asc.runtime.jit import MockTensor
from asc_core.errors import BackendCompileError, ModelError, ToolchainError
from asc_core.settings import SettingError

N = 1
space = SimpleNamespace(N=1)


class Cfg:
    N = 1


@asc.jit
def by_global(z: asc.GlobalAddress):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, N + 10 * Cfg.N + 100 * space.N)


@asc.jit
def put(z: asc.GlobalAddress, v: int = 7, T: asc.ConstExpr[int] = 3):  # noqa: N803
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, v + T * 100)


@asc.jit
def double(v: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(v, n)
    for i in range(n):
        g.set_value(i, g.get_value(i) * 2)


@asc.jit
def forever(z: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    while g.get_value(0) == n:
        g.set_value(0, n)


@pytest.fixture
def z():
    return np.zeros(8, np.int32)


def test_values_that_change_between_launches(z, monkeypatch):
    launcher = by_global[1]
    launcher(z)
    assert z[0] == 111
    for target, name, expected in ((sys.modules[__name__], "N", 112), (Cfg, "N", 122), (space, "N", 222)):
        monkeypatch.setattr(target, name, 2)
        for _ in range(3):
            launcher(z)
            assert z[0] == expected
    monkeypatch.undo()
    launcher(z)
    assert z[0] == 111


def test_factories(z):
    def make(n):
        @asc.jit
        def k(z: asc.GlobalAddress):
            g = asc.GlobalTensor()
            g.set_global_buffer(z, 1)
            g.set_value(0, n)

        return k

    make(3)[1](z)
    first = int(z[0])
    make(4)[1](z)
    assert (first, z[0]) == (3, 4)


def test_defaults_and_keywords(z):
    for call, expected in (
        (lambda: put[1](z), 307),
        (lambda: put[1](z, 8), 308),
        (lambda: put[1](z, v=8), 308),
        (lambda: put[1](z, T=4), 407),
        (lambda: put[1](z=z), 307),
        (lambda: put[1](z, -1, -2), -201),
    ):
        for _ in range(2):
            call()
            assert z[0] == expected


@pytest.mark.parametrize("value", [2**31 - 1, 2**31, -(2**31) - 1, 2**40, np.int64(5), np.int8(-5)])
def test_integers_of_every_width(value):
    z = np.zeros(1, np.int64)
    put[1](z, value, 0)
    assert z[0] == value


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32])
def test_scalars_and_arrays_of_every_float(dtype):
    @asc.jit
    def store(z: asc.GlobalAddress, v):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 1)
        g.set_value(0, v)

    z = np.zeros(2, dtype)
    store[1](z, dtype(1.5))
    assert z.tolist() == [1.5, 0]


def test_views_empty_arrays_and_read_only_ones():
    base = np.arange(16, dtype=np.int32).reshape(4, 4)
    for view in (base[:, 0], base.T, base[::-1], base[1:, 1:], base[::2], base[:0]):
        before, copy = view.copy(), base.copy()
        view_of_copy = np.lib.stride_tricks.as_strided(copy, view.shape, view.strides) if view.size == 0 else None
        double[1](view, view.size)
        assert (view == 2 * before).all()
        assert view_of_copy is None or (base == copy).all()
    frozen = np.zeros(4, np.int32)
    frozen.flags.writeable = False
    for _ in range(2):
        with pytest.raises(ModelError, match="argument 'v', which is read-only") as caught:
            double[1](frozen, 4)
        assert caught.value.kernel == "double"
        assert caught.value.file == __file__


def test_an_error_leaves_the_launcher_usable(z):
    launcher = double[1]
    z[:] = 1
    launcher(z, 8)
    for _ in range(2):
        with pytest.raises(ModelError, match=r"past the end of argument 'v' \(32 bytes\)"):
            launcher(z, 9)
    launcher(z[:4], 4)
    assert z[-1] >= 2


def test_a_struct_is_passed_by_value(z):
    from asc_api_core.struct import Field

    class Tiling(asc.Struct):
        rows = Field(asc.int32)
        step = Field(asc.int64)

    @asc.jit
    def read(z: asc.GlobalAddress, tiling: Tiling, last: int):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 3)
        g.set_value(0, tiling.rows)
        g.set_value(1, tiling.step)
        g.set_value(2, last)

    wide = np.zeros(3, np.int64)
    read[1](wide, Tiling(rows=3, step=2**40), 9)
    assert wide.tolist() == [3, 2**40, 9]


def test_threads_and_kernels(z):
    kernels = [put, double, by_global, asc.jit(put.fn)]
    arrays = [np.ones(8, np.int32) for _ in range(64)]

    def launch(i):
        arguments = {0: (i,), 1: (8,), 2: (), 3: (i,)}[i % 4]
        kernels[i % 4][1 if i % 4 == 1 else 2](arrays[i], *arguments)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(launch, range(64)))
    for i, array in enumerate(arrays):
        assert array[0] == {0: i + 300, 1: 2, 2: 111, 3: i + 300}[i % 4]


def test_stages_are_dumped(monkeypatch, tmp_path):
    monkeypatch.setenv("PYASC_DUMP_PATH", str(tmp_path / "dump"))
    put[1](MockTensor(asc.int32), 1, always_compile=True)
    folder = tmp_path / "dump" / "put"
    assert sorted(path.name for path in folder.iterdir()) == ["ascendc.cpp", "ascir.mlir", "binary.so", "codegen.mlir"]
    assert "func.func" in (folder / "codegen.mlir").read_text()
    assert "SetGlobalBuffer" in (folder / "ascendc.cpp").read_text()
    assert (folder / "binary.so").read_bytes()[:4] == b"\x7fELF"


def test_a_dump_that_can_not_be_written_is_named(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PYASC_DUMP_PATH", str(tmp_path / "file"))
    with pytest.raises(SettingError, match=r"PYASC_DUMP_PATH=.*: .*codegen\.mlir can't be written"):
        put[1](MockTensor(asc.int32), 1, always_compile=True)


def test_a_missing_compiler_is_named_at_the_launch(z, monkeypatch):
    monkeypatch.setenv("ASC_CXX", "no-such-compiler")
    with pytest.raises(ToolchainError, match="ASC_CXX='no-such-compiler' names no C"):
        put[1](z, 1, 99)


def test_the_npu_is_refused_at_the_launch(z):
    try:
        config.set_platform("NPU", check=False)
        with pytest.raises(ToolchainError, match="the NPU backend needs CANN"):
            put[1](z)
    finally:
        config.set_platform("Model")
    put[1](z)
    assert z[0] == 307


def test_a_setting_that_changes_reaches_the_warm_path(z, monkeypatch):
    launcher = forever[1]
    launcher(z, 1)
    for seconds in ("0.2", "0.1"):
        monkeypatch.setenv("ASC_WATCHDOG_SECONDS", seconds)
        with pytest.raises(ModelError) as caught:
            launcher(z, 0)
        assert caught.value.kind == "watchdog"
        assert f"{seconds} s" in caught.value.message


def run(tmp_path, text, *arguments, env=None):
    script = tmp_path / "script.py"
    script.write_text(text)
    variables = {**os.environ, "PYASC_CACHE_DIR": str(tmp_path / "cache"), **(env or {})}
    command = [sys.executable, *(arguments or (str(script),))]
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False, cwd=tmp_path)


KERNEL = """
import sys
import numpy as np
import asc
import helper
@asc.jit
def k(z: asc.GlobalAddress):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, helper.value())
z = np.zeros(1, np.int32)
k[1](z)
print(z[0], "torch_mlir" in sys.modules)
"""


def test_processes_share_kernels_until_a_helper_is_edited(tmp_path):
    (tmp_path / "helper.py").write_text("import deeper\ndef value(): return deeper.value() + 1\n")
    (tmp_path / "deeper.py").write_text("def value(): return 1\n")
    seen = [run(tmp_path, KERNEL).stdout.split() for _ in range(2)]
    (tmp_path / "deeper.py").write_text("def value(): return 1234\n")
    seen += [run(tmp_path, KERNEL).stdout.split() for _ in range(2)]
    assert seen == [["2", "True"], ["2", "False"], ["1235", "True"], ["1235", "False"]]


GIVEN = KERNEL.replace("k(z: asc.GlobalAddress)", "k(z: asc.GlobalAddress, n: asc.ConstExpr[int])").replace(
    "helper.value())", "n)"
)


@pytest.mark.parametrize(
    ("text", "helper"),
    [
        (GIVEN.replace("k[1](z)", "k[1](z, helper.value())"), "pathlib.Path('n.txt').read_text()"),
        (KERNEL.replace("k[1](z)", "k[1](z, always_compile=True)"), "pathlib.Path('n.txt').read_text()"),
        (KERNEL, "open('n.txt').read()"),
        (KERNEL, "os.getenv('N')"),
    ],
    ids=["handed in", "always compiled", "opened", "environment"],
)
def test_what_is_read_for_a_kernel_is_new_in_the_next_process(tmp_path, text, helper):
    (tmp_path / "helper.py").write_text(f"import os, pathlib\ndef value(): return int({helper})\n")
    seen = []
    for number in ("3", "4"):
        (tmp_path / "n.txt").write_text(number)
        seen += run(tmp_path, text, env={"N": number}).stdout.split()[:1]
    assert seen == ["3", "4"]


def test_a_failing_kernel_fails_alike_in_every_process(tmp_path):
    text = KERNEL.replace("helper.value()", "missing")
    (tmp_path / "helper.py").touch()
    twice = text.replace("k[1](z)\n", "for _ in range(2):\n    try: k[1](z)\n    except Exception as e: print(e)\n")
    first, second = run(tmp_path, twice).stdout, run(tmp_path, twice).stdout
    assert first == second
    assert first.count("'missing' is not defined") == 2


INLINE = KERNEL.replace("import helper\n", "").replace("helper.value()", "5")


@pytest.mark.parametrize("way", ["-c", "exec", "stdin"])
def test_kernels_without_a_file(tmp_path, way):
    if way == "exec":
        done = run(tmp_path, f"exec({INLINE!r}, {{'__name__': 'made'}})")
    elif way == "-c":
        done = run(tmp_path, "", "-c", INLINE)
    else:
        script = tmp_path / "in.py"
        script.write_text(INLINE)
        with script.open() as file:
            done = subprocess.run([sys.executable], stdin=file, capture_output=True, text=True, check=False)
    assert done.stdout.split()[:1] == ["5"], done.stderr


def test_ctrl_c_stops_a_kernel(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\nimport numpy as np\nimport asc\n"
        "@asc.jit\ndef forever(z: asc.GlobalAddress, n: int):\n"
        "    g = asc.GlobalTensor()\n    g.set_global_buffer(z, 1)\n"
        "    while g.get_value(0) == n:\n        g.set_value(0, n)\n"
        "z = np.zeros(1, np.int32)\n"
        "forever[1](z, 1)\nprint('runs', flush=True)\n"
        "try: forever[4](z, 0)\nexcept KeyboardInterrupt: print('stopped')\n"
    )
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "runs\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20)[0] == "stopped\n"
    assert process.returncode == 0


def test_a_fork_launches_kernels_of_its_parent(z):
    launcher = put[1]
    launcher(z)
    child = os.fork()
    if child == 0:
        launcher(z, 5)
        os._exit(0 if z[0] == 305 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@asc.jit
def own_text(z: asc.GlobalAddress, fits: asc.ConstExpr[bool]):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    asc.inline("const int32_t fine = 3;")
    if not fits:
        asc.inline("const int32_t broken = missing;")
    asc.inline("$0.SetValue(0, fine);", [g])


@asc.jit
def own_text_before(z: asc.GlobalAddress):
    asc.inline("int broken() { return missing; }", before_function=True)
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, 1)


def test_a_broken_text_of_the_author_is_not_called_a_defect_of_asc():
    z = np.zeros(1, np.int32)
    own_text[1](z, True)
    assert z[0] == 3
    with pytest.raises(BackendCompileError) as caught:
        own_text[1](z, False)
    first = own_text.fn.__code__.co_firstlineno
    title, at_fault, place, advice, *_ = str(caught.value).splitlines()
    assert title == "the Ascend C of kernel 'own_text' doesn't compile."
    assert at_fault == "The kernel's own Ascend C may be at fault:"
    assert place == f'  {__file__}:{first + 6}: asc.inline("const int32_t broken = missing;")'
    assert advice.startswith("If it isn't, this is a defect of asc or of one of its packs")


def test_a_broken_text_before_the_function_names_its_line():
    with pytest.raises(BackendCompileError) as caught:
        own_text_before[1](np.zeros(1, np.int32))
    first = own_text_before.fn.__code__.co_firstlineno
    assert f"may be at fault:\n  {__file__}:{first + 2}: asc.inline(" in str(caught.value)


@asc.jit
def divides(z: asc.GlobalAddress, n: int, before: asc.ConstExpr[bool]):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 2)
    if before:
        g.set_value(1, n)
    g.set_value(0, 7 // n)


def test_a_division_by_zero_names_its_own_line_or_else_the_last_one_that_is_known(monkeypatch):
    z = np.zeros(2, np.int32)
    line = divides.fn.__code__.co_firstlineno + 5
    for before in (False, True):
        with pytest.raises(ModelError, match="integer division by zero") as caught:
            divides[1](z, 0, before)
        assert "of kernel 'divides'" in str(caught.value)
        assert (caught.value.api, caught.value.file, caught.value.line) == ("", __file__, line + 1)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    with pytest.raises(ModelError) as caught:
        divides[1](z, 0, True)
    assert f"in scalar code after SetValue in line {line}\n" in str(caught.value)
    assert (caught.value.api, caught.value.line) == ("", line)
