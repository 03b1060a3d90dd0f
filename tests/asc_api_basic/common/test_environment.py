"""Workspaces, contexts and switches of a kernel's environment, and the scalar unit's caches."""

from __future__ import annotations

import numpy as np
import pytest
from written import chosen, kernel, refused, text_of

import asc

CASES = {
    "workspace": """
        w = asc.GlobalTensor()
        w.set_global_buffer(asc.get_sys_workspace())
        w.set_value(0, 5)
        w.set_value(16 * 1024 * 1024 - 1, 6)
        g.set_value(0, w.get_value(0) + w.get_value(16 * 1024 * 1024 - 1) + w.get_value(77))
    """,
    "past": """
        w = asc.GlobalTensor()
        w.set_global_buffer(asc.get_sys_workspace())
        w.set_value(16 * 1024 * 1024, 6)
    """,
    "own": """
        asc.set_sys_workspace(x)
        asc.set_sys_workspace(out)
        w = asc.GlobalTensor()
        w.set_global_buffer(asc.get_sys_workspace())
        g.set_value(0, w.get_value(8))
    """,
    "context": """
        asc.set_hccl_context(0, out)
        asc.set_hccl_context(1, x)
        w = asc.GlobalTensor()
        w.set_global_buffer(asc.get_hccl_context(1))
        g.set_value(0, w.get_value(8))
    """,
    "no_context": """
        w = asc.GlobalTensor()
        w.set_global_buffer(asc.get_hccl_context(0))
    """,
    "caches": """
        words = asc.GlobalTensor()
        words.set_global_buffer(x)
        asc.data_cache_preload(words, 8)
        asc.data_cache_clean_and_invalid(asc.CacheLine.SINGLE_CACHE_LINE, words)
        asc.data_cache_clean_and_invalid(asc.CacheLine.ENTIRE_DATA_CACHE, asc.DcciDst.CACHELINE_ALL, words)
        asc.data_cache_clean_and_invalid(asc.CacheLine.ENTIRE_DATA_CACHE, words, asc.DcciDst.CACHELINE_UB)
        asc.icache_preload(n)
        g.set_value(0, asc.get_icache_preload_status() + 3)
    """,
    "preload_past": """
        words = asc.GlobalTensor()
        words.set_global_buffer(x)
        asc.data_cache_preload(words, n)
    """,
    "clean_past": """
        words = asc.GlobalTensor()
        words.set_global_buffer(x)
        asc.data_cache_clean_and_invalid(asc.CacheLine.SINGLE_CACHE_LINE, words[n:])
    """,
}
PROLOGUE = """
    g = asc.GlobalTensor()
    g.set_global_buffer(out)
"""
PARAMETERS = "out: asc.GlobalAddress, x: asc.GlobalAddress, n: int"


@pytest.fixture(scope="module")
def cases() -> object:
    return chosen(PARAMETERS, PROLOGUE, CASES)


def run(cases: object, name: str, n: int = 3) -> int:
    out, x = np.zeros(4, np.int64), np.array([1, 41, 3, 4], np.uint64)
    cases[1](list(CASES).index(name), out, x, n)  # type: ignore[index]
    return int(out[0])


@pytest.mark.parametrize(("name", "value"), [("workspace", 11), ("own", 41), ("context", 41), ("caches", 3)])
def test_values(cases: object, name: str, value: int) -> None:
    assert run(cases, name) == value


@pytest.mark.parametrize(
    ("name", "n", "api", "match"),
    [
        ("past", 0, "SetValue", "writes 1 bytes of global memory"),
        ("no_context", 0, "GetHcclContext", "context 0 is not set: SetHcclContext comes first"),
        ("caches", 8, "ICachePreLoad", "8 units of 2 KiB are outside 0..7, the cache of an AIV core"),
        ("caches", -1, "ICachePreLoad", "-1 units"),
        ("preload_past", 32, "DataCachePreload", "'x'"),
        ("clean_past", 4, "DataCacheCleanAndInvalid", "'x'"),
    ],
)
def test_limits(cases: object, name: str, n: int, api: str, match: str) -> None:
    with pytest.raises(asc.ModelError, match=match) as caught:
        run(cases, name, n)
    assert caught.value.api == api


def test_the_cache_of_a_cube_core_is_larger() -> None:
    function = kernel("""
        @asc.jit(kernel_type="AIC_ONLY")
        def kernel(n: int):
            asc.icache_preload(n)
    """)
    function[1](15)
    with pytest.raises(asc.ModelError, match=r"16 units of 2 KiB are outside 0\.\.15, the cache of an AIC core"):
        function[1](16)


def test_a_workspace_is_one_for_all_blocks() -> None:
    function = kernel("""
        @asc.jit
        def kernel(out: asc.GlobalAddress):
            w = asc.GlobalTensor()
            w.set_global_buffer(asc.get_sys_workspace())
            g = asc.GlobalTensor()
            g.set_global_buffer(out)
            w.set_value(asc.get_block_idx(), asc.get_block_idx() + 1)
            asc.sync_all()
            other = (asc.get_block_idx() + 1) % asc.get_block_num()
            g.set_value(asc.get_block_idx(), w.get_value(other))
    """)
    out = np.zeros(4, np.int32)
    function[4](out)
    assert list(out) == [2, 3, 4, 1]


SWITCHES = """
    @asc.jit
    def kernel(x: asc.GlobalAddress, on: int):
        asc.set_hf32_mode(on > 0)
        asc.set_hf32_mode(True)
        asc.set_hf32_trans_mode(False)
        asc.set_mm_layout_transform(True)
        asc.init_soc_state()
        asc.set_sys_workspace(x)
        asc.set_hccl_context(1, x)
"""


def test_text() -> None:
    x = np.zeros(4, np.float32)
    text = text_of(kernel(SWITCHES), x, 1)
    assert "SetHF32Mode(on > 0);\nSetHF32Mode(true);" in text
    assert "SetHF32TransMode(false);\nSetMMLayoutTransform(true);\nInitSocState();" in text
    assert "SetSysWorkspace(reinterpret_cast<__gm__ uint8_t*>(x));" in text
    assert "SetHcclContext<1>(reinterpret_cast<__gm__ uint8_t*>(x));" in text
    kernel(SWITCHES)[1](x, 1)
    text = text_of(chosen(PARAMETERS, PROLOGUE, CASES), 0, np.zeros(4, np.int64), np.zeros(4, np.uint64), 1)
    for call in (
        "SetGlobalBuffer(GetSysWorkSpacePtr())", "SetGlobalBuffer(GetHcclContext<1>())",
        "DataCachePreload<int64_t>(words, 8)", "ICachePreLoad(n)", "GetICachePreloadStatus()",
        "DataCacheCleanAndInvalid<uint64_t, CacheLine::SINGLE_CACHE_LINE>(words)",
        "DataCacheCleanAndInvalid<uint64_t, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_UB>(words)",
    ):  # fmt: skip
        assert call in text


@pytest.mark.parametrize(
    ("call", "match"),
    [
        ("asc.set_hccl_context(2, x)", "'index' is 2; it must be 0 or 1"),
        ("asc.get_hccl_context(-1)", "'index' is -1; it must be 0 or 1"),
        ("asc.icache_preload(16)", "'pre_fetch_len' is 16; it must be 0..15"),
        ("asc.set_sys_workspace(5)", "'workspace' takes GlobalAddress, not int 5"),
        ("asc.set_hf32_mode(1.5)", "'hf32_mode' takes bool, not float 1.5"),
        (
            "w = asc.GlobalTensor(); w.set_global_buffer(x); "
            "asc.data_cache_clean_and_invalid(asc.CacheLine.SINGLE_CACHE_LINE, asc.DcciDst.CACHELINE_ATOMIC, w)",
            "CACHELINE_ATOMIC isn't available on Atlas A2 and A3",
        ),
        (
            "w = asc.GlobalTensor(); w.set_global_buffer(x); asc.data_cache_preload(w, 0)",
            "doesn't support these data types: src: float32",
        ),
    ],
)
def test_refusals(call: str, match: str) -> None:
    refused(call.replace("; ", "\n"), match, "x: asc.GlobalAddress", np.zeros(4, np.float32))


def test_masks_are_checked() -> None:
    for call, match in {
        "asc.set_vector_mask(129, asc.float16, asc.MaskMode.NORMAL)": "a repeat of float16 has 128 elements",
        "asc.set_vector_mask(65, asc.float32)": "'length' is 65; a repeat of float32 has 64 elements",
        "asc.set_vector_mask(33, asc.int64)": "a repeat of int64 has 32 elements",
        "asc.set_vector_mask(-1, asc.float32, asc.MaskMode.COUNTER)": "'length' is -1",
        "asc.set_vector_mask(1, 1, asc.float32)": "'mask_high' is 0x1; a repeat of float32 has at most 64 elements",
        "asc.set_vector_mask(0, 2**32, asc.int64)": "it must be below",
        "asc.set_vector_mask(1, 0, asc.float16, asc.MaskMode.COUNTER)": "in counter mode it must be 0",
    }.items():
        refused(call, match, "n: int", 1)


def test_texts_of_masks() -> None:
    function = kernel("""
        @asc.jit
        def kernel(n: int):
            asc.set_mask_count()
            asc.set_vector_mask(n, asc.float32, asc.MaskMode.COUNTER)
            asc.set_vector_mask(0, n, dtype=asc.float16, mode=asc.MaskMode.NORMAL)
            asc.set_mask_norm()
            asc.reset_mask()
    """)
    text = text_of(function, 3)
    assert "SetMaskCount();\nSetVectorMask<float, MaskMode::COUNTER>(n);\nSetVectorMask<half>(0, n);" in text
    assert "SetMaskNorm();\nResetMask();" in text
    function[1](3)
