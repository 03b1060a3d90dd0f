"""Functions that run inside a context, whatever calling them gives."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def profiled(context: AbstractContextManager[Any, Any], function: F) -> F:
    """A function that runs inside *context*: the whole of it, also where a call only begins a coroutine or generator.

    Raises:
        TypeError: not a function, or an asynchronous generator.
    """
    if not callable(function) or isinstance(function, type):
        raise TypeError(f"a profile decorates functions, not {function!r}; profile with a block: with profile() as p")
    # The code of an object that is called like a function is that of its class.
    code = (
        function if inspect.isroutine(function) or isinstance(function, functools.partial) else type(function).__call__
    )
    wrapper: Any
    if inspect.isasyncgenfunction(code):
        raise TypeError(
            f"a profile can't decorate the asynchronous generator {function!r}; open it inside: with profile() as p"
        )
    if inspect.iscoroutinefunction(code):

        @functools.wraps(function)
        async def wrapper(*args: Any, **kwargs: Any) -> Any:
            with context:
                return await function(*args, **kwargs)

    elif inspect.isgeneratorfunction(code):

        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
            with context:
                return (yield from function(*args, **kwargs))

    else:

        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            with context:
                return function(*args, **kwargs)

    made: F = wrapper
    return made
