"""What ``asc.jit`` returns: a kernel that compiles itself when it is launched."""

from __future__ import annotations

import dataclasses
import functools
import os
import sys
import threading
import types
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn, overload

from asc_plugins.constexpr import ConstExpr

from .. import settings
from ..entries import entry, is_own_warning
from ..errors import ModelError, ToolchainError
from ..frontend import KernelFunction
from ..frontend.called import compiling, refuse_launch
from ..frontend.function import KernelUsedError, Parameter
from ..frontend.source import SourceError
from ..options import DEFAULTS, GROUPS, LaunchOptions, Options
from ..runtime import measuring
from ..runtime.config import Target, current_target
from ..runtime.streams import Stream, check_usable
from . import dependencies, lookup, warm
from .dependencies import Dependencies
from .launcher import Launcher
from .methods import BoundKernel
from .prepared import Prepared
from .signature import Call, Signature
from .tensors import note_written
from .turns import Turn

if TYPE_CHECKING:
    from ..diagnostics import CompileError

#: Launchers that a kernel keeps for the next ``kernel[core_num, stream]``.
_KEPT_LAUNCHERS = 256
#: Sets of functions given as constants, for each of which a kernel keeps what it depends on.
_KEPT_DEPENDENCIES = 64


#: All kernels, whose locks threads may hold that a forked child doesn't have.
_kernels: weakref.WeakSet[JitFunction] = weakref.WeakSet()


def _unlock_after_fork() -> None:
    for kernel in _kernels:
        kernel._lock = threading.Lock()
        kernel._compiling = {}


os.register_at_fork(after_in_child=_unlock_after_fork)


class JitFunction(KernelFunction):
    """A kernel; launch it with ``kernel[core_num](…)`` or ``kernel[core_num, stream](…)``.

    Attributes:
        fn: the Python function.
        options: the decorator's options over the defaults.

    Raises:
        TypeError: not a function made by ``def``, an unknown option, or a parameter called like an option.
        ValueError: an option outside its range.
    """

    @entry
    def __init__(self, fn: Callable[..., Any], **options: Any) -> None:
        super().__init__(fn)
        self.options: Options = DEFAULTS.override(options)
        fn = self.fn
        self.__name__ = fn.__name__
        self.__qualname__ = fn.__qualname__
        self.__module__ = fn.__module__
        self.__doc__ = fn.__doc__
        self.__wrapped__ = fn
        code = fn.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        clashes = [name for name in names if name in GROUPS]
        if clashes:
            raise TypeError(
                f"kernel '{self.name}': the parameter{'s' if len(clashes) > 1 else ''} {', '.join(clashes)} "
                f"can't be told from the option of that name in a call; choose another name"
            )
        self._lock = threading.Lock()
        self._signature: Signature | None = None
        self._dependencies: dict[tuple[types.FunctionType, ...], Dependencies] = {}
        self._kernels: dict[tuple[Any, ...], Prepared] = {}
        self._compiling: dict[tuple[Any, ...], Turn] = {}
        self._launchers: dict[Any, Callable[..., None]] = {}
        self._native_state: Any = None
        #: Arguments that a kernel compiled from the function may write.
        self._written: set[str] = set()
        _kernels.add(self)

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.__qualname__}>"

    def __reduce__(self) -> str:
        return self.__qualname__

    def bound_to(self, first: Any) -> BoundKernel:
        """The kernel with its first argument."""
        return BoundKernel(self, first)

    @functools.cached_property
    def with_constant(self) -> JitFunction:
        """The kernel as a method of an object, which is a constant: its first parameter is one."""
        first, *others = self.parameters
        if first.is_const:
            return self
        kernel = JitFunction(self.fn)
        kernel.options = self.options
        constant = Parameter(first.name, first.kind, ConstExpr, first.default, is_const=True, const_type=None)
        kernel.parameters = (constant, *others)
        return kernel

    @property
    def signature(self) -> Signature:
        """The kernel's parameters."""
        if self._signature is None:
            self._signature = Signature(self.name, self.parameters)
        return self._signature

    @entry
    def __getitem__(self, launch: int | tuple[Any, ...] | LaunchOptions | None) -> Callable[..., None]:
        """A launcher for ``core_num`` blocks, and a stream if one is given.

        Raises:
            TypeError, ValueError: not ``core_num`` or ``core_num, stream``, or one of them is out of its range.
        """
        if compiling:
            refuse_launch(self.name)
        # Only an exact int: True and 1.0 are equal to 1, and mean something else.
        plain = type(launch) is int or (type(launch) is tuple and len(launch) == 2 and type(launch[0]) is int)
        if plain:
            known = self._launchers.get(launch)
            if known is not None:
                return known
        options = self._launch_options(launch)
        launcher = self._launcher(options.core_num, options.stream)
        if plain:
            if len(self._launchers) >= _KEPT_LAUNCHERS:
                self._launchers.clear()
            self._launchers[launch] = launcher
        return launcher

    def _launcher(self, core_num: int | None, stream: Stream | None) -> Callable[..., None]:
        if self._state() is not None:
            from .. import _native

            native: Callable[..., None] = _native.Launcher(self._state(), core_num, stream)
            return native
        return Launcher(self, core_num, stream)

    def _state(self) -> Any:
        """The native table of prepared launches, None when there can't be one."""
        if self._native_state is None:
            try:
                self.signature  # noqa: B018 - a kernel without a signature is refused when it is launched
            except TypeError:
                return None
            with self._lock:
                if self._native_state is None:
                    self._native_state = warm.make_state(self)
        return self._native_state

    def _launch_options(self, launch: Any) -> LaunchOptions:
        if isinstance(launch, LaunchOptions):
            return launch
        parts = launch if isinstance(launch, tuple) else (launch,)
        if len(parts) > 2:
            raise TypeError(f"kernel '{self.name}': launch with [core_num] or [core_num, stream], not {launch!r}")
        own = self.options.launch
        given = dict(zip(("core_num", "stream"), parts, strict=False))
        try:
            return LaunchOptions(
                own.core_num if given.get("core_num") is None else given["core_num"],
                own.stream if given.get("stream") is None else given["stream"],
            )
        except (TypeError, ValueError) as error:
            raise type(error)(f"kernel '{self.name}': {error}") from None

    @entry
    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        text = f"'{self.name}' is a kernel: launch it with {self.name}[core_num](…), or call it from another kernel"
        raise KernelUsedError(text, self.name)

    def launch(
        self, core_num: int | None, stream: Stream | None, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        """Binds the arguments, finds or compiles the kernel for them, and runs it."""
        try:
            self._launch(core_num, stream, args, kwargs)
        except Warning as error:
            if is_own_warning(error):
                _begin_at_launch(error)
            raise

    def _launch(
        self, core_num: int | None, stream: Stream | None, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        refuse_launch(self.name)
        settings.check_environment()
        if self._native_state is not None:
            straight = self.signature.straighten(args, kwargs)
            if straight is not None:
                try:
                    self._launcher(core_num, stream)(*straight)
                finally:
                    self._note_written(args, kwargs)
                return
        with _errors_of_the_author(settings.SettingError):
            self._launch_in_python(core_num, stream, args, kwargs)

    def _launch_in_python(
        self, core_num: int | None, stream: Stream | None, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> None:
        named = bool(kwargs)
        with _errors_of_the_author(TypeError, ValueError, OverflowError):
            options, core_num, stream, kwargs = self._options_of(core_num, stream, kwargs)
            call = self.signature.bind(args, kwargs)
        with _errors_of_compiling(self.signature, call):
            current = self._sources(call.functions)
            prepared = self.prepare(call, options, current_target(), current)
        if call.mock:
            return
        with _errors_of_the_author(ValueError, RuntimeError):
            prepared.check_stream(stream)
        written = prepared.kernel.written
        self._written.update((p.name for p in self.parameters) if written is None else written)
        try:
            with _errors_of_the_author(ModelError):
                prepared.launch(call.arguments, core_num, stream)
        finally:
            self._note_written(args, kwargs)
        # Who wants to be told of each lookup gets no launches without one.
        told = options.compile.always_compile or settings.DEBUG_CACHE.value()
        if self._native_state is not None and not (named or call.classes or told):
            with measuring.may_warm(self) as may:
                if may:
                    warm.remember(self._native_state, self.signature, args, call, prepared, current)

    def _note_written(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """Tells torch of its tensors among the arguments that the kernel may have written, as far as it was compiled.

        A launch that failed may have written too.
        """
        torch = sys.modules.get("torch")
        if torch is None or not hasattr(torch, "autograd"):
            return
        for name, value in self.signature.given(args, kwargs):
            if name in self._written:
                note_written(value, torch)

    def forget_warm_calls(self) -> None:
        """Lets the next launch of each kind pass through Python again."""
        if self._native_state is not None:
            self._native_state.forget()

    def _options_of(
        self, core_num: int | None, stream: Stream | None, kwargs: Mapping[str, Any]
    ) -> tuple[Options, int | None, Stream | None, Mapping[str, Any]]:
        """The options of a call, its blocks and stream, and the keywords that are arguments."""
        options = self.options
        chosen = {name: value for name, value in kwargs.items() if name in GROUPS}
        if chosen:
            kwargs = {name: value for name, value in kwargs.items() if name not in GROUPS}
            options = options.override(chosen)
            core_num = self._one_of("core_num", core_num, options.launch.core_num, chosen)
            stream = self._one_of("stream", stream, options.launch.stream, chosen)
        options = options.with_environment()
        if stream is not None:
            check_usable(stream)
        return options, core_num, stream, kwargs

    def _one_of(self, name: str, launched: Any, keyword: Any, chosen: Mapping[str, Any]) -> Any:
        """What a launch takes for an option that stands in the brackets, and perhaps among the keywords too.

        Raises:
            ValueError: both give one, and they differ.
        """
        if chosen.get(name) is None:
            return launched
        if launched not in (None, keyword, getattr(self.options.launch, name)):
            raise ValueError(
                f"kernel '{self.name}': {name} is {launched!r} in the brackets and {keyword!r} among the arguments; "
                "give it once"
            )
        return keyword

    def prepare(self, call: Call, options: Options, target: Target, current: Dependencies) -> Prepared:
        """The kernel for a call: from this process, from the cache on disk, or compiled now."""
        place = (current.digest, call.key, options.codegen, options.compile, target)
        always = options.compile.always_compile
        prepared = None if always else self._kernels.get(place)
        if prepared is not None:
            lookup.tell(self.name, "hit in memory")
            return prepared
        with self._lock:
            turn = self._compiling.setdefault(place, Turn())
        # One thread compiles, those that want the same kernel wait for it.
        try:
            with turn.lock:
                prepared = None if always else self._kernels.get(place)
                if prepared is None:
                    turn.begin(self.name)
                    try:
                        prepared = self._kernels[place] = lookup.find(self, call, options, target, current)
                    finally:
                        turn.end()
        finally:
            with self._lock:
                self._compiling.pop(place, None)
        return prepared

    def _sources(self, functions: tuple[types.FunctionType, ...]) -> Dependencies:
        """The dependencies, which need the kernel's source.

        Raises:
            CompileError: there is none.
        """
        try:
            return self.dependencies(functions)
        except SourceError as error:
            from ..diagnostics import CompileError, Diagnostic

            raise CompileError(Diagnostic("ASC-E100", str(error))) from None

    def dependencies(self, functions: tuple[types.FunctionType, ...] = ()) -> Dependencies:
        """What the kernel depends on now, when it is given *functions* as constants."""
        known = self._dependencies.get(functions)
        if known is None or not known.hold():
            if len(self._dependencies) >= _KEPT_DEPENDENCIES:
                self._dependencies.clear()
            known = self._dependencies[functions] = dependencies.find(self, functions)
        return known


@contextmanager
def _errors_of_the_author(*kinds: type[Exception]) -> Iterator[None]:
    """Marks errors that the author of the kernel, or of the call, made: asc's own frames would bury their message.

    The native launcher drops those frames, unless they are asked for.
    """
    try:
        yield
    except kinds as error:
        _begin_at_launch(error)
        raise


@contextmanager
def _errors_of_compiling(signature: Signature, call: Call) -> Iterator[None]:
    """Marks the errors of the author that compiling finds; their class is loaded when there is one."""
    try:
        yield
    except Exception as error:
        from ..diagnostics import CompileError

        if isinstance(error, CompileError):
            _hint_at_numbers(error, signature, call)
        if isinstance(error, (CompileError, ToolchainError)):
            _begin_at_launch(error)
        raise


def _hint_at_numbers(error: CompileError, signature: Signature, call: Call) -> None:
    """Says so where an array that is one number was taken for memory, which an annotation would have told."""
    names = signature.numbers_as_arrays(call)
    if names and "GlobalAddress" in error.diagnostic.title:
        notes = [
            f"the argument '{name}' is an array of no dimensions; for its number pass {name}.item(), "
            "or declare the parameter int or float"
            for name in names
        ]
        error.diagnostic = dataclasses.replace(error.diagnostic, notes=(*error.diagnostic.notes, *notes))


def _begin_at_launch(error: Exception) -> None:
    if not settings.FULL_TRACEBACK.value_or_default():
        error.begins_at_launch = True  # type: ignore[attr-defined]
        error.__traceback__ = error.__cause__ = None
        error.__suppress_context__ = True


@overload
def jit(fn: Callable[..., Any]) -> JitFunction: ...
@overload
def jit(**options: Any) -> Callable[[Callable[..., Any]], JitFunction]: ...
@entry
def jit(fn: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Makes a kernel of a function, as ``@asc.jit`` or ``@asc.jit(option=value, …)``.

    Options are the fields of :class:`CodegenOptions`, :class:`CompileOptions` and :class:`LaunchOptions`. Those given
    in a call, ``kernel[8](x, always_compile=True)``, come before those of the decorator, and those of the environment
    variable ``ASC_OPTIONS`` before both.

    Raises:
        TypeError: not a function made by ``def``, or an unknown option.
        ValueError: an option outside its range.
    """
    if fn is not None:
        return JitFunction(fn, **options)
    # Wrong options are reported where the decorator stands, before there is a function.
    DEFAULTS.override(options)
    return lambda function: JitFunction(function, **options)


__all__ = ["JitFunction", "Parameter", "jit"]
