"""Kernels in cells of IPython: they run, run again with another body, and show errors at their line."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("IPython", reason="IPython isn't installed")

SCRIPT = '''
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="NoColor")
KERNEL = """import asc, numpy as np
@asc.jit
def k(z: asc.GlobalAddress, v: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value({}, v * {})
z = np.zeros(1, np.int32)
k[1](z, 7); print(z)"""
for cell in (KERNEL.format(0, 2), KERNEL.format(0, 5), KERNEL.format(0, "vv"), KERNEL.format("v", 1), "k(z, 7)"):
    shell.run_cell(cell, store_history=True)
'''


def test_cells() -> None:
    result = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    out = result.stdout
    assert out.startswith("[14]\n[35]\n"), out + result.stderr
    source, wild, call = out.split("CompileError", 1)[1], out.split("ModelError", 1)[1], out.split("TypeError", 1)[1]
    assert "error[ASC-E201]: 'vv' is not defined" in source
    assert "6 |     g.set_value(0, v * vv)\n  |                        ^^" in source
    assert "'offset' element 7 lies outside a tensor of 1 elements" in wild
    assert "    g.set_value(v, v * 1)" in wild
    assert "launch it with k[core_num]" in call
    assert "/asc_core/" not in out
