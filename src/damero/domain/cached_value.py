"""`functools.cached_property` without its lock, which before Python 3.12 takes longer than most of these values.

Two threads may both compute a value; they get equal ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, overload

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class cached_value(Generic[Owner, Value]):  # noqa: N801 (used like a function)
    """A property that is computed when it is first asked for. Its class must not have slots."""

    def __init__(self, compute: Callable[[Owner], Value]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, owner: None, kind: type[object]) -> cached_value[Owner, Value]: ...

    @overload
    def __get__(self, owner: Owner, kind: type[object]) -> Value: ...

    def __get__(self, owner: Owner | None, kind: type[object]) -> cached_value[Owner, Value] | Value:
        if owner is None:
            return self
        value = owner.__dict__[self._name] = self._compute(owner)
        return value
