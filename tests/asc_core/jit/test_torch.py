"""Torch tensors, by a stand-in for torch where it isn't installed."""

import importlib.util
import sys
import types

import ml_dtypes
import numpy as np
import pytest

from asc_core.jit.arguments import classify
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


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch isn't installed")
def test_real_tensors():
    import torch

    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.int64, torch.bool):
        tensor = torch.zeros(4, 4, dtype=dtype)[:, 1]
        argument = classify(tensor, "array")
        argument.array[2] = 1
        assert tensor[2] == 1
    assert classify(torch.tensor(3.0), "array").array.shape == ()
