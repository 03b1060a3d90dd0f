"""Torch tensors, by a stand-in for torch where it isn't installed."""

import sys
import types

import ml_dtypes
import numpy as np
import pytest

import asc
import asc.lib.runtime as rt
from asc_core.jit.arguments import classify
from asc_core.jit.signature import Signature
from asc_plugins.dtypes import DataType
from asc_plugins.irtypes import PointerType


class Tensor:
    """What asc asks of a tensor."""

    def __init__(self, array, dtype, *, device="cpu", layout="strided"):
        self.array, self.dtype, self.layout = array, dtype, layout
        self.device = types.SimpleNamespace(type=device, __str__=lambda self: device)
        self.is_quantized = False

    def detach(self):
        return self

    def is_complex(self):
        return "complex" in self.dtype

    def view(self, dtype):
        return Tensor(self.array.view(np.int16), dtype)

    def numpy(self):
        if self.dtype == "bfloat16":
            raise TypeError("Got unsupported ScalarType BFloat16")
        return self.array


@pytest.fixture
def torch(monkeypatch):
    module = types.SimpleNamespace(Tensor=Tensor, strided="strided", bfloat16="bfloat16", int16="int16")
    monkeypatch.setitem(sys.modules, "torch", module)
    return module


@pytest.mark.parametrize("name", ["float16", "float32", "float64", "int8", "int64", "uint8", "bool", "bfloat16"])
def test_tensors_share_their_memory(torch, name):
    array = np.zeros(4, ml_dtypes.bfloat16 if name == "bfloat16" else name)
    argument = classify(Tensor(array, name), "array")
    assert argument.type == PointerType(DataType(name))
    argument.array[0] = 1
    assert array[0] == 1


@pytest.mark.parametrize(
    ("tensor", "text"),
    [
        (Tensor(np.zeros(1), "float64", device="cuda"), "which Model can't reach; pass tensor.cpu()"),
        (Tensor(np.zeros(1), "float64", layout="sparse_coo"), "a tensor of layout sparse_coo"),
        (Tensor(np.zeros(1), "complex64"), "a tensor of complex64, which kernels don't have"),
    ],
)
def test_other_tensors_are_refused(torch, tensor, text):
    with pytest.raises(TypeError, match=text):
        classify(tensor, "array")


def test_torch_is_not_imported_for_it():
    before = "torch" in sys.modules
    classify(np.zeros(1), "array")
    assert ("torch" in sys.modules) == before


def test_a_tensor_without_memory_is_refused(torch):
    with pytest.raises(TypeError, match="a tensor on device 'meta', which has no memory; MockTensor stands for"):
        classify(Tensor(np.zeros(1), "float64", device="meta"), "array")


# Launches with torch itself, where it is installed.


@asc.jit
def double(v: asc.GlobalAddress, n: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(v, n)
    for i in range(n):
        x = g.get_value(i)
        g.set_value(i, x + x)


@asc.jit
def put(z: asc.GlobalAddress, v: float):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(0, v)


@pytest.fixture(scope="module")
def real():
    return pytest.importorskip("torch", exc_type=ImportError)


@pytest.mark.parametrize(
    "name", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float16", "float32", "float64"]
)
def test_tensors_of_every_type(real, name):
    tensor = real.arange(8).to(getattr(real, name))
    double[1](tensor, 8)
    assert tensor.to(real.int64).tolist() == list(range(0, 16, 2))


def test_tensors_of_bfloat16(real):
    tensor = real.arange(8, dtype=real.bfloat16) / 8
    expected = tensor + tensor
    argument = classify(tensor, "array")
    assert argument.type == PointerType(DataType("bfloat16"))
    argument.array[...] += argument.array
    assert real.equal(tensor, expected)
    assert classify(real.zeros((), dtype=real.bfloat16), "scalar").type == DataType("bfloat16")


@pytest.mark.parametrize(
    "view",
    [lambda t: t[:, 1], lambda t: t.T, lambda t: t[::2, 1:3], lambda t: t.unsqueeze(0)[:, 2], lambda t: t.select(0, 3)],
)
@pytest.mark.parametrize("name", ["float32", "int64"])
def test_tensors_that_are_not_contiguous(real, view, name):
    tensor = real.arange(16).to(getattr(real, name)).reshape(4, 4)
    expected = tensor.clone()
    view(expected).mul_(2)
    double[1](view(tensor), view(tensor).numel())
    assert real.equal(tensor, expected)


def test_a_tensor_of_resolved_negation_is_written(real):
    view = real.complex(real.ones(2), real.ones(2)).conj().imag
    tensor = view.resolve_neg()
    double[1](tensor, 2)
    assert tensor.tolist() == [-2, -2]


def test_tensors_without_memory_while_torch_maps_are_refused(real):
    with pytest.raises(TypeError, match="without memory that kernels reach, as torch has them while it traces"):
        real.vmap(lambda t: put[1](t, 1.0))(real.zeros(2, 2))


@pytest.mark.parametrize(("shape", "advice"), [((1,), "its number, tensor.item()"), ((2,), "as tensor.numel()")])
def test_a_tensor_is_no_number_unless_it_has_no_dimensions(real, shape, advice):
    z = real.zeros(1)
    with pytest.raises(TypeError) as caught:
        put[1](z, real.ones(shape))
    assert str(caught.value).endswith(advice)
    put[1](z, real.tensor(2.5))
    assert z.tolist() == [2.5]


def test_tensors_that_want_gradients_are_written(real):
    tensor = real.ones(4, requires_grad=True)
    double[1](tensor, 4)
    assert tensor.tolist() == [2, 2, 2, 2]
    assert tensor.requires_grad
    parameter = real.nn.Parameter(real.ones(4))
    double[1](parameter * 3, 4)
    assert parameter.tolist() == [1, 1, 1, 1]


def test_a_tensor_without_dimensions_is_a_number_to_a_scalar_parameter(real):
    z = real.zeros(1)
    for value in (real.tensor(2.5), real.tensor(3), real.tensor(True), real.tensor(1.5, dtype=real.bfloat16)):
        put[1](z, value)
        assert z[0] == float(value)
    with pytest.raises(TypeError, match="'v' is a Tensor, but it is declared a scalar"):
        put[1](z, real.ones(1))
    box = real.tensor(2.5)
    put[1](box, 4.0)
    assert box == 4


def test_an_expanded_tensor_is_not_written(real):
    one = real.ones(1)
    with pytest.raises(ValueError, match=r"'v' has elements that share their memory.*, of a tensor tensor\.clone\(\)"):
        double[1](one.expand(4), 4)
    assert one == 1


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda t: t.zeros(4, device="meta"), "'v' is a tensor on device 'meta', which has no memory"),
        (lambda t: t.zeros(4, dtype=t.complex64), "'v' is a tensor of torch.complex64, which kernels don't have"),
        (lambda t: t.zeros(4).to_sparse(), "'v' is a tensor of layout torch.sparse_coo; pass tensor.to_dense()"),
        (lambda t: t.zeros(4, dtype=t.float8_e4m3fn), "'v' is a tensor of torch.float8_e4m3fn, which kernels don't"),
        (lambda t: t.zeros(4, dtype=t.complex64).conj().imag, "yet to negate; pass tensor.resolve_neg()"),
        (lambda t: t.nested.nested_tensor([t.zeros(2), t.zeros(3)]), "'v' is a nested tensor, whose parts have sizes"),
    ],
)
@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
def test_real_tensors_that_are_refused(real, make, text):
    with pytest.raises(TypeError) as caught:
        double[1](make(real), 4)
    assert text in str(caught.value)


def test_a_tensor_through_dlpack_is_the_same_memory(real):
    class Exporter:
        def __init__(self, tensor):
            self.tensor = tensor

        def __dlpack__(self, **options):
            return self.tensor.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.tensor.__dlpack_device__()

    tensor = real.arange(8, dtype=real.int32)
    double[1](Exporter(tensor), 8)
    double[1](Exporter(tensor[::2]), 4)
    assert tensor.tolist() == [0, 2, 8, 6, 16, 10, 24, 14]


@pytest.mark.parametrize("name", ["float32", "bfloat16", "int64", "bool"])
def test_tensors_are_launched_without_python_binding_them_anew(real, name, monkeypatch):
    @asc.jit
    def nothing(z: asc.GlobalAddress, x: asc.GlobalAddress, n: int):
        pass

    bound = []
    bind = Signature.bind
    monkeypatch.setattr(Signature, "bind", lambda self, args, kwargs: bound.append(args) or bind(self, args, kwargs))
    tensor = real.zeros(8, dtype=getattr(real, name))
    for launch in (
        lambda: nothing[1](tensor, tensor, 3),
        lambda: nothing[1](tensor, np.zeros(8, argument_type(tensor)), n=4),
        lambda: nothing[2](tensor.requires_grad_(tensor.is_floating_point()), x=tensor, n=4),
    ):
        for _ in range(3):
            launch()
    assert len(bound) == 1


def argument_type(tensor):
    return classify(tensor, "array").array.dtype


def test_an_array_of_a_tensor_is_seen_after_the_launch(real):
    for _ in range(3):
        tensor = real.ones(4)
        double[1](v=tensor, n=4)
        assert tensor.tolist() == [2, 2, 2, 2]


def test_a_tensor_among_globals_is_compared_by_its_elements(real):
    from asc_core.jit.digest import describe

    tensor = real.arange(4)
    text = describe([tensor])
    assert text == describe([real.arange(4)])
    tensor[2] = 7
    assert text != describe([tensor]) != describe([tensor.float()])
    assert describe(real.nn.Parameter(tensor.float())) == describe(tensor.float())


@asc.jit
def doubled(z: asc.GlobalAddress, x: asc.GlobalAddress, n: int):
    a = asc.GlobalTensor()
    a.set_global_buffer(x, n)
    b = asc.GlobalTensor()
    b.set_global_buffer(z, n)
    for i in range(n):
        b.set_value(i, a.get_value(i) * 2.0)


LAUNCHES = {
    "by position": lambda z, x: doubled[1](z, x, 4),
    "by name": lambda z, x: doubled[1](n=4, x=x, z=z),
    "with an option": lambda z, x: doubled[1](z, x, 4, auto_sync=True),
    "on a stream": lambda z, x: doubled[1, rt.create_stream()](z, x, 4),
}


@pytest.mark.parametrize("launch", LAUNCHES)
def test_torch_is_told_which_tensors_were_written(real, launch):
    for _ in range(3):
        z, x = real.zeros(4), real.ones(4)
        view = z[:]
        LAUNCHES[launch](z, x)
        assert z._version == view._version > 0
        assert x._version == 0
    rt.synchronize_device()


def test_kernels_out_of_the_cache_tell_what_they_write(real, monkeypatch, tmp_path):
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path))
    for _ in range(2):
        kernel = asc.jit(doubled.fn)
        z, x = real.zeros(4), real.ones(4)
        kernel[1](z, x, 4)
        assert (z._version > 0, x._version) == (True, 0)
    assert len(list(tmp_path.iterdir())) == 1


def test_gradients_that_need_what_was_written_over_are_refused(real):
    weights = real.ones(4, requires_grad=True)
    y = weights * 2
    q = y * y
    double[1](y, 4)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        q.sum().backward()
    # What was only read is still good.
    x = real.ones(4, requires_grad=True)
    q = x * x
    doubled[1](real.zeros(4), x, 4)
    q.sum().backward()
    assert x.grad.tolist() == [2, 2, 2, 2]


def test_tensors_of_inference_have_no_version(real):
    with real.inference_mode():
        tensor = real.ones(4)
    double[1](tensor, 4)
    assert tensor.tolist() == [2, 2, 2, 2]
