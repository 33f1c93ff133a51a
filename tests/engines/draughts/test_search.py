"""The search: what it must find, when it must stop, and what it must not mistake."""

from __future__ import annotations

import random
import threading
from functools import lru_cache

import pytest

from damero.domain.draughts.board import Board
from damero.domain.draughts.position import Position, initial, read_position
from damero.domain.draughts.rules import Player, Rules
from damero.domain.draughts.variants import (
    BRAZILIAN,
    CHECKERS,
    DRAFTI_FEDERATION,
    ENGLISH,
    INTERNATIONAL,
    ITALIAN,
    POOL,
    RUSSIAN,
    SPANISH,
    SPANISH_FEDERATION,
    VARIANTS,
)
from damero.engines.draughts.board import pieces_of
from damero.engines.draughts.evaluate import Evaluation
from damero.engines.draughts.kernel import Kernel
from damero.engines.draughts.search import Search, Thought
from damero.engines.draughts.weights import hand_made

SURE_WIN = 29_000
every_variant = pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)


@lru_cache
def searcher(rules: Rules) -> Search:
    return Search(rules, Kernel(rules), Evaluation(rules, hand_made(rules)))


def think(position: Position, **limits: object) -> Thought:
    return searcher(position.rules).think(  # type: ignore[arg-type]
        pieces_of(position.board),
        black=position.turn is Player.BLACK,
        past=[(pieces_of(board), player is Player.BLACK) for board, player in position.seen],
        quiet_plies=position.quiet_plies,
        ending_count=position.ending_count,
        **limits,
    )


def wins_within(position: Position, plies: int) -> bool:
    """Whether the side to move can force a win within this many plies, by the readable rules alone."""
    if position.outcome:
        return False
    return plies > 0 and any(loses_within(position.play(move), plies - 1) for move in position.legal_moves())


def loses_within(position: Position, plies: int) -> bool:
    if position.outcome:
        return position.outcome.winner == position.turn.opponent
    return plies > 0 and all(wins_within(position.play(move), plies - 1) for move in position.legal_moves())


def random_endings(rules: Rules, number: int, seed: int) -> list[Position]:
    chance = random.Random(seed)
    found = []
    while len(found) < number:
        squares = chance.sample(range(5, 29), 5)
        men = ",".join(f"{chance.choice(('', 'K'))}{square}" for square in squares[:3])
        enemies = ",".join(map(str, squares[3:]))
        found.append(read_position(rules, f"W:W{men}:B{enemies}"))
    return [position for position in found if not position.outcome]


@pytest.mark.parametrize("rules", [RUSSIAN, SPANISH_FEDERATION, CHECKERS, ENGLISH, ITALIAN], ids=lambda rules: rules.id)
def test_forced_wins_are_found_and_none_is_invented(rules: Rules) -> None:
    for position in random_endings(rules, 12, seed=1):
        thought = think(position, depth=3)
        if thought.score >= SURE_WIN:
            assert wins_within(position, 30_000 - thought.score), position.text
        if wins_within(position, 3):
            assert thought.score >= SURE_WIN, position.text


@every_variant
def test_the_line_is_legal_and_begins_with_the_best_move(rules: Rules) -> None:
    position = initial(rules)
    thought = think(position, depth=7)
    assert thought.line[0] == thought.best
    assert len(thought.line) >= 5
    for path, captured, promotes in thought.line:
        meant = (path[0], path[-1], frozenset(captured), promotes)
        position = position.play(next(move for move in position.legal_moves() if move.identity == meant))


@every_variant
def test_a_limit_of_nodes_is_kept_to_the_node(rules: Rules) -> None:
    assert think(initial(rules), nodes=12_345).nodes == 12_345


def test_a_limit_of_depth_is_kept() -> None:
    assert think(initial(RUSSIAN), depth=6).depth == 6


def test_a_time_limit_ends_a_search_that_has_no_other_limit() -> None:
    search, pieces = searcher(INTERNATIONAL), pieces_of(Board.create_initial(10, 4))
    thought = search.think(pieces, black=False, seconds=0.05)
    assert thought.best in Kernel(INTERNATIONAL).moves(pieces, black=False)


def test_thinking_ends_when_another_thread_says_so() -> None:
    search, pieces = searcher(SPANISH), pieces_of(Board.create_initial())
    threading.Timer(0.05, search.stop).start()
    thought = search.think(pieces, black=False, depth=50)
    assert thought.best in Kernel(SPANISH).moves(pieces, black=False)


def test_a_search_stopped_before_it_began_still_has_a_legal_move_and_can_be_used_again() -> None:
    search, pieces = searcher(SPANISH), pieces_of(Board.create_initial())
    search.stop()
    assert search.think(pieces, black=False, depth=50).best in Kernel(SPANISH).moves(pieces, black=False)
    assert search.think(pieces, black=False, depth=5).depth == 5


def test_two_threads_search_together() -> None:
    thought = think(initial(RUSSIAN), depth=9, threads=2)
    assert thought.depth == 9
    assert thought.nodes > think(initial(RUSSIAN), depth=5).nodes


def test_the_same_seed_gives_the_same_thought() -> None:
    thoughts = [think(initial(SPANISH), nodes=3_000, seed=seed, variety=20) for seed in (7, 7)]
    assert thoughts[0] == thoughts[1]


def test_seeds_choose_among_moves_that_are_nearly_as_good() -> None:
    best = think(initial(SPANISH), depth=5).score
    thoughts = [think(initial(SPANISH), depth=5, seed=seed, variety=12) for seed in range(30)]
    assert len({thought.best for thought in thoughts}) > 1
    # The choice is exact up to what the reductions of late moves leave open.
    assert min(thought.score for thought in thoughts) >= best - 12 - 6


def test_who_remembers_finds_again_what_it_found_with_less_work() -> None:
    search, pieces = (
        Search(RUSSIAN, Kernel(RUSSIAN), Evaluation(RUSSIAN, hand_made(RUSSIAN))),
        pieces_of(Board.create_initial()),
    )
    first, forgetful = (search.think(pieces, black=False, depth=9) for _ in range(2))
    assert first == forgetful
    fresh, remembering = (search.think(pieces, black=False, depth=9, remembers=True) for _ in range(2))
    assert fresh == first
    assert remembering.nodes < first.nodes / 2


def test_a_side_without_moves_has_nothing_to_think_about() -> None:
    with pytest.raises(ValueError, match="no move"):
        searcher(SPANISH).think(((), (), (1,), ()), black=False, depth=3)


def test_the_only_move_is_played_at_once() -> None:
    position = read_position(RUSSIAN, "W:W22:B18,1,2,3,5,6")
    assert think(position, seconds=3600.0).best == ((22, 15), (18,), False)


def test_a_won_man_is_taken_without_much_thought() -> None:
    """22x15 wins a man for nothing, 22x13 is taken back."""
    position = read_position(RUSSIAN, "W:W22,31,32,30:B17,18,6,1,4")
    assert think(position, seconds=3600.0, ample=0.2).best == ((22, 15), (18,), False)


def test_a_player_that_overlooks_recaptures_takes_the_poisoned_man() -> None:
    """22x15 must be played and 11x18 takes back: the blind player sees a man won, the other an exchange."""
    position = read_position(SPANISH, "W:W22,31:B18,11,8")
    seeing, blind = think(position, depth=1), think(position, depth=1, quiescent=False)
    assert blind.score > seeing.score + 50


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (RUSSIAN, "W:WK1,K2,K3:BK32"),
        (RUSSIAN, "W:WK1,18:BK32"),
        (SPANISH_FEDERATION, "W:WK29,K30,K31:BK1"),
        (SPANISH_FEDERATION, "W:WK29,K30,K31:BK4"),
        (DRAFTI_FEDERATION, "W:WK1,K2:BK32"),
        (DRAFTI_FEDERATION, "B:WK1,K2,K3:BK32"),
        (BRAZILIAN, "W:WK1,K2:BK32"),
        (POOL, "W:WK1,K2,K3:BK32"),
        (INTERNATIONAL, "W:WK1,K2,K3:BK50"),
        (SPANISH, "W:WK1,K2:BK32"),
    ],
)
def test_draw_rules_are_seen_by_the_search_as_by_the_referee(rules: Rules, text: str) -> None:
    chance = random.Random(5)
    drawn = 0
    for _ in range(2):
        position = read_position(rules, text)
        while not position.outcome:
            after = [position.play(move) for move in position.legal_moves()]
            ended = [each.outcome is not None and each.outcome.winner is None for each in after]
            score = think(position, depth=1, quiescent=False).score
            drawn += all(ended)
            assert score == 0 or not all(ended), position
            assert score != 0 or any(ended) or can_capture(position) or are_equal(position), position
            position = chance.choice([each for each in after if not can_capture(each)] or after)
    assert drawn > 0


def are_equal(position: Position) -> bool:
    return position.board.force(Player.WHITE) == position.board.force(Player.BLACK)


def can_capture(position: Position) -> bool:
    return any(move.is_capture for move in position.legal_moves())


def test_the_winner_does_not_repeat_itself_into_a_draw() -> None:
    position = read_position(SPANISH, "W:WK1,K4,K30,K31:BK18")
    for _ in range(40):
        if position.outcome:
            break
        path, captured, promotes = think(position, depth=9).best
        meant = (path[0], path[-1], frozenset(captured), promotes)
        position = position.play(next(move for move in position.legal_moves() if move.identity == meant))
    assert position.outcome is not None
    assert position.outcome.winner == "white"
