"""A profile as events of Chrome's trace format; times are microseconds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .launch import Launch

_HOST = 0


def events(launches: Sequence[Launch]) -> list[dict[str, Any]]:
    """Process 0 holds the launches in wall time; each launch with a timeline is a process of its own."""
    run = [launch for launch in list(launches) if launch.start is not None and launch.wall is not None]
    begin = min((launch.start or 0.0 for launch in run), default=0.0)
    threads = {name: number for number, name in enumerate(dict.fromkeys(launch.thread for launch in run))}
    rows = [_name("process_name", _HOST, 0, "launches, wall time")]
    rows += [_name("thread_name", _HOST, number, name) for name, number in threads.items()]
    for number, launch in enumerate(run, 1):
        offset = ((launch.start or 0.0) - begin) * 1e6
        arguments: dict[str, Any] = {"core_num": launch.core_num, "cycles": launch.total_cycles, "pipes": launch.cycles}
        if launch.error:
            arguments["error"] = launch.error
        rows.append(_span(launch.kernel, _HOST, threads[launch.thread], offset, (launch.wall or 0.0) * 1e6, arguments))
        if launch.traces:
            rows.append(_name("process_name", number, 0, f"launch {number} of {launch.kernel}, estimated time"))
            rows += _cores(launch, number, offset)
    return rows


def _cores(launch: Launch, process: int, offset: float) -> Iterator[dict[str, Any]]:
    rows: dict[tuple[int, str], int] = {}
    for core in sorted(launch.traces, key=lambda core: int(core["core_idx"])):
        for pipe, api, file, line, start, end in core["events"]:
            place = (core["core_idx"], pipe)
            if place not in rows:
                rows[place] = len(rows)
                yield _name("thread_name", process, rows[place], f"{_core(core)} {pipe}")
            at, length = start / launch.frequency_mhz, (end - start) / launch.frequency_mhz
            yield _span(api, process, rows[place], offset + at, length, {"place": f"{file}:{line}"})


def _core(core: dict[str, Any]) -> str:
    sub = f".{core['sub_block_idx']}" if core["core_type"] == "AIV" and core["sub_block_idx"] else ""
    return f"block {core['block_idx']} {core['core_type']}{sub}"


def _name(kind: str, process: int, thread: int, name: str) -> dict[str, Any]:
    return {"ph": "M", "name": kind, "pid": process, "tid": thread, "args": {"name": name}}


def _span(
    name: str, process: int, thread: int, start: float, length: float, arguments: dict[str, Any]
) -> dict[str, Any]:
    return {"ph": "X", "name": name, "pid": process, "tid": thread, "ts": start, "dur": length, "args": arguments}
