"""verify-memory: the tensors and buffers of a kernel, as far as their sizes are known, fit into the core's memories."""

from __future__ import annotations

import warnings
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

from asc_core.errors import ReservedMemoryWarning
from asc_core.ir.bindings import ir
from asc_core.ir.location import SourceLoc
from asc_core.ir.places import place_of_operation, python_name
from asc_core.ir.ranges import constant_of
from asc_core.translate.optext import Operands
from asc_plugins.dtypes import DataType
from asc_plugins.irtypes import IRType, cpp_literal
from asc_plugins.ops import OpSpec
from asc_plugins.platforms import KEEPS_NOTHING, PlatformSpec
from asc_plugins.roles import Place, Takes

from .errors import PassError
from .functions import functions
from .traits import RELEASES, allots

_BLOCK = 32
#: Operations that run one of their regions.
_BRANCHES = frozenset({"scf.if", "scf.index_switch"})


@dataclass(frozen=True)
class _Use:
    """Memory that an operation asks for, for a value."""

    op: Any
    value: Any
    size: int
    text: str

    @property
    def name(self) -> str | None:
        """The variable's name."""
        return python_name(self.value)

    @property
    def place(self) -> SourceLoc | None:
        """The place in the source."""
        return place_of_operation(self.op)


#: What is taken so far of each memory, and of what was taken itself.
_Taken = dict[Hashable, list[_Use]]


def run(module: Any, context: Any) -> bool:
    for function in functions(module):
        check = _Function(context)
        check.check_taken(function)
        check.check_fixed()
        check.warn()
    return False


class _Function:
    def __init__(self, context: Any) -> None:
        self._context = context.context
        self._platform: PlatformSpec = context.platform
        self._options = context.options
        ops = context.registry.ops
        self._specs: dict[str, OpSpec] = {name: ops[name] for name in context.names(allots)}
        # Names of operations that neither take memory nor hold others.
        self._leaves: set[str] = set()
        self._fixed: dict[str, list[tuple[int, _Use]]] = {}
        self._parts: dict[Any, _Use | None] = {}
        self._warnings: dict[str, tuple[str, SourceLoc]] = {}

    def check_taken(self, function: Any) -> None:
        """Goes through a function, by its regions only where what is taken depends on a branch."""
        found: list[Any] = []
        add, names, on = found.append, self._specs.keys(), ir.WalkResult.ADVANCE

        def visit(op: Any) -> Any:
            if op.name in names:
                add(op.operation)
            return on

        function.walk(visit, ir.WalkOrder.PRE_ORDER)
        if any(map(self._depends_on_branch, found)):
            self._walk(function, {})
            return
        taken: _Taken = {}
        for op in found:
            self._visit(op, self._specs[op.name], taken)

    def _depends_on_branch(self, op: Any) -> bool:
        role = self._specs[op.name].role
        if isinstance(role, Place) and role.behind is None:
            return False
        while op.name != "func.func":
            op = op.parent.operation
            if op.name in _BRANCHES:
                return True
        return False

    def _walk(self, root: Any, taken: _Taken) -> _Taken:
        """Goes through the regions of an operation; what is taken after it."""
        branches = root.name in _BRANCHES
        outcomes: list[_Taken] = []
        for region in root.regions:
            state = {key: list(uses) for key, uses in taken.items()} if branches else taken
            for block in region.blocks:
                for op in block.operations:
                    operation = op.operation
                    name = operation.name
                    if name in self._leaves:
                        continue
                    spec = self._specs.get(name)
                    if spec is not None:
                        self._visit(operation, spec, state)
                    elif len(operation.regions):
                        state = self._walk(operation, state)
                    else:
                        self._leaves.add(name)
            if branches:
                outcomes.append(state)
            else:
                taken = state
        return _most(outcomes) if outcomes else taken

    def _visit(self, op: Any, spec: OpSpec, taken: _Taken) -> None:
        role = spec.role
        if RELEASES in spec.traits:
            taken.clear()
        elif isinstance(role, Takes):
            self._take(op, spec, role, taken)
        elif isinstance(role, Place) and role.behind is not None:
            self._append(op, spec, role, taken)
        elif isinstance(role, Place):
            self._fix(op, spec, role)

    def _take(self, op: Any, spec: OpSpec, role: Takes, taken: _Taken) -> None:
        groups = Operands(op, spec).groups
        (target,) = groups[role.target]
        taken.pop(target, None)
        length = next((n for name in role.length if (n := self._number(op, groups, name)) is not None), None)
        count = 1 if role.count is None else self._number(op, groups, role.count)
        memory = role.memories.get(self._position(op, target, role.position) or "")
        shared = groups.get(role.shares, []) if role.shares is not None else []
        (source,) = groups[role.source]
        if length is None or count is None or memory is None or (source in self._parts and not self._parts[source]):
            # What is taken of it can't be counted.
            self._parts[target] = None
            return
        each = -(-length // _BLOCK) * _BLOCK
        text = f"{each} bytes" if count == 1 else f"{count} buffers of {each} bytes, {count * each} bytes"
        use = _Use(op, target, count * each, text)
        if shared:
            whole = self._parts.get(shared[0])
            self._parts[target] = whole and replace(use, size=whole.size)
            return
        self._parts[target] = use
        self._add(source if source in self._parts else memory, memory, use, taken)

    def _append(self, op: Any, spec: OpSpec, role: Place, taken: _Taken) -> None:
        groups = Operands(op, spec).groups
        assert role.behind is not None
        (source,) = groups[role.behind]
        count = None if role.size is None else self._number(op, groups, role.size)
        memory = role.memories.get(self._position(op, op.results[0], role.position) or "")
        if count is not None and memory is not None:
            size = count * self._element(op)
            use = _Use(op, op.results[0], size, f"{size} bytes")
            self._add((source, memory), memory, use, taken)

    def _add(self, key: Hashable, memory: str, use: _Use, taken: _Taken) -> None:
        uses = taken.setdefault(key, [])
        uses.append(use)
        total = sum(each.size for each in uses)
        part = self._parts.get(key)
        if part is None:
            self._check(memory, total, "buffers", uses, use, "fewer or smaller buffers fit: work on smaller tiles")
        elif total > part.size:
            pool = f"the pool {part.name!r}" if part.name else "the pool"
            raise self._error(f"buffers need {total} bytes of {pool}, which has {part.size}", uses, use, None)

    def _fix(self, op: Any, spec: OpSpec, role: Place) -> None:
        groups = Operands(op, spec).groups
        begin = None if role.address is None else self._number(op, groups, role.address)
        result = op.results[0]
        memory = role.memories.get(self._position(op, result, role.position) or "", role.default)
        if begin is None or memory not in self._platform.memories:
            return
        count = None if role.size is None else self._number(op, groups, role.size)
        # Without a size it ends where the memory does.
        size = (count or 1) * self._element(op)
        text = f"{size} bytes at {begin}" if count else f"the bytes from {begin} on"
        self._fixed.setdefault(memory, []).append((begin, _Use(op, result, size, text)))

    def check_fixed(self) -> None:
        """Checks the tensors with addresses of their own; several may have the same bytes."""
        for memory, tensors in self._fixed.items():
            tensors.sort(key=lambda tensor: tensor[0])
            last = max(tensors, key=lambda tensor: tensor[0] + tensor[1].size)
            end = last[0] + last[1].size
            hint = "tensors that aren't needed at one time may have the same addresses; else work on smaller tiles"
            self._check(memory, end, "tensors", [use for _, use in tensors], last[1], hint)

    def warn(self) -> None:
        """Tells of memory that the toolchain keeps."""
        for message, place in self._warnings.values():
            warnings.warn_explicit(message, ReservedMemoryWarning, place.file, place.line)

    def _check(self, memory: str, needed: int, kind: str, uses: list[_Use], last: _Use, hint: str) -> None:
        if memory not in self._platform.memories:
            return
        room = self._platform.usable(memory)
        if needed > room:
            raise self._error(f"{kind} need {needed} bytes of {memory}, which has {room} for kernels", uses, last, hint)
        kept = self._platform.kept.get(memory, 0)
        if needed > room - kept and KEEPS_NOTHING not in (getattr(self._options, "bisheng_options", None) or ()):
            self._warnings[memory] = (
                f"{kind} need {needed} bytes of {memory}, of which the NPU's toolchain keeps the last {kept} of {room} "
                f"for APIs that need room of their own; bisheng_options=({KEEPS_NOTHING!r},) gives them to the kernel",
                last.place or SourceLoc("<kernel>", 0, 0),
            )

    def _error(self, title: str, uses: list[_Use], last: _Use, hint: str | None) -> PassError:
        notes = [f"{use.name or 'without a name'}: {use.text}{_line(use.place, last.place)}" for use in uses]
        return PassError(title, notes, hint, code="ASC-E603", location=last.place)

    def _number(self, op: Any, groups: dict[str, list[Any]], name: str) -> int | None:
        """A constant operand or an attribute."""
        values = groups.get(name)
        if values:
            number = constant_of(values[0])
            # MLIR shows what has the highest bit of 32 as negative.
            return number % (1 << 32) if isinstance(number, int) else None
        if name in op.attributes and isinstance(op.attributes[name], ir.IntegerAttr):
            attribute: int = op.attributes[name].value
            return attribute
        return None

    def _position(self, op: Any, value: Any, names: tuple[str, ...]) -> str | None:
        """The text of the position in an attribute or in the type of *value*."""
        for name in names:
            if name in op.attributes and isinstance(op.attributes[name], ir.StringAttr):
                text: str = op.attributes[name].value
                return text
        type_ = self._context.from_mlir(value.type)
        if isinstance(type_, IRType):
            for name in names:
                if name in type_.spec.parameters:
                    return cpp_literal(type_[name])
        return None

    def _element(self, op: Any) -> int:
        type_ = self._context.from_mlir(op.results[0].type)
        dtype = type_["dtype"] if isinstance(type_, IRType) and "dtype" in type_.spec.parameters else None
        return dtype.sizeof() if isinstance(dtype, DataType) else 1


def _most(states: list[_Taken]) -> _Taken:
    """Of each memory what the branch takes that takes most."""
    keys = dict.fromkeys(key for state in states for key in state)
    return {
        key: max((state.get(key, []) for state in states), key=lambda uses: sum(use.size for use in uses))
        for key in keys
    }


def _line(place: SourceLoc | None, other: SourceLoc | None) -> str:
    if place is None:
        return ""
    same = other is not None and other.file == place.file
    return f", line {place.line}" if same else f", {place.file}:{place.line}"
