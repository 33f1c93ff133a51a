"""What every game of the catalogue promises, asked through the protocol alone."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence
from functools import lru_cache

import pytest
from tests.conformance.promotion_race import RACE
from tests.plies import move_texts
from tests.random_play import finished_game, random_moves, random_position, shuffle_by
from tests.views import every_field

from damero.domain import reasons
from damero.domain.catalogue import GAMES
from damero.domain.errors import DameroError, IllegalMove
from damero.domain.game import Game, Move, Outcome, Position, Seat, View, next_squares

every_game = pytest.mark.parametrize("game", [*GAMES, RACE], ids=lambda game: game.info.id)


NUMBERS = range(3)
"""The random games that are looked at closely."""


@lru_cache
def played(game: Game, number: int) -> tuple[tuple[Position, Move], ...]:
    return tuple(random_moves(game, number))


@lru_cache
def ended(game: Game, number: int) -> Position:
    last, move = played(game, number)[-1]
    return last.play(move)


@lru_cache
def moments(game: Game) -> tuple[tuple[Position, Move], ...]:
    """Positions from random games, each with the move that was played: the start, and some of every phase."""
    chosen = []
    for number in NUMBERS:
        moves = played(game, number)
        chosen += [moves[0], *moves[1 + number :: max(1, len(moves) // 7)]]
    return tuple(chosen)


def positions(game: Game) -> list[Position]:
    return [position for position, _ in moments(game)]


def viewers(game: Game) -> tuple[Seat | None, ...]:
    return (*game.info.seats, None)


@every_game
def test_a_game_describes_itself(game: Game) -> None:
    info = game.info
    squares = [square.name for square in info.board.squares]
    places = [(square.row, square.column) for square in info.board.squares]
    kinds = [kind.id for kind in info.pieces]
    assert len(set(squares)) == len(squares) == len(set(places))
    assert all(row in range(info.board.rows) and column in range(info.board.columns) for row, column in places)
    assert len(set(kinds)) == len(kinds)
    assert all(len(kind.symbol) == 1 and 1 <= len(kind.label) <= 2 for kind in info.pieces)
    assert info.opponent(info.seats[0]) == info.seats[1]
    assert info.title
    assert info.summary


def test_ids_are_unique() -> None:
    ids = [game.info.id for game in GAMES]
    assert len(set(ids)) == len(ids)


@every_game
def test_the_first_seat_acts_first(game: Game) -> None:
    start = game.initial(shuffle_by(1))
    assert start.to_move == game.info.seats[0]
    assert start.outcome is None
    assert move_texts(start) == ()


@every_game
def test_there_are_legal_moves_until_the_end_and_none_after(game: Game) -> None:
    for number in NUMBERS:
        assert all(position.to_move in game.info.seats for position, _ in played(game, number))
        over = ended(game, number)
        assert over.outcome is not None
        assert over.outcome.winner in viewers(game)
        assert over.to_move is None
        assert over.legal_moves() == over.routes() == ()
        assert all(over.view(seat).legal_moves() == () for seat in viewers(game))


@every_game
def test_nothing_is_played_after_the_end(game: Game) -> None:
    over, (_, move) = ended(game, 2), played(game, 2)[-1]
    for refuse in (lambda: over.play(move), lambda: over.play(str(move)), lambda: over.find(move.squares)):
        with pytest.raises(IllegalMove) as refused:
            refuse()
        assert refused.value.code == "GAME_NOT_ACTIVE"


@every_game
def test_a_legal_move_can_be_given_as_itself_as_text_and_as_squares(game: Game) -> None:
    for position in positions(game):
        for move in position.legal_moves():
            after = position.play(move)
            assert position.play(str(move)) == after
            assert position.play(position.read_move(str(move))) == after
            assert position.play(position.find(move.squares)) == after


@every_game
def test_a_legal_move_is_listed_once(game: Game) -> None:
    for position in positions(game):
        texts = [str(move) for move in position.legal_moves()]
        assert len(set(texts)) == len(texts)
        assert len({effect(move) for move in position.legal_moves()}) == len(texts)


def effect(move: Move) -> tuple[str, str, frozenset[str]]:
    return move.squares[0], move.squares[-1], frozenset(move.taken)


@every_game
def test_every_route_is_a_legal_move_and_every_legal_move_has_a_route(game: Game) -> None:
    for position in positions(game):
        assert {effect(route) for route in position.routes()} == {effect(move) for move in position.legal_moves()}


@every_game
def test_squares_that_are_no_legal_move_are_refused_and_change_nothing(game: Game) -> None:
    draw = random.Random(game.info.id)
    names = [square.name for square in game.info.board.squares]
    for position in positions(game):
        before = position.text, move_texts(position), position.to_move
        legal = {effect(move) for move in position.legal_moves()}
        for _ in range(60):
            squares = draw.choices(names, k=draw.choice((1, 2, 2, 2, 3)))
            try:
                found = position.find(squares)
            except IllegalMove as refused:
                told = refused
                assert tuple(squares) not in {route.squares for route in position.routes()}, told
            else:
                assert effect(found) in legal
        assert (position.text, move_texts(position), position.to_move) == before


@every_game
def test_a_refusal_has_a_code_and_a_sentence(game: Game) -> None:
    names = [square.name for square in game.info.board.squares]
    codes = set()
    for position in positions(game):
        for squares in ([names[0], names[-1]], [names[-1], names[0]], [names[3], names[3]], ["nowhere"], []):
            with pytest.raises(DameroError) as refused:
                position.find(squares)
            codes.add(refused.value.code)
            assert refused.value.sentence[-1] in ".?!"
            assert set(refused.value.squares) <= {*names, *squares}
    assert all(code.isupper() for code in codes)


@every_game
def test_moves_of_other_positions_are_played_only_where_they_are_legal(game: Game) -> None:
    texts = {str(move) for position in positions(game) for move in position.legal_moves()}
    some = random.Random(game.info.id).sample(sorted(texts), min(40, len(texts)))
    for position in positions(game):
        legal = {effect(move) for move in position.legal_moves()}
        for text in some:
            found = read_or_none(position, text)
            assert (found is None) or effect(found) in legal
            assert found is not None or text not in {str(move) for move in position.legal_moves()}


def read_or_none(position: Position, text: str) -> Move | None:
    try:
        return position.read_move(text)
    except DameroError:
        return None


@every_game
@pytest.mark.parametrize("text", ["", " ", "?", "x", "-", "a1", "99-98", "1x", "ü-é", "a" * 10_000, "1-2-3-4", "\x00"])
def test_nonsense_is_refused_with_a_sentence(game: Game, text: str) -> None:
    readers = (game.read_position, game.read_view, game.initial(shuffle_by(4)).play)
    for read in readers:
        with pytest.raises(DameroError) as refused:
            read(text)
        assert refused.value.sentence


@every_game
def test_playing_changes_nothing_but_makes_a_new_position(game: Game) -> None:
    for position, move in moments(game):
        before = pickle.dumps((position.text, move_texts(position), position.outcome))
        after = position.play(move)
        assert pickle.dumps((position.text, move_texts(position), position.outcome)) == before
        assert len(after.plies) == len(position.plies) + 1
        assert move_texts(after)[:-1] == move_texts(position)


@every_game
def test_a_position_is_read_as_it_was_written(game: Game) -> None:
    for position in [*positions(game), ended(game, 1)]:
        assert game.read_position(position.text).text == position.text


@every_game
def test_a_view_is_read_as_it_was_written(game: Game) -> None:
    for position in positions(game):
        text = position.view(position.to_move).text
        read = game.read_view(text)
        assert read.text == text
        assert read.seat == read.to_move
        assert read.legal_moves()


@every_game
def test_a_move_is_read_as_it_was_written(game: Game) -> None:
    for position in positions(game):
        for move in position.legal_moves():
            again = position.read_move(str(move))
            assert (str(again), effect(again)) == (str(move), effect(move))


@every_game
def test_the_record_replays_to_the_same_position(game: Game) -> None:
    for number in NUMBERS:
        live = ended(game, number)
        replayed = game.initial(shuffle_by(number))
        read = game.read_position(replayed.text)
        for text in move_texts(live):
            replayed, read = replayed.play(text), read.play(text)
        assert replayed == live
        assert (read.text, move_texts(read), read.outcome) == (live.text, move_texts(live), live.outcome)


@every_game
def test_a_ply_tells_who_moved_what_was_touched_taken_and_revealed(game: Game) -> None:
    squares = {square.name for square in game.info.board.squares}
    kinds = {kind.id for kind in game.info.pieces}
    for position, move in moments(game):
        ply = position.play(move).plies[-1]
        assert (ply.seat, ply.squares, ply.taken) == (position.to_move, move.squares, move.taken)
        assert {piece.square for piece in ply.revealed} <= squares
        assert {piece.kind for piece in ply.revealed} <= kinds


@every_game
def test_what_a_ply_reveals_a_spectator_did_not_know_before(game: Game) -> None:
    for position, move in moments(game):
        known = {shown.square: shown.kind for shown in position.view(None).pieces}
        revealed = position.play(move).plies[-1].revealed
        assert all(known[piece.square] != piece.kind for piece in revealed)
        assert not revealed or game.info.hidden or game.info.chance


@every_game
def test_a_move_is_read_as_the_squares_that_it_names(game: Game) -> None:
    for position in positions(game):
        for move in position.legal_moves():
            assert set(game.read_squares(str(move))) <= set(move.squares)


@every_game
def test_a_view_has_the_moves_of_the_seat_that_may_act(game: Game) -> None:
    for position in positions(game):
        for seat in viewers(game):
            view = position.view(seat)
            own = position.legal_moves() if seat == position.to_move else ()
            assert view.legal_moves() == own
            assert (view.seat, view.to_move, view.outcome) == (seat, position.to_move, None)
            assert view.info == game.info


@every_game
def test_a_view_speaks_of_squares_and_kinds_that_the_game_has_described(game: Game) -> None:
    squares = {square.name for square in game.info.board.squares}
    kinds = {kind.id for kind in game.info.pieces}
    for position in [*positions(game), ended(game, 0)]:
        for seat in viewers(game):
            view = position.view(seat)
            assert {shown.square for shown in view.pieces} <= squares
            assert len({shown.square for shown in view.pieces}) == len(view.pieces)
            assert {shown.kind for shown in view.pieces} | set(view.taken) | {kind for kind, _ in view.hidden} <= kinds
            assert all(count > 0 for _, count in view.hidden)
            assert len(view.plies) == len(position.plies)


@every_game
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_told(game: Game) -> None:
    for number, position in enumerate(positions(game)):
        for seat in viewers(game):
            view = position.view(seat)
            other = game.sample(view, shuffle_by(number))
            assert other.view(seat) == view
            claims = (*results(position), *results(other), *requests(game))
            assert told(other, seat, claims) == told(position, seat, claims)


def results(position: Position) -> list[str]:
    """What some legal moves would show here: another position must not answer such a claim otherwise."""
    moves = [move for move in position.legal_moves() if move.taken] or position.legal_moves()
    some = random.Random(len(position.plies)).sample(moves, min(8, len(moves)))
    return [position.play(move).plies[-1].text for move in some]


def told(position: Position, seat: Seat | None, requested: Sequence[str]) -> bytes:
    """All that the game would tell this seat: its view in full, and the answer to any request in its turn."""
    view: View = position.view(seat)
    shown = (view.text, view.pieces, view.taken, view.hidden, move_texts(view))
    answers = [every_field(view), *map(repr, shown)]
    if seat == position.to_move:
        answers += [answer(position, request) for request in requested]
    return "\n".join(answers).encode()


@lru_cache
def requests(game: Game) -> tuple[str, ...]:
    """Moves as they are asked for and as they are recorded, results included: some are legal, most are not."""
    recorded = move_texts(ended(game, 1))
    asked = [str(move) for position in positions(game) for move in position.legal_moves()]
    draw = random.Random(game.info.id)
    return (*draw.sample(recorded, min(20, len(recorded))), *draw.sample(asked, 20))


def answer(position: Position, text: str) -> str:
    try:
        return repr(effect(position.read_move(text)))
    except DameroError as refused:
        return f"{text}: {refused.code} {refused.sentence} {refused.squares}"


@every_game
def test_positions_and_views_can_be_pickled(game: Game) -> None:
    for position in positions(game):
        assert pickle.loads(pickle.dumps(position)) == position
        view = position.view(position.to_move)
        assert pickle.loads(pickle.dumps(view)) == view


@every_game
def test_a_move_can_be_made_square_by_square(game: Game) -> None:
    for position in positions(game):
        routes = position.routes()
        assert set(next_squares(routes, ())) == {route.squares[0] for route in routes}
        for route in routes:
            for depth in range(len(route.squares)):
                assert route.squares[depth] in next_squares(routes, route.squares[:depth])


@every_game
def test_everything_opens_at_the_end(game: Game) -> None:
    for number in NUMBERS:
        over = ended(game, number)
        assert {over.view(seat).text for seat in viewers(game)} == {over.text}
        assert all(over.view(seat).hidden == () for seat in viewers(game))
        assert len({over.view(seat).pieces for seat in viewers(game)}) == 1


def lively_game(game: Game, number: int) -> Position:
    """A random game in which every second choice is among the captures, so that much happens in few plies."""
    draw = random.Random(number)
    position = game.initial(shuffle_by(number))
    while position.outcome is None:
        moves = position.legal_moves()
        if draw.random() < 0.5:
            moves = tuple(move for move in moves if move.taken) or moves
        position = position.play(draw.choice(moves))
    return position


@pytest.mark.slow
@every_game
def test_random_games_end_for_a_reason_of_their_rules(game: Game) -> None:
    """Some purely random ones, and more in which captures are preferred."""
    ends = [finished_game(game, number) for number in range(1000, 1010)]
    ends += [lively_game(game, number) for number in range(1030, 1090)]
    assert all(
        end.outcome is not None and end.outcome.reason in reasons.SHARED.union(game.info.reasons) for end in ends
    )


@every_game
def test_an_end_that_the_board_does_not_show_opens_every_view(game: Game) -> None:
    position = random_position(game, 3, 10)
    assert position.outcome is None
    resigned = Outcome(game.info.seats[1], reasons.RESIGNATION)
    over = position.ended(resigned)
    assert (over.outcome, over.to_move, over.legal_moves()) == (resigned, None, ())
    opened = [over.view(seat) for seat in (*game.info.seats, None)]
    assert all(view.outcome == resigned and view.hidden == () for view in opened)
    assert len({view.pieces for view in opened}) == 1
    assert position.outcome is None
