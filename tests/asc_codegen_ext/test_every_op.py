"""Every operation of the upstream dialects is written, part of one that is, or refused with a reason."""

from __future__ import annotations

import importlib

import pytest

from asc_codegen_ext.refused import PARTS, REFUSED
from asc_core.ir.context import IRContext, context_for
from asc_core.translate import TranslateError, translate
from asc_plugins.discovery import registry

DIALECTS = ("arith", "emitc", "func", "math", "memref", "scf")


def operations(dialect: str) -> set[str]:
    generated = importlib.import_module(f"torch_mlir.dialects._{dialect}_ops_gen")
    return {
        cls.OPERATION_NAME
        for cls in vars(generated).values()
        if isinstance(cls, type) and hasattr(cls, "OPERATION_NAME")
    }


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_operation_is_missing(dialect: str) -> None:
    names = operations(dialect)
    assert len(names) > 4
    assert not names - set(registry().emitters) - PARTS
    assert not PARTS & set(registry().emitters)


def test_reasons_name_operations_that_exist() -> None:
    names = set().union(*map(operations, DIALECTS))
    assert set(REFUSED) | PARTS <= names
    assert all(REFUSED.values())


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("%b = memref.alloc() : memref<4xf32>", "memref.alloc"),
        ("%c = arith.constant 1 : index\nscf.parallel (%i) = (%c) to (%c) step (%c) { scf.reduce }", "scf.parallel"),
        ("%f = func.constant @k : (i32) -> ()", "func.constant"),
    ],
)
def test_refusals_say_what_to_do(body: str, name: str) -> None:
    context = context_for(registry())
    module = context.parse(f'func.func @k(%n: i32) attributes {{asc.kernel}} {{\n{body} loc("k.py":7:3)\nreturn\n}}')
    with pytest.raises(TranslateError) as caught:
        translate(module, context)
    assert caught.value.title == f"'{name}' can't be written as Ascend C"
    assert caught.value.hint == REFUSED[name]
    assert str(caught.value.location) == "k.py:7:3"


def test_operations_of_other_dialects_name_the_way_out(context: IRContext) -> None:
    module = context.parse(
        "func.func @k(%n: index) attributes {asc.kernel} {\n%m = index.add %n, %n\n"
        'emitc.call_opaque "use"(%m) : (index) -> ()\nreturn\n}'
    )
    with pytest.raises(TranslateError, match=r"no pack says how 'index\.add' is written") as caught:
        translate(module, context)
    assert caught.value.hint == "a pass must replace it, or a pack register an emitter for it"


@pytest.mark.parametrize("type_", ["vector<4xf32>", "tensor<4xf32>", "memref<4x4xf32, strided<[?, 1]>>", "!emitc.foo"])
def test_types_without_a_spelling_are_refused(context: IRContext, type_: str) -> None:
    text = f"func.func @k(%n: {type_}) attributes {{asc.kernel}} {{ return }}"
    if type_ == "!emitc.foo":
        with pytest.raises(ValueError, match="this is not ASC-IR"):
            context.parse(text)
        return
    with pytest.raises(TranslateError, match="can't be written as Ascend C"):
        translate(context.parse(text), context)
