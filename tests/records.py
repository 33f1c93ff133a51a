"""Records of random games for tests, with every commitment that a server would make."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from tests.matches import ANA, BEN, creation

from damero.application.export_record import signed_record_of
from damero.application.ports import PublishedKey, SigningKeys
from damero.domain import judge, reasons
from damero.domain.beginning import awaits_armies, placed_game
from damero.domain.clock import fischer
from damero.domain.events import Event, SeatTaken
from damero.domain.fairness import fair_shuffle, seed_commitment
from damero.domain.game import Game, Outcome
from damero.domain.match import Match, Progress
from damero.domain.record import OpenedSecret, PlayedMove, Policy, Record, Reveal, Signature, signed_bytes
from damero.domain.record.canonical import Json, dump, heads
from damero.domain.record.version_1 import CHAIN_TAG
from damero.domain.sealing import Trail, seal
from damero.infrastructure import ed25519

NONCES = (b"nonce of the one", b"nonce of the other")
FULL = Policy(ed25519.check_signature)
"""Everything that a record of a server can prove."""


class TestKeys:
    """A server's key that is the same in every test."""

    __test__ = False

    def __init__(self, private_key: bytes = bytes(range(32))) -> None:
        self.private_key = private_key
        self.public_key = ed25519.public_key_of(private_key)

    def sign(self, message: bytes) -> Signature:
        return Signature(self.public_key, ed25519.sign(self.private_key, message))

    def check(self, public_key: bytes, signature: bytes, message: bytes, /) -> bool:
        return ed25519.check_signature(public_key, signature, message)

    def published(self) -> tuple[PublishedKey, ...]:
        return (PublishedKey(self.public_key, since=0),)


KEYS = TestKeys()
STRANGER = TestKeys(bytes(32))


class PlayedMatch:
    """A match under test, with all its events."""

    def __init__(self, game: Game, number: int = 0) -> None:
        self.random = random.Random(number)
        event = creation(game.info.id, fischer(600_000, 1_000))
        seated = [SeatTaken(0, seat, who, who.id) for seat, who in zip(game.info.seats, (ANA, BEN), strict=True)]
        progress = judge.create(event, tuple(seated))
        self.events: list[Event] = list(progress.events)
        self.match: Match = progress.after
        if awaits_armies(self.match):
            for seat in game.info.seats:
                formations = list(placed_game(game).formations(seat).values())
                self.follow(judge.place(self.match, seat, self.random.choice(formations), 0))

    @property
    def now(self) -> int:
        return self.match.last_at + 1_000

    def follow(self, progress: Progress) -> PlayedMatch:
        self.events += progress.events
        self.match = progress.after
        return self

    def play(self, plies: int) -> PlayedMatch:
        for _ in range(plies):
            if self.match.to_move is None or self.match.position is None:
                break
            move = str(self.random.choice(self.match.position.legal_moves()))
            self.follow(judge.play(self.match, self.match.to_move, move, self.now))
        return self

    def resign(self) -> PlayedMatch:
        return self if self.match.is_over else self.follow(judge.resign(self.match, self.match.seats[1], self.now))

    def record(self) -> Record:
        return signed_record_of(self.events, KEYS)


def signed_record(game: Game, number: int = 0, plies: int = 12) -> Record:
    """A game that the second seat resigned after `plies` plies, as a server hands it out."""
    return PlayedMatch(game, number).play(plies).resign().record()


def signed(record: Record, keys: SigningKeys = KEYS) -> Record:
    return replace(record, signature=keys.sign(signed_bytes(record)))


def write_version_1(record: Record) -> str:
    """The record in the first format, as servers wrote it before records were signed."""
    entries = _version_1_entries(record)
    chained = [{**entry, "hash": head.hex()} for entry, head in zip(entries, heads(entries, CHAIN_TAG), strict=True)]
    return dump({"format": "damero-record", "version": 1, "entries": chained}, indent=1) + "\n"


def _version_1_entries(record: Record) -> Sequence[dict[str, Json]]:
    entries = [_start_entry(record), *map(_move_entry, record.moves)]
    if record.outcome:
        entries.append({"type": "result", "winner": record.outcome.winner, "reason": record.outcome.reason})
    if record.reveal:
        entries.append({"type": "reveal", "seed": record.reveal.seed.hex(), "start": record.reveal.start})
    return entries


def _start_entry(record: Record) -> dict[str, Json]:
    return {
        "type": "start",
        "game": record.game_id,
        "ruleset": record.ruleset,
        "players": record.players,
        "position": record.start,
        "seed_commitment": record.seed_commitment.hex() if record.seed_commitment is not None else None,
        "nonces": [nonce.hex() for nonce in record.nonces],
        "seals": {name: {"root": seal.root.hex(), "size": seal.size} for name, seal in record.seals.items()},
    }


def _move_entry(move: PlayedMove) -> dict[str, Json]:
    entry: dict[str, Json] = {"type": "move", "move": move.text}
    if move.at is not None:
        entry["at"] = move.at
    if move.clocks:
        entry["clocks"] = move.clocks
    if move.openings:
        entry["openings"] = [_opening_json(opened) for opened in move.openings]
    return entry


def _opening_json(opened: OpenedSecret) -> dict[str, Json]:
    opening = opened.opening
    return {
        "seal": opened.seal,
        "index": opening.index,
        "value": opening.value,
        "salt": opening.salt.hex(),
        "path": [sibling.hex() for sibling in opening.path],
    }


def record_of_random_game(game: Game, number: int = 0, *, plies: int | None = None) -> Record:
    """What version 1 tells of a game to its end, or resigned by the second seat after `plies` plies."""
    draw = random.Random(number)
    seed = draw.randbytes(32)
    start = position = game.initial(fair_shuffle(seed, NONCES))
    seals = {each.name: each for each in seal(start, seed, NONCES)}
    trail, moves = Trail.begin(start), []
    while position.outcome is None and len(moves) != plies:
        move = draw.choice(position.legal_moves())
        position = position.play(move)
        trail, exposed = trail.follow(move, position)
        openings = tuple(OpenedSecret(name, seals[name].open(fact)) for name, fact in exposed)
        clocks = dict.fromkeys(game.info.seats, 60_000 - len(moves))
        moves.append(PlayedMove(position.plies[-1].text, at=1000 * len(moves), clocks=clocks, openings=openings))
    return Record(
        game_id=game.info.id,
        ruleset=game.info.version,
        players=dict(zip(game.info.seats, ("Zoë", "李"), strict=True)),
        start=start.view(None).text,
        moves=tuple(moves),
        outcome=position.outcome or Outcome(game.info.seats[0], reasons.RESIGNATION),
        seed_commitment=seed_commitment(seed),
        nonces=NONCES,
        seals={name: each.commitment for name, each in seals.items()},
        reveal=Reveal(seed, start.text),
    )
