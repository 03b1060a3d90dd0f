"""The Ascend C of every overload of every vector API with every data type, kept in goldens beside this file.

A golden has one line a call: the Python call, and the statements that it becomes or the reason why it is refused.
`pytest --update-goldens` writes them anew; read the difference before you commit it.
"""

from __future__ import annotations

import itertools
import linecache
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

import asc
from asc_core.diagnostics import CompileError
from asc_plugins import Api, Overload, ParamStruct
from asc_plugins.discovery import registry
from asc_plugins.dtypes import DataType
from asc_plugins.params import Kind, Param
from asc_plugins.testing.stages import stages_of

GOLDENS = Path(__file__).parent / "text"
VECTOR_APIS = sorted(
    (api for api in registry().apis() if api.module.startswith("asc_api_basic.vec_")), key=lambda api: api.qualified
)
MODULES = sorted({api.module.rpartition(".")[2] for api in VECTOR_APIS})
_numbers = itertools.count()


def rows(overload: Overload, tensors: list[str]) -> Iterator[dict[str, str]]:
    """The data types of the tensors, a dictionary for each supported combination."""
    for row in overload.dtypes or ("float32",):
        names = [row] * len(tensors) if isinstance(row, str) else row
        yield dict(zip(tensors, names, strict=False))


def argument(param: Param, dtypes: dict[str, str]) -> str:
    """A plain argument for a parameter."""
    kind = param.types[0] if param.types else None
    if param.kind is Kind.VALUE:
        if isinstance(kind, type) and issubclass(kind, ParamStruct):
            needed = ", ".join("1" for field in kind.signature() if field.required)
            return f"asc.{kind.__name__}({needed})"
        return param.name
    if param.kind is Kind.SCALAR:
        like = dtypes.get(param.scalar.like or "", "") if param.scalar else ""
        if (float in param.types and not like) or DataType(like or "int32").is_float():
            return "1.5"
        return "128" if param.name in ("count", "v_r_offset") else "8"
    if param.kind is Kind.MASK:
        return "16"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"asc.{kind.__name__}.{next(iter(kind)).name}"
    return "asc.float16" if kind is DataType else "True" if kind is bool else "1"


def calls(api: Api) -> Iterator[tuple[str, dict[str, str]]]:
    """Python calls of every overload and data type: plain, with bits as mask, each switch turned, each enum member."""
    for overload in api:
        tensors = [p.name for p in overload.params if p.kind is Kind.VALUE and getattr(p.types[0], "is_tensor", False)]
        for dtypes in rows(overload, tensors):
            needed = {p.name: argument(p, dtypes) for p in overload.params if p.required}
            plain = [*needed.values()]
            yield f"{api.qualified}({', '.join(plain)})", dtypes
            for param in overload.params:
                others = ["[3, 0]"] if param.kind is Kind.MASK else []
                if param.required and isinstance(param.types[0], type) and issubclass(param.types[0], Enum):
                    others = [f"asc.{param.types[0].__name__}.{m.name}" for m in list(param.types[0])[1:]]
                for other in others:
                    changed = [other if name == param.name else text for name, text in needed.items()]
                    yield f"{api.qualified}({', '.join(changed)})", dtypes
                if param.kind is Kind.MASK:
                    continue
                if not param.required and isinstance(param.default, bool):
                    yield f"{api.qualified}({', '.join([*plain, f'{param.name}={not param.default}'])})", dtypes


def results_of(api: Api) -> int:
    return len(api.overloads[0].spec.results)


def statements(call: str, dtypes: dict[str, str], results: int) -> str:
    """What a call becomes: its statements, or why it is refused."""
    lines = ["@asc.jit", "def kernel():"]
    for index, (name, dtype) in enumerate(dtypes.items()):
        lines.append(f"    {name} = asc.LocalTensor(asc.{dtype}, asc.TPosition.VECCALC, {index * 8192}, 1024)")
    # A value that nothing uses is dropped, so each is used.
    star = "*" if results > 1 else ""
    lines.append(f"    asc.inline('$0', [{star}{call}])" if results else f"    {call}")
    file = f"<call {next(_numbers)}>"
    source = "\n".join(lines) + "\n"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    space: dict[str, Any] = {"asc": asc}
    exec(compile(source, file, "exec"), space)
    try:
        text = stages_of(space["kernel"]).text
    except CompileError as error:
        return f"refused: {error.diagnostic.title}"
    body = text.partition(f"#line {len(lines)}")[2].partition("\n")[2]
    return " ".join(line.strip() for line in body.splitlines() if line.strip() not in ("", "}") and line[0] != "#")


@pytest.mark.parametrize("module", MODULES)
def test_text(module: str, request: pytest.FixtureRequest) -> None:
    text = "".join(
        f"{call}  [{', '.join(dtypes.values())}]\n    {statements(call, dtypes, results_of(api))}\n"
        for api in VECTOR_APIS
        if api.module.rpartition(".")[2] == module
        for call, dtypes in calls(api)
    )
    golden = GOLDENS / f"{module}.txt"
    if request.config.getoption("--update-goldens"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")
