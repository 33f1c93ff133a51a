"""The two-square rule and the chase rule, in games that are played move by move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from tests.domain.stratego.positions import (
    BARRAGE_GAME,
    EVERY_GAME,
    FEDERATION_GAME,
    STRATEGO_GAME,
    moves_of,
    play_all,
    stand,
)
from tests.plies import move_texts

from damero.domain.errors import IllegalMove
from damero.domain.stratego import GameState, Position, StrategoGame
from damero.domain.stratego.board import INDEX, NEIGHBOURS
from damero.domain.stratego.history import borders, chase_bans
from damero.domain.stratego.notation import Step

FLAGS = {"a1": "M", "j10": "Y"}
FEDERATION_PLAY = (FEDERATION_GAME, BARRAGE_GAME)


def refused(state: GameState, text: str) -> str:
    assert text not in moves_of(state)
    with pytest.raises(IllegalMove) as refusal:
        state.play(text)
    return refusal.value.code


def facing(game: StrategoGame, **letters: str) -> GameState:
    """Red to move; Blue has a scout that can wait on the top row for ever without repeating itself."""
    return stand("r", game=game, **{**FLAGS, "a10": "P", **letters})


def waiting() -> Iterator[str]:
    """Blue's waiting moves: a scout walks along the top row, one square at a time, and comes back."""
    row = "abcdefghi"
    while True:
        yield from (f"{here}10-{there}10" for here, there in pairwise(row))
        yield from (f"{here}10-{there}10" for here, there in pairwise(reversed(row)))


def alternate(state: GameState, moves: str) -> GameState:
    """Red's moves with Blue waiting in between; Red is to move again."""
    blues = waiting()
    for text in moves.split():
        state = state.play(text).play(next(blues))
    return state


def test_stratego_refuses_the_third_move_between_two_squares() -> None:
    state = alternate(facing(STRATEGO_GAME, e4="L"), "e4-e5 e5-e4")
    assert refused(state, "e4-e5") == "TWO_SQUARE_RULE"
    assert {"e4-d4", "e4-f4", "e4-e3"} <= moves_of(state)


@pytest.mark.parametrize("game", FEDERATION_PLAY)
def test_the_federation_refuses_the_fourth_move_between_two_squares(game: StrategoGame) -> None:
    state = alternate(facing(game, e4="L"), "e4-e5 e5-e4")
    assert "e4-e5" in moves_of(state)
    state = alternate(facing(game, e4="L"), "e4-e5 e5-e4 e4-e5")
    assert refused(state, "e5-e4") == "TWO_SQUARE_RULE"
    assert {"e5-f5", "e5-e6"} <= moves_of(state)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_move_of_another_piece_starts_the_count_anew(game: StrategoGame) -> None:
    shuttle = "e4-e5 e5-e4" if game is STRATEGO_GAME else "e4-e5 e5-e4 e4-e5"
    back = "e4-e5" if game is STRATEGO_GAME else "e5-e4"
    state = alternate(facing(game, e4="L", j1="K"), f"{shuttle} j1-j2")
    assert back in moves_of(state)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_move_elsewhere_of_the_same_piece_starts_the_count_anew(game: StrategoGame) -> None:
    state = alternate(facing(game, e4="L"), "e4-e5 e5-e4 e4-f4 f4-e4")
    assert "e4-e5" in moves_of(state)


def test_the_rule_holds_for_blue_and_whatever_red_does() -> None:
    state = stand("b", e7="W", a1="D", b1="M", j10="Y")
    state = play_all(state, "e7-e6 a1-a2 e6-e7 a2-a7")
    assert refused(state, "e7-e6") == "TWO_SQUARE_RULE"


def test_an_attack_that_wins_counts_as_a_move() -> None:
    state = stand("r", e4="L", e5="R", a10="P", **FLAGS)
    state = play_all(state, "e4xe5 a10-b10 e5-e4 b10-c10")
    assert refused(state, "e4-e5") == "TWO_SQUARE_RULE"


def test_the_rule_also_forbids_an_attack() -> None:
    state = stand("r", e4="L", e6="R", a10="P", **FLAGS)
    state = play_all(state, "e4-e5 a10-b10 e5-e4 e6-e5")
    assert refused(state, "e4xe5") == "TWO_SQUARE_RULE"


def test_in_stratego_a_scout_may_end_its_line_elsewhere() -> None:
    state = alternate(facing(STRATEGO_GAME, e4="D"), "e4-e6 e6-e4")
    assert refused(state, "e4-e6") == "TWO_SQUARE_RULE"
    assert {"e4-e5", "e4-e7"} <= moves_of(state)


@pytest.mark.parametrize("game", FEDERATION_PLAY)
def test_in_the_federations_game_a_scouts_line_counts_by_the_stretch_it_crosses(game: StrategoGame) -> None:
    state = alternate(facing(game, e4="D"), "e4-e6 e6-e4 e4-e7")
    assert refused(state, "e7-e5") == "TWO_SQUARE_RULE"
    assert refused(state, "e7-e1") == "TWO_SQUARE_RULE"
    assert {"e7-e6", "e7-e8", "e7-a7"} <= moves_of(state)


@pytest.mark.parametrize("game", FEDERATION_PLAY)
def test_lines_without_a_common_stretch_do_not_add_up(game: StrategoGame) -> None:
    state = alternate(facing(game, e4="D"), "e4-e5 e5-e4 e4-e8 e8-e5")
    assert {"e5-e4", "e5-e6", "e5-e8"} <= moves_of(state)


def test_borders_are_the_same_both_ways() -> None:
    up, down = borders(INDEX["e4"], INDEX["e7"]), borders(INDEX["e7"], INDEX["e4"])
    assert up == down
    assert len(up) == 3
    assert len(borders(INDEX["a4"], INDEX["j4"])) == 9


RING = ["b7", "c7", "d7", "e7", "e6", "e5", "e4", "d4", "c4", "b4", "b5", "b6"]
"""The twelve squares around the left lake, in order."""


def hunted(game: StrategoGame, laps: int) -> GameState:
    """A red marshal on b6 has driven a blue general from c7 around the lake; Red is to move."""
    state = stand("r", game=game, b6="L", c7="W", j1="K", **FLAGS)
    for step in range(12 * laps):
        chaser, prey = RING[(step - 1) % 12], RING[(step + 1) % 12]
        state = state.play(f"{chaser}-{RING[step % 12]}").play(f"{prey}-{RING[(step + 2) % 12]}")
    return state


@pytest.mark.parametrize("game", FEDERATION_PLAY)
def test_a_chase_around_a_lake_may_not_close_its_circle(game: StrategoGame) -> None:
    state = hunted(game, laps=1)
    assert state.board.piece_at(Position(4, 1)) is not None
    assert refused(state, "b6-b7") == "CHASE_RULE"
    assert {"b6-a6", "b6-b5", "j1-i1"} <= moves_of(state)


def test_stratego_knows_no_chase_rule() -> None:
    assert "b6-b7" in moves_of(hunted(STRATEGO_GAME, laps=2))


def test_the_hunted_side_may_repeat_what_it_likes() -> None:
    state = hunted(FEDERATION_GAME, laps=1).play("j1-i1")
    assert {"c7-d7", "c7-c8", "c7-b7"} <= moves_of(state)


def test_a_pause_of_the_chaser_ends_the_chase() -> None:
    state = hunted(FEDERATION_GAME, laps=1).play("j1-i1").play("c7-c8").play("i1-h1").play("c8-c7")
    assert "b6-b7" in moves_of(state)


def test_a_reply_that_does_not_evade_ends_the_chase() -> None:
    """Blue answers the threat on c7 by moving another piece: the chase starts anew after it."""
    state = stand("r", game=FEDERATION_GAME, b6="L", c7="T", h8="S", **FLAGS)
    state = state.play("b6-b7").play("c7-d7").play("b7-c7").play("h8-h9").play("c7-b7").play("d7-c7")
    assert chase_bans(steps_of(state)) == frozenset()


def test_going_straight_back_is_left_to_the_two_square_rule() -> None:
    """The chaser follows a10–b10 from a9 and b9; the hunted piece runs out of moves first."""
    state = stand("r", game=FEDERATION_GAME, a8="L", a10="T", c10="N", j10="Y", h8="S", a1="M")
    state = play_all(state, "a8-a9 a10-b10 a9-b9 b10-a10")
    assert "b9-a9" in moves_of(state)
    state = play_all(state, "b9-a9 a10-b10 a9-b9")
    assert refused(state, "b10-a10") == "TWO_SQUARE_RULE"
    assert "b10xb9" in moves_of(state)


def test_a_capture_ends_the_past_of_a_chase_but_may_begin_one() -> None:
    state = stand("r", game=FEDERATION_GAME, b6="L", b7="R", c7="T", j1="F", **FLAGS)
    state = state.play("b6xb7").play("c7-d7")
    for step in range(1, 12):
        state = state.play(f"{RING[step - 1]}-{RING[step]}").play(f"{RING[(step + 1) % 12]}-{RING[(step + 2) % 12]}")
    assert refused(state, "b6-b7") == "CHASE_RULE"


def steps_of(state: GameState) -> list[Step]:
    return [ply.step for ply in state.plies]


Numbered = dict[int, tuple[str, int]]
"""By square: the side and the number of the piece there."""


def by_definition(state: GameState) -> frozenset[tuple[int, int]]:
    """The chase rule word by word: every candidate is tried on a board of numbered pieces."""
    boards = numbered_boards(state)
    steps = steps_of(state)
    first = len(steps)
    evaders: set[tuple[str, int]] = set()
    while first >= 2:
        threat, evasion = steps[first - 2], steps[first - 1]
        chaser, prey = boards[first - 1].get(threat.target), boards[first - 1][evasion.origin]
        beside = evasion.origin in NEIGHBOURS[threat.target]
        if evasion.attacks or chaser is None or chaser[0] == prey[0] or not beside:
            break
        evaders.add(prey)
        first -= 2
    seen = [boards[after] for after in range(first + 1, len(boards), 2)]
    return frozenset(way for way in _ways(state) if _is_banned(boards[-1], way, seen, evaders, steps))


def _is_banned(
    board: Numbered, way: tuple[int, int], seen: list[Numbered], evaders: set[tuple[str, int]], steps: list[Step]
) -> bool:
    origin, target = way
    if target in board or not seen:
        return False
    after = {**{square: piece for square, piece in board.items() if square != origin}, target: board[origin]}
    threatens = any(after.get(near) in evaders for near in NEIGHBOURS[target])
    goes_back = (steps[-2].target, steps[-2].origin) == way
    return after in seen and threatens and not goes_back


def _ways(state: GameState) -> set[tuple[int, int]]:
    plain = GameState(state.board, side=state.side)
    return {(found.origin.cell, found.target.cell) for found in plain.legal_moves()}


def numbered_boards(state: GameState) -> list[Numbered]:
    """The boards from the start of the record on, with pieces told apart by side and number."""
    board = {cell: (piece.side.value, cell) for cell, piece in enumerate(state.board.cells) if piece}
    fallen = 1000
    boards = [board]
    mover = state.side.opponent.value
    for number, step in enumerate(reversed(steps_of(state))):
        board = dict(boards[0])
        side = mover if number % 2 == 0 else state.side.value
        if not step.attacks:
            board[step.origin] = board.pop(step.target)
        else:
            fallen += 2
            standing = board.pop(step.target, None)
            other = "blue" if side == "red" else "red"
            board[step.origin] = standing if standing and standing[0] == side else (side, fallen)
            board[step.target] = standing if standing and standing[0] == other else (other, fallen + 1)
        boards.insert(0, board)
    return boards


def restless_game(seed: int, plies: int) -> Iterator[GameState]:
    """Two hunters and two hares on a bare board: Red goes beside the hares, they run."""
    draw = random.Random(seed)
    state = stand("r", game=FEDERATION_GAME, d9="L", b8="K", c10="T", e10="S", **FLAGS)
    for _ in range(plies):
        if state.outcome:
            return
        yield state
        quiet = [found for found in state.legal_moves() if not found.attacks] or list(state.legal_moves())
        keen = [found for found in quiet if _is_keen(state, found.origin.cell, found.target.cell)]
        state = state.play(draw.choice(keen if keen and draw.random() < 0.95 else quiet))


def _is_keen(state: GameState, origin: int, target: int) -> bool:
    enemies = {place.cell for place, piece in state.board.pieces_of(state.side.opponent) if piece.rank.is_movable}
    if state.side.value == "red":
        return bool(enemies & set(NEIGHBOURS[target]))
    return bool(enemies & set(NEIGHBOURS[origin]))


def check_chases(seeds: range, plies: int) -> int:
    banned = 0
    for seed in seeds:
        for state in restless_game(seed, plies):
            found = chase_bans(steps_of(state)) & _ways(state)
            assert found == by_definition(state), move_texts(state)
            banned += len(found)
    return banned


def test_the_chase_rule_agrees_with_its_definition_in_restless_games() -> None:
    assert check_chases(range(6), plies=150) > 0


@pytest.mark.slow
def test_the_chase_rule_agrees_with_its_definition_in_many_restless_games() -> None:
    assert check_chases(range(100, 150), plies=250) > 20
