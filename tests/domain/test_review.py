from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damero.domain.analysis import Guess, Judgement, KnownResult, Mark, chance
from damero.domain.catalogue import game
from damero.domain.review import MomentKind, accuracy_of, review_of
from damero.domain.review_comments import material
from damero.languages import in_language
from damero.texts import Text, sentence

DRAFTI = game("drafti").initial()


def judged(ply: int = 1, **changes: object) -> Judgement:
    fields: dict[str, object] = {
        "ply": ply,
        "seat": "white" if ply % 2 else "black",
        "move": "21-17",
        "best": "22-18",
        "line": ("22-18",),
        "score": 0,
        "cost": 0,
        "luck": 0,
        "for_first": 0,
    }
    return Judgement(**{**fields, **changes})  # type: ignore[arg-type]


@given(st.integers(-40_000, 40_000), st.integers(0, 2_000))
def test_a_move_that_costs_more_is_never_more_accurate(score: int, cost: int) -> None:
    dear, cheap = judged(score=score, cost=cost), judged(score=score, cost=cost // 2)
    assert 0 < accuracy_of(dear) <= accuracy_of(cheap) <= 100
    assert accuracy_of(judged(score=score)) == 100


@given(st.integers(-40_000, 40_000))
def test_the_chances_of_both_sides_add_up(score: int) -> None:
    assert chance(score) + chance(-score) == pytest.approx(1)


def test_a_loss_weighs_more_in_an_even_game_than_in_a_decided_one() -> None:
    assert judged(cost=150).mark is Mark.BLUNDER
    assert judged(score=900, cost=150).mark is Mark.NONE
    assert [judged(cost=cost).mark for cost in (20, 50, 90, 300)] == ["", "?!", "?", "??"]


def test_a_certain_result_that_is_given_away_is_a_blunder_whatever_it_costs() -> None:
    move = judged(known_before=KnownResult("white", 9), known=KnownResult(None))
    assert move.mark is Mark.BLUNDER


def test_a_forced_move_has_no_accuracy_and_no_mark_that_counts() -> None:
    start = game("drafti").read_position("W:W22,32:B18,5")
    review = review_of(start, ["22x15"], [judged(move="22x15", cost=500)])
    assert review.moves[0].forced
    assert (review.moves[0].accuracy, review.seats[0].accuracy, review.seats[0].blunders) == (None, None, 0)


def test_a_move_that_loses_pieces_says_what_takes_them() -> None:
    start = game("russian").read_position("W:W22,26,29,32:B13,15,8")
    after = start.play("22-18")
    reply = str(after.legal_moves()[0])
    missed = judged(move="22-18", best="29-25", line=("29-25",), cost=200, reply=(reply,))
    review = review_of(start, ["22-18"], [missed])
    taken = len(after.legal_moves()[0].taken)
    assert taken > 0
    assert (
        sentence(review.moves[0].comments[0])
        == f"Lets {reply} take {'one piece' if taken == 1 else f'{taken} pieces'}."
    )


BEFORE_THE_SHOT = "B:W21,22,23,25,27,28,29,30,32:B1,2,3,4,5,7,12,14,15"
SHOT = ("23-18", "14x23", "27x18x11x4", "7-10", "4-8", "2-7")


def comments(start: str, rules: str = "spanish", **changes: object) -> list[str]:
    """About one move from a position."""
    position = game(rules).read_position(start)
    move = judged(2, seat=position.to_move, cost=200, **changes)
    return [sentence(text) for text in review_of(position, [move.move], [move]).moves[0].comments]


def test_a_move_that_allows_a_shot_names_its_first_move_and_what_it_wins() -> None:
    shot = comments(BEFORE_THE_SHOT, move="4-8", best="1-6", line=("1-6", "22-18", "15x22", "25x18x9"), reply=SHOT)
    assert shot == ["Lets 23-18 win 2 pieces."]


@pytest.mark.parametrize("plies", range(1, len(SHOT)))
def test_a_line_that_ends_in_an_exchange_goes_on_as_long_as_there_is_no_choice(plies: int) -> None:
    line = ("1-6", "22-18", "15x22", "25x18x9")
    assert comments(BEFORE_THE_SHOT, move="4-8", best="1-6", line=line, reply=SHOT[:plies]) == [
        "Lets 23-18 win 2 pieces."
    ]


def test_an_exchange_whose_end_is_open_says_nothing_about_pieces() -> None:
    start = "W:W22,25,26,29,31,32:B1,5,15"
    assert len(game("spanish").read_position(start).after("22-18", "15x22").legal_moves()) == 2
    unknown = comments(start, move="22-18", best="32-28", line=("32-28",), reply=("15x22",))
    assert unknown == ["32-28 is better by 2.0."]


def test_what_the_move_itself_took_belongs_to_the_exchange() -> None:
    position = "W:W21,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,12,16,24"
    traded = comments(
        position, move="27x20x11", best="28x19", line=("28x19", "7-10", "23-18"), reply=("8x15", "25-22", "4-8")
    )
    assert traded == ["28x19 is better by 2.0."]


@pytest.mark.parametrize(("ply", "after"), [(1, -40), (2, 40)])
def test_a_forced_win_that_is_missed_is_named_for_either_side(ply: int, after: int) -> None:
    """The cost is capped, the score of a win is not: only the score after the move tells."""
    start = DRAFTI if ply == 1 else DRAFTI.play("21-17")
    move, best = map(str, start.legal_moves()[:2])
    missed = judged(ply, move=move, best=best, score=20_031, cost=1_040, for_first=after)
    assert sentence(review_of(start, [move], [missed]).moves[0].comments[0]) == f"{best} would have won by force."
    kept = judged(ply, move=move, best=best, score=20_031, cost=1_040, for_first=20_011 if ply == 1 else -20_011)
    assert "by force" not in "".join(map(sentence, review_of(start, [move], [kept]).moves[0].comments))


def test_an_ending_given_away_is_named_by_its_material() -> None:
    start = game("english").read_position("B:WK1:BK6,K9")
    known = {"known_before": KnownResult("black", 15), "known": KnownResult(None)}
    move = str(start.legal_moves()[0])
    review = review_of(start, [move], [judged(seat="black", move=move, **known)])
    assert sentence(review.moves[0].comments[0]).startswith(
        "The ending 2 × king v king is won by the tables; this move only draws"
    )


def test_an_ending_is_named_in_the_words_of_the_language() -> None:
    start = game("spanish").read_position("B:WK1:BK6,K9,10")
    own, other = material(start, "black"), material(start, "white")
    ending = Text("endings.between", {"own": own, "other": other})
    assert in_language(ending, "es") == "2 × dama y peón – dama"
    assert in_language(ending, "ru") == "2 × дамка и простая – дамка"


def test_luck_in_a_fight_is_told_apart_from_the_decision() -> None:
    stratego = game("barrage")
    start = stratego.initial()
    move = str(start.legal_moves()[0])
    guess = Guess((("blue-miner", 0.6), ("blue-bomb", 0.4)), "blue-bomb", wins=0.6, draws=0.1)
    review = review_of(start, [move], [judged(seat="red", move=move, guess=guess, luck=-80)])
    fight, luck = map(sentence, review.moves[0].comments)
    assert "60%" in fight
    assert "Blue bomb" in fight
    assert luck == "Bad luck: it came out 0.8 worse than expected."
    assert review.moves[0].accuracy == 100


def test_key_moments_are_the_turning_points_and_when_the_game_was_decided() -> None:
    position, moves = DRAFTI, []
    for _ in range(4):
        moves.append(str(position.legal_moves()[0]))
        position = position.play(moves[-1])
    scores = [(0, 0, 10), (0, 320, 320), (320, 0, 330), (-330, 0, 340)]
    judgements = [
        judged(ply, move=move, score=score, cost=cost, for_first=for_first)
        for ply, (move, (score, cost, for_first)) in enumerate(zip(moves, scores, strict=True), start=1)
    ]
    review = review_of(DRAFTI, moves, judgements)
    assert [(moment.ply, moment.kind, moment.seat) for moment in review.moments] == [
        (2, MomentKind.TURN, "white"),
        (2, MomentKind.DECIDED, "white"),
    ]
    assert [move.judgement.ply for move in review.mistakes_of("black")] == [2]


def test_the_flag_counts_as_guessable_from_the_move_on_after_which_it_always_was() -> None:
    start = game("barrage").initial()
    moves, position, judgements = [], start, []
    for ply, odds in enumerate((0.6, 0.1, 0.2, 0.1, 0.7, 0.1, 0.9), start=1):
        moves.append(str(position.legal_moves()[0]))
        judgements.append(judged(ply, seat=position.to_move, move=moves[-1], target_odds=odds))
        position = position.play(moves[-1])
    review = review_of(start, moves, judgements)
    assert [(moment.ply, moment.kind, moment.seat) for moment in review.moments] == [(4, MomentKind.GUESSED, "red")]
