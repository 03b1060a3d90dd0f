"""``asc new-pack``: the folder of a new pack that works as it is."""

from __future__ import annotations

import keyword
import re
from importlib import metadata
from pathlib import Path
from string import Template

import click

#: File of the template and its place in the new folder.
_FILES = {
    "pyproject.toml.in": "pyproject.toml",
    "README.md.in": "README.md",
    "init.py.in": "src/$package/__init__.py",
    "pack.py.in": "src/$package/pack.py",
    "blend.py.in": "src/$package/blend.py",
    "blend.h.in": "src/$package/model/blend.h",
    "test_blend.py.in": "tests/test_blend.py",
}

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def render(name: str) -> dict[str, str]:
    """The new files by their paths in the folder.

    Args:
        name: name of the pack and its distribution: lower-case words joined by hyphens.

    Raises:
        ValueError: the name can't be that of a pack.
    """
    package = name.replace("-", "_")
    if not _NAME.fullmatch(name) or keyword.iskeyword(package):
        raise ValueError(f"'{name}' can't be a pack's name: it is lower-case words and digits joined by hyphens")
    values = {"name": name, "package": package, "guard": package.upper()}
    folder = Path(__file__).parent / "files"
    files = {}
    for source, target in _FILES.items():
        text = (folder / source).read_text(encoding="utf-8")
        files[Template(target).substitute(values)] = Template(text).substitute(values)
    files[f"src/{package}/py.typed"] = ""
    return files


def taken(name: str) -> str | None:
    """The installed module or distribution that a pack of this name would clash with, if any."""
    import importlib.util

    package = name.replace("-", "_")
    if importlib.util.find_spec(package) is not None:
        return f"a package '{package}' is installed already"
    try:
        return f"a distribution '{name}' {metadata.version(name)} is installed already"
    except metadata.PackageNotFoundError:
        return None


@click.command("new-pack", short_help="Make the folder of a new pack.")
@click.argument("name")
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Where to make the folder; here by default.",
)
def command(name: str, output: Path) -> None:
    """Make the folder of a new pack NAME, with an API, its Model header and a test.

    NAME is that of the distribution, lower-case words joined by hyphens; kernels call it asc.NAME.
    """
    try:
        files = render(name)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="NAME") from None
    clash = taken(name)
    if clash is not None:
        raise click.BadParameter(clash, param_hint="NAME")
    folder = output / name
    if folder.exists():
        raise click.ClickException(f"{folder} exists already; nothing was written")
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    click.echo(f"{folder} is made; next: pip install -e {folder} && pytest {folder}")
