"""Reference pages and stubs of packs made for it."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from asc_plugins import coverage, docs, stubs

SOURCE = '''
import enum
from typing import Annotated, Any


class Mode(enum.IntEnum):
    """A mode."""

    LOW = 0
    HIGH = 5


class WideParams(ParamStruct):
    """Strides."""

    step: UInt16 = 1
    mode: Mode = Mode.LOW


@ir_type("tile", cpp="Tile<{dtype}>", parameters=("dtype",))
class Tile(IRValue):
    """A tile; ``tile[i]`` is a part."""

    is_tensor = True
    dtype: DataType

    @constructor("Tile")
    def __init__(self, dtype: DataType, size: int = 0) -> None:
        """Makes one."""

    @api("GetSize")
    def get_size(self) -> int:
        """The size."""

    @api("Hidden")
    def _hidden(self) -> int:
        """Not shown."""

    def __getitem__(self, key: int) -> Any: ...

    @property
    def rank(self) -> int:
        """Number of dimensions."""

    @classmethod
    def zeros(cls, *sizes: int, **more: int) -> Any:
        """All zero::

            Tile.zeros(1)

        Sizes are numbers.
        """


@ir_type("other", cpp="Other")
class Other(Tile):
    """Another tile."""

    @api("Extra")
    def extra(self, x: float | None = None) -> None:
        """More."""


pair = Family("Shared words.", pipe=Pipe.V)


@pair.overload
def _one(dst: Dst[Tile], src: Src[Tile | Other], count: Count) -> None: ...


@pair.overload
def _two(
    dst: InOut[Tile], src: Src[Tile], mask: Mask, repeat: Repeat, *, fast: Const[bool] = True, mode: Mode = Mode.HIGH
) -> None:
    """The second form.

    Args:
        fast: be quick
            about it.

    Raises:
        CallError: never.
    """


plus = pair("plus", "Plus", doc="``a + b``", dtypes=("float16", "float32"))
turn = pair("turn", "Turn", doc="turns", dtypes=(("float16", "int8"), ("float32", "int16")))


@api("Say")
def say(text: str, *values) -> int:
    """Says."""


def helper(a: "int | float" = 3, *, b: list[int] | None = None) -> Any:
    """Helps."""


FOUR = DataType("int32")


@hookimpl
def asc_register_names(register):
    for one in (Mode, WideParams, Tile, Other, plus, turn, say, helper):
        register(one)
    register(FOUR, "four")
    register(DataType)
    register(ConstExpr)
    register(helper, "max")
    register(helper, "list")
    register(helper, "assist", "asc.more")
'''


@pytest.fixture
def registry(make_pack: Any, load: Any) -> Any:
    return load(make_pack("shapes", SOURCE))


@pytest.fixture
def page(registry: Any) -> str:
    return docs.render(registry)["shapes.md"]


def section(page: str, title: str) -> str:
    return page.partition(f"# {title}\n")[2].partition("\n###")[0].strip()


def test_forms_share_a_section_and_tell_their_limits(page: str) -> None:
    assert (
        section(page, "asc.plus")
        == """\
```python
asc.plus(dst: Tile, src: Tile | Other, count: int) -> None
asc.plus(
    dst: Tile,
    src: Tile,
    mask: int | list[int],
    repeat: int,
    *, fast: bool = True,
    mode: Mode = Mode.HIGH,
) -> None
```

Ascend C `Plus` · pipe V

`a + b`

Shared words.

Form 2:

The second form.

**Arguments**

* `fast`: be quick
  about it.

**Raises**

* `CallError`: never.

| parameter | type | default | remarks |
|---|---|---|---|
| `dst` | `Tile` |  | written |
| `src` | `Tile \\| Other` |  | read |
| `count` | `int` |  | int32, at least 0 |
| `dst` | `Tile` |  | read and written |
| `src` | `Tile` |  | read |
| `mask` | `int \\| list[int]` |  | a number of elements, or bits in 64-bit words |
| `repeat` | `int` |  | uint8, 0 to 255 |
| `fast` | `bool` | `True` | known at compile time |
| `mode` | `Mode` | `Mode.HIGH` |  |

Data types: float16, float32."""
    )


def test_data_types_of_each_tensor_make_a_table(page: str) -> None:
    assert section(page, "asc.turn").endswith("""\
Data types:

| `dst` | `src` |
|---|---|
| float16 | int8 |
| float32 | int16 |""")


def test_a_class_lists_constructor_attributes_and_members(page: str) -> None:
    assert (
        section(page, "asc.Tile")
        == """\
Class · Ascend C `Tile`

A tile; `tile[i]` is a part.

| attribute | type |
|---|---|
| `dtype` | `DataType` |

```python
asc.Tile(dtype: DataType, size: int = 0)
```

Ascend C `Tile`

Makes one.

| parameter | type | default | remarks |
|---|---|---|---|
| `dtype` | `DataType` |  |  |
| `size` | `int` | `0` | int32 |"""
    )
    assert section(page, "Tile.get_size").endswith("The size.")
    assert section(page, "Tile.rank") == "Property of type `int`.\n\nNumber of dimensions."
    assert "_hidden" not in page
    assert "__getitem__" not in page
    assert section(page, "Tile.zeros").endswith("All zero:\n\n```python\nTile.zeros(1)\n```\n\nSizes are numbers.")


def test_a_derived_class_lists_its_own_members(page: str) -> None:
    assert section(page, "asc.Other").startswith("Class · Ascend C `Other` · a [Tile](#asctile)")
    assert "Other.extra" in page
    assert "Other.get_size" not in page


def test_structs_enums_and_values_have_tables(page: str) -> None:
    assert "asc.WideParams(step: int = 1, mode: Mode = Mode.LOW)" in section(page, "asc.WideParams")
    assert "| `step` | `int` | `1` | uint16, 0 to 65535 |" in section(page, "asc.WideParams")
    assert section(page, "asc.Mode").endswith("| `LOW` | 0 |\n| `HIGH` | 5 |")
    assert "| `four` | asc.int32 |" in page


def test_the_index_links_what_is_there(registry: Any) -> None:
    pages = docs.render(registry)
    assert set(pages) == {"index.md", "shapes.md"}
    assert "[plus](shapes.md#ascplus)" in pages["index.md"]
    headings = [line.lstrip("# ") for line in pages["shapes.md"].splitlines() if line.startswith("#")]
    anchors = {heading.lower().replace(".", "").replace(" ", "-") for heading in headings}
    for link in pages["index.md"].split("shapes.md#")[1:]:
        assert link.partition(")")[0].removesuffix("-1") in anchors


MODULE = '''
"""Things: ``import things``; :func:`give` gives one."""

from __future__ import annotations

import ctypes

__all__ = ["Handle", "Thing", "give"]
Handle = ctypes.c_void_p


class Thing:
    """What :func:`give` gives."""

    def __init__(self, secret: int) -> None:
        self.secret = secret

    def use(self, times: int = 1) -> None:
        """Uses it.

        Raises:
            ValueError: *times* is negative.
        """


def give(handle: Handle, *, name: str | None = None) -> Thing:
    """A :class:`Thing`."""


def hidden() -> None: ...
'''


def test_a_module_has_a_page_of_its_public_names(
    registry: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "things_of_a_page.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    text = docs.module_page(registry, "t", importlib.import_module("things_of_a_page"))
    assert text.startswith("# things_of_a_page\n\nThings: `import things`; `give` gives one.\n")
    assert "### t.Thing\n\nClass\n\nWhat `give` gives." in text
    assert "use(times: int = 1) -> None" in text
    assert "* `ValueError`: *times* is negative." in text
    # Types are as they are written, aliases are told apart, and functions make the objects.
    assert "t.give(handle: Handle, *, name: str | None = None) -> Thing" in text
    assert "| `Handle` | ctypes.c_void_p |" in text
    assert "secret" not in text
    assert "hidden" not in text


@pytest.fixture
def mypy(registry: Any, tmp_path: Path) -> Any:
    """What mypy says of a module that uses the stubs, one message a line."""
    for namespace in ("asc", "asc.more"):
        folder = tmp_path / "stubs" / namespace.replace(".", "/")
        folder.mkdir(parents=True)
        (folder / "__init__.pyi").write_text(stubs.render(registry, namespace))

    def run(source: str) -> list[str]:
        file = tmp_path / "user.py"
        file.write_text(source)
        command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary"]
        result = subprocess.run(
            [*command, "--python-version=3.10", "--cache-dir", str(tmp_path / "cache"), str(file)],
            env={"MYPYPATH": str(tmp_path / "stubs"), "PATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        assert not result.stderr
        return [line.partition(": ")[2] for line in result.stdout.splitlines()]

    return run


def test_stubs_accept_right_calls_and_refuse_wrong_ones(mypy: Any) -> None:
    assert (
        mypy("""
import asc
import asc.more

tile = asc.Tile(asc.four, 3)
part = tile[0]
size: int = tile.get_size() + tile.rank
asc.plus(tile, asc.Other(asc.four), size)
asc.plus(tile, tile, [1, 2], 8, fast=False, mode=asc.Mode.LOW)
params = asc.WideParams(1, mode=asc.Mode.HIGH)
asc.say("x", 1, tile)
asc.helper(2.5, b=[1])
asc.more.assist()
asc.max(1)
asc.Tile.zeros(1, 2, a=3)
def kernel(n: asc.ConstExpr[int]) -> int:
    return n * 2 + int(asc.Mode.LOW)
""")
        == []
    )
    wrong = mypy("""
import asc
tile = asc.Tile("x")
asc.plus(tile, tile)
asc.plus(tile, 1, 2)
asc.WideParams(step="a")
asc.Mode.MIDDLE
tile.get_sise()
asc.helper("x")
""")
    assert len([line for line in wrong if line.startswith("error")]) == 7, wrong


OFFICIAL = """\
# comment
Plus\tbasic/vector\tany\t
Minus\tbasic/vector/x\tany\tnot yet
Tile::GetSize\tbasic/header:tile\tany
Other::GetSize\tbasic/tensor
Tile::Tile\tbasic/tensor
"""


def test_coverage_counts_names_by_group(registry: Any) -> None:
    names = coverage.read(OFFICIAL.splitlines())
    text = coverage.render(registry, names)
    assert "4 of 5 names (80 %)." in text
    assert "| basic/header | 1 | 1 | 100 % |" in text
    assert "| basic/vector | 1 | 2 | 50 % |" in text
    assert "| `Plus` | `asc.plus` |  |" in text
    assert "| `Minus` | – | not yet |" in text
    assert "| `Other::GetSize` | `asc.Other.get_size` |  |" in text
    assert "| `Tile::Tile` | `asc.Tile` |  |" in text


def test_a_table_without_groups_is_refused() -> None:
    with pytest.raises(ValueError, match="line 2 has no group: 'Minus'"):
        coverage.read(["Plus\tgroup", "Minus"])
