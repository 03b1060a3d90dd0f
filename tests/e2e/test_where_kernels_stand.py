"""Kernels in files, prompts, notebooks and generated text: the guide's table says where their text is found."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "guide.md"
PROGRAM = textwrap.dedent("""\
    from asc_core.frontend import KernelFunction

    @KernelFunction
    def k(a):
        return a + 41

    print("found", k.source.text.count("a + 41"))
""")
#: For a doctest, and for one launch after the other.
EXAMPLES = "".join(
    f"{'>>>' if line[:1] not in ('', ' ') and not after.startswith('@') else '...'} {line}\n"
    for after, line in zip(["", *PROGRAM.splitlines()], PROGRAM.splitlines(), strict=False)
    if line
)
Outcome = tuple[str, str]


def python(*arguments: object, stdin: str = "") -> Outcome:
    result = subprocess.run(
        [sys.executable, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=120, check=False
    )
    return result.stdout, result.stderr


def written(folder: Path, text: str) -> Path:
    path = folder / "program.py"
    path.write_text(text)
    return path


def file(folder: Path) -> Outcome:
    first = python(written(folder, PROGRAM))
    with zipfile.ZipFile(folder / "program.zip", "w") as archive:
        archive.writestr("__main__.py", PROGRAM)
    second = python(folder / "program.zip")
    third = python("-c", f"import sys; sys.path[:0] = [{str(folder)!r}]; import program")
    assert first == second == third
    return first


def cell(folder: Path) -> Outcome:
    if importlib.util.find_spec("IPython") is None:
        pytest.skip("IPython isn't installed")
    path = written(folder, PROGRAM)
    cells = (PROGRAM, f"%%time\n{PROGRAM}", f"%run {path}")
    results = [python("-m", "IPython", "--colors=NoColor", "-c", text) for text in cells]
    assert all(out.startswith("found 1\n") for out, _ in results), results
    return results[0]


def doctest(folder: Path) -> Outcome:
    return python(written(folder, f'"""\n{EXAMPLES}found 1\n"""\nimport doctest\nprint(doctest.testmod())'))


def command(folder: Path) -> Outcome:
    return python("-uc", PROGRAM)


def redirected(folder: Path) -> Outcome:
    with written(folder, PROGRAM).open() as text:
        result = subprocess.run([sys.executable], stdin=text, capture_output=True, text=True, timeout=60, check=False)
    return result.stdout, result.stderr


def piped(folder: Path) -> Outcome:
    return python("-", stdin=PROGRAM)


def prompt(folder: Path) -> Outcome:
    if sys.version_info >= (3, 13):
        pytest.skip("another prompt")
    return python("-i", stdin=PROGRAM)


def interact(folder: Path) -> Outcome:
    return python("-c", "import code; code.interact()", stdin=PROGRAM)


def executed(folder: Path) -> Outcome:
    return python(written(folder, f"text = {PROGRAM!r}\nexec(text)"))


def executed_and_gone(folder: Path) -> Outcome:
    (folder / "text").write_text(PROGRAM)
    return python(written(folder, f"from pathlib import Path\nexec(Path({str(folder / 'text')!r}).read_text())"))


def executed_with_a_file(folder: Path) -> Outcome:
    path = folder / "text"
    path.write_text(PROGRAM)
    return python(written(folder, f"exec(compile(open({str(path)!r}).read(), {str(path)!r}, 'exec'))"))


def compiled(folder: Path) -> Outcome:
    path = written(folder, PROGRAM)
    python("-m", "compileall", "-b", "-q", path)
    path.unlink()
    return python(folder / "program.pyc")


PLACES: dict[str, Callable[[Path], Outcome]] = {
    "a file": file,
    "a cell of IPython or Jupyter": cell,
    "a doctest": doctest,
    '`python -c "…"`': command,
    "`python < file.py`": redirected,
    "`cat file.py \\| python`": piped,
    "Python's own prompt": prompt,
    "a prompt by `code.interact()`": interact,
    "`text = …; exec(text)`": executed,
    "`exec(path.read_text())`": executed_and_gone,
    '`exec(compile(text, "file.py", "exec"))`': executed_with_a_file,
    "a `.pyc` without its file": compiled,
}


def rows() -> list[tuple[str, str]]:
    section = PAGE.read_text("utf-8").partition("## Where a kernel is written\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| (.*) \| (yes|no) \|", section, re.MULTILINE)


def test_all_places_of_the_table_are_tried() -> None:
    assert [what.startswith(place) for place, (what, _) in zip(PLACES, rows(), strict=True)] == [True] * len(PLACES)


@pytest.mark.parametrize("number", range(len(PLACES)), ids=[try_it.__name__ for try_it in PLACES.values()])
def test_the_table_says_where_kernels_work(number: int, tmp_path: Path) -> None:
    out, errors = list(PLACES.values())[number](tmp_path)
    if rows()[number][1] == "yes":
        assert "found 1\n" in out or "failed=0" in out, errors
    else:
        assert "found 1\n" not in out
        assert "the source of 'k'" in errors
        assert "is not available; put it into a file or a notebook cell" in errors
