"""The kernel in README.md, run as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parent.parent.parent / "README.md"


def test_the_sample_runs(tmp_path: Path) -> None:
    (sample,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.S)
    script = tmp_path / "sample.py"
    script.write_text(sample, "utf-8")
    result = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
