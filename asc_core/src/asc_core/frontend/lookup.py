"""Constants, names and attributes."""

from __future__ import annotations

import ast
import functools
import inspect
from enum import EnumMeta
from types import MethodType, ModuleType
from typing import Any, NoReturn

from asc_core.diagnostics import CompileError, nearest
from asc_plugins import official_names
from asc_plugins.api import Api
from asc_plugins.brief import article
from asc_plugins.constexpr import ConstExpr
from asc_plugins.values import GlobalAddress, IRValue, PlainValue

from .frame import Unbound
from .function import BoundFunction, KernelFunction
from .hostvalues import is_array
from .loops import Loops
from .naming import named

#: Attributes of arrays that are constants of the kernel; their elements aren't.
_ARRAY_FACTS = frozenset(("shape", "size", "ndim", "dtype", "itemsize", "nbytes", "strides", "numel", "dim"))


#: Classes of literals that are their own value.
LITERALS = frozenset((int, float, str, bool, type(None)))
#: No attribute of that name.
MISSING: Any = object()


@functools.lru_cache(4096)
def _member(kind: type, name: str) -> Api | None:
    """The API that is a member of a class of values."""
    member = inspect.getattr_static(kind, name, None)
    return member if isinstance(member, Api) else None


class Lookup(Loops):
    """What a name or an attribute stands for: a variable of the kernel, or an object of the host."""

    def _constant(self, node: ast.Constant) -> Any:
        value = node.value
        if isinstance(value, (complex, bytes)):
            self.fail("ASC-E101", f"kernels have no {type(value).__name__} values", node)
        return value

    def _name(self, node: ast.Name) -> Any:
        value = self.frame.vars.get(node.id, MISSING)
        if value is MISSING:
            return self.unwrap(self._outer_name(node))
        if type(value) is Unbound:
            self.fail(value.code, value.title, node, hint=value.hint, related=value.related)
        return value

    def _outer_name(self, node: ast.Name) -> Any:
        """The value of a variable that isn't the function's own."""
        frame = self.frame
        name = node.id
        if name in frame.names:
            self._unassigned(node)
        if name in frame.cells:
            try:
                return frame.cells[name].cell_contents
            except ValueError:
                self.fail("ASC-E201", f"'{name}' has no value yet in the function around", node)
        if name in frame.globals:
            return frame.globals[name]
        if name in frame.builtins:
            return frame.builtins[name]
        known = [*frame.vars, *frame.names, *frame.cells, *frame.globals, *frame.builtins]
        asc = self.registry.names.get("asc", {})
        near = nearest(name, known)
        hint = "give it a value before this line, or define it outside of the kernel"
        if near or name in asc:
            hint = f"did you mean '{near}'?" if near else f"write asc.{name}"
        return self.fail("ASC-E201", f"'{name}' is not defined", node, hint=hint)

    def _unassigned(self, node: ast.Name) -> None:
        name = node.id
        hint = f"give '{name}' a value before the loop" if self.frame.loops else None
        if name in self.frame.globals:
            hint = f"assigning to '{name}' makes it a local variable; use another name for it"
        self.fail("ASC-E202", f"'{name}' has no value here: it is assigned further down, or on no path to this line",
                  node, hint=hint)  # fmt: skip

    def _attribute(self, node: ast.Attribute) -> Any:
        inner, name = node.value, node.attr
        if type(inner) is ast.Name:
            members = self.frame.modules.get(inner.id)
            if members is not None and name in members:
                member = members[name]
                return member if type(member) is not ConstExpr else member.value
        value = self._handlers[type(inner)](inner)
        kind = type(value)
        if kind is ModuleType:
            member = value.__dict__.get(name, MISSING)
            if member is not MISSING:
                return self.unwrap(member)
        elif kind is EnumMeta:
            member = value._member_map_.get(name, MISSING)
            if member is not MISSING:
                return member
        elif isinstance(value, IRValue) and name not in value.__dict__:
            member = _member(kind, name)  # type: ignore[arg-type]  # mypy looks for the hash of the class's objects
            if member is not None:
                return MethodType(member, value)
        if is_array(value) and name not in _ARRAY_FACTS and not isinstance(value, type):
            self.host_array(value, node)
        result = self.attribute(node, value, name, MISSING)
        if result is MISSING:
            raise self.no_attribute(node, value, name)
        return result

    def attribute(self, node: ast.AST, value: Any, name: str, default: Any) -> Any:
        """``value.name``, *default* where there is no such attribute."""

        def get() -> Any:
            try:
                return getattr(value, name)
            except AttributeError:
                if isinstance(inspect.getattr_static(type(value), name, None), (property, functools.cached_property)):
                    raise
                return default

        result = self.unwrap(self.evaluate(node, get))
        # Outside, a function whose first parameter isn't called self is none; in kernels it is a method, as in Python.
        of_class = isinstance(result, KernelFunction) and name not in getattr(value, "__dict__", ())
        of_class = of_class and result.wrapper is None
        if of_class and inspect.getattr_static(type(value), name, None) is result:
            return MethodType(result, value)
        return result

    def no_attribute(self, node: ast.AST, value: Any, name: str) -> CompileError:
        """The error that a value has no such attribute."""
        known = dir(value)
        notes: list[str] = []
        if isinstance(value, ModuleType):
            owner = value.__name__
            known = [*known, *self.registry.names.get(owner, {})]
            notes = self._packs_not_in_use(owner)
        elif isinstance(value, (PlainValue, KernelFunction, BoundFunction)):
            owner = named(value)
        else:
            owner = value.__name__ if isinstance(value, type) else type(value).__name__
        near = nearest(name, known)
        hint = f"did you mean '{near}'?" if near else None
        if isinstance(value, ModuleType) and self._is_of_packs(owner):
            hint = official_names.advice(name, known, self.registry) or hint
        if isinstance(value, GlobalAddress) and name in _ARRAY_FACTS:
            hint = "an address knows nothing but its dtype: pass the length as an argument of the kernel"
        return self.error("ASC-E203", f"{owner} has no attribute '{name}'", node, hint=hint, notes=notes)

    def _is_of_packs(self, module: str) -> bool:
        """True for a module whose names, or those below it, packs register."""
        return any(space == module or space.startswith(f"{module}.") for space in self.registry.names)

    def _packs_not_in_use(self, module: str) -> list[str]:
        """Packs that might have brought a name that a module of theirs lacks, each with why it didn't."""
        if not self._is_of_packs(module):
            return []
        notes = []
        for status in self.registry.packs:
            if status.state == "disabled":
                notes.append(f"the pack '{status.name}' is disabled by ASC_DISABLED_PACKS")
            elif status.state != "loaded":
                notes.append(f"the pack '{status.name}' can't be used, 'asc packs' tells more: {status.error}")
        return notes

    def host_array(self, value: Any, node: ast.AST) -> NoReturn:
        """Refuses an array of the host."""
        self.fail(
            "ASC-E204",
            f"{article(type(value).__name__)} of the host can't be used in a kernel",
            node,
            hint="pass it as an argument declared asc.GlobalAddress; its shape and dtype may be used as constants",
        )
