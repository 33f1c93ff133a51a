"""Two matches that differ only in what a viewer cannot know look the same to that viewer, to the byte."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.application.fixtures import opened_services
from tests.matches import ANA, BEN, creation

from damero.application.ports import StoredEvent
from damero.application.services import Services
from damero.application.viewer import Viewer
from damero.domain import judge
from damero.domain.beginning import commitment_to, placed_game
from damero.domain.events import SeatTaken
from damero.domain.match import Match, Progress
from damero.domain.sealing import DealtPosition
from damero.web import wire
from damero.web.live.changes import Sent, change
from damero.web.live.viewer_frames import MatchFrames

COMMITMENTS = re.compile(rb'"[0-9a-f]{64}"')
"""Hashes of what is hidden differ where it differs, and tell nothing of it; their number and length must not."""


def _begun(game_id: str, seed: str, armies: dict[str, str]) -> Match:
    event = replace(creation(game_id), seed=seed, commitment=commitment_to(seed))
    seats = judge.created(event).seats
    seated = tuple(SeatTaken(0, seat, player, player.id) for seat, player in zip(seats, (ANA, BEN), strict=True))
    match = judge.create(event, seated).after
    for seat, army in armies.items():
        match = judge.place(match, seat, army, 0).after
    return match


def _shown(services: Services, progress: Progress, seat: str | None) -> tuple[bytes, bytes, bytes]:
    """The snapshot, the update and the change that a viewer gets after a move, without commitments."""
    match, before = progress.after, progress.before
    assert before is not None
    frames, viewer = MatchFrames(services, match, None, 0), Viewer((seat,) if seat else (), seat)
    stored = [StoredEvent(number, event, "c") for number, event in enumerate(progress.events, before.version + 1)]
    snapshot = frames.for_viewer(viewer, frames.snapshot())
    update = frames.for_viewer(viewer, frames.update(stored, before.version))
    earlier = MatchFrames(services, before, None, 0)
    sent = Sent.by(earlier.for_viewer(viewer, earlier.snapshot()))
    return _bytes(snapshot), _bytes(update), _bytes(change(sent, update))


def _bytes(frame: wire.ServerFrame) -> bytes:
    return COMMITMENTS.sub(b'"#"', wire.write_frame(frame))


def _compare(services: Services, twins: tuple[Match, Match], moves: list[str], viewers: tuple[str | None, ...]) -> None:
    one, other = twins
    for move in moves:
        steps = [judge.play(match, match.to_move or "", move, 0) for match in (one, other)]
        for viewer in viewers:
            assert _shown(services, steps[0], viewer) == _shown(services, steps[1], viewer)
        one, other = (step.after for step in steps)


def _random_moves(match: Match, random: Random, plies: int) -> tuple[list[str], Match]:
    moves: list[str] = []
    while len(moves) < plies and match.position and match.position.outcome is None:
        legal = match.position.legal_moves()
        attacks = [move for move in legal if move.taken]
        moves.append(str(random.choice(attacks if attacks and random.random() < 0.4 else legal)))
        match = judge.play(match, match.to_move or "", moves[-1], 0).after
    return moves, match


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(4))
async def test_a_hidden_piece_exchanged_for_another_changes_no_byte_for_others(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    probe = judge.created(creation("stratego"))
    game = placed_game(probe.game)
    red, blue = (random.choice(list(game.formations(seat).values())) for seat in probe.seats)
    first = _begun("stratego", "5e" * 32, {"red": red, "blue": blue})
    moves, last = _random_moves(first, random, 60)
    army = dict(game.read_army("blue", blue))
    assert last.position is not None
    still = {
        shown.square for shown in last.position.view("red").pieces if shown.kind == "blue-unknown" and not shown.marks
    }
    untouched = [square for square in army if square in still]
    one = untouched[0]
    other = next(square for square in untouched if army[square] != army[one])
    army[one], army[other] = army[other], army[one]
    second = _begun("stratego", "5e" * 32, {"red": red, "blue": game.write_army("blue", army)})
    async with opened_services(tmp_path) as services:
        _compare(services, (first, second), moves, ("red", None))


def _deal(match: Match) -> list[str]:
    assert isinstance(match.position, DealtPosition)
    return [shown.kind for shown in match.position.face_down]


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", range(4))
async def test_another_deal_of_what_lies_face_down_changes_no_byte_for_anybody(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    first = _begun("banqi", random.randbytes(32).hex(), {})
    others = [_begun("banqi", random.randbytes(32).hex(), {}) for _ in range(60)]
    second = max(others, key=lambda match: sum(map(str.__eq__, _deal(first), _deal(match))))
    assert isinstance(first.position, DealtPosition)
    equal = [
        shown.square for shown, kind in zip(first.position.face_down, _deal(second), strict=True) if shown.kind == kind
    ]
    assert len(equal) >= 5
    moves, match = [], first
    for _ in range(20):
        legal = match.position.legal_moves() if match.position else ()
        safe = [move for move in legal if len(move.squares) > 1 or move.squares[0] in equal]
        if not safe:
            break
        moves.append(str(random.choice(safe)))
        match = judge.play(match, match.to_move or "", moves[-1], 0).after
    async with opened_services(tmp_path) as services:
        _compare(services, (first, second), moves, ("first", "second", None))
    assert len(moves) >= 5
