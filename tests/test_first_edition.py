"""A data folder of the first edition opens, and its matches are played on.

`first_edition/damero.sqlite.gz` was written by version 0.1.0: a half-played match of every game with all kinds of
clocks, a set-up with one army, open offers, a takeback, finished, aborted and rematched games, games against the
engine and on one device, a lobby entry, a private match, accounts, sessions and a saved formation.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.cli.running import damero
from tests.web.servers import a_server

from damero.application.commands import Listing, ListMatches
from damero.application.expire import expire
from damero.bootstrap import Settings, check, open_services
from damero.client import Client
from damero.web import wire

HERE = Path(__file__).parent / "first_edition"
EXPECTED = json.loads((HERE / "expected.json").read_text())
HALF_PLAYED = [match for match in EXPECTED["matches"] if match["kind"] == "half-played"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("first_edition")
    unpack(folder)
    with a_server(folder) as address:
        yield address


def unpack(folder: Path) -> Path:
    path = folder / "damero.sqlite"
    path.write_bytes(gzip.decompress((HERE / "damero.sqlite.gz").read_bytes()))
    return path


@asynccontextmanager
async def signed_in(address: str, name: str) -> AsyncIterator[Client]:
    async with Client(address) as client:
        await client.log_in(name, EXPECTED["accounts"][name])
        yield client


def named(match: dict[str, Any]) -> str:
    return f"{match['game']}: {match['kind']}"


@pytest.mark.asyncio
@pytest.mark.parametrize("match", EXPECTED["matches"], ids=named)
async def test_every_match_is_shown_as_it_was_left(address: str, match: dict[str, Any]) -> None:
    async with signed_in(address, "Ana") as ana:
        shown = await ana.match(match["id"])
    view = shown.state.view
    assert (view.text if view else None) == match["text"]
    assert len(shown.record) == match["plies"]
    assert shown.version == match["version"]
    assert shown.state.status == match["status"]


@pytest.mark.asyncio
async def test_lists_say_whose_turn_it_is_in_every_match_that_is_not_over(address: str) -> None:
    for name in EXPECTED["accounts"]:
        async with signed_in(address, name) as player:
            own = (await player.ask("GET", "/api/me/matches", wire.Summaries)).matches
            assert [one.your_turn for one in own] == sorted((one.your_turn for one in own), reverse=True)
            for listed in own:
                state = (await player.match(listed.id)).state
                to_move = state.view.to_move if state.view and state.status is wire.Status.ACTIVE else None
                assert listed.to_move == to_move
                complete = all(seat.player for seat in state.seats)
                assert listed.your_turn == (bool(state.moves) or (complete and "place" in state.can))


@pytest.mark.asyncio
async def test_a_search_finds_the_matches_that_were_over_before_the_upgrade(address: str) -> None:
    async with signed_in(address, "Ana") as ana:
        whole = (await ana.ask("GET", "/api/me/history?limit=100", wire.Summaries)).matches
        assert whole
        for game in {one.game for one in whole}:
            found = (await ana.ask("GET", f"/api/me/history?limit=100&game={game}", wire.Summaries)).matches
            assert [one.id for one in found] == [one.id for one in whole if one.game == game]
        against = [one for one in whole if [seat.player and seat.player.name for seat in one.seats].count("Ben") == 1]
        found = (await ana.ask("GET", "/api/me/history?limit=100&opponent=ben", wire.Summaries)).matches
        assert [one.id for one in found] == [one.id for one in against]


@pytest.mark.asyncio
async def test_one_unreadable_match_does_not_keep_the_others_from_being_upgraded(tmp_path: Path) -> None:
    path, (damaged, *others) = unpack(tmp_path), HALF_PLAYED
    connection = apsw.Connection(str(path))
    connection.execute("UPDATE event SET body = x'00' WHERE match = ? AND seq = 2", (damaged["id"],))
    connection.close()
    async with open_services(Settings(data_dir=tmp_path)) as services:
        listed = {
            summary.id: summary.to_move
            for player in ("Ana", "Ben")
            if (account := await services.players.player_named(player))
            for summary in await services.matches.list(ListMatches(listing=Listing.MINE, player_id=account.id))
        }
    assert listed[damaged["id"]] is None
    assert all(listed[match["id"]] for match in others)


@pytest.mark.asyncio
@pytest.mark.parametrize("match", HALF_PLAYED, ids=named)
async def test_a_half_played_match_goes_on(address: str, match: dict[str, Any]) -> None:
    async with signed_in(address, "Ana") as ana, signed_in(address, "Ben") as ben:
        for player in (ana, ben):
            state = (await player.match(match["id"])).state
            if state.moves:
                ack = await player.play(match["id"], state.moves[0].text)
                assert ack.version > match["version"]
                return
    pytest.fail("nobody can move")


@pytest.mark.asyncio
async def test_an_account_logs_in_with_its_password_and_finds_its_formation(address: str) -> None:
    async with signed_in(address, "Ana") as ana:
        saved = await ana.ask("GET", "/api/me/formations?game=stratego", wire.SavedFormations)
        assert {formation.name for formation in saved.formations} == {"My fort"}


def counted(path: Path) -> dict[str, int]:
    connection = apsw.Connection(str(path))
    tables = ("event", "match", "seat", "player", "session", "formation")
    counts = {table: int(connection.execute(f"SELECT count(*) FROM {table}").get) for table in tables}
    connection.close()
    return counts


@pytest.mark.asyncio
async def test_the_upgrade_and_the_first_sweep_end_nothing(tmp_path: Path) -> None:
    path = unpack(tmp_path)
    before = counted(path)
    check(Settings(data_dir=tmp_path))
    async with open_services(Settings(data_dir=tmp_path)) as services:
        waiting = await services.matches.waiting(unchanged_since=services.clock.now() + 1)
        await expire(services, services.clock.now())
        assert await services.matches.waiting(unchanged_since=services.clock.now() + 1) == waiting
        assert waiting
        assert services.matches.unreadable == {}
    assert counted(path) == before
    assert before["session"] > 0


@pytest.mark.parametrize("game", ["banqi", "barrage", "english"])
def test_a_record_of_the_first_edition_is_still_verified(game: str) -> None:
    checked = damero("verify", "--rules-only", str(HERE / f"{game}.record.json"))
    assert checked.code == 0, checked.err
    assert damero("verify", str(HERE / f"{game}.record.json")).err.startswith("error: UNSIGNED ")
