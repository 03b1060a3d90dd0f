"""Where functions' sources come from."""

from __future__ import annotations

import functools
import linecache
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import IO

import pytest

from asc_core.frontend import FunctionSource, KernelFunction
from asc_core.frontend.source import SourceError

jit = KernelFunction


def passes_through(function):
    return function


@passes_through
@jit
def decorated(
    a,
    b=1,
):
    """First line.
    less indented
    """
    return a + b


class Holder:
    class Inner:
        @staticmethod
        @jit
        def method(a):
            return a


if True:
    try:

        @jit
        def conditional(a):
            return a

    finally:
        pass


def test_a_function_of_a_file():
    source = decorated.source
    assert source.file == __file__
    assert source.text.startswith("@passes_through\n@jit\ndef decorated(\n    a,\n")
    assert source.text.endswith('    """\n    return a + b\n')
    assert source.lines[source.line - 1] == "@passes_through"
    assert source.lines[source.end_line - 1] == "    return a + b"
    assert source.node.name == "decorated"
    assert source.node.lineno == source.line + 2


@pytest.mark.parametrize("function", [Holder.Inner.method, conditional], ids=lambda f: f.name)
def test_functions_inside_of_statements(function):
    assert function.source.text.splitlines()[-1] == "    return a"
    assert not function.source.text.startswith(" ")


def test_two_functions_of_one_name_are_told_apart():
    def make():
        @jit
        def same(a):
            return a + 1

        first = same

        @jit
        def same(a):
            return a + 2

        return first, same

    first, second = make()
    assert "a + 1" in first.source.text
    assert "a + 2" in second.source.text


def test_exec_of_a_constant_and_of_a_variable():
    names = {"jit": jit}
    exec("@jit\ndef constant(a):\n    return a + 1\n", names)
    text = "\n\n@jit\ndef variable(a):\n    return a + 2\n"
    exec(text, names)
    assert names["constant"].source.text == "@jit\ndef constant(a):\n    return a + 1\n"
    assert names["variable"].source.line == 3
    assert names["variable"].source.file == "<string>"


def test_exec_of_texts_alike():
    names = {"jit": jit, "abs": abs, "max": max}
    sources = []
    for text in (
        "@jit\ndef alike(a):\n    return abs(a, 5)\n",
        "@jit\ndef alike(a):\n    return abs(a, 6)\n",
        "@jit\ndef alike(a):\n    return max(a, 6)\n",
    ):
        exec(text, names)
        sources.append(names["alike"].source.text == text)
    assert sources == [True, True, True]
    exec("@jit\ndef alike(a):\n    return 1\n", names)
    exec("@jit\ndef alike(a):\n    return 2\n", names)
    assert "return 2" in names["alike"].source.text


def test_exec_of_text_that_is_gone():
    names = {"jit": jit}
    header = "@jit\ndef gone(a):\n"
    exec(header + "    return a\n", names)
    with pytest.raises(SourceError, match=r"'gone' \(<string>\) is not available; put it into a file"):
        _ = names["gone"].source


def test_notebook_cells():
    names = {"jit": jit}
    for body in ("a + 1", "a + 2"):
        text = f"@jit\ndef cell(a):\n    return {body}\n"
        name = f"<cell {body}>"
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        exec(compile(text, name, "exec"), names)
        assert body in names["cell"].source.text


def run(*arguments: str, stdin: IO[str] | None = None) -> str:
    result = subprocess.run(
        [sys.executable, *arguments], stdin=stdin, capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


PROGRAM = textwrap.dedent("""\
    from asc_core.frontend import KernelFunction

    @KernelFunction
    def k(a):
        return a + 41

    print(k.source.file, k.source.line, repr(k.source.text))
""")
WANTED = "3 '@KernelFunction\\ndef k(a):\\n    return a + 41\\n'\n"


@pytest.mark.parametrize("arguments", [("-c", PROGRAM), ("-uc", PROGRAM, "-c", "x"), (f"-c{PROGRAM}",)])
def test_python_c(arguments):
    assert run(*arguments) == f"<string> {WANTED}"


def test_standard_input_from_a_file(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    with path.open() as file:
        assert run("-", stdin=file) == f"<stdin> {WANTED}"


def test_a_file_that_was_changed(tmp_path):
    path = tmp_path / "changing.py"
    path.write_text("@jit\ndef k(a):\n    return a\n")
    names = {"jit": jit}
    exec(compile(path.read_text(), str(path), "exec"), names)
    path.write_text("\n\n\n@jit\ndef other(a):\n    return a\n\n\ndef k(a):\n    return a\n")
    with pytest.raises(SourceError, match=r"changing.py was changed since 'k' was defined"):
        FunctionSource.of(names["k"].fn)


def test_a_file_with_a_syntax_error_now(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("@jit\ndef k(a):\n    return a\n")
    names = {"jit": jit}
    exec(compile(path.read_text(), str(path), "exec"), names)
    path.write_text("@jit\ndef k(a:\n    return a\n")
    with pytest.raises(SourceError, match=r"broken.py was changed"):
        FunctionSource.of(names["k"].fn)


def test_relative_paths_become_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("near.py").write_text("@jit\ndef k(a):\n    return a\n")
    names = {"jit": jit}
    exec(compile(Path("near.py").read_text(), "near.py", "exec"), names)
    assert names["k"].source.file == str(tmp_path / "near.py")


def test_sources_are_found_where_the_current_folder_is_gone(tmp_path, monkeypatch):
    (tmp_path / "far.py").write_text("@jit\ndef k(a):\n    return a\n")
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for name in (str(tmp_path / "far.py"), "near.py"):
        text = (tmp_path / "far.py").read_text()
        names = {"jit": jit, "text": text}
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        try:
            exec(compile(text, name, "exec"), names)
            assert names["k"].source.file == name
        finally:
            del linecache.cache[name]


async def coroutine(a):
    return a


@functools.wraps(coroutine)
def wrapper(*args):
    return args


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda a: a, "can't compile a lambda: write the function with 'def'"),
        (coroutine, "can't compile 'async def coroutine'"),
        (3, "functions made by 'def', not an int"),
        (len, "functions made by 'def', not a builtin_function_or_method"),
        (Holder, "functions made by 'def', not a type"),
        (property(wrapper), "functions made by 'def', not a property"),
        (staticmethod(len), "functions made by 'def', not a builtin_function_or_method"),
    ],
    ids=["lambda", "async", "number", "builtin", "class", "property", "staticmethod"],
)
def test_what_is_no_function(function, message):
    with pytest.raises(TypeError, match=message):
        KernelFunction(function)


def test_a_kernel_function_is_not_called():
    with pytest.raises(TypeError, match="'decorated' is compiled, not run"):
        decorated(1)
