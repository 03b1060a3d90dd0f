"""Where what kernels print goes."""

from __future__ import annotations

import sys


def show(text: str) -> None:
    """Writes what a kernel printed to the standard output, where there is one, as ``print`` does."""
    # A program without a terminal may have none.
    output = sys.stdout
    if text and output is not None:
        output.write(text)
        output.flush()
