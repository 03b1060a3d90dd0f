from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from asc_plugins import discovery
from asc_plugins.discovery import PackWarning
from asc_plugins.distributions import GROUP

ADD = """
@api("Add", pipe=Pipe.V)
def add(a: int, b: int) -> int:
    "Adds."

@hookimpl
def asc_register_names(register):
    register(add)
"""

SUB = ADD.replace('"Add"', '"Sub"').replace("add(", "sub(").replace("(add)", "(sub)")


def states(registry: Any) -> dict[str, str]:
    return {status.name: status.state for status in registry.packs}


def test_a_pack_registers_under_its_name(make_pack: Any, load: Any) -> None:
    registry = load(make_pack("math", ADD, version="2.5"))
    (status,) = registry.packs
    assert (status.name, status.state, status.version, status.error) == ("math", "loaded", "2.5", None)
    assert list(registry.names["asc"]) == ["add"]
    assert registry.owner("name", "asc.add") == "math"
    registry.count()
    assert status.contents == {"names": 1, "ops": 1}


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise ValueError('not today')", "ValueError: not today (made"),
        ("assert 1 == 2, 'sums'", "AssertionError: sums"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import no_such_module_anywhere", "ModuleNotFoundError: No module named 'no_such_module_anywhere'"),
        ("def broken(:", "SyntaxError"),
    ],
)
def test_a_pack_that_fails_to_import_is_left_out_and_named(
    source: str, reason: str, make_pack: Any, load_warned: Any, tmp_path: Path
) -> None:
    registry, warning = load_warned(make_pack("bad", source), make_pack("good", ADD))
    assert states(registry) == {"good": "loaded", "bad": "failed"}
    error = registry.status("bad").error.replace(f"{tmp_path}/", "")
    assert reason in error
    assert "bad: " in warning
    assert "`asc packs`" in warning
    assert "add" in registry.names["asc"]


def test_the_place_of_an_import_error_is_told(make_pack: Any, load_warned: Any, tmp_path: Path) -> None:
    point = make_pack("bad", "x = 1\nx / 0\n", header="")
    registry, _ = load_warned(point)
    assert registry.status("bad").error == (f"ZeroDivisionError: division by zero ({tmp_path / point.module}.py:2)")


def test_an_interrupt_is_not_swallowed(make_pack: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        discovery.load([make_pack("bad", "raise KeyboardInterrupt")], "")


@pytest.mark.parametrize(
    "hook",
    ["names", "types", "ops", "emitters", "passes", "model", "platforms", "modules"],
)
def test_a_pack_whose_hook_raises_is_left_out_whole(hook: str, make_pack: Any, load_warned: Any) -> None:
    source = f"""
    @hookimpl
    def asc_register_{hook}(register):
        raise RuntimeError("hook")
    """
    if hook != "names":
        source += ADD.replace("\n", "\n    ")
    registry, warning = load_warned(make_pack("bad", source))
    assert states(registry) == {"bad": "failed"}
    assert "RuntimeError: hook" in warning
    assert not registry.names.get("asc")
    assert registry.ops == {}


def test_what_a_failed_pack_observes_is_nothing(make_pack: Any, load_warned: Any) -> None:
    source = """
    seen = []

    @hookimpl
    def asc_before_stage(stage, kernel):
        seen.append((stage, kernel))
    """
    fails = "\n    @hookimpl\n    def asc_register_ops(register):\n        register(3)\n"
    bad, good = make_pack("bad", source + fails), make_pack("good", source)
    registry, _ = load_warned(bad, good)
    registry.hook.asc_before_stage(stage="codegen", kernel="k", data=None)
    assert sys.modules[good.module].seen == [("codegen", "k")]
    assert sys.modules[bad.module].seen == []


@pytest.mark.parametrize(
    ("contract", "upgrade"),
    [(0, "upgrade the pack"), (2, "upgrade asc-plugins")],
)
def test_a_pack_of_another_contract_is_refused(contract: int, upgrade: str, make_pack: Any, load_warned: Any) -> None:
    registry, _ = load_warned(make_pack("other", ADD, contract=contract))
    error = registry.status("other").error
    assert f"version {contract} of the contract" in error
    assert "installed is version 1" in error
    assert upgrade in error
    assert not registry.names.get("asc")


def test_a_pack_must_say_who_it_is(make_pack: Any, load_warned: Any) -> None:
    header = "from asc_plugins import *\n"
    registry, _ = load_warned(make_pack("mute", ADD, header=header))
    assert registry.status("mute").error == "it has no hook asc_pack that returns a PackInfo"


def test_a_pack_bears_the_name_of_its_entry_point(make_pack: Any, load_warned: Any) -> None:
    registry, _ = load_warned(make_pack("outer", ADD, says="inner"))
    assert registry.status("outer").error == "it calls itself 'inner', but its entry point is named 'outer'"


def test_an_unmarked_hook_is_found(make_pack: Any, load_warned: Any) -> None:
    registry, _ = load_warned(make_pack("forgot", ADD.replace("@hookimpl\n", "")))
    assert registry.status("forgot").error == "its function asc_register_names isn't marked with @hookimpl"


def test_an_unknown_hook_is_found(make_pack: Any, load_warned: Any) -> None:
    source = """
    @hookimpl
    def asc_register_name(register):
        pass
    """
    registry, _ = load_warned(make_pack("typo", source), make_pack("good", ADD))
    assert "unknown hook 'asc_register_name'" in registry.status("typo").error
    assert states(registry)["good"] == "loaded"


def test_one_name_of_two_packs_loads_neither(make_pack: Any, load_warned: Any) -> None:
    one, two = make_pack("math", ADD), make_pack("math", SUB)
    registry, warning = load_warned(one, two, make_pack("other"))
    assert states(registry) == {"math": "failed", "other": "loaded"}
    assert one.module in warning
    assert two.module in warning
    assert not registry.names.get("asc")


def test_one_pack_of_two_distributions_loads_once(make_pack: Any, load: Any) -> None:
    point = make_pack("math", ADD)
    registry = load(point, EntryPoint(point.name, point.value, GROUP))
    assert states(registry) == {"math": "loaded"}
    assert list(registry.ops) == ["asc.add"]


def test_one_module_under_two_names_is_refused(make_pack: Any, load_warned: Any) -> None:
    point = make_pack("math", ADD)
    registry, _ = load_warned(point, EntryPoint("maths", point.value, GROUP))
    assert states(registry) == {"math": "loaded", "maths": "failed"}


def test_disabled_packs_are_not_imported(make_pack: Any, load: Any) -> None:
    bad, good = make_pack("bad", "raise ValueError"), make_pack("good", ADD)
    registry = load(bad, good, disabled=" bad ,")
    assert states(registry) == {"good": "loaded", "bad": "disabled"}
    assert bad.module not in sys.modules


def test_disabling_settles_a_clash_of_names(make_pack: Any, load: Any) -> None:
    registry = load(make_pack("math", ADD), make_pack("math", SUB), make_pack("other"), disabled="math")
    assert [status.state for status in registry.packs] == ["loaded", "disabled", "disabled"]


def test_an_unknown_disabled_name_is_told_with_the_nearest(make_pack: Any, load_warned: Any) -> None:
    registry, warning = load_warned(make_pack("basic"), disabled="basics")
    assert states(registry) == {"basic": "loaded"}
    assert warning == "ASC_DISABLED_PACKS names 'basics', which is no installed pack; did you mean 'basic'?"


def test_an_unknown_disabled_name_without_a_near_one_lists_all(make_pack: Any, load_warned: Any) -> None:
    _, warning = load_warned(make_pack("basic"), make_pack("core"), disabled="zzz")
    assert warning.endswith("installed are basic, core")


def test_the_engine_can_not_be_disabled(make_pack: Any, load_warned: Any) -> None:
    registry, warning = load_warned(make_pack("engine"), disabled="engine")
    assert states(registry) == {"engine": "loaded"}
    assert "can't disable 'engine'" in warning


def test_required_packs_load_first(make_pack: Any, load: Any) -> None:
    registry = load(make_pack("a", requires=("c",)), make_pack("b"), make_pack("c", requires=("b",)))
    assert [status.name for status in registry.packs] == ["b", "c", "a"]


def test_what_others_build_on_keeps_its_names(make_pack: Any, load_warned: Any) -> None:
    packs = [make_pack("a", ADD), make_pack("base", ADD), make_pack("top", requires=("base",))]
    registry, _ = load_warned(*packs, make_pack("engine"))
    assert [status.name for status in registry.packs] == ["engine", "base", "a", "top"]
    assert states(registry) == {"engine": "loaded", "base": "loaded", "a": "failed", "top": "loaded"}


@pytest.mark.parametrize(
    ("required", "disabled", "error"),
    [
        (None, "", "it requires pack 'base', which is not installed"),
        (
            "",
            "base",
            "it requires pack 'base', which ASC_DISABLED_PACKS disables; disable 'top' too",
        ),
        ("raise ValueError", "", "it requires pack 'base', which failed to load"),
    ],
)
def test_a_missing_requirement_is_told(
    required: str | None, disabled: str, error: str, make_pack: Any, load_warned: Any
) -> None:
    points = [make_pack("top", ADD, requires=("base",))]
    if required is not None:
        points.append(make_pack("base", required))
    registry, _ = load_warned(*points, disabled=disabled)
    assert registry.status("top").error == error
    assert not registry.names.get("asc")


def test_packs_that_require_each_other_fail(make_pack: Any, load_warned: Any) -> None:
    registry, _ = load_warned(make_pack("a", requires=("b",)), make_pack("b", requires=("a",)))
    assert states(registry) == {"a": "failed", "b": "failed"}
    assert registry.status("a").error == "it and pack 'b' require each other"


def test_a_pack_that_uses_asc_while_imported_is_told_so(make_pack: Any, monkeypatch: Any) -> None:
    point = make_pack("eager", "from asc_plugins import discovery\ndiscovery.registry()\n")
    monkeypatch.setattr(discovery, "_registry", None)
    monkeypatch.setattr(discovery, "_installed", lambda: [point])
    with pytest.warns(PackWarning, match="can't use asc while it is imported"):
        registry = discovery.registry()
    assert states(registry) == {"eager": "failed"}
    assert discovery.registry() is registry


def test_without_any_pack_there_is_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "_registry", None)
    monkeypatch.setattr(discovery, "_installed", list)
    with pytest.warns(PackWarning, match="no pack is installed: asc has no names; pip install asc-suite"):
        registry = discovery.registry()
    assert registry.packs == []
    assert registry.ops == {}


def test_threads_get_one_registry(monkeypatch: pytest.MonkeyPatch, make_pack: Any) -> None:
    from concurrent.futures import ThreadPoolExecutor

    point = make_pack("slow", "import time\ntime.sleep(0.05)\n")
    monkeypatch.setattr(discovery, "_registry", None)
    monkeypatch.setattr(discovery, "_installed", lambda: [point])
    with ThreadPoolExecutor(8) as pool:
        found = {id(registry) for registry in pool.map(lambda _: discovery.registry(), range(16))}
    assert len(found) == 1


def installed(extra: str, **environment: str) -> Any:
    script = (
        f"import json, sys\nfrom asc_plugins.discovery import registry\nr = registry()\n{extra}\nprint(json.dumps(out))"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(result.stdout)


def test_the_installed_packs_load_and_their_declarations_are_sound() -> None:
    out = installed("r.count()\nout = {s.name: (s.state, s.error) for s in r.packs}")
    assert {"core", "basic", "fwk", "adv", "codegen_ext", "engine"} <= set(out)
    assert {name: value for name, value in out.items() if value[0] != "loaded"} == {}


def test_loading_them_imports_neither_mlir_nor_torch() -> None:
    out = installed("out = sorted({'torch', 'torch_mlir', 'rich', 'click'} & set(sys.modules))")
    assert out == []


def test_the_environment_disables_installed_packs() -> None:
    out = installed("out = {s.name: s.state for s in r.packs}", ASC_DISABLED_PACKS="adv", PYTHONWARNINGS="error")
    assert out["adv"] == "disabled"
    assert out["core"] == "loaded"


def test_the_fingerprint_is_the_same_in_every_process() -> None:
    first = installed("out = r.fingerprint()", PYTHONHASHSEED="1")
    assert first == installed("out = r.fingerprint()", PYTHONHASHSEED="2")
    assert first != installed("out = r.fingerprint()", ASC_DISABLED_PACKS="adv")


@pytest.mark.parametrize("line", ["asc.add", "from asc import add", "from asc.language.core.struct import Field"])
def test_a_warning_names_the_line_that_first_uses_packs(tmp_path: Path, line: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"import asc\n\n{line}\n")
    for disabled, text in [("nope", "names 'nope', which is no installed pack"), ("engine", "can't disable 'engine'")]:
        environment = {**os.environ, "ASC_DISABLED_PACKS": disabled, "PYTHONWARNINGS": "default"}
        command = [sys.executable, str(program)]
        result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
        expected = re.escape(f"{program}:3: PackWarning: ASC_DISABLED_PACKS {text}")
        assert re.fullmatch(f"{expected}.*\n  {re.escape(line)}\n", result.stderr), result.stderr
