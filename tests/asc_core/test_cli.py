from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from asc_core import cli
from asc_core.cli import main


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Adds a command of another distribution."""
    monkeypatch.syspath_prepend(tmp_path)
    own = cli._points()

    def add(name: str, source: str) -> None:
        module = f"command_of_{name}"
        (tmp_path / f"{module}.py").write_text(source)
        monkeypatch.delitem(sys.modules, module, raising=False)
        point = EntryPoint(name, f"{module}:command", cli.GROUP)
        monkeypatch.setattr(cli, "_points", lambda: {name: point, **own})

    return add


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli.main, arguments)


def test_the_program_is_installed() -> None:
    program = Path(sys.executable).parent / "asc"
    result = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert result.stdout == f"asc {cli.version()}\n"
    assert cli.version() in {metadata.version(d) for d in ("asc-core", "asc-suite") if _there(d)}


def _there(name: str) -> bool:
    try:
        return bool(metadata.version(name))
    except metadata.PackageNotFoundError:
        return False


def test_help_lists_all_commands() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name in ("docs", "doctor", "new-pack", "packs", "stubs"):
        assert f"\n  {name} " in result.output
    assert "not usable" not in result.output


def test_an_unknown_command_is_refused() -> None:
    result = run("pack")
    assert result.exit_code == 2
    assert "No such command 'pack'" in result.output


def test_other_distributions_add_commands(command: Any) -> None:
    command("hello", "import click\n\n@click.command()\ndef command():\n    'Greets.'\n    click.echo('hi')\n")
    assert "Greets." in run("--help").output
    assert run("hello").output == "hi\n"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise ValueError('no')", "'command_of_bad:command' can't be loaded: ValueError: no"),
        ("", "has no attribute 'command'"),
        ("command = print", "'command_of_bad:command' is not a click command"),
    ],
)
def test_a_broken_command_spoils_no_other(source: str, reason: str, command: Any) -> None:
    command("bad", source)
    assert "packs" in run("--help").output
    result = run("bad")
    assert result.exit_code == 1
    assert reason in result.output


def test_own_commands_can_not_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    class Manager:
        @staticmethod
        def make_test_instance(*_: Any, **__: Any) -> Any:
            return Manager()

        def list_entry_points(self) -> list[EntryPoint]:
            return [EntryPoint("packs", "evil:command", cli.GROUP), EntryPoint("more", "m:c", cli.GROUP)]

    monkeypatch.setattr(cli, "ExtensionManager", Manager)
    assert cli._points()["packs"].value == "asc_plugins.cli:packs"
    assert cli._points()["more"].value == "m:c"


def test_the_help_is_whole() -> None:
    """Each command is described on its line, and each of its options has a help."""
    runner = CliRunner()
    assert "..." not in runner.invoke(main, ["--help"], terminal_width=80).stdout.partition("Commands:")[2]
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert [option.name for option in command.params if isinstance(option, click.Option) and not option.help] == []
        assert runner.invoke(main, [name, "--help"]).exit_code == 0


def test_a_misspelt_command_is_told_the_nearest() -> None:
    result = CliRunner().invoke(main, ["translat"])
    assert result.exit_code == 2
    assert "No such command 'translat'. Did you mean 'translate'?" in result.stderr
    assert "Did you mean" not in CliRunner().invoke(main, ["xyzzy"]).stderr


@pytest.mark.parametrize(
    ("words", "place", "offered"),
    [
        ("asc tran", 1, "translate"),
        ("asc opt -p inline,cs", 3, "inline,cse"),
        ("asc compile -O insert_s", 3, "insert_sync="),
        ("asc compile --emit asc", 3, "ascendc"),
    ],
)
def test_shells_complete_commands_passes_and_options(words: str, place: int, offered: str) -> None:
    environment = {"_ASC_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(place)}
    result = CliRunner().invoke(main, env=environment, prog_name="asc", complete_var="_ASC_COMPLETE")
    assert f"plain,{offered}" in result.stdout.splitlines()


LISTINGS = ["packs", "packs --json", "doctor", "cache stat", "cache list", "cache verify", "explain", "--help"]


def _in_shell(arguments: str, redirected: str) -> subprocess.CompletedProcess[str]:
    program = f"{sys.executable} -c 'from asc_core.cli import main; main()' {arguments} {redirected}"
    return subprocess.run(["sh", "-c", program], capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("redirected", [">&-", "<&-", "| true"])
@pytest.mark.parametrize("arguments", LISTINGS)
def test_listings_bear_closed_streams(arguments: str, redirected: str) -> None:
    result = _in_shell(arguments, redirected)
    assert (result.returncode, result.stderr) == (0, "")
    assert bool(result.stdout) == (redirected == "<&-")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("arguments", LISTINGS)
def test_listings_tell_of_a_full_disk(arguments: str) -> None:
    result = _in_shell(arguments, ">/dev/full")
    assert (result.returncode, result.stderr) == (1, "Error: can't be written: No space left on device\n")
