"""Fair play: the positions of matches that people are playing against each other, which nobody may analyse."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TypeAlias

from damero.application.ports import EVERY_MATCH, Announcement, Bus, MatchChanged
from damero.domain.game import GameInfo, Position
from damero.domain.match import Match, Status

POSITIONS_KEPT = 4
"""Of each match: the present one and those before it, from which the present one can be foreseen."""

Look: TypeAlias = tuple[str, tuple[tuple[int, int, str, str], ...]]
"""A family, and the pieces: row, column, kind, and whose it is: of one side or of the other."""


class Running:
    """A position of a running match. Its look is found when somebody first asks for an analysis."""

    def __init__(self, position: Position) -> None:
        self._position = position

    @cached_property
    def look(self) -> Look:
        return look_of(self._position)


class RunningPositions:
    def __init__(self) -> None:
        self._positions: dict[str, deque[Running]] = {}

    def watch(self, bus: Bus) -> Callable[[], None]:
        """Learns of every change; calling the result ends it."""
        return bus.subscribe(EVERY_MATCH, self._on_announcement)

    def note(self, match: Match) -> None:
        if not is_between_people(match):
            self._positions.pop(match.id, None)
        elif match.position is not None and match.position.plies:
            self._positions.setdefault(match.id, deque(maxlen=POSITIONS_KEPT)).append(Running(match.position))

    def snapshot(self) -> tuple[Running, ...]:
        """Takes long to compare with, so that it is done in a thread."""
        return tuple(position for positions in self._positions.values() for position in positions)

    async def occur_elsewhere(self, _looks: frozenset[Look]) -> bool:
        """Whether a match of another server looks like one of these."""
        return False

    def _on_announcement(self, announcement: Announcement) -> None:
        if isinstance(announcement, MatchChanged):
            self.note(announcement.match)


def is_between_people(match: Match) -> bool:
    """Whether two people are playing it now, each with a device of their own."""
    people = [player for seat in match.seats if (player := match.player(seat)) and player.level is None]
    return match.status is Status.ACTIVE and len(people) == len(match.seats) and not match.is_shared


def look_of(position: Position) -> Look:
    """The same for positions that are equal when the board is turned or mirrored, or the colours are exchanged.

    Nor does it matter whose turn it is: what the other side threatens is a hint as well.
    """
    kinds, places = _kinds(position.info), _places(position.info)
    pieces = [(*places[piece.square], *kinds[piece.kind]) for piece in position.view(None).pieces]
    height, width = (max(place[axis] for place in places.values()) for axis in (0, 1))
    return position.info.family, min(
        tuple(
            sorted(
                (
                    height - row if turned else row,
                    width - column if mirrored else column,
                    kind,
                    "" if colour is None else "one" if colour == one else "other",
                )
                for row, column, kind, colour in pieces
            )
        )
        for turned in (False, True)
        for mirrored in (False, True)
        for one in _colours(position.info)
    )


@lru_cache
def _places(info: GameInfo) -> dict[str, tuple[int, int]]:
    """Where each square is: variants of one family may number their squares differently."""
    return {square.name: (square.row, square.column) for square in info.board.squares}


@lru_cache
def _kinds(info: GameInfo) -> dict[str, tuple[str, str | None]]:
    """Each kind of piece without its colour, and its colour."""
    return {kind.id: (kind.id.removeprefix(f"{kind.colour}-"), kind.colour) for kind in info.pieces}


@lru_cache
def _colours(info: GameInfo) -> frozenset[str]:
    return frozenset(kind.colour for kind in info.pieces if kind.colour is not None)
