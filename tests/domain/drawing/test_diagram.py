"""Views as text."""

from __future__ import annotations

import pytest
from tests.random_play import random_position

from damero.domain.catalogue import GAMES, game
from damero.domain.game import Game


def test_the_board_has_letters_and_numbers_at_its_edges() -> None:
    assert game("english").initial().after("11-15").diagram().splitlines() == [
        "8   b   b   b   b",
        "7 b   b   b   b",
        "6   b   b   .   b",
        "5 .   .   b   .",
        "4   .   .   .   .",
        "3 w   w   w   w",
        "2   w   w   w   w",
        "1 w   w   w   w",
        "  a b c d e f g h",
    ]


def test_the_second_player_sees_it_turned() -> None:
    position = game("english").initial()
    assert position.view("black").diagram() == position.diagram(flip=True)
    assert position.diagram(flip=True).splitlines()[-1] == "  h g f e d c b a"


def test_a_hidden_game_shows_lakes_and_what_the_viewer_knows() -> None:
    lines = game("stratego").initial().view("red").diagram().splitlines()
    assert lines[0] == "10  b?  b?  b?  b?  b?  b?  b?  b?  b?  b?"
    assert lines[4] == " 6   .   .   ~   ~   .   .   ~   ~   .   ."
    assert "r10" in "".join(lines[6:])


@pytest.mark.parametrize("chosen", GAMES, ids=lambda chosen: str(chosen.info.id))
def test_every_game_has_a_diagram(chosen: Game) -> None:
    lines = random_position(chosen, seed=1, plies=10).diagram().splitlines()
    assert len(lines) == chosen.info.board.rows + 1
