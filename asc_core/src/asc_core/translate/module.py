"""A module of ASC-IR as one file of Ascend C."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from asc_core.call_chains import CallChains
from asc_core.collection import no_collection
from asc_core.ir.builder import KERNEL_TYPE
from asc_core.ir.context import IRContext
from asc_core.ir.kernels import the_kernel
from asc_core.ir.places import place_of_operation
from asc_core.passes.notes import DEFINES, ENABLE_DEBUG, INCLUDES, STRUCTS
from asc_core.recursion import deep_recursion
from asc_plugins.irtypes import AnyType, UpstreamType, ValueType

from .errors import TranslateError
from .functions import File, write_called, write_top
from .lines import body
from .names import Names, reserved
from .sources import FileLines, SourceLines
from .structs import Structs
from .writer import Writer


@dataclass(frozen=True)
class Translation:
    """A kernel's Ascend C.

    Attributes:
        text: the file.
        kernel: name of the kernel function in it.
        arguments: types of the kernel's arguments.
        headers: Model headers of the operations used.
        kernel_type: name of the kernel type, ``AIV_ONLY`` and the like.
        prints: whether the kernel prints or dumps tensors.
        chains: text of the calls that lead to its ``#line``s, see ``call_chains``.
    """

    text: str
    kernel: str
    arguments: list[ValueType]
    headers: tuple[Path, ...]
    kernel_type: str
    prints: bool
    chains: str


def translate(
    module: Any,
    context: IRContext,
    *,
    line_directives: bool = True,
    sources: SourceLines | None = None,
    by_hand: bool = False,
) -> Translation:
    """Writes the module's kernel as Ascend C.

    With *line_directives* ``#line`` maps statements to the author's source; *sources* finds the source lines
    that stand beside them as comments. In a module written *by_hand* an operation that an emitter stumbles over is its
    author's error, else the emitter's.

    Raises:
        TranslateError: an operation can't be written, or the module has not exactly one kernel.
    """
    with no_collection(), deep_recursion():
        try:
            return _translated(module, context, line_directives, sources or FileLines(), by_hand)
        except RecursionError:
            hint = "run the pass inline first, and split what is left"
            raise TranslateError("calls or control flow are nested too deep", hint=hint) from None


def _translated(
    module: Any, context: IRContext, line_directives: bool, sources: SourceLines, by_hand: bool
) -> Translation:
    kernel = the_kernel(module, TranslateError)
    names = Names(reserved(context.registry))
    structs = Structs(_texts(kernel, STRUCTS), names)
    name = names.kernel(kernel.attributes["sym_name"].value)
    file = File(module, context, names, structs, by_hand)
    top = write_top(file, module)
    writer = Writer(file)
    block = writer.read(kernel)
    functions = list(write_called(file, block))
    types = [_argument_type(writer.type_of(argument), kernel) for argument in block.arguments]
    parameters = writer.parameters(block, [type_.cpp for type_ in types])
    writer.body(block)
    chains = CallChains()
    lines = [
        *(f"#define {macro}" for macro in _texts(kernel, DEFINES)),
        *(f'#include "{header}"' for header in _texts(kernel, INCLUDES) or ["kernel_operator.h"]),
        "",
        "using namespace AscendC;",
        "",
        *(line for text in structs.texts for line in (*text.strip().splitlines(), "")),
        *([*top, ""] if top else ()),
        *(line for text in file.helpers.values() for line in (*text.strip().splitlines(), "")),
        *(
            line
            for function in functions
            for line in (function.head, *body(function.lines, sources, line_directives, chains), "}", "")
        ),
        f'extern "C" __global__ __aicore__ void {name}({parameters}) {{',
        *body(writer.lines, sources, line_directives, chains),
        "}",
    ]
    headers = {h: None for op in file.ops_used if (h := _header(op, context)) is not None}
    attributes = kernel.attributes
    kernel_type = attributes[KERNEL_TYPE].value if KERNEL_TYPE in attributes else "AIV_ONLY"
    prints = ENABLE_DEBUG in attributes
    return Translation("\n".join(lines) + "\n", name, types, tuple(headers), kernel_type, prints, chains.text())


def _argument_type(type_: AnyType, kernel: Any) -> ValueType:
    if isinstance(type_, UpstreamType):
        raise TranslateError(
            f"a kernel has an argument of type {type_.cpp}, which can't be passed to it",
            hint="kernels take scalars, structs and addresses in global memory, memref<*xT, 22>",
            location=place_of_operation(kernel),
        )
    return type_


def _texts(kernel: Any, name: str) -> list[str]:
    """A list of texts that a pass noted on the kernel."""
    attributes = kernel.attributes
    return [text.value for text in attributes[name]] if name in attributes else []


def _header(op: str, context: IRContext) -> Path | None:
    return context.registry.model_header(op) if op in context.registry.ops else None
