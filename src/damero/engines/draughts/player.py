"""The draughts player: a search behind a view, as strong as its level."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random, SystemRandom
from threading import local

from damero.domain.analysis import Analysis
from damero.domain.draughts import Player, Position, Rules
from damero.domain.draughts import View as DraughtsView
from damero.domain.errors import IllegalMove, check_positive
from damero.domain.game import View
from damero.engines import engine
from damero.engines.budget import Budget
from damero.engines.draughts import endings
from damero.engines.draughts.analyse import perfect_lines, searched_lines
from damero.engines.draughts.board import WrittenMove, pieces_of
from damero.engines.draughts.kernel import Kernel
from damero.engines.draughts.referee_moves import referee_line
from damero.engines.draughts.search import PLIES, Search, Thought
from damero.engines.draughts.tablebase.probe import Probe
from damero.engines.draughts.weights import evaluation_of
from damero.engines.engine import (
    NO_LIMITS,
    TRAINED,
    Choice,
    Engine,
    HasMemory,
    Limits,
    NamedByLevel,
    Prepares,
    TakesWeights,
    own_view,
)
from damero.engines.stop_signal import stopped_by


@dataclass(frozen=True, slots=True)
class Strength(engine.Strength):
    """How well a level plays. Weak ones search less deep, accept worse moves and overlook recaptures."""

    ample: float = 0.0
    """Seconds after which a clear choice is played at once; 0 to use all the time."""
    variety: int = 4
    """By how many hundredths of a man a move may be worse than the best and still be played."""
    overlooks: float = 0.0
    """The share of moves for which recaptures are overlooked."""
    knows_endings: bool = True
    weights: str = TRAINED
    """Trained weights, hand-made ones, or the path of a file of trained ones."""


STRENGTHS: Mapping[int, Strength] = {
    2: Strength(Limits(depth=1), variety=60, overlooks=0.55, knows_endings=False),
    3: Strength(Limits(depth=1), variety=40, overlooks=0.15, knows_endings=False),
    4: Strength(Limits(depth=2), variety=50, overlooks=0.1, knows_endings=False),
    5: Strength(Limits(nodes=500), variety=15, knows_endings=False),
    6: Strength(Limits(nodes=2_500), variety=10),
    7: Strength(Limits(nodes=18_000), variety=6),
    8: Strength(Limits(seconds=1.5, threads=2), ample=0.7),
}


ANALYSIS_MEGABYTES = 64
"""The transposition table of an analysis."""


class Memory(local):
    """The last search of each thread that was limited by time alone, with its transposition table."""

    about: tuple[Rules, str] | None = None
    kept: Search

    def search(self, rules: Rules, strength: Strength, oracle: Probe | None) -> Search:
        if self.about != (rules, strength.weights):
            self.about, self.kept = (rules, strength.weights), new_search(rules, strength, oracle)
        self.kept.oracle = oracle
        return self.kept


SHARED = Memory()


def new_search(rules: Rules, strength: Strength, oracle: Probe | None) -> Search:
    return Search(rules, _kernel(rules), evaluation_of(rules, strength.weights), oracle)


class DraughtsPlayer(NamedByLevel, Engine, Prepares, HasMemory, TakesWeights):
    """Plays every variant: the rules come with the view."""

    def __init__(self, strength: Strength, memory: Memory = SHARED) -> None:
        self._strength, self._memory = strength, memory
        self.level = strength.level

    @property
    def limits(self) -> Limits:
        return self._strength.limits

    def with_weights(self, source: str, /) -> DraughtsPlayer:
        return DraughtsPlayer(replace(self._strength, weights=source), self._memory)

    def with_own_memory(self) -> DraughtsPlayer:
        """The same player with a transposition table of its own, which an opponent in the same process cannot read."""
        return DraughtsPlayer(self._strength, Memory())

    def prepare(self, view: View, /) -> None:
        """Start building the endgame tables that this game may need, in the background."""
        if self._strength.knows_endings and isinstance(view, DraughtsView):
            endings.build_in_background(view.position.rules)

    def choose(self, view: View, limits: Limits = Limits(), /) -> Choice:  # noqa: B008 (a frozen value)
        position = _position_of(view)
        strength = limited(self._strength, limits)
        seed = SystemRandom().getrandbits(32) if limits.seed is None else limits.seed
        if strength.knows_endings:
            known = endings.perfect_choice(position, seed, may_wait=_may_wait(limits))
            if known is not None:
                return known
        return think(searcher(position, strength, self._memory), position, strength, seed)

    def analyse(self, view: View, /, lines: int = 1, limits: Limits = NO_LIMITS) -> Iterator[Analysis]:
        """With all that the engine knows, whatever mistakes its level makes."""
        check_positive(lines=lines)
        position, budget = _position_of(view), Budget(limits)
        table = endings.table_of(position, may_wait=_may_wait(limits))
        known = perfect_lines(position, table, lines) if table else None
        if known is not None:
            yield known
            return
        search = searcher(position, Strength(weights=self._strength.weights), self._memory)

        def think_of(depth: int, without: Sequence[Thought]) -> Thought:
            strength = Strength(budget.limits(depth), variety=0)
            excluded = tuple(thought.best for thought in without)
            return _think(search, position, strength, seed=0, excluded=excluded)

        yield from searched_lines(position, lines, budget, think_of)


def player_of(level: int) -> DraughtsPlayer:
    return DraughtsPlayer(replace(STRENGTHS[level], level=level))


def limited(strength: Strength, limits: Limits) -> Strength:
    """Like any level, but a player that is told how long to think uses all of it."""
    allowed = engine.limited(strength, limits)
    if limits.seconds is not None or allowed.limits.seconds != strength.limits.seconds:
        allowed = replace(allowed, ample=0.0)
    # Only one thread counts nodes exactly and gives the same answer every time.
    if limits.threads is None and allowed.limits.nodes:
        allowed = replace(allowed, limits=replace(allowed.limits, threads=1))
    return allowed


def _may_wait(limits: Limits) -> bool:
    """Whether there is time to build small endgame tables first."""
    return limits.seconds is None and limits.within is None and limits.stop is None


def _position_of(view: View) -> Position:
    own = own_view(view, DraughtsView)
    if not own.legal_moves():
        raise IllegalMove("engine.no_move")
    return own.position


def searcher(position: Position, strength: Strength, memory: Memory | None = None) -> Search:
    """A search for a position; one that is limited by time alone continues with what the last one found."""
    oracle = endings.oracle_of(position) if strength.knows_endings else None
    if not is_by_time(strength):
        return new_search(position.rules, strength, oracle)
    return (memory or SHARED).search(position.rules, strength, oracle)


def is_by_time(strength: Strength) -> bool:
    """Limits of depth and nodes give the same answer every time; a limit of time does not."""
    return not (strength.limits.depth or strength.limits.nodes)


def think(search: Search, position: Position, strength: Strength, seed: int) -> Choice:
    """Search a position; the moves of the answer are written as the referee writes them."""
    found = _think(search, position, strength, seed)
    line = referee_line(position, found.line)
    return Choice(line[0], found.score, found.depth, found.nodes, line)


def _think(
    search: Search,
    position: Position,
    strength: Strength,
    seed: int,
    excluded: Collection[WrittenMove] | None = None,
) -> Thought:
    """With excluded moves, even none, it is one of several searches of an analysis, which share their table."""
    is_analysis = excluded is not None
    with stopped_by(strength.limits.stop, search):
        return search.think(
            pieces_of(position.board),
            black=position.turn is Player.BLACK,
            depth=strength.limits.depth or PLIES,
            nodes=strength.limits.nodes or 0,
            seconds=strength.limits.seconds or 0.0,
            ample=strength.ample,
            remembers=is_analysis or is_by_time(strength),
            threads=strength.limits.threads or 1,
            seed=seed,
            variety=strength.variety,
            quiescent=Random(seed).random() >= strength.overlooks,
            past=[(pieces_of(board), player is Player.BLACK) for board, player in position.seen],
            quiet_plies=position.quiet_plies,
            ending_count=position.ending_count,
            excluded=excluded,
            table_megabytes=ANALYSIS_MEGABYTES if is_analysis else 0,
        )


@lru_cache
def _kernel(rules: Rules) -> Kernel:
    return Kernel(rules)
