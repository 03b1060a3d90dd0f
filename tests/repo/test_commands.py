from __future__ import annotations

import re
import subprocess
from pathlib import Path

RUN = "pip install . && python examples/01_add/add.py -r Model"
TEST = "pip install '.[test]' && pytest"


def test_readme_gives_the_two_commands(root: Path) -> None:
    assert re.findall(r"```bash\n(.*?)\n```", (root / "README.md").read_text(), re.S) == [RUN, TEST]


def test_ci_runs_readmes_test_command(root: Path) -> None:
    script = (root / ".ci/run").read_text()
    assert re.findall(r'^test_command="(.*)"$', script, re.M) == [TEST]
    assert script.splitlines()[-1] == 'eval "${test_command##* && }"'
    subprocess.run(["bash", "-n", root / ".ci/run"], check=True)


def test_the_first_commands_example_is_there(root: Path) -> None:
    assert (root / RUN.split()[-3]).is_file()
