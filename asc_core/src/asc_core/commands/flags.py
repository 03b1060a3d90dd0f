"""Options that the commands share."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from asc_plugins.brief import shortened

from .completion import complete_options
from .times import Times

if TYPE_CHECKING:
    from ..options import Options

F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class Watch:
    """What is shown of the passes while they run."""

    print_before: bool
    print_after: bool
    verify_each: bool
    time_passes: bool

    def arguments(self, times: Times) -> dict[str, Any]:
        """Keywords of :func:`asc_core.passes.pipeline.run`."""
        return {"verify_each": self.verify_each, "print_after": self.print_after, "timer": times.add}

    def finish(self, times: Times) -> None:
        """Writes the tree of times to standard error."""
        if self.time_passes:
            times.seconds = sum(part.seconds for part in times.parts)
            print("\n".join(times.lines()), file=sys.stderr)


def watch_options(function: F) -> F:
    """Adds the options that show what passes do."""
    for option in (
        click.option("--time-passes", is_flag=True, help="Write a tree of times to standard error."),
        click.option("--verify-each", is_flag=True, help="Verify the IR after each pass."),
        click.option("--print-ir-after-all", "print_after", is_flag=True, help="Write the IR after each pass."),
        click.option("--print-ir-before-all", "print_before", is_flag=True, help="Write the IR before each pass."),
    ):
        function = option(function)
    return function


def option_option(function: F) -> F:
    """Adds ``-O name=value``, the options of ``@asc.jit``."""
    return click.option(
        "-O", "--option", "options", multiple=True, metavar="NAME=VALUE", shell_complete=complete_options,
        help="A compile option of asc.jit, such as insert_sync=True; may be repeated.",
    )(function)  # fmt: skip


def jit_options(pairs: tuple[str, ...], watch: Watch, base: Options | None = None) -> Options:
    """The compile options of ``-O``.

    Raises:
        BadParameter: an unknown option, or a value outside its range.
    """
    from ..options import DEFAULTS

    values: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"'{shortened(pair)}' is not name=value", param_hint="-O")
        try:
            values[name.strip()] = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            values[name.strip()] = text
    if watch.print_before:
        values["print_ir_before_all"] = True
    try:
        return (base or DEFAULTS).with_environment().override(values)
    except (TypeError, ValueError) as error:
        raise click.BadParameter(str(error), param_hint="-O") from error
