import pytest

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


@pytest.mark.parametrize(
    ("name", "cubes", "mhz"),
    [("Ascend910B1", 24, 1850), ("Ascend910B3", 20, 1800), ("Ascend910B4", 20, 1500), ("Ascend910_9362", 20, 1500)],
)
def test_figures(name, cubes, mhz):
    spec = platform_spec(name)
    assert (spec.aic_cores, spec.aiv_cores, spec.frequency_mhz) == (cubes, 2 * cubes, mhz)
    assert spec.memories["UB"] - spec.reserved["UB"] == 196352
    assert spec.memories["L0C"] == 131072


@pytest.mark.parametrize("platform", config.Platform)
def test_platforms_are_chosen(platform):
    config.set_platform(config.Backend.Model, platform)
    assert rt.get_soc_version() is platform
    assert rt.current_platform() == platform.value
    assert (
        rt.device_info(rt.DeviceModuleType.RT_MODULE_TYPE_AICORE, rt.DeviceInfoType.INFO_TYPE_CORE_NUM)
        == platform_spec(platform).aic_cores
    )


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
        (("Model", 910), "soc_version: unknown SoC 910"),
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
