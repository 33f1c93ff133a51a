"""Import a game record into a player's history, to replay and study it: JSON, or PDN in the draughts family."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from damero.application.change_match import command_key, create
from damero.application.commands import Answer, ImportRecord
from damero.application.ports import QuotaExceeded
from damero.application.services import Services
from damero.domain import reasons
from damero.domain.beginning import commitment_to
from damero.domain.clock import UNTIMED
from damero.domain.draughts import pdn
from damero.domain.errors import BadText, MatchRefusal
from damero.domain.events import (
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
from damero.domain.game import Outcome
from damero.domain.match import Match, Progress, created, evolve
from damero.domain.record import PlayedMove, Record, Reveal, read_record, verify

LONGEST_NAME = 100
QUOTA = 4_000_000
"""Bytes that the imported games of one player may take: more than a thousand games of ordinary length."""


async def import_record(services: Services, command: ImportRecord) -> Answer:
    """Accepts only a record that passes every check; one without a result is stored as aborted."""
    progress = await services.in_thread(lambda: _imported(services, command))
    store = partial(services.matches.append_imported, quota=QUOTA)
    try:
        return await create(services, command_key(command.by.id, command.command_id), progress, store)
    except QuotaExceeded as exceeded:
        raise MatchRefusal("record.quota", code="IMPORT_QUOTA", megabytes=QUOTA // 1_000_000) from exceeded


def _imported(services: Services, command: ImportRecord) -> Progress:
    """Runs in a thread, because checking a long game takes a while."""
    record = _read(command.text)
    event = _creation(services, command, record)
    match = created(event)
    events = tuple(_events(record, match))
    for one in events:
        match = evolve(match, one)
    return Progress(None, match, (event, *events))


def _read(text: str) -> Record:
    record = read_record(text) if text.lstrip().startswith("{") else _from_pdn(text)
    report = verify(record)
    for failure in report.failures:
        raise BadText(failure.sentence, code=failure.code)
    return record


def _from_pdn(text: str) -> Record:
    games = pdn.read_games(text)
    if len(games) != 1:
        raise BadText("record.not_one_game", code="NOT_ONE_GAME", games=len(games))
    game = games[0]
    final = game.final()
    tags = dict(game.tags)
    return Record(
        game_id=final.info.id,
        ruleset=final.info.version,
        players={seat: tags.get(seat.capitalize(), "?") for seat in final.info.seats},
        start=game.start.text,
        moves=tuple(PlayedMove(ply.text) for ply in final.plies),
        outcome=final.outcome or _agreed(game),
    )


def _agreed(game: pdn.PdnGame) -> Outcome | None:
    """A result that does not follow from the rules: a resignation or an agreement."""
    if game.result not in pdn.WINNERS:
        return None
    winner = pdn.WINNERS[game.result]
    return Outcome(winner, reasons.RESIGNATION if winner else reasons.AGREEMENT)


def _creation(services: Services, command: ImportRecord, record: Record) -> MatchCreated:
    reveal = record.reveal or Reveal(bytes.fromhex(services.randomness.secret()), record.start)
    seed = reveal.seed.hex()
    return MatchCreated(
        at=services.clock.now(),
        match_id=services.randomness.identifier("import", command.by.id, command.command_id),
        game_id=record.game_id,
        ruleset=record.ruleset,
        creator=command.by,
        access=Access.LINK,
        control=UNTIMED,
        seed=seed,
        commitment=record.seed_commitment.hex() if record.seed_commitment else commitment_to(seed),
        nonce="",
        start=reveal.start,
    )


def _events(record: Record, match: Match) -> Iterator[Event]:
    at, nonces = match.created.at, dict(enumerate(record.nonces))
    for number, (seat, name) in enumerate(record.players.items()):
        nonce = nonces.get(number, b"").decode("utf-8", "replace")
        yield SeatTaken(at, seat, Player(f"recorded-{seat}", name[:LONGEST_NAME]), nonce)
    yield MatchBegan(at, match.created.start or "", tuple(record.seals.items()))
    yield from _moves(record.moves, match, at)
    yield MatchFinished(at, record.outcome.winner, record.outcome.reason) if record.outcome else MatchAborted(at)


def _moves(moves: Iterable[PlayedMove], match: Match, at: int) -> Iterator[Event]:
    position = match.game.read_position(match.created.start or "")
    for played in moves:
        move, seat = position.read_move(played.text), position.to_move or ""
        position = position.play(move)
        yield MovePlayed(played.at or at, seat, str(move), played.text, played.openings)
