"""Tensors of torch as arguments; torch is never imported for them."""

from __future__ import annotations

from typing import Any

import numpy as np

from asc_plugins.irtypes import PointerType

from .arguments import NUMPY_NAMES, Argument, array_argument, known_types


def is_tensor(value: Any, torch: Any) -> bool:
    """True for a tensor; there is none while another thread is importing torch."""
    return isinstance(value, getattr(torch, "Tensor", ()))


def argument_of(value: Any, torch: Any) -> Argument | None:
    """The argument of a tensor.

    Raises:
        TypeError, ValueError: a tensor that can't be passed.
    """
    if value.device.type == "npu":
        return _on_npu(value)
    if value.device.type == "meta":
        raise TypeError("a tensor on device 'meta', which has no memory; MockTensor stands for an array to compile for")
    if value.device.type != "cpu":
        raise TypeError(f"a tensor on device '{value.device}', which Model can't reach; pass tensor.cpu()")
    if value.layout is not torch.strided:
        raise TypeError(f"a tensor of layout {value.layout}; pass tensor.to_dense()")
    tensor = value.detach()
    if tensor.is_complex() or tensor.is_quantized or str(value.dtype).rpartition(".")[2] not in NUMPY_NAMES:
        raise TypeError(f"a tensor of {value.dtype}, which kernels don't have; {known_types()}")
    if tensor.dtype is torch.bfloat16:
        import ml_dtypes

        # numpy has no bfloat16 of its own, so the memory is handed over as integers.
        return array_argument(tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16))
    try:
        return array_argument(tensor.numpy())
    except (RuntimeError, TypeError) as error:
        raise TypeError(_unseen(value, error)) from error


def _unseen(tensor: Any, error: Exception) -> str:
    """Why a tensor of a type that kernels have is no array."""
    if tensor.is_nested:
        return "a nested tensor, whose parts have sizes of their own; pass the parts of tensor.unbind()"
    if tensor.is_neg():
        return "a tensor whose elements torch has yet to negate; pass tensor.resolve_neg()"
    return f"a tensor of {tensor.dtype} without memory that kernels reach, as torch has them while it traces: {error}"


def as_array(value: Any, torch: Any) -> np.ndarray[Any, Any] | None:
    """The array that a torch tensor of the host is passed as; None for other values and those to be refused."""
    if not is_tensor(value, torch) or value.device.type != "cpu":
        return None
    try:
        if value.dtype in _plain_types(torch):
            return value.detach().numpy() if value.requires_grad else value.numpy()  # type: ignore[no-any-return]
        argument = argument_of(value, torch)
    except (RuntimeError, TypeError, ValueError):
        return None
    return None if argument is None else argument.array


_plain: tuple[Any, frozenset[Any]] = (None, frozenset())


def _plain_types(torch: Any) -> frozenset[Any]:
    """The types of tensors that numpy has as well."""
    global _plain
    if _plain[0] is not torch:
        names = (name for name in NUMPY_NAMES if name != "bfloat16" and hasattr(torch, name))
        _plain = (torch, frozenset(getattr(torch, name) for name in names))
    return _plain[1]


def note_written(value: Any, torch: Any) -> None:
    """Tells torch that the memory of a tensor was written, so that it refuses gradients that need what was there."""
    if is_tensor(value, torch) and not value.is_inference():
        torch.autograd.graph.increment_version(value)


def _on_npu(value: Any) -> Argument:
    dtype = NUMPY_NAMES.get(str(value.dtype).rpartition(".")[2])
    if dtype is None:
        raise TypeError(f"a tensor of {value.dtype}, which kernels don't have; {known_types()}")
    if not value.is_contiguous():
        raise ValueError("a tensor on an NPU whose elements don't lie one after the other; pass tensor.contiguous()")
    return Argument(PointerType(dtype), address=value.data_ptr(), device=("npu", value.device.index or 0))
