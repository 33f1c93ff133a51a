"""Public history as JSON with one canonical form, and the hash chain over it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Entry: TypeAlias = Mapping[str, Json]
"""One public event of a match, without its hash."""

CHAIN_TAG = b"damero chain v2\x00"
NO_HEAD = b""
"""The head of a chain without entries."""


_COMPACT = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)


def dump(value: Json, indent: int | None = None) -> str:
    if indent is None:
        return _COMPACT.encode(value)
    return json.dumps(value, sort_keys=True, separators=(",", ": "), indent=indent, allow_nan=False)


def link(head: bytes, entry: Entry, tag: bytes = CHAIN_TAG) -> bytes:
    """The head of the chain after one more entry: it fixes this entry and all before it."""
    return hashlib.sha256(tag + head + dump(entry).encode()).digest()


def heads(entries: Iterable[Entry], tag: bytes = CHAIN_TAG) -> Iterator[bytes]:
    """The head after each entry."""
    head = NO_HEAD
    for entry in entries:
        head = link(head, entry, tag)
        yield head
