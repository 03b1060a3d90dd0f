"""``asc doctor``: what asc needs, what it finds, and what to do about the rest."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import click

#: What Model needs, and kernels on an NPU don't.
_MODEL = "C++ compiler"

State = Literal["ok", "note", "broken"]

_STYLES = {"ok": "green", "note": "yellow", "broken": "bold red"}


@dataclass(frozen=True)
class Finding:
    """One line of the report; ``broken`` means that no kernel can run."""

    what: str
    state: State
    detail: str
    advice: str = ""


def _python() -> Iterator[Finding]:
    version = platform.python_version()
    detail = f"{platform.python_implementation()} {version} at {sys.executable}"
    if platform.python_implementation() != "CPython" or not (3, 10) <= sys.version_info[:2] <= (3, 13):
        yield Finding("Python", "note", detail, "asc is made and tested for CPython 3.10 to 3.13")
    else:
        yield Finding("Python", "ok", detail)
    system = f"{platform.system()} {platform.machine()}"
    if platform.system() == "Linux" and platform.machine() in ("x86_64", "aarch64"):
        yield Finding("machine", "ok", system)
    else:
        yield Finding("machine", "note", system, "asc is made and tested for Linux on x86_64 and aarch64")


def _bindings() -> Iterator[Finding]:
    from .ir import bindings

    with bindings.ir.Context():
        package = bindings.ir.__name__.partition(".")[0]
    yield Finding("MLIR bindings", "ok", f"{package} at {Path(str(bindings.ir.__file__)).parent}")


def _native() -> Iterator[Finding]:
    import importlib

    module = importlib.import_module("asc_core._native")
    yield Finding("native machine", "ok", str(module.__file__))


def _compiler() -> Iterator[Finding]:
    from .backends import toolchain
    from .options import CompileOptions

    compiler = toolchain.find_compiler()
    version = toolchain.version(compiler)
    with toolchain.workspace() as folder:
        (folder / "probe.cpp").write_text('#include <cstdint>\nextern "C" int32_t probe() { return 1; }\n')
        command = [*compiler.command, *compiler.flags(CompileOptions()), "probe.cpp", "-o", "probe.so"]
        code, output = toolchain.run(command, folder)
        if not code:
            toolchain.check_output(folder / "probe.so", compiler)
    if code:
        advice = f"it fails on a file of two lines; {toolchain.INSTALL_ADVICE}"
        yield Finding("C++ compiler", "broken", f"{version}: {output.strip()[:300]}", advice)
    else:
        yield Finding("C++ compiler", "ok", f"{version} ({' '.join(compiler.command)})")


def _cache() -> Iterator[Finding]:
    from .runtime import cache, cache_folder

    place = cache.folder()
    if place is None:
        yield Finding("kernel cache", "note", "no folder", "set PYASC_CACHE_DIR; kernels are compiled in each process")
        return
    sizes = [status.st_size for _, status in cache.entries(place)]
    detail = f"{place}: {len(sizes)} kernels, {sum(sizes) / 1e6:.1f} MB"
    refusal = cache_folder.refusal(place)
    parent = next(folder for folder in (place, *place.parents) if folder.exists())
    if refusal:
        advice = "kernels are compiled in each process; make it safe, or name another in PYASC_CACHE_DIR"
        yield Finding("kernel cache", "note", f"{detail}; {refusal}", advice)
    elif not parent.is_dir() or not os.access(parent, os.W_OK | os.X_OK):
        advice = "nobody can write there: kernels are compiled in each process; name another in PYASC_CACHE_DIR"
        yield Finding("kernel cache", "note", detail, advice)
    else:
        yield Finding("kernel cache", "ok", detail)


def _packs() -> Iterator[Finding]:
    from asc_plugins.cli import quiet_registry

    for status in quiet_registry().packs:
        what = f"pack {status.name}"
        if status.state == "failed":
            yield Finding(what, "note", status.error or "", "its APIs are missing; see `asc packs`")
        elif status.state == "disabled":
            yield Finding(what, "note", "disabled by ASC_DISABLED_PACKS")
        else:
            yield Finding(what, "ok", f"version {status.version}")


def _shown(value: object) -> str:
    if value in (None, "", ()):
        return "not set"
    if isinstance(value, tuple):
        return ", ".join(f"{part[0]}={part[1]!r}" if isinstance(part, tuple) else str(part) for part in value)
    return str(value)


def _settings() -> Iterator[Finding]:
    from . import settings

    for setting in settings.SETTINGS:
        try:
            value = setting.value()
        except ValueError as error:
            yield Finding(setting.name, "broken", str(error), setting.doc)
            continue
        problem = setting.problem(value)
        detail = f"{_shown(value)} ({setting.origin()}) – {setting.doc}"
        yield Finding(setting.name, "note" if problem else "ok", detail, problem)
    for name, nearest in settings.unknown_variables():
        advice = f"did you mean {nearest}?" if nearest else "no setting of asc has this name"
        yield Finding(name, "note", "unknown variable", advice)


def _npu() -> Iterator[Finding]:
    from . import doctor_npu

    yield from doctor_npu.examine()


#: Each check and the advice given when it raises.
_CHECKS: tuple[tuple[str, Callable[[], Iterator[Finding]], str], ...] = (
    ("Python", _python, ""),
    ("MLIR bindings", _bindings, "pip install 'torch-mlir>=20261001'"),
    (
        "native machine",
        _native,
        "install asc-core or asc-suite anew: pip install --force-reinstall --no-deps …",
    ),
    (_MODEL, _compiler, ""),
    ("kernel cache", _cache, ""),
    ("packs", _packs, ""),
    ("settings", _settings, ""),
)


def examine(*, npu: bool = False) -> list[Finding]:
    """Runs all checks, those of Model or of *npu*; one that raises is a finding too."""
    findings: list[Finding] = []
    checks = [("NPU", _npu, "") if npu and row[0] == _MODEL else row for row in _CHECKS]
    for what, check, advice in checks:
        try:
            findings.extend(check())
        except Exception as error:  # noqa: BLE001 - a broken part must not hide the others
            findings.append(Finding(what, "broken", f"{type(error).__name__}: {error}", advice))
    return findings


def _print(findings: list[Finding]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
    table.add_column()
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        detail = escape(finding.detail) + (f"\n[bold]{escape(finding.advice)}[/]" if finding.advice else "")
        table.add_row(f"[{_STYLES[finding.state]}]{finding.state}[/]", escape(finding.what), detail)
    Console().print(table)


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Print data instead of a table.")
@click.option("--npu", is_flag=True, help="Check what kernels on an NPU need, instead of those on Model.")
def doctor(as_json: bool, npu: bool) -> None:
    """Check what asc needs and show its settings. Fails when no kernel could run."""
    findings = examine(npu=npu)
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        _print(findings)
    if any(finding.state == "broken" for finding in findings):
        raise SystemExit(1)
