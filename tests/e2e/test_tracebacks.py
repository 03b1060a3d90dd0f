"""An author's error begins in the author's line; asc's own frames are shown to those who ask."""

import inspect
import subprocess
import sys
import traceback
from typing import Any

import numpy as np
import pytest

import asc
import asc.lib.runtime as runtime
import asc.runtime.config as config
from asc_core import settings
from asc_core.diagnostics import CompileError, InternalError
from asc_core.entries import entry
from asc_core.errors import ModelError, ToolchainError
from asc_plugins import api


@asc.jit
def unknown_name(z: asc.GlobalAddress, v: int):
    missing(v)  # noqa: F821


@asc.jit
def out_of_bounds(z: asc.GlobalAddress, v: int):
    g = asc.GlobalTensor()
    g.set_global_buffer(z, 1)
    g.set_value(v, 1)


def helper(v: int) -> int:
    return {}[v]  # type: ignore[no-any-return]


@asc.jit(capture_exceptions=False)
def failing_helper(z: asc.GlobalAddress):
    helper(3)


@api("Broken")
def broken(value: int) -> None:
    """An API with a defect."""


@broken.builder
def _(builder: Any, value: Any) -> None:
    raise KeyError(value)


@asc.jit
def defective_pack(z: asc.GlobalAddress, v: int):
    broken(v)


def files(error: BaseException) -> list[str]:
    return [frame.filename for frame in traceback.extract_tb(error.__traceback__)]


def launch(kernel: Any, *arguments: Any, **options: Any) -> None:
    kernel[1](np.zeros(1, np.int32), *arguments, **options)


@pytest.mark.parametrize(
    ("kernel", "arguments", "kind"),
    [
        (unknown_name, (1,), CompileError),
        (unknown_name, (), TypeError),
        (unknown_name, (2**70,), OverflowError),
        (out_of_bounds, (5,), ModelError),
    ],
)
def test_only_the_authors_frames_are_shown(monkeypatch, kernel, arguments, kind):
    for _ in range(2):
        with pytest.raises(kind) as caught:
            launch(kernel, *arguments)
        assert files(caught.value) == [__file__, __file__]
        assert caught.value.__suppress_context__
    monkeypatch.setenv(settings.FULL_TRACEBACK.name, "1")
    with pytest.raises(kind) as caught:
        launch(asc.jit(kernel.fn), *arguments)
    assert [f for f in files(caught.value) if "/asc_core/" in f]


def test_wrong_options_and_missing_compilers_too(monkeypatch):
    with pytest.raises(ValueError, match="opt_level=9") as caught:
        launch(unknown_name, 1, opt_level=9)
    assert files(caught.value) == [__file__, __file__]
    monkeypatch.setenv("ASC_CXX", "no-such-compiler")
    with pytest.raises(ToolchainError, match="no-such-compiler") as missing:
        launch(asc.jit(out_of_bounds.fn), 0, always_compile=True)
    assert files(missing.value) == [__file__, __file__]


@api("Shown")
def shown(value: int) -> None:
    """Any API."""


def decorate_wrongly() -> None:
    @asc.jit(opt_level=9)
    def kernel() -> None: ...


@asc.jit
def variadic(z: asc.GlobalAddress, *rest):
    pass


WRONG_CALLS = {
    "variadic": lambda: variadic[1](np.zeros(1, np.int32), 1),
    "arguments": lambda: out_of_bounds[1](np.zeros(1, np.int32), 0, 1),
    "no launcher": lambda: out_of_bounds(np.zeros(1, np.int32), 0),
    "cores": lambda: out_of_bounds[-1],
    "parts": lambda: out_of_bounds[1, 2, 3],
    "stream": lambda: out_of_bounds[1, 5],
    "option": decorate_wrongly,
    "unknown option": lambda: asc.jit(foo=1),
    "no function": lambda: asc.jit(3),
    "launch options": lambda: asc.LaunchOptions(-1),
    "api": lambda: shown(3),
    "tensor": lambda: asc.GlobalTensor(),
    "struct": lambda: asc.DataCopyParams(1, 2),
    "scalar": lambda: asc.number(1, asc.int32),
    "assertion": lambda: asc.static_assert(False),
    "range": lambda: list(asc.range(3)),
    "name": lambda: asc.data_cpy,
    "platform": lambda: config.set_platform("Model", "Ascend1"),
    "device": lambda: runtime.set_device(99),
}


@pytest.mark.parametrize("name", WRONG_CALLS)
def test_wrong_calls_begin_in_the_authors_line(monkeypatch, name):
    call = WRONG_CALLS[name]
    with pytest.raises(Exception, match=r".") as caught:
        call()
    assert set(files(caught.value)) == {__file__}
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    monkeypatch.setenv(settings.FULL_TRACEBACK.name, "1")
    with pytest.raises(type(caught.value)) as caught:
        call()
    assert set(files(caught.value)) > {__file__}


def test_defects_keep_their_frames():
    @entry
    def defective() -> None:
        len(3)  # type: ignore[arg-type]

    with pytest.raises(TypeError) as caught:
        defective()
    assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "defective"


def test_the_order_of_imports_is_of_no_matter():
    script = (
        "import {}\nimport asc, traceback\nasc.jit\ntry:\n    asc.data_cpy\n"
        "except AttributeError as e:\n    print(len(traceback.extract_tb(e.__traceback__)))"
    )
    for first in ("asc", "asc_core.entries"):
        command = [sys.executable, "-c", script.format(first)]
        assert subprocess.run(command, capture_output=True, text=True, check=False).stdout == "1\n"


WARNED = """import numpy as np
import asc
@asc.jit
def k(z: asc.GlobalAddress):
    pass
k[1](np.zeros(1, np.int32))
"""


@pytest.mark.parametrize(
    ("variable", "value", "kind"),
    [
        ("PYASC_CACHE_DIR", "{}/file/x", "CacheWarning: the kernel cache's folder"),
        ("PYASC_MISSPELT", "1", "SettingWarning: unknown environment variable PYASC_MISSPELT"),
        ("ASC_DISABLED_PACKS", "misspelt", "PackWarning: ASC_DISABLED_PACKS names 'misspelt'"),
    ],
)
def test_warnings_that_are_errors_begin_in_the_authors_line(tmp_path, monkeypatch, variable, value, kind):
    (tmp_path / "file").touch()
    (tmp_path / "k.py").write_text(WARNED)
    monkeypatch.setenv(variable, value.format(tmp_path))
    command = [sys.executable, "-W", "error", str(tmp_path / "k.py")]
    shown = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert kind in shown.splitlines()[-1]
    assert shown.count("  File ") == 1
    monkeypatch.setenv(settings.FULL_TRACEBACK.name, "1")
    assert subprocess.run(command, capture_output=True, text=True, check=False).stderr.count("  File ") > 1


def test_an_entry_is_its_function():
    assert asc.jit.__name__ == "jit"
    assert asc.jit.__doc__
    assert list(inspect.signature(runtime.set_device).parameters) == ["device_id"]
    assert inspect.signature(out_of_bounds.__getitem__).parameters


def test_the_authors_own_exceptions_keep_their_frames():
    with pytest.raises(KeyError) as caught:
        launch(failing_helper)
    assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "helper"


def test_internal_errors_keep_theirs():
    with pytest.raises(InternalError) as caught:
        launch(defective_pack, 1)
    assert [f for f in files(caught.value) if "/asc_core/" in f]
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_kernel_without_a_source_is_an_error_like_others(monkeypatch):
    space: dict[str, Any] = {"asc": asc}
    exec("@asc.jit|def k(z: asc.GlobalAddress):|    pass|".replace("|", "\n"), space)
    with pytest.raises(CompileError, match=r"ASC-E100.*'k' \(<string>\) is not available") as caught:
        launch(space["k"])
    assert files(caught.value) == [__file__, __file__]
