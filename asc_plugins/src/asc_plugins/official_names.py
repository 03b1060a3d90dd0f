"""Names that Ascend C has, to tell those that no pack provides from misspelt ones."""

from __future__ import annotations

from collections.abc import Iterable

from . import coverage
from .registry import Registry

_TEXT = """
    ASCEND_IS_AIC ASCEND_IS_AIV Abs AbsSub Acos Acosh Add AddDeqRelu AddRelu AddReluCast Adds AdjustSoftMaxRes
    AllocMutexID And Ands AntiQuantize Arange AscendAntiQuant AscendDequant AscendQuant Asin Asinh Async Atan Atanh
    AtomicAdd AtomicCas AtomicExch AtomicMax AtomicMin Axpy BatchNorm BilinearInterpolation BitwiseAnd BitwiseNot
    BitwiseOr BitwiseXor BlockReduceMax BlockReduceMin BlockReduceSum Brcb BroadCastVecToMM Broadcast Cast CastDeq
    CastDequant Ceil CheckLocalMemoryIA Clamp ClampMax ClampMin ClearSpr Compare CompareScalar Compares Concat
    Conv2D Coordinate Copy Cos Cosh CountBitsCntSameAsSignBit CountLeadingZero CreateVecIndex CrossCoreSetFlag
    CrossCoreWaitFlag CubeResGroupHandle CumSum DataCacheCleanAndInvalid DataCachePreload DataCopy DataCopyL1ToUB
    DataCopyPad DataSyncBarrier DeInterleave DeepNorm Dequantize Digamma DisableDmaAtomic Div Divs DropOut
    DumpAccChkPoint DumpTensor Duplicate Erf Erfc Exp ExpSub Extract FasterGelu FasterGeluV2 Fill Fixpipe Floor Fma
    Fmod Frac FusedAbsSub FusedExpSub FusedMulAdd FusedMulAddRelu FusedMulsCast Gather GatherMask Gatherb GeGLU Gelu
    Gemm GetAccVal GetArchVersion GetBitCount GetBlockIdx GetBlockNum GetCmpMask GetConv2dTiling GetCtrlSpr
    GetDataBlockSizeInBytes GetGatherMaskRemainCount GetGemmTiling GetICachePreloadStatus GetMrgSortResult
    GetProgramCounter GetReduceMaxMinCount GetReduceRepeatMaxMinSpr GetReduceRepeatSumSpr GetRuntimeUBSize
    GetSFFValue GetSaturationFlag GetSaturationStrategy GetShapeSize GetSortLen GetSortOffset GetSpr
    GetSsbufBaseAddr GetStoreAtomicConfig GetSubBlockIdx GetSubBlockNum GetSysWorkSpacePtr GetSystemCycle
    GetTPipePtr GetTaskRatio GetTaskRation GetUBSizeInBytes GetUintDivMagicAndShift GetUserWorkspace GetVecLen
    GlobalTensor GroupBarrier GroupNorm Hypot IBSet IBWait ICachePreLoad InitConstValue
    InitDetermineComputeWorkspace InitOutput InitSocState Interleave IsFinite IsInf IsNan KfcWorkspace LayerNorm
    LayerNormGrad LayerNormGradBeta Layout LeakyRelu Lgamma ListTensorDesc Ln LoadData LoadDataUnzip
    LoadDataWithSparse LoadDataWithStride LoadDataWithTranspose LoadImageToLocal LoadUnzipIndex LocalMemAllocator
    LocalTensor Log Log10 Log2 LogSoftMax LogicalAnd LogicalAnds LogicalNot LogicalOr LogicalOrs LogicalXor Matmul
    Max Maxs Mean MetricsProfStart MetricsProfStop Min Mins Mmad MmadMx MmadWithSparse MrgSort MrgSort4 Mul
    MulAddDst MulAddRelu MulCast Mull Muls MulsCast NdDmaDci Neg Nop Normalize Not NotifyNextBlock Or Ors Pad
    PairReduceSum PhiloxRandom PipeBarrier PopStackBuffer Power Prelu PrintTimeStamp ProposalConcat ProposalExtract
    Quantize REGIST_MATMUL_OBJ ReGlu ReadGmByPassDCache Reciprocal ReduceAll ReduceAny ReduceDataBlock ReduceMax
    ReduceMean ReduceMin ReducePairElem ReduceProd ReduceRepeat ReduceSum ReduceXorSum ReleaseMutexID Relu
    RepeatReduceSum ResetCtrlSpr ResetLoopModePara ResetMask Rint RmsNorm Round RpSort16 Rsqrt ScalarCast
    ScalarCountLeadingZero ScalarGetCountOfValue ScalarGetSFFValue Scatter Select SetAippFunctions SetAtomicAdd
    SetAtomicMax SetAtomicMin SetAtomicNone SetAtomicType SetCmpMask SetCtrlSpr SetDeqScale SetFixPipeAddr
    SetFixPipeClipRelu SetFixPipeConfig SetFixpipeNz2ndFlag SetFixpipePreQuantFlag SetFlag SetFmatrix SetHF32Mode
    SetHF32TransMode SetLoadDataBoundary SetLoadDataPaddingValue SetLoadDataRepeat SetLoadDataRepeatWithStride
    SetLoopModePara SetMMColumnMajor SetMMLayoutTransform SetMMRowMajor SetMaskCount SetMaskNorm SetNextTaskStart
    SetPadValue SetSaturationFlag SetSaturationStrategy SetStoreAtomicConfig SetSysWorkspace SetVectorMask ShiftLeft
    ShiftRight Sigmoid Sign Silu SimpleSoftMax Sin SinCos Sinh SoftMax SoftmaxFlash SoftmaxFlashV2 SoftmaxFlashV3
    SoftmaxGrad SoftmaxGradFront Sort Sort32 Sqrt Sub SubRelu SubReluCast Subs Sum SwiGLU Swish SyncAll TBuf
    TBufPool TPipe TQue TQueBind Tan Tanh TensorDesc TensorTrait TopK TransData TransDataTo5HD Transpose Trap Trunc
    Truncate UnPad VectorPadding WaitFlag WaitPreBlock WaitPreTaskEnd WelfordFinalize WelfordUpdate Where
    WholeReduceMax WholeReduceMin WholeReduceSum WriteGmByPassDCache Xor ascendc_assert printf
"""
#: Functions and classes for dav-2201, without those of the host.
NAMES = frozenset(_TEXT.split())

#: Names in Python that differ from Ascend C's in more than underscores and capitals.
IN_PYTHON = {
    "bitwise_and": "And",
    "bitwise_not": "Not",
    "bitwise_or": "Or",
    "cast_deq": "CastDequant",
    "compare_scalar": "Compares",
    "fused_mul_add_relu": "MulAddRelu",
    "get_sys_workspace": "GetSysWorkSpacePtr",
    "get_task_ratio": "GetTaskRation",
    "init_const_value": "Fill",
    "pair_reduce_sum": "ReducePairElem",
    "quant": "AscendQuant",
    "register_matmul": "REGIST_MATMUL_OBJ",
    "scalar_count_leading_zero": "CountLeadingZero",
    "scalar_get_count_of_value": "GetBitCount",
    "scalar_get_sff_value": "GetSFFValue",
    "set_atomic_none": "DisableDmaAtomic",
    "set_mm_layout_transform": "SetMMRowMajor",
}


def advice(name: str, known: Iterable[str], registry: Registry) -> str | None:
    """What to say of a name that Ascend C has and *known* names haven't, spelt in any way; None of others."""
    plain = _plain(name)
    if any(_plain(other) == plain for other in known):
        return None
    official = IN_PYTHON.get(name) or next((one for one in NAMES if _plain(one) == plain), None)
    if official is None:
        return None
    offered = coverage.offered(registry).get(official)
    if offered:
        return f"Ascend C's {official} is {offered[0]}"
    return f"Ascend C's {official} is not supported yet: no pack in use provides it"


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
