"""The outcome of a fight."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from damero.domain.stratego.board import Piece
from damero.domain.stratego.rules import Rank


class CombatOutcome(StrEnum):
    ATTACKER_WINS = "attacker_wins"
    DEFENDER_WINS = "defender_wins"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class CombatResult:
    outcome: CombatOutcome
    flag_captured: bool = False

    @property
    def attacker_survived(self) -> bool:
        return self.outcome is CombatOutcome.ATTACKER_WINS

    @property
    def defender_survived(self) -> bool:
        return self.outcome is CombatOutcome.DEFENDER_WINS


def resolve_combat(attacker: Piece, defender: Piece) -> CombatResult:
    return resolve_ranks(attacker.rank, defender.rank)


def resolve_ranks(attacker: Rank, defender: Rank) -> CombatResult:
    """The higher rank wins, with exceptions for attacks on a flag, a bomb or a marshal."""
    if defender is Rank.FLAG:
        return CombatResult(CombatOutcome.ATTACKER_WINS, flag_captured=True)
    if attacker is defender:
        return CombatResult(CombatOutcome.DRAW)
    attacker_wins = attacker > defender
    if defender is Rank.BOMB:
        attacker_wins = attacker is Rank.MINER
    if defender is Rank.MARSHAL:
        attacker_wins = attacker is Rank.SPY
    return CombatResult(CombatOutcome.ATTACKER_WINS if attacker_wins else CombatOutcome.DEFENDER_WINS)
