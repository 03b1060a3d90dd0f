import enum
import sys
import types
from concurrent.futures import ThreadPoolExecutor

import ml_dtypes
import numpy as np
import pytest

import asc
from asc.lib import runtime as rt
from asc.runtime import config
from asc.runtime.jit import MockTensor, MockValue
from asc_core.errors import ModelError
from asc_core.jit.signature import Signature
from asc_plugins.dtypes import int32


class Colour(enum.IntEnum):
    RED = 3


@asc.jit
def put(z: asc.GlobalAddress, v: int = 7, T: asc.ConstExpr[int] = 3):  # noqa: N803
    """GlobalTensor<int32_t> g; g.SetGlobalBuffer(z, 1); g.SetValue(0, v + $T * 100);"""


@asc.jit
def twice(v: asc.GlobalAddress, n: int):
    """for (int i = 0; i < n; ++i) {
        GlobalTensor<int32_t> g; g.SetGlobalBuffer(v, n);
        g.SetValue(i, g.GetValue(i) * 2);
    }"""


@asc.jit
def copy(z: asc.GlobalAddress, x: asc.GlobalAddress, n: int):
    """GlobalTensor<int32_t> a, b; a.SetGlobalBuffer(z, n); b.SetGlobalBuffer(x, n);
    for (int i = 0; i < n; ++i) a.SetValue(i, b.GetValue(i));"""


@asc.jit
def blocks(z: asc.GlobalAddress):
    """auto& core = asc_machine::current();
    GlobalTensor<int32_t> g; g.SetGlobalBuffer(z, 4096); g.SetValue(core.block_idx, core.block_num);"""


@asc.jit
def empty(z: asc.GlobalAddress, n: int):
    """(void)z;"""


@pytest.fixture
def z():
    return np.zeros(8, np.int32)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda z: put[1](z), 307),
        (lambda z: put[1](z, 8), 308),
        (lambda z: put[1](z, v=8), 308),
        (lambda z: put[1](z, T=4), 407),
        (lambda z: put[1](z=z), 307),
        (lambda z: put[1](z, 8, 5), 508),
        (lambda z: put[1](v=1, z=z, T=np.int64(2)), 201),
        (lambda z: put[1](z, asc.ConstExpr(2)), 302),
        (lambda z: put[asc.LaunchOptions(core_num=1)](z), 307),
        (lambda z: put[1, rt.create_stream()](z), 307),
        (lambda z: put[None](z, core_num=1), 307),
    ],
)
def test_defaults_and_keywords(by_hand, z, call, expected):
    for _ in range(2):
        z[0] = 0
        call(z)
        rt.synchronize_device()
        assert z.tolist() == [expected] + [0] * 7


def test_arguments_by_name_are_launched_as_those_by_position(by_hand, z, monkeypatch):
    kernel = asc.jit(put.fn)
    bound = []
    bind = Signature.bind
    monkeypatch.setattr(Signature, "bind", lambda self, *given: bound.append(given) or bind(self, *given))
    for v in range(3):
        for call, expected in (
            (lambda v: kernel[1](z, v, 3), 300),
            (lambda v: kernel[1](z, v, T=3), 300),
            (lambda v: kernel[1](v=v, z=z, T=3), 300),
            (lambda v: kernel[1](T=3, v=v, z=z), 300),
        ):
            call(v)
            assert z[0] == v + expected
    assert len(bound) == 1
    kernel[1](z, T=4)  # what stands between has a default
    assert z[0] == 407
    with pytest.raises(TypeError, match="needs a value for 'z'"):
        kernel[1](v=1, T=3)
    assert z[0] == 407


def test_parameters_by_name_only(by_hand, z):
    @asc.jit
    def named(z: asc.GlobalAddress, *, v: int, T: asc.ConstExpr[int] = 3):  # noqa: N803
        """GlobalTensor<int32_t> g; g.SetGlobalBuffer(z, 1); g.SetValue(0, v + $T * 100);"""

    for v in range(3):
        named[1](z, v=v)
        assert z[0] == v + 300
        named[1](T=4, v=v, z=z)
        assert z[0] == v + 400


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda z: put[1](z, 1, 2, 3), TypeError, "kernel 'put' takes 3 arguments (z, v, T), but 4 were given"),
        (lambda z: put[1](), TypeError, "kernel 'put' needs a value for 'z'"),
        (lambda z: put[1](z, z=z), TypeError, "argument 'z' is given twice"),
        (lambda z: put[1](z, w=1), TypeError, "has no parameter 'w'"),
        (lambda z: put[1](z, always_compil=True), TypeError, "did you mean 'always_compile'?"),
        (lambda z: put[1](z, 1, "abc"), TypeError, "'T' is a str, 'abc', but it is declared ConstExpr[int]"),
        (lambda z: put[1](z, "abc"), TypeError, "'v' is a str, 'abc'; a kernel takes a numpy array"),
        (lambda z: put[1](None), TypeError, "argument 'z' is None"),
        (lambda z: put[1](3), TypeError, "'z' is an int, 3, but it is declared asc.GlobalAddress"),
        (lambda z: put[1](z, z), TypeError, "'v' is an ndarray, but it is declared a scalar"),
        (lambda z: put[1](z, 2**63), OverflowError, "'v' is 9223372036854775808, which doesn't fit an int64: "),
        (lambda z: put(z), TypeError, "launch it with put[core_num]"),
        (lambda z: put[0](z), ValueError, "core_num=0: expected a whole number from 1 to 65535"),
        (lambda z: put[-1](z), ValueError, "core_num=-1"),
        (lambda z: put[10**6](z), ValueError, "core_num=1000000"),
        (lambda z: put["8"](z), TypeError, "core_num='8'"),
        (lambda z: put[1.5](z), TypeError, "core_num=1.5"),
        (lambda z: (put[1], put[1, None], put[True](z)), TypeError, "core_num=True"),
        (lambda z: put[True, None](z), TypeError, "core_num=True"),
        (lambda z: put[1, 2, 3], TypeError, "[core_num] or [core_num, stream]"),
        (lambda z: put[1, "s"], TypeError, "option stream='s'"),
        (
            lambda z: put[5](z, core_num=1),
            ValueError,
            "kernel 'put': core_num is 5 in the brackets and 1 among the arguments; give it once",
        ),
        (
            lambda z: put[1, rt.create_stream()](z, stream=rt.create_stream()),
            ValueError,
            "kernel 'put': stream is <stream",
        ),
        (lambda z: put[1](z, opt_level=9), ValueError, "opt_level=9: expected a whole number from 0 to 3"),
    ],
)
def test_wrong_calls(by_hand, z, call, error, text):
    with pytest.raises(error) as caught:
        call(z)
    assert text in str(caught.value)
    assert by_hand.compiled == []
    assert not z.any()


def test_variadic_kernels_are_refused_at_the_launch(by_hand, z):
    @asc.jit
    def many(z: asc.GlobalAddress, *rest):
        """"""

    with pytest.raises(TypeError, match=r"can't take \*rest"):
        many[1](z, 1)


def test_methods_launched_through_their_class_are_told_to_need_an_object(by_hand, z):
    class Kernels:
        @asc.jit
        def fill(self, z: asc.GlobalAddress, n: int):
            """"""

    with pytest.raises(TypeError, match="'n'; it is a method: launch it through an object of its class"):
        Kernels.fill[1](z, 8)


@pytest.mark.parametrize("name", ["core_num", "stream", "opt_level", "capture_exceptions"])
def test_parameters_can_not_be_called_like_options(name):
    namespace = {"asc": asc}
    exec(f"def k(x, {name}): pass", namespace)
    with pytest.raises(TypeError, match=f"the parameter {name} can't be told from the option"):
        asc.jit(namespace["k"])


@pytest.mark.parametrize("always", [False, True])
def test_call_options_come_before_the_decorators(by_hand, z, always):
    @asc.jit(always_compile=not always)
    def k(z: asc.GlobalAddress):
        """"""

    for _ in range(3):
        k[1](z, always_compile=always)
    assert len(by_hand.compiled) == (3 if always else 1)


def test_a_launcher_keeps_what_it_was_made_with(by_hand):
    one, two = blocks[3], blocks[5]
    z = np.zeros(4096, np.int32)
    one(z)
    assert z.tolist() == [3] * 3 + [0] * 4093
    two(z)
    assert z.tolist() == [5] * 5 + [0] * 4091
    with pytest.raises(AttributeError):
        one.core_num = 7


def test_without_a_number_all_cores_run(by_hand):
    launcher = blocks[None]
    for platform, cores in (("Ascend910B1", 48), ("Ascend910B4", 40), ("Ascend910B1", 48)):
        config.set_platform("Model", platform)
        for launch in (launcher, launcher, blocks[()], blocks[None, rt.current_stream()]):
            z = np.zeros(4096, np.int32)
            launch(z)
            assert z.tolist() == [cores] * cores + [0] * (4096 - cores)


def test_the_decorators_core_num_is_used(by_hand):
    kernel = asc.jit(blocks.fn, core_num=2)
    z = np.zeros(4096, np.int32)
    kernel[None](z)
    assert z.tolist() == [2, 2] + [0] * 4094


def test_blocks_may_be_given_among_the_arguments(by_hand):
    kernel = asc.jit(blocks.fn, core_num=2)
    for launch, cores in (
        (lambda z: kernel[None](z, core_num=3), 3),
        (lambda z: kernel[None](z, core_num=None), 2),
        (lambda z: kernel[3](z, core_num=3), 3),
        (lambda z: kernel[3](z, core_num=None), 3),
        (lambda z: kernel[()](z, core_num=4), 4),
    ):
        for _ in range(2):
            z = np.zeros(4096, np.int32)
            launch(z)
            assert z.tolist() == [cores] * cores + [0] * (4096 - cores)


@pytest.mark.parametrize("name", ["z", "v"])
def test_parameters_before_the_slash_are_given_by_position(by_hand, z, name):
    @asc.jit
    def placed(z: asc.GlobalAddress, v: int = 5, /, w: int = 6):
        """GlobalTensor<int32_t> g; g.SetGlobalBuffer(z, 1); g.SetValue(0, v * 10 + w);"""

    for w in range(3):
        placed[1](z, w=w)
        assert z[0] == 50 + w
        placed[1](z, 1, w=w)
        assert z[0] == 10 + w
        for call in (lambda: placed[1](**{"z": z, name: z}), lambda: placed[1](z, **{name: 1})):
            with pytest.raises(TypeError, match=f"'({name}|z)' can't be given by name, since it stands before the '/'"):
                call()
        assert z[0] == 10 + w


def test_a_destroyed_stream_is_refused(by_hand, z):
    stream, other = rt.create_stream(), rt.create_stream()
    launcher = put[1, stream]
    for _ in range(3):
        launcher(z)
    rt.destroy_stream(stream)
    put[1, other](z)
    for _ in range(3):
        for again in (launcher, put[1, stream]):
            with pytest.raises(RuntimeError, match="was destroyed"):
                again(z)


def test_mocks_compile_and_do_not_run(by_hand):
    kernel = asc.jit(copy.fn)
    kernel[1](MockTensor(int32), MockTensor(int32), MockValue(int32))
    kernel[1](MockTensor(int32), np.zeros(4, np.int32), 8)
    assert by_hand.compiled == ["copy"]


@pytest.mark.parametrize("value", [2**31 - 1, -(2**31), 2**31, -(2**31) - 1, 2**63 - 1])
def test_wide_integers_get_a_kernel_of_their_own(by_hand, value):
    @asc.jit
    def wide(z: asc.GlobalAddress, v: int):
        """GlobalTensor<int64_t> g; g.SetGlobalBuffer(z, 2); g.SetValue(0, v); g.SetValue(1, sizeof(v));"""

    z = np.zeros(2, np.int64)
    wide[1](z, value)
    assert z.tolist() == [value, 4 if -(2**31) <= value < 2**31 else 8]


@pytest.mark.parametrize(
    ("value", "size", "number"),
    [
        (True, 1, 1), (np.bool_(True), 1, 1), (1, 4, 1), (np.int64(5), 8, 5), (np.int8(-3), 1, -3), (2.5, 4, 2.5),
        (np.uint16(65535), 2, 65535), (np.float16(1.5), 2, 1.5), (ml_dtypes.bfloat16(1.5), 2, 1.5), (Colour.RED, 4, 3),
        (np.float32(3), 4, 3), (np.float64(0.5), 4, 0.5), (np.array(3), 8, 3),
    ],
)  # fmt: skip
def test_scalars_keep_their_types_beside_others(by_hand, value, size, number):
    @asc.jit
    def scalar(z: asc.GlobalAddress, a: int, v, b: int):
        """GlobalTensor<float> g; g.SetGlobalBuffer(z, 4);
        g.SetValue(0, a); g.SetValue(1, static_cast<float>(v)); g.SetValue(2, sizeof(v)); g.SetValue(3, b);"""

    if isinstance(value, np.ndarray):
        scalar = asc.jit(scalar.fn)
        scalar.fn.__annotations__["v"] = int
    for _ in range(3):
        z = np.zeros(4, np.float32)
        scalar[1](z, 11, value, 22)
        assert z.tolist() == [11, number, size, 22]


@pytest.mark.parametrize("value", [np.array(3), np.zeros((), np.float32), np.zeros(1, np.int32)])
def test_an_array_without_dimensions_that_serves_as_a_number_is_explained(z, value):
    @asc.jit
    def number(z: asc.GlobalAddress, v):
        g = asc.GlobalTensor()
        g.set_global_buffer(z, 8)
        g.set_value(0, v + 1)

    with pytest.raises(asc.CompileError) as caught:
        number[1](z, value)
    note = "'v' is an array of no dimensions; for its number pass v.item(), or declare the parameter int or float"
    assert (note in str(caught.value)) == (value.ndim == 0)


def test_another_error_beside_such_an_array_says_nothing_of_it(z):
    @asc.jit
    def other(z: asc.GlobalAddress, v):
        undefined + 1  # noqa: F821

    with pytest.raises(asc.CompileError) as caught:
        other[1](z, np.array(3))
    assert "undefined" in str(caught.value)
    assert "no dimensions" not in str(caught.value)


def base():
    return np.arange(16, dtype=np.int32).reshape(4, 4)


@pytest.mark.parametrize(
    "view",
    [
        lambda b: b[:, 0], lambda b: b.T, lambda b: b[::-1], lambda b: b[1:, 1:], lambda b: b[::2], lambda b: b[2:2],
        lambda b: b, lambda b: b[1], lambda b: b[3, 3:], lambda b: b.reshape(2, 2, 4)[:, 1, ::-2],
    ],
)  # fmt: skip
def test_results_land_in_the_views_elements_only(by_hand, view):
    array, expected = base(), base()
    view(expected)[...] *= 2
    twice[1](view(array), view(array).size)
    assert (array == expected).all()


def test_an_array_passed_twice_is_one_memory(by_hand):
    array = np.arange(8, dtype=np.int32)
    copy[1](array[4:], array[:4], 4)
    assert array.tolist() == [0, 1, 2, 3, 0, 1, 2, 3]
    columns = np.arange(8, dtype=np.int32).reshape(4, 2)
    copy[1](columns[:, 0], columns[:, 0], 4)
    assert columns.ravel().tolist() == list(range(8))


def test_views_that_overlap_are_not_written_as_if_they_were_apart(by_hand):
    def columns():
        return np.arange(8, dtype=np.int32).reshape(4, 2)

    for views in (
        lambda c: (c[:, 0], c[::-1, 0]),
        lambda c: (c[1:, 0], c[:3, 0]),
        lambda c: (c.reshape(-1), c[:, 1]),
        lambda c: (c[:, 1], c.reshape(-1)),
    ):
        array = columns()
        with pytest.raises(ValueError, match=r"kernel 'copy': arguments 'z' and 'x' overlap, .* pass a copy of one"):
            copy[1](*views(array), 3)
        assert (array == columns()).all()
    # Views with no element in common, and overlapping ones that are only read, are what they look like.
    array = columns()
    copy[1](array[:, 0], array[:, 1], 4)
    assert array.ravel().tolist() == [1, 1, 3, 3, 5, 5, 7, 7]
    copy[1](array[:, 0], array.reshape(-1), 0)
    assert array.ravel().tolist() == [1, 1, 3, 3, 5, 5, 7, 7]


@asc.jit
def relay(z: asc.GlobalAddress, x: asc.GlobalAddress, n: int):
    """GlobalTensor<int32_t> a, b; a.SetGlobalBuffer(z, n); b.SetGlobalBuffer(x, n);
    for (int i = 0; i + 1 < n; ++i) a.SetValue(i + 1, b.GetValue(i));"""


@pytest.mark.parametrize("step", [1, 2])
def test_what_is_written_through_one_argument_is_read_through_the_other(by_hand, step):
    array = np.arange(1, 9, dtype=np.int32)[::step]
    relay[1](array, array, array.size)
    assert array.tolist() == [1] * array.size


@pytest.mark.parametrize("view", [lambda a: a, lambda a: a[::2]])
def test_read_only_arrays_are_inputs_only(by_hand, view):
    array = np.arange(8, dtype=np.int32)
    array.flags.writeable = False
    z = np.zeros(8, np.int32)
    copy[1](z, view(array), view(array).size)
    assert z[: view(array).size].tolist() == view(array).tolist()
    with pytest.raises(ModelError, match="argument 'v', which is read-only") as caught:
        twice[1](view(array), view(array).size)
    assert caught.value.kind == "readonly"
    assert array.tolist() == list(range(8))


@pytest.mark.parametrize("shape", [(0,), (4, 0), (0, 3)])
def test_empty_arrays_are_launched(by_hand, shape):
    array = np.zeros(shape, np.int32)
    twice[2](array, array.size)
    empty[1](array, array.size)
    with pytest.raises(ModelError, match="argument 'v'"):
        twice[1](array, 1)


def record():
    return np.zeros(4, [("a", "i4"), ("b", "f4")])


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (np.zeros(4, np.complex64), "an array of complex64"),
        (np.array([None]), "an array of object"),
        (np.array(["a"]), "an array of <U1"),
        (np.zeros(4, ">i4"), "foreign byte order"),
        (record(), "an array of"),
        (record().view(np.recarray), "an array of"),
        (np.ma.masked_array(np.zeros(4, np.int32)), "a masked array"),
        ([1, 2], "is a list"),
        ({}, "is a dict"),
    ],
)
def test_arrays_that_are_refused(by_hand, array, text):
    with pytest.raises((TypeError, ValueError)) as caught:
        empty[1](array, 4)
    assert str(caught.value).startswith("kernel 'empty': argument 'z' is ")
    assert text in str(caught.value)


@pytest.mark.parametrize(
    "array", [np.zeros(4), np.zeros(4, np.int64), np.zeros(4, ml_dtypes.bfloat16), np.array(3.0), np.zeros(4, bool)]
)
def test_arrays_of_every_type_are_addresses(by_hand, array):
    empty[1](array, 4)


class Exporter:
    """An array of another library: it only speaks DLPack."""

    def __init__(self, array, versions):
        self.array, self.versions = array, versions

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **options):
        if not self.versions:
            if options:
                raise TypeError("unexpected keyword")
            return self.array.__dlpack__()
        return self.array.__dlpack__(**options)


@pytest.mark.parametrize("versions", [False, True])
def test_dlpack_arrays_share_their_memory(by_hand, versions):
    array = np.arange(8, dtype=np.int32)
    twice[1](Exporter(array, versions), 8)
    assert array.tolist() == list(range(0, 16, 2))
    twice[1](Exporter(array[::2], versions), 4)
    assert array.tolist() == [0, 2, 8, 6, 16, 10, 24, 14]


def test_memory_of_another_device_is_refused(by_hand):
    exporter = Exporter(np.zeros(4, np.int32), True)
    exporter.__class__ = type("Elsewhere", (Exporter,), {"__dlpack_device__": lambda self: (2, 0)})
    with pytest.raises(TypeError, match="argument 'v' is an Elsewhere in the memory of DLPack device 2"):
        twice[1](exporter, 4)


def test_threads_launch_kernels_side_by_side(by_hand):
    kernels = [asc.jit(f) for f in (put.fn, blocks.fn, copy.fn, twice.fn)]
    arrays = [np.full(4096, i, np.int32) for i in range(64)]

    def launch(i):
        kernel, z = kernels[i % 4], arrays[i]
        arguments = {0: (i,), 1: (), 2: (arrays[i], 8), 3: (4,)}[i % 4]
        kernel[1](z, *arguments)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(launch, range(64)))
    for i, z in enumerate(arrays):
        assert z[0] == {0: i + 300, 1: 1, 2: i, 3: 2 * i}[i % 4]
    assert sorted(by_hand.compiled) == ["blocks", "copy", "put", "twice"]


@pytest.mark.parametrize("name", ["torch", "numpy.ma"])
def test_a_library_that_another_thread_is_importing_is_no_hindrance(by_hand, monkeypatch, name):
    monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    z = np.arange(4, dtype=np.int32)
    for _ in range(2):
        twice[1](z, n=4)
    assert z.tolist() == [0, 4, 8, 12]


def test_kernels_are_pickled_by_name():
    import pickle

    assert blocks.__reduce__() == "blocks"
    assert b"blocks" in pickle.dumps(blocks.__wrapped__.__name__)


def test_kernels_look_like_their_functions():
    assert (put.__name__, put.__module__, put.__doc__) == ("put", put.fn.__module__, put.fn.__doc__)
    assert repr(put).endswith(".put>")


def test_launchers_tell_their_kernel_and_where_they_launch():
    assert repr(put[2]) == "<launcher of put on 2 cores>"
    assert repr(put[None]) == "<launcher of put on all cores>"
    stream = rt.create_stream()
    assert repr(put[2, stream]) == f"<launcher of put on 2 cores, {stream!r}>"


@pytest.mark.parametrize("told", [None, 3, (1,), ("cpu", 0), (1, 0, 0)])
def test_a_device_that_dlpack_does_not_tell_is_named(by_hand, told):
    exporter = type("Odd", (Exporter,), {"__dlpack_device__": lambda self: told})(np.zeros(1, np.int32), True)
    with pytest.raises(TypeError, match=r"argument 'z' is an Odd whose __dlpack_device__\(\) gives .*, not two whole"):
        put[1](exporter, 1)
