"""The Stratego player: belief, worth and search behind a view, as strong as its level lets it be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from damero.domain.errors import IllegalMove
from damero.domain.game import Ply, View
from damero.domain.stratego.board import Piece
from damero.domain.stratego.moves import Move
from damero.domain.stratego.moves import Ply as StrategoPly
from damero.domain.stratego.rules import Rank
from damero.domain.stratego.view import View as StrategoView
from damero.engines import engine
from damero.engines.engine import Choice, Engine, ExplainsSecrets, Insight, Limits, RatesMoves, limited
from damero.engines.stratego.belief import Belief, belief_of, counting, suspicion_of, unseen_counts
from damero.engines.stratego.kernel import fight_of
from damero.engines.stratego.search import Searcher
from damero.engines.stratego.table import table_of
from damero.engines.stratego.traces import Past, past_of
from damero.engines.stratego.values import Worth, weights_of, worth_of

DEEPEST = 12
NO_TIME_LIMIT = 3600.0
VARIETY = 0.5
"""Moves so near to the best are drawn by lot."""
FAR_WORSE = 400.0
SURE_WIN = 5000
WORTH_TELLING = 0.05
WEARINESS = 3.0
"""What it costs a piece to come again to a square since the last fight: games shall get on."""


@dataclass(frozen=True, slots=True)
class Strength(engine.Strength):
    """How well a level plays. Weak ones look less far, judge by counting alone and slip now and then."""

    slips: float = 0.0
    """How often it plays carelessly."""
    care: float = 60.0
    """How much worse than the best a careless move may be; a scout is worth about 20."""
    plans: float = 1.0
    """How much of its plans it sees."""
    judges_behaviour: bool = True


STRENGTHS: Mapping[int, Strength] = {
    2: Strength(depth=1, slips=0.96, care=680, judges_behaviour=False),
    3: Strength(depth=1, slips=0.92, care=515, judges_behaviour=False),
    4: Strength(depth=1, slips=0.86, care=360, judges_behaviour=False),
    5: Strength(nodes=300, slips=1.0, care=590),
    6: Strength(nodes=600, slips=0.94, care=325),
    7: Strength(nodes=1_000, slips=0.54, care=190),
    8: Strength(seconds=1.4),
}


class StrategoPlayer(Engine, RatesMoves, ExplainsSecrets):
    """Plays every variant: the rules come with the view."""

    def __init__(self, strength: Strength) -> None:
        self._strength = strength

    def choose(self, view: View, limits: Limits = Limits(), /) -> Choice:  # noqa: B008 (a frozen value)
        assert isinstance(view, StrategoView)
        legal = view.legal_moves()
        if not legal:
            raise IllegalMove("There is no move to choose: the game is over, or it is not this seat's turn.")
        lots = limits.random_source()
        past = past_of(view)
        strength = limited(self._strength, limits)
        belief = belief_of(view, past) if strength.judges_behaviour else counting(view)
        return think(view, legal, past, belief, strength, lots)

    def rate(self, view: View, limits: Limits = Limits(), /) -> dict[str, int]:  # noqa: B008 (a frozen value)
        """What each legal move may expect to score, by what its player knows; far worse ones at most."""
        assert isinstance(view, StrategoView)
        legal, past = view.legal_moves(), past_of(view)
        strength = limited(self._strength, limits)
        ranked, _, _ = _search(view, legal, past, belief_of(view, past), strength, FAR_WORSE, evenly=True)
        return {str(legal[number]): _told(score) for score, number in ranked}

    def explain_secret(self, view: View, ply: Ply, /) -> Insight | None:
        """What the mover could think of a piece before it attacked it, and how lucky the fight was."""
        assert isinstance(view, StrategoView)
        assert isinstance(ply, StrategoPly)
        step, past = ply.step, past_of(view)
        belief = belief_of(view, past)
        if step.fight is None or step.target not in belief.cells:
            return None
        chances, (mine, true) = belief.at(step.target), step.fight
        gains = {rank: _gain(mine, rank, worth_in(view, past)) for rank in chances}
        expected = sum(chance * gains[rank] for rank, chance in chances.items())
        likely = sorted((rank for rank in chances if chances[rank] >= WORTH_TELLING), key=lambda rank: -chances[rank])
        names = ", ".join(f"{100 * chances[rank]:.0f} % {rank.name.lower()}" for rank in likely[:4])
        return Insight(f"thought: {names}; was: {true.name.lower()}", round(gains[true] - expected))


def player_of(level: int) -> StrategoPlayer:
    return StrategoPlayer(STRENGTHS[level])


def think(
    view: StrategoView, legal: Sequence[Move], past: Past, belief: Belief, strength: Strength, lots: Random
) -> Choice:
    variety = strength.care if lots.random() < strength.slips else VARIETY
    ranked, depth, nodes = _search(view, legal, past, belief, strength, variety)
    best = ranked[0][0]
    score, number = lots.choice([found for found in ranked if found[0] >= best - variety])
    move = str(legal[number])
    return Choice(move, _told(score), depth, nodes, line=(move,))


def _search(
    view: StrategoView,
    legal: Sequence[Move],
    past: Past,
    belief: Belief,
    strength: Strength,
    margin: float,
    *,
    evenly: bool = False,
) -> tuple[list[tuple[float, int]], int, int]:
    return Searcher().choose(
        table_of(view, belief, suspicion_of(view, past)),
        worth_in(view, past),
        _biased(legal, past),
        weight=strength.plans,
        depth=strength.depth or DEEPEST,
        nodes=strength.nodes,
        seconds=strength.seconds or NO_TIME_LIMIT,
        margin=margin,
        evenly=evenly,
    )


def _told(score: float) -> int:
    """A score as others read it: a flag in reach is beyond all material."""
    return round(score if abs(score) < SURE_WIN else 4 * score)


def _gain(mine: Rank, other: Rank, worth: Worth) -> float:
    """What an attack brings if the other piece is of this rank."""
    outcome = fight_of(mine, other)
    return (worth.value[1][other] if outcome >= 0 else 0.0) - (worth.value[0][mine] if outcome <= 0 else 0.0)


def worth_in(view: StrategoView, past: Past) -> Worth:
    """What ranks are worth in a view, by what is still alive on both sides."""
    assert view.seat is not None
    enemy = view.seat.opponent
    known = [piece for piece in view.cells if isinstance(piece, Piece)]
    ours = Counter(piece.rank for piece in known if piece.side is view.seat)
    theirs = Counter(piece.rank for piece in known if piece.side is enemy)
    unseen = unseen_counts(view, enemy)
    return worth_of(
        weights_of(view.rules),
        [ours[rank] for rank in Rank],
        [theirs[rank] + unseen[rank] for rank in Rank],
        past.quiet,
    )


def _biased(legal: Sequence[Move], past: Past) -> list[tuple[int, int, float]]:
    standing = {trace.cell: trace for trace in past.traces if trace.cell is not None}
    ways = ((move.from_pos.cell, move.to_pos.cell, move.attacks) for move in legal)
    return [
        (origin, target, 0.0 if attacks else -WEARINESS * standing[origin].visits.get(target, 0))
        for origin, target, attacks in ways
    ]
