"""Import a game record into a player's history, to replay and study it: JSON, or PDN in the draughts family."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from damero.application.change_match import command_key, create
from damero.application.commands import ImportRecord
from damero.application.ports import QuotaExceeded
from damero.application.services import Services
from damero.domain import catalogue, reasons
from damero.domain.beginning import check_routes, commitment_to
from damero.domain.clock import UNTIMED
from damero.domain.draughts import pdn
from damero.domain.errors import BadText, IllegalMove, MatchRefusal
from damero.domain.events import (
    RECORDED_PLAYER,
    Access,
    Event,
    MatchAborted,
    MatchBegan,
    MatchCreated,
    MatchFinished,
    MovePlayed,
    Player,
    SeatTaken,
)
from damero.domain.game import Outcome, Position, Start
from damero.domain.game_tree import DRAW
from damero.domain.match import Match, Progress, created, evolve
from damero.domain.record import PlayedMove, Policy, Record, Reveal, SignatureCheck, read_record, verify
from damero.texts import Text

LONGEST_NAME = 100
MOST_ITEMS = 3_000
"""Moves, comments and marks of a PDN game."""
BUDGET = 20_000
"""Milliseconds of processor time."""
QUOTA = 4_000_000
"""Bytes that the imported games of one player may take: more than a thousand games of ordinary length."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the server adds to a record when it becomes a match."""

    now: int
    match_id: str
    seed: str
    """For a game whose record tells none."""
    known_keys: frozenset[bytes]
    """With which this server has signed records."""
    check_signature: SignatureCheck


@dataclass(frozen=True, slots=True)
class Imported:
    match_id: str
    notes: tuple[Text, ...]
    """What the player should know of how the file was read."""


async def import_record(services: Services, command: ImportRecord) -> Imported:
    """Accepts only a record that passes every check that it allows; one without a result is stored as aborted."""
    progress, notes = await services.in_process(partial(_imported, command, _import_into(services, command)), BUDGET)
    store = partial(services.matches.append_imported, quota=QUOTA)
    try:
        answer = await create(services, command_key(command.by.id, command.command_id), progress, store)
    except QuotaExceeded as exceeded:
        raise MatchRefusal("record.quota", code="IMPORT_QUOTA", megabytes=QUOTA // 1_000_000) from exceeded
    return Imported(answer.match_id, notes)


def _import_into(services: Services, command: ImportRecord) -> Circumstances:
    return Circumstances(
        now=services.clock.now(),
        match_id=services.randomness.identifier("import", command.by.id, command.command_id),
        seed=services.randomness.secret(),
        known_keys=frozenset(published.public_key for published in services.signing.published()),
        check_signature=services.signing.check,
    )


def _imported(command: ImportRecord, into: Circumstances) -> tuple[Progress, tuple[Text, ...]]:
    """Runs in another process, because checking a long game takes a while."""
    record, notes = _read(command.text, into.check_signature)
    event = _creation(into, command, record)
    match = created(event)
    events = tuple(_events(record, match, into.now))
    for one in events:
        match = evolve(match, one)
    return Progress(None, match, (event, *events)), notes


def _read(text: str, check: SignatureCheck) -> tuple[Record, tuple[Text, ...]]:
    """The record, and what somebody should know of how it was read."""
    if text.lstrip().startswith("{"):
        return _checked(_from_json(text), check), ()
    game = _one_game(text)
    return _checked(_from_pdn(game), check), game.notes


def _checked(record: Record, check: SignatureCheck) -> Record:
    report = verify(record, Policy(check, rules_only=True))
    for failure in report.failures:
        raise BadText(failure.text, code=failure.code)
    if record.reveal is None and record.seals:
        raise BadText("record.secrets_closed", code="NOT_OPENED")
    return record


def _from_json(text: str) -> Record:
    record = read_record(text)
    game = catalogue.game(record.game_id)
    if game.info.start is Start.FIXED:
        with suppress(IllegalMove):  # verified later, with a better sentence
            _check_positions(game.read_position(record.start), record.moves)
    return record


def _check_positions(position: Position, moves: Iterable[PlayedMove]) -> None:
    check_routes(position)
    for played in moves:
        position = position.play(played.text)
        check_routes(position)


def _one_game(text: str) -> pdn.PdnGame:
    """The only game of a PDN text. Long texts are refused before any move is played."""
    lengths = pdn.game_lengths(text.split("\n"))
    if not lengths:
        raise BadText("record.no_game", code="NOT_ONE_GAME")
    if len(lengths) != 1:
        raise BadText("record.not_one_game", code="NOT_ONE_GAME", games=len(lengths))
    if lengths[0] > MOST_ITEMS:
        raise BadText("pdn.too_long", code="TOO_LONG", most=MOST_ITEMS)
    return pdn.read_games(text)[0]


def _from_pdn(game: pdn.PdnGame) -> Record:
    tags, final = dict(game.tags), _end_by_the_rules(game)
    return Record(
        game_id=final.info.id,
        ruleset=final.info.version,
        players={seat: tags.get(seat.capitalize(), "?") for seat in final.info.seats},
        start=game.start.text,
        moves=tuple(PlayedMove(ply.text) for ply in final.plies),
        outcome=final.outcome or _agreed(game),
    )


def _end_by_the_rules(game: pdn.PdnGame) -> Position:
    """The last position, or the one in which the rules ended a game that went on: a match ends there."""
    position: Position = game.start
    for move in game.moves:
        if position.outcome is not None:
            break
        position = position.play(move)
    return position


def _agreed(game: pdn.PdnGame) -> Outcome | None:
    """A result that does not follow from the rules: a resignation or an agreement."""
    if game.tree.result == DRAW:
        return Outcome(None, reasons.AGREEMENT)
    if game.tree.result in game.start.info.seats:
        return Outcome(game.tree.result, reasons.RESIGNATION)
    return None


def _creation(into: Circumstances, command: ImportRecord, record: Record) -> MatchCreated:
    reveal = record.reveal or Reveal(bytes.fromhex(into.seed), record.start)
    seed = reveal.seed.hex()
    return MatchCreated(
        at=into.now - _duration(record),
        match_id=into.match_id,
        game_id=record.game_id,
        ruleset=record.ruleset,
        creator=command.by,
        access=Access.LINK,
        control=UNTIMED,
        seed=seed,
        commitment=record.seed_commitment.hex() if record.seed_commitment else commitment_to(seed),
        nonce="",
        start=reveal.start,
        imported=True,
        verified=record.signature is not None and record.signature.public_key in into.known_keys,
    )


def _duration(record: Record) -> int:
    times = [move.at for move in record.moves if move.at is not None]
    return times[-1] - times[0] if times else 0


def _events(record: Record, match: Match, now: int) -> Iterator[Event]:
    at, nonces = match.created.at, dict(enumerate(record.nonces))
    for number, (seat, name) in enumerate(record.players.items()):
        nonce = nonces.get(number, b"").decode("utf-8", "replace")
        yield SeatTaken(at, seat, Player(f"{RECORDED_PLAYER}{seat}", _storable(name)), nonce)
    yield MatchBegan(at, match.created.start or "", tuple(record.seals.items()))
    yield from _moves(record, match)
    yield _end(record.outcome, now)


def _storable(name: str) -> str:
    """Half a character, which JSON can express, cannot be stored."""
    return name[:LONGEST_NAME].encode("utf-8", "replace").decode()


def _end(outcome: Outcome | None, now: int) -> Event:
    if outcome is None or outcome.reason == reasons.ABORTED:
        return MatchAborted(now)
    return MatchFinished(now, outcome.winner, outcome.reason)


def _moves(record: Record, match: Match) -> Iterator[Event]:
    """The times are moved so that the last of them is now, and keep their distances."""
    position = match.game.read_position(match.created.start or "")
    at = match.created.at
    first = next((played.at for played in record.moves if played.at is not None), 0)
    for played in record.moves:
        at = at if played.at is None else match.created.at + played.at - first
        move, seat = position.read_move(played.text), position.to_move or ""
        position = position.play(move)
        yield MovePlayed(at, seat, str(move), played.text, played.openings)
