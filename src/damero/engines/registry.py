"""The engines of each family of games, and what they can do.

An engine's compiled modules are imported when one of its functions is first called, so that a command which only reads
the rules does not pay for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from damero.domain.analysis import KnownResult
from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame
from damero.domain.errors import DameroError
from damero.domain.game import Game, Position, Seat
from damero.engines.engine import Adjudicator, ArmyPlacer, Engine
from damero.engines.puzzles.endings import Endings
from damero.engines.puzzles.exact import DRAW, LOSS, WIN
from damero.engines.puzzles.maker import PuzzleMaker
from damero.texts import Text, sentence


@dataclass(frozen=True, slots=True)
class EngineFamily:
    """The engines of one family of games."""

    at_level: Callable[[int], Engine]
    """The engine at a level from 2 up; level 1 is the same for every family."""
    place_army: ArmyPlacer | None = None
    """For games that begin with placing pieces."""
    adjudicator: Callable[[], Adjudicator] | None = None
    trained_on: Callable[[Game], str | None] | None = None
    """The id of the game whose trained weights this game is played with; None for hand-made weights."""
    puzzles: Callable[[], PuzzleMaker] | None = None
    endings: Callable[[], Endings] | None = None


def _draughts(level: int) -> Engine:
    from damero.engines.draughts.player import player_of

    return player_of(level)


def _draughts_adjudicator() -> Adjudicator:
    from damero.engines.draughts.adjudication import DraughtsAdjudicator

    return DraughtsAdjudicator()


def _draughts_trained_on(played: Game) -> str | None:
    from damero.engines.draughts.trained_weights import weights_for

    assert isinstance(played, DraughtsGame)
    weights = weights_for(played.rules)
    return weights.trained_on if weights else None


def _draughts_puzzles() -> PuzzleMaker:
    from damero.engines.draughts.puzzles.maker import DraughtsPuzzles

    return DraughtsPuzzles()


def _draughts_endings() -> Endings:
    from damero.engines.draughts.puzzles.practice import DraughtsEndings

    return DraughtsEndings()


def _banqi(level: int) -> Engine:
    from damero.engines.banqi.player import player_of

    return player_of(level)


def _banqi_trained_on(_played: Game) -> str:
    from damero.engines.banqi.material import read_network

    return read_network().trained_on


def _banqi_puzzles() -> PuzzleMaker:
    from damero.engines.banqi.puzzles import BanqiPuzzles

    return BanqiPuzzles()


def _banqi_endings() -> Endings:
    from damero.engines.banqi.practice import BanqiEndings

    return BanqiEndings()


def _stratego(level: int) -> Engine:
    from damero.engines.stratego.player import player_of

    return player_of(level)


def _stratego_army(placed: Game, seat: Seat, random: Random, /, within: float | None = None) -> str:
    from damero.engines.stratego.setup import army

    return army(placed, seat, random, within)


def _stratego_puzzles() -> PuzzleMaker:
    from damero.engines.stratego.puzzles import StrategoPuzzles

    return StrategoPuzzles()


FAMILIES: Mapping[str, EngineFamily] = {
    "draughts": EngineFamily(
        _draughts,
        adjudicator=_draughts_adjudicator,
        trained_on=_draughts_trained_on,
        puzzles=_draughts_puzzles,
        endings=_draughts_endings,
    ),
    "banqi": EngineFamily(_banqi, trained_on=_banqi_trained_on, puzzles=_banqi_puzzles, endings=_banqi_endings),
    "stratego": EngineFamily(_stratego, place_army=_stratego_army, puzzles=_stratego_puzzles),
}


def place_army(chosen: Game, seat: Seat, random: Random, within: float | None = None) -> str:
    """An army that the engine of this game would begin with, within this many seconds if there is a limit."""
    family = FAMILIES.get(chosen.info.family)
    if family is None or family.place_army is None:
        raise DameroError("army.none", code="NO_ARMIES", game=chosen.info.id)
    return family.place_army(chosen, seat, random, within)


def puzzle_maker(played: Game) -> PuzzleMaker:
    """What finds and proves the puzzles of a game."""
    family = FAMILIES.get(played.info.family)
    if family is None or family.puzzles is None:
        raise DameroError("puzzles.none", code="NO_PUZZLES", game=played.info.id)
    return family.puzzles()


def solved_endings(family_id: str) -> Endings | None:
    """The endings of a family whose results are known; None if there are none."""
    family = FAMILIES.get(family_id)
    return family.endings() if family and family.endings else None


def describe_weights(played: Game) -> str | None:
    """`russian`, `russian (shared)` for a game that was not trained itself, `hand-made`; None for no such weights."""
    weights = weights_of(played)
    return None if weights is None else sentence(weights)


def weights_of(played: Game) -> Text | None:
    family = FAMILIES.get(played.info.family)
    if family is None or family.trained_on is None:
        return None
    name = family.trained_on(played)
    if name is None:
        return Text("cli.games.hand_made")
    return Text("cli.games.own" if name == played.info.id else "cli.games.shared", {"game": name})


def is_fair(position: Position) -> bool:
    """Whether a match may begin here; a family without an adjudicator accepts every position."""
    adjudicator = _adjudicator_of(position)
    return adjudicator is None or adjudicator.is_fair(position)


def known_result(position: Position, *, may_wait: bool = True) -> KnownResult | None:
    """The result with perfect play, where the family's endgame tables know it."""
    adjudicator = _adjudicator_of(position)
    return None if adjudicator is None else adjudicator.known_result(position, may_wait=may_wait)


def probe(position: Position) -> KnownResult | None:
    """The same, also where a family solves its endings only to practise them."""
    known = known_result(position)
    if known is not None or _adjudicator_of(position) is not None:
        return known
    endings, mover = solved_endings(position.info.family), position.to_move
    if endings is None or mover is None or not endings.covers(game(position.info.id, position.info.version)):
        return None
    ranked = endings.rank(position)
    if not ranked:
        return None
    (opponent,) = set(position.info.seats) - {mover}
    best = ranked[0]
    winner = {WIN: mover, DRAW: None, LOSS: opponent}[best.result]
    return KnownResult(winner, 0 if winner is None else best.plies)


def _adjudicator_of(position: Position) -> Adjudicator | None:
    family = FAMILIES.get(position.info.family)
    return family.adjudicator() if family and family.adjudicator else None
