"""ASC-IR as text holds all of a module: at each stage it parses back to the same, and compiles on from there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import asc
from asc_api_core.struct import Field
from asc_core.cli import main
from asc_core.commands import arguments, kernels
from asc_core.frontend import trace
from asc_core.ir.context import IRContext, context_for
from asc_core.ir.text import text_of
from asc_core.jit.function import JitFunction
from asc_core.jit.specialization import Specialization
from asc_core.options import DEFAULTS
from asc_core.passes import pipeline
from asc_core.translate import translate
from asc_plugins.discovery import registry

EXAMPLES = Path(__file__).parents[2] / "examples"
#: Types of the arguments of each example's kernel.
ARGUMENTS = {
    "01_add/add.py": ["x=float32*", "y=float32*", "z=float32*", "block_length=int32"],
    "02_add_framework/add_framework.py": [
        "x=float16*",
        "y=float16*",
        "z=float16*",
        "block_length=int32",
        "tile_length=64",
    ],
}


class Tiling(asc.Struct):
    rows = Field(asc.int32)
    scale = Field(asc.float32, default=0.5)


@asc.jit
def clamp(value, low, high):
    if value < low:
        return low
    return high if value > high else value


@asc.jit
def scalars(x: asc.GlobalAddress, tiling: Tiling, n: int, f: float, b: bool) -> None:
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 64)
    größe = asc.array(asc.float32, [math.inf, -math.inf, math.nan, -0.0, 1e-45, f])
    total, i = 0, 0
    while i < n:
        if b and i % 3 == 1:
            i += 2
            continue
        total += clamp(i, 0, tiling.rows)
        i += 1
    for j in range(6):
        x_gm.set_value(j, größe[j] * tiling.scale + total)
    print(f'"quoted" \\ {total}\n\ttab ü')
    asc.inline('// "$0" \\', (x_gm,))
    assert total >= 0, 'no "negative" sums'


@asc.jit
def queues(x: asc.GlobalAddress, z: asc.GlobalAddress, n: asc.ConstExpr[int]) -> None:
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    z_gm.set_global_buffer(z, n)
    pipe = asc.TPipe()
    queue_in, queue_out = asc.TQue(asc.TPosition.VECIN, 2), asc.TQue(asc.TPosition.VECOUT, 2)
    pipe.init_buffer(queue_in, 2, n * 4)
    pipe.init_buffer(queue_out, 2, n * 4)
    x_local = queue_in.alloc_tensor(x.dtype)
    asc.data_copy(x_local, x_gm, n)
    queue_in.enque(x_local)
    x_local = queue_in.deque(x.dtype)
    z_local = queue_out.alloc_tensor(x.dtype)
    asc.adds(z_local, x_local, 2.0, n)
    queue_in.free_tensor(x_local)
    queue_out.enque(z_local)
    z_local = queue_out.deque(x.dtype)
    asc.data_copy(z_gm, z_local, n)
    queue_out.free_tensor(z_local)


@asc.jit
def placed(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int) -> None:
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    z_gm.set_global_buffer(z, n)
    x_local = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    z_local = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 256, 64)
    for _ in range(2):
        asc.data_copy(x_local, x_gm, 64)
        asc.exp(z_local, x_local, 64)
        asc.data_copy(z_gm, z_local, 64)


def own_kernels() -> Iterator[tuple[str, JitFunction, dict[str, Any], dict[str, Any]]]:
    x = np.zeros(64, np.float32)
    yield "scalars", scalars, {"x": x, "tiling": Tiling(rows=4), "n": 3, "f": 1.5, "b": True}, {}
    yield "queues", queues, {"x": x, "z": x, "n": 64}, {}
    yield "placed", placed, {"x": x, "z": x, "n": 64}, {"insert_sync": True, "verify_sync": True}


def example_kernels() -> Iterator[tuple[str, JitFunction, dict[str, Any], dict[str, Any]]]:
    for path in sorted(EXAMPLES.glob("*/*.py")):
        name = str(path.relative_to(EXAMPLES))
        kernel = kernels.load(str(path), None)
        known = kernels.names(kernel)
        texts = arguments.split(ARGUMENTS[name])
        yield name, kernel, {key: arguments.type_only(key, text, known) for key, text in texts.items()}, {}


LAUNCHED = list(own_kernels())
CASES = [*LAUNCHED, *example_kernels()]


def reread(context: IRContext, module: Any) -> Any:
    """The module out of its text, in which both agree with and without locations."""
    text, plain = text_of(module), str(module)
    parsed = context.parse(text)
    assert text_of(parsed) == text
    assert str(parsed) == plain
    assert str(context.parse(plain)) == plain
    return parsed


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_each_stage_parses_back_and_compiles_on(case: tuple[str, JitFunction, dict[str, Any], dict[str, Any]]) -> None:
    _, kernel, values, chosen = case
    options = DEFAULTS.override(chosen).compile
    packs = registry()
    context = context_for(packs)
    call = kernel.signature.bind((), values)
    module = trace(kernel, Specialization(call.types, call.constants), context, DEFAULTS.codegen)
    through_text = reread(context, module)
    specs = pipeline.default(packs, options)
    assert {"inline", "canonicalize"} <= {spec.name for spec in specs}
    for spec in specs:
        pipeline.run(module, context, options, passes=[spec])
        pipeline.run(through_text, context, options, passes=[spec])
        assert str(through_text) == str(module), spec.name
        through_text = reread(context, module)
    assert translate(through_text, context).text == translate(module, context).text


def test_every_example_takes_part() -> None:
    assert {str(path.relative_to(EXAMPLES)) for path in EXAMPLES.glob("*/*.py")} == ARGUMENTS.keys()


@pytest.mark.parametrize("example", sorted(ARGUMENTS))
def test_commands_in_a_row_write_what_one_writes(example: str) -> None:
    def written(*command: str, given: str | None = None) -> str:
        result = CliRunner().invoke(main, command, input=given)
        assert result.exit_code == 0, result.stderr
        return result.stdout

    chosen = [part for text in ARGUMENTS[example] for part in ("-a", text)]
    compiled = ["compile", str(EXAMPLES / example), *chosen, "--emit"]
    codegen, text = written(*compiled, "codegen"), written(*compiled, "ascendc")
    after = written("opt", given=codegen)
    assert after == written(*compiled, "ascir")
    assert written("opt", "-p", "", given=after) == after
    assert written("translate", given=after) == text
    assert written("compile", given=codegen) == text


@pytest.mark.parametrize("case", LAUNCHED, ids=[case[0] for case in LAUNCHED])
def test_dumps_translate_to_the_text_beside_them(
    case: tuple[str, JitFunction, dict[str, Any], dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, kernel, values, chosen = case
    monkeypatch.setenv("PYASC_DUMP_PATH", str(tmp_path))
    kernel[1](**values, **chosen, always_compile=True)
    (text,) = tmp_path.rglob("ascendc.cpp")
    result = CliRunner().invoke(main, ["translate", str(text.with_name("ascir.mlir"))])
    assert result.exit_code == 0, result.stderr
    assert result.stdout == text.read_text()
