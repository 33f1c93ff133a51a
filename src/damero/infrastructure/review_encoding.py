"""Reviews as the compressed JSON that is stored."""

from __future__ import annotations

import zlib

import msgspec

from damero.domain.analysis import Judgement

_DECODER = msgspec.json.Decoder(tuple[Judgement, ...])
_ENCODER = msgspec.json.Encoder()


def encode_review(judgements: tuple[Judgement, ...]) -> bytes:
    return zlib.compress(_ENCODER.encode(judgements), 9)


def decode_review(body: bytes) -> tuple[Judgement, ...]:
    return _DECODER.decode(zlib.decompress(body))
