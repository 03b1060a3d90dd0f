"""The pack *core*: tensors, types, enums, parameter structs."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from asc_plugins import ConstExpr, DataType, GlobalAddress, ParamStruct, dtypes, hookimpl, ranges
from asc_plugins.hookspecs import PackInfo, RegisterModel, RegisterName, RegisterOp

from . import (
    aipp_params,
    array,
    check_params,
    cube_params,
    data_copy_params,
    dtype,
    enums,
    load_params,
    memory_allocator,
    repeat_params,
    scalars,
    shape_info,
    struct,
    tensor,
    tensor_auto,
    tensor_shape,
    vector_params,
)

PARAMS: tuple[ModuleType, ...] = (
    repeat_params, data_copy_params, load_params, cube_params, vector_params, check_params, aipp_params,
)  # fmt: skip
FUNCTIONS = (
    array.array,
    scalars.number,
    scalars.ceildiv,
    scalars.static_assert,
    scalars.property,
    scalars.inline,
)
DTYPE_NAMES = {"int_": "int32", "float_": "float32"}


@hookimpl
def asc_pack() -> PackInfo:
    return PackInfo("core", "0.1.0", doc="tensors, data types, enums and parameter structs")


@hookimpl
def asc_register_names(register: RegisterName) -> None:
    for known in dtypes.ALL:
        if not known.is_bool():
            register(known, known.name)
    for name, target in {**DTYPE_NAMES, "half": "float16", "double": "float64"}.items():
        register(DataType(target), name)
    for enum in enums.all_enums():
        register(enum)
    for module in PARAMS:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, ParamStruct) and value is not ParamStruct:
                register(value)
    for cls in (
        ConstExpr, DataType, GlobalAddress, ranges.range, ranges.static_range,
        tensor.LocalTensor, tensor.GlobalTensor, shape_info.ShapeInfo, struct.Struct,
        memory_allocator.LocalMemAllocator, cube_params.FixpipeConfig,
        tensor_auto.LocalTensorAuto, tensor_auto.MrgSortSrcList, tensor_shape.TensorShape,
        dtype.KnownTypes,
    ):  # fmt: skip
        register(cls)
    register(array.Array, "Array")
    register(shape_info.get_shape_size)
    for function in FUNCTIONS:
        register(function)
    for name, value in vars(scalars).items():
        if isinstance(value, scalars.Property):
            register(value, name)


@hookimpl
def asc_register_ops(register: RegisterOp) -> None:
    for spec in (*array.OPS, *scalars.OPS, *struct.OPS, *tensor_auto.OPS):
        register(spec)


@hookimpl
def asc_register_model(register: RegisterModel) -> None:
    register(Path(__file__).parent / "model")
