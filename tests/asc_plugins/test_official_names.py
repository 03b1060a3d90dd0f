"""Names of Ascend C that no pack provides."""

from __future__ import annotations

from pathlib import Path

import pytest

import asc
from asc_plugins.coverage import read
from asc_plugins.official_names import IN_PYTHON, NAMES

OFFICIAL = Path(__file__).parents[1] / "data/ascendc_api_2201.tsv"
#: Functions of the host, and members that the table doesn't call so.
LEFT_OUT = ("adv/conv3d", "adv/hccl", "adv-host", "basic/debug/cpu-twin", "basic/resource/custom-TBufPool")


def test_the_names_are_those_of_the_table() -> None:
    table = read(OFFICIAL.read_text(encoding="utf-8").splitlines())
    assert {one.name.partition("::")[0] for one in table if not one.group.startswith(LEFT_OUT)} == NAMES
    assert NAMES.issuperset(IN_PYTHON.values())


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("transpose", "Ascend C's Transpose is not supported yet: no pack in use provides it"),
        ("Transpose", "Ascend C's Transpose is not supported yet: no pack in use provides it"),
        ("gather_mask", "Ascend C's GatherMask is not supported yet: no pack in use provides it"),
        ("quant", "Ascend C's AscendQuant is not supported yet: no pack in use provides it"),
        ("And", "Ascend C's And is asc.bitwise_and"),
        ("transposetype", "did you mean 'TransposeType'?"),
        ("data_coppy", "did you mean 'data_copy'?"),
    ],
)
def test_advice_about_a_name_that_is_not_there(name: str, advice: str) -> None:
    with pytest.raises(AttributeError) as caught:
        getattr(asc, name)
    assert str(caught.value) == f"module 'asc' has no attribute '{name}'; {advice}"
