"""Games as moving pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from tests.random_play import random_moves

from damero import svg
from damero.domain.catalogue import GAMES, game
from damero.domain.drawing.animation import tracks_of
from damero.domain.errors import DameroError
from damero.domain.game import Game, View
from damero.domain.game_tree import GameTree


def views_of(chosen: Game, seed: int, most: int = 60) -> list[View]:
    return [position.view(None) for (position, _), _ in zip(random_moves(chosen, seed), range(most), strict=False)]


def square_in(track_moves: list[tuple[int, tuple[str, ...]]], start: str, frame: int) -> str:
    """Where a piece stands in a frame."""
    return next((path[-1] for moved, path in reversed(track_moves) if moved <= frame), start)


@pytest.mark.parametrize("chosen", GAMES, ids=lambda chosen: str(chosen.info.id))
def test_the_tracks_give_back_every_view(chosen: Game) -> None:
    views = views_of(chosen, seed=3)
    tracks = tracks_of(views)
    for frame, view in enumerate(views):
        standing = {
            (square_in(track.moves, track.shown.square, frame), track.shown.kind, track.shown.marks)
            for track in tracks
            if track.first <= frame and (track.end is None or frame < track.end)
        }
        assert standing == {(shown.square, shown.kind, shown.marks) for shown in view.pieces}


def test_a_piece_that_only_moves_is_drawn_once() -> None:
    start = game("english").initial()
    assert len(tracks_of([start.view(None), start.after("11-15").view(None)])) == 24


@pytest.mark.parametrize("chosen", GAMES, ids=lambda chosen: str(chosen.info.id))
def test_a_capturing_piece_is_drawn_over_those_it_takes(chosen: Game) -> None:
    tracks = tracks_of(views_of(chosen, seed=3))
    for place, track in enumerate(tracks):
        frames = {frame for frame, _ in track.moves}
        assert all(other.end not in frames for other in tracks[place + 1 :])


def test_a_moving_picture_is_well_formed_and_runs_again_and_again() -> None:
    tree = GameTree(game("english").initial()).play("11-15", "22-18", "15x22", "25x18")
    root = ElementTree.fromstring(svg.game(tree, seconds=0.5))
    animations = [element for element in root.iter() if element.tag.endswith(("animate", "animateTransform"))]
    assert {element.attrib["repeatCount"] for element in animations} == {"indefinite"}
    assert {element.attrib["dur"] for element in animations} == {"3.5s"}
    for element in animations:
        times = [float(time) for time in element.attrib["keyTimes"].split(";")]
        assert times[0] == 0
        assert times == sorted(times)
        assert max(times) <= 1
        assert len(times) == len(element.attrib["values"].split(";"))


def test_a_seat_sees_its_own_side_of_a_hidden_game() -> None:
    positions = [position for (position, _), _ in zip(random_moves(game("barrage"), 2), range(4), strict=False)]
    assert "red-marshal" in svg.game(positions, seat="red")
    assert "blue-marshal" not in svg.game(positions, seat="red")
    assert "red-marshal" not in svg.game(positions)


def test_a_game_without_positions_is_refused() -> None:
    with pytest.raises(DameroError, match="BAD_GAME_LENGTH"):
        svg.game([])
