"""The packs' types and operations as one IRDL module."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, groupby
from operator import itemgetter

from asc_plugins.errors import PackError
from asc_plugins.irtypes import TypeSpec
from asc_plugins.ops import OperandSpec, OpSpec

_TYPES = "types"
_NAME = re.compile(r"[a-z][a-z0-9_]*")

#: Dialects of MLIR itself; a pack can't declare anything in them.
UPSTREAM = frozenset(
    {"affine", "arith", "builtin", "cf", "emitc", "func", "index", "irdl", "linalg", "llvm", "math",
     "memref", "scf", "tensor", "ub", "vector"}
)  # fmt: skip


def irdl_module(types: Mapping[str, TypeSpec], ops: Mapping[str, OpSpec]) -> str:
    """The text of the module that declares all dialects, in an order that doesn't depend on the packs' order.

    Raises:
        PackError: a name isn't lower case letters, digits and underscores, or belongs to a dialect of MLIR.
    """
    for name in sorted({t.dialect for t in types.values()} | {o.dialect for o in ops.values()}):
        if name in UPSTREAM:
            raise PackError(f"'{name}' is a dialect of MLIR; declare in a dialect of the pack's own")
        _check("dialect", name)
    # A type and the operation that makes it may share a name, so types have a symbol table of their own.
    return "\n".join(
        [
            f"module @{_TYPES} {{",
            *_dialects((t.dialect, _type(t)) for _, t in sorted(types.items())),
            "}",
            *_dialects((o.dialect, _operation(o, types)) for _, o in sorted(ops.items())),
        ]
    )


def _dialects(members: Iterable[tuple[str, list[str]]]) -> Iterator[str]:
    for name, group in groupby(sorted(members, key=itemgetter(0)), key=itemgetter(0)):
        yield f"irdl.dialect @{name} {{"
        for _, lines in group:
            yield from lines
        yield "}"


def _check(kind: str, name: str, owner: str = "") -> None:
    if not _NAME.fullmatch(name):
        where = f" of {owner}" if owner else ""
        raise PackError(f"{kind} '{name}'{where}: names in ASC-IR are lower case letters, digits and _")


def _check_unique(names: Iterable[str], owner: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise PackError(f"{owner} declares '{name}' twice")
        seen.add(name)


def _type(spec: TypeSpec) -> list[str]:
    _check("type", spec.name, spec.qualified)
    _check_unique(spec.parameters, spec.qualified)
    for parameter in spec.parameters:
        _check("parameter", parameter, spec.qualified)
    lines = [f"  irdl.type @{spec.name} {{"]
    lines += [f"    %{i} = irdl.any" for i in range(len(spec.parameters))]
    if spec.parameters:
        listed = ", ".join(f"{p}: %{i}" for i, p in enumerate(spec.parameters))
        lines.append(f"    irdl.parameters({listed})")
    return [*lines, "  }"]


def _operation(spec: OpSpec, types: Mapping[str, TypeSpec]) -> list[str]:
    name = spec.name.partition(".")[2]
    _check("operation", name, spec.name)
    _check_unique([o.name for o in (*spec.operands, *spec.results)] + list(spec.attributes), spec.name)
    fresh = count()
    body: list[str] = []
    for keyword, group in (("operands", spec.operands), ("results", spec.results)):
        if group:
            listed = ", ".join(_operand(o, spec, types, body, fresh) for o in group)
            body.append(f"irdl.{keyword}({listed})")
    if spec.attributes:
        values = []
        for attribute in spec.attributes:
            _check("attribute", attribute, spec.name)
            variable = f"%{next(fresh)}"
            body.append(f"{variable} = irdl.any")
            values.append(f'"{attribute}" = {variable}')
        body.append(f"irdl.attributes {{{', '.join(values)}}}")
    return [f"  irdl.operation @{name} {{", *(f"    {line}" for line in body), "  }"]


def _operand(
    operand: OperandSpec, op: OpSpec, types: Mapping[str, TypeSpec], body: list[str], fresh: count[int]
) -> str:
    _check("operand", operand.name, op.name)
    # A variable used twice would demand equal types, so each operand gets its own.
    specs: list[TypeSpec | None] = [getattr(cls, "ir_spec", None) for cls in operand.types]
    known: list[TypeSpec] = [s for s in specs if s is not None and types.get(s.qualified) is s]
    bases = []
    # Scalars and addresses have no declared type, so that nothing can be said where they are accepted.
    if len(known) == len(specs):
        # A value of a derived class is accepted as Python accepts it.
        derived = [t for _, t in sorted(types.items()) if t not in known and issubclass(t.value, operand.types)]
        for base in (*known, *derived):
            bases.append(f"%{next(fresh)}")
            body.append(f"{bases[-1]} = irdl.base @{_TYPES}::@{base.dialect}::@{base.name}")
    if len(bases) == 1:
        (variable,) = bases
    else:
        variable = f"%{next(fresh)}"
        body.append(f"{variable} = irdl.any_of({', '.join(bases)})" if bases else f"{variable} = irdl.any")
    arity = "" if operand.arity == "single" else f"{operand.arity} "
    return f"{operand.name}: {arity}{variable}"
