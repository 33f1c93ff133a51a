"""What an engine is and what it may be able to do, as protocols. Every engine is a stateless answer to a view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random, SystemRandom
from typing import Protocol, TypeVar, runtime_checkable

from damero.domain.analysis import Analysis, Guess, KnownResult, Line, Odds
from damero.domain.errors import DameroError, check_number, check_positive, shorten
from damero.domain.game import Game, Ply, Position, Seat, View
from damero.engines.stop_signal import StopSignal

TRAINED, HAND_MADE = "trained", "hand-made"
"""Where the weights of an evaluation may come from."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an engine may think: the first limit reached ends it. None leaves it to the engine's level.

    >>> import damero
    >>> from damero.engines.engine import Limits
    >>> view = damero.game("spanish").initial().view("white")
    >>> engine, limits = damero.engine("spanish"), Limits(nodes=2000, seed=1)
    >>> engine.choose(view, limits) == engine.choose(view, limits)
    True
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    """Think for about this long, even if the level alone would be quicker or slower."""
    within: float | None = None
    """Answer within this many seconds, because a clock is running. It never makes a level think longer."""
    threads: int | None = None
    seed: int | None = None
    """With a seed, the same view and the same limit of depth or nodes give the same choice."""
    stop: StopSignal | None = None
    """Ends the search from another thread; the answer is what was found until then."""

    def __post_init__(self) -> None:
        """A search to depth 0 would never be deep enough."""
        counts = {"depth": self.depth, "nodes": self.nodes, "threads": self.threads}
        times = {"seconds": self.seconds, "within": self.within}
        check_positive(**{name: count for name, count in counts.items() if count is not None})
        check_number(**{name: time for name, time in times.items() if time is not None})

    def overridden_by(self, asked: Limits) -> Limits:
        """These limits of a level with those of a request: depth or nodes replace all, seconds only the time."""
        limits = self
        if asked.depth is not None or asked.nodes is not None:
            limits = replace(limits, depth=asked.depth, nodes=asked.nodes, seconds=None)
        if asked.seconds is not None:
            limits = replace(limits, seconds=asked.seconds)
        if asked.within is not None:
            limits = replace(limits, seconds=min(limits.seconds or asked.within, asked.within))
        threads = limits.threads if asked.threads is None else asked.threads
        return replace(limits, threads=threads, stop=asked.stop)

    def random_source(self) -> Random:
        """Seeded, or the system's if there is no seed."""
        return SystemRandom() if self.seed is None else Random(self.seed)


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Strength:
    """How a level plays. Each family adds how its weaker levels err."""

    limits: Limits = Limits()
    """How far it searches."""
    level: int | None = field(default=None, kw_only=True)
    """The level that plays like this, if it is one."""


AnyStrength = TypeVar("AnyStrength", bound=Strength)
OwnView = TypeVar("OwnView")


def limited(strength: AnyStrength, limits: Limits) -> AnyStrength:
    """The strength of a level within the limits of a request."""
    if not isinstance(limits, Limits):
        raise DameroError("engine.needs_limits", code="NO_LIMITS", given=shorten(limits))
    return replace(strength, limits=strength.limits.overridden_by(limits))


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move's text, and its score for the mover in hundredths of a man (or of the game's own unit).

    >>> import damero
    >>> choice = damero.engine("drafti", level=3).choose(damero.game("drafti").initial().view("white"))
    >>> damero.game("drafti").initial().play(choice.move).to_move
    'black'
    """

    move: str
    score: int = 0
    depth: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()
    """How the engine expects the game to go on, beginning with this move."""

    def __str__(self) -> str:
        return self.move


@dataclass(frozen=True, slots=True)
class Insight:
    """What a player could believe about a secret before its move revealed it, and how lucky the truth was."""

    guess: Guess
    luck: int


def own_view(given: object, kind: type[OwnView]) -> OwnView:
    """The view that an engine was asked about, if it is one of its family of games."""
    if not isinstance(given, kind):
        raise DameroError("engine.needs_view", code="NO_VIEW", given=shorten(given))
    return given


class Engine(Protocol):
    """Chooses a move. It sees what one seat may know, and nothing else.

    >>> import damero
    >>> view = damero.game("banqi").initial().view("first")
    >>> choice = damero.engine("banqi", level=1).choose(view)
    >>> choice.move in map(str, view.legal_moves())
    True
    """

    def choose(self, view: View, limits: Limits = ..., /) -> Choice:
        """The move to play for the seat whose view it is."""

    def analyse(self, view: View, /, lines: int = 1, limits: Limits = NO_LIMITS) -> Iterator[Analysis]:
        """The best moves, again whenever more is known of them. Without limits it goes on until nobody asks for more.

        An engine that cannot say more gives the one line of its choice.
        """
        check_positive(lines=lines)
        choice = self.choose(view, limits)
        line = Line(choice.line or (choice.move,), choice.score)
        yield Analysis(choice.depth, choice.nodes, (line,)[:lines], is_final=True)


class NamedByLevel:
    """An engine that shows at which level it plays."""

    level: int | None = None

    def __str__(self) -> str:
        return type(self).__name__ if self.level is None else f"level {self.level}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}{'' if self.level is None else f' at level {self.level}'}>"


@runtime_checkable
class RatesMoves(Protocol):
    """Expects a score of every legal move: the analysis of games with chance or secrets needs it."""

    def rate(self, view: View, limits: Limits = ..., /) -> dict[str, int]: ...


@runtime_checkable
class ExplainsSecrets(Protocol):
    """Explains what a player could believe about the piece that its move revealed."""

    def explain_secret(self, view: View, ply: Ply, /) -> Insight | None: ...


@runtime_checkable
class EstimatesSecrets(Protocol):
    """Estimates what the hidden pieces of a view may be, whoever is to move."""

    def estimate(self, view: View, /) -> tuple[Odds, ...]: ...


@runtime_checkable
class Prepares(Protocol):
    """Starts work in the background that will help later in the game of this view."""

    def prepare(self, view: View, /) -> None: ...


@runtime_checkable
class HasLimits(Protocol):
    """Thinks within limits of its own, those of its level."""

    @property
    def limits(self) -> Limits: ...


@runtime_checkable
class HasMemory(Protocol):
    """Remembers earlier searches. In a match, the two engines of one process must not share what they remember."""

    def with_own_memory(self) -> Engine: ...


@runtime_checkable
class TakesWeights(Protocol):
    """Can play with other weights, to measure what training is worth."""

    def with_weights(self, source: str, /) -> Engine:
        """With hand-made weights (`hand-made`), or with those of a file."""


@runtime_checkable
class Closeable(Protocol):
    """Holds something that must be released, such as a running program."""

    def close(self) -> None: ...


class ArmyPlacer(Protocol):
    """Chooses the army that a seat begins with, as the game's own text."""

    def __call__(self, game: Game, seat: Seat, random: Random, /, within: float | None = None) -> str:
        """Within this many seconds, if there is a limit."""


class Adjudicator(Protocol):
    """Judges positions without playing them out."""

    def is_fair(self, position: Position, /) -> bool:
        """Whether neither side is clearly ahead, so that a match may begin here."""

    def known_result(self, position: Position, /, *, may_wait: bool = True) -> KnownResult | None:
        """The result with perfect play, where endgame tables know it. Small tables may be built first."""
