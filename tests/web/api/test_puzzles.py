"""Puzzles over HTTP: tries are judged by the referee, the first one is rated, and nothing is told too early."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from damero.domain.puzzle import Puzzle, Theme
from damero.engines.puzzles.shipped import ShippedPuzzles, puzzles_of

pytestmark = pytest.mark.asyncio
GAME = "drafti"


@asynccontextmanager
async def a_guest(server: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=f"{server}/api", timeout=60) as client:
        token = (await client.post("/guests", json={})).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


async def _next(client: httpx.AsyncClient, **query: str) -> dict[str, Any]:
    answer = await client.get("/puzzles/next", params={"game": GAME, **query})
    assert answer.status_code == 200, answer.text
    task: dict[str, Any] = answer.json()
    return task


def _shipped(task: dict[str, Any]) -> Puzzle:
    puzzle = ShippedPuzzles().find(task["id"])
    assert puzzle is not None
    return puzzle


def _solver_moves(puzzle: Puzzle) -> list[str]:
    return [step[0] for step in puzzle.solution[::2]]


async def _try(client: httpx.AsyncClient, puzzle_id: str, moves: list[str]) -> dict[str, Any]:
    answer = await client.post(f"/puzzles/{puzzle_id}/tries", json={"moves": moves})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_a_solved_puzzle_raises_the_rating_once(server: str) -> None:
    async with a_guest(server) as client:
        task = await _next(client)
        assert not {"solution", "themes"} & task.keys()
        puzzle = _shipped(task)
        moves = _solver_moves(puzzle)
        for count in range(1, len(moves)):
            told = await _try(client, puzzle.id, moves[:count])
            assert (told["right"], told["solved"], told["solution"], told["themes"]) == (True, False, [], [])
            assert told["reply"]["move"] == puzzle.solution[2 * count - 1][0]
        told = await _try(client, puzzle.id, moves)
        assert told["solved"]
        assert told["rated"]
        assert told["standing"]["rating"] > 1500
        assert [frame["move"] for frame in told["solution"]] == [step[0] for step in puzzle.solution]
        assert told["themes"] == list(puzzle.themes)
        again = await _try(client, puzzle.id, moves)
        assert (again["rated"], again["standing"]) == (False, told["standing"])
        results = (await client.get("/me/puzzles", params={"game": GAME})).json()
        assert (results["tried"], results["solved"]) == (1, 1)
        assert {each["theme"] for each in results["themes"]} == set(puzzle.themes)
        assert (await _next(client, skip=task["id"]))["id"] != task["id"]


async def test_a_wrong_move_is_refuted_and_counts(server: str) -> None:
    async with a_guest(server) as client:
        task = await _next(client)
        right = _shipped(task).solution[0]
        wrong = next(route["text"] for route in task["position"]["moves"] if route["text"] not in right)
        told = await _try(client, task["id"], [wrong])
        assert (told["right"], told["solved"], told["rated"]) == (False, False, True)
        assert told["refutation"]
        assert told["refutation"][0]["view"]["pieces"]
        assert told["standing"]["rating"] < 1500


async def test_illegal_and_unknown_things_are_refused(server: str) -> None:
    async with a_guest(server) as client:
        task = await _next(client)
        refused = await client.post(f"/puzzles/{task['id']}/tries", json={"moves": ["1-32"]})
        assert refused.status_code == 422
        assert (await client.post(f"/puzzles/{task['id']}/tries", json={"moves": []})).status_code == 400
        assert (await client.get("/puzzles/0000000000")).status_code == 404
        assert (await client.get("/puzzles/next", params={"game": "pool"})).status_code == 404
        assert (await client.get("/puzzles/next", params={"game": GAME, "theme": "none"})).status_code == 400
        assert (await client.post("/puzzle-runs/tries", json={"moves": ["21-17"]})).status_code == 404


async def test_a_fight_is_judged_by_its_odds_and_not_fought(server: str) -> None:
    async with a_guest(server) as client:
        task = await _next(client, game="barrage", theme=Theme.FIGHT)
        assert task["odds"]
        fight = _shipped(task).solution[0][0]
        told = await _try(client, task["id"], [fight])
        assert (told["solved"], told["played"]["move"], told["refutation"]) == (True, fight, [])
        assert told["played"]["view"]["pieces"] == task["position"]["view"]["pieces"], "nobody knows how it ends"
        [odds] = told["fights"]
        assert odds["move"] == fight
        assert 0 <= odds["wins"] + odds["draws"] <= 1


async def test_a_hint_shows_the_move_and_the_puzzle_is_not_solved_any_more(server: str) -> None:
    async with a_guest(server) as client:
        task = await _next(client, theme=Theme.SHOT)
        puzzle = _shipped(task)
        assert Theme.SHOT in puzzle.themes
        hint = (await client.post(f"/puzzles/{puzzle.id}/hints", json={})).json()
        assert hint["move"] == puzzle.solution[0][0]
        told = await _try(client, puzzle.id, _solver_moves(puzzle))
        assert (told["solved"], told["rated"]) == (True, False)
        assert told["standing"]["rating"] < 1500


async def test_the_daily_puzzle_is_the_same_for_everybody_and_needs_no_player(server: str) -> None:
    async with httpx.AsyncClient(base_url=f"{server}/api", timeout=60) as client:
        first, second = [(await client.get("/puzzles/daily")).json() for _ in range(2)]
        assert first == second
        puzzle = _shipped(first["puzzle"])
        told = await _try(client, puzzle.id, _solver_moves(puzzle))
        assert (told["solved"], told["standing"]) == (True, None)
        listed = (await client.get("/puzzles")).json()["games"]
        assert {each["game"]: each["count"] for each in listed}[GAME] == len(puzzles_of(GAME))
        pool = next(each for each in listed if each["game"] == "pool")
        assert pool["count"] == 0
        offered = {each["material"]: each["goals"] for each in pool["endings"]}
        assert offered["KK-K"] == ["win", "draw"], "without puzzles, but with endings to practise"
        english = next(each["endings"] for each in listed if each["game"] == "english")
        assert {"material": "KKK-K", "goals": ["win"]} in english, "two kings never hold out against three"


async def test_a_streak_ends_with_the_first_mistake_and_is_remembered(server: str) -> None:
    async with a_guest(server) as client:
        run = (await client.post("/puzzle-runs", json={"game": GAME, "mode": "streak"})).json()
        puzzle = _shipped(run["puzzle"])
        told = (await client.post("/puzzle-runs/tries", json={"moves": _solver_moves(puzzle)})).json()
        assert (told["run"]["score"], told["run"]["over"]) == (1, False)
        assert told["run"]["puzzle"]["id"] != puzzle.id
        following = told["run"]["puzzle"]
        right = _shipped(following).solution[0]
        wrong = next(route["text"] for route in following["position"]["moves"] if route["text"] not in right)
        told = (await client.post("/puzzle-runs/tries", json={"moves": [wrong]})).json()
        assert (told["run"]["score"], told["run"]["over"]) == (1, True)
        assert (await client.post("/puzzle-runs/tries", json={"moves": [wrong]})).status_code == 409
        standing = (await client.get("/me/puzzles", params={"game": GAME})).json()["standing"]
        assert standing["best_streak"] == 1


async def test_a_timed_run_can_be_ended(server: str) -> None:
    async with a_guest(server) as client:
        run = (await client.post("/puzzle-runs", json={"game": GAME, "mode": "timed"})).json()
        assert 170_000 < run["left"] <= 180_000
        assert (await client.post("/puzzle-runs/end", json={})).json()["over"]


async def test_an_ending_is_won_against_the_best_defence(server: str) -> None:
    async with httpx.AsyncClient(base_url=f"{server}/api", timeout=60) as client:
        asked = {"game": "english", "material": "KK-K", "goal": "win"}
        ending = (await client.post("/endings", json=asked)).json()
        assert 3 <= ending["plies"] <= ending["left"]
        moves: list[str] = []
        position, best = ending["position"], ending["position"]["moves"][0]["text"]
        for _ in range(60):
            body = {"game": "english", "start": ending["start"], "moves": [*moves, best]}
            told = (await client.post("/endings/moves", json=body)).json()
            if told["best"] != best and (not told["keeps"] or told["lost"]):
                best = told["best"]
                continue
            assert told["keeps"]
            moves += [told["played"]["move"], *([told["reply"]["move"]] if told["reply"] else [])]
            position = told["position"]
            if position["outcome"] is not None:
                break
            best = position["moves"][0]["text"]
        assert position["outcome"]["winner"] == ending["seat"]


async def test_endings_of_other_games_and_of_many_pieces_are_refused(server: str) -> None:
    async with httpx.AsyncClient(base_url=f"{server}/api", timeout=60) as client:
        asked = {"game": "banqi", "material": "KK-K"}
        assert (await client.post("/endings", json=asked)).status_code == 404
        body = {"game": "english", "start": "W:W21,22,23:B1,2,3", "moves": ["22-18"]}
        assert (await client.post("/endings/moves", json=body)).status_code == 404
