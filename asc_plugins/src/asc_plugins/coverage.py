"""Which names of Ascend C a registry offers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .contribution import apis_of
from .registry import Registry
from .values import IRValue


@dataclass(frozen=True)
class OfficialName:
    """A function or a member, ``LocalTensor::GetSize``, of Ascend C and its group, ``basic/tensor``."""

    name: str
    group: str
    remark: str


def read(lines: Iterable[str]) -> list[OfficialName]:
    """Official names from lines of name, group, a column that isn't used, and remark, separated by tabs.

    Raises:
        ValueError: a line has fewer than two columns.
    """
    names = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            columns = [*line.rstrip("\n").split("\t"), "", ""]
            if len(columns) < 4:
                raise ValueError(f"line {number} has no group: {line.strip()!r}")
            names.append(OfficialName(columns[0], columns[1], columns[3]))
    return names


def offered(registry: Registry) -> dict[str, list[str]]:
    """Python names by the Ascend C name they stand for; members are qualified by their class."""
    found: dict[str, list[str]] = {}

    def add(official: str, name: str) -> None:
        known = found.setdefault(official, [])
        if name not in known:
            known.append(name)

    for namespace, names in registry.names.items():
        for name, obj in names.items():
            cls = obj if isinstance(obj, type) and issubclass(obj, IRValue) else None
            spec = getattr(cls, "ir_spec", None)
            owner = spec.cpp.partition("<")[0] if spec is not None else name
            for api in apis_of(obj):
                if cls is None:
                    add(api.ascendc, f"{namespace}.{name}")
                elif api.constructs:
                    add(f"{owner}::{owner}", f"{namespace}.{name}")
                else:
                    add(f"{owner}::{api.ascendc}", f"{namespace}.{name}.{api.name}")
    return found


def render(registry: Registry, names: list[OfficialName]) -> str:
    """The page: figures by group, then every name."""
    have = offered(registry)
    groups: dict[str, list[OfficialName]] = {}
    for name in names:
        groups.setdefault("/".join(name.group.partition(":")[0].split("/")[:2]), []).append(name)
    there = sum(name.name in have for name in names)
    lines = [
        "# Coverage of Ascend C",
        "",
        "Written by `asc docs` from the declarations of the packs: functions and members of Ascend C for dav-2201",
        "(Atlas A2 and A3), and whether asc has them.",
        "",
        f"{there} of {len(names)} names ({_percent(there, len(names))}).",
        "",
        "| group | there | of | |",
        "|---|--:|--:|--:|",
    ]
    for group, members in sorted(groups.items()):
        count = sum(name.name in have for name in members)
        lines.append(f"| {group} | {count} | {len(members)} | {_percent(count, len(members))} |")
    for group, members in sorted(groups.items()):
        lines += ["", f"## {group}", "", "| Ascend C | asc | remark |", "|---|---|---|"]
        for name in sorted(members, key=lambda one: (one.name.lower(), one.group)):
            shown = ", ".join(f"`{python}`" for python in have.get(name.name, [])) or "–"
            lines.append(f"| `{name.name}` | {shown} | {name.remark} |")
    return "\n".join(lines) + "\n"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part // whole} %" if whole else "–"
