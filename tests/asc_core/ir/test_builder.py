from __future__ import annotations

from types import SimpleNamespace

import pytest

from asc_core.ir.bindings import ir
from asc_core.ir.builder import OpBuilder
from asc_core.ir.context import IRContext
from asc_core.ir.location import SourceLoc
from asc_core.ir.places import place_of, python_name
from asc_plugins import DataType, OperandSpec, OpSpec
from asc_plugins.dtypes import bool_, float16, float32, int8, int32, uint8, uint64
from asc_plugins.irtypes import PointerType

OPS = {
    spec.name: spec
    for spec in (
        OpSpec("toy.make", (OperandSpec("a"),), (OperandSpec("result"),), ("mode",)),
        OpSpec(
            "toy.many",
            (OperandSpec("first", arity="variadic"), OperandSpec("last", arity="optional")),
        ),
    )
}


@pytest.fixture(scope="module")
def context() -> IRContext:
    return IRContext(SimpleNamespace(types={}, ops=OPS))  # type: ignore[arg-type]


@pytest.fixture
def builder(context: IRContext) -> OpBuilder:
    return OpBuilder(context, "kernel.py")


def test_a_kernel_with_names_and_places(builder: OpBuilder) -> None:
    builder.location = SourceLoc("kernel.py", 3, 5)
    with builder.function("k", [("x", PointerType(float32)), ("n", int32)], kernel=True) as (x, n):
        builder.location = SourceLoc("kernel.py", 4, 9)
        (made,) = builder.create("toy.make", [n], [int32], {"mode": "fast"})
        builder.set_name(made, "first")
        builder.set_name(made, "second")
        builder.return_()
        assert (python_name(x), python_name(n), python_name(made)) == ("x", "n", "first")
        assert place_of(made.owner.operation.location) == SourceLoc("kernel.py", 4, 9)
        assert builder.type_of(made) is int32
        assert builder.type_of(x) == PointerType(float32)
    assert builder.location == SourceLoc("kernel.py", 3, 5)
    assert builder.module.operation.verify()
    assert "asc.kernel" in str(builder.module)


def test_a_function_is_built_while_another_one_is(builder: OpBuilder) -> None:
    with builder.function("outer", [("n", int32)], kernel=True) as (n,):
        outside = builder.constant(7, int32)
        with builder.function("inner", [("m", int32)]) as (m,):
            assert builder.constant(7, int32) != outside
            builder.return_([m])
        builder.set_results("inner", [int32])
        call = builder.operation(
            "func.call", [n], [builder.context.to_mlir(int32)],
            {"callee": ir.FlatSymbolRefAttr.get("inner", builder.context.mlir)},
        )  # fmt: skip
        builder.set_name(call.results[0], "y")
        builder.return_()
    assert builder.module.operation.verify()
    assert "func.func private @inner(%arg0: i32) -> i32" in str(builder.module)


def test_constants_are_reused_in_a_function(builder: OpBuilder) -> None:
    with builder.function("k", [], kernel=True):
        assert builder.constant(3, int32) == builder.constant(3, int32)
        assert builder.constant(3, int8) != builder.constant(3, int32)
        assert builder.constant(0.0, float32) != builder.constant(-0.0, float32)
        assert builder.constant(float("nan"), float32) == builder.constant(float("nan"), float32)
        assert builder.constant(1, float16) == builder.constant(1.0, float16)
        assert builder.constant(255, uint8) == builder.constant(-1, int8)
        assert builder.constant(True, bool_) == builder.constant(1, bool_)
        builder.constant((1 << 64) - 1, uint64)
        builder.return_()
    assert builder.module.operation.verify()


def test_constants_stand_before_what_uses_them(builder: OpBuilder) -> None:
    with builder.function("k", [], kernel=True):
        builder.create("toy.many", [[builder.constant(1, int32)], None])
        builder.create("toy.many", [[builder.constant(2, int32)], None])
        builder.return_()
    text = str(builder.module)
    assert text.index("arith.constant 2") < text.index("toy.many")
    assert text.index("arith.constant 1") < text.index("arith.constant 2")


@pytest.mark.parametrize(
    ("value", "dtype", "message"),
    [
        (256, uint8, r"256 doesn't fit uint8 \(0\.\.255\)"),
        (-1, uint8, "-1 doesn't fit uint8"),
        (1 << 31, int32, "2147483648 doesn't fit int32"),
        (1.5, int32, "1.5 doesn't fit int32"),
        (2, bool_, r"2 doesn't fit bool \(0\.\.1\)"),
    ],
)
def test_constants_must_fit(builder: OpBuilder, value: float, dtype: DataType, message: str) -> None:
    with builder.function("k", [], kernel=True), pytest.raises(ValueError, match=message):
        builder.constant(value, dtype)


def test_groups_of_operands(builder: OpBuilder) -> None:
    with builder.function("k", [("a", int32), ("b", int8)], kernel=True) as (a, b):
        builder.create("toy.many", [[a, a], a])
        builder.create("toy.many", [[], None])
        builder.create("toy.many", [[b], a])
        builder.return_()
    assert builder.module.operation.verify()
    sizes = ["operandSegmentSizes = array<i32: " + s for s in ("2, 1>", "0, 0>", "1, 1>")]
    assert all(s in str(builder.module) for s in sizes)


def test_unregistered_operations_are_refused(builder: OpBuilder) -> None:
    with builder.function("k", [], kernel=True), pytest.raises(ValueError, match=r"'toy\.other' isn't registered"):
        builder.create("toy.other")


def test_a_value_may_get_its_type_later(builder: OpBuilder) -> None:
    with builder.function("k", [("a", int32)], kernel=True) as (a,):
        (made,) = builder.create("toy.make", [a], [int32], {"mode": None})
        builder.retype(made, int8)
        assert builder.type_of(made) is int8
        builder.return_()


def test_names_of_several_results(builder: OpBuilder) -> None:
    context = builder.context
    module = context.parse(
        """
        func.func @f(%n: i32, %c: i1) {
          %r:2 = scf.if %c -> (i32, i32) { scf.yield %n, %n : i32, i32 } else { scf.yield %n, %n : i32, i32 }
            {asc.names = ["p", "q"]}
          %s:2 = scf.if %c -> (i32, i32) { scf.yield %n, %n : i32, i32 } else { scf.yield %n, %n : i32, i32 }
            {asc.names = ["p"]} loc("z")
          return
        }
        """
    )
    (block,) = module.body.operations[0].regions[0].blocks
    first, second = [op.operation for op in block.operations][:2]
    assert [python_name(r) for r in first.results] == ["p", "q"]
    assert [python_name(r) for r in second.results] == [None, None]
