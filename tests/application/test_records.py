from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import apsw
import pytest
from tests.application.fixtures import ANA, EVE, begin, create, current, look, play, play_at_random, turn
from tests.records import FULL, signed_record, write_version_1

from damero.application.abort import abort
from damero.application.commands import Abort, ImportRecord, Listing, ListMatches, PlayMove, Resign
from damero.application.export_record import export_pdn, export_record
from damero.application.import_record import import_record
from damero.application.list_matches import list_matches
from damero.application.play_move import play_move
from damero.application.replay_match import replay_match
from damero.application.resign import resign
from damero.application.services import Services
from damero.domain import catalogue, reasons
from damero.domain.clock import fischer
from damero.domain.errors import DameroError
from damero.domain.game import Outcome
from damero.domain.match import Status
from damero.domain.record import RULES_ONLY, read_record, verify_text, write_record

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
    report = verify_text(await export_record(services, match_id), FULL)
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


@pytest.mark.parametrize(("text", "sentence"), [(" \n", "no game"), ('[White "Ana"]\n\n*\n\n' * 2, "has 2")])
async def test_a_text_without_a_game_or_with_several_is_refused(services: Services, text: str, sentence: str) -> None:
    with pytest.raises(DameroError, match=sentence):
        await import_record(services, ImportRecord(command_id="i", by=EVE, text=text))


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
    for text in ("", "{}", "hello", '{"format": 1}', '[White "Ana"] *', "1. 21-17 9-15 *", "1. 32-28 " + "$1 " * 3_000):
        with pytest.raises(DameroError):
            await import_record(services, ImportRecord(command_id="i", by=ANA, text=text))
    with pytest.raises(DameroError, match="NO_PDN"):
        await export_pdn(services, await begin(services, "banqi"))
    with pytest.raises(DameroError, match="GAME_NOT_ACTIVE"):
        await export_record(services, await create(services, command_id="unbegun"))


async def test_a_game_that_names_no_rules_is_imported_with_a_note(services: Services) -> None:
    command = ImportRecord(command_id="i", by=ANA, text="1. c3-d4 f6-e5 2. d4:f6 1-0")
    imported = await import_record(services, command)
    assert [note.key for note in imported.notes] == ["pdn.guessed"]
    match = await current(services, imported.match_id)
    assert match.game.info.id == "russian"
    assert [played.move for played in match.moves] == ["22-18", "11-15", "18x11"]
    assert (await import_record(services, command)) == imported


async def test_a_game_that_went_on_after_a_draw_is_imported_up_to_the_draw(services: Services) -> None:
    there_and_back = "50-45 1-6 45-50 6-1 "
    text = f'[GameType "20"] [FEN "W:WK50,36:BK1,15"] {there_and_back * 3} 36-31 2-0'
    imported = await import_record(services, ImportRecord(command_id="i", by=ANA, text=text))
    assert [note.key for note in imported.notes] == ["pdn.played_on"]
    match = await current(services, imported.match_id)
    assert (len(match.moves), match.outcome) == (8, Outcome(None, reasons.REPETITION))


async def brought(services: Services, text: str, command_id: str = "i") -> str:
    return (await import_record(services, ImportRecord(command_id=command_id, by=EVE, text=text))).match_id


async def test_a_record_of_this_server_is_imported_as_verified(services: Services) -> None:
    text = await export_record(services, await finished(services, "banqi"))
    seen = (await look(services, await brought(services, text), EVE.id)).match
    assert (seen.imported, seen.verified) == (True, True)


@pytest.mark.parametrize("strip", ["signature", "version"])
async def test_an_unsigned_record_is_imported_as_unverified(services: Services, strip: str) -> None:
    record = read_record(await export_record(services, await finished(services, "banqi")))
    text = write_version_1(record) if strip == "version" else write_record(replace(record, signature=None))
    seen = (await look(services, await brought(services, text), EVE.id)).match
    assert (seen.imported, seen.verified) == (True, False)


async def test_a_record_of_another_server_is_imported_as_unverified(services: Services) -> None:
    text = write_record(signed_record(catalogue.game("banqi")))
    seen = (await look(services, await brought(services, text), EVE.id)).match
    assert (seen.imported, seen.verified) == (True, False)


async def test_a_record_with_a_wrong_signature_is_refused(services: Services) -> None:
    record = read_record(await export_record(services, await finished(services, "banqi")))
    assert record.signature is not None
    forged = replace(record, signature=replace(record.signature, value=bytes(64)))
    with pytest.raises(DameroError, match="BAD_SIGNATURE"):
        await brought(services, write_record(forged))


async def test_the_server_signs_nothing_that_was_played_elsewhere(services: Services) -> None:
    """A forged game that went through an import comes out unsigned and marked."""
    record = read_record(await export_record(services, await finished(services, "drafti")))
    imported = await brought(services, write_record(replace(record, signature=None)))
    text = await export_record(services, imported)
    again = read_record(text)
    assert again.signature is None
    assert again.history[0]["imported"] is True
    assert [failure.code for failure in verify_text(text, FULL).failures] == ["UNSIGNED"]
    assert verify_text(text, RULES_ONLY).holds


async def test_a_match_that_was_played_here_is_verified_and_not_imported(services: Services) -> None:
    seen = (await look(services, await begin(services), ANA.id)).match
    assert (seen.imported, seen.verified) == (False, True)


async def test_a_list_says_what_was_imported(services: Services) -> None:
    text = await export_pdn(services, await finished(services, "drafti"))
    await brought(services, text)
    (listed,) = await list_matches(services, ListMatches(listing=Listing.HISTORY, player_id=EVE.id))
    assert (listed.is_imported, listed.is_verified) == (True, False)


async def test_the_times_of_an_imported_game_never_run_backward(services: Services) -> None:
    match_id = await begin(services, control=fischer(600_000))
    for _ in range(4):
        turn(services, 5_000)
        await play_at_random(services, match_id, 1)
    turn(services, 7_000)
    await resign(services, Resign(command_id="r", match_id=match_id, by="ben"))
    text = await export_record(services, match_id)
    turn(services, 100_000)
    imported = await brought(services, text)
    ours, theirs = (read_record(one).moves for one in (text, await export_record(services, imported)))
    assert verify_text(await export_record(services, imported), RULES_ONLY).holds
    assert [move.at - (ours[0].at or 0) for move in ours if move.at] == [
        move.at - (theirs[0].at or 0) for move in theirs if move.at
    ]


async def test_half_a_character_in_a_name_is_replaced(services: Services) -> None:
    record = read_record(await export_record(services, await finished(services, "drafti")))
    text = write_version_1(replace(record, players={"white": "\ud800", "black": "Ben"}))
    match = await current(services, await brought(services, text))
    assert {taken.player.name for taken in match.taken} == {"?", "Ben"}


@pytest.mark.parametrize("game_id", ["stratego", "banqi"])
async def test_an_aborted_game_shows_its_secrets_to_nobody(services: Services, game_id: str) -> None:
    match_id = await begin(services, game_id)
    viewers = (EVE.id, "ana", "ben", None)
    before = [await look(services, match_id, viewer) for viewer in viewers]
    await abort(services, Abort(command_id="a", match_id=match_id, by="ana"))
    match = await current(services, match_id)
    for viewer, earlier in zip(viewers, before, strict=True):
        later = await look(services, match_id, viewer)
        assert earlier.match.position is not None
        assert later.match.position is not None
        assert later.match.position.pieces == earlier.match.position.pieces
        assert later.match.position.text == earlier.match.position.text
        assert later.match.seed is None
    for seat in match.seats:
        opponent = match.opponent(seat)
        view = match.view(seat)
        assert view is not None
        assert any(kind.startswith(opponent) for kind, _ in view.hidden) or game_id == "banqi"
    assert match.created.seed not in await export_record(services, match_id)
    for perspective in ("truth", *match.seats):
        with pytest.raises(DameroError, match="STILL_SECRET"):
            await replay_match(services, match_id, EVE.id, perspective, start=0, limit=10)


async def test_a_game_whose_secrets_stay_closed_cannot_be_imported(services: Services) -> None:
    match_id = await begin(services, "stratego")
    await abort(services, Abort(command_id="a", match_id=match_id, by="ana"))
    with pytest.raises(DameroError, match="NOT_OPENED"):
        await brought(services, await export_record(services, match_id))


async def test_every_answer_carries_the_head_of_the_chain(services: Services) -> None:
    match_id = await begin(services)
    command = PlayMove(command_id="first", match_id=match_id, by="ana", move="21-17")
    answer = await play_move(services, command)
    match = await current(services, match_id)
    assert answer.head == match.head.hex()
    assert (await play_move(services, command)).head == answer.head
    await play(services, match_id, "9-13")
    assert (await play_move(services, command)).head == answer.head
    assert (await look(services, match_id, "ben")).match.head == (await current(services, match_id)).head.hex()
