"""The endpoint of the Spanish draughts document."""

from __future__ import annotations

import httpx
import pytest

pytestmark = pytest.mark.asyncio
MAN = {"type": "Man"}


def _piece(row: int, col: int, owner: str = "White", kind: str = "Man") -> dict[str, object]:
    return {"row": row, "col": col, "owner": owner, "type": kind}


async def _ask(server: str, board: list[dict[str, object]], player: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server, timeout=60) as client:
        return await client.post("/api/ai/move", json={"board": board, "player": player})


async def test_a_man_that_can_capture_must(server: str) -> None:
    answer = await _ask(server, [_piece(5, 2), _piece(7, 6), _piece(4, 3, "Black")], "White")
    assert answer.status_code == 200
    assert answer.json() == {
        "fromRow": 5,
        "fromCol": 2,
        "toRow": 3,
        "toCol": 4,
        "capturedPositions": [{"row": 4, "col": 3}],
        "isCapture": True,
    }


async def test_a_chain_is_returned_whole(server: str) -> None:
    board = [_piece(6, 1), _piece(5, 2, "Black"), _piece(3, 4, "Black")]
    move = (await _ask(server, board, "White")).json()
    assert (move["toRow"], move["toCol"]) == (2, 5)
    assert move["capturedPositions"] == [{"row": 5, "col": 2}, {"row": 3, "col": 4}]


async def test_black_moves_down_and_kings_fly(server: str) -> None:
    man = (await _ask(server, [_piece(2, 1, "Black"), _piece(7, 0)], "Black")).json()
    assert (man["fromRow"], man["toRow"], man["isCapture"]) == (2, 3, False)
    king = (await _ask(server, [_piece(0, 1, "Black", "King"), _piece(3, 4)], "Black")).json()
    assert king["capturedPositions"] == [{"row": 3, "col": 4}]


async def test_no_legal_move_is_no_content(server: str) -> None:
    assert (await _ask(server, [_piece(0, 1, "Black")], "White")).status_code == 204
    blocked = [_piece(7, 0, "Black"), _piece(5, 2)]
    assert (await _ask(server, blocked, "Black")).status_code in (204, 400)


@pytest.mark.parametrize(
    ("board", "player"),
    [
        ([_piece(0, 0)], "White"),
        ([_piece(8, 1)], "White"),
        ([_piece(5, 2), _piece(5, 2, "Black")], "White"),
        ([_piece(5, 2, "Green")], "White"),
        ([_piece(5, 2, "White", "Queen")], "White"),
        ([_piece(5, 2)], "Nobody"),
        ([{"row": 5, "col": 2}], "White"),
    ],
)
async def test_a_bad_board_is_refused_with_a_reason(server: str, board: list[dict[str, object]], player: str) -> None:
    answer = await _ask(server, board, player)
    assert answer.status_code == 400
    assert len(answer.json()["detail"]) > 20
