"""Pictures of views."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from tests.random_play import random_position

from damero import art, svg
from damero.domain.catalogue import GAMES, game
from damero.domain.drawing.board import Arrow, draw_board
from damero.domain.drawing.layout import Layout
from damero.domain.errors import DameroError
from damero.domain.game import Game, Position

SVG = "{http://www.w3.org/2000/svg}"
START = game("english").initial()


def pieces_in(picture: str) -> list[str]:
    """The kinds of pieces that a picture shows, sorted."""
    uses = ElementTree.fromstring(picture).iter(f"{SVG}use")
    return sorted(re.sub(r"^#d[0-9a-f]{8}-piece-", "", use.attrib["href"]) for use in uses)


def ids_in(picture: str) -> set[str]:
    return {element.attrib["id"] for element in ElementTree.fromstring(picture).iter() if "id" in element.attrib}


@pytest.fixture(params=GAMES, ids=lambda chosen: str(chosen.info.id))
def chosen(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


class TestEveryGame:
    def test_a_picture_shows_the_pieces_of_the_view(self, chosen: Game) -> None:
        position = random_position(chosen, seed=5, plies=12)
        for seat in (None, *chosen.info.seats):
            view = position.view(seat)
            assert pieces_in(draw_board(view)) == sorted(shown.kind for shown in view.pieces)

    def test_all_that_a_picture_refers_to_is_inside_it(self, chosen: Game) -> None:
        picture = draw_board(random_position(chosen, seed=6, plies=12).view(None))
        assert set(re.findall(r'(?:href="|url\()#([\w-]+)', picture)) <= ids_in(picture)
        assert not re.search(r"<text|<image|<script|https?://(?!www\.w3\.org/2000/svg)", picture)

    def test_a_position_shows_what_everyone_knows(self, chosen: Game) -> None:
        position = random_position(chosen, seed=7, plies=12)
        assert svg.board(position) == draw_board(position.view(None)) == position._repr_svg_()

    def test_two_positions_that_look_the_same_to_a_seat_have_the_same_picture(self, chosen: Game) -> None:
        position = random_position(chosen, seed=8, plies=12)
        for seat in (None, *chosen.info.seats):
            view = position.view(seat)
            twin = chosen.sample(view, lambda items: tuple(reversed(items)))
            assert draw_board(twin.view(seat)) == draw_board(view)

    def test_every_square_is_drawn_once_in_either_orientation(self, chosen: Game) -> None:
        for flip in (False, True):
            places = Layout(chosen.info.board, flip).places
            assert len(set(places.values())) == len(places) == len(chosen.info.board.squares)


class TestOptions:
    def test_each_seat_sees_its_own_pieces_below(self) -> None:
        assert draw_board(START.view("white")) == draw_board(START.view(None))
        assert draw_board(START.view("black")) == draw_board(START.view(None), flip=True)

    def test_the_latest_move_is_highlighted_unless_something_else_is_asked_for(self) -> None:
        view, colour = START.after("11-15").view(None), art.themes()[art.USUAL_THEME]["hint-latest"]
        assert draw_board(view).count(colour) == 2
        assert draw_board(view, last=()).count(colour) == 0
        assert draw_board(view, last=["1", "2", "3"]).count(colour) == 3
        assert draw_board(view, last=view.plies[-1]) == draw_board(view)

    def test_moves_squares_and_arrows_are_drawn_as_arrows(self) -> None:
        view = START.view(None)
        move = START.read_move("11-15")
        drawn = draw_board(view, arrows=[move])
        assert drawn != draw_board(view)
        assert drawn == draw_board(view, arrows=[("11", "15")]) == draw_board(view, arrows=[Arrow(("11", "15"))])
        assert svg.COLOURS["blue"] in draw_board(view, arrows=[Arrow(("11", "15"), "blue")])

    def test_marks_have_colours(self) -> None:
        drawn = draw_board(START.view(None), marks={"1": "red", "2": "#123456"})
        assert svg.COLOURS["red"] in drawn
        assert "#123456" in drawn
        assert svg.COLOURS["green"] in draw_board(START.view(None), marks=["1"])

    def test_the_longer_side_has_the_size(self) -> None:
        root = ElementTree.fromstring(draw_board(game("banqi").initial().view(None), size=300))
        assert (root.attrib["width"], root.attrib["height"]) == ("300", str(round(300 * 468 / 868)))

    @pytest.mark.parametrize("theme", svg.THEMES)
    @pytest.mark.parametrize("pieces", svg.PIECE_SETS["discs"])
    def test_every_theme_and_piece_set_can_be_chosen(self, theme: str, pieces: str) -> None:
        assert pieces_in(svg.board(START, theme=theme, pieces=pieces)) == pieces_in(svg.board(START))

    def test_coordinates_follow_the_custom_of_the_game(self) -> None:
        for game_id, usual in (("english", "numbers"), ("russian", "letters"), ("stratego", "letters")):
            view = game(game_id).initial().view(None)
            assert draw_board(view) == draw_board(view, coordinates=usual) != draw_board(view, coordinates="none")

    def test_pictures_on_one_page_have_different_ids(self) -> None:
        assert not ids_in(svg.board(START)) & ids_in(svg.board(START.after("11-15")))

    @pytest.mark.parametrize(
        ("options", "code"),
        [
            ({"theme": "marble"}, "UNKNOWN_THEME"),
            ({"pieces": "ranks"}, "UNKNOWN_PIECES"),
            ({"size": 0}, "BAD_SIZE"),
            ({"size": 100_000}, "BAD_SIZE"),
            ({"coordinates": "roman"}, "UNKNOWN_COORDINATES"),
            ({"marks": {"1": 'red" onload="alert()'}}, "UNKNOWN_COLOUR"),
            ({"marks": ["99"]}, "NO_SUCH_SQUARE"),
            ({"last": ["99"]}, "NO_SUCH_SQUARE"),
            ({"arrows": [("1", "99")]}, "NO_SUCH_SQUARE"),
            ({"arrows": [("1", "1")]}, "SHORT_ARROW"),
        ],
    )
    def test_wrong_options_are_refused_with_a_sentence(self, options: dict[str, object], code: str) -> None:
        with pytest.raises(DameroError, match=code):
            svg.board(START, **options)  # type: ignore[arg-type]


class TestSecrets:
    def test_a_hidden_game_is_drawn_without_ranks_until_it_is_over(self) -> None:
        position = random_position(game("stratego"), seed=1, plies=0)
        assert set(pieces_in(svg.board(position))) == {"red-unknown", "blue-unknown"}
        assert "blue-marshal" not in svg.board(position.view("red"))

    def test_a_picture_describes_the_view_only(self) -> None:
        position: Position = random_position(game("banqi"), seed=1, plies=5)
        assert position.text not in svg.board(position)
        assert position.view(None).text in svg.board(position)
