"""What a seat may know, and that it learns nothing else."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

import pytest
from tests.domain.stratego.positions import BARRAGE_GAME, EVERY_GAME, STRATEGO_GAME, play_all, stand, text_of
from tests.domain.stratego.secrets import assert_alike, hidden_ranks, twin_of
from tests.plies import move_texts
from tests.random_play import shuffle_by

from damero.domain.errors import BadPosition
from damero.domain.game import Shown
from damero.domain.stratego import GameState, Piece, Rank, RulesViolationError, StrategoGame, View, view
from damero.domain.stratego.moves import Situation
from damero.domain.stratego.rules import Side
from damero.domain.stratego.view import Fight

VIEWERS = ("red", "blue", None)
FLAGS = {"a1": "M", "j10": "Y"}


def positions(game: StrategoGame, seed: int, every: int) -> Iterator[GameState]:
    """Some positions of a random game, the end included."""
    draw = random.Random(seed)
    state = game.initial(shuffle_by(seed))
    while state.outcome is None:
        if state.turn_number % every == seed % every:
            yield state
        state = state.play(draw.choice(state.legal_moves()))
    yield state


def compare_twins(game: StrategoGame, seed: int, every: int) -> int:
    """Compare positions of a random game with twins for every viewer; how many twins truly differed."""
    draw = random.Random(seed)
    different = 0
    for state in positions(game, seed, every):
        for seat in VIEWERS:
            twin = None if state.outcome else twin_of(state, seat, draw)
            if twin is not None:
                assert_alike(state, twin, seat, draw)
                different += hidden_ranks(state, seat) != hidden_ranks(twin, seat)
    return different


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_seat_learns_nothing_of_what_it_may_not_know(game: StrategoGame) -> None:
    assert sum(compare_twins(game, seed, every=60) for seed in range(2)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_seat_learns_nothing_in_hundreds_of_positions(game: StrategoGame) -> None:
    games = 6 if game is BARRAGE_GAME else 2
    assert sum(compare_twins(game, seed, every=12) for seed in range(100, 100 + games)) > 100


def bombs_shown(state: GameState, seat: Side | None) -> list[str]:
    seen = zip(state.board.cells, state.letters, honest_letters(state, seat), strict=True)
    return [letter if piece and piece.rank is Rank.BOMB else honest for piece, letter, honest in seen]


honest_letters = view._letters_seen
honest_fault = Situation.fault


def bombs_refused(situation: Situation, origin: int, target: int) -> RulesViolationError | None:
    standing = situation.cells[target]
    if isinstance(standing, Piece) and standing.rank is Rank.BOMB and standing.side is not situation.side:
        return RulesViolationError("There is a bomb.", code="BLOCKED")
    return honest_fault(situation, origin, target)


LEAKS = [(view, "_letters_seen", bombs_shown), (Situation, "fault", bombs_refused)]


@pytest.mark.parametrize(("owner", "name", "leak"), LEAKS, ids=["view", "refusal"])
def test_the_comparison_finds_a_leak(owner: object, name: str, leak: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner, name, leak)
    with pytest.raises(AssertionError):
        sum(compare_twins(STRATEGO_GAME, seed, every=10) for seed in range(4))


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_legal_moves_follow_from_the_view_alone(game: StrategoGame) -> None:
    for seed in range(3):
        for state in positions(game, seed, every=15):
            for seat in VIEWERS:
                expected = state.legal_moves() if seat == state.to_move else ()
                assert pickle.loads(pickle.dumps(state.view(seat))).legal_moves() == expected


def test_the_first_view_of_a_game_shows_only_the_own_army() -> None:
    start = STRATEGO_GAME.initial()
    seen = start.view("red")
    assert seen.text == "@" * 40 + start.text[40:]
    assert start.view("blue").text == start.text[:60] + "?" * 40 + " r"
    assert start.view(None).text == "@" * 40 + start.text[40:60] + "?" * 40 + " r"
    assert Counter(dict(seen.hidden)) == Counter(
        {f"blue-{rank.name.lower()}": count for rank, count in STRATEGO_GAME.rules.army}
    )
    assert sum(count for _, count in start.view(None).hidden) == 80
    assert (seen.seat, seen.to_move, seen.outcome) == ("red", "red", None)
    assert seen.taken == move_texts(seen) == seen.fights == ()
    assert seen.info == STRATEGO_GAME.info


def test_moves_mark_a_piece_and_fights_reveal_it_for_good() -> None:
    state = stand("r", e4="H", e6="R", d7="S", a10="W", **FLAGS)
    state = play_all(state, "e4-e5 d7-d8 e5xe6")
    for seat in ("blue", None):
        shown = {piece.square: piece for piece in state.view(seat).pieces}
        assert shown["e6"] == Shown("e6", "red-captain", ("moved", "revealed"))
        assert shown["a1"] == Shown("a1", "red-unknown", ())
    shown = {piece.square: piece for piece in state.view("red").pieces}
    assert shown["d8"] == Shown("d8", "blue-unknown", ("moved",))
    assert shown["a1"] == Shown("a1", "red-flag", ())
    later = play_all(state, "d8-d9 e6-e7")
    assert Shown("e7", "red-captain", ("moved", "revealed")) in later.view("blue").pieces


def test_the_record_of_a_fight_names_both_ranks_and_stays() -> None:
    state = play_all(stand("b", e5="T", e4="F", d4="I", a10="W", **FLAGS), "e5xe4 d4-d3")
    seen = state.view(None)
    assert seen.fights == (Fight(1, "e5", "e4", "blue-captain", "red-sergeant"),)
    assert seen.taken == ("red-sergeant",)
    assert move_texts(seen) == ("e5xe4=HF", "d4-d3")


def test_a_tie_shows_both_fallen_pieces_to_everyone() -> None:
    state = stand("r", e4="J", e5="V", a2="D", a9="P", **FLAGS).play("e4xe5")
    for seat in VIEWERS:
        seen = state.view(seat)
        assert seen.taken == ("red-colonel", "blue-colonel")
        assert seen.fights == (Fight(1, "e4", "e5", "red-colonel", "blue-colonel"),)


def test_a_long_move_shows_a_scout_and_a_short_one_does_not() -> None:
    state = stand("b", game=BARRAGE_GAME, c10="P", d10="P", a4="L", **FLAGS)
    assert dict(state.view("red").hidden)["blue-scout"] == 2
    assert dict(state.play("c10-c9").view("red").hidden)["blue-scout"] == 2
    assert dict(state.play("c10-c8").view("red").hidden)["blue-scout"] == 1
    assert Shown("c8", "blue-scout", ("moved", "revealed")) in state.play("c10-c8").view("red").pieces


@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_is_hidden_is_exactly_what_stands_unseen(game: StrategoGame) -> None:
    for state in positions(game, 7, every=30):
        for seat in VIEWERS:
            unseen = [] if state.outcome else hidden_ranks(state, seat)
            assert sum(count for _, count in state.view(seat).hidden) == len(unseen)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_after_the_end_everything_is_open(game: StrategoGame) -> None:
    *_, over = positions(game, 3, every=1000)
    for seat in VIEWERS:
        seen = over.view(seat)
        assert seen.text == over.text
        assert seen.hidden == ()
        assert seen.to_move is None
        assert seen.legal_moves() == ()


def test_a_view_has_no_fields_but_the_whitelisted_ones() -> None:
    names = {field.name for field in fields(View)}
    assert names == {
        *("rules", "seat", "side", "turn_number", "known", "moved"),
        *("revealed", "plies", "taken", "hidden", "outcome"),
    }
    assert not hasattr(STRATEGO_GAME.initial().view("red"), "__dict__")


def test_an_unknown_seat_has_no_view() -> None:
    with pytest.raises(BadPosition, match="green"):
        STRATEGO_GAME.initial().view("green")


def test_a_view_read_from_a_text_is_that_of_the_side_to_move() -> None:
    text = STRATEGO_GAME.initial().view("red").text
    assert STRATEGO_GAME.read_view(text) == STRATEGO_GAME.initial().view("red")
    assert STRATEGO_GAME.read_view(text).legal_moves() == STRATEGO_GAME.initial().legal_moves()
    seen = STRATEGO_GAME.read_view(text_of("r", e4="D", e6="@", d4="H", j9="W", **FLAGS))
    assert Shown("j9", "blue-general", ("revealed",)) in seen.pieces
    assert "e4xe6" in {str(move) for move in seen.legal_moves()}
