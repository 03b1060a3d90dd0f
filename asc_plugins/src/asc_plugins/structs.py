"""Parameter structs of Ascend C, ``BinaryRepeatParams`` and the like, declared by their fields."""

from __future__ import annotations

import inspect
import typing
from typing import Any, ClassVar

from .binding import bind
from .builder import current_builder
from .constexpr import ConstExpr
from .dtypes import DataType
from .emit import Emitter, OpText
from .errors import CallError
from .irtypes import IRType, TypeSpec, cpp_literal
from .ops import OperandSpec, OpSpec
from .params import Kind, Param, parse_signature
from .values import IRValue

#: Attribute that holds the fields known at compile time; None where a run-time operand stands.
CONSTANTS = "constants"


class ParamStruct(IRValue):
    """Base of parameter structs; a subclass lists its fields with their types and defaults::

        class UnaryRepeatParams(ParamStruct):
            \"\"\"Strides of instructions with one source.\"\"\"

            dst_blk_stride: UInt16 = 1

    An object is made with positional or keyword arguments, each a constant or a run-time number.
    """

    fields: ClassVar[tuple[Param, ...]]
    #: Declaration of the operation that makes the struct.
    op_spec: ClassVar[OpSpec]

    def __init_subclass__(
        cls, cpp: str | None = None, ir_name: str | None = None, dialect: str = "asc"
    ) -> None:
        cpp = cpp or cls.__name__
        name = ir_name or _snake(cpp)
        cls.ir_spec = TypeSpec(dialect, name, (), cpp, cls, inspect.cleandoc(cls.__doc__ or ""))
        cls.op_spec = OpSpec(
            f"{dialect}.{name}",
            (OperandSpec("fields", arity="variadic"),),
            (OperandSpec("result", (cls,)),),
            (CONSTANTS,),
            pure=True,
            emit=_emit,
            api=cls.__name__,
            doc=cls.ir_spec.doc,
        )

    @classmethod
    def signature(cls) -> tuple[Param, ...]:
        """The fields as parameters, in Ascend C's order."""
        if "fields" not in cls.__dict__:
            hints = typing.get_type_hints(cls, include_extras=True)
            own = [n for n in cls.__annotations__ if not n.startswith("_")]
            parameters = [
                inspect.Parameter(
                    n,
                    inspect.Parameter.POSITIONAL_OR_KEYWORD,
                    default=cls.__dict__.get(n, inspect.Parameter.empty),
                )
                for n in own
            ]

            def init() -> None: ...

            init.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
            init.__annotations__ = {n: hints[n] for n in own}
            init.__qualname__ = cls.__qualname__
            cls.fields = parse_signature(init, skip_self=False)[0]
        return cls.fields

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        builder = current_builder(type(self).__name__)
        params = self.signature()
        name = type(self).__name__
        bound = bind(params, args, kwargs)
        if isinstance(bound, str):
            raise CallError(f"{name}: {bound}", code="ASC-E301")
        constants: list[Any] = []
        operands: list[Any] = []
        for param in params:
            value = ConstExpr.unwrap(bound[param.name])
            reason = param.out_of_range(value) if param.kind is Kind.SCALAR else None
            if reason is not None:
                raise CallError(f"{name}: {reason}", code="ASC-E302")
            if isinstance(value, IRValue):
                dtype = DataType(param.scalar.dtype) if param.scalar else None
                operands.append(
                    builder.materialize(value, dtype).handle if param.kind is Kind.SCALAR else value.to_ir()
                )
                constants.append(None)
            else:
                constants.append(value)
        type_ = IRType(self.ir_spec)
        (handle,) = builder.create(self.op_spec.name, [operands], [type_], {CONSTANTS: constants})
        self.adopt(handle, type_)


def _snake(name: str) -> str:
    out = ""
    for i, c in enumerate(name):
        if c.isupper() and i and (not name[i - 1].isupper() or (i + 1 < len(name) and name[i + 1].islower())):
            out += "_"
        out += c.lower()
    return out


def _emit(op: OpText, emitter: Emitter) -> str:
    """``BinaryRepeatParams(1, 1, 1, 8, 8, 8)``, run-time fields in their places."""
    (type_,) = op.result_types
    assert isinstance(type_, IRType)
    runtime = iter(op.operands("fields"))
    values = []
    for constant in op.attribute(CONSTANTS):
        if constant is None:
            values.append(next(runtime))
        else:
            values.append(cpp_literal(constant))
    return f"{type_.cpp}({', '.join(values)})"
