from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from damero.web.live.websocket_protocol import _framed


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
def test_messages_are_framed_as_websockets_frames_them(length: int) -> None:
    text = b"a" * length
    assert _framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
