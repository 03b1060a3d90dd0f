"""Each part of the key alone makes another kernel, is named as the reason, and gives the old one when it is back."""

import dataclasses
import enum
import platform
import re
import sys

import numpy as np
import pytest

from asc_core import options as asc_options
from asc_core.backends import toolchain
from asc_core.backends.base import CompiledKernel
from asc_core.jit import compiler, key, lookup
from asc_core.runtime import config
from asc_core.runtime.config import KernelType
from asc_plugins.discovery import registry

FILES = {
    "deep": "def inner(x):\n    return x + 1\n",
    "helper": "import deep\n\ndef outer(x):\n    return deep.inner(x)\n",
    "kernels": """\
import types
import numpy as np
import asc
import helper

N = 1
RATIO = 1.0
TABLE = {"a": [1]}
DEFAULT = 3

class Cfg:
    K = 1
    class Inner:
        D = 1

class Box:
    def __init__(self, n):
        self.n = n

mod = types.ModuleType("mod")
mod.M = 1
box = Box(1)

def own(x):
    return x + 1

nowhere = {}
exec(compile("def h(x): return x + 1", "<nowhere>", "exec"), nowhere)
hidden = nowhere["h"]

def make(n):
    @asc.jit
    def made(z: asc.GlobalAddress):
        x = n
    return made

made = make(3)

# place
@asc.jit
def k(z: asc.GlobalAddress, v=DEFAULT, T: asc.ConstExpr = 0):
    x = N + RATIO + TABLE["a"][0] + Cfg.K + Cfg.Inner.D + mod.M + box.n + np.pi
    x = own(x) + helper.outer(x) + hidden(x) + 1
""",
}

#: File, text, other text, and what is told of it.
EDITS = {
    "kernel": ("kernels", "hidden(x) + 1", "hidden(x) + 2", r"source kernels\.k changed"),
    "place in the file": ("kernels", "# place\n", "\n\n", r"place kernels\.k: \S+kernels\.py:40 → \S+kernels\.py:41"),
    "function of the same file": ("kernels", "x + 1\n\nnow", "x + 2\n\nnow", r"source kernels\.own changed"),
    "function of another file": ("helper", "inner(x)", "inner(x + 1)", r"source helper\.outer changed"),
    "function's function": ("deep", "x + 1", "x + 2", r"source deep\.inner changed"),
    "function without a text": ("kernels", 'x + 1", "<', 'x + 2", "<', r"code \S+\.h changed"),
    "global": ("kernels", "N = 1", "N = 2", r"global N of kernels\.k: 1 → 2"),
    "float": ("kernels", "RATIO = 1.0", "RATIO = 1.5", r"global RATIO of kernels\.k: 1\.0 → 1\.5"),
    "NaN": ("kernels", "RATIO = 1.0", "RATIO = float('nan')", r"global RATIO of kernels\.k: 1\.0 → nan:\w{16}"),
    "inside a container": (
        "kernels", '{"a": [1]}', '{"a": [2]}',
        r"global TABLE of kernels\.k: dict\{'a':list\(1\)\} → dict\{'a':list\(2\)\}",
    ),
    "class attribute": ("kernels", "K = 1", "K = 2", r"global Cfg\.K of kernels\.k: 1 → 2"),
    "nested attribute": ("kernels", "D = 1", "D = 2", r"global Cfg\.Inner\.D of kernels\.k: 1 → 2"),
    "module attribute": ("kernels", "mod.M = 1", "mod.M = 2", r"global mod\.M of kernels\.k: 1 → 2"),
    "object's attribute": ("kernels", "box = Box(1)", "box = Box(2)", r"global box\.n of kernels\.k: 1 → 2"),
    "closure": ("kernels", "make(3)", "make(4)", r"closure n of kernels\.make\.<locals>\.made: 3 → 4"),
    "default": ("kernels", "DEFAULT = 3", "DEFAULT = 4", r"default v of kernels\.k: 3 → 4"),
}  # fmt: skip


class Mode(enum.Enum):
    A = 1
    B = 2


@dataclasses.dataclass
class Tile:
    rows: int


def add(x):
    return x + 1


#: Values of a ``ConstExpr``; each differs from all others.
CONSTANTS = [
    (0, "0"), (-1, "-1"), (1.5, "1.5"), (-0.0, "-0.0"), ("a b", "'a b'"), ("0", "'0'"), (True, "True"),
    (float("nan"), r"nan:\w{16}"), (float("inf"), "inf"), (2**70, str(2**70)), (None, "None"),
    ((1, 2), r"tuple\(1,2\)"), (Mode.A, r"enum \S+\.Mode\.A=1"), (Mode.B, r"enum \S+\.Mode\.B=2"),
    (Tile(1), None), (Tile(2), None), (add, None), (np.float16(1), r"numpy\.float16\(003c\)"), ("x" * 200, None),
]  # fmt: skip

ARGUMENTS = [
    ((np.zeros(1, np.float32), 1), (np.zeros(1, np.float16), 1), r"argument z: float32\* → float16\*"),
    ((np.zeros(1, np.float32), 1), (np.zeros(1, np.float32), 1.0), r"argument v: int32 → float32"),
    ((np.zeros(1, np.float32), 1), (np.zeros(1, np.float32), True), r"argument v: int32 → bool"),
    ((np.zeros(1, np.float32), 1), (np.zeros(1, np.float32), 2**40), r"argument v: int32 → int64"),
]

#: Another value of each option that the key holds.
OPTIONS = {
    "capture_exceptions": False, "ir_multithreading": False, "debug": True, "strip_loc": True, "verify_sync": True,
    "print_ir_before_all": True, "run_passes": False, "kernel_type": KernelType.AIC_ONLY, "opt_level": 1,
    "auto_sync": False, "auto_sync_log": "x.log", "bisheng_options": ("-g",), "matmul_cube_only": True,
    "insert_sync": True,
}  # fmt: skip


class Program:
    """The files above; each look-up loads them anew, as another process would."""

    def __init__(self, load, capsys):
        self.load, self.capsys = load, capsys
        self.files = dict(FILES)
        self.kernel = "k"

    def find(self, args=(), backend=None, **options):
        """What is told of a look-up."""
        for name, text in self.files.items():
            module = self.load(text, name)
            sys.modules[name] = type(sys)(name)
            vars(sys.modules[name]).update(module)
        kernel = module[self.kernel]
        args = args(module) if callable(args) else args
        call = kernel.signature.bind(args or (np.zeros(1, np.float32),), {})
        target = config.current_target()
        if backend is not None:
            target = dataclasses.replace(target, backend=backend)
        chosen = kernel.options.override(options)
        found = lookup.find(kernel, call, chosen, target, kernel.dependencies(call.functions))
        assert found.kernel.binary == b"binary"
        for name in key.parts("k", kernel.dependencies(call.functions), call, chosen, target, registry().fingerprint()):
            assert name.partition(" ")[0] in key.KINDS
        (line,) = self.capsys.readouterr().err.splitlines()
        return line.removeprefix(f"asc: kernel {kernel.name}: ")


@pytest.fixture
def program(load, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PYASC_DEBUG_CACHE", "1")
    program = Program(load, capsys)
    stand_in = CompiledKernel("k", "AIV_ONLY", b"binary")
    monkeypatch.setattr(compiler, "compile_kernel", lambda *_: stand_in)
    monkeypatch.setattr(config.current_target().backend, "load", lambda kernel, _: kernel)
    for name in FILES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    return program


def check(find, change, back, expected):
    """A look-up before a change, after it, and again before and after it."""
    assert re.fullmatch("miss, it wasn't compiled before", find())
    assert find().startswith("hit on disk, ")
    change()
    told = find()
    assert re.fullmatch(f"miss, {expected}", told), told
    back()
    assert find().startswith("hit on disk, ")
    change()
    assert find().startswith("hit on disk, ")
    back()


@pytest.mark.parametrize("name", EDITS)
def test_edits(program, name):
    file, old, new, expected = EDITS[name]
    program.kernel = "made" if name == "closure" else "k"
    assert FILES[file].count(old) == 1
    texts = FILES[file], FILES[file].replace(old, new)

    def write(text):
        program.files[file] = text

    check(program.find, lambda: write(texts[1]), lambda: write(texts[0]), expected)


def test_a_kernel_of_another_name(program):
    program.find()
    program.files["kernels"] = FILES["kernels"].replace("def k(", "def k2(")
    program.kernel = "k2"
    # Of another kernel nothing is told: it isn't like this one.
    assert program.find() == "miss, it wasn't compiled before"


def alternate(program, first, second, expected):
    """Look-ups that differ in their arguments alone."""
    choice = [first]
    check(
        lambda: program.find(**choice[0]),
        lambda: choice.__setitem__(0, second),
        lambda: choice.__setitem__(0, first),
        expected,
    )


@pytest.mark.parametrize(("first", "second", "expected"), ARGUMENTS)
def test_types_of_arguments(program, first, second, expected):
    alternate(program, {"args": first}, {"args": second}, expected)


@pytest.mark.parametrize("index", range(1, len(CONSTANTS)))
def test_constants(program, index):
    (first, was), (second, is_) = CONSTANTS[index - 1], CONSTANTS[index]
    z = np.zeros(1, np.float32)
    told = f"constant T: {was} → {is_}" if was and is_ else "constant T changed"
    if add in (first, second):
        told = r"(source \S+ is new; place \S+ is new; )?constant T changed(; source \S+ is gone; place \S+ is gone)?"
    alternate(program, {"args": (z, 1, first)}, {"args": (z, 1, second)}, told)


def test_all_constants_have_keys_of_their_own(program):
    z = np.zeros(1, np.float32)
    for value, _ in CONSTANTS:
        assert program.find((z, 1, value)).startswith("miss")
    for value, _ in CONSTANTS:
        assert program.find((z, 1, value)).startswith("hit")


def test_the_table_has_all_options():
    groups = asc_options.CodegenOptions(), asc_options.CompileOptions()
    assert {f.name for group in groups for f in dataclasses.fields(group)} == {*OPTIONS, "always_compile"}


@pytest.mark.parametrize("name", OPTIONS)
def test_options(program, name):
    default = getattr(asc_options.CodegenOptions(), name, getattr(asc_options.CompileOptions(), name, None))
    value = OPTIONS[name]
    told = [re.escape(str(getattr(v, "name", None) or repr(v))) for v in (default, value)]
    flags = "; toolchain flags.*" if name in ("debug", "opt_level") else ""
    alternate(program, {}, {name: value}, f"option {name}: {told[0]} → {told[1]}{flags}")


def test_always_compile_is_not_looked_up(program):
    program.find()
    for _ in range(2):
        assert program.find(always_compile=True) == "miss, always_compile is set"
    assert program.find().startswith("hit")


def test_the_platform(program):
    config.set_platform("Model")
    try:
        check(
            program.find,
            lambda: config.set_platform("Model", "Ascend910B4"),
            lambda: config.set_platform("Model"),
            "platform: Ascend910B1 → Ascend910B4; platform row changed",
        )
    finally:
        config.set_platform("Model")


def test_the_backend(program):
    class Other:
        name = "Other"

        def load(self, kernel, target):
            return kernel

        def fingerprint(self, options):
            return config.current_target().backend.fingerprint(options)

    alternate(program, {}, {"backend": Other()}, "backend: Model → Other")


def fingerprint_of_packs(**changes):
    packs = dict(registry().fingerprint())
    assert set(changes) <= {name.replace(" ", "_") for name in packs}
    return lambda: {name: changes.get(name.replace(" ", "_"), text) for name, text in packs.items()}


STRUCT = """\
import asc
from asc.language.core.struct import Field

M = 1

class P(asc.Struct):
    a = Field(asc.int32)
    K = 1
    def total(self):
        return self.a + M

@asc.jit
def k(z: asc.GlobalAddress, p: P):
    x = p.total() + p.K
"""

STRUCTS = {
    "constant": ("K = 1", "K = 2", "class p changed"),
    "field": ("a = Field(asc.int32)", "a = Field(asc.int64)", "argument p.*; class p changed"),
    "method": ("self.a + M", "self.a - M", r"source kernels\.P\.total changed"),
    "method's global": ("M = 1", "M = 2", r"global M of kernels\.P\.total: 1 → 2"),
}


@pytest.mark.parametrize("name", STRUCTS)
def test_structs(program, name):
    old, new, expected = STRUCTS[name]

    def find():
        return program.find(lambda kernels: (np.zeros(1, np.float32), kernels["P"](a=1)))

    program.files = {"kernels": STRUCT}
    check(
        find,
        lambda: program.files.update(kernels=STRUCT.replace(old, new)),
        lambda: program.files.update(kernels=STRUCT),
        expected,
    )


def test_kernels_that_make_structs_are_kept(program):
    program.files = {"kernels": STRUCT.replace("x = p.total() + p.K", "q = P(a=1)")}
    for told in ("miss", "hit"):
        line = program.find(lambda kernels: (np.zeros(1, np.float32), kernels["P"](a=1)))
        assert line.startswith(told)
        assert "compare" not in line


PATCHES = {
    "processor": (toolchain, "processor", lambda: "x86_64-0", r"toolchain processor: \S+ → x86_64-0"),
    "flags": (toolchain, "FLAGS", (*toolchain.FLAGS, "-fnew"), "toolchain flags changed"),
    "environment": (toolchain, "environment", lambda: "CPATH=/opt", "toolchain environment:  → CPATH=/opt"),
    "Python": (platform, "python_version", lambda: "3.99.0", r"Python: CPython [\d.]+ → CPython 3\.99\.0"),
    "MLIR": (key, "bindings_identity", lambda: "0", "MLIR changed"),
    "format": (key, "FORMAT", 99, f"format: {key.FORMAT} → 99"),
    "library": (np, "__version__", "99.0", rf"library numpy: {re.escape(np.__version__)} → 99\.0"),
    "a pack's version": (registry(), "fingerprint", fingerprint_of_packs(pack_basic="9.9"), r"pack basic: \S+ → 9\.9"),
    "asc's version": (registry(), "fingerprint", fingerprint_of_packs(pack_engine="9.9"), r"pack engine: \S+ → 9\.9"),
    "a pack's files": (
        registry(), "fingerprint", fingerprint_of_packs(files_core="sha256 0"), "files core changed"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PATCHES)
def test_what_surrounds_the_kernel(program, monkeypatch, name):
    holder, attribute, value, expected = PATCHES[name]
    before = getattr(holder, attribute)
    check(
        program.find,
        lambda: monkeypatch.setattr(holder, attribute, value),
        lambda: monkeypatch.setattr(holder, attribute, before),
        expected,
    )


def test_the_compiler(program, monkeypatch, tmp_path):
    other = tmp_path / "g++"
    other.write_text('#!/bin/sh\necho "#define __VERSION__ 1"\n')
    other.chmod(0o755)
    monkeypatch.delenv("ASC_CXX", raising=False)
    check(
        program.find,
        lambda: monkeypatch.setenv("ASC_CXX", str(other)),
        lambda: monkeypatch.delenv("ASC_CXX"),
        r"toolchain compiler: \S+ → \S+/g\+\+; toolchain compiler version changed",
    )
    monkeypatch.setenv("ASC_CXX", str(other))
    program.find()
    other.write_text('#!/bin/sh\necho "#define __VERSION__ 22"\n')
    assert re.fullmatch("miss, toolchain compiler version changed", program.find())


def test_every_kind_of_part_has_a_case():
    told = [*(row[-1] for row in (*EDITS.values(), *PATCHES.values(), *ARGUMENTS)), "kernel", "option", "constant"]
    told += ["platform", "backend", "class"]
    assert {re.split(r"\W", text)[0] for text in told} == set(key.KINDS)


def test_of_many_changes_some_are_named(program):
    program.find()
    program.files["kernels"] = re.sub(r"= 1\b", "= 2", FILES["kernels"])
    told = program.find(opt_level=2)
    assert told.startswith("miss, ")
    assert re.search(r"; and \d+ more$", told)


def test_the_nearest_entry_is_compared(program):
    program.find(opt_level=1, debug=True)
    program.find(opt_level=2)
    assert program.find(opt_level=2, strip_loc=True) == "miss, option strip_loc: False → True"


def test_what_comes_and_goes_is_told():
    assert key.changes({"global a": "1", "global b": "1"}, {"global b": "1", "global c": "1"}) == [
        "global c is new",
        "global a is gone",
    ]
