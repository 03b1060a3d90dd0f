"""Every name, overload, default, field and enum value of the interface that kernels are written for is accepted."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from asc_plugins import Api, IRValue, ParamStruct, discovery, dtypes
from asc_plugins.binding import Layout, bind
from asc_plugins.params import Kind, Param

INVENTORY = json.loads((Path(__file__).parent.parent / "data" / "api_inventory.json").read_text())
NAMES = discovery.registry().names["asc"]

#: What is checked: families, and of these the modules; None stands for all.
SCOPE: dict[str, tuple[str, ...] | None] = {
    "core": None,
    "fwk": None,
    "basic": (
        "block_sync", "set_atomic", "sys_var", "scalar", "dump_tensor", "cache", "determine_compute_sync",
        "vec_binary", "vec_unary", "vec_binary_scalar", "vec_ternary_scalar", "vec_duplicate", "vec_reduce",
        "vec_cmpsel", "vec_vconv", "data_copy", "mm", "fixpipe",
    ),
}  # fmt: skip

#: The inventory lists parameters that the interface's implementation doesn't have; the real ones are tested elsewhere.
MISPRINTED = {
    "UnaryRepeatParams", "scalar_cast", "set_atomic_add", "set_atomic_max", "set_atomic_min", "set_atomic_type",
    "TQueBind.enque",
}  # fmt: skip

#: Lengths of lists; two where it doesn't matter.
LENGTHS = {"element_lengths": 4, "scale": 16, "offset": 16, "sign_mode": 16}

#: Defaults that are expressions of other things than names of ``asc``.
CONSTANTS = {"KT": type("KT", (), {d.name: d for d in dtypes.ALL})}


def in_scope(family: str, module: str | None) -> bool:
    modules = SCOPE.get(family, ())
    return modules is None or module in modules


def entries() -> Iterator[tuple[str, dict[str, Any]]]:
    for family, members in INVENTORY["families"].items():
        for name, entry in members.items():
            if in_scope(family, entry.get("module")):
                yield name, entry


def overloads() -> Iterator[Any]:
    for name, entry in entries():
        if name in MISPRINTED:
            continue
        for index, overload in enumerate(entry.get("overloads", [])):
            yield pytest.param(name, None, overload, id=f"{name}-{index}")
        for method, described in entry.get("methods", {}).items():
            if f"{name}.{method}" in MISPRINTED:
                continue
            for index, overload in enumerate(described["overloads"]):
                yield pytest.param(name, method, overload, id=f"{name}.{method}-{index}")


def signatures(name: str, method: str | None) -> list[tuple[Param, ...]] | inspect.Signature:
    """The declared overloads of a function or member; the signature of one written in Python."""
    target: Any = NAMES[name]
    if isinstance(target, type) and issubclass(target, ParamStruct) and method == "__init__":
        return list(target.signatures())
    if method is not None:
        target = inspect.getattr_static(target, method)
        if isinstance(target, (staticmethod, classmethod)):
            target = target.__func__
    if isinstance(target, Api):
        return [overload.params for overload in target.overloads]
    signature = inspect.signature(target)
    skipped = 1 if method is not None and next(iter(signature.parameters), "") in ("self", "cls") else 0
    return signature.replace(parameters=list(signature.parameters.values())[skipped:])


def default_value(text: str) -> Any:
    return eval(text, {**CONSTANTS, **NAMES})


def sample(param: dict[str, Any]) -> Any:
    """A value of a parameter's type, or its default where the inventory knows no type."""
    if not param.get("type") and "default" in param:
        return default_value(param["default"])
    text = param.get("type") or "int"
    optional = re.fullmatch(r"Optional\[(.*)\]", text)
    text = optional[1] if optional else text
    # The inventory's bare ``list`` is of slices.
    if text == "list":
        return [NAMES["SliceInfo"].__new__(NAMES["SliceInfo"])]
    if text.lower().startswith("list"):
        return [1] * LENGTHS.get(param["name"], 2)
    simple = {"DataType": dtypes.float16, "str": "text", "bool": True, "float": 1.5, "Any": 1, "TensorShape": 8}
    if text in simple:
        return simple[text]
    known = NAMES.get(text)
    if isinstance(known, type) and issubclass(known, Enum):
        return next(iter(known))
    if isinstance(known, type) and issubclass(known, IRValue):
        return known.__new__(known)
    if isinstance(known, type) and hasattr(known, "cfg_row_major"):
        return known.cfg_row_major
    return 1


def same(default: Any, expected: Any) -> bool:
    return expected is ... or (default == expected and isinstance(default, bool) == isinstance(expected, bool))


def problem(params: tuple[Param, ...], listed: list[dict[str, Any]]) -> str | None:
    """Why an overload can't be called as the inventory lists it."""
    values = [sample(p) for p in listed]
    required = [v for p, v in zip(listed, values, strict=True) if "default" not in p]
    by_name = {p["name"]: v for p, v in zip(listed, values, strict=True)}
    calls = [(values, {}), (required, {}), (required, dict(list(by_name.items())[len(required) :]))]
    if all(p.kind is not Kind.VALUES for p in params):
        calls.append(([], by_name))
    for args, kwargs in calls:
        bound = bind(Layout.of(params), args, kwargs)
        if isinstance(bound, str):
            return bound
    declared = {p.name: p for p in params}
    for position, item in enumerate(listed):
        param = declared.get(item["name"])
        if "default" in item and not same(getattr(param, "default", None), default_value(item["default"])):
            return f"the default of '{item['name']}' is {getattr(param, 'default', None)!r}, not {item['default']}"
        if param is not None and param.kind is not Kind.VALUES and params[position].name != item["name"]:
            return f"parameter {position} is '{params[position].name}', not '{item['name']}'"
    return None


@pytest.mark.parametrize("name", [name for name, _ in entries()])
def test_name_exists(name: str) -> None:
    assert name in NAMES


@pytest.mark.parametrize(("name", "method", "overload"), list(overloads()))
def test_overload_is_accepted(name: str, method: str | None, overload: dict[str, Any]) -> None:
    listed = overload["params"]
    declared = signatures(name, method)
    if isinstance(declared, inspect.Signature):
        # Written in Python: parameters without default may be positional only.
        values = [sample(p) for p in listed]
        declared.bind(*values)
        kwargs = {p["name"]: sample(p) for p in listed if "default" in p}
        bound = declared.bind(*values[: len(listed) - len(kwargs)], **kwargs)
        for p in listed:
            if "default" in p:
                assert p["name"] in bound.arguments
                assert same(declared.parameters[p["name"]].default, default_value(p["default"]))
        return
    problems = [problem(params, listed) for params in declared]
    assert None in problems, "\n".join(str(p) for p in problems)


@pytest.mark.parametrize(
    ("name", "fields"), [(name, entry["fields"]) for name, entry in entries() if entry.get("fields")]
)
def test_fields_exist(name: str, fields: list[dict[str, Any]]) -> None:
    cls: Any = NAMES[name]
    expected = [field["name"] for field in fields]
    if issubclass(cls, ParamStruct):
        assert [p.name for p in cls.signature()][: len(expected)] == expected
        params = cls.signatures()[0]
        assert not isinstance(bind(Layout.of(params), [1] * len(expected), {}), str)
        assert not isinstance(bind(Layout.of(params), [], {}), str)
    else:
        assert all(hasattr(cls, field) or field in getattr(cls, "__slots__", ()) for field in expected)


@pytest.mark.parametrize(
    ("name", "entry"),
    [(name, entry) for name, entry in INVENTORY["enums"].items() if entry["family"] in SCOPE],
)
def test_enum_members_and_values(name: str, entry: dict[str, Any]) -> None:
    enum: Any = NAMES[name]
    assert issubclass(enum, Enum)
    # Values with a comma behind them are listed as tuples.
    expected = {member: int(value.strip("(),")) for member, value in entry["members"].items()}
    assert expected == {name: member.value for name, member in enum.__members__.items() if name in expected}


def test_defaults_are_compared() -> None:
    struct: Any = NAMES["DataCopyParams"]
    listed = [{"name": "block_count", "type": "int", "default": "2"}]
    assert problem(struct.signature(), listed) == "the default of 'block_count' is 1, not 2"


def test_names_and_order_are_compared() -> None:
    struct: Any = NAMES["BrcbRepeatParams"]
    swapped = [{"name": n, "type": "int"} for n in ("dst_rep_stride", "dst_blk_stride")]
    assert problem(struct.signature(), swapped) == "parameter 0 is 'dst_blk_stride', not 'dst_rep_stride'"
    assert problem(struct.signature(), [{"name": "src_blk_stride"}]) == "has no parameter 'src_blk_stride'"
