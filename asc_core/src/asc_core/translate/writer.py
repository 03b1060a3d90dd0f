"""Statements of Ascend C from operations: what becomes a variable, what stands inside an expression."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from asc_core.ir.bindings import ir
from asc_core.ir.effects import OpEffect
from asc_core.ir.errors import LocatedError
from asc_core.ir.location import SourceLoc
from asc_core.ir.places import name_and_place, place_of, place_of_operation
from asc_core.ir.ranges import Ranges
from asc_plugins.dtypes import DataType
from asc_plugins.emit import Expr, FunctionText, Precedence, RegionText
from asc_plugins.errors import CallError
from asc_plugins.irtypes import AnyType, IRType, PointerType, UpstreamType, ValueType
from asc_plugins.params import Scalar

from .assigning import IDENTIFIER, assignment, in_turn, mentions
from .cpptypes import read_type
from .errors import TranslateError
from .lines import Line
from .literals import integer, literal
from .optext import OpNode, RegionNode
from .shapes import CONSTANT, shapes_of
from .values import Block, Reader, Value

if TYPE_CHECKING:
    from .functions import File

_CONVERSIONS = frozenset({"arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast"})
# Longer expressions are cut into variables: for readers, and because compilers limit their nesting.
_LONGEST = 120
_MEMBER = re.compile(r"[A-Za-z_][\w.]*\.([A-Za-z_]\w*)")
# Enum members are slow to look up.
_FILE, _ANY, _READS, _PRIMARY = ir.FileLineColLoc, OpEffect.ANY, OpEffect.READS, Precedence.PRIMARY


class _Placed(Expr):
    """An expression with the location that its assignment is told to be at."""

    __slots__ = ("location",)

    location: Any


class Writer:
    """Writes the body of one function; it is the :class:`asc_plugins.emit.Emitter` of all emitters."""

    def __init__(self, file: File) -> None:
        context = file.context
        self.file = file
        self.context = context
        self.names = file.names
        self.shapes = shapes_of(context)
        self._ops_used = file.ops_used
        self.lines: list[Line] = []
        self._ranges = Ranges(context.registry)
        self._indent = 1
        # A location of MLIR or a place in the source.
        self._loc: Any = None
        self._op: OpNode | None = None
        self._name_left: str | None = None
        # Values whose expressions wait for the statements that use them, in their order.
        self._pending: dict[Value, None] = {}
        # Variables by name, with what Python calls them.
        self._variables: dict[str, str | None] = {}
        # Variables that some value's text mentions without being a copy of it; they keep their contents.
        self._kept: set[str] = set()
        self._declared: set[str] = set()

    # Values

    def expression(self, value: Value) -> Expr:
        """How a value is written at the current place; a waiting expression is used up."""
        waiting = value.waiting
        if waiting is not None:
            value.waiting = None
            del self._pending[value]
            return waiting
        if value.text is not None:
            return value.text
        if value.number is not None:
            dtype = self.type_of(value)
            assert isinstance(dtype, DataType)
            value.text = literal(value.number, dtype)
            return value.text
        made_by = value.mlir.owner
        if not isinstance(made_by, ir.Block) and made_by.operation.name == CONSTANT:
            raise self.error(f"constants of type {value.mlir.type} can't be written as Ascend C")
        raise self.error(f"the value of type {value.mlir.type} is used before it is computed")

    def argument(self, value: Value, expr: Expr, scalar: Scalar | None) -> str:
        """An expression where C++ converts it to the type that *scalar* declares."""
        if scalar is None:
            return expr
        number = value.number
        if scalar.like is None:
            if number is not None:
                dtype = DataType(scalar.dtype)
                if not dtype.is_float():
                    return integer(int(number), dtype)
            return expr.implicit if expr.implicit is not None else expr
        # The function's template finds out the type from this argument too, so it must be exact.
        element = self._element_of(scalar.like)
        if element is None or element.is_float() or not isinstance(own := self.type_of(value), DataType):
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

    def bind(self, value: Value, text: str) -> None:
        value.text = text if isinstance(text, Expr) else Expr(text)

    def cpp_type(self, type: AnyType) -> str:
        return type.cpp

    def type_of(self, value: Value) -> AnyType:
        """The type of a value."""
        type_: AnyType | None = value.type
        if type_ is None:
            type_ = value.type = self.read_type(value.mlir.type)
        return type_

    def read_type(self, type_: Any) -> AnyType:
        """A type of MLIR."""
        try:
            return self.file.structs.named(read_type(type_, self.context))
        except TypeError as error:
            raise self.error(str(error)) from None

    def constant(self, value: Value) -> int | float | None:
        return value.number

    def non_negative(self, value: Value) -> bool:
        return self._ranges.non_negative(value.mlir)

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

    def name_of(self, value: Value, hint: str) -> str:
        # Not a variable that may be reused: a loop's own statement counts with it.
        return self.names.fresh(value.python_name or hint)

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

    def parameters(self, block: Block, types: Sequence[str]) -> str:
        """The parameters of a function with this body."""
        texts = []
        for value, cpp_type in zip(block.arguments, types, strict=True):
            name = self._named(value.python_name, "argument")
            self.bind(value, name)
            type_ = self.type_of(value)
            texts.append(f"{cpp_type} {name}{type_.suffix if isinstance(type_, UpstreamType) else ''}")
        return ", ".join(texts)

    def variable(self, value: Value, hint: str, initializer: str | None = None) -> str:
        name = self._named(value.python_name, hint)
        self._declaration(self.type_of(value).cpp, name, initializer)
        self.bind(value, name)
        return name

    def _declaration(self, cpp_type: str, name: str, initializer: str | None, suffix: str = "") -> None:
        value = "" if initializer is None else f" = {_converted(initializer)}"
        self.statement(f"{cpp_type} {name}{suffix}{value};")

    def statement(self, text: str) -> None:
        for line in text.splitlines() or [""]:
            stripped = line.rstrip()
            end = "" if not stripped or stripped[-1] in ";}{" or stripped[0] == "#" else ";"
            self.lines.append(Line(stripped + end, self._indent, self._loc))

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.lines.append(Line(f"{head} {{", self._indent, self._loc))
        with self._inner():
            yield

    @contextmanager
    def otherwise(self, opposite: str | None = None) -> Iterator[None]:
        """Continues the block that ended last with ``else``, or writes it with the opposite head if it is empty."""
        head = len(self.lines) - 1
        if opposite is not None and self.lines[head - 1].indent == self._indent:
            self.lines.pop()
            self.lines[head - 1] = Line(f"{opposite} {{", self._indent, self.lines[head - 1].loc)
            with self._inner():
                yield
            return
        self.lines[head] = Line("} else {", self._indent, None)
        with self._inner():
            yield
        self._join_else(head)

    def _join_else(self, head: int) -> None:
        """Writes an else with nothing but an if as ``else if``, and none with nothing at all."""
        if len(self.lines) == head + 2:
            del self.lines[head]
            return
        first, *rest = self.lines[head + 1 : -1]
        level = self._indent + 1
        if not first.text.startswith("if (") or any(
            line.indent == level and not line.text.startswith("}") for line in rest
        ):
            return
        inner = [Line(line.text, line.indent - 1, line.loc) for line in rest]
        self.lines[head:] = [Line(f"}} else {first.text}", self._indent, first.loc), *inner]

    @contextmanager
    def _inner(self) -> Iterator[None]:
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
        file = self.file
        if name not in file.helper_names:
            unique = file.helper_names[name] = self.names.function(name)
            file.helpers[unique] = text.replace("{name}", unique)
        return file.helper_names[name]

    def preamble(self, text: str) -> None:
        self.file.helpers[f"text {text}"] = text

    def assign(self, pairs: Sequence[tuple[str, str, str]]) -> None:
        changes = [(t, name, _converted(value)) for t, name, value in pairs if name != value]
        places = {name: value.location for _, name, value in pairs if isinstance(value, _Placed)}
        here = self._loc
        for name, value in in_turn(changes, self._copy):
            self._loc = places.get(name, here)
            self.statement(assignment(name, value))
        self._loc = here

    def _copy(self, cpp_type: str, name: str) -> str:
        return self.temporary(cpp_type, f"{name}_old", name)

    def reusable(self, value: Value, target: Value, inside: bool = False) -> str | None:
        assert self._op is not None
        op, text, home = self._op, value.text, value.block
        if text is None or text not in self._variables or str(text) in self._kept or home is not op.block:
            return None
        if isinstance(self.type_of(value), UpstreamType):  # arrays can't be assigned to
            return None
        wanted = target.python_name
        if wanted is not None and wanted != self._variables[text]:
            return None
        direct = 0
        for user in value.users:
            top = _ancestor_in(user, home)
            if top is None:
                return None
            if top is op:
                direct += 1
                if not inside and user is not op:
                    return None
            elif top.place > op.place:
                return None
        if not inside and direct > 1:
            return None
        # A branch's condition is read before its variables change; a loop's bounds are read again and again.
        early = op.values if inside else ()
        self._settle(
            [v for v in self._pending if v.waiting is not None and mentions(v.waiting, text) and v not in early]
        )
        return str(text)

    # Operations

    def function(self, symbol: str) -> FunctionText:
        found = self.file.functions.get(symbol)
        if found is None:
            raise self.error(f"the module has no function '{symbol}' that func.call or emitc.call calls")
        return found

    def symbol(self, name: str) -> OpNode:
        op = self.file.symbols.get(name)
        if op is None:
            raise self.error(f"nothing in the module defines '{name}'")
        return self.alone(op)

    def alone(self, op: Any) -> OpNode:
        """An operation outside of functions."""
        return OpNode(self, op, self.shapes.of(op.name), (), Block(None), 0)

    def read(self, function: Any) -> Block:
        """Reads a function and gives its body, which :meth:`body` writes."""
        blocks = list(function.regions[0].blocks)
        if len(blocks) != 1:
            self._loc = function.location
            raise self.error("control flow without structure can't be written as Ascend C")
        return Reader(self, self.shapes).block(blocks[0])

    def body(self, block: Block) -> None:
        """Writes the body of a function."""
        for node in block.nodes:
            self.operation(node)

    def region(self, region: RegionText) -> OpNode:
        assert isinstance(region, RegionNode)
        saved = self._op, self._name_left, self._loc
        nodes = region.block.nodes
        ends = bool(nodes) and nodes[-1].mlir.has_trait(ir.IsTerminatorTrait)
        for node in nodes[:-1] if ends else nodes:
            self.operation(node)
        self._op, self._name_left, self._loc = saved
        if ends:
            return nodes[-1]
        assert region.block.parent is not None
        return region.block.parent

    def operation(self, node: OpNode) -> None:
        """Writes an operation, or keeps its expression for the one statement that uses it."""
        shape, results = node.shape, node.results
        self._op = node
        self._ops_used[shape.name] = None
        location, python = node.mlir.location, None
        if type(location) is _FILE:
            self._loc = location
        else:
            python, place = name_and_place(location)
            if place is not None:
                self._loc = place
        if len(results) != 1:
            python = None
        elif shape.has_regions:
            python = results[0].python_name
        self._name_left = python
        effect, pending = shape.effect, self._pending
        reads = effect is _READS
        if pending:
            values = node.values
            if effect is _ANY:
                used = () if shape.is_loop else values
                late = [v for v in pending if v.reads and v not in used]
                if late and not shape.has_regions:
                    late = [v for v in late if v.viewed is None or v.viewed in values]
                if late:
                    self._settle(late)
            elif not reads:
                for value in values:
                    if value.reads and value.waiting is not None:
                        reads = True
            if shape.is_loop or shape.is_branch:
                # What stands before the op is evaluated before its variables are declared.
                self._settle([v for v in pending if v in values and len(v.waiting or "") > _LONGEST // 2])
        viewed = _viewed(node) if shape.views else None
        self._declared.clear()
        if shape.emit is None:
            raise self.error(
                f"no pack says how '{shape.name}' is written as Ascend C",
                "a pass must replace it, or a pack register an emitter for it",
            )
        try:
            written = shape.emit(node, self)
        except LocatedError:
            raise
        except CallError as error:
            raise TranslateError(error.title, error.notes, error.hint, location=self.place) from error
        except (RecursionError, MemoryError):
            raise
        except Exception as error:
            if not self.file.by_hand:
                raise
            raise self._stumbled(error) from error
        if not results:
            if written:
                self.statement(written)
            return
        if results[-1].text is not None:
            return
        if len(results) > 1 or written is None:
            raise self.error(f"the emitter of '{shape.name}' gives no text for its results")
        expr = written if isinstance(written, Expr) else Expr(written)
        results[0].viewed = viewed
        self._result(results[0], expr, reads, effect, python)

    def _result(self, value: Value, expr: Expr, reads: bool, effect: OpEffect, python: str | None) -> None:
        if expr in self._declared:
            value.text = expr
            return
        users = value.users
        if not users:
            if effect is _ANY:
                self.statement(expr)
            return
        if effect is _ANY or len(expr) > _LONGEST or (python is not None and not _becomes(value, python)):
            self._materialize(value, expr, python)
        elif len(users) == 1 and users[0].block is value.block:
            if python is not None:
                placed = _Placed(expr, expr.precedence, expr.implicit)
                placed.location = self._loc
                expr = placed
            value.waiting = expr
            value.reads = reads
            self._pending[value] = None
        elif not reads and expr.implicit is not None and IDENTIFIER.fullmatch(expr.implicit):
            self._kept.add(expr.implicit)
            value.text = expr
        else:
            self._materialize(value, expr)

    def _materialize(self, value: Value, expr: Expr, python: str | None = None) -> None:
        type_ = self.type_of(value)
        name = self._named(python, python or self._hint(value, type_, expr))
        self._declaration(type_.cpp, name, expr)
        value.text = Expr(name, _PRIMARY)

    def _hint(self, value: Value, type_: AnyType, expr: Expr) -> str:
        """A name for a value that Python gave none: what it is, what it is used as, or where it comes from."""
        if isinstance(type_, IRType):
            return type_.spec.name
        if member := _MEMBER.fullmatch(expr):
            return member[1]
        used = value
        for _ in range(3):
            user = used.users[-1]
            if user.shape.spec is not None:
                hint = user.name_at(len(user.values) - 1 - user.values[::-1].index(used))
                if hint not in ("self", "lhs", "rhs", "operands"):
                    return hint
            if user.name not in _CONVERSIONS or not user.results[0].users:
                break
            used = user.results[0]
        node = value.node
        if node is None or node.shape.spec is None:
            return "value"
        dialect, _, name = node.name.partition(".")
        return name.removeprefix("get_") if dialect != "emitasc" else "value"

    def _settle(self, values: Sequence[Value]) -> None:
        """Writes waiting expressions as variables, in their order."""
        for value in values:
            assert value.node is not None
            expr = self.expression(value)
            loc, self._loc = self._loc, place_of(value.node.mlir.location) or self._loc
            self._materialize(value, expr, value.python_name)
            self._loc = loc

    @property
    def place(self) -> SourceLoc | None:
        """The place in the source of the current operation."""
        loc = self._loc
        return loc if loc is None or isinstance(loc, SourceLoc) else place_of(loc)

    def _stumbled(self, error: Exception) -> TranslateError:
        """What an emitter says of an operation that no builder makes."""
        assert self._op is not None
        refusal = self.error(
            f"'{self._op.name}' isn't as kernels have it, and can't be written as Ascend C",
            "'asc compile KERNEL.py --emit codegen' shows how it is written",
        )
        refusal.notes = [f"what writes it says {type(error).__name__}: {error}".removesuffix(": ")]
        return refusal

    def error(self, title: str, hint: str | None = None) -> TranslateError:
        """An error at the current operation."""
        place = self.place
        if place is None and self._op is not None:
            place = place_of_operation(self._op.mlir)
        return TranslateError(title, hint=hint, location=place)


def _viewed(node: OpNode) -> Value | None:
    """The variable whose own state a view shows; None when its numbers read something too."""
    first, *others = node.values
    if any(value.reads and value.waiting is not None for value in others):
        return None
    return first.viewed if first.waiting is not None else first


def _ancestor_in(node: OpNode, block: Block) -> OpNode | None:
    """The operation of *block* that is *node* or holds it; None when it is elsewhere."""
    found: OpNode | None = node
    while found is not None and found.block is not block:
        found = found.block.parent
    return found


def _becomes(value: Value, python: str) -> bool:
    """True when all that happens to *value* is that it becomes, at its block's end, a variable of the same name."""
    if len(value.users) != 1:
        return False
    (user,), parent = value.users, value.block.parent
    if parent is None or user is not value.block.nodes[-1]:
        return False
    # What a round of scf.while ends with goes to the variables of its condition, of which not all are results.
    targets = parent.regions[0].arguments if parent.name == "scf.while" and parent.regions[0] else parent.results
    if len(user.values) != len(targets):
        return False
    return targets[user.values.index(value)].python_name == python


def _converted(text: str) -> str:
    """An initializer, without a conversion that the declared type makes anyway."""
    implicit = text.implicit if isinstance(text, Expr) else None
    return text if implicit is None else implicit
