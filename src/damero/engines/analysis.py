"""Analyses a game move by move: the engine's best move, what the played move cost, and how lucky it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from damero.domain.analysis import Judgement, KnownResult, capped
from damero.domain.game import Ply, Position, Seat, View
from damero.engines.engine import Choice, Engine, EstimatesSecrets, ExplainsSecrets, Insight, Limits, RatesMoves
from damero.engines.registry import known_result

MOST_FORCED = 6
"""Moves without a choice after which a line is no longer continued."""


def judge(start: Position, moves: Sequence[str], engine: Engine, limits: Limits, first: int = 0) -> Iterator[Judgement]:
    """Judge every move by what its player could know at the time. `start` is the position after the `first` plies."""
    position, may_wait, choices = start, limits.stop is None, _Choices(engine, limits)
    before, known_before = choices.at(position, first), _known(position, may_wait=may_wait)
    for ply, text in enumerate(moves, start=first + 1):
        seat = position.to_move
        assert seat is not None
        assert before is not None
        move = position.read_move(text)
        after = position.play(move)
        played = after.plies[-1]
        reply = choices.at(after, ply)
        came_out = _score_for(seat, after, reply)
        is_chance = start.info.chance and bool(played.revealed)
        outcome_tells = start.info.chance and not is_chance
        rated = {} if str(move) == before.move or outcome_tells else _rated(position.view(seat), engine, limits)
        expected, cost = _weighed(str(move), before, came_out, rated)
        insight = _insight(position.view(seat), played, engine)
        luck = capped(came_out) - capped(expected) if is_chance else 0
        yield Judgement(
            ply=ply,
            seat=seat,
            move=played.text,
            best=before.move,
            line=before.line,
            score=before.score,
            cost=cost,
            luck=luck if insight is None else insight.luck,
            for_first=came_out if seat == start.info.seats[0] else -came_out,
            known_before=known_before,
            known=(known := _known(after, may_wait=may_wait)),
            expected=expected if is_chance else None,
            reply=() if reply is None else reply.line,
            guess=None if insight is None else insight.guess,
            target_odds=_target_odds(position, seat, engine),
        )
        position, before, known_before = after, reply, known


@dataclass(slots=True)
class _Choices:
    """The engine's choices along a game, each searched once."""

    engine: Engine
    limits: Limits
    ahead: dict[int, Choice | None] = field(default_factory=dict)
    """By their ply: of positions that the game must reach next."""

    def at(self, position: Position, ply: int, forced: int = 0) -> Choice | None:
        """Engines do not search where there is no choice, so a line that begins there goes on with the next one."""
        if ply in self.ahead:
            return self.ahead.pop(ply)
        if position.to_move is None:
            return None
        choice = self.engine.choose(position.view(position.to_move), self.limits)
        if forced == MOST_FORCED or len(choice.line) != 1 or not _leaves_no_choice(position):
            return choice
        following = self.at(position.play(choice.move), ply + 1, forced + 1)
        self.ahead[ply + 1] = following
        return choice if following is None else replace(choice, line=(*choice.line, *following.line))


def _leaves_no_choice(position: Position) -> bool:
    info = position.info
    return not info.chance and not info.hidden and len(position.legal_moves()) == 1


def _known(position: Position, *, may_wait: bool) -> KnownResult | None:
    """The result of a finished game, or the one that the tables know."""
    if position.outcome is not None:
        return KnownResult(position.outcome.winner)
    return known_result(position, may_wait=may_wait)


def _score_for(seat: Seat, position: Position, choice: Choice | None) -> int:
    if choice is not None:
        return choice.score if position.to_move == seat else -choice.score
    winner = position.outcome.winner if position.outcome else None
    return 0 if winner is None else 30_000 if winner == seat else -30_000


def _weighed(move: str, best: Choice, came_out: int, rated: dict[str, int]) -> tuple[int, int]:
    """The expected score of a move, and how much worse than the best it is."""
    expected = best.score if move == best.move else rated.get(move, came_out)
    most = max(rated.values(), default=best.score)
    return expected, max(0, capped(most) - capped(expected))


def _rated(view: View, engine: Engine, limits: Limits) -> dict[str, int]:
    """The expected score of each move, from an engine that plays with chance or secrets; otherwise empty."""
    return engine.rate(view, limits) if isinstance(engine, RatesMoves) else {}


def _insight(view: View, ply: Ply, engine: Engine) -> Insight | None:
    """What the mover could believe about a piece that the move revealed."""
    return engine.explain_secret(view, ply) if isinstance(engine, ExplainsSecrets) else None


def _target_odds(position: Position, seat: Seat, engine: Engine) -> float | None:
    """How likely the seat can think it that the piece which decides the game stands where it does."""
    if not position.info.hidden or not isinstance(engine, EstimatesSecrets):
        return None
    deciding = {kind.id for kind in position.info.pieces if kind.decides}
    theirs = position.view(position.info.opponent(seat)).pieces
    wanted = {piece.square: piece.kind for piece in theirs if piece.kind in deciding}
    odds = engine.estimate(position.view(seat))
    return next(
        (dict(each.kinds).get(wanted[square], 0.0) for each in odds for square in each.squares if square in wanted),
        None,
    )
