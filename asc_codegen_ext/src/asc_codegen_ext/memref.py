"""Buffers of ``memref``: arrays of the kernel's own, and addresses of elements in them or in global memory."""

from __future__ import annotations

import math
from collections.abc import Sequence

from asc_plugins.emit import Emitter, Expr, OpText, Precedence
from asc_plugins.errors import CallError
from asc_plugins.irtypes import PointerType, UpstreamType
from asc_plugins.ops import EmitFunction

from .expressions import infix, is_set, operand
from .scf import inlined

# A size, an offset or a stride that an operand gives.
_DYNAMIC = -(1 << 63)


def _buffer(type_: object, op: OpText) -> UpstreamType:
    if not isinstance(type_, UpstreamType) or type_.kind != "memref":
        raise CallError(f"'{op.name}' needs a buffer with a known number of dimensions")
    return type_


def _source(op: OpText, index: int = 0) -> UpstreamType:
    return _buffer(op.operand_type(index), op)


def _size(type_: UpstreamType, op: OpText) -> int:
    sizes = [size for size in type_.shape if size is not None]
    if len(sizes) != len(type_.shape):
        raise CallError(f"'{op.name}' has a size that only run time tells", hint="give the type constant sizes")
    return math.prod(sizes)


def _place(indices: Sequence[Expr | int], strides: Sequence[int]) -> Expr | int:
    """How many elements from the start an element lies."""
    constant, text = 0, None
    for index, stride in zip(indices, strides, strict=True):
        if isinstance(index, int):
            constant += index * stride
            continue
        term = index if stride == 1 else infix(index, "*", str(stride))
        text = term if text is None else infix(text, "+", term)
    if text is None:
        return constant
    return infix(text, "+", str(constant)) if constant else text


def _indices(op: OpText, first: int, count: int, emitter: Emitter) -> list[Expr | int]:
    found: list[Expr | int] = []
    for place in range(first, first + count):
        number = emitter.constant(op.operand_value(place))
        text = operand(op, place)
        found.append(int(number) if number is not None else text)
    return found


def _element(op: OpText, buffer: int, emitter: Emitter) -> Expr:
    type_ = _source(op, buffer)
    base = op.operand(buffer, Precedence.POSTFIX)
    place = _place(_indices(op, buffer + 1, len(type_.shape), emitter), type_.strides)
    return Expr(f"{base}[{place}]", Precedence.POSTFIX)


def _load(op: OpText, emitter: Emitter) -> str:
    return _element(op, 0, emitter)


def _store(op: OpText, emitter: Emitter) -> str:
    return f"{_element(op, 1, emitter)} = {op.operand(0)}"


def _alloca(op: OpText, emitter: Emitter) -> str:
    type_ = _buffer(op.result_types[0], op)
    if "__gm__" in type_.cpp or type_.element is None:
        raise CallError("a kernel can't allocate global memory", hint="pass it as an argument of the kernel")
    alignment = op.attribute("alignment")
    prefix = f"alignas({alignment}) " if alignment else ""
    return emitter.declare(f"{prefix}{type_.element.cpp}", "buffer", suffix=f"[{max(_size(type_, op), 1)}]")


def _get_global(op: OpText, emitter: Emitter) -> str:
    definition = emitter.symbol(op.attribute("name"))
    values = definition.attribute("initial_value")
    type_ = _buffer(op.result_types[0], op)
    if not is_set(definition, "constant"):
        raise CallError(f"'{op.attribute('name')}' isn't constant", hint="kernels have no global variables")
    if not isinstance(values, list) or type_.element is None:
        raise CallError(f"'{op.attribute('name')}' has no values", hint="give memref.global an initial value")
    texts = ", ".join(emitter.literal(value, type_.element) for value in values)  # type: ignore[arg-type]
    return emitter.declare(type_.element.cpp, op.attribute("name"), f"{{{texts}}}", f"[{len(values)}]")


def _same(op: OpText, emitter: Emitter) -> None:
    """Another view of the same elements."""
    for place, value in enumerate(op.results):
        type_ = op.result_types[place]
        if not isinstance(type_, PointerType):
            _buffer(type_, op)
        emitter.bind(value, operand(op, place))


def _moved(op: OpText, emitter: Emitter, place: Expr | int) -> Expr:
    base = operand(op, 0)
    return base if place == 0 else infix(base, "+", str(place) if isinstance(place, int) else place)


def _mixed(static: Sequence[int], op: OpText, first: int, emitter: Emitter) -> list[Expr | int]:
    """Numbers of which some are constants and the others operands from *first* on."""
    found: list[Expr | int] = []
    for number in static:
        if number != _DYNAMIC:
            found.append(number)
            continue
        found += _indices(op, first, 1, emitter)
        first += 1
    return found


def _subview(op: OpText, emitter: Emitter) -> Expr:
    _buffer(op.result_types[0], op)
    return _moved(op, emitter, _place(_mixed(op.attribute("static_offsets"), op, 1, emitter), _source(op).strides))


def _reinterpret(op: OpText, emitter: Emitter) -> Expr:
    _buffer(op.result_types[0], op)
    return _moved(op, emitter, _place(_mixed(op.attribute("static_offsets"), op, 1, emitter), (1,)))


def _view(op: OpText, emitter: Emitter) -> Expr:
    cpp = _buffer(op.result_types[0], op).cpp
    (place,) = _indices(op, 1, 1, emitter)
    return Expr(f"reinterpret_cast<{cpp}>({_moved(op, emitter, place)})", Precedence.POSTFIX)


def _dim(op: OpText, emitter: Emitter) -> str:
    number = emitter.constant(op.operand_value(1))
    shape = _source(op).shape
    size = shape[int(number)] if number is not None and 0 <= number < len(shape) else None
    if size is None:
        raise CallError("the size of this dimension isn't known", hint="pass sizes as arguments of the kernel")
    return str(size)


def _rank(op: OpText, emitter: Emitter) -> str:
    return str(len(_source(op).shape))


def _copy(op: OpText, emitter: Emitter) -> None:
    source, target = _source(op, 0), _source(op, 1)
    _size(source, op)
    texts = [op.operand(i, Precedence.POSTFIX) for i in (0, 1)]
    _copy_from(texts, (source, target), [], emitter)


def _copy_from(texts: list[str], types: tuple[UpstreamType, UpstreamType], names: list[Expr], emitter: Emitter) -> None:
    if len(names) == len(types[0].shape):
        origin, target = (f"{t}[{_place(names, type_.strides)}]" for t, type_ in zip(texts, types, strict=True))
        emitter.statement(f"{target} = {origin}")
        return
    with emitter.scope():
        name = emitter.name("i")
        with emitter.block(f"for (int64_t {name} = 0; {name} < {types[0].shape[len(names)]}; ++{name})"):
            _copy_from(texts, types, [*names, Expr(name)], emitter)


def _as_number(op: OpText, emitter: Emitter) -> str:
    return Expr(f"reinterpret_cast<int64_t>({op.operand(0)})", Precedence.POSTFIX)


EMITTERS: dict[str, EmitFunction] = {
    "memref.alloca": _alloca,
    "memref.alloca_scope": inlined,
    "memref.assume_alignment": _same,
    "memref.cast": _same,
    "memref.collapse_shape": _same,
    "memref.copy": _copy,
    "memref.dim": _dim,
    "memref.distinct_objects": _same,
    "memref.expand_shape": _same,
    "memref.extract_aligned_pointer_as_index": _as_number,
    "memref.get_global": _get_global,
    "memref.global": lambda op, emitter: None,
    "memref.load": _load,
    "memref.rank": _rank,
    "memref.reinterpret_cast": _reinterpret,
    "memref.store": _store,
    "memref.subview": _subview,
    "memref.transpose": _same,
    "memref.view": _view,
}
