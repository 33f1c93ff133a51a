from __future__ import annotations

from pathlib import Path
from random import Random

import apsw
import pytest
from tests.application.fixtures import ANA, EVE, begin, create, current, look, play, play_at_random

from damero.application.commands import ImportRecord, Listing, ListMatches, Resign
from damero.application.export_record import export_pdn, export_record
from damero.application.import_record import import_record
from damero.application.resign import resign
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.clock import fischer
from damero.domain.errors import DameroError
from damero.domain.match import Status
from damero.domain.record import read_record, verify_text

pytestmark = pytest.mark.asyncio

GAME_IDS = [game.info.id for game in catalogue.GAMES]


async def finished(services: Services, game_id: str, plies: int = 40) -> str:
    match_id = await begin(services, game_id, control=fischer(600_000, 1_000))
    await play_at_random(services, match_id, plies)
    if not (await current(services, match_id)).is_over:
        await resign(services, Resign(command_id="r", match_id=match_id, by="ben"))
    return match_id


@pytest.mark.parametrize("game_id", GAME_IDS)
async def test_the_record_of_every_game_can_be_verified_by_anybody(services: Services, game_id: str) -> None:
    match_id = await finished(services, game_id)
    report = verify_text(await export_record(services, match_id))
    assert report.holds, report.failures


@pytest.mark.parametrize("game_id", GAME_IDS)
async def test_a_record_of_a_running_game_opens_no_secret(services: Services, game_id: str) -> None:
    match_id = await begin(services, game_id)
    await play_at_random(services, match_id, 6)
    text = await export_record(services, match_id)
    match = await current(services, match_id)
    assert match.created.seed not in text
    assert match.began is not None
    assert match.game.info.start == "fixed" or match.began.position not in text
    assert read_record(text).reveal is None


@pytest.mark.parametrize("game_id", GAME_IDS)
async def test_an_exported_record_comes_back_the_same(services: Services, game_id: str) -> None:
    match_id = await finished(services, game_id)
    text = await export_record(services, match_id)
    imported = (await import_record(services, ImportRecord(command_id="i", by=EVE, text=text))).match_id
    ours, theirs = read_record(text), read_record(await export_record(services, imported))
    assert [move.text for move in ours.moves] == [move.text for move in theirs.moves]
    assert (ours.outcome, ours.reveal, ours.nonces, ours.seals) == (
        theirs.outcome,
        theirs.reveal,
        theirs.nonces,
        theirs.seals,
    )
    seen = await look(services, imported, EVE.id)
    assert (seen.match.status, seen.viewer.seat) == (Status.FINISHED, None)


async def test_a_record_with_a_changed_move_is_refused(services: Services) -> None:
    text = await export_record(services, await finished(services, "drafti"))
    with pytest.raises(DameroError, match="CHAIN_BROKEN"):
        await import_record(
            services,
            ImportRecord(
                command_id="i",
                by=EVE,
                text=text.replace("21-17", "22-18", 1).replace('"at": 1000000', '"at": 1000001', 1),
            ),
        )


async def test_draughts_speak_pdn(services: Services) -> None:
    match_id = await begin(services)
    await play(services, match_id, "21-17", "9-13", "22-18")
    await resign(services, Resign(command_id="r", match_id=match_id, by="ben"))
    text = await export_pdn(services, match_id)
    assert '[White "Ana"]' in text
    imported = (await import_record(services, ImportRecord(command_id="i", by=ANA, text=text))).match_id
    match = await current(services, imported)
    assert [played.move for played in match.moves] == ["21-17", "9-13", "22-18"]
    assert match.outcome is not None
    assert match.outcome.winner == "white"


async def test_an_imported_game_takes_little_more_room_than_its_file(services: Services, tmp_path: Path) -> None:
    position, draw, moves = catalogue.game("international").initial(), Random(4), list[str]()
    while position.outcome is None:
        move = draw.choice(position.legal_moves())
        moves.append(str(move))
        position = position.play(move)
    text = f'[GameType "20"]\n\n{" ".join(moves)} *'
    await import_record(services, ImportRecord(command_id="i", by=EVE, text=text))
    connection = apsw.Connection(str(tmp_path / "services.sqlite"))
    stored = connection.execute("SELECT sum(length(body) + length(command) + length(match)) FROM event").get
    connection.close()
    assert stored < len(text) + 1_000


async def test_a_player_who_has_imported_too_much_is_refused(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = await export_record(services, await finished(services, "drafti"))
    first = await import_record(services, ImportRecord(command_id="first", by=EVE, text=text))
    monkeypatch.setattr("damero.application.import_record.QUOTA", 1_000)
    with pytest.raises(DameroError, match="IMPORT_QUOTA"):
        await import_record(services, ImportRecord(command_id="second", by=EVE, text=text))
    again = await import_record(services, ImportRecord(command_id="first", by=EVE, text=text))
    listed = await services.matches.list(ListMatches(listing=Listing.HISTORY, player_id=EVE.id))
    assert {summary.id for summary in listed} == {first.match_id} == {again.match_id}


async def test_what_cannot_be_a_record_is_refused_with_a_reason(services: Services) -> None:
    for text in ("", "{}", "hello", '{"format": 1}', "1. 21-17 9-14 *"):
        with pytest.raises(DameroError):
            await import_record(services, ImportRecord(command_id="i", by=ANA, text=text))
    with pytest.raises(DameroError, match="NO_PDN"):
        await export_pdn(services, await begin(services, "banqi"))
    with pytest.raises(DameroError, match="GAME_NOT_ACTIVE"):
        await export_record(services, await create(services, command_id="unbegun"))
