"""The commands ``asc docs`` and ``asc stubs``: files written from the declarations of the installed packs."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from asc_plugins.registry import Registry

#: ``asc.jit`` as a type checker should see it: calls and launches have the function's own parameters.
_JIT = """\
from . import profiler as profiler

_P = _t.ParamSpec("_P")
_Q = _t.ParamSpec("_Q")
_R = _t.TypeVar("_R")
_S = _t.TypeVar("_S")

class _Kernel(_t.Generic[_P, _R]):
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R: ...
    def __getitem__(
        self, launch: _b.int | _b.tuple[_b.int | None, _Any] | LaunchOptions | None
    ) -> _Launcher[_P]: ...
    @_t.overload
    def __get__(self, instance: None, owner: _Any = None) -> _Kernel[_P, _R]: ...
    @_t.overload
    def __get__(
        self: _Kernel[_t.Concatenate[_S, _Q], _R], instance: _S, owner: _Any = None
    ) -> _Kernel[_Q, _R]: ...

class _Launcher(_t.Generic[_P]):
    core_num: _b.int | None
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> None: ...

@_t.overload
def jit(fn: _t.Callable[_P, _R]) -> _Kernel[_P, _R]: ...
@_t.overload
def jit(**options: _Any) -> _t.Callable[[_t.Callable[_P, _R]], _Kernel[_P, _R]]: ...
"""

_OUTPUT = click.option(
    "--output",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder to write to; made where it doesn't exist.",
)


def docs_files(registry: Registry, official: Path | None = None) -> dict[str, str]:
    """Pages ``api/<pack>.md``, ``errors.md``, ``runtime.md`` and, given a table of official names, ``coverage.md``."""
    from asc_plugins import coverage, docs

    from .diagnostics.explain import page

    files = {f"api/{name}": text for name, text in docs.render(registry).items()}
    files["errors.md"] = page()
    files["runtime.md"] = docs.module_page(registry, "rt", importlib.import_module("asc.lib.runtime"))
    if official is not None:
        names = coverage.read(official.read_text(encoding="utf-8").splitlines())
        files["coverage.md"] = coverage.render(registry, names)
    return files


def stub_files(registry: Registry) -> dict[str, str]:
    """Stubs of ``asc`` and of each namespace below it."""
    from asc_plugins import stubs

    root = "asc"
    # A type checker sees the stub of this package, which has no such name.
    facade = importlib.import_module(root)
    own = {name: module for name, module in facade._OWN.items() if name != "jit"}
    files = {f"{root}/__init__.pyi": stubs.render(registry, root, own, _JIT)}
    for namespace in registry.names:
        if namespace != root:
            files[f"{namespace.replace('.', '/')}/__init__.pyi"] = stubs.render(registry, namespace)
    return files


def write(files: Mapping[str, str], folder: Path) -> list[Path]:
    """Writes files that aren't there with this text already, and gives their paths."""
    written = []
    for name, text in files.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            written.append(path)
    return written


def _sound_registry() -> Registry:
    """The registry; files that lack what a broken pack registers aren't worth writing."""
    from asc_plugins.cli import quiet_registry

    registry = quiet_registry()
    for status in registry.packs:
        if status.state == "failed":
            raise click.ClickException(
                f"pack '{status.name}' can't be used, so its names would be missing; "
                f"repair it, or disable it with ASC_DISABLED_PACKS: {status.error}"
            )
    return registry


def _report(written: list[Path]) -> None:
    for path in written:
        click.echo(path)
    if not written:
        click.echo("nothing has changed")


@click.command("docs", short_help="Write reference pages of all installed packs.")
@_OUTPUT
@click.option(
    "--official",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Table of official Ascend C names (name, group, unused, remark; separated by tabs) for the coverage page.",
)
def docs(output: Path, official: Path | None) -> None:
    """Write reference pages of all installed packs, of the runtime's functions, and of errors."""
    try:
        files = docs_files(_sound_registry(), official)
    except ValueError as error:
        raise click.ClickException(f"{official}: {error}") from None
    _report(write(files, output))


@click.command("stubs", short_help="Write type stubs of asc and its packs.")
@_OUTPUT
def stubs(output: Path) -> None:
    """Write type stubs of asc with the names of all installed packs; MYPYPATH=<folder> makes mypy use them."""
    _report(write(stub_files(_sound_registry()), output))
