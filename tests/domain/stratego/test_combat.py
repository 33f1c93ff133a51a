"""US-204: who survives a fight, and what everyone learns from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.stratego.positions import blue, play_all, red, stand
from tests.plies import move_texts

from damero.domain.stratego import CombatOutcome, GamePhase, GameState, PlayerSide, Position, Rank, resolve_combat

NUMBERED = [rank for rank in Rank if rank.is_movable]
FLAGS = {"a1": "M", "j10": "Y"}


def attack(attacker: str, defender: str) -> GameState:
    """A red attacker on e4 takes on a blue defender on e5; both sides keep a flag and a mover."""
    return stand("r", e4=attacker, e5=defender, j1="F", a10="R", **FLAGS).play("e4xe5")


def on(state: GameState, row: int, col: int) -> Rank | None:
    piece = state.board.piece_at(Position(row, col))
    return piece.rank if piece else None


def test_us_204_ac_01_attacker_wins() -> None:
    after = attack("F", "Q")
    assert on(after, 5, 4) is Rank.SERGEANT
    assert on(after, 6, 4) is None
    assert after.taken == ("blue-miner",)


def test_us_204_ac_02_defender_wins() -> None:
    after = attack("C", "T")
    assert on(after, 5, 4) is Rank.CAPTAIN
    assert on(after, 6, 4) is None
    assert after.taken == ("red-spy",)


def test_us_204_ac_03_equal_ranks_both_go() -> None:
    after = attack("J", "V")
    assert on(after, 5, 4) is None
    assert on(after, 6, 4) is None
    assert after.taken == ("red-colonel", "blue-colonel")


def test_us_204_ac_04_spy_kills_marshal() -> None:
    after = attack("C", "X")
    assert on(after, 5, 4) is Rank.SPY
    assert after.taken == ("blue-marshal",)


def test_us_204_ac_05_marshal_kills_spy() -> None:
    after = attack("L", "O")
    assert on(after, 5, 4) is Rank.MARSHAL
    assert after.taken == ("blue-spy",)


def test_us_204_ac_06_miner_defuses_bomb() -> None:
    after = attack("E", "N")
    assert on(after, 5, 4) is Rank.MINER
    assert after.taken == ("blue-bomb",)


def test_us_204_ac_07_other_pieces_lose_to_a_bomb_that_stays() -> None:
    after = attack("H", "N")
    assert on(after, 5, 4) is Rank.BOMB
    assert on(after, 6, 4) is None
    assert after.taken == ("red-captain",)


@pytest.mark.parametrize("letter", list("CDEFGHIJKL"))
def test_us_204_ac_08_any_piece_takes_the_flag_and_wins(letter: str) -> None:
    after = stand("r", e4=letter, e5="Y", a1="M", a10="R", j1="D").play("e4xe5")
    assert after.phase is GamePhase.GAME_OVER
    assert after.winner is PlayerSide.RED
    assert on(after, 5, 4) is not None


@pytest.mark.parametrize("fight", ["FQ", "CT", "JV", "CX", "LO", "EN", "HN"])
def test_us_204_ac_09_both_pieces_are_revealed(fight: str) -> None:
    after = attack(fight[0], fight[1])
    standing = after.board.piece_at(Position(5, 4))
    fighters = [*after.fallen, *([standing] if standing else [])]
    assert len(fighters) == 2
    assert all(piece.revealed for piece in fighters)


def test_us_204_ac_10_a_defending_spy_loses_to_the_marshal() -> None:
    result = resolve_combat(attacker=red(Rank.MARSHAL), defender=blue(Rank.SPY))
    assert result.outcome is CombatOutcome.ATTACKER_WINS
    assert result.attacker_survived
    assert not result.defender_survived


def test_us_204_example() -> None:
    result = resolve_combat(attacker=red(Rank.SPY), defender=blue(Rank.MARSHAL))
    assert result.outcome == CombatOutcome.ATTACKER_WINS
    assert result.attacker_survived is True
    assert result.defender_survived is False


@pytest.mark.parametrize(
    ("attacker", "defender", "left"), [("O", "L", Rank.SPY), ("Q", "B", Rank.MINER), ("X", "B", Rank.BOMB)]
)
def test_special_cases_hold_for_blue_attackers_too(attacker: str, defender: str, left: Rank) -> None:
    after = stand("b", e5=attacker, e4=defender, j1="F", a10="R", **FLAGS).play("e5xe4")
    assert on(after, 6, 4) is left


def test_blue_wins_by_taking_reds_flag() -> None:
    after = stand("b", e5="P", e1="M", j1="F", j10="Y").play("e5xe1")
    assert after.winner is PlayerSide.BLUE


@pytest.mark.parametrize("rank", [rank for rank in NUMBERED if rank is not Rank.SPY])
def test_only_a_spy_that_attacks_beats_the_marshal(rank: Rank) -> None:
    outcome = resolve_combat(red(rank), blue(Rank.MARSHAL)).outcome
    assert outcome is (CombatOutcome.DRAW if rank is Rank.MARSHAL else CombatOutcome.DEFENDER_WINS)


@pytest.mark.parametrize("rank", NUMBERED)
def test_a_spy_loses_every_other_fight(rank: Rank) -> None:
    if rank not in (Rank.SPY, Rank.MARSHAL):
        assert resolve_combat(red(Rank.SPY), blue(rank)).outcome is CombatOutcome.DEFENDER_WINS
    if rank is not Rank.SPY:
        assert resolve_combat(red(rank), blue(Rank.SPY)).outcome is CombatOutcome.ATTACKER_WINS


@pytest.mark.parametrize("rank", NUMBERED)
def test_only_a_miner_removes_a_bomb(rank: Rank) -> None:
    wins = resolve_combat(red(rank), blue(Rank.BOMB)).attacker_survived
    assert wins is (rank is Rank.MINER)


@pytest.mark.parametrize("rank", NUMBERED)
def test_a_miner_that_defends_fights_by_its_rank(rank: Rank) -> None:
    outcome = resolve_combat(red(rank), blue(Rank.MINER)).outcome
    if rank is Rank.MINER:
        assert outcome is CombatOutcome.DRAW
    else:
        assert (outcome is CombatOutcome.ATTACKER_WINS) is (rank > Rank.MINER)


@given(st.sampled_from(NUMBERED), st.sampled_from(NUMBERED))
def test_apart_from_spy_and_marshal_the_roles_do_not_matter(one: Rank, other: Rank) -> None:
    if {one, other} == {Rank.SPY, Rank.MARSHAL}:
        return
    there, back = resolve_combat(red(one), blue(other)), resolve_combat(red(other), blue(one))
    assert there.attacker_survived is back.defender_survived
    assert there.defender_survived is back.attacker_survived


@given(st.sampled_from(NUMBERED), st.sampled_from(list(Rank)))
def test_somebody_always_falls_and_only_a_flag_ends_the_game(attacker: Rank, defender: Rank) -> None:
    result = resolve_combat(red(attacker), blue(defender))
    assert not (result.attacker_survived and result.defender_survived)
    assert result.flag_captured is (defender is Rank.FLAG)


def test_a_scout_that_attacks_from_afar_stands_where_its_victim_stood() -> None:
    after = stand("r", e1="D", e7="O", a10="R", **FLAGS).play("e1xe7")
    assert on(after, 3, 4) is Rank.SCOUT
    assert move_texts(after) == ("e1xe7=DC",)


def test_the_record_names_attacker_then_defender() -> None:
    after = play_all(stand("r", e4="H", e5="R", a10="R", **FLAGS), "e4xe5=HF")
    assert move_texts(after) == ("e4xe5=HF",)
