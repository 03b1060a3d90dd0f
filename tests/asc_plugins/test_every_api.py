"""Every registered API has documentation and a stub. That it is compiled and run is checked after a whole test run."""

from __future__ import annotations

import ast
import inspect
from importlib import resources

import pytest

from asc_plugins import Api, ParamStruct
from asc_plugins.discovery import registry

APIS = sorted({api.qualified: api for api in registry().apis()}.items())


@pytest.mark.parametrize(("name", "api"), APIS, ids=[name for name, _ in APIS])
def test_is_documented(name: str, api: Api) -> None:
    assert api.doc.strip(), f"{name} has no docstring"


@pytest.mark.parametrize(("name", "api"), APIS, ids=[name for name, _ in APIS])
def test_names_its_model_header(name: str, api: Api) -> None:
    for overload in api:
        if overload.build is None or overload.spec.call is not None:
            header = registry().model_header(overload.op)
            assert header is not None and header.is_file(), f"{name} names no Model header that exists"  # noqa: PT018


def test_every_name_has_a_stub() -> None:
    tree = ast.parse(resources.files("asc").joinpath("__init__.pyi").read_text("utf-8"))
    stubbed = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    stubbed |= {t.id for n in ast.walk(tree) if isinstance(n, ast.AnnAssign) and isinstance(t := n.target, ast.Name)}
    stubbed |= {t.id for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
    stubbed |= {a.asname or a.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for a in n.names}
    assert sorted(set(registry().names["asc"]) - stubbed) == []


def test_every_class_and_struct_is_documented() -> None:
    classes = [c for c in registry().names["asc"].values() if inspect.isclass(c)]
    assert [c.__name__ for c in classes if not (c.__doc__ or "").strip()] == []
    structs = [c for c in classes if issubclass(c, ParamStruct)]
    assert len(structs) > 20
