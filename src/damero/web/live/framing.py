"""The frames of WebSockets (RFC 6455, section 5.2) that nearly all messages come and go in: whole, short texts.

The library `websockets` reads all others. It takes many times as long, and tests hold the two equal.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import NamedTuple

from websockets.utils import apply_mask

FINAL_TEXT = 0x81
"""The first byte of a text message that is one frame."""
CONTROL = (0x88, 0x89, 0x8A)
"""The first bytes of a close, a ping and a pong."""
MASKED = 0x80
"""Every frame of a client is masked."""
MASK = 4
"""The length of a mask."""
SHORT = 126
"""Lengths from here on do not fit into the second byte, which then says that two more follow."""


class Received(NamedTuple):
    """A whole frame at the start of some bytes."""

    text: bytes | None
    """Of a message; None if it is a control frame."""
    end: int
    """Where the frame ends."""


def read_frame(data: bytes, longest: int) -> Received | None:
    """None if the data does not begin with a whole message or control frame, of at most this length."""
    if len(data) < 2 or (data[0] != FINAL_TEXT and data[0] not in CONTROL):
        return None
    length, start = data[1] - MASKED, 2
    if length == SHORT:
        length, start = int.from_bytes(data[2:4]), 4
    end = start + MASK + length
    if length < 0 or length > longest or (start == 2) != (length < SHORT) or end > len(data):
        return None
    if data[0] != FINAL_TEXT:
        return Received(None, end)
    return Received(apply_mask(data[start + MASK : end], data[start : start + MASK]), end)


@lru_cache(8)
def framed(text: bytes) -> bytes:
    """The bytes of an unmasked text message. Those of a message to many are made once."""
    length = len(text)
    if length < SHORT:
        return bytes((FINAL_TEXT, length)) + text
    if length < 1 << 16:
        return struct.pack("!BBH", FINAL_TEXT, SHORT, length) + text
    return struct.pack("!BBQ", FINAL_TEXT, SHORT + 1, length) + text
