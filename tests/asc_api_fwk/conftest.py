from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.register_assert_rewrite("written")
sys.path.insert(0, str(Path(__file__).parents[1] / "shared"))
