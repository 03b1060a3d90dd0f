"""Codes of CANN's runtime as errors."""

from __future__ import annotations

import pytest

from asc_core.backends.npu.errors import CODES, device_error

#: The ranges that CANN documents for its runtime: wrong calls, lack of resources, failures.
RUNTIME = [*range(107000, 107021), *range(207000, 207017), *range(507000, 507042), *range(507899, 507902)]


@pytest.mark.parametrize("code", RUNTIME)
def test_each_code_of_the_runtime_has_a_name_and_advice(code: int) -> None:
    name, advice = CODES[code]
    text = str(device_error("rtKernelLaunch", code, "EZ9999: said so"))
    assert text.startswith(f"rtKernelLaunch returned {code} ({name}); {advice}")
    assert text.endswith("EZ9999: said so")


def test_names_tell_codes_apart() -> None:
    names = [CODES[code][0] for code in RUNTIME]
    assert len(set(names)) == len(names)


def test_other_codes_are_shown_as_they_are() -> None:
    assert str(device_error("rtMalloc", 4711, "")) == "rtMalloc returned 4711; see CANN's list of runtime error codes"
