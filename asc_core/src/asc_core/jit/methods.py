"""Kernels that are methods: launched through an object of their class, or through the class."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from asc_plugins.entries import entry

from ..frontend import BoundFunction
from .arguments import is_struct

if TYPE_CHECKING:
    from ..options import LaunchOptions
    from .function import JitFunction


class BoundKernel(BoundFunction):
    """What ``object.kernel`` gives; the object, or the class, is a constant of the kernel, a struct an argument."""

    __slots__ = ()
    __func__: JitFunction

    @entry
    def __getitem__(self, launch: int | tuple[Any, ...] | LaunchOptions | None) -> Callable[..., None]:
        """A launcher for ``core_num`` blocks, and a stream if one is given.

        Raises:
            TypeError, ValueError: not ``core_num`` or ``core_num, stream``, or one of them is out of its range.
        """
        kernel = self.__func__ if is_struct(type(self.__self__)) else self.__func__.with_constant
        return functools.partial(kernel[launch], self.__self__)
