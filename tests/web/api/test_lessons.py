"""Lessons over HTTP."""

from __future__ import annotations

import httpx
import pytest

from damero.application.lessons import all_lessons

pytestmark = pytest.mark.asyncio


async def test_a_lesson_is_listed_shown_and_tried(server: str) -> None:
    async with httpx.AsyncClient(base_url=f"{server}/api", timeout=60) as client:
        listed = (await client.get("/lessons")).json()["lessons"]
        assert {one["game"]: len(one["steps"]) for one in listed} == {
            game: len(steps) for game, steps in all_lessons().items()
        }
        lesson = (await client.get("/games/spanish/lesson")).json()
        assert [step["id"] for step in lesson["steps"]] == [step.id for step in all_lessons()["spanish"]]
        forced = next(step for step in lesson["steps"] if step["id"] == "capture_forced")
        assert [move["text"] for move in forced["position"]["moves"]] == ["22x15"]
        right = await client.post("/games/spanish/lesson/capture_forced/tries", json={"move": "22x15"})
        assert right.json()["right"]
        assert right.json()["played"]["taken"] == ["18"]
        wrong = await client.post("/games/spanish/lesson/capture_forced/tries", json={"move": "32-28"})
        assert (wrong.json()["played"], wrong.json()["why"]["code"]) == (None, "CAPTURE_REQUIRED")
        unreadable = await client.post("/games/spanish/lesson/capture_forced/tries", json={"move": "north"})
        assert unreadable.json()["why"]["code"] == "BAD_TEXT"


async def test_a_legal_move_can_be_another_than_the_one_asked_for(server: str) -> None:
    async with httpx.AsyncClient(base_url=f"{server}/api", timeout=60) as client:
        tried = await client.post("/games/spanish/lesson/king_flies/tries", json={"move": "29-25"})
        assert (tried.status_code, tried.json()["right"]) == (200, False)


async def test_a_lesson_shows_both_armies(server: str) -> None:
    async with httpx.AsyncClient(base_url=f"{server}/api", timeout=60) as client:
        lesson = (await client.get("/games/stratego/lesson")).json()
        kinds = {piece["kind"] for step in lesson["steps"] for piece in step["position"]["view"]["pieces"]}
        assert {"red-spy", "blue-marshal", "blue-bomb"} <= kinds


@pytest.mark.parametrize("path", ["/games/chess/lesson", "/games/spanish/lesson/dancing/tries"])
async def test_what_does_not_exist_is_not_found(server: str, path: str) -> None:
    async with httpx.AsyncClient(base_url=f"{server}/api", timeout=60) as client:
        answer = await client.request("POST" if path.endswith("tries") else "GET", path, json={"move": "22x15"})
        assert answer.status_code == 404
