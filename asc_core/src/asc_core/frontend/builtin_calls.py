"""Python's builtin functions on run-time values, ``print`` and formatted text."""

from __future__ import annotations

import ast
import builtins
import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

from asc_plugins import ranges
from asc_plugins.dtypes import float32, int32, int64, uint32
from asc_plugins.params import describe
from asc_plugins.values import IRValue, PlainValue

from . import math_calls, range_values
from .base import is_runtime
from .builder import TENSORS
from .expressions import Expressions
from .formats import conversion, spread
from .hostvalues import plain
from .lookup import MISSING
from .naming import named
from .operations import is_scalar

_CONVERSIONS: dict[str, Callable[[Any], str]] = {"r": repr, "s": str, "a": ascii}

Handler = Callable[..., Any]


class BuiltinCalls(Expressions):
    """Python's builtins; those without a handler work on compile-time values only."""

    @functools.cached_property
    def _builtins(self) -> dict[int, Handler]:
        """The handlers, by the builtin's identity."""
        handlers: dict[int, Handler] = {
            id(builtins.range): self._range_call,
            id(builtins.len): self._len,
            id(builtins.min): lambda node, *a, **k: self._extreme(node, "min", a, k),
            id(builtins.max): lambda node, *a, **k: self._extreme(node, "max", a, k),
            id(builtins.abs): self._abs,
            id(builtins.int): self._int,
            id(builtins.float): self._float,
            id(builtins.bool): self._bool,
            id(builtins.round): self._round,
            id(builtins.divmod): self._divmod,
            id(builtins.pow): self._pow,
            id(builtins.sum): self._sum,
            id(builtins.any): lambda node, items: self._any(node, items, True),
            id(builtins.all): lambda node, items: self._any(node, items, False),
            id(builtins.isinstance): self._isinstance,
            id(builtins.tuple): lambda node, *a: tuple(self._sequence(node, a)),
            id(builtins.list): lambda node, *a: self.own(self._sequence(node, a)),
            id(builtins.enumerate): self._enumerate,
            id(builtins.zip): self._zip,
            id(builtins.reversed): self._reversed,
            id(builtins.getattr): self._getattr,
            id(builtins.hasattr): lambda node, obj, name: self.evaluate(node, hasattr, obj, name),
            id(builtins.type): self._type,
            id(builtins.print): self._print,
        }
        return handlers

    def builtin(self, function: Any) -> Handler | None:
        """The handler of a builtin, which takes the evaluated arguments."""
        handler = self._builtins.get(id(function)) or self._rarer(function)
        if handler is None:
            return None

        def run(node: ast.AST, *args: Any, **kwargs: Any) -> Any:
            try:
                return handler(node, *args, **kwargs)
            except TypeError as error:
                trace = error.__traceback__
                if trace is not None and trace.tb_next is not None:
                    raise
                passed = ", ".join([*map(named, args), *(f"{k}={named(v)}" for k, v in kwargs.items())])
                raise self.error("ASC-E301", f"{function.__name__} doesn't take ({passed})", node) from None

        return run

    def builtin_syntax(self, function: Any) -> Callable[[ast.Call], Any] | None:
        """The handler of a builtin that looks at its arguments' syntax."""
        return self._print_syntax if function is builtins.print else None

    def _rarer(self, function: Any) -> Handler | None:
        """The handler of a function of math, and of a builtin that needs an interpreter; None for others."""
        if id(function) in _MATH:
            return functools.partial(self._math, function)
        name = _HOST_ONLY_NAMES.get(id(function))
        return None if name is None else self._host_only(name, _HOST_ONLY[name])

    def _host_only(self, name: str, advice: str) -> Handler:
        def refuse(node: ast.AST, *args: Any, **kwargs: Any) -> Any:
            self.fail("ASC-E311", f"'{name}' has no meaning on an AI core", node, hint=advice)

        return refuse

    def _python(self, node: ast.AST, function: Any, *args: Any, **kwargs: Any) -> Any:
        return self.evaluate_call(node, function, *args, **kwargs)

    def _sequence(self, node: ast.AST, args: Sequence[Any]) -> list[Any]:
        return self.items(args[0], node) if args else []  # type: ignore[arg-type]

    def _range_call(self, node: ast.AST, *bounds: Any) -> Any:
        bounds = tuple([plain(self.unwrap(b)) for b in bounds])
        if not 1 <= len(bounds) <= 3:
            self.fail("ASC-E301", f"range takes 1 to 3 arguments, {len(bounds)} were passed", node)
        runtime = False
        for bound in bounds:
            if isinstance(bound, PlainValue):
                runtime = True
                whole = bound.dtype.is_int()
            else:
                whole = isinstance(bound, int)
            if not whole:
                self.fail("ASC-E502", f"range takes whole numbers, not {describe(bound)}", node, hint="use int(…)")
        if len(bounds) == 3 and not is_runtime(bounds[2]) and bounds[2] == 0:
            hint = "a step above 0 counts up, one below 0 counts down"
            self.fail("ASC-E502", "the step of range must not be 0", node, hint=hint)
        return ranges.checked_range(*bounds) if runtime else builtins.range(*bounds)

    def _len(self, node: ast.AST, value: Any) -> Any:
        if isinstance(value, ranges.range) and not is_runtime((value.start, value.stop, value.step)):
            return len(range(value.start, value.stop, value.step))
        if isinstance(value, ranges.range):
            return self.perform(node, range_values.length, self.builder, value)
        if isinstance(value, IRValue) and not hasattr(type(value), "__len__"):
            self.fail(
                "ASC-E305",
                f"{named(value)} has no len()",
                node,
                hint="use tensor.get_size()" if value.is_tensor else None,
            )
        return self.evaluate(node, len, value)

    def _extreme(self, node: ast.AST, kind: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        items = list(args) if len(args) != 1 else self._sequence(node, args)
        if not is_runtime(items) or not items:
            return self._python(node, getattr(builtins, kind), *((items,) if len(args) == 1 else items), **kwargs)
        if kwargs:
            self.fail("ASC-E301", f"{kind} of run-time values takes no {next(iter(kwargs))}=", node)
        result = items[0]
        for item in items[1:]:
            if is_runtime(result) or is_runtime(item):
                result = self.perform(node, self.builder.binary, kind, result, item)
            else:
                result = self._python(node, getattr(builtins, kind), result, item)
        return result

    def _abs(self, node: ast.AST, value: Any) -> Any:
        if isinstance(value, IRValue):
            return self.perform(node, self.builder.unary, "abs", value)
        return self._python(node, abs, value)

    def _int(self, node: ast.AST, *args: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], PlainValue):
            return self.perform(node, self.builder.to_int, args[0])
        self._refuse_tensor(node, "int", args)
        return self._python(node, int, *args)

    def _float(self, node: ast.AST, *args: Any) -> Any:
        if len(args) == 1 and isinstance(args[0], PlainValue):
            return self.perform(node, self.builder.to_float, args[0])
        self._refuse_tensor(node, "float", args)
        return self._python(node, float, *args)

    def _refuse_tensor(self, node: ast.AST, name: str, args: Sequence[Any]) -> None:
        for value in args:
            if isinstance(value, IRValue) and value.is_tensor:
                self.fail("ASC-E401", f"'{name}' doesn't work on {describe(value)}", node, hint=TENSORS)

    def _bool(self, node: ast.AST, *args: Any) -> Any:
        return self.truth(args[0], node) if args else False

    def _round(self, node: ast.AST, value: Any, digits: Any = None) -> Any:
        if not isinstance(value, PlainValue):
            return self._python(node, round, value, digits) if digits is not None else self._python(node, round, value)
        if digits is not None:
            self.fail("ASC-E301", "round of a run-time value takes no number of digits", node)
        return self.perform(node, self.builder.round, value)

    def _math(self, function: Callable[..., Any], node: ast.AST, *args: Any) -> Any:
        if not is_runtime(args):
            return self._python(node, function, *args)
        name = f"math.{function.__name__}"
        self._refuse_tensor(node, name, args)
        count, call = math_calls.FUNCTIONS[function.__name__]
        if len(args) != count or not all(map(is_scalar, args)):
            passed, wanted = ", ".join(map(named, args)), "a number" if count == 1 else f"{count} numbers"
            self.fail("ASC-E301", f"{name} takes {wanted}, not ({passed})", node)
        return self.perform(node, call, self.builder, *args)

    def _divmod(self, node: ast.AST, a: Any, b: Any) -> Any:
        return self.binary(node, ast.FloorDiv(), a, b), self.binary(node, ast.Mod(), a, b)

    def _pow(self, node: ast.AST, base: Any, exponent: Any, modulus: Any = None) -> Any:
        if modulus is None:
            return self.binary(node, ast.Pow(), base, exponent)
        if is_runtime((base, exponent, modulus)):
            self.fail("ASC-E301", "pow of run-time values takes no modulus", node)
        return self._python(node, pow, base, exponent, modulus)

    def _sum(self, node: ast.AST, items: Any, start: Any = 0) -> Any:
        result = start
        for item in self._sequence(node, (items,)):
            result = item if result is start and start == 0 and is_runtime(item) else self.binary(
                node, ast.Add(), result, item
            )  # fmt: skip
        return result

    def _any(self, node: ast.AST, items: Any, stops: bool) -> Any:
        result: Any = not stops
        for item in self._sequence(node, (items,)):
            truth = self.truth(item, node)
            if not isinstance(truth, PlainValue):
                if truth is stops:
                    return stops
            elif isinstance(result, PlainValue):
                result = self.perform(node, self.builder.binary, "or" if stops else "and", result, truth)
            else:
                result = truth
        return result

    def _isinstance(self, node: ast.AST, value: Any, classes: Any) -> bool:
        if isinstance(value, PlainValue):
            kinds = classes if isinstance(classes, tuple) else (classes,)
            known = {int: value.dtype.is_int() or value.dtype.is_bool(), float: value.dtype.is_float(),
                     bool: value.dtype.is_bool()}  # fmt: skip
            if any(known.get(kind, False) for kind in kinds):
                return True
        result: bool = self._python(node, isinstance, value, classes)
        return result

    def _enumerate(self, node: ast.AST, items: Any, start: Any = 0) -> Any:
        return tuple((start + i, item) for i, item in enumerate(self._sequence(node, (items,))))

    def _zip(self, node: ast.AST, *sequences: Any, strict: bool = False) -> Any:
        return self._python(
            node, lambda: tuple(zip(*(self._sequence(node, (s,)) for s in sequences), strict=bool(strict)))
        )

    def _reversed(self, node: ast.AST, items: Any) -> Any:
        if isinstance(items, ranges.range) and is_runtime((items.start, items.stop, items.step)):
            return self.perform(node, range_values.backwards, self.builder, items)
        return tuple(reversed(self._sequence(node, (items,))))

    def _getattr(self, node: ast.AST, obj: Any, name: Any, default: Any = MISSING) -> Any:
        result = self.attribute(node, obj, name, default)
        if result is MISSING:
            raise self.no_attribute(node, obj, name)
        return result

    def _type(self, node: ast.AST, *args: Any) -> Any:
        if len(args) != 1:
            self.fail("ASC-E107", "a kernel can't make classes", node)
        value = args[0]
        if isinstance(value, PlainValue):
            return float if value.dtype.is_float() else bool if value.dtype.is_bool() else int
        return type(value)

    # Text.

    def _formatted(self, node: ast.JoinedStr) -> str:
        parts = []
        for part in self._parts(node):
            if not isinstance(part, str):
                self.refuse_text(node)
            parts.append(part)
        return "".join(parts)

    def _parts(self, node: ast.JoinedStr) -> list[Any]:
        """The parts of formatted text: text, and pairs of a run-time value and its specification."""
        parts: list[Any] = []
        for item in node.values:
            if isinstance(item, ast.Constant):
                parts.append(item.value)
                continue
            assert isinstance(item, ast.FormattedValue)
            value = self.unwrap(self.expression(item.value))
            spec = self._formatted(item.format_spec) if isinstance(item.format_spec, ast.JoinedStr) else ""
            if is_runtime(value):
                parts.append((value, spec, item))
                continue
            if item.conversion != -1:
                value = _CONVERSIONS[chr(item.conversion)](value)
            parts.append(self.evaluate_call(item, format, value, spec))
        return parts

    def _print_syntax(self, node: ast.Call) -> None:
        """``print(...)`` as ``printf``; formatted text among the arguments may hold run-time values."""
        separator, end = " ", "\n"
        for keyword in node.keywords:
            value = self.expression(keyword.value)
            if keyword.arg == "sep":
                separator = " " if value is None else value
            elif keyword.arg == "end":
                end = "\n" if value is None else value
            elif keyword.arg != "flush":
                self.fail("ASC-E301", f"print in a kernel takes sep= and end=, not {keyword.arg}=", keyword.value)
        pieces: list[list[Any]] = []
        for argument in node.args:
            if isinstance(argument, ast.JoinedStr):
                pieces.append(self._parts(argument))
            else:
                pieces += [[(v, "", argument) if is_runtime(v) else str(v)] for v in self.elements([argument])]
        parts: list[Any] = []
        for index, piece in enumerate(pieces):
            parts += [separator, *piece] if index else piece
        self.printf(node, [*parts, end])

    def _print(self, node: ast.AST, *args: Any, **kwargs: Any) -> None:
        """``print`` reached by another way than its name, say through ``functools.partial``."""
        parts: list[Any] = []
        for index, value in enumerate(args):
            parts += [" "] if index else []
            parts.append((value, "", node) if is_runtime(value) else str(value))
        self.printf(node, [*parts, kwargs.get("end", "\n")])

    def printf(self, node: ast.AST, parts: Sequence[Any]) -> None:
        """Writes parts of text with the API ``asc.printf``."""
        function = self.api("printf")
        if function is None:
            self.fail("ASC-E311", "print needs asc.printf, which no enabled pack brings", node)
        text, values = "", []
        for part in spread(parts):
            if isinstance(part, str):
                text += part.replace("%", "%%")
                continue
            value, spec, place = part
            if not is_scalar(value):
                self.fail(
                    "ASC-E210", f"{describe(value)} can't be printed", place, hint="use asc.dump_tensor for a tensor"
                )
            specified, value = self._conversion(value, spec, place)
            text += specified
            values.append(value)
        self.perform(node, function, text, *values)

    def _conversion(self, value: PlainValue, spec: str, node: ast.AST) -> tuple[str, PlainValue]:
        """A value with its conversion in a format, ``%d`` or ``%5.2f``."""
        dtype = value.dtype
        modifiers, kind = self.perform(node, conversion, spec, dtype)
        if dtype.is_float() or kind in ("f", "F", "e", "E", "g", "G"):
            value = self.builder.cast(value, float32)
            letter = kind or "f"
        elif dtype.is_unsigned():
            wide = dtype.bitwidth > 32
            value = value if wide else self.builder.cast(value, uint32)
            letter = ("l" if wide else "") + (kind if kind in ("x", "X") else "u")
        else:
            wide = dtype.bitwidth > 32
            value = self.builder.cast(value, int64 if wide else int32)
            letter = ("l" if wide else "") + (kind or "d")
        return f"%{modifiers}{letter}", value


#: Builtins that need an interpreter, and what to do instead.
_HOST_ONLY = {
    "open": "read and write through the kernel's tensors",
    "input": "pass values as arguments of the kernel",
    "eval": "write the expression into the kernel",
    "exec": "write the code into the kernel",
    "globals": "use the names themselves",
    "locals": "use the names themselves",
    "vars": "use the attributes themselves",
    "setattr": "assign to the attribute",
    "delattr": "an AI core has no attributes",
    "breakpoint": "use print, or asc.printf",
    "__import__": "import at the top of the file",
    "iter": "iterate with a for statement",
    "next": "iterate with a for statement",
    "super": "call the function by its own name",
}
#: By identity: functions of math that take run-time numbers, and the builtins above.
_MATH = frozenset(id(getattr(math, name)) for name in math_calls.FUNCTIONS)
_HOST_ONLY_NAMES = {id(getattr(builtins, name)): name for name in _HOST_ONLY}
