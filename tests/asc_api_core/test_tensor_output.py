"""What a tensor prints and writes to a file, and lists of tensors for sorting."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import asc

PATH = ""


@asc.jit
def show(x: asc.GlobalAddress):
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 16)
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 16)
    asc.data_copy(t, g, 16)
    t.print(3)
    t.to_file(PATH)


def test_print_and_to_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tensor.bin"
    monkeypatch.setitem(globals(), "PATH", str(file))
    x = np.arange(16, dtype=np.float32) / 4
    show[1](x)
    assert capsys.readouterr().out == "[0.000000, 0.250000, 0.500000]\n"
    assert file.read_bytes() == x.tobytes()


@asc.jit
def sources():
    first = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 16)
    second = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 64, 16)
    asc.inline("const auto& kept = $0; (void)kept;", [asc.MrgSortSrcList(asc.float32, first, second)])


def test_lists_of_sources_are_made() -> None:
    sources[1]()
