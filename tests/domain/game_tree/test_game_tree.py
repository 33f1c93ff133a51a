"""The game tree: reading it, and changing it by paths."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damero.domain.catalogue import game
from damero.domain.errors import DameroError, IllegalMove
from damero.domain.game_tree import AnnotatedMove, GameTree, Line, merged, tidy
from damero.domain.game_tree.lines import plain_line

START = game("english").initial()
MAIN = ("11-15", "23-19", "8-11")
SIDE = ("11-15", "24-20", "8-11")


@pytest.fixture
def tree() -> GameTree:
    """11-15 23-19 (24-20 8-11 (15-18 22x15 10x19)) (22-18) 8-11"""
    first = GameTree(START).play(*MAIN).add((), *SIDE).add(("11-15",), "22-18")
    return first.add(SIDE[:2], "15-18", "22x15", "10x19")


def moves(line: Line) -> list[str]:
    return [item.move for item in line]


def items(*texts: str, variations: tuple[Line, ...] = ()) -> Line:
    first, *rest = texts
    return (AnnotatedMove(first, variations=variations), *map(AnnotatedMove, rest))


def all_paths(tree: GameTree) -> set[tuple[str, ...]]:
    return {path for path, _ in tree.walk()}


class TestReading:
    def test_the_main_line_gives_its_positions(self, tree: GameTree) -> None:
        assert [ply.text for ply in list(tree.positions())[-1].plies] == [*MAIN]

    def test_a_path_gives_its_positions(self, tree: GameTree) -> None:
        assert [ply.text for ply in tree.position(SIDE).plies] == [*SIDE]

    def test_a_path_continues_with_first_moves(self, tree: GameTree) -> None:
        assert tree.main_path() == MAIN
        assert tree.main_path(SIDE[:2]) == SIDE

    def test_continuations_begin_with_the_main_move(self, tree: GameTree) -> None:
        assert moves(tree.continuations(("11-15",))) == ["23-19", "24-20", "22-18"]
        assert tree.continuations(MAIN) == ()

    def test_a_walk_meets_every_move_once(self, tree: GameTree) -> None:
        paths = [path for path, _ in tree.walk()]
        assert len(paths) == len(set(paths)) == 9

    def test_an_unknown_path_is_refused(self, tree: GameTree) -> None:
        for read in (tree.at, tree.delete, tree.promote, tree.make_main, tree.continuations):
            with pytest.raises(DameroError, match="NO_SUCH_MOVE"):
                read(("11-15", "21-17"))

    def test_the_start_has_no_move(self, tree: GameTree) -> None:
        with pytest.raises(DameroError, match="NO_SUCH_MOVE"):
            tree.at(())

    def test_headers_are_read_by_name(self) -> None:
        tree = GameTree(START).with_headers(White="Tinsley", Event="Match").with_headers(White="Chinook")
        assert (tree.header("White"), tree.header("Event"), tree.header("Black")) == ("Chinook", "Match", "")


class TestAdding:
    def test_a_known_move_changes_nothing(self, tree: GameTree) -> None:
        assert tree.add(("11-15",), "23-19") == tree

    def test_an_illegal_move_is_refused(self, tree: GameTree) -> None:
        with pytest.raises(IllegalMove):
            tree.play("8-11")

    def test_a_move_gets_its_full_text(self) -> None:
        taken = GameTree(game("english").read_position("B:W18,26:B15,5")).play("15x31")
        assert moves(taken.moves) == ["15x22x31"]

    def test_moves_after_the_end_of_a_line_continue_it(self, tree: GameTree) -> None:
        assert tree.add(MAIN, "22-17").main_path() == (*MAIN, "22-17")


class TestChanging:
    def test_a_promoted_variation_comes_first(self, tree: GameTree) -> None:
        promoted = tree.promote(SIDE)
        assert moves(promoted.continuations(("11-15",))) == ["24-20", "23-19", "22-18"]
        assert promoted.main_path() == SIDE

    def test_promotion_moves_the_innermost_variation_by_one_level(self, tree: GameTree) -> None:
        inner = ("11-15", "24-20", "15-18", "22x15")
        once = tree.promote(inner)
        assert once.main_path() == MAIN
        assert moves(once.continuations(inner[:2])) == ["15-18", "8-11"]
        assert once.promote(inner).main_path()[:4] == inner

    def test_a_line_can_become_the_main_line_at_once(self, tree: GameTree) -> None:
        inner = ("11-15", "24-20", "15-18", "22x15")
        assert tree.make_main(inner).main_path() == (*inner, "10x19")

    def test_the_main_line_is_not_promoted(self, tree: GameTree) -> None:
        assert tree.promote(MAIN) == tree

    def test_a_deleted_variation_leaves_the_rest(self, tree: GameTree) -> None:
        assert moves(tree.delete(SIDE[:2]).continuations(("11-15",))) == ["23-19", "22-18"]

    def test_a_deleted_main_move_gives_way_to_its_first_alternative(self, tree: GameTree) -> None:
        deleted = tree.delete(MAIN[:2])
        assert deleted.main_path() == SIDE
        assert moves(deleted.continuations(("11-15",))) == ["24-20", "22-18"]

    def test_a_deleted_last_move_shortens_the_line(self, tree: GameTree) -> None:
        assert tree.delete(MAIN).main_path() == MAIN[:2]

    def test_annotations_stay_with_their_move(self, tree: GameTree) -> None:
        noted = tree.annotate(SIDE, comment="Solid.", glyphs=(1, 14), clock=61.5, score=-20)
        assert noted.promote(SIDE).at(SIDE) == AnnotatedMove(
            "8-11", "Solid.", glyphs=(1, 14), clock=61.5, score=-20, variations=tree.at(SIDE).variations
        )
        assert noted.at(SIDE).symbols == "! ⩲"

    @given(st.data())
    def test_no_promotion_loses_a_move(self, data: st.DataObject) -> None:
        tree = random_tree(data)
        path = data.draw(st.sampled_from(sorted(all_paths(tree))))
        assert all_paths(tree.promote(path)) == all_paths(tree)
        assert tree.make_main(path).main_path()[: len(path)] == path

    @given(st.data())
    def test_a_deletion_loses_exactly_what_follows(self, data: st.DataObject) -> None:
        tree = random_tree(data)
        path = data.draw(st.sampled_from(sorted(all_paths(tree))))
        kept = {other for other in all_paths(tree) if other[: len(path)] != path}
        assert all_paths(tree.delete(path)) == kept

    @given(st.data())
    def test_every_change_leaves_a_normal_form(self, data: st.DataObject) -> None:
        tree = random_tree(data)
        path = data.draw(st.sampled_from(sorted(all_paths(tree))))
        for changed in (tree, tree.promote(path), tree.make_main(path), tree.delete(path)):
            assert tidy(changed.moves) == changed.moves


def random_tree(data: st.DataObject) -> GameTree:
    """Up to twelve moves, each added after a path that is already there."""
    tree = GameTree(START).play("11-15")
    for _ in range(data.draw(st.integers(0, 11))):
        path = data.draw(st.sampled_from(sorted(all_paths(tree) | {()})))
        legal = sorted(map(str, tree.position(path).legal_moves()))
        tree = tree.add(path, data.draw(st.sampled_from(legal)))
    return tree


class TestNormalForm:
    def test_variations_that_begin_alike_are_merged(self) -> None:
        line = items("a", variations=(items("b", "c"), items("b", "d")))
        assert tidy(line) == items("a", variations=((AnnotatedMove("b"), *items("c", variations=(items("d"),))),))

    def test_a_variation_of_a_first_move_is_a_sibling(self) -> None:
        line = items("a", variations=(items("b", variations=(items("c"),)),))
        assert tidy(line) == items("a", variations=(items("b"), items("c")))

    def test_a_variation_that_repeats_the_main_line_joins_it(self) -> None:
        line = items("a", "x", variations=(items("a", "y"),))
        assert tidy(line) == (AnnotatedMove("a"), AnnotatedMove("x", variations=(items("y"),)))

    def test_a_sibling_that_repeats_the_main_move_joins_it(self) -> None:
        line = items("a", "x", variations=(items("b", variations=(items("a", "y"),)),))
        assert tidy(line) == (
            AnnotatedMove("a", variations=(items("b"),)),
            AnnotatedMove("x", variations=(items("y"),)),
        )

    def test_merging_keeps_the_annotations_of_both(self) -> None:
        said = (AnnotatedMove("a", comment="first"), AnnotatedMove("b"))
        other = (AnnotatedMove("a", comment="second", glyphs=(1,)), AnnotatedMove("b", clock=0.0))
        assert merged(said, other) == (AnnotatedMove("a", comment="first", glyphs=(1,)), AnnotatedMove("b", clock=0.0))

    def test_one_line_that_continues_another_is_the_longer_one(self) -> None:
        assert merged(plain_line("ab"), plain_line("abc")) == merged(plain_line("abc"), plain_line("ab"))


def test_a_long_game_is_compared_hashed_and_pickled() -> None:
    long = GameTree(START, plain_line([str(number) for number in range(5_000)]))
    assert pickle.loads(pickle.dumps(long)) == long
    assert len(repr(long)) > 5_000
    assert hash(long) == hash(GameTree(START, long.moves))
