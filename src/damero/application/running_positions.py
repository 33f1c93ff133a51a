"""Fair play: the positions of matches that people are playing against each other, which nobody may analyse."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache

from damero.application.ports import EVERY_MATCH, Announcement, Bus, MatchChanged
from damero.domain.game import GameInfo, Position
from damero.domain.match import Match, Status

POSITIONS_KEPT = 4
"""Of each match: the present one and those before it, from which the present one can be foreseen."""

Look = tuple[str, str | None, frozenset[tuple[int, int, str]]]


class RunningPositions:
    def __init__(self) -> None:
        self._positions: dict[str, deque[Position]] = {}

    def watch(self, bus: Bus) -> Callable[[], None]:
        """Learns of every change; calling the result ends it."""
        return bus.subscribe(EVERY_MATCH, self._on_announcement)

    def note(self, match: Match) -> None:
        if not is_between_people(match):
            self._positions.pop(match.id, None)
        elif match.position is not None and match.position.plies:
            self._positions.setdefault(match.id, deque(maxlen=POSITIONS_KEPT)).append(match.position)

    def snapshot(self) -> tuple[Position, ...]:
        """Takes long to compare with, so that it is done in a thread."""
        return tuple(position for positions in self._positions.values() for position in positions)

    def _on_announcement(self, announcement: Announcement) -> None:
        if isinstance(announcement, MatchChanged):
            self.note(announcement.match)


def is_between_people(match: Match) -> bool:
    """Whether two people are playing it now, each with a device of their own."""
    people = [player for seat in match.seats if (player := match.player(seat)) and player.level is None]
    return match.status is Status.ACTIVE and len(people) == len(match.seats) and not match.is_shared


def occurs_in(running: tuple[Position, ...], position: Position) -> bool:
    """Whether the position looks like one of these, under whichever variant of its family."""
    family, wanted = position.info.family, looks(position)
    return any(other.info.family == family and looks(other) == wanted for other in running)


def looks(position: Position) -> Look:
    view = position.view(None)
    to_move = view.colour_of(view.to_move) if view.to_move else None
    places = _places(position.info)
    return position.info.family, to_move, frozenset((*places[piece.square], piece.kind) for piece in view.pieces)


@lru_cache
def _places(info: GameInfo) -> dict[str, tuple[int, int]]:
    """Where each square is: variants of one family may number their squares differently."""
    return {square.name: (square.row, square.column) for square in info.board.squares}
