"""The kernel function as the device is entered: arguments in slots of 8 bytes, and those that the runtime adds."""

from __future__ import annotations

import re

from asc_plugins import dtypes

from ..base import KernelText
from .kinds import KINDS

#: Bytes of printed output a core has room for, and the number of cores that have some.
DUMP_BYTES_A_CORE = 1 << 20
DUMP_CORES = 75

#: Ascend C's own registration of matmul objects has vector cores wait until their cube core has set up the workspace,
#: which frameworks tell by this flag.
_WORKSPACE_FLAG = 15
_REGISTERS_MATMUL = re.compile(r"\bREGIST_MATMUL_OBJ(_STATIC)?\s*\(")

_SIZES = {dtype.cpp: dtype.sizeof() for dtype in dtypes.ALL if not dtype.is_void()}
_SLOT = 8

#: By-value structs begin in a slot of their own, whatever the alignment of their fields.
_SLOT_TEMPLATE = "template <typename T> struct alignas(8) AscSlot { T value; };"


def make(source: KernelText, *, prints: bool) -> str:
    """The text with the kernel function's parameters as the device wants them.

    Arguments of the compiler are aligned to their type, to 4 bytes at least. Parameters that fill the rest of a slot
    make that the layout that launches pack. Behind the author's arguments comes the address by which cores
    synchronise and, when the kernel prints, that of the dump buffer.

    Raises:
        ValueError: the text has no such kernel function.
    """
    head = f'extern "C" __global__ __aicore__ void {source.kernel}('
    start = source.text.find(head)
    end = source.text.find(") {\n", start)
    if start < 0 or end < 0:
        raise ValueError(f"the Ascend C text doesn't define a kernel function '{source.kernel}'")
    parameters: list[str] = []
    prologue: list[str] = []
    for number, parameter in enumerate(_split(source.text[start + len(head) : end])):
        type_, _, name = parameter.rpartition(" ")
        if type_.endswith("*") or _SIZES.get(type_) == _SLOT:
            parameters.append(parameter)
        elif type_ in _SIZES:
            parameters += [parameter, f"int32_t asc_rest_{number}"]
        else:
            parameters.append(f"AscSlot<{type_}> asc_slot_{number}")
            prologue.append(f"{type_}& {name} = asc_slot_{number}.value;")
    parameters.append("uint64_t asc_sync_address")
    prologue.append("set_ffts_base_addr(asc_sync_address);")
    kind = KINDS[source.kernel_type]
    if prints:
        parameters.append("__gm__ uint8_t* asc_dump_address")
        mixed = "true" if kind.mix_dump else "false"
        prologue.append(f"AscendC::InitDump({mixed}, asc_dump_address, {DUMP_BYTES_A_CORE});")
    if kind.is_mixed and _REGISTERS_MATMUL.search(source.text):
        prologue.append(f"if ASCEND_IS_AIC {{ AscendC::CrossCoreSetFlag<2, PIPE_MTE3>({_WORKSPACE_FLAG}); }}")
    slots = f"{_SLOT_TEMPLATE}\n" if any(p.startswith("AscSlot<") for p in parameters) else ""
    signature = f"{slots}{head}{', '.join(parameters)}) {{ {' '.join(prologue)}\n"
    return source.text[:start] + signature + source.text[end + len(") {\n") :]


def _split(parameters: str) -> list[str]:
    """The parameters, parted at the commas that stand in no template's arguments."""
    parts: list[str] = []
    depth = 0
    current = ""
    for character in parameters:
        depth += {"<": 1, ">": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    return [*parts, current.strip()] if current.strip() else parts
