from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from damero.web.live.framing import Received, framed, read_frame

LONGEST = 8_192


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_messages_are_framed_as_websockets_frames_them(length: int) -> None:
    text = b"a" * length
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("length", [0, 1, 2, 125, 126, 127, LONGEST])
def test_messages_are_read_as_websockets_frames_them(length: int) -> None:
    text = bytes(number % 256 for number in range(length))
    sent = Frame(Opcode.TEXT, text).serialize(mask=True)
    assert read_frame(sent, LONGEST) == Received(text, len(sent))
    assert read_frame(sent + b"more", LONGEST) == Received(text, len(sent))


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CLOSE])
def test_control_frames_are_told_from_messages(opcode: Opcode) -> None:
    sent = Frame(opcode, b"12").serialize(mask=True)
    assert read_frame(sent + b"more", LONGEST) == Received(None, len(sent))


@pytest.mark.parametrize("length", [0, 1, 125, 126, LONGEST])
def test_a_part_of_a_frame_is_left_alone(length: int) -> None:
    sent = Frame(Opcode.TEXT, b"a" * length).serialize(mask=True)
    assert not any(read_frame(sent[:size], LONGEST) for size in range(len(sent)))


@pytest.mark.parametrize(
    "sent",
    [
        Frame(Opcode.TEXT, b"a", fin=False).serialize(mask=True),
        Frame(Opcode.CONT, b"a").serialize(mask=True),
        Frame(Opcode.BINARY, b"a").serialize(mask=True),
        bytes((0xC1, 0x81, 0, 0, 0, 0)) + b"a",
        Frame(Opcode.TEXT, b"a").serialize(mask=False),
        Frame(Opcode.TEXT, b"a" * 126).serialize(mask=False),
        Frame(Opcode.TEXT, b"a" * (LONGEST + 1)).serialize(mask=True),
        Frame(Opcode.TEXT, b"a" * 65_536).serialize(mask=True),
        bytes((0x81, 0x80 | 126, 0, 1, 0, 0, 0, 0)) + b"a",
    ],
    ids=["first piece", "piece", "binary", "compressed", "unmasked", "unmasked long", "too long", "huge", "wordy"],
)
def test_all_other_frames_are_left_alone(sent: bytes) -> None:
    assert read_frame(sent, LONGEST) is None
