"""Kernels, and stand-ins for their arguments."""

from __future__ import annotations

from asc_core.jit.function import JitFunction, jit
from asc_core.jit.mock import MockTensor, MockValue

#: pyasc's name of the class.
JITFunction = JitFunction

__all__ = ["JITFunction", "JitFunction", "MockTensor", "MockValue", "jit"]
