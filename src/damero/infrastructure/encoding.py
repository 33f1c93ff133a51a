"""Events and match summaries as the JSON that is stored."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import get_args

import msgspec

from damero.application.ports import Hops, StoredEvent, Summary
from damero.domain.events import Event

PACKED = "Packed"
"""The kind of a row that holds all events up to its number."""

_DECODERS: dict[str, msgspec.json.Decoder[Event]] = {
    kind.__name__: msgspec.json.Decoder(kind) for kind in get_args(Event)
}
_PACKED = msgspec.json.Decoder(list[tuple[str, msgspec.Raw]])
_SUMMARY = msgspec.json.Decoder(Summary)
_HOPS = msgspec.json.Decoder(Hops)
_ENCODER = msgspec.json.Encoder()


def encode_event(event: Event) -> tuple[str, bytes]:
    """The event's kind and its body."""
    return type(event).__name__, _ENCODER.encode(event)


def decode_event(kind: str, body: bytes) -> Event:
    return _DECODERS[kind].decode(body)


def pack_events(events: Iterable[Event]) -> bytes:
    """Many events in one compressed body."""
    encoded = [(kind, msgspec.Raw(body)) for kind, body in map(encode_event, events)]
    return zlib.compress(_ENCODER.encode(encoded), 9)


def unpack_events(body: bytes) -> tuple[Event, ...]:
    return tuple(decode_event(kind, bytes(raw)) for kind, raw in _PACKED.decode(zlib.decompress(body)))


def stored_events(seq: int, kind: str, body: bytes, command: str) -> tuple[StoredEvent, ...]:
    """The events of one stored row."""
    if kind != PACKED:
        return (StoredEvent(seq, decode_event(kind, body), command),)
    return tuple(StoredEvent(number, event, command) for number, event in enumerate(unpack_events(body), start=1))


def encode_summary(summary: Summary) -> bytes:
    return _ENCODER.encode(summary)


def decode_summary(body: bytes) -> Summary:
    return _SUMMARY.decode(body)


def encode_hops(hops: Hops) -> bytes:
    return _ENCODER.encode(hops)


def decode_hops(body: bytes) -> Hops:
    return _HOPS.decode(body)
