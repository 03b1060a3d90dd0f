"""``asc.lib.runtime`` on NPU, through the stand-in for CANN's runtime."""

import ctypes

import numpy as np
import pytest

import asc
import asc.lib.runtime as rt
from asc.runtime import config
from asc_core.errors import DeviceError

OBJECT = b"\0ELF void scale( data"


@pytest.fixture(autouse=True)
def npu(backend):
    config.set_platform(config.Backend.NPU)
    yield backend
    rt.free_mem()


def test_data_goes_to_the_device_and_back(cann):
    data = np.arange(1000, dtype=np.int32)
    copy = rt.copy_data_to_device(data.ctypes.data_as(ctypes.c_void_p), data.nbytes)
    assert copy.value % 512 == 0
    result = np.zeros_like(data)
    rt.copy_data_from_device(result.ctypes.data_as(ctypes.c_void_p), copy, data.nbytes)
    np.testing.assert_array_equal(result, data)
    assert cann.log()[-3:] == ["malloc 4512 flags 0x802", "memcpy 4000 kind 1", "memcpy 4000 kind 2"]
    rt.free(copy)
    assert cann.library.standin_held() == 0
    with pytest.raises(ValueError, match="freed before"):
        rt.free(copy)


def test_memory_has_a_kind(cann):
    rt.malloc(8, rt.MemoryType.RT_MEMORY_DDR, rt.MallocPolicy.RT_MEMORY_POLICY_HUGE_PAGE_FIRST)
    assert cann.log()[-1] == "malloc 520 flags 0x404"


def test_a_copy_that_fails_leaves_no_memory(cann):
    data = np.zeros(8)
    cann.fail("rtMemcpy", 507899)
    with pytest.raises(DeviceError):
        rt.copy_data_to_device(data.ctypes.data, 64)
    assert cann.library.standin_held() == 0


def test_the_runtimes_own_checks_are_told():
    data = np.zeros(8)
    with pytest.raises(DeviceError, match=r"rtMemcpy returned 107000 \(parameter invalid\)"):
        rt.copy_data_from_device(data.ctypes.data, data.ctypes.data, 8)


def test_a_binary_runs(cann):
    seen = []
    cann.work(lambda blocks, data: seen.append((blocks, data)))
    kernel = rt.register_device_binary_kernel(OBJECT, rt.magic_elf_value(rt.CoreType.CubeCore))
    function = rt.register_function(kernel, "scale", 0)
    memory = rt.malloc(64)
    rt.launch_kernel(function, 3, [memory, ctypes.c_float(1.5), -1])
    expected = memory.value.to_bytes(8, "little") + b"\0\0\xc0\x3f\0\0\0\0" + b"\xff" * 8
    assert seen == [(3, expected)]
    assert "register binary magic 0x41494343" in cann.log()
    rt.synchronize()
    assert cann.log()[-1] == "synchronize stream 1"
    rt.unregister_device_binary_kernel(kernel)
    assert cann.library.standin_binaries() == 0
    with pytest.raises(ValueError, match="no handle of a registered function"):
        rt.launch_kernel(function, 1, [])
    with pytest.raises(ValueError, match="no handle of a registered binary"):
        rt.register_function(kernel, "scale", 0)


def test_a_profiled_launch_of_a_binary_is_waited_for(cann):
    kernel = rt.register_device_binary_kernel(OBJECT, rt.magic_elf_value(rt.CoreType.CubeCore))
    function = rt.register_function(kernel, "scale", 0)
    with asc.profiler.profile() as p:
        rt.launch_kernel(function, 3, [1])
    log = [line.split()[0] for line in cann.log() if line.startswith(("launch", "synchronize"))]
    assert log == ["synchronize", "launch", "synchronize"]
    (launch,) = p.launches
    assert (launch.kernel, launch.core_num, launch.backend, launch.cycles) == ("scale", 3, "NPU", {})
    assert launch.wall > 0
    rt.launch_kernel(function, 3, [1])
    assert cann.log()[-1].startswith("launch")


def test_functions_that_a_binary_lacks_are_told():
    kernel = rt.register_device_binary_kernel(OBJECT, rt.magic_elf_value(rt.CoreType.VectorCore))
    with pytest.raises(DeviceError, match=r"rtFunctionRegister returned 507027 .*option kernel_type"):
        rt.register_function(kernel, "other", 0)


def test_one_name_may_be_registered_twice(cann):
    functions = []
    for _ in range(2):
        kernel = rt.register_device_binary_kernel(OBJECT, rt.magic_elf_value(rt.CoreType.VectorCore))
        functions.append(rt.register_function(kernel, "scale", 0))
    assert functions[0].value != functions[1].value


def test_free_mem_frees_all(cann):
    rt.malloc(8)
    rt.register_device_binary_kernel(OBJECT, rt.magic_elf_value(rt.CoreType.VectorCore))
    rt.free_mem()
    assert (cann.library.standin_held(), cann.library.standin_binaries()) == (0, 0)


def test_figures_are_the_devices():
    with pytest.raises(DeviceError, match="rtGetDeviceInfo returned 107000"):
        rt.device_info(rt.DeviceModuleType.RT_MODULE_TYPE_PCIE, rt.DeviceInfoType.INFO_TYPE_ENV)
    assert rt.c2c_ctrl_addr() == 0xF1F5000
    assert rt.current_tick() is None


def test_the_profiler_is_told_what_to_do(cann):
    rt.set_device(1)
    rt.set_pro_switch(rt.ProfilingCommandHandle.Type.START, conf=7)
    assert cann.log()[-1] == "profile bits 7 devices 1 first 1 model 3 type 1 bytes 5424"
    rt.set_device(0)


def test_reports_reach_the_profiler(cann):
    utils = rt.npu_utils()
    assert (utils.msprof_sys_cycle_time(), utils.msprof_report_api(1, 2, "k")) == (0, 1)
    assert (utils.msprof_report_compact_info(1, "k", 2, 0), utils.msprof_report_additional_info(1, "k")) == (1, 1)
    cann.library.standin_profile(0x802, 1)
    assert utils.msprof_sys_cycle_time() > 1000
    assert utils.msprof_report_api(1, 5, "k") == 0
    assert utils.msprof_report_compact_info(1, "k", 2, 4) == 0
    assert utils.msprof_report_additional_info(1, "k") == 0
    assert cann.log()[-3:] == [
        "report api 0x5a5a 10000 5 took 4 item 1107",
        "report node 0x5a5a 10000 name 1107 type 1107 task 4 blocks 2",
        "report tensors 1 name 1107",
    ]
    cann.library.standin_profile(0, 2)
    assert (utils.acl_init(), utils.acl_finalize(), rt.acl_init(), rt.acl_finalize()) == (0, 0, 0, 0)


def test_dump_buffers_are_printed(cann, capfd):
    memory = rt.malloc(64)
    zeros = np.zeros(64, np.uint8)
    rt.memcpy(memory, 64, zeros.ctypes.data, 64, rt.MemcpyKind.RT_MEMCPY_HOST_TO_DEVICE)
    rt.call_print_interface(memory, 64, rt.current_stream(), "k")
    assert cann.log()[-1] == "print 64 bytes of k first 0 stream 1"
    ctypes.CDLL(None).fflush(None)
    assert capfd.readouterr().out == "from the device\n"
