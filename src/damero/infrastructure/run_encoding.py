"""Runs of puzzles as the JSON that is stored."""

from __future__ import annotations

import msgspec

from damero.application.ports import StoredRun

RUN_KEPT = 24 * 60 * 60 * 1000
"""Milliseconds."""
_DECODER = msgspec.json.Decoder(StoredRun)
_ENCODER = msgspec.json.Encoder()


def encode_run(run: StoredRun) -> bytes:
    return _ENCODER.encode(run)


def decode_run(body: bytes) -> StoredRun:
    return _DECODER.decode(body)
