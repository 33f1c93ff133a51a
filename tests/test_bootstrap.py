from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from damero.application.commands import CreateMatch, EngineOpponent, JoinMatch, PlayMove
from damero.application.create_match import create_match
from damero.application.enter_as_guest import as_player, enter_as_guest
from damero.application.join_match import join_match
from damero.application.play_move import play_move
from damero.application.services import Services
from damero.bootstrap import Settings, back_up, open_services
from damero.domain.clock import fischer
from damero.domain.events import Player
from damero.domain.match import Match, Status
from damero.infrastructure import system_clock
from damero.infrastructure.file_lock import AlreadyServed
from damero.infrastructure.sqlite import server_state
from damero.infrastructure.sqlite.data_folder import DATABASE, open_database

pytestmark = pytest.mark.asyncio


async def two_players(services: Services) -> tuple[Player, Player]:
    one, other = [await enter_as_guest(services) for _ in range(2)]
    return as_player(one.player), as_player(other.player)


async def blitz(services: Services, base: int) -> str:
    """A game in which both have moved and White is to move."""
    white, black = await two_players(services)
    create = CreateMatch(command_id="c", by=white, game_id="drafti", seat="white", control=fischer(base))
    match_id = (await create_match(services, create)).match_id
    await join_match(services, JoinMatch(command_id="j", match_id=match_id, by=black))
    for player, move in ((white, "21-17"), (black, "9-13")):
        await play_move(services, PlayMove(command_id=move, match_id=match_id, by=player.id, move=move))
    return match_id


async def current(services: Services, match_id: str) -> Match:
    return (await services.live_match(match_id)).match


async def until_over(services: Services, match_id: str, patience: float = 100) -> Match:
    async with asyncio.timeout(patience):
        while not (match := await current(services, match_id)).is_over:
            await asyncio.sleep(0.01)
    return match


async def test_an_hour_of_outage_costs_nobody_any_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(data_dir=tmp_path)
    async with open_services(settings) as services:
        match_id = await blitz(services, 600_000)
        before = await current(services, match_id)
    uptime = system_clock._monotonic
    monkeypatch.setattr(system_clock, "_monotonic", lambda: uptime() + 60 * 60 * 1_000)
    async with open_services(settings) as services:
        match = await current(services, match_id)
        assert match == before
        assert (match.clock.remaining("white", services.clock.now()) or 0) > 0


async def test_a_process_that_stands_still_costs_nobody_any_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uptime, stopped = system_clock._monotonic, [0]
    monkeypatch.setattr(system_clock, "_monotonic", lambda: uptime() + stopped[0])
    async with open_services(Settings(data_dir=tmp_path)) as services:
        match_id = await blitz(services, 600_000)
        stopped[0] += 60 * 60 * 1_000
        match = await current(services, match_id)
        assert (match.clock.remaining("white", services.clock.now()) or 0) > 0
        white = match.created.creator.id
        await play_move(services, PlayMove(command_id="m", match_id=match_id, by=white, move="25-21"))
        assert not (await current(services, match_id)).is_over


async def test_clocks_run_on_after_a_restart(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    async with open_services(settings) as services:
        match_id = await blitz(services, 3_000)
    async with open_services(settings) as services:
        over = await until_over(services, match_id)
    assert over.outcome is not None
    assert (over.outcome.winner, over.outcome.reason) == ("black", "timeout")


async def test_flags_do_not_fall_before_the_deadline(tmp_path: Path) -> None:
    async with open_services(Settings(data_dir=tmp_path)) as services:
        match_id = await blitz(services, 3_000)
        deadline = (await current(services, match_id)).deadline
        over = await until_over(services, match_id)
    assert deadline is not None
    assert over.last_at >= deadline


async def running_clock(services: Services, players: tuple[Player, Player], number: int, base: int) -> str:
    """A game that has just begun; if nobody moves, the timeout aborts it."""
    create = CreateMatch(command_id=str(number), by=players[0], game_id="drafti", control=fischer(base))
    match_id = (await create_match(services, create)).match_id
    await join_match(services, JoinMatch(command_id="j", match_id=match_id, by=players[1]))
    return match_id


@pytest.mark.slow
async def test_hundreds_of_running_clocks_run_out_and_none_before_its_deadline(tmp_path: Path) -> None:
    late = await lateness(tmp_path, Random(8))
    assert min(late) >= 0


async def lateness(folder: Path, random: Random) -> list[int]:
    """How many milliseconds after its deadline each of hundreds of flags fell."""
    async with open_services(Settings(data_dir=folder)) as services:
        players = await two_players(services)
        clocks = (running_clock(services, players, number, random.randrange(4_000, 6_000)) for number in range(400))
        begun = [await current(services, match_id) for match_id in await asyncio.gather(*clocks)]
        assert not any(match.is_over for match in begun)
        over = [await until_over(services, match.id) for match in begun]
    return sorted(after.last_at - (before.deadline or 0) for before, after in zip(begun, over, strict=True))


async def test_the_engine_answers_through_its_worker_process(tmp_path: Path) -> None:
    async with open_services(Settings(data_dir=tmp_path)) as services:
        player, _ = await two_players(services)
        create = CreateMatch(command_id="c", by=player, game_id="drafti", seat="black", opponent=EngineOpponent(1))
        match_id = (await create_match(services, create)).match_id
        async with asyncio.timeout(100):
            while (await current(services, match_id)).to_move != "black":
                await asyncio.sleep(0.01)
        assert (await current(services, match_id)).status is Status.ACTIVE


async def copy_saved_after(settings: Settings, moment: int, target: Path) -> None:
    """Copies the database as it would be found after a crash, once the server has saved a later time."""
    target.mkdir()
    async with asyncio.timeout(100):
        while True:
            copied = target.with_suffix(".sqlite")
            await asyncio.to_thread(back_up, settings, copied)
            copied.replace(target / DATABASE)
            async with open_database(target) as copy:
                if (await server_state.stored_time(copy) or 0) > moment:
                    return
            await asyncio.sleep(0.05)


async def test_a_crash_gives_back_no_more_than_the_last_second_of_thought(tmp_path: Path) -> None:
    """The time is saved every second while a clock runs, without any move."""
    assert server_state.SAVE_INTERVAL <= 1
    served = Settings(data_dir=tmp_path / "served")
    async with open_services(served) as services:
        match_id = await blitz(services, 60_000)
        thinking_since = services.clock.now()
        left = (await current(services, match_id)).clock.remaining("white", thinking_since)
        await copy_saved_after(served, thinking_since, tmp_path / "copy")
    async with open_services(Settings(data_dir=tmp_path / "copy")) as services:
        after = (await current(services, match_id)).clock.remaining("white", services.clock.now())
    assert left is not None
    assert after is not None
    assert after < left


async def test_one_folder_has_one_server(tmp_path: Path) -> None:
    async with open_services(Settings(data_dir=tmp_path)):
        with pytest.raises(AlreadyServed):
            async with open_services(Settings(data_dir=tmp_path)):
                pass
