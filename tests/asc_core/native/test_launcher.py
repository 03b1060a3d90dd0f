# ruff: noqa: E501 - kernels are written as text, a statement group a line.
"""The warm path: keys of arguments, guards, the way to the slow path and back."""

from __future__ import annotations

import gc
import sys
import threading
import types
import weakref
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from asc_core import _native
from asc_core.errors import ModelError

from .conftest import PLATFORM, Build, Kernels

# The number that picks the kernel is the first slot: a constant of the plan.
BODIES = {
    "scale": """
        GlobalTensor<float> t; t.SetGlobalBuffer(ARG(0, float*));
        float by = ARG(1, float); int64_t add = ARG(2, int64_t);
        for (int i = 0; i < ARG(3, int); ++i) t.SetValue(i, t.GetValue(i) * by + add);
    """,
    "hello": 'AscendC::printf("hello %d\\n", int(GetBlockIdx()));',
    "bytes": "GlobalTensor<uint64_t> t; t.SetGlobalBuffer(ARG(0, uint64_t*)); t.SetValue(0, ARG(1, uint64_t));",
    "slow_add": "GlobalTensor<float> t; t.SetGlobalBuffer(ARG(0, float*)); for (int i = 0; i < 100000; ++i) t.SetValue(0, t.GetValue(0) + 1);",
}  # fmt: skip


@pytest.fixture(scope="module")
def kernels(build: Build) -> Kernels:
    return build(BODIES, "tensor.h", "sys_var.h", "dump_tensor.h")


class Slow:
    """Stands for the Python slow path."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.printed: list[str] = []

    def __call__(self, *call: Any) -> str:
        self.calls.append(call)
        return "slow"


class Warm:
    """A function state of one kernel, and its slow path."""

    def __init__(self, kernels: Kernels, name: str, parameters: int = 8, constants: tuple[int, ...] = ()) -> None:
        self.slow = Slow()
        self.state = _native.FunctionState(self.slow, parameters, constants, self.slow.printed.append)
        self.kernel = _native.load(kernels.binary, name)
        self.select = (kernels.names.index(name).to_bytes(8, "little"), "which")
        self.constants = constants

    def remember(self, *args: Any, guards: Any = (), **options: Any) -> bool:
        plan = [self.select, *((i, f"a{i}") for i in range(len(args)) if i not in self.constants)]
        return self.state.remember(args, self.kernel, plan, guards, platform=PLATFORM, **options)

    def launcher(self, core_num: Any = 1, stream: Any = None) -> Any:
        return _native.Launcher(self.state, core_num, stream)


def test_unknown_arguments_take_the_slow_path(kernels: Kernels) -> None:
    warm = Warm(kernels, "scale")
    x = np.ones(4, np.float32)
    assert warm.launcher(3, "stream")(x, 2, key=1) == "slow"
    assert warm.slow.calls == [(3, "stream", (x, 2), {"key": 1})]


def test_remembered_arguments_launch(kernels: Kernels) -> None:
    warm = Warm(kernels, "scale")
    x = np.arange(4, dtype=np.float32)
    assert warm.remember(x, 2.0, 7, 3)
    launch = warm.launcher()
    assert launch(x, 2.0, 7, 3) is None
    np.testing.assert_array_equal(x, [7, 9, 11, 3])
    assert launch(np.zeros(9, np.float32), -1.5, 2**31 - 1, 0) is None
    assert warm.slow.calls == []


@pytest.mark.parametrize(
    "change",
    [
        lambda x: (x, 2.0, 2**31, 3),
        lambda x: (x, 2.0, -(2**31) - 1, 3),
        lambda x: (x, 2, 7, 3),
        lambda x: (x, 2.0, True, 3),
        lambda x: (x, np.float32(2), 7, 3),
        lambda x: (x.astype(np.float64), 2.0, 7, 3),
        lambda x: (x.view(np.int32), 2.0, 7, 3),
        lambda x: (x.astype(">f4"), 2.0, 7, 3),
        lambda x: (x.reshape(2, 2).T, 2.0, 7, 3),
        lambda x: (x[::2], 2.0, 7, 3),
        lambda x: (x.view(np.recarray), 2.0, 7, 3),
        lambda x: (np.frombuffer(b"\0" * 17, np.uint8)[1:].view(np.float32), 2.0, 7, 3),
        lambda x: (x, 2.0, 7),
        lambda x: (x, 2.0, 7, 3, 3),
        lambda x: (x, 1e39, 7, 3),
        lambda x: (x, 2.0, 2**64, 3),
        lambda x: (x, 2.0, "7", 3),
        lambda x: ([1.0], 2.0, 7, 3),
        lambda x: (None, 2.0, 7, 3),
        lambda x: (x,) * 100,
    ],
)
def test_other_arguments_take_the_slow_path(kernels: Kernels, change: Any) -> None:
    warm = Warm(kernels, "scale")
    x = np.zeros(4, np.float32)
    assert warm.remember(x, 2.0, 7, 3)
    assert warm.launcher()(*change(x)) == "slow"


def test_each_kind_of_scalar_is_packed_by_its_size(kernels: Kernels) -> None:
    out = np.zeros(1, np.uint64)
    cases: list[tuple[Any, int]] = [
        (True, 1), (-1, 2**64 - 1), (2**40, 2**40), (1.0, 0x3F800000), (np.float64(1), 0x3FF0000000000000),
        (np.float16(1), 0x3C00), (np.int8(-1), 0xFF), (np.uint16(65535), 65535), (np.bool_(True), 1), (float("inf"), 0x7F800000),
    ]  # fmt: skip
    for value, expected in cases:
        warm = Warm(kernels, "bytes")
        out[0] = 0xAAAAAAAAAAAAAAAA
        assert warm.remember(out, value), value
        assert warm.launcher()(out, value) is None
        bits = {bool: 8, int: 32 if expected >= 2**63 else 64, float: 32}.get(type(value), 64)
        assert int(out[0]) & (2**bits - 1) == expected & (2**bits - 1), value


def test_arrays_of_bfloat16(kernels: Kernels) -> None:
    warm = Warm(kernels, "hello")
    x = np.zeros(4, ml_dtypes.bfloat16)
    assert warm.remember(x)
    assert warm.launcher()(np.ones(7, ml_dtypes.bfloat16)) is None
    assert warm.launcher()(np.ones(7, np.float16)) == "slow"


def test_constants_count_by_value(kernels: Kernels) -> None:
    warm = Warm(kernels, "hello", constants=(0,))
    mode = types.SimpleNamespace()
    for value in (3, 3.0, "three", None, mode):
        assert warm.remember(value)
        assert warm.launcher()(value) is None
        for other in (4, 4.0, "four", True, types.SimpleNamespace(), [3], 2**70):
            assert warm.launcher()(other) == "slow"
        warm.state.forget()
        assert warm.launcher()(value) == "slow"
    assert not warm.remember([3])
    assert not warm.remember(2**70)


def test_guards_on_globals_cells_and_attributes(kernels: Kernels) -> None:
    values: dict[str, Any] = {"SIZE": 1024}
    holder = types.SimpleNamespace(mode="a")
    cell = types.CellType(5)
    guards = [
        (values, "SIZE", values["SIZE"]),
        (values, "min"),
        (holder, "mode", holder.mode),
        (cell, "cell_contents", cell.cell_contents),
    ]

    def changes() -> Any:
        yield lambda: values.update(SIZE=2048)
        yield lambda: values.update(min=min)
        yield lambda: setattr(holder, "mode", "b")
        yield lambda: delattr(holder, "mode")
        yield lambda: setattr(cell, "cell_contents", 6)

    for change in changes():
        values.clear()
        values["SIZE"] = 1024
        holder.mode, cell.cell_contents = "a", 5
        warm = Warm(kernels, "hello")
        fresh = [(values, "SIZE", values["SIZE"]), *guards[1:]]
        assert warm.remember(1, guards=fresh)
        launch = warm.launcher()
        assert launch(1) is None
        change()
        assert launch(1) == "slow"
        assert launch(1) == "slow"


def test_still_valid_is_asked_each_time(kernels: Kernels) -> None:
    answers = [True, True, False]
    warm = Warm(kernels, "hello")
    assert warm.remember(1, still_valid=lambda: answers.pop(0))
    assert [warm.launcher()(1) for _ in range(4)] == [None, None, "slow", "slow"]
    assert warm.remember(1, still_valid=lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        warm.launcher()(1)


@pytest.mark.parametrize("core_num", [0, -1, 10**6, 10**30, "8", 2.0, True, None])
def test_core_counts_that_the_slow_path_judges(kernels: Kernels, core_num: Any) -> None:
    warm = Warm(kernels, "hello")
    assert warm.remember(1)
    assert warm.launcher(core_num)(1) == "slow"
    assert warm.slow.calls == [(core_num, None, (1,), {})]


def test_printed_text_reaches_python(kernels: Kernels) -> None:
    warm = Warm(kernels, "hello")
    assert warm.remember(1)
    warm.launcher(3)(1)
    assert warm.slow.printed == ["hello 0\nhello 1\nhello 2\n"]


def test_errors_of_a_launch_are_raised_with_the_kernels_name(kernels: Kernels) -> None:
    warm = Warm(kernels, "scale")
    x = np.zeros(4, np.float32)
    x.flags.writeable = False
    assert warm.remember(x, 2.0, 7, 3)
    with pytest.raises(ModelError, match="'a0', which is read-only") as caught:
        warm.launcher()(x, 2.0, 7, 3)
    assert caught.value.kernel == "scale"
    warm.remember(x, 2.0, 7, 3, watchdog_seconds=10.0)
    with pytest.raises(ModelError, match="past the end of argument 'a0'"):
        warm.launcher()(np.zeros(4, np.float32), 2.0, 7, 5)


def test_no_reference_to_arguments_is_kept(kernels: Kernels) -> None:
    warm = Warm(kernels, "scale")
    x = np.zeros(4, np.float32)
    assert warm.remember(x, 2.0, 7, 3)
    before = sys.getrefcount(x)
    launch = warm.launcher()
    for _ in range(100):
        launch(x, 2.0, 7, 3)
        launch(x, 2.0, 7, "3")
    warm.slow.calls.clear()
    assert sys.getrefcount(x) == before


def test_states_in_reference_cycles_are_collected(kernels: Kernels) -> None:
    warm = Warm(kernels, "hello", constants=(0,))
    launch = warm.launcher()
    anchor = Slow()
    anchor.launch, anchor.warm = launch, warm  # type: ignore[attr-defined]
    warm.slow.anchor = anchor  # type: ignore[attr-defined]
    values = {"anchor": anchor}
    assert warm.remember(anchor, guards=[(values, "anchor", anchor)])
    gone = weakref.ref(anchor)
    del warm, launch, anchor, values
    gc.collect()
    assert gone() is None


def test_a_state_shared_by_threads(kernels: Kernels) -> None:
    warm = Warm(kernels, "slow_add")
    arrays = [np.zeros(1, np.float32) for _ in range(4)]
    assert warm.remember(arrays[0])

    def work(array: np.ndarray) -> None:
        launch = warm.launcher()
        for _ in range(5):
            assert launch(array) is None
            warm.remember(array)

    threads = [threading.Thread(target=work, args=(array,)) for array in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [array[0] for array in arrays] == [500000.0] * 4


def test_a_plan_must_name_packed_arguments(kernels: Kernels) -> None:
    warm = Warm(kernels, "hello", constants=(0,))
    for index in (0, 1, -1):
        with pytest.raises(ValueError, match=f"argument {index}"):
            warm.state.remember((3,), warm.kernel, [(index, "x")], [], platform=PLATFORM)


def test_launchers_are_immutable(kernels: Kernels) -> None:
    launch = Warm(kernels, "hello").launcher(2, "s")
    assert (launch.core_num, launch.stream) == (2, "s")
    with pytest.raises(AttributeError):
        launch.core_num = 3
    with pytest.raises(TypeError):
        _native.Launcher(object(), 1)
