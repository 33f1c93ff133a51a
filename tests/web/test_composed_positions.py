"""The position editor's question: may these pieces stand?"""

from __future__ import annotations

import json

import pytest

from damero.client import Client

pytestmark = pytest.mark.asyncio


async def test_pieces_become_a_position_with_its_text(server: str) -> None:
    pieces = [{"square": "22", "kind": "white-man"}, {"square": "18", "kind": "black-king"}]
    async with Client(server) as client:
        answer = await client.send(
            "POST", "/api/games/spanish/positions", json.dumps({"pieces": pieces, "colour": "white"}).encode()
        )
    assert answer.status_code == 200
    assert answer.json()["view"]["text"] == "W:W22:BK18"
    assert answer.json()["colour"] == "white"
    assert [move["text"] for move in answer.json()["moves"]] == ["22x15"]


@pytest.mark.parametrize(
    ("game", "pieces", "colour", "code"),
    [
        ("spanish", [{"square": "99", "kind": "white-man"}], "white", "NO_SUCH_PIECE"),
        ("spanish", [{"square": "22", "kind": "dragon"}], "white", "NO_SUCH_PIECE"),
        ("spanish", [{"square": "22", "kind": "white-man"}], "green", "NO_SUCH_COLOUR"),
        ("stratego", [{"square": "a1", "kind": "red-flag"}, {"square": "b1", "kind": "red-flag"}], "red", None),
        ("banqi", [{"square": "a1", "kind": "red-king"}, {"square": "b1", "kind": "red-king"}], "red", None),
    ],
)
async def test_pieces_that_cannot_stand_are_refused(
    server: str, game: str, pieces: list[dict[str, str]], colour: str, code: str | None
) -> None:
    async with Client(server) as client:
        answer = await client.send(
            "POST", f"/api/games/{game}/positions", json.dumps({"pieces": pieces, "colour": colour}).encode()
        )
    assert answer.status_code == 422
    assert answer.json()["detail"]
    assert code is None or answer.json()["code"] == code
