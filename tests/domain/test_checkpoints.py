from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from tests.matches import begun, random_progress

from damero.domain import catalogue, judge
from damero.domain import match as match_module
from damero.domain.events import Event, MovePlayed, MovesTakenBack, OfferKind
from damero.domain.match import Match, Progress, evolve

GAME_IDS = [game.info.id for game in catalogue.GAMES]


@contextmanager
def counted_steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every move that is made on a board of a match meanwhile."""
    made: list[str] = []
    real = match_module.step

    def counted(position: object, trail: object, text: str) -> object:
        made.append(text)
        return real(position, trail, text)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(match_module, "step", counted)
        yield made


def taken_back(match: Match) -> Progress:
    """The last move is taken back."""
    seat = match.moves[-1].seat
    offered = judge.offer(match, seat, OfferKind.TAKEBACK, match.last_at)
    assert offered.after.offer is not None
    back = judge.accept(offered.after, match.opponent(seat), offered.after.offer.offer, match.last_at)
    return Progress(match, back.after, (*offered.events, *back.events))


def test_taking_back_a_whole_game_move_by_move_makes_few_moves_again(monkeypatch: pytest.MonkeyPatch) -> None:
    positions: list[object] = []
    match = random_progress(
        begun("international"),
        Random(4),
        60,
        lambda progress: positions.append(progress.before and progress.before.position),
    )
    plies = len(match.moves)
    assert plies > 30
    with counted_steps(monkeypatch) as made:
        while match.moves:
            match = taken_back(match).after
            assert match.position == positions.pop()
    assert len(made) < 4 * plies


def test_loading_a_match_makes_each_stored_move_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[Event] = []
    match = random_progress(begun("international"), Random(4), 50, lambda progress: events.extend(progress.events))
    last = events[-1]
    for _ in range(100):
        back = taken_back(match)
        events += [*back.events, last]
        match = evolve(back.after, last)
    with counted_steps(monkeypatch) as made:
        started = begun("international")
        for event in events:
            started = evolve(started, event)
    assert started.position == match.position
    stored = sum(isinstance(event, MovePlayed) for event in events)
    assert len(made) <= 2 * stored


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_a_position_that_is_come_back_to_is_the_one_that_was_left(game_id: str) -> None:
    at: list[Match] = []
    random_progress(begun(game_id), Random(1), 20, lambda progress: at.append(progress.after))
    match = at[-1]
    if match.is_over:
        return
    for count in range(1, len(match.moves)):
        back = evolve(match, MovesTakenBack(match.last_at, count))
        assert (back.position, back.trail, back.moves) == (
            at[-1 - count].position,
            at[-1 - count].trail,
            at[-1 - count].moves,
        )
        again = evolve(back, match.moves[len(match.moves) - count])
        assert again.position == at[-count].position


def test_a_long_game_keeps_few_positions() -> None:
    match = random_progress(begun("international"), Random(2), 100)
    assert len(match.checkpoints) <= 9
