"""Options of code generation, compilation and launch, with their checks.

An option is looked for, in this order, in the environment (``ASC_OPTIONS``), among the keywords of the call, among
those of the decorator, and among the defaults here.
"""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, field
from typing import TYPE_CHECKING, Any, ClassVar

from asc_plugins.records import record

from . import settings
from .entries import mark_methods
from .runtime.config import KernelType
from .runtime.streams import Stream
from .spelling import nearest

#: The hardware's limit of blocks in a launch; those beyond the number of cores run after the others.
MAX_CORE_NUM = 65535


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("expected True or False")
    return value


def _flag_or_none(value: Any) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise TypeError("expected True, False or None")
    return value


def _kernel_type(value: Any) -> KernelType | None:
    if value is None or isinstance(value, KernelType):
        return value
    if isinstance(value, str) and value in KernelType.__members__:
        return KernelType[value]
    raise TypeError(f"expected None or a KernelType: {', '.join(KernelType.__members__)}")


def _opt_level(value: Any) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("expected a whole number from 0 to 3, or None for 3")
    if not 0 <= value <= 3:
        raise ValueError("expected a whole number from 0 to 3, or None for 3")
    return value


def _text(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise TypeError("expected text")
    return value


def _texts(value: Any) -> tuple[str, ...] | None:
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError('expected a tuple of texts, such as ("-g",)')
    texts = tuple(value)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("expected texts only")
    return texts


def check_core_num(value: Any) -> int | None:
    """A number of blocks; None stands for all cores of the platform.

    Raises:
        TypeError, ValueError: not a whole number from 1 to 65535.
    """
    if value is None:
        return None
    expected = f"expected a whole number from 1 to {MAX_CORE_NUM}, or None for all cores of the platform"
    if isinstance(value, (bool, str)):
        raise TypeError(expected)
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(expected) from None
    if not 1 <= number <= MAX_CORE_NUM:
        raise ValueError(expected)
    return number


def _stream(value: Any) -> Stream | None:
    if value is None or isinstance(value, Stream):
        return value
    raise TypeError("expected None or a stream made by asc.lib.runtime.create_stream()")


def check_option(name: str, value: Any, check: Callable[[Any], Any]) -> Any:
    """The value as *check* gives it; its error names the option and the value."""
    try:
        return check(value)
    except TypeError as error:
        raise TypeError(f"option {name}={value!r}: {error}") from None
    except ValueError as error:
        raise ValueError(f"option {name}={value!r}: {error}") from None


class _Checked:
    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __post_init__(self) -> None:
        for item in dataclasses.fields(self):
            value = check_option(item.name, getattr(self, item.name), item.metadata["check"])
            self.__dict__[item.name] = value


@record
class CodegenOptions(_Checked):
    """Options of tracing a kernel.

    Attributes:
        capture_exceptions: turn what a kernel's compile-time code raises into a diagnostic of its line.
        ir_multithreading: let MLIR use threads; a kernel is too small for it to matter, so asc compiles with one.
    """

    capture_exceptions: bool = field(default=True, metadata={"check": _flag})
    ir_multithreading: bool = field(default=True, metadata={"check": _flag})


@record
class CompileOptions(_Checked):
    """Options of passes, translation and the backend's compiler.

    Attributes:
        debug: compile with debug information.
        strip_loc: leave the kernel's file and lines out of the text.
        verify_sync: check that set and wait flags are paired.
        print_ir_before_all: print ASC-IR before each pass on stderr.
        run_passes: run the passes; without them most kernels don't translate.
        kernel_type: which cores the kernel runs on; None finds out from the instructions.
        opt_level: the backend compiler's level, 0 to 3.
        auto_sync: let the toolchain insert missing synchronisation between pipes; None: as False.
        auto_sync_log: file that the NPU's compiler writes inserted synchronisation to.
        bisheng_options: further options of the NPU's compiler.
        always_compile: compile at each launch; the cache is neither read nor written.
        matmul_cube_only: run matmul kernels on cube cores only.
        insert_sync: insert synchronisation by a pass, instead of what the kernel has; None: where the kernel leaves the
            placing of tensors to the compiler.
    """

    debug: bool = field(default=False, metadata={"check": _flag})
    strip_loc: bool = field(default=False, metadata={"check": _flag})
    verify_sync: bool = field(default=False, metadata={"check": _flag})
    print_ir_before_all: bool = field(default=False, metadata={"check": _flag})
    run_passes: bool = field(default=True, metadata={"check": _flag})
    kernel_type: KernelType | None = field(default=None, metadata={"check": _kernel_type})
    opt_level: int | None = field(default=3, metadata={"check": _opt_level})
    auto_sync: bool | None = field(default=True, metadata={"check": _flag_or_none})
    auto_sync_log: str = field(default="", metadata={"check": _text})
    bisheng_options: tuple[str, ...] | None = field(default=None, metadata={"check": _texts})
    always_compile: bool = field(default=False, metadata={"check": _flag})
    matmul_cube_only: bool = field(default=False, metadata={"check": _flag})
    insert_sync: bool | None = field(default=None, metadata={"check": _flag_or_none})


@record
class LaunchOptions(_Checked):
    """Options of a launch, those of ``kernel[core_num, stream]``.

    Attributes:
        core_num: number of blocks, 1 to 65535; None for all cores of the platform.
        stream: the stream to launch on; None for the current one.
    """

    core_num: int | None = field(default=None, metadata={"check": check_core_num})
    stream: Stream | None = field(default=None, metadata={"check": _stream})


mark_methods(CodegenOptions, CompileOptions, LaunchOptions)


@record
class Options:
    """All options of a launch. Hashable: part of what a prepared kernel is found by."""

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    codegen: CodegenOptions = CodegenOptions()
    compile: CompileOptions = CompileOptions()
    launch: LaunchOptions = LaunchOptions()

    def override(self, values: Mapping[str, Any]) -> Options:
        """These options with some of them replaced.

        Raises:
            TypeError, ValueError: an unknown option, or a value outside its range.
        """
        groups: dict[str, dict[str, Any]] = {}
        for name, value in values.items():
            group = GROUPS.get(name)
            if group is None:
                meant = nearest(name, GROUPS)
                advice = f"; did you mean {meant}?" if meant else f"; known are {', '.join(GROUPS)}"
                raise TypeError(f"unknown option '{name}'{advice}")
            groups.setdefault(group, {})[name] = value
        return dataclasses.replace(
            self,
            **{group: dataclasses.replace(getattr(self, group), **part) for group, part in groups.items()},
        )

    def with_environment(self) -> Options:
        """These options with those of the environment, which win.

        Raises:
            ValueError: the variable isn't ``name=value, …``, or names what it can't.
        """
        chosen = settings.OPTIONS.value()
        return self.override(dict(chosen)) if chosen else self


#: Name of each option, and the group it belongs to.
GROUPS: dict[str, str] = {
    item.name: group.name
    for group in dataclasses.fields(Options)
    for item in dataclasses.fields(group.default)  # type: ignore[arg-type]
}
DEFAULTS = Options()


def of_environment(text: str) -> tuple[tuple[str, Any], ...]:
    """The options in ``opt_level=0, kernel_type=AIV_ONLY``: names and literals of Python, words being texts.

    Raises:
        ValueError: it can't be read, or has an option that doesn't exist, is a launch's, or is outside its range.
    """
    import ast

    try:
        call = ast.parse(f"f({text})", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
            raise ValueError
        pairs = [
            (word.arg, word.value.id if isinstance(word.value, ast.Name) else ast.literal_eval(word.value))
            for word in call.keywords
            if word.arg
        ]
        if len(pairs) < len(call.keywords):
            raise ValueError
    except (SyntaxError, ValueError):
        raise ValueError("expected options as name=value, name=value, such as opt_level=0, debug=True") from None
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("an option is given twice")
    own = [name for name in values if GROUPS.get(name) == "launch"]
    if own:
        raise ValueError(f"{own[0]} is an option of a launch, which kernel[core_num, stream] gives")
    try:
        DEFAULTS.override(values)
    except TypeError as error:
        raise ValueError(str(error)) from None
    return tuple(values.items())
