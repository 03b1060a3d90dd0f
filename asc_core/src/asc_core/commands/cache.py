"""``asc cache``: what is in the kernel cache, and taking it out."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import settings
from ..runtime import cache as kernels
from ..runtime import cache_folder, name_index
from ..runtime.stored import Stored, damage, stored

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
_NAMES = {"w": "week", "d": "day", "h": "hour", "m": "minute", "s": "second"}


if TYPE_CHECKING:
    _Seconds = click.ParamType[float]
else:
    # Not generic before click 8.3.
    _Seconds = click.ParamType


class Duration(_Seconds):
    """A time such as ``30d``, ``12h`` or ``45m``, in seconds."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([smhdw])", str(value).strip().lower())
        if found is None:
            self.fail(f"{value!r} is no time; write a number and s, m, h, d or w, such as 30d", param, ctx)
        return float(found[1]) * _UNITS[found[2]]


_json = click.option("--json", "as_json", is_flag=True, help="Print data instead of text.")
_patterns = click.argument("patterns", nargs=-1, metavar="[KERNEL]...")


@click.group("cache")
def cache() -> None:
    """Look into the cache of compiled kernels, check it and empty it.

    Kernels may be compiled and run meanwhile.
    """


@cache.command("stat")
@_json
def stat(as_json: bool) -> None:
    """Show the cache's folder, its size and its bound."""
    place, origin = _chosen()
    found = list(kernels.entries(place))
    left = list(kernels.left_files(place))
    size, unfinished = (sum(status.st_size for _, status in files) for files in (found, left))
    uses = sorted(status.st_mtime for _, status in found)
    bound, refused = settings.CACHE_SIZE.value(), cache_folder.refusal(place)
    if as_json:
        data = {
            "folder": str(place),
            "chosen_by": origin,
            "refused": refused,
            "entries": len(found),
            "bytes": size,
            "bound": bound,
            "oldest_use": uses[0] if uses else None,
            "newest_use": uses[-1] if uses else None,
            "unfinished": len(left),
            "unfinished_bytes": unfinished,
        }
        click.echo(json.dumps(data, indent=2))
        return
    click.echo(f"folder      {place} (from {origin})")
    if refused:
        click.echo(f"not used    {refused}")
    click.echo(f"entries     {len(found)}")
    click.echo(f"size        {_size(size)} of {_size(bound)} ({settings.CACHE_SIZE.name})")
    if uses:
        click.echo(f"last used   {_age(uses[-1])} ago; the longest unused entry {_age(uses[0])} ago")
    if left:
        click.echo(f"unfinished  {_files(len(left))} of ended processes, {_size(unfinished)}")


@cache.command("list")
@_patterns
@_json
def list_(patterns: tuple[str, ...], as_json: bool) -> None:
    """Show the entries, the last used first: all, or those of kernels whose names fit a pattern.

    KERNEL is a name with or without its module; * stands for any characters: add, kernels.add, 'add*'. The exit code
    is 1 when one fits no entry.
    """
    place, _ = _chosen()
    found = list(stored(place))
    chosen = [entry for entry in found if entry.matches(patterns)]
    if as_json:
        click.echo(json.dumps([entry.as_data() for entry in chosen], indent=2))
    elif chosen:
        _table(chosen)
    elif not patterns:
        click.echo(f"no entries in {place}")
    _check_patterns(patterns, found, place)


def _table(chosen: list[Stored]) -> None:
    rows = [_HEAD, *map(_row, chosen)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        click.echo("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


@cache.command("clear")
@_patterns
@click.option("--older-than", type=Duration(), metavar="TIME", help="Only entries unused for that long, such as 30d.")
def clear(patterns: tuple[str, ...], older_than: float | None) -> None:
    """Remove entries: all, or those of kernels whose names fit a pattern.

    KERNEL is a name with or without its module; * stands for any characters: add, kernels.add, 'add*'. The exit code
    is 1 when one fits no entry. Kernels that processes have loaded run on.
    """
    place, _ = _chosen()
    before = time.time() - (older_than or 0)
    found = list(stored(place))
    chosen = [
        (entry.path, entry.bytes)
        for entry in found
        if entry.matches(patterns) and (older_than is None or entry.used < before)
    ]
    left = [(path, status.st_size) for path, status in kernels.left_files(place)]
    removed = _remove(chosen)
    _remove(left)
    if not patterns and older_than is None:
        _remove((path, 0) for path in name_index.files(place))
    click.echo(f"removed {_entries(len(removed))}, {_size(sum(size for _, size in removed))}, from {place}")
    if len(removed) < len(chosen):
        folders = [path for path, _ in chosen if path.is_dir() and not path.is_symlink()]
        if folders:
            raise click.ClickException(f"{folders[0]} is a folder, not an entry; remove it by hand")
        raise click.ClickException(f"{_entries(len(chosen) - len(removed))} can't be removed; is {place} yours?")
    _check_patterns(patterns, found, place)


@cache.command("verify")
@click.option("--remove", is_flag=True, help="Remove what is damaged.")
def verify(remove: bool) -> None:
    """Check every entry as a launch would: its owner, its checksum, the key inside it.

    Damaged entries do no harm, kernels are compiled again in their place. The exit code is 1 when some are found and
    stay, else 0.
    """
    place, _ = _chosen()
    refusal = cache_folder.refusal(place)
    if refusal:
        raise click.ClickException(f"{place} isn't used: {refusal}")
    total = sum(1 for _ in kernels.entries(place))
    bad = list(damage(place))
    for path, reason in bad:
        click.echo(f"{path}: {reason}")
    removed = _remove([(path, 0) for path, _ in bad]) if remove else []
    text = f"checked {_entries(total)} in {place}: {len(bad) or 'none'} damaged"
    click.echo(f"{text}, {len(removed)} removed" if remove and bad else text)
    if len(bad) > len(removed):
        raise click.exceptions.Exit(1)


def _check_patterns(patterns: tuple[str, ...], entries: list[Stored], place: Path) -> None:
    """Ends the program with exit code 1 when a pattern fits no entry."""
    without = [pattern for pattern in patterns if not any(entry.matches((pattern,)) for entry in entries)]
    if without:
        raise click.ClickException(f"no entries of {', '.join(without)} in {place}")


def _chosen() -> tuple[Path, str]:
    place, origin = cache_folder.choice()
    if place is None:
        raise click.ClickException(f"there is no folder for a cache: name one in {settings.CACHE_DIR.name}")
    try:
        os.listdir(place)  # noqa: PTH208 - only to see whether it can be read
    except FileNotFoundError:
        pass
    except OSError as error:
        raise click.ClickException(f"{place} can't be read: {error.strerror}; {origin} names it") from error
    return place, origin


def _remove(files: Iterable[tuple[Path, int]]) -> list[tuple[Path, int]]:
    return [(path, size) for path, size in files if kernels.remove(path)]


_HEAD = ("KEY", "USED", "SIZE", "PLATFORM", "KERNEL", "PLACE", "COMPILED FOR")


def _row(entry: Stored) -> tuple[str, ...]:
    return (
        entry.key[:12],
        f"{_age(entry.used)} ago",
        _size(entry.bytes),
        entry.parts.get("platform", ""),
        entry.kernel or "(unreadable: asc cache verify)",
        _short(entry.place),
        _specialization(entry),
    )


def _specialization(entry: Stored) -> str:
    constants = (f"{name}={text if len(text) < 40 else text[:36] + '…'}" for name, text in entry.constants.items())
    return ", ".join((*(f"{name}: {type_}" for name, type_ in entry.arguments.items()), *constants))


def _short(place: str) -> str:
    return os.path.relpath(place) if place.startswith(f"{Path.cwd()}/") else place


def _entries(count: int) -> str:
    return f"{count} entr{'y' if count == 1 else 'ies'}"


def _files(count: int) -> str:
    return f"{count} file{'' if count == 1 else 's'}"


def _size(count: float) -> str:
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"


def _age(then: Any) -> str:
    seconds = max(0.0, time.time() - float(then))
    unit = next((unit for unit in ("w", "d", "h", "m") if seconds >= 2 * _UNITS[unit]), "s")
    count = int(seconds / _UNITS[unit])
    return f"{count} {_NAMES[unit]}{'' if count == 1 else 's'}"
