from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

from asc_core.ir.context import IRContext
from asc_core.passes import pipeline
from asc_core.translate import TranslateError, Translation, translate
from asc_core.translate.sources import c_string
from asc_plugins.dtypes import float32, int32
from asc_plugins.irtypes import PointerType


class Lines:
    """The lines of a kernel's source."""

    def line(self, file: str, line: int) -> str | None:
        return f"  line {line} of {file} \\\n" if file != "unknown.py" else None


def use(name: str, file: str, line: int) -> str:
    return f'"emitasc.verbatim"(%{name}) {{text = "use({{0}});"}} : (i32) -> () loc({c_string(file)}:{line}:1)\n'


def kernel(statements: str, arguments: str = '%n: i32 loc("n")', name: str = "k") -> str:
    return f"func.func @{name}({arguments}) attributes {{asc.kernel}} {{\n{statements}\nreturn\n}}\n"


def test_a_whole_file(translated: Callable[..., Translation], filecheck: Callable[[str, str], None]) -> None:
    result = translated(
        kernel(
            use("n", "k.py", 4) + use("n", "k.py", 4) + use("n", "k.py", 6),
            '%x: memref<*xf32, 22> loc("x"), %n: i32 loc("n")',
        ),
        sources=Lines(),
    )
    assert result.text == (
        '#include "kernel_operator.h"\n'
        "\n"
        "using namespace AscendC;\n"
        "\n"
        'extern "C" __global__ __aicore__ void k(__gm__ float* x, int32_t n) {\n'
        '#line 4 "k.py"  // line 4 of k.py\n'
        "    use(n);\n"
        "#line 4\n"
        "    use(n);\n"
        "#line 6  // line 6 of k.py\n"
        "    use(n);\n"
        "}\n"
    )
    assert result.kernel == "k"
    assert result.arguments == [PointerType(float32), int32]
    assert result.kernel_type == "AIV_ONLY"


def test_files_change_inside_a_kernel(translated: Callable[..., Translation]) -> None:
    text = translated(
        kernel(use("n", "a.py", 1) + use("n", 'b "x".py', 1) + use("n", "unknown.py", 2)), sources=Lines()
    ).text
    directives = [line for line in text.splitlines() if line.startswith("#line")]
    assert directives == [
        '#line 1 "a.py"  // line 1 of a.py',
        r'#line 1 "b \"x\".py"  // line 1 of b "x".py',
        '#line 2 "unknown.py"',
    ]


def test_comments_without_directives(translated: Callable[..., Translation]) -> None:
    text = translated(kernel(use("n", "a.py", 1) + use("n", "a.py", 1)), sources=Lines(), line_directives=False).text
    assert text.endswith("{\n    // line 1 of a.py\n    use(n);\n    use(n);\n}\n")


@pytest.mark.parametrize(
    ("python", "cpp"),
    [
        ("n", "n"),
        ("class", "class_1"),
        ("int32_t", "int32_t_1"),
        ("half", "half_1"),
        ("DataCopy", "DataCopy_1"),
        ("TPosition", "TPosition_1"),
        ("LocalTensor", "LocalTensor_1"),
        ("_", "v_"),
        ("__gm__", "_gm_"),
        ("_Upper", "Upper"),
        ("ASC_API", "asc_api"),
        ("asc_machine", "asc_machine_1"),
        ("größe", "große".replace("ß", "udf")),
        ("\N{GREEK SMALL LETTER ALPHA}", "u3b1"),
        ("名", "u540d"),
    ],
)
def test_names_are_legal_and_free(translated: Callable[..., Translation], python: str, cpp: str) -> None:
    text = translated(kernel("", f'%n: i32 loc("{python}")')).text
    assert f"void k(int32_t {cpp})" in text


def test_equal_names_are_told_apart(translated: Callable[..., Translation]) -> None:
    text = translated(kernel("", '%a: i32 loc("n"), %b: i32 loc("n"), %c: i32 loc("n_1")')).text
    assert "void k(int32_t n, int32_t n_1, int32_t n_1_1)" in text


def test_names_of_closed_scopes_are_free_again(translated: Callable[..., Translation]) -> None:
    loops = "".join(
        f"scf.for %{v} = %c0 to %n step %c1 : i32 {{\n"
        f'%s{v} = arith.addi %{v}, %n : i32 loc("total")\n{use(f"s{v}", "k.py", 1)}}}\n'
        for v in "ij"
    )
    text = translated(
        kernel("%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n" + loops), line_directives=False
    ).text
    assert text.count("int32_t total = i + n;") == 2


@pytest.mark.parametrize(
    ("name", "cpp"),
    [
        ("add", "add"),
        ("exp", "exp_kernel"),
        ("_init", "_init_kernel"),
        ("main", "main_1"),
        ("int", "int_1"),
        ("asc_entry", "asc_entry_1"),
    ],
)
def test_kernels_do_not_redefine_functions_of_c(translated: Callable[..., Translation], name: str, cpp: str) -> None:
    result = translated(kernel("", name=name))
    assert result.kernel == cpp
    assert f"void {cpp}(int32_t n)" in result.text


def test_helpers_stand_before_the_kernel_once(translated: Callable[..., Translation]) -> None:
    division = "%{0} = arith.floordivsi %n, %m : i32\n"
    text = translated(
        kernel(
            division.format("p") + division.format("q") + use("p", "k.py", 1) + use("q", "k.py", 2),
            '%n: i32 loc("FloorDiv"), %m: i32 loc("m")',
        )
    ).text
    assert text.count("int32_t FloorDiv_1(int32_t a, int32_t b)") == 1
    assert text.index("FloorDiv_1(int32_t a") < text.index("void k(")
    assert text.count("use(FloorDiv_1(FloorDiv, m));") == 2


def test_notes_of_passes_frame_the_text(translated: Callable[..., Translation]) -> None:
    module = kernel("", '%t: i32 loc("Tiling")').replace(
        "asc.kernel",
        'asc.kernel, asc.kernel_type = "MIX_AIC_1_2", asc.defines = ["CUBE"], asc.includes = ["a.h", "b.h"], '
        'asc.structs = ["struct Tiling { int32_t n; };"]',
    )
    result = translated(module)
    assert result.text.startswith('#define CUBE\n#include "a.h"\n#include "b.h"\n')
    assert "struct Tiling { int32_t n; };\n" in result.text
    assert "void k(int32_t Tiling_1)" in result.text
    assert result.kernel_type == "MIX_AIC_1_2"


def test_headers_of_the_operations_used(translated: Callable[..., Translation]) -> None:
    result = translated(
        kernel('%i = "asc.get_block_idx"() : () -> i64\n"emitasc.verbatim"(%i) {text = ""} : (i64) -> ()')
    )
    assert [path.name for path in result.headers] == ["sys_var.h"]


@pytest.mark.parametrize("count", [0, 2])
def test_a_module_has_one_kernel(translated: Callable[..., Translation], count: int) -> None:
    with pytest.raises(TranslateError, match=f"a module has one kernel; this one has {count}"):
        translated("".join(kernel("", name=f"k{i}") for i in range(count)))


def test_control_flow_without_structure_is_refused(translated: Callable[..., Translation]) -> None:
    region = "scf.execute_region {\n cf.br ^a\n ^a:\n scf.yield\n}"
    with pytest.raises(TranslateError, match="control flow without structure"):
        translated(kernel(region))
    with pytest.raises(TranslateError, match="control flow without structure"):
        translated(kernel("cf.br ^a\n^a:"))


def test_the_search_for_garbage_goes_on_after_errors(translated: Callable[..., Translation]) -> None:
    assert gc.isenabled()
    translated(kernel(""))
    assert gc.isenabled()
    with pytest.raises(TranslateError):
        translated(kernel("cf.br ^a\n^a:"))
    assert gc.isenabled()


def test_values_without_text_do_not_stop_a_pipeline(context: IRContext) -> None:
    module = context.parse(
        kernel("%c = arith.cmpi slt, %n, %n : i32\n%r = arith.select %c, %n, %n : i32\n" + use("r", "k.py", 1))
    )
    pipeline.run(module, context)
    assert "use(n);" in translate(module, context).text


def test_calls_that_are_nested_too_deep_for_the_writer(translated: Callable[..., Translation]) -> None:
    calls = [f"func.call @f{i + 1}() : () -> ()" for i in range(8000)] + [""]
    functions = "".join(f"func.func private @f{i}() {{ {call}\nreturn }}\n" for i, call in enumerate(calls))
    with pytest.raises(TranslateError, match="calls or control flow are nested too deep") as caught:
        translated(functions + "func.func @k() attributes {asc.kernel} { func.call @f0() : () -> ()\nreturn }")
    assert caught.value.hint == "run the pass inline first, and split what is left"


def test_constants_without_a_type_of_ascend_c(translated: Callable[..., Translation]) -> None:
    vectors = "%c = arith.constant dense<1.0> : vector<4xf32>\n%d = arith.addf %c, %c : vector<4xf32>"
    with pytest.raises(TranslateError, match="constants of type vector<4xf32> can't be written as Ascend C"):
        translated(kernel(vectors))
