"""The review of a game: how well each side played, its mistakes and the moments that mattered. Pure functions.

An engine judges every move; everything here follows from these judgements and the moves themselves. The command line,
the server and the browser show the same review.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp

from damero.domain.analysis import Judgement, Mark, capped, chance
from damero.domain.game import Position, Seat
from damero.domain.review_comments import comments_on
from damero.texts import Text

TOLERANCE = 0.25
"""A move that gives away this share of the winning chances has an accuracy of 37 %."""
DECIDED = 0.9
"""Winning chances with which a game counts as decided, if it stays so."""
TURN = 0.18
"""A move after which the winning chances are different by this much is a turning point …"""
MOST_TURNS = 5
"""… of which the greatest are shown."""
GUESSED = 0.5
"""A deciding piece could be guessed where its player could think it this likely."""


class MomentKind(StrEnum):
    TURN = "turn"
    """The winning chances changed greatly."""
    KNOWN = "known"
    """From here on the endgame tables know the result."""
    DECIDED = "decided"
    """From here on the winner was never in danger."""
    GUESSED = "guessed"
    """From here on this seat could guess where the piece is that decides the game."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment that mattered, after this ply."""

    ply: int
    kind: MomentKind
    seat: Seat | None
    """Whose moment it is: who gained by it, or who could know something."""
    text: Text


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    judgement: Judgement
    forced: bool
    """There was no other move."""
    chances: float
    """Of the first seat to win, after the move. With hidden pieces, the mean of what both sides could think."""
    accuracy: float | None
    """From 0 to 100; None for a forced move."""
    comments: tuple[Text, ...]
    better: tuple[str, ...] = ()
    """The squares of the best move, if the played one is marked as bad."""

    @property
    def is_mistake(self) -> bool:
        return not self.forced and self.judgement.mark in (Mark.MISTAKE, Mark.BLUNDER)


@dataclass(frozen=True, slots=True)
class SeatReview:
    seat: Seat
    accuracy: float | None
    """The mean over the moves that were not forced; None if there are none."""
    dubious: int
    mistakes: int
    blunders: int
    average_cost: int
    """Hundredths of a man that a move cost."""
    luck: int
    """All luck, in hundredths of a man."""


@dataclass(frozen=True, slots=True)
class Review:
    moves: tuple[ReviewedMove, ...]
    seats: tuple[SeatReview, ...]
    moments: tuple[Moment, ...]

    def mistakes_of(self, seat: Seat) -> tuple[ReviewedMove, ...]:
        return tuple(move for move in self.moves if move.is_mistake and move.judgement.seat == seat)


def review_of(start: Position, moves: Iterable[str], judgements: Iterable[Judgement]) -> Review:
    """The review of a game by the judgements of an engine, which may end before the moves do."""
    return summed_up(start, tuple(reviewed_moves(start, moves, judgements)))


def summed_up(start: Position, moves: Sequence[ReviewedMove]) -> Review:
    seats = tuple(_seat_review(seat, moves) for seat in start.info.seats)
    return Review(tuple(moves), seats, tuple(_moments(start, moves)))


def accuracy_of(judgement: Judgement) -> float:
    """From 0 to 100, by the winning chances that the move gave away."""
    return 100 * exp(-max(0.0, judgement.swing) / TOLERANCE)


def reviewed_moves(start: Position, moves: Iterable[str], judgements: Iterable[Judgement]) -> Iterator[ReviewedMove]:
    """Each move as soon as it is judged."""
    position, earlier = start, chance(0)
    for text, judgement in zip(moves, judgements, strict=False):
        forced = len(position.legal_moves()) == 1
        after, now = position.play(text), chance(judgement.for_first)
        yield ReviewedMove(
            judgement,
            forced,
            (earlier + now) / 2 if start.info.hidden else now,
            None if forced else accuracy_of(judgement),
            () if forced else comments_on(position, after, judgement),
            () if forced else _better(position, judgement),
        )
        position, earlier = after, now


def _better(position: Position, judgement: Judgement) -> tuple[str, ...]:
    best = (move.squares for move in position.legal_moves() if str(move) == judgement.best)
    return () if judgement.mark is Mark.NONE else next(best, ())


def _seat_review(seat: Seat, reviewed: Sequence[ReviewedMove]) -> SeatReview:
    moves = [move for move in reviewed if move.judgement.seat == seat]
    accuracies = [move.accuracy for move in moves if move.accuracy is not None]
    marks = [move.judgement.mark for move in moves if not move.forced]
    return SeatReview(
        seat,
        sum(accuracies) / len(accuracies) if accuracies else None,
        marks.count(Mark.DUBIOUS),
        marks.count(Mark.MISTAKE),
        marks.count(Mark.BLUNDER),
        round(sum(move.judgement.cost for move in moves) / max(1, len(moves))),
        sum(move.judgement.luck for move in moves),
    )


def _moments(start: Position, moves: Sequence[ReviewedMove]) -> Iterator[Moment]:
    found = [*_turns(start, moves), *_known(moves), *_decided(start, moves), *_guessed(start, moves)]
    return iter(sorted(found, key=lambda moment: moment.ply))


def _turns(start: Position, moves: Sequence[ReviewedMove]) -> list[Moment]:
    """The moves that changed the winning chances most, by choice or by luck, as their players could see it."""
    changes = [(_chances_after(move.judgement) - chance(move.judgement.score), move.judgement) for move in moves]
    great = sorted((change for change in changes if abs(change[0]) >= TURN), key=lambda change: -abs(change[0]))
    return [_turn(start, change, judged) for change, judged in great[:MOST_TURNS]]


def _chances_after(judged: Judgement) -> float:
    """Of the mover."""
    return chance(capped(judged.score) - judged.cost + judged.luck)


def _turn(start: Position, change: float, judged: Judgement) -> Moment:
    of_mover = round(100 * _chances_after(judged))
    gainer = judged.seat if change > 0 else start.info.opponent(judged.seat)
    chances = of_mover if gainer == judged.seat else 100 - of_mover
    text = Text("review.moment_turn", {"move": judged.move, "seat": gainer, "chances": chances})
    return Moment(judged.ply, MomentKind.TURN, gainer, text)


def _known(moves: Sequence[ReviewedMove]) -> list[Moment]:
    for move in moves:
        known = move.judgement.known
        if known is not None and move is not moves[-1]:
            text = Text("review.moment_known_draw")
            if known.winner is not None:
                text = Text("review.moment_known_win", {"seat": known.winner})
            return [Moment(move.judgement.ply, MomentKind.KNOWN, known.winner, text)]
    return []


def _decided(start: Position, moves: Sequence[ReviewedMove]) -> list[Moment]:
    """The ply from which one side always had the game in hand."""
    if not moves:
        return []
    last, ply = moves[-1].chances, moves[-1].judgement.ply
    if max(last, 1 - last) < DECIDED:
        return []
    for move in reversed(moves):
        if (move.chances if last > 0.5 else 1 - move.chances) < DECIDED:
            break
        ply = move.judgement.ply
    seat = start.info.seats[0 if last > 0.5 else 1]
    return [Moment(ply, MomentKind.DECIDED, seat, Text("review.moment_decided", {"seat": seat}))]


def _guessed(start: Position, moves: Sequence[ReviewedMove]) -> list[Moment]:
    """For each seat, the first move before which it could guess the deciding piece, and from then on."""
    return [moment for seat in start.info.seats if (moment := _guessed_by(seat, moves)) is not None]


def _guessed_by(seat: Seat, moves: Sequence[ReviewedMove]) -> Moment | None:
    own = [move.judgement for move in moves if move.judgement.seat == seat and move.judgement.target_odds is not None]
    sure: list[Judgement] = []
    for judged in reversed(own):
        if (judged.target_odds or 0.0) < GUESSED:
            break
        sure.append(judged)
    if not sure:
        return None
    percent = round(100 * (sure[-1].target_odds or 0.0))
    text = Text("review.moment_guessed", {"seat": seat, "percent": percent})
    return Moment(sure[-1].ply - 1, MomentKind.GUESSED, seat, text)
