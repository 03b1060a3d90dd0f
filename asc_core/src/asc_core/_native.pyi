from collections.abc import Callable, Iterable, Sequence
from typing import Any

class Platform:
    def __init__(
        self,
        *,
        ub: int = ...,
        l1: int = ...,
        l0a: int = ...,
        l0b: int = ...,
        l0c: int = ...,
        bt: int = ...,
        fb: int = ...,
        vector_cores_per_block: int = ...,
    ) -> None: ...

class LaunchResult:
    @property
    def cycles(self) -> int: ...
    @property
    def output(self) -> str: ...
    @property
    def busy(self) -> dict[str, int]: ...
    @property
    def traces(self) -> list[dict[str, Any]]: ...

class Kernel:
    def launch(
        self,
        args: bytes,
        buffers: Sequence[tuple[int, int, bool, str]],
        core_num: int,
        platform: Platform,
        *,
        core_type: str = ...,
        watchdog_seconds: float = ...,
        trace: bool = ...,
        record_accesses: bool = ...,
        threads: int = ...,
        check_written: bool = ...,
        check_order: bool = ...,
    ) -> LaunchResult: ...

class FunctionState:
    def __init__(
        self,
        slow: Callable[[Any, Any, tuple[Any, ...], dict[str, Any]], None],
        parameters: int,
        constants: Iterable[int] = ...,
        output: Callable[[str], None] | None = ...,
    ) -> None: ...
    def remember(
        self,
        args: tuple[Any, ...],
        kernel: Kernel,
        plan: Sequence[tuple[int | bytes, str]],
        guards: Sequence[tuple[Any, ...]],
        *,
        platform: Platform,
        core_type: str = ...,
        watchdog_seconds: float = ...,
        threads: int = ...,
        still_valid: Callable[[], bool] | None = ...,
        all_cores: int = ...,
        check_written: bool = ...,
    ) -> bool: ...
    def forget(self) -> None: ...

class Launcher:
    def __init__(self, state: FunctionState, core_num: int | None, stream: Any = ...) -> None: ...
    @property
    def core_num(self) -> int | None: ...
    @property
    def stream(self) -> Any: ...
    @property
    def state(self) -> FunctionState: ...
    def __call__(self, *args: Any, **kwargs: Any) -> None: ...

def load(binary: bytes, name: str = ...) -> Kernel: ...
def set_error_factory(factory: Callable[[dict[str, Any]], BaseException] | None) -> None: ...
def set_threads(threads: int) -> None: ...
def get_threads() -> int: ...
def total_cycles() -> int: ...
