"""What the overloads of vector instructions have in common, in words."""

from __future__ import annotations

from asc_plugins import Work

#: An instruction whose first form touches *count* elements of each tensor.
ELEMENTWISE = Work(count="count")

OPERANDS = """
Sources and destination lie in UB (VECIN, VECCALC, VECOUT) and begin at multiples of 32 bytes. The first form computes
*count* elements; it sets the mask by itself. The second computes *repeat_times* (0..255) repeats of 256 bytes of the
widest operand; *mask* selects the elements of a repeat by number (1..128 for 16-bit, 1..64 for 32-bit types) or by bits
(a list of two 64-bit words for 16-bit types, of one for 32-bit), and *repeat_params* gives the strides in blocks of 32
bytes. In counter mode *mask* is the number of elements in all. With *is_set_mask* False the mask set before by
``set_vector_mask`` is used. A count or number of repeats of 0 does nothing. A source may be the destination itself, but
not overlap it in part.

Raises:
    CallError: a number or data type is out of its limits.
    ModelError: bounds, alignment, position, mask or overlap are wrong when the kernel runs.
"""
