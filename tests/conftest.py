from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

OWN_VARIABLES = ("ASC_", "PYASC_")
ROOT = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the expected messages of errors anew")


@pytest.fixture(scope="session", autouse=True)
def own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests see none of the user's settings and leave the user's kernel cache alone."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(OWN_VARIABLES)]:
            patch.delenv(name)
        patch.setenv("PYASC_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


class OperationsSeen:
    """Which operations the session's kernels contain: those written as Ascend C, and those that ran on Model.

    After a whole run every operation of every API must be among both; there is no list of exceptions.
    """

    def __init__(self) -> None:
        self.written: set[str] = set()
        self.ran: set[str] = set()
        self._of_kernel: dict[bytes, set[str]] = {}
        self._current: set[str] = set()

    def before(self, stage: str, data: Any) -> None:
        if stage != "passes":
            return
        names: set[str] = set()

        def visit(op: Any) -> Any:
            names.add(op.operation.name)
            return walk_on

        from asc_core.ir.bindings import ir

        walk_on = ir.WalkResult.ADVANCE
        data.operation.walk(visit)
        self._current = names

    def after(self, stage: str, data: Any) -> None:
        if stage == "translate":
            self.written |= self._current
        elif stage == "binary" and isinstance(data, bytes):
            self._of_kernel[data] = self._current

    def launched(self, binary: bytes) -> None:
        self.ran |= self._of_kernel.get(binary, set())

    def merge(self, written: list[str], ran: list[str]) -> None:
        self.written |= set(written)
        self.ran |= set(ran)


SEEN = OperationsSeen()


@pytest.fixture(scope="session", autouse=True)
def watched_operations() -> Iterator[None]:
    """Lets :data:`SEEN` see each kernel that is compiled and launched."""
    from asc_core.jit import compiler, prepared

    run_stage, run_prepared = compiler._Stages.run, prepared.Prepared.run

    def run(self: Any, stage: str, data: Any, work: Callable[[], Any]) -> Any:
        SEEN.before(stage, data)
        result = run_stage(self, stage, data, work)
        SEEN.after(stage, result)
        return result

    def run_kernel(self: Any, *args: Any) -> None:
        # A launch that Model refuses ran up to the refusal, which is what some operations are there for.
        SEEN.launched(self.kernel.binary)
        run_prepared(self, *args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler._Stages, "run", run)
        patch.setattr(prepared.Prepared, "run", run_kernel)
        yield


def _whole_run(config: pytest.Config) -> bool:
    option = config.option
    everything = all(Path(a).resolve() in (ROOT, ROOT.parent) for a in config.args)
    return everything and not (option.keyword or option.markexpr or option.deselect or getattr(option, "lf", False))


def pytest_testnodedown(node: Any) -> None:
    seen = getattr(node, "workeroutput", {}).get("operations")
    if seen:
        SEEN.merge(*seen)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["operations"] = (sorted(SEEN.written), sorted(SEEN.ran))
        return
    if not _whole_run(session.config) or session.testsfailed or session.config.option.collectonly:
        return
    from asc_plugins.discovery import registry

    apis = {name for name, spec in registry().ops.items() if spec.api is not None}
    # A signature that builds other operations instead has none of its own in a kernel; theirs are checked.
    apis -= {overload.op for api in registry().apis() for overload in api if overload.build is not None}
    missing = {"written as Ascend C": apis - SEEN.written, "run on Model": apis - SEEN.ran}
    for what, names in missing.items():
        if names:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            print(f"\n{len(names)} operations of APIs were never {what} by a test: {', '.join(sorted(names))}")
