"""Statements of Ascend C from operations: what becomes a variable, what stands inside an expression."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from asc_core.ir.anyvalues import ANY, users_of
from asc_core.ir.bindings import ir
from asc_core.ir.context import IRContext
from asc_core.ir.effects import OpEffect
from asc_core.ir.errors import LocatedError
from asc_core.ir.location import SourceLoc
from asc_core.ir.places import name_and_place, place_of, python_name
from asc_plugins.dtypes import DataType
from asc_plugins.emit import Expr, RegionText
from asc_plugins.errors import CallError
from asc_plugins.irtypes import IRType, PointerType, ValueType
from asc_plugins.params import Scalar

from .call import emit_call
from .errors import TranslateError
from .lines import Line
from .literals import integer, literal
from .names import Names
from .optext import MlirOpText, MlirRegionText, Operands
from .ranges import Ranges, constant_of
from .shapes import shapes_of

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_CONVERSIONS = frozenset({"arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast"})
# Longer expressions are cut into variables: for readers, and because compilers limit their nesting.
_LONGEST = 120


@dataclass
class _Pending:
    """An expression that waits for the statement that uses it."""

    value: Any
    expr: Expr
    reads: bool
    op: Any


class Writer:
    """Writes the body of one function; it is the :class:`asc_plugins.emit.Emitter` of all emitters."""

    def __init__(self, context: IRContext, names: Names) -> None:
        self.context = context
        self.names = names
        self.ranges = Ranges(context.registry, self.constant)
        self._shapes = shapes_of(context)
        self._constants: dict[Any, int | float | None] = {}
        # What stands behind values whose type is hidden.
        self._hidden: dict[Any, Any] = {}
        self.helpers: dict[str, str] = {}
        self.ops_used: dict[str, None] = {}
        self._helper_names: dict[str, str] = {}
        self.lines: list[Line] = []
        self._indent = 1
        self._loc: SourceLoc | None = None
        self._op: MlirOpText | None = None
        self._name_left: str | None = None
        self._texts: dict[Any, Expr] = {}
        self._pending: dict[Any, _Pending] = {}
        # Variables by name, with what Python calls them.
        self._variables: dict[str, str | None] = {}
        # Variables that some value's text mentions without being a copy of it; they keep their contents.
        self._kept: set[str] = set()
        self._declared: set[str] = set()

    # Values

    def expression(self, value: Any) -> Expr:
        """How a value is written at the current place; a waiting expression is used up."""
        pending = self._pending.pop(value, None)
        if pending is not None:
            return pending.expr
        known = self._texts.get(value)
        if known is not None:
            return known
        number = self.constant(value)
        if number is not None:
            dtype = self.context.from_mlir(value.type)
            assert isinstance(dtype, DataType)
            return literal(number, dtype)
        raise self.error(f"the value of type {value.type} is used before it is computed")

    def argument(self, value: Any, expr: Expr, scalar: Scalar | None) -> str:
        """An expression where C++ converts it to the type that *scalar* declares."""
        if scalar is None:
            return expr
        number = self.constant(value)
        if scalar.like is None:
            dtype = DataType(scalar.dtype)
            if number is not None and not dtype.is_float():
                return integer(int(number), dtype)
            return expr.implicit if expr.implicit is not None else expr
        # The function's template finds out the type from this argument too, so it must be exact.
        own = self.context.from_mlir(value.type)
        element = self._element_of(scalar.like)
        if element is None or not isinstance(own, DataType) or element.is_float():
            return expr
        if number is not None:
            text = integer(int(number), element)
            return text if element.name == "int32" else f"{element.cpp}({text})"
        return expr if own is element else f"static_cast<{element.cpp}>({expr})"

    def _element_of(self, operand: str) -> DataType | None:
        assert self._op is not None
        if not self._op.has_operand(operand):
            return None
        type_ = self._op.operand_type(operand)
        if isinstance(type_, PointerType):
            return type_.dtype
        if isinstance(type_, IRType) and "dtype" in type_.spec.parameters:
            dtype = type_["dtype"]
            return dtype if isinstance(dtype, DataType) else None
        return None

    def bind(self, value: Any, text: str) -> None:
        self._texts[value] = text if isinstance(text, Expr) else Expr(text)

    def cpp_type(self, type: ValueType) -> str:
        return type.cpp

    def constant(self, value: Any) -> int | float | None:
        try:
            return self._constants[value]
        except KeyError:
            number = self._constants[value] = constant_of(value)
            return number

    def plain(self, value: Any) -> Any:
        """The value behind one whose type is hidden."""
        return self._hidden.get(value, value) if self._hidden else value

    def non_negative(self, value: Any) -> bool:
        return self.ranges.non_negative(value)

    def literal(self, value: bool | int | float, type: ValueType) -> str:
        assert isinstance(type, DataType)
        return literal(value, type)

    # Names and statements

    def name(self, hint: str) -> str:
        return self.names.fresh(hint)

    def result_name(self, hint: str) -> str:
        name, self._name_left = self._name_left, None
        return self._named(name, hint)

    def _named(self, python: str | None, hint: str) -> str:
        name = self.names.fresh(python or hint)
        self._variables[name] = python
        return name

    def name_of(self, value: Any, hint: str) -> str:
        # Not a variable that may be reused: a loop's own statement counts with it.
        return self.names.fresh(python_name(value) or hint)

    def declare(self, cpp_type: str, hint: str, initializer: str | None = None, suffix: str = "") -> str:
        name = self.result_name(hint)
        self._declaration(cpp_type, name, initializer, suffix)
        self._declared.add(name)
        return name

    def temporary(self, cpp_type: str, hint: str, initializer: str, suffix: str = "") -> str:
        """Declares a variable that isn't the op's result."""
        name = self.names.fresh(hint)
        self._declaration(cpp_type, name, initializer, suffix)
        return name

    def parameter(self, value: Any, name: str) -> None:
        """Says that a parameter of the function holds *value*."""
        self._variables[name] = python_name(value)
        self.bind(value, name)

    def variable(self, value: Any, hint: str, initializer: str | None = None) -> str:
        name = self._named(python_name(value), hint)
        self._declaration(self.context.from_mlir(value.type).cpp, name, initializer)
        self.bind(value, name)
        return name

    def _declaration(self, cpp_type: str, name: str, initializer: str | None, suffix: str = "") -> None:
        value = "" if initializer is None else f" = {_converted(initializer)}"
        self.statement(f"{cpp_type} {name}{suffix}{value};")

    def statement(self, text: str) -> None:
        for line in text.splitlines() or [""]:
            end = "" if line.rstrip().endswith((";", "}", "{")) or not line.strip() else ";"
            self.lines.append(Line(line.rstrip() + end, self._indent, self._loc))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.lines.append(Line(f"{head} {{", self._indent, self._loc))
        self._indent += 1
        try:
            with self.names.scope():
                yield
        finally:
            self._indent -= 1
        self.lines.append(Line("}", self._indent, None))

    @contextmanager
    def otherwise(self) -> Iterator[None]:
        """Continues the block that ended last with ``else``."""
        self.lines[-1] = Line("} else {", self._indent, None)
        self._indent += 1
        try:
            with self.names.scope():
                yield
        finally:
            self._indent -= 1
        self.lines.append(Line("}", self._indent, None))

    def scope(self) -> AbstractContextManager[None]:
        return self.names.scope()

    @contextmanager
    def capture(self) -> Iterator[list[Line]]:
        """Collects statements instead of writing them; :meth:`write` does so later, one block deeper."""
        outer, self.lines = self.lines, []
        self._indent += 1
        try:
            yield self.lines
        finally:
            self.lines = outer
            self._indent -= 1

    def write(self, lines: Sequence[Line]) -> None:
        self.lines.extend(lines)

    def helper(self, name: str, text: str) -> str:
        if name not in self._helper_names:
            unique = self._helper_names[name] = self.names.function(name)
            self.helpers[unique] = text.replace("{name}", unique)
        return self._helper_names[name]

    def preamble(self, text: str) -> None:
        self.helpers[f"text {text}"] = text

    def assign(self, pairs: Sequence[tuple[str, str, str]]) -> None:
        left = [(t, name, _converted(value)) for t, name, value in pairs if name != value]
        while left:
            free = next(
                (i for i, (_, name, _) in enumerate(left)
                 if not any(_mentions(v, name) for j, (_, _, v) in enumerate(left) if j != i)),
                None,
            )  # fmt: skip
            if free is not None:
                _, name, value = left.pop(free)
                self.statement(f"{name} = {value}")
                continue
            # All wait for each other: keep the old value of one.
            cpp_type, name, _ = left[0]
            old = self.names.fresh(f"{name}_old")
            self._declaration(cpp_type, old, name)
            left = [(t, n, _renamed(v, name, old)) for t, n, v in left]

    def reusable(self, value: Any, target: Any, inside: bool = False) -> str | None:
        assert self._op is not None
        op = self._op.mlir
        text = self._texts.get(value)
        if text is None or text not in self._variables or str(text) in self._kept:
            return None
        wanted = python_name(target)
        if wanted is not None and wanted != self._variables[text]:
            return None
        owner = value.owner
        home = owner if isinstance(owner, ir.Block) else owner.operation.block
        if home != op.block:
            return None
        direct = 0
        for user in users_of(value):
            top = _ancestor_in(user, home)
            if top is None:
                return None
            if top == op:
                direct += 1
                if not inside and user != op:
                    return None
            elif not top.is_before_in_block(op):
                return None
        if not inside and direct > 1:
            return None
        # A branch's condition is read before its variables change; a loop's bounds are read again and again.
        early = list(op.operands) if inside else []
        self._settle(lambda p: _mentions(p.expr, str(text)) and not any(p.value == v for v in early))
        return str(text)

    # Operations

    def function(self, function: Any) -> None:
        """Writes the body of a function without results."""
        (block,) = function.regions[0].blocks
        for op in block.operations:
            if op.operation.name != "func.return":
                self.operation(op.operation)

    def region(self, region: RegionText) -> MlirOpText:
        assert isinstance(region, MlirRegionText) and region.block is not None
        saved = self._op, self._name_left, self._loc
        ops = [op.operation for op in region.block.operations]
        for op in ops[:-1]:
            self.operation(op)
        self._op, self._name_left, self._loc = saved
        return MlirOpText(self, ops[-1], None)

    def operation(self, op: Any) -> None:
        """Writes an operation, or keeps its expression for the one statement that uses it."""
        name = op.name
        if name == "arith.constant":
            self._constants[op.results[0]] = op.attributes["value"].value
            return
        if name == ANY:
            self._hidden[op.results[0]] = op.operands[0]
            return
        shape = self._shapes.of(name)
        values = list(op.operands)
        if self._hidden:
            values = [self.plain(value) for value in values]
        text = MlirOpText(self, op, shape, values)
        self._op = text
        python, place = name_and_place(op.location)
        self._loc = place or self._loc
        self.ops_used[name] = None
        results = list(op.results)
        if len(results) != 1:
            python = None
        elif shape.has_regions:
            python = python_name(results[0])
        self._name_left = python
        named = python is not None
        effect = shape.effect
        pending = self._pending
        reads = effect is OpEffect.READS
        if pending:
            if effect is OpEffect.ANY:
                used = () if shape.is_loop else values
                self._settle(lambda p: p.reads and not any(p.value == v for v in used))
            reads = reads or any(pending[v].reads for v in values if v in pending)
            if shape.is_loop or name == "scf.if":
                # What stands before the op is evaluated before its variables are declared.
                self._settle(lambda p: any(p.value == v for v in values) and len(p.expr) > _LONGEST // 2)
        self._declared = set()
        written = self._emit(text)
        if not results:
            if written:
                self.statement(written)
            return
        if all(r in self._texts for r in results):
            return
        if len(results) > 1 or written is None:
            raise self.error(f"the emitter of '{name}' gives no text for its results")
        expr = written if isinstance(written, Expr) else Expr(written)
        self._result(_Pending(results[0], expr, reads, op), effect, named)

    def _emit(self, text: MlirOpText) -> str | None:
        try:
            return self._text(text)
        except LocatedError:
            raise
        except CallError as error:
            raise TranslateError(error.title, error.notes, error.hint, location=self._loc) from error

    def _text(self, text: MlirOpText) -> str | None:
        shape = text.shape
        assert shape is not None
        if shape.emit is not None:
            return shape.emit(text, self)
        if shape.spec is not None and shape.spec.call is not None:
            return emit_call(shape.spec.call, text, self)
        raise self.error(
            f"no pack says how '{text.name}' is written as Ascend C",
            "a pass must replace it, or a pack register an emitter for it",
        )

    def _result(self, pending: _Pending, effect: OpEffect, named: bool) -> None:
        value, expr = pending.value, pending.expr
        if expr in self._declared:
            self.bind(value, expr)
            return
        users = list(islice(users_of(value), 2))
        if not users:
            if effect is OpEffect.ANY:
                self.statement(expr)
            return
        if effect is OpEffect.ANY or named or len(expr) > _LONGEST:
            self._materialize(pending)
        elif len(users) == 1 and users[0].block == pending.op.block:
            self._pending[value] = pending
        elif not pending.reads and expr.implicit is not None and _IDENTIFIER.fullmatch(expr.implicit):
            self._kept.add(expr.implicit)
            self.bind(value, expr)
        else:
            self._materialize(pending)

    def _materialize(self, pending: _Pending) -> None:
        type_ = self.context.from_mlir(pending.value.type)
        hint = type_.spec.name if isinstance(type_, IRType) else self._hint(pending)
        name = self._named(python_name(pending.value), hint)
        self._declaration(type_.cpp, name, pending.expr)
        self.bind(pending.value, name)

    def _hint(self, pending: _Pending) -> str:
        """A name for a value that Python gave none: what it is used as, or where it comes from."""
        ops = self.context.registry.ops
        value = pending.value
        for _ in range(3):
            use = next(iter(value.uses))
            user = use.owner.operation
            if user.name in ops:
                hint = Operands(user, ops[user.name]).name_at(use.operand_number)
                if hint not in ("self", "lhs", "rhs", "operands"):
                    return hint
            if user.name not in _CONVERSIONS:
                break
            value = user.results[0]
        dialect, _, name = pending.op.name.partition(".")
        return name.removeprefix("get_") if pending.op.name in ops and dialect != "emitasc" else "value"

    def _settle(self, condition: Any) -> None:
        """Writes waiting expressions as variables, in their order."""
        for pending in [p for p in self._pending.values() if condition(p)]:
            del self._pending[pending.value]
            loc, self._loc = self._loc, place_of(pending.op.location) or self._loc
            self._materialize(pending)
            self._loc = loc

    def error(self, title: str, hint: str | None = None) -> TranslateError:
        """An error at the current operation."""
        return TranslateError(title, hint=hint, location=self._loc)


def _ancestor_in(op: Any, block: Any) -> Any:
    """The operation of *block* that is *op* or holds it; None when *op* is elsewhere."""
    while op is not None and op.block != block:
        parent = op.parent
        op = parent.operation if parent is not None and parent.name != "builtin.module" else None
    return op


def _mentions(text: str, name: str) -> bool:
    return any(found == name for found in _IDENTIFIER.findall(text))


def _renamed(text: str, name: str, new: str) -> str:
    return re.sub(rf"\b{re.escape(name)}\b", new, text)


def _converted(text: str) -> str:
    """An initializer, without a conversion that the declared type makes anyway."""
    implicit = text.implicit if isinstance(text, Expr) else None
    return text if implicit is None else implicit
