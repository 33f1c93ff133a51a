from __future__ import annotations

import asyncio
import os
import pickle
import time

import pytest

from damero.application.ports import EngineFault
from damero.domain import catalogue
from damero.domain.beginning import placed_game
from damero.domain.game import Start, View
from damero.engines import worker
from damero.infrastructure.engine_pool import EnginePool, WorkerFunctions

pytestmark = pytest.mark.asyncio


def misbehave(view: View, level: int, limit: int) -> str:
    """Level 1 answers with its process id, 2 dies, 3 raises, 4 sleeps."""
    match level:
        case 2:
            os._exit(1)
        case 3:
            raise ValueError("no idea")
        case 4:
            time.sleep(60)
    return str(os.getpid())


def misplace(game_id: str, version: int, seat: str) -> str:
    if game_id == "drafti":
        raise ValueError("no army")
    return f"{seat} of {game_id} {version}"


def first_view() -> View:
    return catalogue.game("drafti").initial().view("white")


async def test_level_one_answers_with_a_legal_move_in_every_game() -> None:
    pool = EnginePool(WorkerFunctions(worker.choose, worker.place_army))
    for game in catalogue.GAMES:
        position = game.initial()
        view = position.view(position.to_move)
        legal = {str(move) for move in view.legal_moves()}
        assert await pool.choose(view, 1, 1_000) in legal
    await pool.close()


async def test_a_dead_failing_or_late_engine_is_a_fault_and_the_next_request_is_served() -> None:
    pool = EnginePool(WorkerFunctions(misbehave, misplace))
    view = first_view()
    workers = {await pool.choose(view, 1, 1_000)}
    for level in (2, 3, 4):
        with pytest.raises(EngineFault):
            await pool.choose(view, level, 100)
        workers.add(await pool.choose(view, 1, 1_000))
    assert len(workers) == 4
    assert str(os.getpid()) not in workers
    await pool.close()


async def test_a_request_that_is_given_up_frees_its_worker() -> None:
    pool = EnginePool(WorkerFunctions(misbehave, misplace))
    await pool.choose(first_view(), 1, 1_000)
    asking = asyncio.create_task(pool.choose(first_view(), 4, 60_000))
    await asyncio.sleep(0.2)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    assert await pool.choose(first_view(), 1, 1_000)
    await pool.close()


@pytest.mark.parametrize("game_id", [game.info.id for game in catalogue.GAMES if game.info.hidden or game.info.chance])
async def test_what_a_worker_is_sent_does_not_tell_the_secrets(game_id: str) -> None:
    """Two positions that differ only in what the seat cannot know are sent as the same bytes."""
    game = catalogue.game(game_id)
    one = game.initial()
    seat = one.to_move
    other = game.sample(one.view(seat), lambda items: tuple(reversed(items)))
    assert other.text != one.text
    assert pickle.dumps(other.view(seat)) == pickle.dumps(one.view(seat))


async def test_a_worker_sets_up_an_army_and_a_failing_one_is_a_fault() -> None:
    pool = EnginePool(WorkerFunctions(misbehave, misplace))
    assert await pool.place_army("barrage", 1, "red", 1_000) == "red of barrage 1"
    with pytest.raises(EngineFault):
        await pool.place_army("drafti", 1, "white", 1_000)
    await pool.close()


async def test_the_engine_sets_up_legal_armies_of_many_kinds_for_every_game_that_begins_so() -> None:
    pool = EnginePool(WorkerFunctions(worker.choose, worker.place_army))
    for game in catalogue.GAMES:
        if game.info.start is Start.PLACED:
            armies = {
                await pool.place_army(game.info.id, game.info.version, game.info.seats[0], 5_000) for _ in range(3)
            }
            assert len(armies) > 1
            for army in armies:
                placed_game(game).check_army(game.info.seats[0], army)
    await pool.close()
