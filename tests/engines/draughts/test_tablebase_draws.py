"""Tables know the draw rules: against a search of every line by the referee, and in the search that asks them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from damero.domain.draughts import Position
from damero.domain.draughts.board import Board, king, man
from damero.domain.draughts.position import read_position, set_up
from damero.domain.draughts.rules import Counted, Draws, EqualKings, KingsEnding, Player, Rules
from damero.domain.draughts.variants import BRAZILIAN, CHECKERS, DRAFTI_FEDERATION, ENGLISH, POOL, RUSSIAN
from damero.engines.draughts.board import pieces_of
from damero.engines.draughts.evaluate import Evaluation
from damero.engines.draughts.kernel import Kernel
from damero.engines.draughts.search import Search
from damero.engines.draughts.tablebase.build import Builder
from damero.engines.draughts.tablebase.draw_limits import Limit, limit_of, plies_left
from damero.engines.draughts.tablebase.slice_file import shapes
from damero.engines.draughts.tablebase.slice_index import pieces_at, slice_size
from damero.engines.draughts.tablebase.tables import Result, Tablebase, Verdict
from damero.engines.draughts.weights import hand_made

Known: TypeAlias = dict[tuple[Board, Player, int, int], Result]

NEVER = 1 << 30
HURRIED = {
    "few plies": replace(ENGLISH, draws=Draws(no_progress=4, repetition=NEVER)),
    "few plies of flying kings": replace(RUSSIAN, draws=Draws(no_progress=2, repetition=NEVER)),
    "a duty of each piece": replace(CHECKERS, draws=Draws(no_progress=2, repetition=NEVER)),
    "equal kings": replace(
        ENGLISH, draws=Draws(no_progress=6, repetition=NEVER, material=(EqualKings(fewest=2, most=3, limit=4),))
    ),
    "moves of the weaker side": replace(
        ENGLISH,
        draws=Draws(
            no_progress=8,
            repetition=NEVER,
            material=(
                KingsEnding(("K v K",), limit=0),
                KingsEnding(("KK v K", "KM v K"), limit=2, counted=Counted.WEAK_SIDE),
            ),
        ),
    ),
    "moves of the stronger side": replace(
        ENGLISH,
        draws=Draws(
            no_progress=6,
            repetition=NEVER,
            material=(KingsEnding(("KK v K", "KM v K"), limit=2, counted=Counted.STRONG_SIDE),),
        ),
    ),
}


def random_kings(rules: Rules, count: int, seed: int) -> Iterator[Position]:
    """Two or three pieces, a man at most: with more men the referee would look at too many lines."""
    lots, kernel = random.Random(seed), Kernel(rules)
    few_men = [shape for pieces in (2, 3) for shape in shapes(pieces) if shape[0] + shape[2] <= 1]
    kinds = (man(Player.WHITE), king(Player.WHITE), man(Player.BLACK), king(Player.BLACK))
    while count:
        shape = lots.choice(few_men)
        squares = pieces_at(kernel, *shape, lots.randrange(slice_size(*shape)))
        if squares is not None:
            count -= 1
            yield set_up(
                rules, ((s, kind) for kind, each in zip(kinds, squares, strict=True) for s in each), Player.WHITE
            )


def by_every_line(position: Position, known: Known) -> Result:
    """What the referee's rules make of a position for its side to move. Counts only grow, so no line comes back."""
    if position.outcome is not None:
        return Result.DRAW if position.outcome.winner is None else Result.LOSS
    key = position.board, position.turn, position.quiet_plies, position.ending_count
    if key not in known:
        best = Result.LOSS
        for move in position.legal_moves():
            reply = by_every_line(position.play(move), known)
            if reply is Result.LOSS:
                best = Result.WIN
                break
            best = Result.DRAW if reply is Result.DRAW else best
        known[key] = best
    return known[key]


@pytest.mark.slow
@pytest.mark.parametrize("rules", HURRIED.values(), ids=HURRIED)
def test_results_are_those_of_every_line_with_fresh_counts_and_with_used_ones(rules: Rules, tmp_path: Path) -> None:
    Builder(rules, tmp_path).build(3)
    tables, known, seen = Tablebase(rules, tmp_path), Known(), set()
    for position in random_kings(rules, 12, seed=3):
        for used in range(0, rules.draws.no_progress, 2):
            later = replace(position, quiet_plies=used)
            verdict = tables.ask(later)
            assert verdict is not None
            if later.outcome is None:
                assert verdict.result is by_every_line(later, known), (later.text, used)
                seen.add(verdict.result)
    assert Result.DRAW in seen
    assert len(seen) > 1


def test_the_narrower_count_binds() -> None:
    assert limit_of(RUSSIAN, (0, 3, 0, 1)) == Limit(30, men_convert=True)
    assert limit_of(RUSSIAN, (1, 1, 0, 1)) == Limit(10, men_convert=False)
    assert limit_of(RUSSIAN, (1, 1, 1, 1)) == Limit(30, men_convert=True)
    assert limit_of(BRAZILIAN, (0, 2, 1, 1)) == limit_of(BRAZILIAN, (1, 1, 0, 2)) == Limit(10, men_convert=False)
    assert limit_of(ENGLISH, (2, 0, 0, 2)) == Limit(80, men_convert=True)


def test_a_count_of_one_side_lasts_twice_as_many_plies() -> None:
    """The stronger side has twelve moves against a king: the last is its own twelfth, or the reply before it."""
    assert limit_of(DRAFTI_FEDERATION, (0, 3, 0, 1)).plies == 23
    assert limit_of(DRAFTI_FEDERATION, (0, 1, 0, 3)).plies == 24
    assert limit_of(DRAFTI_FEDERATION, (0, 2, 0, 1)).plies == 10
    assert limit_of(DRAFTI_FEDERATION, (0, 1, 0, 2)).plies == 9
    assert limit_of(DRAFTI_FEDERATION, (0, 1, 0, 1)).plies == 0


def test_what_is_used_up_of_a_count_is_no_longer_left() -> None:
    position = read_position(DRAFTI_FEDERATION, "W:WK1,K5,K9:BK32")
    assert plies_left(position) == 23
    assert plies_left(replace(position, ending_count=4)) == 15
    assert plies_left(replace(position, quiet_plies=50)) == 10


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    folder = tmp_path_factory.mktemp("pool")
    Builder(POOL, folder).build(4)
    return Tablebase(POOL, folder)


THREE_AGAINST_ONE = "W:WK4,K8,K11:BK21"


def test_a_win_that_comes_too_late_is_a_draw(pool: Tablebase) -> None:
    position = read_position(POOL, THREE_AGAINST_ONE)
    won = pool.ask(position)
    assert won is not None
    assert won.result is Result.WIN
    limit = 26
    just_in_time = replace(position, ending_count=limit - won.plies, quiet_plies=limit - won.plies)
    assert pool.ask(just_in_time) == won
    assert pool.ask(replace(just_in_time, ending_count=limit - won.plies + 1)) == Verdict(Result.DRAW, 0)


def test_the_best_move_wins_with_the_last_ply_that_the_count_leaves(pool: Tablebase) -> None:
    position = read_position(POOL, THREE_AGAINST_ONE)
    won = pool.ask(position)
    assert won is not None
    position = replace(position, ending_count=26 - won.plies)
    while position.outcome is None:
        position = position.play(pool.ranked(position)[0][0])
    assert position.outcome.winner == "white"


@pytest.mark.parametrize(("used", "is_won"), [(0, True), (26 - 2, False)])
def test_a_search_believes_a_win_only_while_the_count_leaves_time_for_it(
    pool: Tablebase, used: int, is_won: bool
) -> None:
    position = read_position(POOL, THREE_AGAINST_ONE)
    won = pool.ask(position)
    assert won is not None
    assert won.plies > 2
    search = Search(POOL, Kernel(POOL), Evaluation(POOL, hand_made(POOL)), pool.for_search())
    thought = search.think(pieces_of(position.board), black=False, depth=4, quiet_plies=used, ending_count=used)
    assert (thought.score > 10_000) is is_won
    assert is_won or thought.score == 0


def test_where_equal_kings_are_drawn_at_once_no_table_promises_a_win(tmp_path: Path) -> None:
    """One king against one is over in the federation's game, even with a capture on the board."""
    Builder(DRAFTI_FEDERATION, tmp_path).build(3)
    tables = Tablebase(DRAFTI_FEDERATION, tmp_path)
    header = next(header for header in tables.headers() if header.shape == (0, 1, 0, 1))
    assert (header.wins, header.losses) == (0, 0)
    assert tables.ask(read_position(DRAFTI_FEDERATION, "W:WK20:BK11")) == Verdict(Result.DRAW, 0)
