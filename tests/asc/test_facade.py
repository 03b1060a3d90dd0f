import importlib
import subprocess
import sys

import pytest

import asc


def run(script, *options):
    return subprocess.check_output([sys.executable, *options, "-c", script], text=True).split()


def test_importing_asc_imports_next_to_nothing():
    heavy = {"numpy", "torch", "torch_mlir", "asc_core", "asc_plugins", "stevedore", "pluggy", "rich", "click"}
    assert run(f"import sys, asc; print(*sys.modules.keys() & {heavy!r})") == []


def test_decorating_imports_neither_mlir_nor_packs():
    heavy = {"torch", "torch_mlir", "stevedore", "rich", "click", "ml_dtypes"}
    script = f"import sys, asc\n@asc.jit\ndef k(n: int): pass\nprint(*sys.modules.keys() & {heavy!r})"
    assert run(script) == []


def test_what_annotations_need_loads_no_pack():
    heavy = {"asc_api_core", "asc_plugins.discovery", "asc_plugins.api", "stevedore", "pluggy", "importlib.metadata"}
    script = "import sys, asc\nfor name in asc._submodules.KNOWN: getattr(asc, name)\n"
    assert run(f"{script}print(*sys.modules.keys() & {heavy!r})") == []


@pytest.mark.parametrize("name", asc._submodules.KNOWN)
def test_it_is_what_packs_register(name):
    script = "import asc; known = asc.{0}; from asc_plugins.discovery import registry\n"
    assert run(f"{script}print(registry().names['asc']['{{0}}'] is known)".format(name)) == ["True"]


def test_it_is_not_there_where_its_pack_is_disabled(monkeypatch):
    monkeypatch.setenv("ASC_DISABLED_PACKS", "core")
    script = "import asc; print(hasattr(asc, 'GlobalAddress'), hasattr(asc, 'float16'))"
    assert run(script, "-W", "ignore") == ["False", "False"]


def test_importing_takes_no_time_to_speak_of():
    script = "import numpy, time; start = time.process_time(); import asc; print(time.process_time() - start)"
    assert min(float(run(script)[0]) for _ in range(5)) < 0.04


@pytest.mark.parametrize(
    "name", ["jit", "CodegenOptions", "CompileOptions", "LaunchOptions", "ModelError", "CompileError"]
)
def test_the_engines_names(name):
    value = getattr(asc, name)
    assert value.__name__ == name
    assert vars(asc)[name] is value


@pytest.mark.parametrize(
    "name", ["add", "data_copy", "LocalTensor", "GlobalAddress", "ConstExpr", "TPosition", "float16", "TPipe", "range"]
)
def test_the_packs_names(name):
    assert getattr(asc, name) is getattr(importlib.import_module("asc.language"), name)
    assert name in dir(asc)
    assert name in asc.__all__


def test_all_names_can_be_imported():
    names = {}
    exec("from asc import *", names)
    assert set(asc.__all__) <= names.keys()


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("asc.runtime.config", ["Backend", "Platform", "KernelType", "set_platform"]),
        ("asc.runtime.jit", ["MockTensor", "MockValue", "JITFunction", "jit"]),
        ("asc.runtime.compiler", ["CompileOptions", "CompiledKernel"]),
        ("asc.runtime.launcher", ["LaunchOptions", "Launcher"]),
        (
            "asc.lib.runtime",
            ["current_stream", "create_stream", "synchronize", "set_device", "device_count", "is_model"],
        ),
        ("asc.codegen.function_visitor", ["CodegenOptions"]),
        ("asc.codegen.specialization", ["Specialization"]),
        ("asc.language.core.constexpr", ["ConstExpr"]),
        ("asc.language.core.dtype", ["DataType", "float16", "int_"]),
        ("asc.language.core.enums", ["TPosition", "HardEvent"]),
        ("asc.language.core.ir_value", ["IRValue", "GlobalAddress", "PlainValue"]),
        ("asc.language.core.tensor", ["LocalTensor", "GlobalTensor"]),
        ("asc.language.core.struct", ["Struct", "Field"]),
        ("asc.language.core", ["LocalTensor", "array"]),
        ("asc.language.basic", ["add", "data_copy"]),
        ("asc.language.basic.vec_binary", ["add", "sub"]),
        ("asc.language.fwk.tpipe", ["TPipe", "TQue"]),
        ("asc.language.adv", []),
    ],
)
def test_the_layout_of_modules(module, names):
    found = importlib.import_module(module)
    for name in names:
        assert getattr(found, name) is not None
    parent, _, last = module.rpartition(".")
    assert getattr(importlib.import_module(parent), last) is found


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("asc.ad", "module 'asc' has no attribute 'ad'; did you mean 'add'?"),
        ("asc.nothing_like_it", "module 'asc' has no attribute 'nothing_like_it'"),
        ("asc.language.basic.vec_binary.subb", "module 'asc.language.basic.vec_binary' has no attribute 'subb'; did"),
    ],
)  # fmt: skip
def test_unknown_names_are_told(expression, text):
    importlib.import_module("asc.language.basic.vec_binary")
    with pytest.raises(AttributeError) as caught:
        eval(expression)
    assert str(caught.value).startswith(text)


@pytest.mark.parametrize("module", ["asc.no_such", "asc.language.core.no_such", "asc.lib.no_such"])
def test_unknown_modules_are_not_found(module):
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module(module)


def test_a_disabled_pack_is_named_where_its_names_are_missing():
    script = """if True:
        import os
        os.environ["ASC_DISABLED_PACKS"] = "fwk"
        import asc
        try:
            asc.TPipe
        except AttributeError as error:
            print(error)
    """
    said = subprocess.check_output([sys.executable, "-W", "ignore", "-c", script], text=True)
    assert "fwk (disabled)" in said


def test_private_names_cost_no_loading_of_packs():
    assert run("import sys, asc; print(hasattr(asc, '__wrapped__'), 'asc_plugins' in sys.modules)") == [
        "False",
        "False",
    ]
