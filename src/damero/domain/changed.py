"""`dataclasses.replace` for values without slots that change often. It does not run `__init__`."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def changed(value: Value, **fields: object) -> Value:
    """The value with these fields changed."""
    if not fields.keys() <= value.__dict__.keys():
        raise TypeError(f"{type(value).__name__} has no {', '.join(fields.keys() - value.__dict__.keys())}.")
    after = object.__new__(type(value))
    after.__dict__.update(value.__dict__, **fields)
    return after
