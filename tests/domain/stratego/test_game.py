"""The games as the catalogue sees them."""

from __future__ import annotations

import pytest
from tests.domain.stratego.positions import EVERY_GAME
from tests.random_play import finished_game, shuffle_by

from damero.domain import catalogue, reasons
from damero.domain.game import Game, PlacedGame, Start
from damero.domain.stratego import GAMES, StrategoGame


def test_the_catalogue_has_the_three_games() -> None:
    assert [game.info.id for game in GAMES] == ["stratego", "stratego-federation", "barrage"]
    for game in GAMES:
        assert catalogue.game(game.info.id) is game
        assert isinstance(game, PlacedGame)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_game_describes_itself(game: StrategoGame) -> None:
    info = game.info
    assert (info.seats, info.family, info.start) == (("red", "blue"), "stratego", Start.PLACED)
    assert info.hidden
    assert not info.chance
    assert len(info.board.squares) == 92
    assert {kind.id for kind in info.pieces} >= {"red-marshal", "blue-flag", "red-unknown", "blue-unknown"}
    assert all(len(kind.symbol) == 1 and len(kind.label) <= 2 for kind in info.pieces)
    assert len({kind.symbol for kind in info.pieces}) == len(info.pieces)


def test_pieces_are_labelled_by_what_is_printed_on_them() -> None:
    labels = {kind.id: kind.label for kind in EVERY_GAME[0].info.pieces}
    assert labels["red-marshal"] == "10"
    assert labels["blue-spy"] == "S"
    assert (labels["red-bomb"], labels["red-flag"], labels["blue-scout"], labels["red-unknown"]) == ("B", "F", "2", "?")


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_start_is_fixed_without_chance_and_complete_with_it(game: StrategoGame) -> None:
    assert game.initial() == game.initial()
    drawn = {game.initial(shuffle_by(seed)).text for seed in range(20)}
    assert len(drawn) == 20
    for text in drawn:
        assert sum(letter not in "A_" for letter in text[:100]) == 2 * game.rules.army_size
        assert text[40:60] == "AA__AA__AA" * 2


@pytest.mark.parametrize("game", EVERY_GAME)
def test_random_games_end(game: Game) -> None:
    for seed in range(3):
        over = finished_game(game, seed)
        assert over.outcome is not None
        assert over.outcome.reason in (reasons.FLAG_CAPTURED, reasons.NO_MOVES, reasons.TURN_LIMIT)
        assert len(over.plies) <= 3000
