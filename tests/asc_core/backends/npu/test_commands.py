"""Command lines of bisheng and ld.lld."""

from __future__ import annotations

from pathlib import Path

import pytest

from asc_core.backends.npu import cann as places
from asc_core.backends.npu.cann import Cann
from asc_core.backends.npu.commands import commands
from asc_core.backends.npu.kinds import KINDS
from asc_core.errors import ToolchainError
from asc_core.options import CompileOptions
from asc_core.runtime.cann_types import CoreType
from asc_core.runtime.config import KernelType

TOOLS = Cann(Path("/cann"), Path("/bin/bisheng"), Path("/bin/ld.lld"), (Path("/h/one"), Path("/h/two")), None)
COMMON = [
    "-I", "/h/one", "-I", "/h/two", "-std=c++17", "-fwrapv", "--cce-disable-kernel-global-attr-check",
    "-mllvm", "-cce-aicore-stack-size=0x8000", "-mllvm", "-cce-aicore-function-stack-size=0x8000",
    "-mllvm", "-cce-aicore-dcci-insert-for-scalar=false", "-DASCENDC_DUMP=0",
]  # fmt: skip
SYNC = ["--cce-auto-sync", "-mllvm", "-api-deps-filter"]
TILING = ["-D__NPU_TILING__", "-DTILING_KEY_VAR=0"]
MIXED = ["-cce-enable-mix", "-D__MIX_CORE_MACRO__=1"]


def steps(
    kernel_type: str = "AIV_ONLY", *, tools: Cann = TOOLS, prints: bool = False, **options: object
) -> list[list[str]]:
    return commands(tools, kernel_type, "dav-2201", CompileOptions(**options), prints=prints)  # type: ignore[arg-type]


def compile_of(core: str, *parts: str) -> list[str]:
    head = ["/bin/bisheng", "-c", "-x", "cce", "-O3", "kernel.cce", f"--cce-aicore-arch=dav-c220-{core}"]
    return [*head, "--cce-aicore-only", "-o", f"kernel_{core}.o", *COMMON, *SYNC, *parts, *TILING]


def link_of(*objects: str) -> list[str]:
    return ["/bin/ld.lld", "-m", "aicorelinux", "-Ttext=0", *objects, "-static", "-o", "kernel.o"]


ONE = {
    "vec": [compile_of("vec"), link_of("kernel_vec.o")],
    "cube": [compile_of("cube"), link_of("kernel_cube.o")],
}
EXPECTED = {
    "AIV_ONLY": ONE["vec"],
    "AIC_ONLY": ONE["cube"],
    "MIX_AIV_HARD_SYNC": ONE["vec"],
    "MIX_AIC_HARD_SYNC": ONE["cube"],
    "MIX_AIV_1_0": ONE["vec"],
    "MIX_AIC_1_0": ONE["cube"],
    "MIX_AIC_1_1": [
        compile_of("cube", *MIXED, "-D__MIX_CORE_AIC_RATION__=1"),
        compile_of("vec", *MIXED, "-D__MIX_CORE_AIC_RATION__=1"),
        link_of("kernel_cube.o", "kernel_vec.o"),
    ],
    "MIX_AIC_1_2": [
        compile_of("cube", *MIXED),
        compile_of("vec", *MIXED),
        link_of("kernel_cube.o", "kernel_vec.o"),
    ],
}


@pytest.mark.parametrize("kernel_type", [kind.name for kind in KernelType])
def test_each_kernel_type_has_its_commands(kernel_type: str) -> None:
    assert steps(kernel_type) == EXPECTED[kernel_type]


def test_each_kernel_type_is_registered_for_its_cores() -> None:
    assert {name: kind.core_type for name, kind in KINDS.items()} == {
        "AIV_ONLY": CoreType.VectorCore,
        "AIC_ONLY": CoreType.CubeCore,
        "MIX_AIV_HARD_SYNC": CoreType.VectorCore,
        "MIX_AIC_HARD_SYNC": CoreType.CubeCore,
        "MIX_AIV_1_0": CoreType.VectorCore,
        "MIX_AIC_1_0": CoreType.CubeCore,
        "MIX_AIC_1_1": CoreType.AiCore,
        "MIX_AIC_1_2": CoreType.AiCore,
    }


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_the_level_is_the_option(level: int) -> None:
    assert f"-O{level}" in steps(opt_level=level)[0]


def test_no_level_is_the_default() -> None:
    assert "-O3" in steps(opt_level=None)[0]


def test_debug_information_is_asked_for() -> None:
    command = steps(debug=True)[0]
    start = command.index("-g")
    assert command[start : start + 3] == ["-g", "-mllvm", "--cce-aicore-jump-expand=true"]
    assert "-g" not in steps()[0]


@pytest.mark.parametrize("off", [False, None])
def test_synchronisation_is_the_authors_without_auto_sync(off: bool | None) -> None:
    assert not set(SYNC[::2]) & set(steps(auto_sync=off)[0])


def test_the_log_of_synchronisation_is_where_the_author_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert f"--cce-auto-sync-log={tmp_path}/sync.txt" in steps(auto_sync_log="sync.txt")[0]
    logs = [
        argument.partition("=")[2]
        for step in steps("MIX_AIC_1_2", auto_sync_log="/logs/sync.txt")
        for argument in step
        if argument.startswith("--cce-auto-sync-log")
    ]
    assert logs == ["/logs/sync_cube.txt", "/logs/sync_vec.txt"]


def test_a_log_without_what_it_logs_is_refused() -> None:
    with pytest.raises(ValueError, match=r"option auto_sync_log='a.txt': needs auto_sync=True"):
        steps(auto_sync=False, auto_sync_log="a.txt")


def test_the_authors_options_come_last() -> None:
    assert steps(bisheng_options=("-DONE", "-O1"))[0][-2:] == ["-DONE", "-O1"]


def test_output_is_compiled_in_when_wanted() -> None:
    assert "-DASCENDC_DUMP=1" in steps(prints=True)[0]


def test_the_version_comes_first() -> None:
    tools = Cann(TOOLS.home, TOOLS.compiler, TOOLS.linker, TOOLS.includes, Path("/h/version.h"))
    command = steps(tools=tools)[0]
    assert command[command.index("-include") + 1] == "/h/version.h"


def test_other_architectures_are_refused() -> None:
    with pytest.raises(ValueError, match=r"compiles for dav-2201, not for the platform's dav-3510"):
        commands(TOOLS, "AIV_ONLY", "dav-3510", CompileOptions(), prints=False)


def test_cann_is_found_below_its_folder(cann) -> None:
    found = places.find()
    assert (found.compiler, found.linker) == (cann.bin / "bisheng", cann.bin / "ld.lld")
    kit = cann.bin.parents[1]
    assert found.includes == tuple(
        kit / part for part in ("asc", "asc/include", "tikcpp/tikcfw", "tikcpp/tikcfw/impl", "tikcpp/tikcfw/interface")
    )
    assert found.version_header is None
    assert places.version(cann.home) == "8.5.0"
    (cann.home / "include/version").mkdir(parents=True)
    (cann.home / "include/version/cann_version.h").touch()
    assert places.find().version_header == cann.home / "include/version/cann_version.h"


@pytest.mark.parametrize("kit", ["tools", "compiler", "ascendc_devkit"])
def test_older_layouts_are_found(cann, kit: str) -> None:
    own = cann.bin.parents[1]
    own.rename(cann.home / kit)
    found = places.find()
    assert found.compiler == cann.home / kit / "ccec_compiler/bin/bisheng"
    assert cann.home / kit / "tikcpp/tikcfw" in found.includes


def test_programs_are_found_on_path(cann, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = cann.home / "elsewhere"
    cann.bin.rename(elsewhere)
    monkeypatch.setenv("PATH", str(elsewhere), prepend=":")
    assert places.find().linker == elsewhere / "ld.lld"


@pytest.mark.parametrize(("variable", "name"), [("PYASC_COMPILER", "bisheng"), ("PYASC_LINKER", "ld.lld")])
def test_programs_can_be_named(cann, monkeypatch: pytest.MonkeyPatch, variable: str, name: str) -> None:
    own = cann.home / "own"
    (cann.bin / name).rename(own)
    monkeypatch.setenv(variable, str(own))
    found = places.find()
    assert own in (found.compiler, found.linker)
    monkeypatch.setenv(variable, "no-such-program")
    with pytest.raises(ToolchainError, match=f"{variable}='no-such-program' names no program"):
        places.find()


def test_what_is_missing_is_named(cann, monkeypatch: pytest.MonkeyPatch) -> None:
    (cann.bin / "ld.lld").unlink()
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ToolchainError, match=r"ld\.lld is neither below .* nor on PATH.*asc doctor --npu"):
        places.find()
    (cann.bin / "bisheng").unlink()
    with pytest.raises(ToolchainError, match="bisheng is neither"):
        places.find()


def test_missing_headers_are_named(cann) -> None:
    (cann.bin.parents[1] / "tikcpp/tikcfw/kernel_operator.h").unlink()
    with pytest.raises(ToolchainError, match=r"kernel_operator\.h is not below"):
        places.find()


def test_a_missing_folder_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ToolchainError, match=r"ASCEND_HOME_PATH is not set: install CANN 8\.5"):
        places.find()
    monkeypatch.setenv("ASCEND_HOME_PATH", "/no/cann")
    with pytest.raises(ToolchainError, match="ASCEND_HOME_PATH is /no/cann, which is no folder"):
        places.find()


def test_the_identity_changes_with_the_compiler(cann) -> None:
    before = places.identity(places.find())
    assert places.identity(places.find()) == before
    (cann.bin / "bisheng").write_text("#!/bin/sh\n")
    after = places.identity(places.find())
    assert after != before
    (cann.home / "version.cfg").write_text("8.5.1")
    assert places.identity(places.find()) != after


def test_the_disassembler_is_canns(cann, backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ToolchainError, match=r"llvm-objdump is neither below .* nor on PATH"):
        backend.disassembler()
    (cann.bin / "llvm-objdump").write_text("#!/bin/sh\n")
    (cann.bin / "llvm-objdump").chmod(0o755)
    assert backend.disassembler() == str(cann.bin / "llvm-objdump")


def test_machine_code_is_read_by_it(cann, backend) -> None:
    from click.testing import CliRunner

    from asc_core.cli import main
    from asc_core.runtime import config

    (cann.bin / "llvm-objdump").write_text('#!/bin/sh\necho "$@"; head -c 4 kernel.o | tail -c 3\n')
    (cann.bin / "llvm-objdump").chmod(0o755)
    config.set_platform(config.Backend.NPU, "Ascend910B1", check=False)
    kernel = "import asc\n@asc.jit\ndef k(x: asc.GlobalAddress): pass\n"
    result = CliRunner().invoke(main, ["compile", "-k", "k", "-a", "x=f32*", "--emit", "asm"], input=kernel)
    assert result.stdout == "--disassemble --demangle --no-show-raw-insn kernel.o\nELF", result.output
    (cann.bin / "llvm-objdump").write_text("#!/bin/sh\necho unknown file format >&2\nexit 1\n")
    result = CliRunner().invoke(main, ["compile", "-k", "k", "-a", "x=f32*", "--emit", "asm"], input=kernel)
    assert result.exit_code == 1
    assert "llvm-objdump can't read the binary: unknown file format" in result.stderr
