import dataclasses

import pytest

from asc_core.options import DEFAULTS, GROUPS, CodegenOptions, CompileOptions, LaunchOptions
from asc_core.runtime.config import KernelType
from asc_core.runtime.streams import Stream


def test_the_options_and_their_defaults():
    assert dataclasses.asdict(CodegenOptions()) == {"capture_exceptions": True, "ir_multithreading": True}
    assert dataclasses.asdict(CompileOptions()) == {
        "debug": False, "strip_loc": False, "verify_sync": False, "print_ir_before_all": False, "run_passes": True,
        "kernel_type": None, "opt_level": 3, "auto_sync": True, "auto_sync_log": "", "bisheng_options": None,
        "always_compile": False, "matmul_cube_only": False, "insert_sync": None,
    }  # fmt: skip
    assert dataclasses.asdict(LaunchOptions()) == {"core_num": None, "stream": None}


@pytest.mark.parametrize("name", GROUPS)
def test_every_option_is_checked(name):
    with pytest.raises((TypeError, ValueError), match=rf"option {name}=.*: expected"):
        DEFAULTS.override({name: object()})


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("opt_level", 4, ValueError),
        ("opt_level", -1, ValueError),
        ("opt_level", True, TypeError),
        ("opt_level", "2", TypeError),
        ("kernel_type", "AIV", TypeError),
        ("kernel_type", 0, TypeError),
        ("bisheng_options", "-g", TypeError),
        ("bisheng_options", (1,), TypeError),
        ("debug", 1, TypeError),
        ("core_num", 0, ValueError),
        ("core_num", 65536, ValueError),
        ("core_num", 2.0, TypeError),
    ],
)
def test_values_outside_the_range_are_named(name, value, error):
    with pytest.raises(error) as caught:
        DEFAULTS.override({name: value})
    assert str(caught.value).startswith(f"option {name}={value!r}: expected ")


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
    stream = Stream()
    one = DEFAULTS.override({"opt_level": 1, "core_num": 3, "stream": stream})
    assert one == DEFAULTS.override({"stream": stream, "core_num": 3, "opt_level": 1})
    assert hash(one) != hash(DEFAULTS)
    assert one.compile.opt_level == 1
    assert one.launch == LaunchOptions(3, stream)
