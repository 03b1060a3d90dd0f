import re
import struct
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from asc_core.backends import toolchain
from asc_core.backends.base import CompiledKernel, KernelText, core_count, load_backend
from asc_core.backends.model import umbrella
from asc_core.errors import BackendCompileError, ModelError, ToolchainError
from asc_core.options import CompileOptions
from asc_core.runtime.config import Target, platform_spec
from asc_plugins.discovery import registry

HEAD = '#include "kernel_operator.h"\nusing namespace AscendC;\n'
SIGNATURE = re.compile(r"void (\w+)\(")


@pytest.fixture(scope="module")
def target():
    return Target(load_backend("Model"), platform_spec("Ascend910B1"))


@pytest.fixture
def build(target):
    def make(text, options=CompileOptions(), kernel_type="AIV_ONLY"):  # noqa: B008 - options can't change
        folders = registry().model_folders
        headers = tuple(f / n for n in ("tensor.h", "data_copy.h") for f in folders if (f / n).is_file())
        name = SIGNATURE.findall(text)[-1]
        source = KernelText(name, HEAD + text, headers, kernel_type)
        binary = target.backend.compile(source, options, target.platform)
        return target.backend.load(CompiledKernel(name, kernel_type, binary), target)

    return make


def row(array, name="z"):
    return (array.ctypes.data, array.nbytes, not array.flags.writeable, name)


def test_arguments_lie_in_slots_of_eight_bytes(build):
    kernel = build(
        "struct Box { int32_t a; int64_t b; int8_t c; };\n"
        'extern "C" __global__ __aicore__ '
        "void k(bool p, __gm__ double* z, int8_t q, Box box, float r, uint64_t s, half h) {\n"
        "  GlobalTensor<double> g; g.SetGlobalBuffer(z, 9);\n"
        "  const double values[9] = {double(p), double(q), double(box.a), double(box.b), double(box.c), r, double(s),\n"
        "                            double(float(h)), double(sizeof(box))};\n"
        "  for (int i = 0; i < 9; ++i) g.SetValue(i, values[i]);\n}\n"
    )
    z = np.zeros(9)
    box = struct.pack("<i4xqb7x", -5, -(2**40), 7)
    packed = b"".join(
        (
            b"\1" + bytes(7),
            struct.pack("<q", z.ctypes.data),
            b"\xfd" + bytes(7),
            box,
            struct.pack("<f4x", 2.5),
            struct.pack("<Q", 2**50),
            np.float16(1.5).tobytes() + bytes(6),
        )
    )
    kernel.launch(packed, [row(z)], 1, None)
    assert z.tolist() == [1, -3, -5, -(2**40), 7, 2.5, 2**50, 1.5, 24]


def test_a_kernel_may_have_no_arguments(build):
    build('extern "C" __global__ __aicore__ void k() {}\n').launch(b"", [], 3, None)


@pytest.mark.parametrize("level", [0, 1, 2, 3, None])
@pytest.mark.parametrize("debug", [False, True])
def test_every_level_compiles(build, level, debug):
    kernel = build(
        'extern "C" __global__ __aicore__ void k(__gm__ int32_t* z) {\n'
        "  GlobalTensor<int32_t> g; g.SetGlobalBuffer(z, 1); g.SetValue(0, 3);\n}\n",
        CompileOptions(opt_level=level, debug=debug),
    )
    z = np.zeros(1, np.int32)
    kernel.launch(struct.pack("<q", z.ctypes.data), [row(z)], 1, None)
    assert z[0] == 3


def test_each_binary_is_its_own(build):
    z = np.zeros(1, np.int32)
    text = (
        'extern "C" __global__ __aicore__ void k(__gm__ int32_t* z) {{\n'
        "  GlobalTensor<int32_t> g; g.SetGlobalBuffer(z, 1); g.SetValue(0, {});\n}}\n"
    )
    kernels = [build(text.format(value)) for value in (1, 2, 3)]
    for kernel, value in zip(kernels, (1, 2, 3), strict=True):
        kernel.launch(struct.pack("<q", z.ctypes.data), [row(z)], 1, None)
        assert z[0] == value


def test_a_store_to_address_zero_ends_the_launch(build):
    kernel = build('extern "C" __global__ __aicore__ void k() {\n  *static_cast<volatile int32_t*>(nullptr) = 1;\n}\n')
    with pytest.raises(ModelError, match="access to address 0, which belongs to no memory of the kernel"):
        kernel.launch(b"", [], 1, None)


def test_errors_of_the_text_name_the_authors_line(build):
    with pytest.raises(BackendCompileError) as caught:
        build('extern "C" __global__ __aicore__ void k(int n) {\n#line 37 "/kernels/add.py"\n  missing(n);\n}\n')
    text = str(caught.value)
    assert text.startswith("internal error: the Ascend C of kernel 'k' doesn't compile.\nThis is a defect of asc")
    assert "/kernels/add.py:37" in caught.value.output
    assert "missing(n);" in text
    assert caught.value.kernel == "k"


def test_errors_of_a_run_tell_everything(build, tmp_path):
    source = tmp_path / "kernel.py"
    source.write_text("\n\n    asc.data_copy(a, g, 8)\n")
    kernel = build(
        'extern "C" __global__ __aicore__ void k(__gm__ float* x) {\n'
        "  GlobalTensor<float> g; g.SetGlobalBuffer(x, 8);\n"
        f'#line 3 "{source}"\n'
        "  LocalTensor<float> a(TPosition::VECIN, 0, 8); DataCopy(a, g, 8);\n}\n"
    )
    x = np.zeros(4, np.float32)
    with pytest.raises(ModelError) as caught:
        kernel.launch(struct.pack("<q", x.ctypes.data), [row(x, "x")], 2, None)
    error = caught.value
    assert (error.kind, error.api, error.file, error.line) == ("gm", "DataCopy", str(source), 3)
    assert (error.block, error.core_type, error.kernel, error.argument) == (0, "AIV", "k", "src")
    assert str(error).splitlines() == [
        "DataCopy: 'src' " + error.message,
        "  in block 0 (AIV) of kernel 'k'",
        f"  at {source}:3",
        "    asc.data_copy(a, g, 8)",
    ]
    assert "bytes 0..32 of argument 'x', which has 16 bytes" in error.message
    import pickle

    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_an_endless_loop_meets_the_watchdog(build, monkeypatch):
    kernel = build('extern "C" __global__ __aicore__ void k() {\n  for (volatile int i = 0;;) i = 1;\n}\n')
    monkeypatch.setenv("ASC_WATCHDOG_SECONDS", "0.2")
    start = time.monotonic()
    with pytest.raises(ModelError) as caught:
        kernel.launch(b"", [], 1, None)
    assert caught.value.kind == "watchdog"
    assert time.monotonic() - start < 5


def test_the_lock_of_python_is_free_while_a_kernel_runs(build, monkeypatch):
    kernel = build('extern "C" __global__ __aicore__ void k() {\n  for (volatile int i = 0;;) i = 1;\n}\n')
    monkeypatch.setenv("ASC_WATCHDOG_SECONDS", "1")
    failed = []

    def launch():
        try:
            kernel.launch(b"", [], 1, None)
        except ModelError as error:
            failed.append(error.kind)

    thread = threading.Thread(target=launch)
    thread.start()
    start = time.monotonic()
    for _ in range(100000):
        pass
    assert time.monotonic() - start < 0.9
    thread.join()
    assert failed == ["watchdog"]


def test_printed_text_goes_to_pythons_stdout(build, capsys):
    text = (
        'extern "C" __global__ __aicore__ void k(int bad) {\n'
        '  asc_machine::print("block %d\\n", asc_machine::current().block_idx);\n'
        '  if (bad) asc_machine::fail(asc_machine::Kind::Check, "", "stops");\n}\n'
    )
    kernel = build(text)
    kernel.launch(bytes(8), [], 3, None)
    assert capsys.readouterr().out == "block 0\nblock 1\nblock 2\n"
    with pytest.raises(ModelError, match="stops"):
        kernel.launch(b"\1" + bytes(7), [], 1, None)
    assert capsys.readouterr().out == "block 0\n"


def test_memories_have_the_platforms_sizes(build):
    kernel = build(
        'extern "C" __global__ __aicore__ void k(__gm__ int32_t* z) {\n'
        "  auto& core = asc_machine::current();\n"
        "  GlobalTensor<int32_t> g; g.SetGlobalBuffer(z, 8);\n"
        "  for (int i = 1; i < 8; ++i) g.SetValue(i, core.size[i]);\n}\n"
    )
    z = np.zeros(8, np.int32)
    kernel.launch(struct.pack("<q", z.ctypes.data), [row(z)], 1, None)
    assert z.tolist() == [0, 192 * 1024 - 256, 512 * 1024 - 256, 65536, 65536, 131072, 1024, 7168]


@pytest.mark.parametrize(
    ("kernel_type", "aic", "aiv"),
    [("AIV_ONLY", 0, 2), ("AIC_ONLY", 2, 0), ("MIX_AIC_1_2", 2, 4), ("MIX_AIC_1_1", 2, 2), ("MIX_AIV_1_0", 0, 2)],
)
def test_kernel_types_run_on_their_cores(build, kernel_type, aic, aiv):
    kernel = build(
        'extern "C" __global__ __aicore__ void k(__gm__ int32_t* z) {\n'
        "  auto& core = asc_machine::current();\n"
        "  __atomic_fetch_add(z + (core.type == asc_machine::CoreType::AIV), 1, __ATOMIC_RELAXED);\n}\n",
        kernel_type=kernel_type,
    )
    z = np.zeros(2, np.int32)
    kernel.launch(struct.pack("<q", z.ctypes.data), [row(z)], 2, None)
    assert z.tolist() == [aic, aiv]


def test_all_cores_are_those_of_the_kernels_type():
    spec = platform_spec("Ascend910B4")
    assert [core_count(name, spec) for name in ("AIV_ONLY", "AIC_ONLY", "MIX_AIC_1_2")] == [40, 20, 20]


def test_the_umbrella_includes_what_is_used():
    assert umbrella([Path("/a/b.h")]) == '#pragma once\n#include "asc_machine.h"\n#include "/a/b.h"\n'


@pytest.fixture
def no_compiler(monkeypatch, tmp_path):
    for name in ("ASC_CXX", "CXX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(toolchain.importlib.util, "find_spec", lambda name: None)
    return tmp_path


def test_a_missing_compiler_says_what_to_install(no_compiler, build):
    with pytest.raises(
        ToolchainError, match=r"needs a C\+\+ compiler.*apt install g\+\+.*pip install ziglang.*ASC_CXX"
    ):
        build('extern "C" __global__ __aicore__ void k() {}\n')


@pytest.mark.parametrize("name", ["ASC_CXX", "CXX"])
def test_a_named_compiler_must_be_there(no_compiler, monkeypatch, name):
    monkeypatch.setenv(name, "no-such-g++")
    with pytest.raises(ToolchainError, match=f"{name}='no-such-g\\+\\+' names no C\\+\\+ compiler"):
        toolchain.find_compiler()


def script(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_compilers_are_looked_for_in_order(no_compiler, monkeypatch):
    script(no_compiler / "clang++", "exit 1")
    assert toolchain.find_compiler().kind == "clang"
    script(no_compiler / "g++", "exit 1")
    assert toolchain.find_compiler().kind == "gcc"
    monkeypatch.setenv("CXX", "clang++")
    assert toolchain.find_compiler().kind == "clang"
    monkeypatch.setenv("ASC_CXX", f"{no_compiler}/g++ --sysroot=/")
    assert toolchain.find_compiler().command == (f"{no_compiler}/g++", "--sysroot=/")


def test_ziglangs_clang_is_the_last_resort(no_compiler, monkeypatch):
    spec = type("Spec", (), {"origin": __file__})()
    monkeypatch.setattr(toolchain.importlib.util, "find_spec", lambda name: spec if name == "ziglang" else None)
    compiler = toolchain.find_compiler()
    assert compiler.command == (sys.executable, "-m", "ziglang", "c++")
    assert compiler.kind == "zig"


def test_a_wrapper_is_asked_what_it_is(no_compiler, monkeypatch):
    monkeypatch.setenv("ASC_CXX", str(script(no_compiler / "wrapped", "echo '#define __clang__ 1'")))
    assert toolchain.find_compiler().kind == "clang"
    monkeypatch.setenv("ASC_CXX", str(script(no_compiler / "other", "echo no such option >&2; exit 1")))
    with pytest.raises(ToolchainError, match=r"ASC_CXX='\S+other' is not a C\+\+ compiler: no such option"):
        toolchain.find_compiler()


@pytest.mark.parametrize(
    ("text", "reason"),
    [("exit 3", "it ended with exit code 3 and said nothing"), ("exit 0", "it tells no predefined macros")],
)
def test_a_program_that_is_no_compiler_is_told_with_its_variable(no_compiler, monkeypatch, text, reason):
    monkeypatch.setenv("CXX", str(script(no_compiler / "program", text)))
    with pytest.raises(ToolchainError, match=rf"^CXX='\S+program' is not a C\+\+ compiler: {reason}$"):
        toolchain.find_compiler()


def test_a_compiler_that_makes_nothing_is_told(no_compiler, build, monkeypatch):
    fake = script(no_compiler / "g++", "exit 0")
    name = re.escape(str(fake))
    with pytest.raises(ToolchainError, match=rf"^the C\+\+ compiler {name} ended well but made no binary$"):
        build(KERNEL_OF_NOTHING)
    monkeypatch.setenv("CXX", str(fake))
    with pytest.raises(ToolchainError, match=rf"^the C\+\+ compiler {name}, which CXX names, ended well"):
        build(KERNEL_OF_NOTHING)


def test_an_upgraded_compiler_has_another_identity(no_compiler):
    compiler = script(no_compiler / "g++", "exit 0")
    first = toolchain.find_compiler().identity
    assert toolchain.find_compiler().identity == first
    script(compiler, "exit 0 # newer")
    assert toolchain.find_compiler().identity != first


KERNEL_OF_NOTHING = 'extern "C" __global__ __aicore__ void k() {}\n'


def test_a_disk_without_room_is_no_defect_of_the_text(no_compiler, build):
    script(no_compiler / "g++", "echo 'as: entry.o: No space left on device' >&2; exit 1")
    with pytest.raises(ToolchainError, match=r"can't be compiled: \S+: No space left on device; .*in TMPDIR"):
        build(KERNEL_OF_NOTHING)


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), PermissionError(13, "Permission denied", "/x")]
)
def test_a_folder_that_can_not_be_written_is_named(build, monkeypatch, error):
    def fail(*_arguments, **_named):
        raise error

    monkeypatch.setattr(Path, "write_text", fail)
    place = error.filename or "the folder for temporary files"
    with pytest.raises(ToolchainError, match=f"can't be compiled: {place}: {error.strerror}; .*in TMPDIR"):
        build(KERNEL_OF_NOTHING)


def test_an_upgrade_behind_a_wrapper_is_seen(no_compiler, monkeypatch):
    behind = script(no_compiler / "behind", "echo '#define __VERSION__ 1'")
    for name in ("g++", "ccache"):
        monkeypatch.setenv("ASC_CXX", str(script(no_compiler / name, f"exec {behind}")))
        first = toolchain.find_compiler()
        assert first.kind == "gcc"
        toolchain._macros.cache_clear()
        script(behind, "echo '#define __VERSION__ 2'")
        assert toolchain.find_compiler().identity != first.identity
        script(behind, "echo '#define __VERSION__ 1'")
        toolchain._macros.cache_clear()
        assert toolchain.find_compiler() == first


@pytest.mark.parametrize("name", ["CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX"])
def test_where_compilers_look_is_part_of_the_toolchain(monkeypatch, name):
    from asc_core.backends.model import ModelBackend
    from asc_core.options import CompileOptions

    monkeypatch.delenv(name, raising=False)
    without = ModelBackend().fingerprint(CompileOptions())
    monkeypatch.setenv(name, "/opt/include")
    given = ModelBackend().fingerprint(CompileOptions())
    assert {k for k in given if given[k] != without[k]} == {"environment"}
    assert f"{name}=/opt/include" in given["environment"]
