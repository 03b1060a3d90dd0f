import shutil
import subprocess
import sys

import numpy as np
import pytest

from asc_core.errors import CacheWarning
from asc_core.runtime import cache

KERNELS = '''
import types
import asc

N = 1
mod = types.SimpleNamespace(M=1)

class Cfg:
    K = 1

class Box:
    def __init__(self, n):
        self.n = n

shape = [1]

@asc.jit
def k(z: asc.GlobalAddress):
    """GlobalTensor<int32_t> g; g.SetGlobalBuffer(z, 1); g.SetValue(0, $N);"""
    x = N, Cfg.K, mod.M, shape[0]

def make(n):
    @asc.jit
    def k(z: asc.GlobalAddress):
        """GlobalTensor<int32_t> g; g.SetGlobalBuffer(z, 1); g.SetValue(0, $n);"""
        x = n
    return k

@asc.jit
def by_value(z: asc.GlobalAddress, c: asc.ConstExpr):
    """(void)z;"""

@asc.jit
def typed(z: asc.GlobalAddress, v):
    """(void)z;"""
'''


@pytest.fixture
def z():
    return np.zeros(4, np.int32)


@pytest.fixture
def module(by_hand, load):
    return load(KERNELS)


def entries():
    return sorted(path for path, _ in cache.entries(cache.folder()))


def test_a_changed_global_is_seen(by_hand, module, z):
    kernel = module["k"]
    for value in (1, 1, 2, 2, 1, 2):
        module["N"] = value
        kernel[1](z)
        assert z[0] == value
    assert len(by_hand.compiled) == 2


@pytest.mark.parametrize("change", ["Cfg.K = 2", "mod.M = 2", "shape[0] = 2", "shape = [2]"])
def test_whatever_it_reads_makes_another_kernel(by_hand, module, z, change):
    for _ in range(3):
        module["k"][1](z)
    exec(change, module)
    for _ in range(3):
        module["k"][1](z)
    assert len(by_hand.compiled) == 2


def test_factories_make_kernels_of_their_own(by_hand, module, z):
    results = []
    for n in (3, 4, 3):
        module["make"](n)[1](z)
        results.append(int(z[0]))
    assert results == [3, 4, 3]
    # The third comes from the cache on disk.
    assert len(by_hand.compiled) == 2


@pytest.mark.parametrize(
    "values",
    [
        (1, 2), (1, True), (1, 1.0), (0.0, -0.0), ("a", "b"), ("1", 1), ((1,), [1]), ([1], [2]), (None, 0),
        (float("nan"), 1.0), (np.int32(1), np.int64(1)), (2**31, -(2**31)), ({"a": 1}, {"a": 2}), (1, 2**70),
    ],
)  # fmt: skip
def test_unlike_constants_have_kernels_of_their_own(by_hand, module, z, values):
    for _ in range(3):
        for value in values:
            module["by_value"][1](z, value)
    assert len(by_hand.compiled) == 2
    assert len(entries()) == 2


def grow(value):
    value.append(2)


def refill(value):
    value.n = 2


@pytest.mark.parametrize(("make", "change"), [("[1]", grow), ("Box(1)", refill), ("([1],)", lambda v: grow(v[0]))])
def test_a_constant_that_changes_in_place_is_another(by_hand, module, z, make, change):
    value = eval(make, module)
    for _ in range(3):
        module["by_value"][1](z, value)
    change(value)
    for _ in range(3):
        module["by_value"][1](z, value)
    assert len(by_hand.compiled) == 2


def test_a_constant_without_a_value_that_changes_in_place_is_another(by_hand, module, z):
    value = module["Box"](1)
    value.file = object()
    for n in (1, 1, 2, 2):
        value.n = n
        module["by_value"][1](z, value)
    assert len(by_hand.compiled) == 2


def test_structs_are_compared_by_their_contents(by_hand, load, z):
    text = (
        "import asc\nfrom asc.language.core.struct import Field\nclass S(asc.Struct):\n    n = Field(asc.int32)\n"
        "N = S(n=1)\n"
        "@asc.jit\ndef k(z: asc.GlobalAddress, c: asc.ConstExpr):\n"
        '    """(void)z;"""\n    x = N.n\n'
    )
    for _ in range(2):
        module = load(text)
        c = module["S"](n=2)
        for n, m in ((1, 2), (1, 2), (3, 2), (3, 4), (1, 2)):
            module["N"].n, c.n = n, m
            module["k"][1](z, c)
    assert len(by_hand.compiled) == len(entries()) == 3


@pytest.mark.parametrize("default", [False, True])
def test_globals_of_a_constant_function_are_seen(by_hand, load, z, default):
    module = load(
        KERNELS + "def helper():\n    return N\n"
        "@asc.jit\ndef calls(z: asc.GlobalAddress, f: asc.ConstExpr = helper):\n"
        '    """GlobalTensor<int32_t> g; g.SetGlobalBuffer(z, 1); g.SetValue(0, $N);"""\n'
    )
    for n in (1, 1, 2, 2, 1):
        module["N"] = n
        module["calls"][1](z, *(() if default else (module["helper"],)))
        assert z[0] == n
    assert len(by_hand.compiled) == 2


def test_constants_without_a_value_stay_in_the_process(by_hand, module, z):
    value = object()
    for _ in range(3):
        module["by_value"][1](z, value)
    module["by_value"][1](z, object())
    assert len(by_hand.compiled) == 2
    assert entries() == []


@pytest.mark.parametrize(
    ("values", "kernels"),
    [
        ((True, 1), 2), ((1, 2), 1), ((1, 2**31), 2), ((1, 1.0), 2), ((np.int32(1), 1), 1), ((np.int64(1), 2**40), 1),
        ((np.float64(1), 1.0), 1), ((np.float32(1), np.float16(1)), 2), ((np.zeros(1), np.zeros(3)), 1),
        ((np.zeros(1), np.zeros(1, np.float32)), 2), ((np.zeros(2), np.zeros((2, 2))[:, 0]), 1),
        ((np.bool_(True), False), 1), ((np.zeros(1, np.int64), np.zeros(1, np.longlong)), 1),
    ],
)  # fmt: skip
def test_kernels_are_made_for_types(by_hand, module, z, values, kernels):
    for _ in range(3):
        for value in values:
            module["typed"][1](z, value)
    assert len(by_hand.compiled) == kernels


def test_another_process_finds_the_kernel(by_hand, load, z):
    for _ in range(2):
        load(KERNELS)["k"][1](z)
        assert z[0] == 1
    assert len(by_hand.compiled) == 1
    assert len(entries()) == 1


@pytest.mark.parametrize("length", [0, 0.5, 0.99])
def test_a_damaged_entry_is_compiled_again_and_repaired(by_hand, load, z, length):
    load(KERNELS)["k"][1](z)
    (entry,) = entries()
    whole = entry.read_bytes()
    entry.write_bytes(whole[: int(len(whole) * length)])
    z[0] = 0
    load(KERNELS)["k"][1](z)
    assert z[0] == 1
    assert len(by_hand.compiled) == 2
    cache.unpack(entry.read_bytes())
    load(KERNELS)["k"][1](z)
    assert len(by_hand.compiled) == 2


def test_a_whole_entry_that_can_not_be_loaded_is_compiled_again(by_hand, load, z, monkeypatch, capsys):
    load(KERNELS)["k"][1](z)
    (path,) = entries()
    entry = cache.unpack(path.read_bytes())
    path.write_bytes(cache.pack(cache.Entry(entry.meta, b"made on another system")))
    z[0] = 0
    monkeypatch.setenv("PYASC_DEBUG_CACHE", "1")
    load(KERNELS)["k"][1](z)
    assert z[0] == 1
    assert len(by_hand.compiled) == 2
    assert "asc: kernel k: miss, the cached binary can't be loaded: " in capsys.readouterr().err
    load(KERNELS)["k"][1](z)
    assert len(by_hand.compiled) == 2


def test_a_failed_compilation_fails_again_the_same_way(by_hand, module, z):
    by_hand.fail = ValueError("doesn't compile")
    for _ in range(3):
        with pytest.raises(ValueError, match=r"^doesn't compile$"):
            module["k"][1](z)
    assert entries() == []
    by_hand.fail = None
    module["k"][1](z)
    assert z[0] == 1


def test_always_compile_neither_reads_nor_writes(by_hand, module, z):
    module["k"][1](z)
    for _ in range(2):
        module["k"][1](z, always_compile=True)
    assert len(by_hand.compiled) == 3
    assert len(entries()) == 1


def test_options_and_platforms_are_part_of_the_key(by_hand, module, z):
    from asc.runtime import config

    module["k"][1](z)
    module["k"][1](z, opt_level=2)
    try:
        config.set_platform("Model", "Ascend910B4")
        module["k"][1](z)
    finally:
        config.set_platform("Model")
    module["k"][1](z)
    assert len(by_hand.compiled) == 3


def test_the_toolchain_is_part_of_the_key(by_hand, load, z, monkeypatch, tmp_path):
    load(KERNELS)["k"][1](z)
    compiler = tmp_path / "my-g++"
    compiler.write_text(f'#!/bin/sh\nexec {shutil.which("g++")} "$@"\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("ASC_CXX", str(compiler))
    load(KERNELS)["k"][1](z)
    assert len(by_hand.compiled) == 2


def test_the_cache_can_be_chosen_after_the_import(by_hand, load, z, monkeypatch, tmp_path):
    load(KERNELS)["k"][1](z)
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "other"))
    load(KERNELS)["k"][1](z)
    assert len(by_hand.compiled) == 2
    assert len(list((tmp_path / "other").iterdir())) == 1


def test_kernels_work_without_a_cache(by_hand, load, z, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "file" / "below"))
    monkeypatch.setattr(cache, "_warned", set())
    module = load(KERNELS)
    with pytest.warns(CacheWarning, match="can't be used"):
        module["k"][1](z)
    for _ in range(2):
        module["k"][1](z)
    assert z[0] == 1
    assert len(by_hand.compiled) == 1


def test_debugging_tells_what_changed(by_hand, load, z, monkeypatch, capsys):
    monkeypatch.setenv("PYASC_DEBUG_CACHE", "1")
    load(KERNELS)["k"][1](z)
    second = load(KERNELS)["k"]
    for _ in range(4):
        second[1](z)
    load(KERNELS)["k"][1](z, opt_level=1)
    load(KERNELS.replace("N = 1", "N = 2"))["k"][1](z, always_compile=True)
    load(KERNELS.replace("N = 1", "N = 2"))["k"][1](z)
    lines = capsys.readouterr().err.splitlines()
    told = [line.removeprefix("asc: kernel k: ") for line in lines]
    assert told[0] == "miss, it wasn't compiled before"
    assert told[1].startswith("hit on disk, ")
    assert told[2:5] == ["hit in memory"] * 3
    assert told[5:] == [
        "miss, option opt_level: 3 → 1; toolchain flags changed",
        "miss, always_compile is set",
        "miss, global N of kernels.k: 1 → 2",
    ]


HELPERS = {
    "h": "def scale(x):\n    return x + 1\n",
    "deep": "import h\n\ndef scale(x):\n    return h.scale(x)\n",
}
MAIN = """
import sys
sys.path.insert(0, sys.argv[1])
import deep
import asc
from asc_core.jit import dependencies

@asc.jit
def k(z: asc.GlobalAddress):
    x = deep.scale(1)

print(dependencies.find(k).digest)
"""


def test_an_edited_helpers_helper_is_seen_by_the_next_process(tmp_path):
    main = tmp_path / "main.py"
    main.write_text(MAIN)
    for name, text in HELPERS.items():
        (tmp_path / f"{name}.py").write_text(text)

    def run():
        return subprocess.check_output([sys.executable, "-B", str(main), str(tmp_path)])

    first = run()
    assert run() == first
    (tmp_path / "h.py").write_text(HELPERS["h"].replace("+ 1", "+ 2"))
    assert run() != first
