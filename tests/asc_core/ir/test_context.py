from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from enum import Enum
from types import SimpleNamespace

import pytest

from asc_core.ir.bindings import PassManager
from asc_core.ir.context import IRContext, context_for
from asc_core.ir.declarations import irdl_module
from asc_core.ir.effects import OpEffect, effect_of
from asc_plugins import DataType, IRValue, OperandSpec, OpSpec, PackError, TypeSpec, constructor, ir_type, make
from asc_plugins.dtypes import ALL
from asc_plugins.irtypes import IRType, PointerType


class Place(Enum):
    HERE = "here"


@ir_type("box", cpp="Box<{dtype}, {size}, {place}>", parameters=("dtype", "size", "place"), dialect="toy")
class Box(IRValue):
    """A value with parameters of all kinds."""


@ir_type("bag", cpp="Bag", dialect="toy")
class Bag(IRValue):
    """A variable that methods change."""

    @constructor("Bag", result=lambda b: make(Bag))
    def __init__(self) -> None:
        """Declares a bag."""


BAG = (OperandSpec("bag", (Bag,)),)
RESULT = (OperandSpec("result"),)
OPS = {
    spec.name: spec
    for spec in (
        OpSpec("toy.pure", (OperandSpec("a"),), RESULT, pure=True),
        OpSpec("toy.clock", (), RESULT, reads_state=True),
        OpSpec("toy.peek", BAG, RESULT, pure=True),
        OpSpec("toy.put", (*BAG, OperandSpec("value"))),
        OpSpec("toy.bag", (), (OperandSpec("result", (Bag,)),), constructs=True, pure=True),
        OpSpec("toy.box", (), (OperandSpec("result", (Box,)),), pure=True),
        OpSpec(
            "toy.many",
            (OperandSpec("first", arity="variadic"), OperandSpec("last", arity="optional")),
            (),
            ("text",),
        ),
    )
}
TYPES = {cls.ir_spec.qualified: cls.ir_spec for cls in (Box, Bag)}


def registry(types: dict[str, TypeSpec] = TYPES, ops: dict[str, OpSpec] = OPS) -> SimpleNamespace:
    return SimpleNamespace(types=types, ops=ops)


@pytest.fixture(scope="module")
def context() -> IRContext:
    return IRContext(registry())  # type: ignore[arg-type]


def run(context: IRContext, passes: str, body: str) -> str:
    module = context.parse(f"func.func @f(%n: i32) {{\n{body}\nreturn\n}}")
    with context.mlir:
        PassManager.parse(f"builtin.module({passes})").run(module.operation)
    return str(module)


@pytest.mark.parametrize("dtype", ALL)
def test_scalars_are_signless_and_addresses_are_not(context: IRContext, dtype: DataType) -> None:
    scalar = context.to_mlir(dtype)
    assert str(scalar) == dtype.mlir.removeprefix("u")
    read = context.from_mlir(scalar)
    assert isinstance(read, DataType)
    assert read.cpp == dtype.cpp.removeprefix("u")
    if not dtype.is_void() and not dtype.is_bool():
        address = context.to_mlir(PointerType(dtype))
        assert str(address) == f"memref<*x{dtype.mlir}, 22>"
        assert context.from_mlir(address) == PointerType(dtype)


def test_types_keep_their_parameters(context: IRContext) -> None:
    type_ = make(Box, DataType("uint16"), 3, Place.HERE)
    written = context.to_mlir(type_)
    assert str(written) == '!toy.box<ui16, 3 : i64, "Place::HERE">'
    assert context.from_mlir(written) == type_
    assert context.to_mlir(type_) is written


def test_types_read_from_text_have_the_text_of_enums(context: IRContext) -> None:
    fresh = IRContext(registry())  # type: ignore[arg-type]
    module = fresh.parse('func.func @f(%b: !toy.box<f32, 4 : i64, "Place::HERE">) { return }')
    read = fresh.from_mlir(module.body.operations[0].regions[0].blocks[0].arguments[0].type)
    assert read == IRType(Box.ir_spec, (DataType("float32"), 4, "Place::HERE"))
    assert read.cpp == "Box<float, 4, Place::HERE>"


def test_unknown_types_are_refused(context: IRContext) -> None:
    module = context.parse("func.func @f(%b: vector<4xf32>) { return }")
    with pytest.raises(TypeError, match=r"no registered type is written vector<4xf32>"):
        context.from_mlir(module.body.operations[0].regions[0].blocks[0].arguments[0].type)


@pytest.mark.parametrize(
    "value", [True, 0, -5, (1 << 63) - 1, 1.5, "text", DataType("uint8"), None, [1, None, "a", [True]]]
)
def test_attributes_keep_python_values(context: IRContext, value: object) -> None:
    read = context.read_attribute(context.attribute(value))
    assert read == value
    assert type(read) is type(value)


def test_attributes_of_enums_and_large_numbers(context: IRContext) -> None:
    assert context.read_attribute(context.attribute(Place.HERE)) == "Place::HERE"
    assert context.read_attribute(context.attribute((1 << 64) - 1)) == -1
    with pytest.raises(TypeError, match="a dict can't be an attribute"):
        context.attribute({})


def test_a_type_and_its_constructor_share_a_name(context: IRContext) -> None:
    text = run(context, "canonicalize", '%b = "toy.bag"() : () -> !toy.bag')
    assert "toy.bag" in text


def test_invalid_ir_is_refused_with_the_reason(context: IRContext) -> None:
    with pytest.raises(ValueError, match=r"this is not ASC-IR: .*\n.*base"):
        context.parse('func.func @f(%n: i32) { "toy.put"(%n, %n) : (i32, i32) -> () return }')


def test_equal_pure_operations_are_merged_and_unused_ones_dropped(context: IRContext) -> None:
    body = """
      %a = "toy.pure"(%n) : (i32) -> i32
      %b = "toy.pure"(%n) : (i32) -> i32
      %c = "toy.pure"(%a) : (i32) -> i32
      %bag = "toy.bag"() : () -> !toy.bag
      "toy.put"(%bag, %a) : (!toy.bag, i32) -> ()
      "toy.put"(%bag, %b) : (!toy.bag, i32) -> ()
    """
    assert run(context, "cse,canonicalize", body).count('"toy.pure"') == 1


def test_reads_of_state_are_dropped_but_not_merged(context: IRContext) -> None:
    body = """
      %bag = "toy.bag"() : () -> !toy.bag
      %a = "toy.clock"() : () -> i64
      %b = "toy.clock"() : () -> i64
      %unused = "toy.clock"() : () -> i64
      %x = "toy.peek"(%bag) : (!toy.bag) -> i64
      "toy.put"(%bag, %a) : (!toy.bag, i64) -> ()
      %y = "toy.peek"(%bag) : (!toy.bag) -> i64
      "toy.put"(%bag, %b) : (!toy.bag, i64) -> ()
      "toy.put"(%bag, %x) : (!toy.bag, i64) -> ()
      "toy.put"(%bag, %y) : (!toy.bag, i64) -> ()
    """
    text = run(context, "cse,canonicalize", body)
    assert text.count('"toy.clock"') == 2
    assert text.count('"toy.peek"') == 2


def test_what_reads_a_variable_stays_in_the_loop(context: IRContext) -> None:
    body = """
      %bag = "toy.bag"() : () -> !toy.bag
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      scf.for %i = %c0 to %n step %c1 : i32 {
        %p = "toy.pure"(%n) : (i32) -> i32
        %x = "toy.peek"(%bag) : (!toy.bag) -> i32
        %v = "toy.bag"() : () -> !toy.bag
        "toy.put"(%bag, %x) : (!toy.bag, i32) -> ()
        "toy.put"(%v, %p) : (!toy.bag, i32) -> ()
      }
    """
    before, _, inside = run(context, "loop-invariant-code-motion", body).partition("scf.for")
    assert '"toy.pure"' in before
    assert '"toy.peek"' in inside
    assert '"toy.bag"' in inside


def test_variables_are_never_merged_or_dropped(context: IRContext) -> None:
    assert effect_of(OPS["toy.bag"]) is OpEffect.ANY
    body = '%a = "toy.bag"() : () -> !toy.bag\n%b = "toy.bag"() : () -> !toy.bag'
    assert run(context, "cse,canonicalize", body).count('"toy.bag"') == 2


def test_declarations_do_not_depend_on_their_order() -> None:
    reverse_types = dict(reversed(TYPES.items()))
    reverse_ops = dict(reversed(OPS.items()))
    assert irdl_module(TYPES, OPS) == irdl_module(reverse_types, reverse_ops)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (OpSpec("toy.Add"), "operation 'Add' of toy.Add: names in ASC-IR are lower case"),
        (OpSpec("toy.a-b"), "operation 'a-b'"),
        (OpSpec("Toy.add"), "dialect 'Toy'"),
        (OpSpec("arith.add"), "'arith' is a dialect of MLIR"),
        (OpSpec("toy.add", (OperandSpec("x"), OperandSpec("x"))), "toy.add declares 'x' twice"),
        (OpSpec("toy.add", (OperandSpec("X"),)), "operand 'X' of toy.add"),
        (OpSpec("toy.add", (), (), ("no-attribute",)), "attribute 'no-attribute' of toy.add"),
    ],
)
def test_bad_declarations_of_operations_are_refused(spec: OpSpec, message: str) -> None:
    with pytest.raises(PackError, match=message):
        IRContext(registry(ops={spec.name: spec}))  # type: ignore[arg-type]


REFUSED = """
from types import SimpleNamespace
from asc_core.ir.context import IRContext
from asc_plugins import OpSpec, PackError

try:
    IRContext(SimpleNamespace(types={}, ops={"arith.add": OpSpec("arith.add")}))
except PackError:
    context = IRContext(SimpleNamespace(types={}, ops={}))
    module = context.parse("func.func @f() { %c = arith.constant 1 : i32 \\n return }")
    (block,) = module.body.operations[0].regions[0].blocks
    print(type(block.operations[0]).__name__)
"""


def test_a_refused_dialect_of_mlir_keeps_its_python_module() -> None:
    done = subprocess.run([sys.executable, "-c", REFUSED], capture_output=True, text=True, check=True)
    assert done.stdout == "ConstantOp\n"


def test_bad_declarations_of_types_are_refused() -> None:
    bad = replace(Box.ir_spec, parameters=("size", "size"))
    with pytest.raises(PackError, match=r"toy\.box declares 'size' twice"):
        IRContext(registry(types={bad.qualified: bad}, ops={}))  # type: ignore[arg-type]


def test_a_thread_keeps_its_context() -> None:
    one = registry()
    first = context_for(one)  # type: ignore[arg-type]
    assert context_for(one) is first  # type: ignore[arg-type]
    assert context_for(registry()) is not first  # type: ignore[arg-type]


def test_the_bindings_do_not_import_torch() -> None:
    code = "import sys, asc_core.ir.builder; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
