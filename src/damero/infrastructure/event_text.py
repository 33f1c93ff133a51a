"""Events and summaries as stored text (JSON by msgspec)."""

from __future__ import annotations

from typing import get_args

import msgspec

from damero.application.ports import Summary
from damero.domain.events import Event

_KINDS: dict[str, type[Event]] = {kind.__name__: kind for kind in get_args(Event)}
_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in _KINDS.items()}
_SUMMARY = msgspec.json.Decoder(Summary)
_ENCODER = msgspec.json.Encoder()


def write_event(event: Event) -> tuple[str, bytes]:
    """Its kind and its body."""
    return type(event).__name__, _ENCODER.encode(event)


def read_event(kind: str, body: bytes) -> Event:
    return _DECODERS[kind].decode(body)


def write_summary(summary: Summary) -> bytes:
    return _ENCODER.encode(summary)


def read_summary(body: bytes) -> Summary:
    return _SUMMARY.decode(body)
