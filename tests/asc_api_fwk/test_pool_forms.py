"""Forms of a pool's calls: a length by keyword, and a handle in the place of an address."""

from __future__ import annotations

import numpy as np
from written import text_of

import asc


@asc.jit
def by_length(out: asc.GlobalAddress):
    g = asc.GlobalTensor()
    g.set_global_buffer(out)
    pipe = asc.TPipe()
    pool = asc.TBufPool(asc.TPosition.VECCALC, 4)
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buf_pool(pool, 256)
    pool.init_buffer(buffer, len=96)
    g.set_value(0, buffer.get(asc.int32).get_size())


def test_a_length_by_keyword() -> None:
    out = np.zeros(8, np.int32)
    by_length[1](out)
    assert out[0] == 24


@asc.jit
def at_a_handle(out: asc.GlobalAddress, n: int):
    pipe = asc.TPipe()
    pool = asc.TBufPool(asc.TPosition.VECCALC, 4)
    q = asc.TQue(asc.TPosition.VECIN, 1)
    p = asc.TQue(asc.TPosition.VECIN, 1)
    pipe.init_buffer(q, 1, 64)
    pipe.init_buf_pool(pool, 64)
    if n > 0:
        q.enque(q.alloc_tensor(asc.int32))
        handle = q.deque()
        p.init_buf_handle(pool, 0, handle, handle, 64)


def test_a_handle_as_address() -> None:
    out = np.zeros(8, np.int32)
    at_a_handle[1](out, 0)
    text = text_of(at_a_handle, out, 0)
    address = "static_cast<uint32_t>(reinterpret_cast<uintptr_t>(handle))"
    assert f"p.InitBufHandle(&pool, 0, handle, {address}, 64);" in text
