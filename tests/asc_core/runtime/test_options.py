import dataclasses

import pytest

import asc
import asc.lib.runtime as rt
from asc_core import settings
from asc_core.jit.function import JitFunction
from asc_core.options import DEFAULTS, GROUPS, CodegenOptions, CompileOptions, LaunchOptions
from asc_core.runtime.config import KernelType


def test_the_options_and_their_defaults():
    assert dataclasses.asdict(CodegenOptions()) == {"capture_exceptions": True, "ir_multithreading": True}
    assert dataclasses.asdict(CompileOptions()) == {
        "debug": False, "strip_loc": False, "verify_sync": False, "print_ir_before_all": False, "run_passes": True,
        "kernel_type": None, "opt_level": 3, "auto_sync": True, "auto_sync_log": "", "bisheng_options": None,
        "always_compile": False, "matmul_cube_only": False, "insert_sync": None,
    }  # fmt: skip
    assert dataclasses.asdict(LaunchOptions()) == {"core_num": None, "stream": None}


FLAG, FLAG_OR_NONE = (1, 0, "True", None, 1.0), (1, 0, "True", 1.0)
#: What no option of a name can be: values, and what is expected instead.
BAD = {
    "capture_exceptions": (FLAG, "True or False"),
    "ir_multithreading": (FLAG, "True or False"),
    "debug": (FLAG, "True or False"),
    "strip_loc": (FLAG, "True or False"),
    "verify_sync": (FLAG, "True or False"),
    "print_ir_before_all": (FLAG, "True or False"),
    "run_passes": (FLAG, "True or False"),
    "always_compile": (FLAG, "True or False"),
    "matmul_cube_only": (FLAG, "True or False"),
    "auto_sync": (FLAG_OR_NONE, "True, False or None"),
    "insert_sync": (FLAG_OR_NONE, "True, False or None"),
    "kernel_type": (("AIV", 0, True, "aiv_only"), "None or a KernelType: AIV_ONLY, AIC_ONLY, "),
    "opt_level": ((-1, 4, True, "2", 2.0), "a whole number from 0 to 3, or None for 3"),
    "auto_sync_log": ((1, False, ("a",)), "text"),
    "bisheng_options": (("-g", (1,), 3, ("-g", None)), "text"),
    "core_num": ((0, -1, 65536, 2**40, 1.5, "8", True), "a whole number from 1 to 65535, or None for all cores"),
    "stream": ((0, "s", True), "None or a stream made by asc.lib.runtime.create_stream()"),
}


def test_the_table_has_every_option():
    assert set(BAD) == set(GROUPS)


@asc.jit
def nothing(n: int):
    pass


PLACES = {
    "decorator": lambda options: asc.jit(**options),
    "decorator of a function": lambda options: asc.jit(nothing.fn, **options),
    "call": lambda options: nothing[1](3, **options),
    "dataclass": lambda options: {
        "codegen": CodegenOptions, "compile": CompileOptions, "launch": LaunchOptions
    }[GROUPS[next(iter(options))]](**options),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", BAD)
def test_each_option_is_checked_where_it_stands(name, place):
    values, expected = BAD[name]
    for value in values:
        with pytest.raises((TypeError, ValueError)) as caught:
            PLACES[place]({name: value})
        text = str(caught.value)
        assert f"option {name}={value!r}: expected " in text
        assert expected in text


@pytest.mark.parametrize("name", [name for name, group in GROUPS.items() if group != "launch"])
def test_each_option_of_the_environment_is_checked(name, monkeypatch):
    values, expected = BAD[name]
    for value in values:
        monkeypatch.setenv("ASC_OPTIONS", f"{name}={value!r}")
        with pytest.raises(ValueError, match="environment variable ASC_OPTIONS=") as caught:
            nothing[1](3)
        assert f"option {name}={value!r}: expected " in str(caught.value)
        assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("opt_level", "expected options as name=value, name=value, such as opt_level=0, debug=True"),
        ("3", "expected options as name=value"),
        ("debug=os.getpid()", "expected options as name=value"),
        (")(debug=True", "expected options as name=value"),
        ("**{}", "expected options as name=value"),
        ("opt_levle=1", "unknown option 'opt_levle'; did you mean opt_level?"),
        ("core_num=3", "core_num is an option of a launch, which kernel[core_num, stream] gives"),
        ("debug=True, debug=False", "given twice"),
    ],
)
def test_what_the_environment_can_not_say(text, advice, monkeypatch):
    monkeypatch.setenv("ASC_OPTIONS", text)
    with pytest.raises(ValueError, match="environment variable ASC_OPTIONS=") as caught:
        settings.OPTIONS.value()
    assert advice in str(caught.value)


def test_the_environment_says_any_option_of_compiling(monkeypatch):
    monkeypatch.setenv("ASC_OPTIONS", "opt_level=None, kernel_type=AIC_ONLY, bisheng_options=('-g', '-v'), debug=True,")
    options = DEFAULTS.with_environment()
    assert options.compile == CompileOptions(
        opt_level=None, kernel_type=KernelType.AIC_ONLY, bisheng_options=("-g", "-v"), debug=True
    )
    assert (options.codegen, options.launch) == (DEFAULTS.codegen, DEFAULTS.launch)


def test_calls_come_before_decorators_and_the_environment_before_calls(monkeypatch):
    seen = []
    real = JitFunction.prepare

    def prepare(self, call, options, *rest):
        seen.append(options.compile.opt_level)
        return real(self, call, options, *rest)

    monkeypatch.setattr(JitFunction, "prepare", prepare)
    kernel = asc.jit(nothing.fn, opt_level=1)
    launcher = kernel[1]
    launcher(3)
    launcher(3)  # warm: nothing to prepare
    launcher(3, opt_level=2)
    monkeypatch.setenv("ASC_OPTIONS", "opt_level=0")
    launcher(3)
    launcher(3, opt_level=2)
    monkeypatch.delenv("ASC_OPTIONS")
    launcher(3)
    assert seen == [1, 2, 0, 0, 1]


@pytest.mark.parametrize("level", [0, 1, 2, 3, None])
def test_levels(level):
    assert CompileOptions(opt_level=level).opt_level == level


@pytest.mark.parametrize("kind", [*KernelType, *(kind.name for kind in KernelType)])
def test_kernel_types(kind):
    assert isinstance(CompileOptions(kernel_type=kind).kernel_type, KernelType)


def test_lists_become_tuples():
    assert CompileOptions(bisheng_options=["-g", "-O0"]).bisheng_options == ("-g", "-O0")


@pytest.mark.parametrize(("name", "advice"), [("opt_levle", "did you mean opt_level?"), ("zzz", "known are")])
def test_unknown_options_are_named(name, advice):
    with pytest.raises(TypeError, match=f"unknown option '{name}'") as caught:
        DEFAULTS.override({name: 1})
    assert advice in str(caught.value)


def test_options_are_keys():
    stream = rt.create_stream()
    one = DEFAULTS.override({"opt_level": 1, "core_num": 3, "stream": stream})
    assert one == DEFAULTS.override({"stream": stream, "core_num": 3, "opt_level": 1})
    assert hash(one) != hash(DEFAULTS)
    assert one.compile.opt_level == 1
    assert one.launch == LaunchOptions(3, stream)
