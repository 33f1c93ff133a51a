"""Packages that only some parts of the library need, installed by an extra such as `damero[png]`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from damero.domain.errors import DameroError


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Says which extra to install if an import inside the block fails."""
    try:
        yield
    except ImportError as missing:
        raise DameroError("extra.missing", code="MISSING_EXTRA", package=missing.name or "", extra=extra) from missing
