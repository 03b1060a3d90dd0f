import os
import subprocess
import sys

import numpy as np
import pytest

import asc
from asc_core.jit.dependencies import find

HEAD = """\
import argparse, collections, ctypes, enum, functools, math, types
import asc
import numpy as np
from asc.language.core.struct import Field
"""


def digest(module):
    return find(module["k"]).digest


@pytest.fixture
def kernel(load):
    """Loads a module with a kernel *k* that has the given body, after the given text."""

    def make(before, *body):
        lines = "".join(f"    {line}\n" for line in body)
        return load(f"{HEAD}{before}\n@asc.jit\ndef k(z: asc.GlobalAddress):\n{lines}")

    return make


READS = {
    "global": ("N = 1", "x = N", "N = 2"),
    "class attribute": ("class Cfg:\n    N = 1", "x = Cfg.N", "Cfg.N = 2"),
    "inherited attribute": ("class A:\n    N = 1\nclass B(A): pass", "x = B.N", "A.N = 2"),
    "instance attribute": ("class Cfg: pass\nc = Cfg()\nc.n = 1", "x = c.n", "c.n = 2"),
    "module attribute": ("import types\nm = types.ModuleType('m')\nm.N = 1", "x = m.N", "m.N = 2"),
    "list element": ("L = [1]", "x = L[0]", "L[0] = 2"),
    "dict value": ("D = {'a': [1]}", "x = D['a']", "D['a'].append(2)"),
    "array": ("A = np.zeros(3)", "x = A[0]", "A[0] = 2"),
    "function": ("def h(x): return x + 1", "x = h(1)", "def h(x): return x + 2"),
    "lambda": ("h = lambda x: x + 1", "x = h(1)", "h = lambda x: x + 2"),
    "function's global": ("M = 1\ndef h(x): return x + M", "x = h(1)", "M = 2"),
    "function's function": (
        "def g(x): return x + 1\ndef h(x): return g(x)", "x = h(1)", "def g(x): return x + 2"
    ),
    "function's default": ("def h(x, y=1): return x + y", "x = h(1)", "h.__defaults__ = (2,)"),
    "device function": (
        "@asc.jit\ndef h(x): return x + 1", "x = h(1)", "@asc.jit\ndef h(x): return x + 2"
    ),
    "device function's global": ("M = 1\n@asc.jit\ndef h(x): return x + M", "x = h(1)", "M = 2"),
    "static method": (
        "M = 1\nclass H:\n    @staticmethod\n    def f(x): return x + M", "x = H.f(1)", "M = 2"
    ),
    "method": ("class H:\n    s = 1\n    def f(self, x): return x + self.s\no = H()", "x = o.f(1)", "H.s = 2"),
    "class method": (
        "class A:\n    n = 1\n    @classmethod\n    def f(cls, x): return x + cls.n\nclass B(A): pass",
        "x = B.f(1)", "A.n = 2",
    ),
    "class method of a device": (
        "class A:\n    n = 1\n    @classmethod\n    @asc.jit\n    def f(cls, x): return x + cls.n",
        "x = A.f(1)", "A.n = 2",
    ),
    "class method's global": (
        "M = 1\nclass A:\n    @classmethod\n    def f(cls, x): return x + M", "x = A.f(1)", "M = 2"
    ),
    "descriptor of a class": (
        "class D:\n    real = 1\n    def __get__(self, one, cls): return cls.n\n"
        "class A:\n    n = 1 + 2j\n    m = D()", "x = A.m.real", "A.n = 2",
    ),
    "property before an attribute": (
        "class A:\n    n = 1\n    @property\n    def m(self): return self.n\no = A()\nvars(o)['m'] = 3",
        "x = o.m", "A.n = 2",
    ),
    "method's global": ("M = 1\nclass H:\n    def f(self, x): return x + M\no = H()", "x = o.f(1)", "M = 2"),
    "shadowed builtin": ("", "x = len('a')", "len = max"),
    "name that appears": ("", "x = MISSING", "MISSING = 1"),
    "struct": ("class S(asc.Struct):\n    n = Field(asc.int32)\ns = S(n=1)", "x = s.n", "s.n = 2"),
    "ctypes structure": (
        "class S(ctypes.Structure):\n    _fields_ = [('n', ctypes.c_int)]\ns = S(1)", "x = s.n", "s.n = 2"
    ),
    "bytes": ("b = bytearray(1)", "x = b[0]", "b[0] = 1"),
    "queue": ("d = collections.deque([1])", "x = d[0]", "d[0] = 2"),
    "default of a dict": (
        "d = collections.defaultdict(lambda: M)\nM = 1", "x = d[0]", "M = 2"
    ),
    "attribute of a list": ("class L(list): pass\nl = L()\nl.n = 1", "x = len(l) + l.n", "l.n = 2"),
    "class of a list": ("class L(list):\n    n = 1\nl = L()", "x = l.n", "L.n = 2"),
    "object of a library": ("n = types.SimpleNamespace(n=argparse.Namespace(m=1))", "x = n.n.m", "n.n.m = 2"),
    "function behind a cache": (
        "M = 1\n@functools.cache\ndef h(x): return x + M", "x = h(1)", "M = 2"
    ),
    "random number": ("import random\ndef h(): return random.randint(0, 9)", "x = h()", "random.random()"),
    "random number of numpy": ("def h(): return np.random.randint(9)", "x = h()", "np.random.rand()"),
    "random number of a generator": (
        "G = np.random.default_rng(1)\ndef h(): return G.random()", "x = h()", "G.random()"
    ),
    "part that a module loads late": (
        "m = types.ModuleType('m')\nm.__getattr__ = lambda name: 1", "x = m.late", "m.late = 2"
    ),
    "nested attribute": (
        "class A: pass\na = A()\na.b = A()\na.b.c = 1", "x = a.b.c", "a.b.c = 2"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READS)
def test_what_a_kernel_reads_is_part_of_its_key(kernel, name):
    before, body, change = READS[name]
    module = kernel(before, body)
    first = find(module["k"])
    assert first.hold()
    assert find(module["k"]).digest == first.digest
    exec(change, module)
    assert not first.hold()
    # The new function has no file of its own, so only that it is another one can be seen.
    if "def h" not in change and "def g" not in change:
        assert digest(module) != first.digest


@pytest.mark.parametrize(
    ("before", "body", "change"),
    [
        ("N = 1\nM = 1", "x = N", "M = 2"),
        ("class Cfg:\n    N = 1\n    M = 1", "x = Cfg.N", "Cfg.M = 2"),
        ("def h(x): return x", "x = 1", "h = None"),
        ("N = 1", "N = 2\n    x = N", "N = 3"),
        ("import secrets\ndef h(): return secrets.randbelow(9)", "x = h()", "secrets.randbelow(9)"),
        ("", "x = math.pi", "math.unrelated = 1"),
        ("", "x = asc.add", "unrelated = 1"),
    ],
)
def test_what_it_does_not_read_is_not(kernel, before, body, change):
    module = kernel(before, body)
    first = find(module["k"])
    exec(change, module)
    assert first.hold()
    assert digest(module) == first.digest


def test_closures_are_told_apart(load):
    module = load(HEAD + "def make(n):\n    @asc.jit\n    def k(z): x = n\n    return k\n")
    digests = [find(module["make"](n)).digest for n in (3, 4, 3)]
    assert digests[0] == digests[2] != digests[1]


def test_a_changed_cell_is_seen(load):
    module = load(
        HEAD + "def make(n):\n    @asc.jit\n    def k(z): x = n\n    def set(v):\n        nonlocal n\n        n = v\n"
        "    return k, set\n"
    )
    kernel, change = module["make"](1)
    found = find(kernel)
    change(2)
    assert not found.hold()
    assert find(kernel).digest != found.digest


def test_recursion_ends(kernel):
    module = kernel("def a(x): return b(x)\ndef b(x): return a(x)", "x = a(1)")
    assert find(module["k"]).portable


@pytest.mark.parametrize("before", ["o = object()", "o = open(__file__)", "o = [iter(())]"])
def test_what_no_other_process_can_compare_keeps_the_kernel_in_this_one(kernel, before):
    found = find(kernel(before, "x = o")["k"])
    assert not found.portable
    assert found.reason.startswith("global o of kernels.k is a")


@pytest.mark.parametrize("read", ["os.getenv('DEPENDENCY')", "os.environ['DEPENDENCY']"])
def test_variables_that_a_helper_reads_are_compared(kernel, monkeypatch, read):
    monkeypatch.setenv("DEPENDENCY", "1")
    module = kernel(f"import os\ndef value(): return {read}", "x = value()")
    found = find(module["k"])
    assert not found.portable
    assert found.reason.endswith("of kernels.value is the environment")
    assert found.hold()
    monkeypatch.setenv("DEPENDENCY", "2")
    assert not found.hold()


def test_files_that_a_helper_opens_keep_the_kernel_in_this_process(kernel):
    found = find(kernel("def value():\n    with open('n.txt') as f: return f.read()", "x = value()")["k"])
    assert not found.portable
    assert found.reason == "kernels.value opens files, whose contents no key holds"
    own = "def open(name): return 1\ndef value(): return open('n.txt')"
    assert find(kernel(own, "x = value()")["k"]).portable


def test_the_place_is_part_of_the_key(load):
    text = "@asc.jit\ndef k(z): pass\n"
    assert digest(load(HEAD + text)) != digest(load(HEAD + "\n" + text))


@pytest.mark.parametrize("text", ["x = asc.add", "x = np.sum", "x = math.pi", "x = enum.Enum", "x = np.pi * 2"])
def test_libraries_are_not_read(kernel, text):
    found = find(kernel("", text)["k"])
    assert found.portable
    assert not found.value_guards


def test_the_key_is_the_same_in_every_process(tmp_path):
    script = tmp_path / "show_key.py"
    script.write_text(
        HEAD + "class Mode(enum.Enum):\n    A = 1\n"
        "names = {'x', 'y', 'z'}\n"
        "def f(x): return x in names\ndef g(x): return f(x)\ndef h(x): return {'a': 1, 'b': Mode.A}[x]\n"
        "class Box:\n    def __init__(self): self.names, self.function = names, f\n"
        "@asc.jit(opt_level=2)\n"
        "def k(z, mode: asc.ConstExpr = Mode.A, box: asc.ConstExpr = Box()):\n"
        "    a = f(1)\n    b = g(2)\n    c = h('a')\n"
        "from asc_core.jit import key\n"
        "from asc_core.runtime.config import current_target\n"
        "from asc_plugins.installed import fingerprints\n"
        "call = k.signature.bind((np.zeros(2), Mode.A), {})\n"
        "assert call.functions and None not in call.constant_texts.values()\n"
        "dependencies, packs = k.dependencies(call.functions), next(fingerprints())\n"
        "print(key.key(key.parts('k', dependencies, call, k.options, current_target(), packs)))\n"
    )
    keys = {
        subprocess.run(
            [sys.executable, str(script)],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    assert len(keys) == 1


FUNCTIONS = {
    "in a list": ("def h(x): return x + M\nL = [h]", "x = L[0](1)"),
    "in a dict": ("def h(x): return x + M\nD = {'h': h}", "x = D['h'](1)"),
    "in an object": ("class C: pass\ndef h(x): return x + M\nc = C()\nc.h = h", "d = c\n    x = d.h(1)"),
    "of a partial": ("import functools\ndef h(x): return x + M\np = functools.partial(h, 1)", "x = p()"),
    "device function in a list": ("@asc.jit\ndef h(x): return x + M\nL = [h]", "x = L[0](1)"),
    "property": (
        "class C:\n    @property\n    def p(self): return M\nc = C()", "x = c.p"
    ),
    "method of an element": ("class C:\n    def f(self): return M\nL = [C()]", "x = L[0].f()"),
    "keyword default": ("def h(x, *, y=[1]): return x + y[0]\ndef set(v): h.__kwdefaults__['y'][0] = v", "x = h(1)"),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_globals_of_functions_inside_values_are_read(kernel, name):
    before, body = FUNCTIONS[name]
    module = kernel(f"M = 1\n{before}", body)
    first = find(module["k"])
    assert first.portable
    exec("set(2)" if "set" in module else "M = 2", module)
    assert not first.hold()
    assert digest(module) != first.digest


@pytest.mark.parametrize("factory", ["def make(n):\n    def h(x): return x + n\n    return h", "make = lambda n: n"])
def test_functions_of_one_factory_are_told_apart(kernel, factory):
    def digest_of(a, b):
        return digest(kernel(f"{factory}\na, b = make({a}), make({b})", "x = a(1) + b(1)"))

    digests = [digest_of(a, b) for a in (1, 2) for b in (1, 2)]
    assert len(set(digests)) == 4


def test_lambdas_of_one_line_are_told_apart(kernel):
    def digest_of(y):
        return digest(kernel(f"a, b = (lambda x, y=v: x + y for v in ({y}, 2))", "x = a(1) + b(1)"))

    assert digest_of(1) != digest_of(3)


@pytest.mark.parametrize("body", ["m = config\n    x = m.N", "x = f(config)"])
def test_modules_that_are_passed_on_are_read(kernel, body):
    module = kernel("import types\nconfig = types.ModuleType('config')\nconfig.N = 1\ndef f(m): return m.N", body)
    first = find(module["k"])
    module["config"].N = 2
    assert not first.hold()
    assert digest(module) != first.digest


def test_what_has_no_value_elsewhere_is_watched_here(kernel):
    module = kernel(
        "import threading\nclass C: pass\nc = C()\nc.lock = threading.Lock()\nc.n = 1", "d = c\n    x = d.n"
    )
    first = find(module["k"])
    assert not first.portable
    assert first.hold()
    module["c"].n = 2
    assert not first.hold()
    assert digest(module) != first.digest


def test_annotations_of_device_functions_are_read(kernel):
    module = kernel("Kind = int\n@asc.jit\ndef h(x: Kind): return x", "x = h(1)")
    first = digest(module)
    module["Kind"] = asc.ConstExpr
    assert digest(module) != first


def test_code_without_text_is_read_by_its_instructions(kernel):
    def digest_of(text):
        module = kernel("M = 1", "x = h(1)")
        exec(compile(text, "<nowhere>", "exec"), module)
        first = digest(module)
        module["M"] = 2
        assert digest(module) != first
        return first

    assert digest_of("def h(x): return x + M") != digest_of("def h(x): return x - M")


def test_functions_given_as_constants_are_read(load):
    module = load(HEAD + "M = 1\ndef h(x): return x + M\n@asc.jit\ndef k(z, f: asc.ConstExpr): x = f(1)\n")
    kernel = module["k"]
    call = kernel.signature.bind((np.zeros(1), {"f": [module["h"]]}), {})
    assert call.functions == (module["h"],)
    first = kernel.dependencies(call.functions)
    assert kernel.dependencies(call.functions) is first
    module["M"] = 2
    assert kernel.dependencies(call.functions).digest != first.digest


def test_libraries_are_known_by_their_versions(kernel, monkeypatch):
    module = kernel("", "x = np.pi")
    first = find(module["k"])
    assert first.parts["library numpy"] == np.__version__
    monkeypatch.setattr(np, "__version__", "99.0")
    assert digest(module) != first.digest


def test_objects_of_classes_without_a_name_of_a_module_are_known(kernel):
    odd = "class Odd:\n    __module__ = property(lambda self: 'odd')\n    def __call__(self, n): return n + 1"
    module = kernel(f"{odd}\nodd = Odd()", "x = odd(1)")
    assert find(module["k"]).digest == digest(module)
    out = np.zeros(8, np.int32)
    module["k"][1](out)
