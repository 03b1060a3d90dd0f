"""ASC-IR written by hand that breaks a declaration is refused when it is read, at the operation."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from asc_core.cli import main
from asc_core.conformance import check
from asc_core.ir.context import IRContext, context_for
from asc_core.ir.errors import LocatedError
from asc_plugins.discovery import registry


@pytest.fixture(scope="module")
def context() -> IRContext:
    return context_for(registry())


def _kernel(body: str, attributes: str = "asc.kernel") -> str:
    return f"func.func @k(%z: memref<*xi32, 22>, %n: i32) attributes {{{attributes}}} {{\n{body}\nreturn\n}}\n"


def _refused(context: IRContext, text: str) -> LocatedError:
    module = context.parse(text)
    with pytest.raises(LocatedError) as caught:
        check(module, context)
    return caught.value


TENSOR = '%c = arith.constant 64 : i64\n%t = "asc.local_tensor_auto"(%c) : (i64) -> !asc.local_tensor<{element}>\n'


def _duplicate(element: str, scalar: str) -> str:
    return (
        f"%v = arith.constant 1.0 : {scalar}\n{TENSOR.format(element=element)}"
        f'"asc.duplicate"(%t, %v, %n) : (!asc.local_tensor<{element}>, {scalar}, i32) -> ()'
    )


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ('"asc.pipe_barrier"() {pipe = "PIPE_NONSENSE"} : () -> ()', "'pipe' of asc.pipe_barrier can't be 'PIPE_NONSE"),
        ('"asc.pipe_barrier"() {pipe = "PIPE_ALL>(); f(); //"} : () -> ()', "can't be 'PIPE_ALL>(); f(); //'"),
        ('"asc.pipe_barrier"() {pipe = 3 : i64} : () -> ()', "'pipe' of asc.pipe_barrier can't be 3"),
        (
            '"asc.pipe_barrier"() {pipe = {a = 1}} : () -> ()',
            "'pipe' of asc.pipe_barrier is {a = 1 : i64}, which is no",
        ),
        ('"asc.pipe_barrier"() {pipe} : () -> ()', "'pipe' of asc.pipe_barrier can't be None"),
        ('"asc.pipe_barrier"() {pipe = loc("x")} : () -> ()', "'pipe' of asc.pipe_barrier holds a location"),
        ('"emitasc.verbatim"() {text = 3} : () -> ()', "'text' of emitasc.verbatim can't be 3"),
        ('"emitasc.verbatim"() {text = affine_map<() -> (0)>} : () -> ()', "'text' of emitasc.verbatim can't be"),
        ('arith.muli %n, %n {a = [{b = loc("x")}]} : i32', "'a' of arith.muli holds a location"),
        ('"asc.set_flag"(%n) {event = "HardEvent::NOPE"} : (i32) -> ()', "'event' of asc.set_flag can't be"),
        (TENSOR.format(element="i7"), "!asc.local_tensor<i7> can't be a type of kernels: i7 is not an element type"),
        (TENSOR.format(element="index"), "!asc.local_tensor<index> can't be a type of kernels"),
        (TENSOR.format(element='"f32"'), '!asc.local_tensor<"f32">: its elements have no data type'),
        (TENSOR.format(element="unit"), "!asc.local_tensor<unit> can't be a type of kernels"),
        (_duplicate("f64", "f64"), "asc.duplicate doesn't support these data types: dst: float64"),
        (_duplicate("f16", "f32"), "'scalar' of asc.duplicate is f32, and the elements of 'dst' are f16"),
        (
            '%e = arith.constant 99 : i32\n"asc.set_flag"(%e) {event = "HardEvent::MTE2_V"} : (i32) -> ()',
            "'event_id' of asc.set_flag is 99; it must be 0..7",
        ),
        (
            '%e = arith.constant -1 : i32\n"asc.set_flag"(%e) {event = "HardEvent::MTE2_V"} : (i32) -> ()',
            "'event_id' of asc.set_flag is -1; it must be 0..7",
        ),
        (
            '%q = "asc.tbuf"() {pos = "TPosition::VECIN"} : () -> !asc.tbuf<"TPosition::VECCALC">',
            "'pos' of asc.tbuf is TPosition::VECIN, and that of its type is TPosition::VECCALC",
        ),
        (
            '%g = "asc.global_tensor"() : () -> !asc.global_tensor<i32>\n'
            '"asc.global_tensor_set_global_buffer"(%g, %z) {operandSegmentSizes = array<i32: 1, 0, 1>} : '
            "(!asc.global_tensor<i32>, memref<*xi32, 22>) -> ()",
            "asc.global_tensor_set_global_buffer: 'buffer' is absent, but a later argument isn't",
        ),
    ],
)
def test_operations(context: IRContext, body: str, title: str) -> None:
    error = _refused(context, _kernel(body))
    assert title in error.title
    assert error.location is not None
    assert error.location.line == 1 + len(body.strip().splitlines())


def test_an_unsigned_number_may_have_the_highest_bit(context: IRContext) -> None:
    body = (
        '%p = "asc.tpipe"() : () -> !asc.tpipe\n'
        '%b = "asc.tbuf"() {pos = "TPosition::VECIN"} : () -> !asc.tbuf<"TPosition::VECIN">\n'
        "%l = arith.constant -32 : i32\n"
        '"asc.tpipe_init_buffer"(%p, %b, %l) : (!asc.tpipe, !asc.tbuf<"TPosition::VECIN">, i32) -> ()'
    )
    check(context.parse(_kernel(body)), context)


def test_what_a_constant_may_be_is_listed(context: IRContext) -> None:
    error = _refused(context, _kernel('"asc.pipe_barrier"() {pipe = true} : () -> ()'))
    assert "PIPE_V, " in error.notes[0]


def test_operations_within_others(context: IRContext) -> None:
    inner = '"asc.pipe_barrier"() {pipe = "P"} : () -> ()'
    text = _kernel(f"%c = arith.constant true\nscf.if %c {{\n}} else {{\n{inner}\n}}")
    assert "can't be 'P'" in _refused(context, text).title


def test_types_of_arguments_within(context: IRContext) -> None:
    text = "func.func private @f(%t: !asc.local_tensor<i7>) { return }"
    assert "i7 is not an element type" in _refused(context, text).title


@pytest.mark.parametrize(
    ("attributes", "title"),
    [
        ("asc.kernel = false", "'asc.kernel' has no value"),
        ("asc.kernel = true", "'asc.kernel' has no value"),
        (
            'asc.kernel, asc.includes = ["a.h", loc("x")]',
            "'asc.includes' of func.func holds a location, which can't be the value of an attribute",
        ),
        ('asc.kernel, asc.kernel_type = "NONSENSE"', "'asc.kernel_type' can't be \"NONSENSE\""),
        ("asc.kernel, asc.kernel_type = 5 : i32", "'asc.kernel_type' can't be 5 : i32"),
        ("asc.kernel, asc.structs = 3 : i32", "'asc.structs' is a list of texts"),
        ("asc.kernel, asc.structs = [3 : i32]", "'asc.structs' is a list of texts"),
        ('asc.kernel, asc.includes = "x.h"', "'asc.includes' is a list of texts of one line"),
        ('asc.kernel, asc.defines = ["A\\0A#error x"]', "'asc.defines' is a list of texts of one line"),
    ],
)
def test_marks_of_kernels(context: IRContext, attributes: str, title: str) -> None:
    error = _refused(context, _kernel("", attributes))
    assert error.title == title
    assert error.code == "ASC-E605"


@pytest.mark.parametrize("name", ["", "1", "a b", "a.b", "a-b", "f<int>", "k(); //", "a\\0Ab", "a\\00", "\\22"])
@pytest.mark.parametrize("attributes", ["", "attributes {asc.kernel}"])
def test_names_of_functions(context: IRContext, name: str, attributes: str) -> None:
    error = _refused(context, f'module {{\nfunc.func @"{name}"() {attributes} {{ return }}\n}}')
    assert error.title == f'"{name}" can\'t be the name of a function'
    assert error.hint == {"": "give it a name", "a b": "call it @a_b", "1": "call it @v1"}.get(name, error.hint)
    assert (error.code, error.location and error.location.line) == ("ASC-E605", 2)
    assert "can't be the name" in _refused(context, f'emitc.func @"{name}"() {{ emitc.return }}').title


@pytest.mark.parametrize("name", ["k", "_", "class", "half", "Add", "main", "tête"])
def test_names_that_python_has_are_accepted(context: IRContext, name: str) -> None:
    check(context.parse(f'func.func @"{name}"() attributes {{asc.kernel}} {{ return }}'), context)


@pytest.mark.parametrize(
    ("type_", "what"), [("!asc.tque<unit, 1 : i64>", "unit"), ("!asc.tbuf<[]>", "[]"), ("!asc.local_tensor<{}>", "{}")]
)
def test_parameters_of_types(context: IRContext, type_: str, what: str) -> None:
    error = _refused(context, f"func.func private @f(%t: {type_}) {{ return }}")
    assert error.title == f"{type_} can't be a type of kernels: {what} is neither text nor a number"


@pytest.mark.parametrize("constants", ["1 : i64", '"x"', "true", "unit", "f32"])
def test_constants_of_structs_are_lists(context: IRContext, constants: str) -> None:
    body = (
        f'"asc.binary_repeat_params"() {{constants = {constants}, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>}} '
        ": () -> !asc.binary_repeat_params"
    )
    error = _refused(context, _kernel(f"%p = {body}"))
    assert error.title.startswith("'constants' of asc.binary_repeat_params can't be ")
    assert error.notes == ["it is one of a list"]


def test_a_kernel_has_a_body(context: IRContext) -> None:
    text = "func.func private @k(i32) attributes {asc.kernel}"
    assert _refused(context, text).title == "the kernel 'k' has no body"


@pytest.mark.parametrize("type_", ["i7", "i128", "f80", "f8E4M3FN", "ui32", "vector<4xf32>", "memref<4xf32>"])
def test_arguments_of_kernels(context: IRContext, type_: str) -> None:
    text = f"func.func @k(%a: i32, %z: {type_}) attributes {{asc.kernel}} {{ return }}"
    error = _refused(context, text)
    assert error.title == f"argument 2 is of type {type_}, which can't be passed to a kernel"
    assert error.code == "ASC-E601"
    assert error.location is not None
    assert error.location.col == 23
    named = text.replace(f"%z: {type_}", f'%z: {type_} loc("z")')
    assert _refused(context, named).title.startswith("argument 'z' is of type")


@pytest.mark.parametrize("command", ["opt", "translate", "compile", "run"])
def test_commands_show_the_line(command: str) -> None:
    text = _kernel('  "asc.pipe_barrier"() {pipe = "P"} : () -> ()')
    result = CliRunner().invoke(main, [command], input=text)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert re.search(r"error\[ASC-E605\]: .*\n --> <stdin>:2:3\n", result.stderr)


def test_what_fits_is_accepted(context: IRContext) -> None:
    attributes = 'asc.kernel, asc.kernel_type = "AIV_ONLY", asc.defines = ["A 1"], asc.structs = ["struct A {\\0A};"]'
    body = (
        f"{_duplicate('f16', 'f16')}\n"
        '"asc.pipe_barrier"() {pipe = "PIPE_ALL"} : () -> ()\n'
        '%q = "asc.tbuf"() {pos = "TPosition::VECCALC"} : () -> !asc.tbuf<"TPosition::VECCALC">'
    )
    check(context.parse(_kernel(body, attributes)), context)


@pytest.mark.parametrize("command", ["translate", "run"])
def test_blocks_without_structure_end_with_an_error(command: str) -> None:
    text = "func.func @k() attributes {asc.kernel} {\ncf.br ^a\n^a:\ncf.br ^a\n}\n"
    result = CliRunner().invoke(main, [command], input=text)
    assert result.exit_code == 1
    assert re.search(r"error\[ASC-E60[12]\]: .*structure", result.stderr)


@pytest.mark.parametrize(
    ("parameters", "title"),
    [
        ('"T", "not C++ at all"', "the definition of struct T is 'not C++ at all'"),
        ('"T", "struct U { int32_t a; };"', "the definition of struct T is 'struct U"),
        ('"T", "struct T { int32_t a;"', "the definition of struct T is"),
        ('"T{}; //", ""', "'T{}; //' is no name of a struct"),
    ],
)
def test_structs(context: IRContext, parameters: str, title: str) -> None:
    text = f"func.func @k(%s: !asc.struct<{parameters}>) attributes {{asc.kernel}} {{ return }}"
    assert title in _refused(context, text).title


def test_structs_that_fit(context: IRContext) -> None:
    for parameters in (
        '"T", "struct T { int32_t a; };"',
        '"T", "struct T\\0A{\\0A  int32_t a;\\0A};"',
        '"T", "struct U { int8_t a; };\\0Astruct T { U u; };"',
        '"T", ""',
    ):
        check(context.parse(f"func.func private @f(%s: !asc.struct<{parameters}>) {{ return }}"), context)


@pytest.mark.parametrize("type_", ["none", "vector<4xf32>"])
def test_types_that_no_kernel_takes(context: IRContext, type_: str) -> None:
    text = f'func.func @k(%n: i32, %v: {type_} loc("v")) attributes {{asc.kernel}} {{ return }}'
    assert f"argument 'v' is of type {type_}, which can't be passed" in _refused(context, text).title


@pytest.mark.parametrize("command", [["translate"], ["compile", "-O", "run_passes=False"]])
@pytest.mark.parametrize(
    ("head", "result", "title"),
    [
        ("(%n: i32) -> i32", "return %n : i32", "a kernel returns nothing"),
        ("(%t: !asc.local_tensor<f32>)", "return", "argument 1 is a LocalTensor, which exists inside a kernel only"),
    ],
)
def test_kernels_that_can_not_be_launched_are_not_written(
    command: list[str], head: str, result: str, title: str
) -> None:
    run = CliRunner().invoke(main, command, input=f"func.func @k{head} attributes {{asc.kernel}} {{ {result} }}")
    assert run.exit_code == 1
    assert run.stdout == ""
    assert f"error[ASC-E601]: {title}" in run.stderr


def test_locations_in_attributes_of_arguments(context: IRContext) -> None:
    text = 'func.func @k(%n: i32 {a.b = loc("x")}) attributes {asc.kernel} { return }'
    assert "'arg_attrs' of func.func holds a location" in _refused(context, text).title
    alone = _refused(context, _kernel("", 'asc.kernel, asc.kernel_type = loc("x")'))
    assert "'asc.kernel_type' of func.func holds a location" in alone.title
    check(context.parse(text.replace('loc("x")', '["loc(", "\\22loc("]')), context)
