"""The pack *fwk*: TPipe, queues and buffers."""

from __future__ import annotations

from pathlib import Path

from asc_plugins import hookimpl
from asc_plugins.hookspecs import PackInfo, RegisterModel, RegisterName, RegisterPass

from . import pipe, place_tensors, queue


@hookimpl
def asc_pack() -> PackInfo:
    return PackInfo("fwk", "0.1.0", doc="TPipe, queues and buffers", requires=("core",))


@hookimpl
def asc_register_names(register: RegisterName) -> None:
    for obj in (pipe.TPipe, pipe.TBufPool, queue.TQueBind, queue.TQue, queue.TBuf, queue.TBufHandle):
        register(obj)
    register(pipe.get_tpipe_ptr)


@hookimpl
def asc_register_passes(register: RegisterPass) -> None:
    register(place_tensors.PASS)


@hookimpl
def asc_register_model(register: RegisterModel) -> None:
    register(Path(__file__).parent / "model")
