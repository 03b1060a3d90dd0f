"""Reports of launches to CANN's profiler, msprof."""

from __future__ import annotations

import ctypes
import threading
from ctypes import c_uint8, c_uint16, c_uint32, c_uint64

from ...errors import ToolchainError
from ...runtime.cann_types import TASK, MsprofTaskType, ProfilingCommandHandle
from .kinds import Kind
from .libraries import Libraries

#: The number by which the profiler knows who registered; that of operators of a framework.
_MODULE = 8
_CONTROL_SWITCH = 1
#: Bits of the profiler's switch: report launches, and details of each.
_TASK_TIME = 0x800
_TASK_TIME_L1 = 0x2

_MAGIC = 0x5A5A
_NODE_LEVEL = 10000
_BASIC_INFO, _TENSOR_INFO, _LAUNCH = 0, 1, 5
_FAILED = 1

_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int32, c_uint32, ctypes.c_void_p, c_uint32)


class _Api(ctypes.Structure):
    """``MsprofApi``: when a launch began and ended on the host."""

    _fields_ = (
        ("magicNumber", c_uint16),
        ("level", c_uint16),
        ("type", c_uint32),
        ("threadId", c_uint32),
        ("reserve", c_uint32),
        ("beginTime", c_uint64),
        ("endTime", c_uint64),
        ("itemId", c_uint64),
    )


class _NodeBasicInfo(ctypes.Structure):
    """``MsprofNodeBasicInfo``: what was launched."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (
        ("opName", c_uint64),
        ("taskType", c_uint32),
        ("opType", c_uint64),
        ("blockDim", c_uint32),
        ("opFlag", c_uint32),
        ("rest", c_uint8 * 12),
    )


class _CompactInfo(ctypes.Structure):
    """``MsprofCompactInfo`` of 64 bytes."""

    _fields_ = (
        ("magicNumber", c_uint16),
        ("level", c_uint16),
        ("type", c_uint32),
        ("threadId", c_uint32),
        ("dataLen", c_uint32),
        ("timeStamp", c_uint64),
        ("data", _NodeBasicInfo),
    )


class _AdditionalInfo(ctypes.Structure):
    """``MsprofAdditionalInfo`` of 256 bytes, with the name's number at the beginning of its data."""

    _fields_ = (
        ("magicNumber", c_uint16),
        ("level", c_uint16),
        ("type", c_uint32),
        ("threadId", c_uint32),
        ("dataLen", c_uint32),
        ("timeStamp", c_uint64),
        ("opName", c_uint64),
        ("data", c_uint8 * 224),
    )


def task_type(kind: Kind) -> int:
    """What profiles call a kernel of this type."""
    if kind.is_mixed:
        return int(MsprofTaskType.MSPROF_TASK_TYPE_MIX_AIC.value)
    return int(TASK[kind.core_type].value)


class Profiler:
    """Tells msprof of launches while it records; does nothing where CANN has no profiler.

    Attributes:
        times: whether msprof wants to know when launches began and ended.
        details: whether it wants to know what was launched.
    """

    def __init__(self, libraries: Libraries) -> None:
        self.times = False
        self.details = False
        self._libraries = libraries
        # The profiler calls it as long as the process lives.
        self._callback = _CALLBACK(self._switch)
        try:
            self._libraries.function("MsprofRegisterCallback")(_MODULE, ctypes.cast(self._callback, ctypes.c_void_p))
        except ToolchainError:
            return

    def _switch(self, control: int, data: int | None, length: int) -> int:
        if control != _CONTROL_SWITCH or not data or length < ctypes.sizeof(ProfilingCommandHandle):
            return _FAILED
        command = ProfilingCommandHandle.from_address(data)
        type_ = int(command.type)
        if type_ == ProfilingCommandHandle.Type.START.value:
            self.times = self.times or bool(command.profSwitch & _TASK_TIME)
            self.details = self.details or bool(command.profSwitch & _TASK_TIME_L1)
        elif type_ == ProfilingCommandHandle.Type.STOP.value:
            self.times = self.details = False
        return 0

    def sys_cycle_time(self) -> int:
        """The profiler's time, 0 while it doesn't record."""
        if not (self.times or self.details):
            return 0
        return int(self._libraries.function("MsprofSysCycleTime")())

    def report_api(self, start: int, end: int, name: str) -> int:
        """Reports when a launch began and ended; the profiler's result code, 1 while it doesn't record."""
        if not (self.times or self.details):
            return _FAILED
        row = _Api(_MAGIC, _NODE_LEVEL, _LAUNCH, threading.get_native_id(), 0, start, end, self._number(name))
        return int(self._libraries.function("MsprofReportApi")(0, ctypes.addressof(row)))

    def report_compact_info(self, time: int, name: str, block_num: int, task_type: int) -> int:
        """Reports what was launched; the profiler's result code, 1 while it doesn't record details."""
        if not self.details:
            return _FAILED
        number = self._number(name)
        node = _NodeBasicInfo(opName=number, taskType=task_type, opType=number, blockDim=block_num)
        row = _CompactInfo(_MAGIC, _NODE_LEVEL, _BASIC_INFO, threading.get_native_id(), 0, time, node)
        report = self._libraries.function("MsprofReportCompactInfo")
        return int(report(0, ctypes.addressof(row), ctypes.sizeof(row)))

    def report_additional_info(self, time: int, name: str) -> int:
        """Reports that a launch has tensors; the profiler's result code, 1 while it doesn't record details."""
        if not self.details:
            return _FAILED
        thread = threading.get_native_id()
        row = _AdditionalInfo(_MAGIC, _NODE_LEVEL, _TENSOR_INFO, thread, 0, time, self._number(name))
        report = self._libraries.function("MsprofReportAdditionalInfo")
        return int(report(0, ctypes.addressof(row), ctypes.sizeof(row)))

    def _number(self, name: str) -> int:
        text = name.encode()
        return int(self._libraries.function("MsprofGetHashId")(text, len(text)))
