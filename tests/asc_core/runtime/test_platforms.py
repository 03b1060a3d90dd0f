import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import asc
import asc.lib.runtime as rt
from asc.runtime import config
from asc_core.errors import ToolchainError
from asc_core.platforms import PLATFORMS
from asc_core.runtime.config import STATE, current_target, platform_spec


@pytest.fixture(autouse=True)
def restored():
    before = dict(STATE)
    yield
    STATE.clear()
    STATE.update(before)


def test_every_platform_has_a_row():
    assert [platform.value for platform in config.Platform] == list(PLATFORMS)


#: Cube cores and MHz of each SoC, from the vendor's pages; those that aren't published are the sibling's.
FIGURES = {
    "Ascend910B1": (24, 1850),
    "Ascend910B2": (24, 1850),
    "Ascend910B2C": (24, 1800),
    "Ascend910B3": (20, 1800),
    "Ascend910B4": (20, 1500),
    "Ascend910B4-1": (20, 1500),
    "Ascend910_9362": (20, 1500),
    "Ascend910_9372": (20, 1500),
    "Ascend910_9381": (24, 1850),
    "Ascend910_9382": (24, 1850),
    "Ascend910_9391": (24, 1850),
    "Ascend910_9392": (24, 1850),
}
#: Bytes of a core's memories that kernels can use: 192 and 512 KB without 256 bytes, the others whole.
USABLE = {"UB": 196352, "L1": 524032, "L0A": 65536, "L0B": 65536, "L0C": 131072, "BT": 1024, "FB": 7168}


@pytest.mark.parametrize("name", FIGURES)
def test_figures(name):
    spec = platform_spec(name)
    cubes, mhz = FIGURES[name]
    assert (spec.name, spec.architecture) == (name, "dav-2201")
    assert (spec.aic_cores, spec.aiv_cores, spec.frequency_mhz) == (cubes, 2 * cubes, mhz)
    assert {memory: spec.usable(memory) for memory in spec.memories} == USABLE
    assert spec.kept == {"UB": 8192}


def test_every_platform_has_its_figures():
    assert list(FIGURES) == list(PLATFORMS)


@asc.jit
def blocks(x: asc.GlobalAddress):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 1024)
    g.set_value(asc.get_block_idx() * 16, asc.get_block_num())


@pytest.mark.parametrize("name", FIGURES)
def test_all_cores_of_the_platform_run(name):
    config.set_platform("Model", name)
    x = np.zeros(1024, np.int32)
    blocks[None](x)
    cores = 2 * FIGURES[name][0]
    assert x[::16].tolist() == [cores] * cores + [0] * (64 - cores)


@pytest.mark.parametrize("platform", config.Platform)
def test_platforms_are_chosen(platform):
    config.set_platform(config.Backend.Model, platform)
    assert rt.get_soc_version() is platform
    assert rt.current_platform() == platform.value
    cubes = FIGURES[platform.value][0]
    modules, number = rt.DeviceModuleType, rt.DeviceInfoType.INFO_TYPE_CORE_NUM
    assert rt.device_info(modules.RT_MODULE_TYPE_AICORE, number) == cubes
    assert rt.device_info(modules.RT_MODULE_TYPE_VECTOR_CORE, number) == 2 * cubes


def test_names_will_do():
    config.set_platform("Model", "Ascend910B4-1", 0)
    assert rt.get_soc_version() is config.Platform.Ascend910B4_1
    config.set_platform("Model")
    assert rt.get_soc_version() is config.Platform.Ascend910B1


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("model",), "unknown backend 'model'; known are Model, NPU; did you mean Model?"),
        ((3,), "3 is not the name of a backend"),
        (("Model", "Ascend310"), "soc_version: unknown SoC 'Ascend310'; known are Ascend910B1"),
        (("Model", "ascend910b1"), "Ascend910_9392; did you mean Ascend910B1?"),
        (("Model", "Ascend910B41"), "did you mean Ascend910B4-1?"),
        (("Model", 910), "soc_version: 910 is not the name of a SoC; known are Ascend910B1"),
        (("Model", None, 1), "device_id: 1 is not one of the 1 devices"),
        (("Model", None, -1), "device_id: -1"),
        (("Model", None, "0"), "device_id: '0'"),
    ],
)
def test_wrong_platforms_are_named(arguments, text):
    before = current_target()
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        config.set_platform(*arguments)
    assert text in str(caught.value)
    assert current_target() is before


PACK = """
from asc_plugins import PackInfo, PlatformSpec, hookimpl

@hookimpl
def asc_pack():
    return PackInfo("small", "1.0", doc="a small SoC")

@hookimpl
def asc_register_platforms(register):
    memories = {"UB": 4096, "L1": 8192, "L0A": 1024, "L0B": 1024, "L0C": 2048, "BT": 256, "FB": 512}
    register(PlatformSpec("Small1", "dav-2201", 3, 5, 100, memories, {"UB": 96}))
"""
PROGRAM = """
import sys
sys.path.insert(0, {tests!r})
import numpy as np
import asc
import asc.lib.runtime as rt
from asc.runtime import config
from asc_core.diagnostics import CompileError
from asc_core.errors import ModelError
from test_platforms import blocks, fills

config.set_platform("Model", "Small1")
assert rt.get_soc_version() == rt.current_platform() == "Small1"
module, info = rt.DeviceModuleType.RT_MODULE_TYPE_VECTOR_CORE, rt.DeviceInfoType.INFO_TYPE_CORE_NUM
assert rt.device_info(module, info) == 5
x = np.zeros(1024, np.int32)
blocks[None](x)
assert x[::16].tolist() == [5] * 5 + [0] * 59
fills[1](x, 1000)
try:
    fills[1](x, 1001)
except CompileError as error:
    print(error)
try:
    config.set_platform("Model", "Small2")
except ValueError as error:
    print(error)
"""


@asc.jit
def fills(x: asc.GlobalAddress, n: asc.ConstExpr[int]):
    tensor = asc.LocalTensor(asc.int32, asc.TPosition.VECIN, 0, n)
    asc.duplicate(tensor, 1, 8)


def test_a_pack_brings_a_platform(tmp_path):
    (tmp_path / "small_soc.py").write_text(PACK)
    information = tmp_path / "small_soc-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: small-soc\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[asc.packs]\nsmall = small_soc\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    environment["PYASC_CACHE_DIR"] = str(tmp_path / "cache")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(tests=str(Path(__file__).parent))],
        env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "tensors need 4004 bytes of UB, which has 4000 for kernels" in done.stdout
    assert "unknown SoC 'Small2'; known are Ascend910B1" in done.stdout
    assert done.stdout.endswith("Small1; did you mean Small1?\n")


def test_the_npu_says_what_it_needs(monkeypatch):
    monkeypatch.delenv("ASCEND_HOME_PATH", raising=False)
    with pytest.raises(ToolchainError, match="the NPU backend needs CANN, and ASCEND_HOME_PATH is not set"):
        config.set_platform(config.Backend.NPU)
    assert rt.is_model()
    rt.use_npu()
    assert not rt.is_model()
    assert not rt.is_available()
    rt.use_model()
    assert rt.is_available()


def test_the_environment_names_the_first_backend(monkeypatch):
    STATE.clear()
    monkeypatch.setenv("ASC_BACKEND", "NPU")
    assert not rt.is_initialized()
    assert not rt.is_model()


def test_streams():
    stream = rt.create_stream()
    assert rt.current_stream() is rt.current_stream(0)
    assert stream is not rt.current_stream()
    rt.synchronize(stream)
    rt.synchronize()
    rt.synchronize_device()
    rt.destroy_stream(stream)
    rt.destroy_stream(stream)
    with pytest.raises(RuntimeError, match="was destroyed"):
        rt.synchronize(stream)
    with pytest.raises(ValueError, match="timeout is -1 ms"):
        rt.synchronize(timeout=-1)
    with pytest.raises(ValueError, match="device_id: 5"):
        rt.current_stream(5)
    old = rt.current_stream()
    rt.reset_device()
    with pytest.raises(RuntimeError, match="was destroyed"):
        old.synchronize()
    assert rt.current_stream() is not old


def test_devices():
    assert (rt.device_count(), rt.current_device(), rt.default_device()) == (1, 0, 0)
    rt.set_device(0)
    with pytest.raises(ValueError, match="device_id: 1"):
        rt.set_device(1)
    with pytest.raises(ValueError, match="is not known"):
        rt.device_info(rt.DeviceModuleType.RT_MODULE_TYPE_PCIE, rt.DeviceInfoType.INFO_TYPE_ENV)
    with pytest.raises(ValueError, match="custom_lib_prefix is 'x'"):
        rt.use_model("x")
