"""The analysis board over HTTP."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from tests.web.playing import a_match
from tests.web.servers import guests

from damero.domain.puzzle import Goal
from damero.engines.puzzles.trainer import PracticeEndings

pytestmark = pytest.mark.asyncio


async def ask(server: str, what: str, **body: object) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"{server}/api/analysis", timeout=60) as client:
        return await client.post(f"/{what}", json=body)


async def told(server: str, what: str, **body: object) -> Any:
    answer = await ask(server, what, **body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_visitor_plays_a_move_with_one_request(server: str) -> None:
    played = await told(server, "lines", game="english", moves=["11-15", "23-19"], since=2)
    (after,) = played["positions"]
    assert (after["move"], after["squares"], after["colour"]) == ("23-19", ["23", "19"], "black")
    assert {"8-11", "15-18"} <= {route["text"] for route in after["moves"]}


async def test_texts_are_opened_as_trees(server: str) -> None:
    noted = '[GameType "21"]\n\n1. 11-15 {The best start.} 23-19 (22-18!?) *\n'
    opened = await told(server, "trees", text=noted)
    tree = json.loads(opened["tree"])
    assert opened["game"] == tree["game"] == "english"
    assert tree["moves"][0] == {"m": "11-15", "c": "The best start."}
    assert tree["moves"][1] == {"m": "23-19", "v": [[{"m": "22-18", "g": [5]}]]}


async def test_the_tables_are_asked_about_every_move(server: str) -> None:
    known = await told(server, "endings", game="spanish", start="W:WK6,K13,K29:BK3")
    assert known["moves"][0]["result"] == "win"
    assert (await told(server, "endings", game="spanish"))["moves"] == []


async def test_banqi_endings_of_few_open_pieces_are_solved(server: str) -> None:
    position = str(PracticeEndings().draw("banqi", "K-G", Goal.WIN, "1").text)
    known = await told(server, "endings", game="banqi", start=position)
    assert known["moves"][0]["result"] == "win"
    assert (await told(server, "endings", game="banqi", start=position, moves=[known["moves"][0]["move"]]))["moves"]


TREE = '{"game":"english","moves":["11-15",{"m":"23-19","c":"Usual.","v":[[{"m":"22-18","g":[5]}]]}]}'


async def test_a_tree_is_written_as_pdn_with_variations_and_comments_and_read_back(server: str) -> None:
    written = await ask(server, "pdn", tree=TREE)
    assert written.headers["content-type"].startswith("text/plain")
    assert "( 1... 22-18" in written.text.replace("(1", "( 1")
    assert "{Usual.}" in written.text
    opened = await told(server, "trees", text=written.text)
    assert json.loads(opened["tree"])["moves"] == json.loads(TREE)["moves"]


@pytest.mark.parametrize(
    ("what", "kind", "opening"),
    [
        ("pictures", "svg", b"<svg"),
        ("pictures", "png", b"\x89PNG"),
        ("films", "svg", b"<svg"),
        ("films", "gif", b"GIF89a"),
        ("films", "webp", b"RIFF"),
    ],
)
async def test_positions_and_lines_are_drawn(server: str, what: str, kind: str, opening: bytes) -> None:
    drawn = await ask(server, what, game="english", moves=["11-15", "23-19"], format=kind, flip=True)
    assert drawn.status_code == 200, drawn.text
    assert drawn.content.startswith(opening)


async def test_openings_are_told_by_players_level_and_month(server: str) -> None:
    found = await told(server, "openings", game="english", engines=True, level=2, since=202601, until=202612)
    assert found["played"] == []
    assert found["book"], "engine games come with the server"
    assert {"move", "first", "draws", "second"} == found["book"][0].keys()
    assert (await told(server, "openings", game="banqi")) == {"played": [], "book": []}


@pytest.mark.parametrize(
    ("what", "body", "status", "code"),
    [
        ("lines", {"game": "chess"}, 404, "UNKNOWN_GAME"),
        ("lines", {"game": "stratego"}, 403, "STILL_SECRET"),
        ("lines", {"game": "english", "moves": ["11-20"]}, 422, "ILLEGAL_MOVEMENT"),
        ("lines", {"game": "english", "moves": ["11-15"] * 601}, 400, "MALFORMED"),
        ("lines", {"game": "english", "start": "nonsense"}, 422, "BAD_TEXT"),
        ("trees", {"match": "nowhere"}, 404, "NO_SUCH_MATCH"),
        ("trees", {"text": ""}, 422, "NOTHING_TO_READ"),
        ("trees", {"text": "x" * 250_001}, 400, "MALFORMED"),
        ("trees", {"text": "x" * 300_000}, 413, "TOO_LARGE"),
        ("endings", {"game": "barrage"}, 403, "STILL_SECRET"),
        ("pdn", {"tree": "{}"}, 422, "BAD_TREE"),
        ("pdn", {"tree": '{"game":"banqi","moves":[]}'}, 409, "NO_PDN"),
        ("pictures", {"game": "stratego"}, 403, "STILL_SECRET"),
        ("films", {"game": "english", "moves": ["11-15"] * 200}, 409, "TOO_LONG"),
        ("openings", {"game": "barrage"}, 403, "STILL_SECRET"),
        ("openings", {"game": "english", "since": -1}, 400, "MALFORMED"),
    ],
)
async def test_bad_requests_are_refused_with_a_reason(
    server: str, what: str, body: dict[str, object], status: int, code: str
) -> None:
    answer = await ask(server, what, **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_a_running_match_is_not_opened_and_its_position_not_probed(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "spanish")
        answer = await ask(server, "trees", match=match_id)
    assert (answer.status_code, answer.json()["code"]) == (403, "STILL_SECRET")
