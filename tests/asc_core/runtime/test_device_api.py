"""``asc.lib.runtime`` on Model: memory, binaries, launches, figures."""

import ctypes
import inspect

import numpy as np
import pytest

import asc
import asc.lib.runtime as rt
from asc.runtime import config
from asc_core.backends.base import KernelText, load_backend
from asc_core.errors import ModelError, ToolchainError
from asc_core.options import CompileOptions
from asc_core.runtime import cann_types
from asc_core.runtime.config import platform_spec
from asc_plugins.discovery import registry

#: The functions of pyasc 1.1's asc.lib.runtime, with their parameters; ``=`` marks those with a default.
FUNCTIONS = {
    "acl_finalize": "",
    "acl_init": "",
    "c2c_ctrl_addr": "",
    "call_print_interface": "address size stream kernel",
    "check_device_handle": "device_id",
    "copy_data_from_device": "mem_dst_handle mem_src_handle nbytes",
    "copy_data_to_device": "src_mem_handle nbytes",
    "create_stream": "priority=",
    "current_device": "",
    "current_platform": "",
    "current_stream": "device_id=",
    "current_tick": "",
    "default_device": "",
    "destroy_stream": "stream_handle",
    "device_count": "",
    "device_info": "module_type info_type device_id=",
    "free": "mem_handle",
    "free_mem": "",
    "get_soc_version": "",
    "is_available": "",
    "is_initialized": "",
    "is_model": "",
    "launch_kernel": "fn_handle block_num args num_args= sm_desc= stream_handle=",
    "magic_elf_value": "core_type",
    "malloc": "size memory_type= policy=",
    "memcpy": "mem_dst_handle dst_nbytes mem_src_handle src_nbytes kind",
    "msprof_task_type": "core_type",
    "npu_utils": "",
    "register_device_binary_kernel": "kernel_binary core_type_id",
    "register_function": "kernel_handle fn_name mode",
    "reset_device": "device_id=",
    "set_device": "device_id",
    "set_pro_switch": "command_type device_id= conf=",
    "set_soc_version": "soc_verison",
    "synchronize": "stream_handle= timeout=",
    "synchronize_device": "",
    "unregister_device_binary_kernel": "kernel_handle",
    "use_model": "custom_lib_prefix=",
    "use_npu": "custom_lib_prefix=",
}
TYPES = (
    "CoreType", "DeviceInfoType", "DeviceModuleType", "Function", "Kernel", "Memory", "MemorySizes", "MsprofTaskType",
    "ProfilingCommandHandle", "Stream",
)  # fmt: skip

TEXT = """\
#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void scale(__gm__ float* x, __gm__ float* y, float factor, int64_t n) {
    GlobalTensor<float> from, to;
    from.SetGlobalBuffer(x, n);
    to.SetGlobalBuffer(y, n);
    for (int64_t i = GetBlockIdx(); i < n; i += GetBlockNum()) to.SetValue(i, from.GetValue(i) * factor);
}
"""


@pytest.fixture(scope="module")
def scale():
    names = ("tensor.h", "data_copy.h", "system.h", "sys_var.h")
    headers = tuple(f / name for name in names for f in registry().model_folders if (f / name).is_file())
    source = KernelText("scale", TEXT, headers, "AIV_ONLY")
    return load_backend("Model").compile(source, CompileOptions(), platform_spec("Ascend910B1"))


@pytest.fixture(autouse=True)
def clean():
    config.set_platform(config.Backend.Model)
    yield
    rt.free_mem()


def signature(function):
    return " ".join(
        f"{name}{'' if p.default is inspect.Parameter.empty else '='}"
        for name, p in inspect.signature(function).parameters.items()
    )


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_of_pyasc_is_there(name):
    function = getattr(rt, name)
    assert signature(function) == FUNCTIONS[name]
    assert function.__doc__
    assert name in rt.__all__


#: Defaults of pyasc's parameters that aren't None.
DEFAULTS = {
    ("create_stream", "priority"): 0,
    ("malloc", "memory_type"): cann_types.MemoryType.RT_MEMORY_DEFAULT,
    ("malloc", "policy"): cann_types.MallocPolicy.RT_MEMORY_POLICY_NONE,
    ("set_pro_switch", "conf"): 0b11111,
    ("synchronize", "timeout"): 0,
}


def test_defaults_are_those_of_pyasc():
    defaults = {
        (name, parameter.name): parameter.default
        for name in FUNCTIONS
        for parameter in inspect.signature(getattr(rt, name)).parameters.values()
    }
    assert {key: value for key, value in defaults.items() if value not in (None, inspect.Parameter.empty)} == DEFAULTS


@pytest.mark.parametrize("name", TYPES)
def test_each_type_of_pyasc_is_there(name):
    assert name in rt.__all__
    assert hasattr(rt, name)


def test_everything_exported_is_there():
    assert sorted(rt.__all__) == rt.__all__
    assert all(hasattr(rt, name) for name in rt.__all__)


@pytest.mark.parametrize(
    ("core_type", "magic", "task"),
    [("AiCore", 0x43554245, 0), ("VectorCore", 0x41415246, 2), ("CubeCore", 0x41494343, 0), ("AiCpu", 0x41415243, 1)],
)
def test_numbers_of_cores(core_type, magic, task):
    assert rt.magic_elf_value(rt.CoreType[core_type]) == magic
    assert rt.msprof_task_type(rt.CoreType[core_type]) == task


@pytest.mark.parametrize("function", ["magic_elf_value", "msprof_task_type"])
def test_other_cores_are_refused(function):
    with pytest.raises(TypeError, match=r"core_type: 'AiCore' is none of CoreType\.AiCore"):
        getattr(rt, function)("AiCore")


def test_structs_have_the_sizes_of_c():
    assert ctypes.sizeof(cann_types.DevBinary) == 24
    assert ctypes.sizeof(rt.ProfilingCommandHandle) == 5424
    assert ctypes.sizeof(rt.MemorySizes.Handle) == 64
    sizes = rt.MemorySizes(*range(12))
    assert (sizes.l0a_size, sizes.bank_group_num) == (0, 11)


def test_data_goes_to_the_device_and_back():
    data = np.arange(100, dtype=np.int16)
    copy = rt.copy_data_to_device(data.ctypes.data_as(ctypes.c_void_p), data.nbytes)
    assert isinstance(copy, ctypes.c_void_p)
    assert copy.value % 512 == 0
    other = rt.malloc(data.nbytes)
    rt.memcpy(other, data.nbytes, copy, data.nbytes, rt.MemcpyKind.RT_MEMCPY_DEVICE_TO_DEVICE)
    result = np.zeros_like(data)
    rt.copy_data_from_device(result.ctypes.data_as(ctypes.c_void_p), other, data.nbytes)
    np.testing.assert_array_equal(result, data)
    rt.free(copy)
    rt.free(other)
    with pytest.raises(ValueError, match="no address that malloc gave out, or was freed before"):
        rt.free(copy)


def test_copies_on_the_host_are_free():
    source, target = np.arange(4.0), np.zeros(4)
    rt.memcpy(target.ctypes.data, 32, source.ctypes.data, 32, rt.MemcpyKind.RT_MEMCPY_HOST_TO_HOST)
    np.testing.assert_array_equal(target, source)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ((0,), ValueError, "size is 0; at least 1 byte is needed"),
        ((-5,), ValueError, "size is -5"),
        ((-(10**5000),), ValueError, "at least 1 byte is needed"),
        (
            (1 << 48,),
            MemoryError,
            "size is 281474976710656; the host, whose memory Model takes, hasn't that many bytes",
        ),
        ((1 << 62,), ValueError, "size is 4611686018427387904; sizes end at 4611686018427387903 bytes"),
        ((10**5000,), ValueError, "sizes end at 4611686018427387903 bytes"),
        ((1.5,), TypeError, "size: 1.5 is no whole number of bytes"),
        ((True,), TypeError, "size: True"),
        ((8, 2), TypeError, "memory_type: 2 is no MemoryType"),
        ((8, cann_types.MemoryType.RT_MEMORY_HBM, 0), TypeError, "policy: 0 is no MallocPolicy"),
    ],
)
def test_wrong_sizes_are_refused(arguments, error, text):
    with pytest.raises(error, match=text):
        rt.malloc(*arguments)


def test_copies_outside_of_memory_are_refused():
    kinds = rt.MemcpyKind
    memory = rt.malloc(64)
    data = np.zeros(128, np.uint8)
    host = data.ctypes.data
    with pytest.raises(ValueError, match=r"mem_dst_handle: the 128 bytes at 0x[0-9a-f]+ aren't in memory that malloc"):
        rt.memcpy(memory, 128, host, 128, kinds.RT_MEMCPY_HOST_TO_DEVICE)
    with pytest.raises(ValueError, match="mem_src_handle: the 65 bytes"):
        rt.copy_data_from_device(host, memory, 65)
    with pytest.raises(ValueError, match="mem_src_handle"):
        rt.memcpy(host, 8, host, 8, kinds.RT_MEMCPY_DEVICE_TO_HOST)
    with pytest.raises(ValueError, match="64 bytes don't fit into 32"):
        rt.memcpy(memory, 32, host, 64, kinds.RT_MEMCPY_HOST_TO_DEVICE)
    with pytest.raises(ValueError, match="src_nbytes is 0"):
        rt.memcpy(memory, 8, host, 0, kinds.RT_MEMCPY_HOST_TO_DEVICE)
    with pytest.raises(ValueError, match="kind RT_MEMCPY_MANAGED is not one that Model has"):
        rt.memcpy(memory, 8, host, 8, kinds.RT_MEMCPY_MANAGED)
    with pytest.raises(TypeError, match="kind: 1 is no MemcpyKind"):
        rt.memcpy(memory, 8, host, 8, 1)
    with pytest.raises(TypeError, match="src_mem_handle: expected an address, not str"):
        rt.copy_data_to_device("x", 8)
    with pytest.raises(TypeError, match="mem_dst_handle: expected an address, not bytearray; take it of"):
        rt.copy_data_from_device(bytearray(8), memory, 8)


HOST_TO_DEVICE, DEVICE_TO_HOST = rt.MemcpyKind.RT_MEMCPY_HOST_TO_DEVICE, rt.MemcpyKind.RT_MEMCPY_DEVICE_TO_HOST
USES_OF_AN_ADDRESS = {
    "copy_data_to_device": lambda address, device: rt.copy_data_to_device(address, 8),
    "copy_data_from_device": lambda address, device: rt.copy_data_from_device(address, device, 8),
    "memcpy from": lambda address, device: rt.memcpy(device, 8, address, 8, HOST_TO_DEVICE),
    "memcpy to": lambda address, device: rt.memcpy(address, 8, device, 8, DEVICE_TO_HOST),
    "free": lambda address, device: rt.free(address),
    "unregister": lambda address, device: rt.unregister_device_binary_kernel(address),
    "register_function": lambda address, device: rt.register_function(address, "f", 0),
    "launch_kernel": lambda address, device: rt.launch_kernel(address, 1, []),
}


@pytest.mark.parametrize("use", USES_OF_AN_ADDRESS)
@pytest.mark.parametrize(
    ("address", "error", "text"),
    [
        (0, ValueError, "_handle: the address is null"),
        (ctypes.c_void_p(), ValueError, "_handle: the address is null"),
        (ctypes.POINTER(ctypes.c_int)(), ValueError, "_handle: the address is null"),
        (-8, ValueError, "_handle: -0x8 is no address"),
        (1 << 64, ValueError, "_handle: 0x10000000000000000 is no address; one has 64 bits"),
        (16, ValueError, "0x10 is no (address of memory|handle of a registered)"),
        (None, TypeError, "_handle: expected an address, not None"),
        (True, TypeError, "_handle: expected an address, not True"),
    ],
    ids=["zero", "void pointer", "pointer", "negative", "65 bits", "unknown", "None", "bool"],
)
def test_what_is_no_address_is_refused(use, address, error, text):
    device = rt.malloc(64)
    with pytest.raises(error, match=text):
        USES_OF_AN_ADDRESS[use](address, device)
    rt.free(device)


def launched(scale, core_type=rt.CoreType.VectorCore, blocks=2, arguments=None, **options):
    kernel = rt.register_device_binary_kernel(scale, rt.magic_elf_value(core_type))
    function = rt.register_function(kernel, "scale", 0)
    x = np.arange(10, dtype=np.float32)
    source = rt.copy_data_to_device(x.ctypes.data_as(ctypes.c_void_p), x.nbytes)
    target = rt.malloc(x.nbytes)
    given = [source, target, ctypes.c_float(2.5), 10] if arguments is None else arguments(source, target)
    rt.launch_kernel(function, blocks, given, **options)
    result = np.zeros_like(x)
    rt.copy_data_from_device(result.ctypes.data_as(ctypes.c_void_p), target, x.nbytes)
    rt.unregister_device_binary_kernel(kernel)
    return result


@pytest.mark.parametrize("own", [False, True])
def test_launches_are_profiled(scale, own):
    stream = rt.create_stream() if own else None
    with asc.profiler.profile(timeline=True) as p:
        launched(scale, blocks=3, stream_handle=stream)
        rt.synchronize(stream)
    (launch,) = p.launches
    assert (launch.kernel, launch.core_num, launch.backend) == ("scale", 3, "Model")
    assert launch.stream == (repr(stream) if own else "")
    assert launch.wall > 0
    assert launch.cycles["S"] > 0
    assert len(launch.traces) == 3


@pytest.mark.parametrize("core_type", [rt.CoreType.VectorCore, rt.CoreType.CubeCore, rt.CoreType.AiCore])
def test_a_binary_runs(scale, core_type):
    np.testing.assert_array_equal(launched(scale, core_type), np.arange(10, dtype=np.float32) * 2.5)


def test_a_launch_takes_a_stream_and_a_number_of_arguments(scale):
    stream = rt.create_stream()
    result = launched(
        scale,
        arguments=lambda x, y: iter([x, y, ctypes.c_float(-1), ctypes.c_int64(10), 99]),
        num_args=4,
        stream_handle=stream,
    )
    np.testing.assert_array_equal(result, -np.arange(10, dtype=np.float32))
    rt.destroy_stream(stream)
    with pytest.raises(RuntimeError, match="was destroyed"):
        launched(scale, stream_handle=stream)


def test_a_kernel_keeps_to_the_devices_memory(scale):
    own = np.zeros(10, np.float32)
    with pytest.raises(ModelError):
        launched(scale, arguments=lambda x, _y: [x, own.ctypes.data, ctypes.c_float(1), 10])
    with pytest.raises(ModelError) as caught:
        launched(scale, arguments=lambda x, y: [x, y, ctypes.c_float(1), 1000])
    assert caught.value.kernel == "scale"
    assert not own.any()


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"blocks": 0}, ValueError, "block_num is 0; it is at least 1 and at most 65535"),
        ({"blocks": 65536}, ValueError, "block_num is 65536"),
        ({"blocks": 1.0}, TypeError, "block_num: 1.0 is no whole number"),
        ({"arguments": lambda *_: [1.5]}, TypeError, r"args\[0\]: 1.5 is no address.*ctypes.c_float"),
        ({"arguments": lambda *_: [0, "x"]}, TypeError, r"args\[1\]: 'x' is no address"),
        ({"arguments": lambda *_: [1 << 64]}, ValueError, r"args\[0\]: 18446744073709551616 doesn't fit 8 bytes"),
        ({"arguments": lambda *_: [ctypes.c_longdouble(1)]}, TypeError, r"args\[0\]: .* has 16 bytes"),
        ({"arguments": lambda *_: [1, 2], "num_args": 3}, ValueError, "num_args is 3, but args has 2"),
        ({"sm_desc": 8}, ValueError, "sm_desc is 0x8; Model has no shared memory"),
        ({"core_type": rt.CoreType.AiCpu}, ValueError, r"core_type_id: 0x41415243 is none that Model has"),
    ],
)
def test_wrong_launches_are_refused(scale, options, error, text):
    with pytest.raises(error, match=text):
        launched(scale, **options)


def test_handles_end_with_their_binary(scale):
    kernel = rt.register_device_binary_kernel(scale, rt.magic_elf_value(rt.CoreType.VectorCore))
    function = rt.register_function(kernel, "scale", 0)
    rt.unregister_device_binary_kernel(kernel)
    with pytest.raises(ValueError, match="no handle of a registered function"):
        rt.launch_kernel(function, 1, [])
    with pytest.raises(ValueError, match="no handle of a registered binary"):
        rt.register_function(kernel, "scale", 0)
    with pytest.raises(ValueError, match="no handle of a registered binary"):
        rt.unregister_device_binary_kernel(kernel)
    with pytest.raises(TypeError, match="fn_handle: expected an address"):
        rt.launch_kernel("scale", 1, [])
    with pytest.raises(TypeError, match="kernel_binary: expected bytes, not str"):
        rt.register_device_binary_kernel("scale", 0)
    with pytest.raises(ValueError, match="kernel_binary has no bytes"):
        rt.register_device_binary_kernel(b"", 0)
    with pytest.raises(TypeError, match="fn_name: expected text, not 3"):
        rt.register_function(kernel, 3, 0)


def test_free_mem_frees_all(scale):
    memory = rt.malloc(8)
    kernel = rt.register_device_binary_kernel(scale, rt.magic_elf_value(rt.CoreType.VectorCore))
    rt.free_mem()
    with pytest.raises(ValueError, match="freed before"):
        rt.free(memory)
    with pytest.raises(ValueError, match="no handle of a registered binary"):
        rt.register_function(kernel, "scale", 0)


def test_reset_gives_memory_up():
    memory = rt.malloc(8)
    rt.reset_device()
    with pytest.raises(ValueError, match="freed before"):
        rt.free(memory)


@asc.jit
def counts(x: asc.GlobalAddress):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8)
    for i in range(8):
        x_gm.set_value(i, i)


def test_ticks_count_the_cycles_of_launches(scale):
    start = rt.current_tick()
    launched(scale)
    one = rt.current_tick()
    assert one > start
    x = np.zeros(8, np.float32)
    ticks = []
    for _ in range(3):
        before = rt.current_tick()
        counts[1](x)
        ticks.append(rt.current_tick() - before)
    # The first launch goes through Python, the others through the native launcher.
    assert ticks[0] > 0
    assert ticks == [ticks[0]] * 3


@pytest.mark.parametrize("platform", [config.Platform.Ascend910B1, config.Platform.Ascend910B4])
def test_figures_are_those_of_the_platform(platform):
    rt.set_soc_version(platform)
    modules, infos = rt.DeviceModuleType, rt.DeviceInfoType
    spec = platform_spec(platform)
    aicore = modules.RT_MODULE_TYPE_AICORE
    assert rt.device_info(aicore, infos.INFO_TYPE_CORE_NUM) == spec.aic_cores
    assert rt.device_info(aicore, infos.INFO_TYPE_CUBE_NUM, 0) == spec.aic_cores
    assert rt.device_info(modules.RT_MODULE_TYPE_VECTOR_CORE, infos.INFO_TYPE_CORE_NUM) == spec.aiv_cores
    assert rt.device_info(aicore, infos.INFO_TYPE_ID) == 0
    with pytest.raises(TypeError, match="module_type: 4 is no DeviceModuleType"):
        rt.device_info(4, infos.INFO_TYPE_CORE_NUM)
    with pytest.raises(TypeError, match="info_type: 3 is no DeviceInfoType"):
        rt.device_info(aicore, 3)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("acl_init", lambda: rt.acl_init()),
        ("acl_finalize", lambda: rt.acl_finalize()),
        ("set_pro_switch", lambda: rt.set_pro_switch(rt.ProfilingCommandHandle.Type.START)),
        ("call_print_interface", lambda: rt.call_print_interface(512, 8, rt.current_stream(), "k")),
        (r"npu_utils\(\)", lambda: rt.npu_utils().msprof_sys_cycle_time()),
        (r"npu_utils\(\)", lambda: rt.npu_utils().msprof_report_api(0, 1, "k")),
    ],
)
def test_what_is_cann_s_is_refused(name, call):
    with pytest.raises(RuntimeError, match=f"{name} asks CANN, which Model does without"):
        call()


def test_cores_need_no_address_to_synchronise():
    assert rt.c2c_ctrl_addr() == 0


def test_wrong_profiler_commands_are_refused():
    with pytest.raises(TypeError, match=r"command_type: 1 is no ProfilingCommandHandle\.Type"):
        rt.set_pro_switch(1)


def test_types_are_where_pyasc_has_them():
    from asc.lib.runtime import support

    assert all(getattr(support, name) is getattr(rt, name) for name in support.__all__)
    assert set(TYPES) <= set(support.__all__)


def test_the_npu_is_chosen_without_cann_and_refused_when_it_is_needed(monkeypatch):
    monkeypatch.delenv("ASCEND_HOME_PATH", raising=False)
    rt.use_npu()
    try:
        assert not rt.is_available()
        for call in (lambda: rt.malloc(64), rt.create_stream, rt.create_event, rt.synchronize_device):
            with pytest.raises(ToolchainError, match="the NPU backend needs CANN, and ASCEND_HOME_PATH is not set"):
                call()
    finally:
        rt.use_model()
    assert rt.is_available()
