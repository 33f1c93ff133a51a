"""Positions with more captures than a position that is handed in may have."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import MANY_ROUTES
from tests.matches import begun, creation, played

from damero.domain import beginning, catalogue, judge
from damero.domain.beginning import read_start
from damero.domain.draughts import moves
from damero.domain.draughts.moves import Move
from damero.domain.errors import BadPosition

GAME = catalogue.game("international")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """Every move that is generated meanwhile."""
    generated: list[Move] = []
    real = moves._Turn._move

    def noted(turn: moves._Turn, *arguments: object) -> Move:
        move = real(turn, *arguments)  # type: ignore[arg-type]
        generated.append(move)
        return move

    monkeypatch.setattr(moves._Turn, "_move", noted)
    return generated


def test_counting_the_captures_stops_at_the_bound(made: list[Move]) -> None:
    position = GAME.read_position(MANY_ROUTES)
    assert position.has_more_routes(100)
    assert len(made) == 101


def test_a_start_with_too_many_captures_is_refused_before_they_are_listed(
    made: list[Move], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "MOST_ROUTES", 200)
    with pytest.raises(BadPosition, match="TOO_MANY_ROUTES"):
        judge.create(creation("international", start=MANY_ROUTES), ())
    assert len(made) == 201


def test_the_same_position_is_not_refused_when_it_is_reached_by_play(monkeypatch: pytest.MonkeyPatch) -> None:
    before = MANY_ROUTES.replace("W:WK1,", "B:WK1,", 1)
    match = begun("international", start=before)
    assert match.position is not None
    leading_there = (move for move in match.position.legal_moves() if match.position.play(move).has_more_routes(50))
    monkeypatch.setattr(beginning, "MOST_ROUTES", 50)
    match = played(match, str(next(leading_there)))
    assert match.position is not None
    with pytest.raises(BadPosition, match="TOO_MANY_ROUTES"):
        read_start(GAME, match.position.text)
    assert played(match, str(match.position.legal_moves()[0])).to_move == "black"


def test_ordinary_starts_are_accepted() -> None:
    for game in catalogue.GAMES:
        position = game.initial()
        assert not position.has_more_routes(beginning.MOST_ROUTES)
    assert read_start(GAME, GAME.initial().text).to_move == "white"
