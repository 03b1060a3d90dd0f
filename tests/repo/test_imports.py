from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

# Without `site` a path file of an editable install can't bring other sources in than those on PYTHONPATH.
LINT = (
    sys.executable,
    "-S",
    "-c",
    "from importlinter.cli import lint_imports_command; lint_imports_command()",
)


def lint(root: Path, sources: list[Path]) -> subprocess.CompletedProcess[str]:
    paths = [*map(str, sources), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    return subprocess.run(
        [*LINT, "--config", str(root / "pyproject.toml"), "--no-cache"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_dependency_rule_is_kept(root: Path) -> None:
    result = lint(root, sorted(root.glob("*/src")))
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "imported", "contract"),
    [
        ("asc_plugins.hooks", "numpy", "asc_plugins stands on no engine"),
        ("asc_plugins.hooks", "asc_core", "asc_plugins stands on no engine"),
        ("asc_core.jit", "asc_api_core", "The engine names no pack"),
        ("asc.lib", "asc_api_adv", "The engine names no pack"),
        ("asc_api_basic.pack", "asc_core", "Packs reach the engine"),
        ("asc_codegen_ext.pack", "torch_mlir.ir", "Packs reach the engine"),
        ("asc_api_core.pack", "asc_api_basic", "Packs stand on each other"),
        ("asc_core.jit", "torch_mlir.ir", "asc_core.ir.bindings alone"),
        ("asc_api_fwk.pack", "torch", "Nothing imports torch"),
    ],
)
def test_a_broken_rule_is_found(module: str, imported: str, contract: str, root: Path, tmp_path: Path) -> None:
    for source in root.glob("*/src/*/__init__.py"):
        package = tmp_path / source.parent.name
        package.mkdir()
        (package / "__init__.py").touch()
    allowed = tmp_path / "asc_core/ir/bindings.py"
    allowed.parent.mkdir()
    (allowed.parent / "__init__.py").touch()
    allowed.write_text("import torch_mlir.ir\n")
    offender = tmp_path / (module.replace(".", "/") + ".py")
    offender.write_text(f"import {imported}\n")
    result = lint(root, [tmp_path])
    assert result.returncode == 1, result.stdout + result.stderr
    broken = [line for line in result.stdout.splitlines() if " BROKEN" in line]
    assert any(line.startswith(contract) for line in broken), result.stdout


@pytest.mark.parametrize("package", ["asc", "asc_plugins"])
def test_importing_brings_in_no_heavy_package(package: str) -> None:
    heavy = {"torch", "torch_mlir"} | ({"numpy"} if package == "asc_plugins" else set())
    script = f"import sys, {package}; print(*sys.modules.keys() & {heavy!r})"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not result.stdout.split()
