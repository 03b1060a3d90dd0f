"""Names of packs are wrapped as entries also when the packs were loaded before the engine."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import traceback
from asc_plugins.discovery import registry
registry()
import asc
try:
    asc.number(1, asc.int32)
except Exception as error:
    print(len(traceback.extract_tb(error.__traceback__)))
"""


def test_errors_begin_in_the_authors_line_whoever_loads_packs_first() -> None:
    result = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["1"]
