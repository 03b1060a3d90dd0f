"""What the text needs of a function, read once: its blocks, operations and values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from asc_core.ir.anyvalues import ANY
from asc_core.ir.bindings import ir
from asc_core.ir.places import NAMES, argument_name
from asc_plugins.emit import Expr
from asc_plugins.irtypes import AnyType

from .shapes import CONSTANT, Shapes

if TYPE_CHECKING:
    from .optext import OpNode
    from .writer import Writer


class Value:
    """An SSA value: where it comes from, who uses it, how it is written.

    Attributes:
        mlir: the value of MLIR.
        node: the operation it is a result of; None of constants and of blocks' arguments.
        block: where it is defined.
        number: what a constant is.
        users: operations that use it, in the order of the text, once for each use.
        text: how it is written from here on.
        waiting: its expression, which waits for the statement that uses it.
        reads: whether that expression reads what statements change.
        viewed: the variable whose own state is all that it reads; None when it may read anything.
        type: its type, once asked for.
    """

    node: OpNode | None = None
    number: int | float | None = None
    text: Expr | None = None
    waiting: Expr | None = None
    reads = False
    viewed: Value | None = None
    type: AnyType | None = None

    def __init__(self, mlir: Any, block: Block) -> None:
        self.mlir = mlir
        self.block = block
        self.users: list[OpNode] = []

    @property
    def python_name(self) -> str | None:
        """The name of the Python variable that the value was assigned to."""
        if self.node is None:
            return argument_name(self.mlir) if isinstance(self.mlir, ir.BlockArgument) else None
        return self.node.python_name(self)


class Block:
    """A block's operations in their order, without constants."""

    arguments: Sequence[Value] = ()

    def __init__(self, parent: OpNode | None) -> None:
        self.parent = parent
        self.nodes: list[OpNode] = []


def names_of_results(op: Any, count: int) -> list[str | None] | None:
    """The names that an operation with regions has noted for its results."""
    attributes = op.attributes
    if NAMES not in attributes:
        return None
    # Simplification may have dropped results and kept the names of all.
    names = attributes[NAMES]
    return [name.value or None for name in names] if len(names) == count else None


class Reader:
    """Reads the blocks of functions for a writer."""

    def __init__(self, writer: Writer, shapes: Shapes) -> None:
        self._writer = writer
        self._shape_of = shapes.of
        self._known: dict[Any, Value] = {}

    def block(self, block: Any, parent: OpNode | None = None) -> Block:
        """A block and all that it holds."""
        from .optext import OpNode

        result = Block(parent)
        known, nodes, shape_of, writer = self._known, result.nodes, self._shape_of, self._writer
        result.arguments = arguments = [Value(argument, result) for argument in block.arguments]
        known.update((argument.mlir, argument) for argument in arguments)
        for view in block:
            op = view.operation
            name = op.name
            if name == CONSTANT:
                made = op.results[0]
                constant = known[made] = Value(made, result)
                constant.number = getattr(op.attributes["value"], "value", None)
                continue
            values = [known[value] for value in op.operands]
            if name == ANY:
                known[op.results[0]] = values[0]
                continue
            shape = shape_of(name)
            node = OpNode(writer, op, shape, values, result, len(nodes))
            nodes.append(node)
            for value in values:
                value.users.append(node)
            if not shape.silent:
                node.results = [Value(made, result) for made in op.results]
                for value in node.results:
                    value.node = node
                    known[value.mlir] = value
            if shape.has_regions:
                node.regions = [self._region(region, node) for region in op.regions]
        return result

    def _region(self, region: Any, node: OpNode) -> Block | None:
        """The one block of a region; None when it has several."""
        blocks = list(region.blocks)
        if len(blocks) > 1:
            return None
        return self.block(blocks[0], node) if blocks else Block(node)
