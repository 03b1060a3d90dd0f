"""Kernels compiled by the recording compiler and launched through the stand-in for CANN's runtime."""

import gc
import os
import struct
import sys
import types

import numpy as np
import pytest

import asc
import asc.lib.runtime as rt
from asc.runtime import config
from asc_core.errors import BackendCompileError, DeviceError, ToolchainError
from asc_core.runtime.config import current_target

SYNC_ADDRESS = 0xF1F5000


@asc.jit(always_compile=False)
def vadd(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm, y_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    y_gm.set_global_buffer(y, n)
    z_gm.set_global_buffer(z, n)
    for i in range(n):
        z_gm.set_value(i, x_gm.get_value(i) + y_gm.get_value(i))


@asc.jit
def speaks(n: int):
    asc.printf("n is %d\n", n)


@asc.jit
def idle(n: int):
    pass


@pytest.fixture(autouse=True)
def npu(cann, backend, monkeypatch, tmp_path):
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "cache"))
    config.set_platform(config.Backend.NPU)
    return backend


@pytest.fixture
def adds(cann):
    """Launches do what ``vadd`` says, on the device's memory; gives the launches' arguments."""
    seen = []

    def work(blocks, data):
        x, y, z, n, _rest, sync = struct.unpack("<QQQiiQ", data)
        seen.append({"blocks": blocks, "x": x, "y": y, "z": z, "n": n, "sync": sync})
        views = [np.ctypeslib.as_array((np.ctypeslib.ctypes.c_float * n).from_address(a)) for a in (x, y, z)]
        views[2][:] = views[0] + views[1]

    cann.work(work)
    return seen


def floats(n, seed=0):
    return np.random.default_rng(seed).random(n, np.float32)


def test_the_machine_says_which_soc_it_is():
    assert current_target().platform.name == "Ascend910B3"
    assert rt.current_platform() == "Ascend910B3"
    assert rt.device_count() == 2
    assert not rt.is_model()
    assert rt.is_available()


def test_a_kernel_runs(cann, adds):
    x, y, z = floats(100, 1), floats(100, 2), np.zeros(100, np.float32)
    vadd[4](x, y, z, 100)
    np.testing.assert_array_equal(z, x + y)
    (launch,) = adds
    assert (launch["blocks"], launch["n"], launch["sync"]) == (4, 100, SYNC_ADDRESS)
    assert all(launch[name] % 512 == 0 for name in "xyz")
    assert {hex(a.ctypes.data) for a in (x, y, z)}.isdisjoint({hex(launch[n]) for n in "xyz"})
    assert cann.library.standin_held() == 0
    log = cann.log()
    assert [line.split()[0] for line in log if line.split()[0] in ("register", "launch", "synchronize")] == [
        "register", "register", "register", "launch", "synchronize",
    ]  # fmt: skip
    assert "register binary magic 0x41415246" in log
    assert "launch vadd blocks 4 bytes 40 stream 1" in log
    compiled, linked = cann.commands()
    assert (compiled["program"], linked["program"]) == ("bisheng", "ld.lld")
    assert "--cce-aicore-arch=dav-c220-vec" in compiled["arguments"]
    assert (
        "void vadd(__gm__ float* x, __gm__ float* y, __gm__ float* z, int32_t n, int32_t asc_rest_3"
        in (compiled["texts"][0])
    )


def test_the_second_launch_compiles_and_registers_nothing(cann, adds):
    x, z = floats(8), np.zeros(8, np.float32)
    for _ in range(3):
        vadd[1](x, x, z, 8)
    assert len(cann.commands()) == 2
    assert sum(line.startswith("register binary") for line in cann.log()) == 1
    assert len(adds) == 3


def test_one_array_twice_is_one_memory(adds):
    x = floats(16)
    before = x.copy()
    vadd[1](x, x, x, 16)
    np.testing.assert_array_equal(x, before + before)
    assert adds[0]["x"] == adds[0]["y"] == adds[0]["z"]


def test_views_overlap_on_the_device_too(adds):
    whole = np.arange(24, dtype=np.float32)
    expected = whole[:16] + whole[4:20]
    vadd[1](whole[:16], whole[4:20], whole[8:24], 16)
    assert (adds[0]["y"] - adds[0]["x"], adds[0]["z"] - adds[0]["x"]) == (16, 32)
    np.testing.assert_array_equal(whole[8:24], expected)
    np.testing.assert_array_equal(whole[:8], np.arange(8))


def test_results_land_in_the_callers_elements(adds):
    x, y = floats(8, 1), floats(8, 2)
    z = np.full((8, 3), -1, np.float32)
    vadd[1](x, y, z[:, 1], 8)
    np.testing.assert_array_equal(z[:, 1], x + y)
    assert (z[:, ::2] == -1).all()


def test_read_only_arrays_stay_as_they_are(cann, adds):
    x = floats(8)
    z = x.copy()
    z.flags.writeable = False
    vadd[1](x, x, z, 8)
    np.testing.assert_array_equal(z, x)
    assert sum("kind 2" in line for line in cann.log()) == 1


def test_empty_arrays_have_an_address(adds):
    x = np.zeros(0, np.float32)
    vadd[1](x, x, x, 0)
    assert adds[0]["x"] != 0


def test_large_arrays_lie_in_huge_pages(cann, adds):
    vadd[1](*(np.zeros(512, np.float32) for _ in range(3)), 512)
    vadd[1](*(np.zeros(1024, np.float32) for _ in range(3)), 1024)
    assert [line for line in cann.log() if line.startswith("malloc")] == [
        *["malloc 2560 flags 0x2"] * 3,
        *["malloc 4608 flags 0x802"] * 3,
    ]


def test_all_cores_of_the_platform(adds):
    x = floats(8)
    vadd[None](x, x, x, 8)
    assert adds[0]["blocks"] == 40


def test_streams_are_the_devices(cann, adds):
    x = floats(8)
    stream = rt.create_stream(3)
    vadd[1, stream](x, x, x, 8)
    assert "create stream 1 priority 3" in cann.log()
    assert "launch vadd blocks 1 bytes 40 stream 1" in cann.log()
    rt.synchronize(stream, 250)
    assert cann.log()[-1] == "synchronize stream 1 within 250"
    rt.destroy_stream(stream)
    assert cann.log()[-1] == "destroy stream 1"
    with pytest.raises(RuntimeError, match="was destroyed"):
        vadd[1, stream](x, x, x, 8)
    rt.synchronize_device()
    assert cann.log()[-1] == "synchronize device 0"


def test_events_are_the_devices(cann, adds):
    x = floats(8)
    one, two, start, end = rt.create_stream(), rt.create_stream(), rt.create_event(), rt.create_event()
    rt.record_event(start, one)
    vadd[1, one](x, x, x, 8)
    rt.record_event(end, one)
    rt.wait_event(end, two)
    assert [line for line in cann.log() if "event" in line] == [
        "create event 1", "record event 1 on stream 1", "create event 2", "record event 2 on stream 1",
        "stream 2 waits for event 2",
    ]  # fmt: skip
    assert rt.query_event(end)
    rt.synchronize_event(end)
    rt.synchronize_event(end, 250)
    assert cann.log()[-2:] == ["synchronize event 2", "synchronize event 2 within 250"]
    assert rt.elapsed_time(start, end) == 1.5
    rt.record_event(end)
    assert rt.elapsed_time(start, end) == 3
    rt.destroy_event(end)
    assert cann.log()[-1] == "destroy event 2"
    del start
    gc.collect()
    assert cann.log()[-1] == "destroy event 1"
    cann.fail("aclrtRecordEvent", 107003)
    with pytest.raises(DeviceError, match=r"aclrtRecordEvent returned 107003 \(stream of another context\)"):
        rt.create_event().record(two)
    vadd._launchers.clear()
    rt.destroy_stream(one)
    rt.destroy_stream(two)


def test_a_stream_that_nobody_holds_is_ended(cann, adds):
    x = floats(8)
    stream = rt.create_stream()
    rt.synchronize(stream)
    assert not any("stream" in line for line in cann.log())
    vadd[1](x, x, x, 8)
    launcher = vadd[1, stream]
    launcher(x, x, x, 8)
    vadd._launchers.clear()
    del stream, launcher
    gc.collect()
    assert cann.log()[-1] == "destroy stream 2"


def test_a_stream_is_ended_once(cann, adds):
    x = floats(8)
    kept, dropped = rt.create_stream(), rt.create_stream()
    for stream in (kept, dropped):
        vadd[1, stream](x, x, x, 8)
    vadd._launchers.clear()
    rt.destroy_stream(dropped)
    rt.reset_device()
    del stream, kept, dropped
    gc.collect()
    assert [line for line in cann.log() if line.startswith("destroy")] == ["destroy stream 2", "destroy stream 1"]


def test_streams_of_model_are_refused(adds):
    rt.use_model()
    stream = rt.create_stream()
    rt.use_npu()
    x = floats(8)
    with pytest.raises(
        ValueError, match="was made for another device or backend, and can't be used on device 0 of NPU"
    ):
        vadd[1, stream](x, x, x, 8)


def test_other_devices_are_chosen(cann, adds):
    x = floats(8)
    rt.set_device(1)
    vadd[1](x, x, x, 8)
    assert rt.current_device() == 1
    aicore, count = rt.DeviceModuleType.RT_MODULE_TYPE_AICORE, rt.DeviceInfoType.INFO_TYPE_CORE_NUM
    assert (rt.device_info(aicore, count), rt.device_info(aicore, count, 0)) == (21, 20)
    with pytest.raises(ValueError, match="device_id: 2 is not one of the 2 devices"):
        rt.set_device(2)
    with pytest.raises(ValueError, match="device_id: 7 is not one of the 2 devices"):
        config.set_platform(config.Backend.NPU, None, 7)


def test_kernels_survive_a_reset(cann, adds):
    x = floats(8)
    vadd[1](x, x, x, 8)
    rt.reset_device()
    assert "reset 0" in cann.log()
    z = np.zeros(8, np.float32)
    vadd[1](x, x, z, 8)
    np.testing.assert_array_equal(z, x + x)
    assert len(cann.commands()) == 2


def test_kernels_that_nobody_holds_are_unregistered(cann, npu):
    from asc_core.backends.base import CompiledKernel, KernelText
    from asc_core.options import CompileOptions

    text = 'extern "C" __global__ __aicore__ void k() {\n}\n'
    target = current_target()
    made = npu.compile(KernelText("k", text, (), "MIX_AIC_1_1"), CompileOptions(), target.platform)
    kernel = npu.load(CompiledKernel("k", "MIX_AIC_1_1", made), target)
    assert "register binary magic 0x43554245" in cann.log()
    assert cann.library.standin_binaries() == 1
    kernel.launch(b"", (), 2, None)
    assert "launch k blocks 2 bytes 8 stream 1" in cann.log()
    del kernel
    gc.collect()
    assert cann.library.standin_binaries() == 0


def test_output_comes_through_a_buffer(cann, capfd):
    cann.work(lambda _blocks, data: seen.append(struct.unpack("<iiQQ", data)))
    seen = []
    print("before")
    speaks[2](7)
    print("after")
    ((number, _, sync, dump),) = seen
    assert (number, sync) == (7, SYNC_ADDRESS)
    assert dump % 512 == 0
    assert f"print {75 << 20} bytes of speaks first 0 stream 1" in cann.log()
    assert capfd.readouterr().out.splitlines() == ["before", "from the device", "after"]
    assert "-DASCENDC_DUMP=1" in cann.commands()[0]["arguments"]
    assert cann.library.standin_held() == 0


def test_output_can_be_left_out(cann, monkeypatch):
    monkeypatch.setenv("ASCENDC_DUMP", "false")
    speaks[2](7)
    assert "-DASCENDC_DUMP=0" in cann.commands()[0]["arguments"]
    assert not any(line.startswith("print") for line in cann.log())


def test_the_cache_tells_kernels_with_output_from_those_without(npu, monkeypatch):
    from asc_core.options import CompileOptions

    on = npu.fingerprint(CompileOptions())
    monkeypatch.setenv("ASCENDC_DUMP", "0")
    assert npu.fingerprint(CompileOptions()) != on


def test_profiles_have_launches_while_the_profiler_records(cann, adds):
    x = floats(8)
    vadd[3](x, x, x, 8)
    assert "register profiler 8" in cann.log()
    assert not any(line.startswith("report") for line in cann.log())
    assert cann.library.standin_profile(0x800 | 0x2, 1) == 0
    vadd[3](x, x, x, 8)
    number = 4000 + ord("v")
    assert [line for line in cann.log() if line.startswith("report")] == [
        f"report node 0x5a5a 10000 name {number} type {number} task 2 blocks 3",
        f"report api 0x5a5a 10000 5 took 2 item {number}",
    ]
    assert cann.library.standin_profile(0, 2) == 0
    vadd[3](x, x, x, 8)
    assert sum(line.startswith("report") for line in cann.log()) == 2


def test_a_launch_that_is_profiled_is_waited_for(cann):
    stream = rt.create_stream()
    idle[3, stream](1)
    assert cann.log()[-1].startswith("launch idle")
    with asc.profiler.profile(timeline=True) as p:
        idle[3, stream](1)
        cann.fail("rtKernelLaunch", 107003)
        with pytest.raises(DeviceError):
            idle[1](1)
    log = [line.split()[0] for line in cann.log() if line.startswith(("launch", "synchronize"))]
    assert log == ["launch", "synchronize", "launch", "synchronize", "synchronize"]
    first, second = p.launches
    assert (first.kernel, first.backend, first.core_num, first.stream) == ("idle", "NPU", 3, repr(stream))
    assert first.wall > 0
    assert second.error.startswith("DeviceError: rtKernelLaunch returned 107003")
    assert all((launch.total_cycles, launch.cycles, launch.traces) == (None, {}, []) for launch in p.launches)
    assert "estimate" not in str(p)
    idle[3, stream](1)
    assert cann.log()[-1].startswith("launch idle")


def test_times_alone_are_reported_alone(cann, adds):
    x = floats(8)
    vadd[1](x, x, x, 8)
    cann.library.standin_profile(0x800, 1)
    vadd[1](x, x, x, 8)
    assert [line.split()[1] for line in cann.log() if line.startswith("report")] == ["api"]
    cann.library.standin_profile(0, 2)


@pytest.mark.parametrize(
    ("function", "code", "text"),
    [
        ("rtMalloc", 207001, "rtMalloc returned 207001 (memory allocation failed); the device is out of it"),
        ("rtMemcpy", 507899, "rtMemcpy returned 507899 (error of the driver); see whether `npu-smi info`"),
        ("rtKernelLaunch", 107003, "rtKernelLaunch returned 107003 (stream of another context)"),
        ("rtStreamSynchronize", 507015, "rtStreamSynchronize returned 507015 (AI core exception); the kernel failed"),
        ("rtStreamSynchronize", 507034, "(vector core timeout); a core waits for something"),
        ("rtStreamCreate", 207008, "(no stream left)"),
        ("rtGetC2cCtrlAddr", 12, "rtGetC2cCtrlAddr returned 12; see CANN's list of runtime error codes"),
        ("rtSetDevice", 107001, "(device id invalid); ASCEND_RT_VISIBLE_DEVICES"),
    ],
)
def test_errors_say_the_code_and_what_to_do(cann, adds, function, code, text):
    x = floats(8)
    cann.fail(function, code)
    with pytest.raises(DeviceError) as caught:
        vadd[1](x, x, x, 8)
    assert text in str(caught.value)
    assert str(caught.value).endswith("EE9999: the stand-in says no")
    assert (caught.value.function, caught.value.code) == (function, code)
    assert cann.library.standin_held() == 0
    vadd[1](x, x, x, 8)


@pytest.mark.parametrize("function", ["rtDevBinaryRegister", "rtFunctionRegister"])
def test_errors_of_registration_are_told_and_forgotten(cann, adds, function):
    x = floats(8)
    cann.fail(function, 507027)
    with pytest.raises(DeviceError, match=rf"{function} returned 507027 \(kernel not found\)"):
        vadd[1](x, x, x, 8)
    z = np.zeros(8, np.float32)
    vadd[1](x, x, z, 8)
    np.testing.assert_array_equal(z, x + x)


def test_a_refused_text_is_shown(cann):
    cann.refuse("kernel.cce:3: error: no")
    x = floats(8)
    with pytest.raises(BackendCompileError) as caught:
        vadd[1](x, x, x, 8)
    for part in ("kernel 'vadd'", "kernel.cce:3: error: no", "--cce-aicore-only", "uint64_t asc_sync_address"):
        assert part in str(caught.value)


def test_a_refused_text_is_tried_with_less_stack_once(cann):
    cann.refuse("kernel.cce:3: error: no")
    x = floats(8)
    with pytest.raises(BackendCompileError) as caught:
        vadd[1](x, x, x, 8)
    first, second = (call["arguments"] for call in cann.commands())
    assert second == ["-mllvm", "-disable-machine-licm", *first]
    assert "-disable-machine-licm" not in caught.value.command


def test_kernels_that_overflow_the_stack_are_compiled_another_way(cann, adds):
    cann.refuse("error: stack overflow", unless="-disable-machine-licm")
    x, z = floats(8), np.zeros(8, np.float32)
    vadd[1](x, x, z, 8)
    np.testing.assert_array_equal(z, x + x)
    programs = [(call["program"], "-disable-machine-licm" in call["arguments"]) for call in cann.commands()]
    assert programs == [("bisheng", False), ("bisheng", True), ("ld.lld", False)]


def test_a_linker_that_writes_nothing_is_told(cann):
    (cann.bin / "ld.lld").write_text("#!/bin/sh\n")
    x = floats(8)
    with pytest.raises(ToolchainError, match=r"ld\.lld reports success, but wrote no binary"):
        vadd[1](x, x, x, 8)


def test_a_compiler_that_does_not_start_is_told(cann):
    (cann.bin / "bisheng").write_text("#!/no/such/interpreter\n")
    x = floats(8)
    with pytest.raises(ToolchainError, match="bisheng can't be started"):
        vadd[1](x, x, x, 8)


def test_mixed_kernels_are_compiled_twice_and_linked(cann, adds):
    @asc.jit(kernel_type=config.KernelType.MIX_AIC_1_2)
    def mixed(x: asc.GlobalAddress):
        x_gm = asc.GlobalTensor()
        x_gm.set_global_buffer(x)
        x_gm.set_value(0, 1.0)

    cann.work(lambda _blocks, _data: None)
    mixed[1](floats(8))
    cube, vec, link = cann.commands()
    assert "--cce-aicore-arch=dav-c220-cube" in cube["arguments"]
    assert "--cce-aicore-arch=dav-c220-vec" in vec["arguments"]
    assert len(link["texts"]) == 2
    assert "register binary magic 0x43554245" in cann.log()


class NpuTensor:
    """What asc asks of a torch tensor on an NPU."""

    def __init__(self, address, index=0, dtype="torch.float32", contiguous=True):
        self.device = types.SimpleNamespace(type="npu", index=index)
        self.dtype, self._address, self._contiguous = dtype, address, contiguous

    def is_contiguous(self):
        return self._contiguous

    def data_ptr(self):
        return self._address


@pytest.fixture
def torch(monkeypatch):
    stream = types.SimpleNamespace(npu_stream=0x7777)
    monkeypatch.setitem(sys.modules, "torch", types.SimpleNamespace(Tensor=NpuTensor))
    npu = types.SimpleNamespace(npu=types.SimpleNamespace(current_stream=lambda: stream))
    monkeypatch.setitem(sys.modules, "torch_npu", npu)


def test_tensors_of_torch_on_the_device_are_used_where_they_are(cann, adds, torch):
    memory = [rt.malloc(32) for _ in range(3)]
    values = floats(16)
    for address, part in zip(memory, (values[:8], values[8:]), strict=False):
        rt.memcpy(address, 32, part.ctypes.data, 32, rt.MemcpyKind.RT_MEMCPY_HOST_TO_DEVICE)
    before = len(cann.log())
    vadd[1](*(NpuTensor(address.value) for address in memory), 8)
    launched = cann.log()[before:]
    assert launched[-1] == "launch vadd blocks 1 bytes 40 stream 0"
    assert not any(line.startswith(("memcpy", "malloc", "synchronize")) for line in launched)
    assert [adds[0][name] for name in "xyz"] == [address.value for address in memory]
    result = np.zeros(8, np.float32)
    rt.copy_data_from_device(result.ctypes.data, memory[2], 32)
    np.testing.assert_array_equal(result, values[:8] + values[8:])


def test_tensors_elsewhere_are_refused(adds, torch):
    x = floats(8)
    with pytest.raises(TypeError, match=r"argument 'y' is a tensor on device 'npu:1', which device 0 of NPU can't"):
        vadd[1](x, NpuTensor(512, index=1), x, 8)
    with pytest.raises(ValueError, match=r"argument 'y' is a tensor on an NPU whose elements don't lie"):
        vadd[1](x, NpuTensor(512, contiguous=False), x, 8)
    with pytest.raises(TypeError, match=r"argument 'y' is a tensor of torch\.complex64"):
        vadd[1](x, NpuTensor(512, dtype="torch.complex64"), x, 8)
    rt.use_model()
    with pytest.raises(TypeError, match=r"'y' is a tensor on device 'npu:0', which device 0 of Model can't reach"):
        vadd[1](x, NpuTensor(512), x, 8)


def test_acl_may_be_initialised_before(cann, npu):
    cann.library.standin_init_code(100002)
    assert rt.create_stream() is not None
    assert "aclInit" in cann.log()


def test_acl_that_fails_is_told(cann, npu):
    cann.library.standin_init_code(500000)
    with pytest.raises(DeviceError, match="aclInit returned 500000"):
        rt.create_stream()


def test_machines_without_a_device_are_told(cann):
    cann.fail("rtGetDeviceCount", 207004)
    with pytest.raises(DeviceError, match=r"rtGetDeviceCount returned 207004 \(no device\)"):
        config.set_platform(config.Backend.NPU)


@pytest.mark.parametrize("name", ["libruntime.so", "libascendcl.so"])
def test_missing_libraries_are_told(cann, monkeypatch, name):
    from asc_core.backends import base
    from asc_core.backends.npu import NPUBackend

    (cann.home / "lib64" / name).unlink()
    monkeypatch.setitem(base._loaded, "NPU", NPUBackend())
    config.set_platform(config.Backend.NPU, "Ascend910B1", check=False)
    with pytest.raises(ToolchainError, match=rf"{name} of CANN can't be loaded: .*asc doctor --npu"):
        rt.malloc(8)


def test_a_missing_driver_is_told():
    from asc_core.backends.npu.libraries import _advice

    text = "libascend_hal.so: cannot open shared object file: No such file or directory"
    assert "NPU driver's; install the driver" in _advice(text)


def test_launches_do_without_a_profiler(cann, adds, monkeypatch):
    from asc_core.backends import base
    from asc_core.backends.npu import NPUBackend

    (cann.home / "lib64" / "libprofapi.so").unlink()
    monkeypatch.setitem(base._loaded, "NPU", NPUBackend())
    config.set_platform(config.Backend.NPU)
    x = floats(8)
    vadd[1](x, x, x, 8)
    assert len(adds) == 1
    assert rt.npu_utils().msprof_sys_cycle_time() == 0


def test_a_library_without_a_function_is_told(cann, build, tmp_path, monkeypatch):
    from asc_core.backends import base
    from asc_core.backends.npu import NPUBackend

    (tmp_path / "old.c").write_text("int rtNothing(void) { return 0; }\n")
    path = cann.home / "lib64" / "libascendcl.so"
    path.unlink()
    build(tmp_path / "old.c", path)
    monkeypatch.setitem(base._loaded, "NPU", NPUBackend())
    config.set_platform(config.Backend.NPU, "Ascend910B1", check=False)
    with pytest.raises(ToolchainError, match=r"libascendcl\.so has no function aclInit"):
        rt.create_stream()


def test_many_threads_launch(cann, adds):
    import threading

    failures = []

    def run(seed):
        x, y, z = floats(64, seed), floats(64, seed + 1), np.zeros(64, np.float32)
        try:
            for _ in range(20):
                z[:] = 0
                vadd[1](x, y, z, 64)
                np.testing.assert_array_equal(z, x + y)
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert cann.library.standin_held() == 0
    assert len(cann.commands()) == 2


def test_the_cache_serves_a_second_process_of_the_same_cann(cann, adds):
    x = floats(8)
    vadd[1](x, x, x, 8)
    vadd._kernels.clear()
    vadd[1](x, x, x, 8)
    assert len(cann.commands()) == 2
    os.utime(cann.bin / "bisheng", (1, 1))
    vadd._kernels.clear()
    vadd[1](x, x, x, 8)
    assert len(cann.commands()) == 4
