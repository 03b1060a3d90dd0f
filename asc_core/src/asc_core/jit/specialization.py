"""What a kernel is compiled for."""

from __future__ import annotations

from typing import Any

from asc_plugins.irtypes import ValueType
from asc_plugins.records import record


@record
class Specialization:
    """The types of a kernel's run-time arguments and the values of the others.

    Attributes:
        arguments: type of each run-time argument, in the order of the kernel's parameters.
        constants: value of each ``ConstExpr`` parameter.
    """

    arguments: dict[str, ValueType]
    constants: dict[str, Any]
