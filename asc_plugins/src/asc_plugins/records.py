"""Data classes for what every process makes.

``dataclass`` writes the text of six methods and has them compiled, half a millisecond a class; these have ready ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from typing import TYPE_CHECKING, Any, TypeVar, overload

T = TypeVar("T")

if TYPE_CHECKING:
    import inspect

    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_: Any) -> Callable[[T], T]:
        return lambda decorator: decorator


@overload
def record(cls: type[T]) -> type[T]: ...
@overload
def record(*, eq: bool = True) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def record(cls: Any = None, *, eq: bool = True) -> Any:
    """Makes a frozen data class, as ``dataclass(frozen=True)``; without *eq* an object is equal to itself only.

    Raises:
        TypeError: a field has other options than a default.
    """
    if cls is None:
        return lambda cls: record(cls) if eq else _made(cls)
    _made(cls)
    cls.__eq__, cls.__hash__ = _equal, _hash
    return cls


def _made(cls: Any) -> Any:
    cls.__doc__ = cls.__doc__ or cls.__name__
    dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
    fields = dataclasses.fields(cls)
    odd = next((f.name for f in fields if not (f.init and f.compare and f.repr and f.hash is None)), None)
    if odd is not None or any(f.kw_only for f in fields):
        raise TypeError(f"{cls.__name__}: fields of a record have defaults and no other options; make it a dataclass")
    cls._names = tuple(f.name for f in fields)
    cls._defaults = {f.name: f.default for f in fields if f.default is not MISSING}
    cls._factories = {f.name: f.default_factory for f in fields if f.default_factory is not MISSING}
    cls.__init__, cls.__repr__, cls.__signature__ = _init, _repr, _Signature()
    cls.__setattr__, cls.__delattr__ = _refuse_setting, _refuse_deleting
    return cls


class _Signature:
    """The signature of a class, made when it is asked for."""

    def __get__(self, _: object, cls: Any) -> inspect.Signature:
        import inspect

        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        default = dict.fromkeys(cls._factories, ...) | cls._defaults
        rows = ((f.name, default.get(f.name, inspect.Parameter.empty), f.type) for f in dataclasses.fields(cls))
        return inspect.Signature([inspect.Parameter(n, kind, default=d, annotation=a) for n, d, a in rows])


def _init(self: Any, *args: Any, **kwargs: Any) -> None:
    cls, values = type(self), self.__dict__
    if len(args) > len(cls._names):
        raise TypeError(f"{cls.__name__} takes {len(cls._names)} values, but {len(args)} were given")
    values.update(zip(cls._names, args, strict=False))
    for name, value in kwargs.items():
        if name in values or name not in cls._names:
            raise TypeError(f"{cls.__name__} is given '{name}' twice" if name in values else _unknown(cls, name))
        values[name] = value
    if len(values) < len(cls._names):
        values.update((name, default) for name, default in cls._defaults.items() if name not in values)
        values.update((name, make()) for name, make in cls._factories.items() if name not in values)
        missing = [name for name in cls._names if name not in values]
        if missing:
            raise TypeError(f"{cls.__name__} needs a value for {', '.join(missing)}")
    check = getattr(self, "__post_init__", None)
    if check is not None:
        check()


def _unknown(cls: Any, name: str) -> str:
    return f"{cls.__name__} has no field '{name}'; its fields are {', '.join(cls._names)}"


def _values(self: Any) -> tuple[Any, ...]:
    # Not all of __dict__: properties may be cached there.
    return tuple(map(self.__dict__.__getitem__, self._names))


def _equal(self: Any, other: object) -> bool:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _repr(self: Any) -> str:
    values = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self._names)
    return f"{type(self).__qualname__}({values})"


def _refuse_setting(self: Any, name: str, value: Any) -> None:
    raise FrozenInstanceError(f"cannot assign to field '{name}'")


def _refuse_deleting(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field '{name}'")


__all__ = ["record"]
