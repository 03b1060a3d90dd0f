"""CANN's libraries, loaded when they are needed: each function by its C signature."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from ctypes import POINTER, c_char_p, c_float, c_int32, c_int64, c_size_t, c_uint16, c_uint32, c_uint64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import ToolchainError
from ...runtime.cann_types import DevBinary
from .cann import ADVICE, library_folders
from .errors import device_error

RUNTIME = "libruntime.so"
ACL = "libascendcl.so"
PROFILER = "libprofapi.so"
DUMP = "libascend_dump.so"

_DRIVER = "libascend_hal.so"

#: ``void Adx::AdumpPrintWorkSpace(const void*, size_t, void* stream, const char* kernel)`` by its name in the library.
PRINT_WORKSPACE = "_ZN3Adx19AdumpPrintWorkSpaceEPKvmPvPKc"


@dataclass(frozen=True)
class Symbol:
    """A function of CANN's.

    Attributes:
        library: the library that has it.
        arguments: types of its arguments.
        result: type of its result; an int32 is 0 or an error code.
    """

    library: str
    arguments: tuple[Any, ...]
    result: Any = c_int32


SYMBOLS: dict[str, Symbol] = {
    "rtGetSocVersion": Symbol(RUNTIME, (c_char_p, c_uint32)),
    "rtGetDeviceCount": Symbol(RUNTIME, (POINTER(c_int32),)),
    "rtGetDeviceInfo": Symbol(RUNTIME, (c_uint32, c_int32, c_int32, POINTER(c_int64))),
    "rtSetDevice": Symbol(RUNTIME, (c_int32,)),
    "rtDeviceReset": Symbol(RUNTIME, (c_int32,)),
    "rtDeviceSynchronize": Symbol(RUNTIME, ()),
    "rtStreamCreate": Symbol(RUNTIME, (POINTER(c_void_p), c_int32)),
    "rtStreamDestroy": Symbol(RUNTIME, (c_void_p,)),
    "rtStreamSynchronize": Symbol(RUNTIME, (c_void_p,)),
    "rtStreamSynchronizeWithTimeout": Symbol(RUNTIME, (c_void_p, c_int32)),
    "rtMalloc": Symbol(RUNTIME, (POINTER(c_void_p), c_uint64, c_uint32, c_uint16)),
    "rtFree": Symbol(RUNTIME, (c_void_p,)),
    "rtMemcpy": Symbol(RUNTIME, (c_void_p, c_uint64, c_void_p, c_uint64, c_int32)),
    "rtDevBinaryRegister": Symbol(RUNTIME, (POINTER(DevBinary), POINTER(c_void_p))),
    "rtDevBinaryUnRegister": Symbol(RUNTIME, (c_void_p,)),
    "rtFunctionRegister": Symbol(RUNTIME, (c_void_p, c_void_p, c_char_p, c_char_p, c_uint32)),
    "rtKernelLaunch": Symbol(RUNTIME, (c_void_p, c_uint32, c_void_p, c_uint32, c_void_p, c_void_p)),
    "rtGetC2cCtrlAddr": Symbol(RUNTIME, (POINTER(c_uint64), POINTER(c_uint32))),
    "rtProfSetProSwitch": Symbol(RUNTIME, (c_void_p, c_uint32)),
    "aclInit": Symbol(ACL, (c_char_p,)),
    "aclFinalize": Symbol(ACL, ()),
    "aclGetRecentErrMsg": Symbol(ACL, (), c_char_p),
    "aclrtCreateEvent": Symbol(ACL, (POINTER(c_void_p),)),
    "aclrtDestroyEvent": Symbol(ACL, (c_void_p,)),
    "aclrtRecordEvent": Symbol(ACL, (c_void_p, c_void_p)),
    "aclrtStreamWaitEvent": Symbol(ACL, (c_void_p, c_void_p)),
    "aclrtSynchronizeEvent": Symbol(ACL, (c_void_p,)),
    "aclrtSynchronizeEventWithTimeout": Symbol(ACL, (c_void_p, c_int32)),
    "aclrtQueryEventStatus": Symbol(ACL, (c_void_p, POINTER(c_int32))),
    "aclrtEventElapsedTime": Symbol(ACL, (POINTER(c_float), c_void_p, c_void_p)),
    "MsprofRegisterCallback": Symbol(PROFILER, (c_uint32, c_void_p)),
    "MsprofSysCycleTime": Symbol(PROFILER, (), c_uint64),
    "MsprofGetHashId": Symbol(PROFILER, (c_char_p, c_size_t), c_uint64),
    "MsprofReportApi": Symbol(PROFILER, (c_uint32, c_void_p)),
    "MsprofReportCompactInfo": Symbol(PROFILER, (c_uint32, c_void_p, c_uint32)),
    "MsprofReportAdditionalInfo": Symbol(PROFILER, (c_uint32, c_void_p, c_uint32)),
    PRINT_WORKSPACE: Symbol(DUMP, (c_void_p, c_size_t, c_void_p, c_char_p), None),
}

#: Launches do without these, and what goes missing with them.
OPTIONAL = {PROFILER: "without it msprof sees no launches", DUMP: "without it kernels can't print"}


class Libraries:
    """The libraries below CANN's folder, else those that the system's search finds."""

    def __init__(self, root: Path) -> None:
        self._folders = library_folders(root)
        self._loaded: dict[str, ctypes.CDLL] = {}
        self._functions: dict[str, Callable[..., Any]] = {}
        self._lock = threading.Lock()

    def load(self, name: str) -> ctypes.CDLL:
        """A library.

        Raises:
            ToolchainError: it is missing, or one that it needs is.
        """
        with self._lock:
            library = self._loaded.get(name)
            if library is None:
                paths = [path for folder in self._folders if (path := folder / name).is_file()]
                try:
                    # CANN's libraries find each other's symbols in the process.
                    library = ctypes.CDLL(str(paths[0]) if paths else name, ctypes.RTLD_GLOBAL)
                except OSError as error:
                    raise ToolchainError(f"{name} of CANN can't be loaded: {error}: {_advice(str(error))}") from error
                self._loaded[name] = library
            return library

    def function(self, name: str) -> Callable[..., Any]:
        """A function, by its name in :data:`SYMBOLS`.

        Raises:
            ToolchainError: its library can't be loaded, or doesn't have it.
        """
        known = self._functions.get(name)
        if known is not None:
            return known
        symbol = SYMBOLS[name]
        library = self.load(symbol.library)
        try:
            function = library[name]
        except AttributeError as error:
            raise ToolchainError(
                f"{symbol.library} has no function {name}: this CANN is none that asc knows; {ADVICE}"
            ) from error
        function.argtypes = symbol.arguments
        function.restype = symbol.result
        self._functions[name] = function
        return function

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function that returns an error code.

        Raises:
            DeviceError: it returned one that isn't 0.
            ToolchainError: there is no such function.
        """
        code = self.function(name)(*arguments)
        if code:
            raise device_error(name, code, self._said())

    def _said(self) -> str:
        """CANN's message of the last error of this thread."""
        try:
            text = self.function("aclGetRecentErrMsg")()
        except ToolchainError:
            return ""
        return text.decode("utf-8", "replace").strip() if text else ""


def _advice(error: str) -> str:
    if _DRIVER in error:
        return (
            "that library is the NPU driver's; install the driver, or add its folder (/usr/local/Ascend/driver/lib64) "
            "to LD_LIBRARY_PATH; a container needs it mounted"
        )
    return ADVICE
