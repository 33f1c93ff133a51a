"""The table of draws: repetition, no progress, and every material row at its limit, one before, and started again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.domain.draughts.boards import RULES, at, numbered_alike

from damero.domain import reasons
from damero.domain.draughts import draws
from damero.domain.draughts.moves import Move, all_captures, board_after
from damero.domain.draughts.position import Position
from damero.domain.draughts.rules import Draws, KingsEnding, Player, Rules
from damero.domain.draughts.variants import VARIANTS
from damero.domain.game import Outcome

NO_PROGRESS = {
    "spanish": 60,
    "spanish-federation": 40,
    "checkers": 60,
    "drafti": 60,
    "drafti-federation": 60,
    "russian": 30,
    "brazilian": 40,
    "pool": 80,
    "english": 80,
    "italian": 80,
    "czech": 60,
    "international": 50,
}


PATHS = ({32, 28}, {1, 5}, {29, 25}, {4, 8}, {50, 45}, {1, 6})
"""Pairs of squares at the edge between which a king walks safely: a piece at the edge cannot be jumped."""

QUIET = {8: "W:WK32,K29,21:BK1,12", 10: "W:WK50,K46,36:BK1,15"}
"""Two kings and a man against a king and a man, by board size: no material row of any variant fits."""


def patient(start: Position, no_progress: int | None = None) -> Position:
    """The same game, but never drawn by repetition, so that kings may walk to and fro."""
    table = start.rules.draws
    table = replace(table, repetition=10_000, no_progress=no_progress or table.no_progress)
    return replace(start, rules=replace(start.rules, draws=table))


def is_calm(before: Position, move: Move) -> bool:
    """A quiet move after which the opponent can take nothing."""
    after = board_after(before.board, move)
    return not move.is_capture and not all_captures(after, before.turn.opponent, before.rules)


def stroll(start: Position, plies: int, *, men_at: tuple[int, ...] = ()) -> Position:
    """The position after this many quiet plies: kings walk their paths, and men move on the plies named."""
    current = start
    for ply in range(1, plies + 1):
        assert current.outcome is None, f"over after {ply - 1} plies"
        men = {square for square, piece in current.board.pieces_of(current.turn) if not piece.is_king}
        calm = [move for move in current.legal_moves() if is_calm(current, move)]
        wanted = [move for move in calm if (move.origin in men if ply in men_at else set(move.path) in PATHS)]
        current = current.play(wanted[0])
    return current


class TestRepetition:
    @pytest.mark.parametrize("variant", RULES)
    def test_the_third_time_is_a_draw_and_the_second_is_not(self, variant: str) -> None:
        once = stroll(numbered_alike(variant, QUIET[RULES[variant].size]), 4)
        assert (once.repetitions, once.outcome) == (2, None)
        almost = stroll(once, 3)
        assert (almost.repetitions, almost.outcome) == (2, None)
        assert stroll(almost, 1).outcome == Outcome(None, reasons.REPETITION)

    def test_the_same_board_with_the_other_side_to_move_is_no_repetition(self) -> None:
        start = at("spanish", "W:WK29,32:BK1,9")
        around = start.play("29-25").play("1-5").play("25-22").play("5-1").play("22-29")
        assert around.board == start.board
        assert around.repetitions == 1

    def test_a_mans_move_puts_older_positions_out_of_reach(self) -> None:
        position = at("spanish", "W:WK29,32:BK1,9").play("29-25").play("1-5")
        assert len(position.seen) == 2
        assert position.play("32-28").seen == ()

    def test_every_variant_draws_at_the_third_time(self) -> None:
        assert {RULES[variant].draws.repetition for variant in NO_PROGRESS} == {3}


class TestNoProgress:
    @pytest.mark.parametrize("variant", NO_PROGRESS)
    def test_the_limit_draws_and_one_ply_less_does_not(self, variant: str) -> None:
        limit = NO_PROGRESS[variant]
        start = patient(numbered_alike(variant, QUIET[RULES[variant].size]))
        before = stroll(start, limit - 1)
        assert (before.quiet_plies, before.outcome) == (limit - 1, None)
        assert stroll(before, 1).outcome == Outcome(None, reasons.NO_PROGRESS)

    @pytest.mark.parametrize("variant", NO_PROGRESS)
    def test_a_mans_move_starts_the_count_again(self, variant: str) -> None:
        limit = NO_PROGRESS[variant]
        start = patient(numbered_alike(variant, QUIET[RULES[variant].size]))
        after = stroll(start, limit, men_at=(limit,))
        assert (after.quiet_plies, after.outcome) == (0, None)

    def test_a_capture_starts_the_count_again(self) -> None:
        position = replace(at("spanish", "W:WK29,30:B22,3"), quiet_plies=59)
        assert position.play("29x18").quiet_plies == 0

    def test_a_win_on_the_last_ply_goes_before_the_draw(self) -> None:
        position = replace(at("spanish", "W:WK29:B25"), quiet_plies=59)
        assert position.play("29x22").outcome == Outcome("white", reasons.NO_PIECES)


MATERIAL = [
    ("spanish-federation", "W:WK4,K24,K25:BK1", 24),
    ("spanish-federation", "B:WK32:BK8,K9,K29", 24),
    ("drafti-federation", "W:WK32:BK1", 0),
    ("drafti-federation", "W:WK32,K30:BK1", 10),
    ("drafti-federation", "B:WK32,K30:BK1", 9),
    ("drafti-federation", "W:WK32,21:BK1", 10),
    ("drafti-federation", "B:WK32,21:BK1", 9),
    ("drafti-federation", "W:WK32,K30,K31:BK1", 23),
    ("drafti-federation", "B:WK32,K30,K31:BK1", 24),
    ("drafti-federation", "W:WK32,K30,K31,K29:BK1", 23),
    ("russian", "W:WK32:BK1", 10),
    ("russian", "W:WK32,21:BK1", 10),
    ("brazilian", "W:WK32,K30:BK1", 10),
    ("brazilian", "W:WK32,K30:BK1,12", 10),
    ("brazilian", "W:WK32,21:BK1,K2", 10),
    ("brazilian", "W:WK32:BK1", 10),
    ("brazilian", "W:WK32,21:BK1", 10),
    ("pool", "W:WK32,K30,K31:BK1", 26),
    ("pool", "B:WK32,K30,K31:BK1", 26),
    ("international", "W:WK50,K47,K48:BK1", 32),
    ("international", "W:WK50,K47,48:BK1", 32),
    ("international", "W:WK50,47,48:BK1", 32),
    ("international", "W:WK50,K47:BK1", 10),
    ("international", "W:WK50,47:BK1", 10),
    ("international", "W:WK50:BK1", 10),
]


class TestMaterialRows:
    @pytest.mark.parametrize(("variant", "fen", "plies"), MATERIAL)
    def test_the_limit_draws_and_one_ply_less_does_not(self, variant: str, fen: str, plies: int) -> None:
        start = patient(at(variant, fen))
        assert stroll(start, plies).outcome == Outcome(None, reasons.MATERIAL)
        if plies:
            assert stroll(start, plies - 1).outcome is None

    @pytest.mark.parametrize(
        ("pieces", "fen", "limit"),
        [
            (4, "W:WK32,21:BK1,12", 60),
            (5, "W:WK32,21,30:BK1,12", 60),
            (6, "W:WK32,21,30:BK1,12,3", 120),
            (7, "W:WK32,21,30,29:BK1,12,3", 120),
        ],
    )
    def test_equal_kings_in_russian_count_through_the_moves_of_men(self, pieces: int, fen: str, limit: int) -> None:
        """Without a man's move the 30 plies without progress would end the game first."""
        start = patient(at("russian", fen))
        assert sum(start.board.force(player).pieces for player in Player) == pieces
        men_at = tuple(range(25, limit, 25))
        before = stroll(start, limit - 1, men_at=men_at)
        assert (before.outcome, before.ending_count) == (None, limit - 1)
        assert stroll(before, 1).outcome == Outcome(None, reasons.MATERIAL)

    def test_three_kings_against_one_in_russian_end_with_the_30_plies_without_progress(self) -> None:
        start = patient(at("russian", "W:WK32,K30,K31:BK1"))
        assert stroll(start, 29).outcome is None
        assert stroll(start, 30).outcome == Outcome(None, reasons.NO_PROGRESS)
        alone = patient(at("russian", "W:WK32,K30,K31:BK1"), no_progress=10_000)
        assert stroll(alone, 29).outcome is None
        assert stroll(alone, 30).outcome == Outcome(None, reasons.MATERIAL)

    @pytest.mark.parametrize(
        ("variant", "fen"),
        [
            ("spanish-federation", "W:WK2,K3,K24:BK27"),
            ("pool", "W:WK29,K30,K31,K32:BK3"),
            ("pool", "W:WK29,K30:BK3"),
            ("russian", "W:WK29,K30:BK3"),
            ("russian", "W:WK29,21,22,30,31:BK3,12,2"),
            ("brazilian", "W:WK29,K30,K31:BK3"),
            ("drafti-federation", "W:WK29,21,K30:BK3"),
            ("international", "W:WK46,K47,K48,K49:BK4"),
            ("spanish", "W:WK29:BK3"),
        ],
    )
    def test_other_material_has_no_row(self, variant: str, fen: str) -> None:
        assert draws.ending_of(at(variant, fen).board, RULES[variant]) is None

    def test_a_weak_king_that_leaves_the_long_diagonal_starts_the_count_again(self) -> None:
        start = stroll(patient(at("spanish-federation", "W:WK4,K24,K25:BK1")), 23)
        assert (start.turn, start.ending_count) == (Player.BLACK, 23)
        assert start.play("5-1").outcome == Outcome(None, reasons.MATERIAL)
        again = start.play("5-9")
        assert (again.ending_count, again.outcome) == (0, None)

    def test_a_change_of_material_starts_the_count_again(self) -> None:
        before = replace(at("brazilian", "W:WK29,5:BK3"), ending_count=9)
        after = before.play("5-1")
        assert after.ending_count == 0
        assert after.outcome is None

    def test_the_first_row_that_fits_is_the_one(self) -> None:
        rules = replace(
            RULES["spanish"],
            draws=Draws(no_progress=60, material=(KingsEnding(("K v K",), limit=7), KingsEnding(("K v K",), limit=3))),
        )
        ending = draws.ending_of(at("spanish", "W:WK29:BK3").board, rules)
        assert ending is not None
        assert ending.row.limit == 7


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)
def test_every_variant_with_material_rows_has_each_of_them_tested(rules: Rules) -> None:
    tested = {variant for variant, _, _ in MATERIAL}
    assert (rules.id in tested) == bool(rules.draws.material)
