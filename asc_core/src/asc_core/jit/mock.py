"""Stand-ins for arguments of kernels that are only compiled."""

from __future__ import annotations

from asc_plugins.dtypes import DataType
from asc_plugins.records import record


@record
class _Mock:
    dtype: DataType

    def __post_init__(self) -> None:
        if not isinstance(self.dtype, DataType):
            raise TypeError(f"{type(self).__name__} takes an asc data type, not {self.dtype!r}")


class MockTensor(_Mock):
    """An array of *dtype*; a kernel launched with it is compiled and not run."""


class MockValue(_Mock):
    """A scalar of *dtype*; a kernel launched with it is compiled and not run."""
