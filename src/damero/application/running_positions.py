"""Fair play: the positions of matches that people are playing against each other, which nobody may analyse."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import product
from typing import TypeAlias

from damero.application.ports import EVERY_MATCH, Announcement, Bus, MatchChanged
from damero.domain.game import GameInfo, Position
from damero.domain.match import Match, Status

POSITIONS_KEPT = 16
"""Of each match: the present one and those before it."""
MOST_MATCHES = 10_000
"""Those in which somebody moved last. The positions of one take 40 to 110 KB."""
NEWEST = 4
"""Of these, also those of the opening: the present one, and those from which it can be foreseen."""
OPENING = 4
"""Plies from the usual start which many games share: lines through them stay open."""

Placed: TypeAlias = tuple[int, int, str, str]
"""A piece: row, column, kind, and whose it is: of one side or of the other."""
Pieces: TypeAlias = frozenset[Placed]
Look: TypeAlias = tuple[str, tuple[Placed, ...]]
"""A family, and the pieces."""


class Running:
    """A position of a running match. How it looks is found when somebody first asks for an analysis."""

    def __init__(self, position: Position, *, is_usual: bool) -> None:
        self._position, self._is_usual = position, is_usual

    @property
    def is_opening(self) -> bool:
        """Whether it is among the first of a game that began from its usual start, which nothing but moves changes."""
        return self._is_usual and len(self._position.plies) <= OPENING and not self._position.info.chance

    @cached_property
    def look(self) -> Look:
        return look_of(self._position)

    @cached_property
    def pieces(self) -> Pieces:
        """Seen from one side."""
        return next(ways_round(self._position))


class RunningPositions:
    def __init__(self) -> None:
        self._positions: OrderedDict[str, deque[Running]] = OrderedDict()

    def watch(self, bus: Bus) -> Callable[[], None]:
        """Learns of every change; calling the result ends it."""
        return bus.subscribe(EVERY_MATCH, self._on_announcement)

    def note(self, match: Match) -> None:
        if not is_between_people(match):
            self._positions.pop(match.id, None)
        elif match.position is not None and match.position.plies:
            positions = self._positions.setdefault(match.id, deque(maxlen=POSITIONS_KEPT))
            self._positions.move_to_end(match.id)
            positions.append(running_of(match, match.position))
            while len(positions) > NEWEST and positions[0].is_opening:
                positions.popleft()
            if len(self._positions) > MOST_MATCHES:
                self._positions.popitem(last=False)

    def snapshot(self) -> tuple[tuple[Running, ...], ...]:
        """The positions of each match, the present one last. Comparing takes long, and is done in a thread."""
        return tuple(map(tuple, self._positions.values()))

    async def occur_elsewhere(self, _looks: frozenset[Look]) -> Mapping[Look, bool]:
        """Those of these that occur in matches of other servers, and whether only in openings."""
        return {}

    async def present_elsewhere(self, _sizes: frozenset[tuple[int, int]]) -> tuple[Pieces, ...]:
        """The present positions, after the opening, from which a move may lead to these numbers of pieces."""
        return ()

    def _on_announcement(self, announcement: Announcement) -> None:
        if isinstance(announcement, MatchChanged):
            self.note(announcement.match)


def is_between_people(match: Match) -> bool:
    """Whether two people are playing it now, each with a device of their own."""
    is_full = not match.free_seats and not match.engine_seats
    return match.status is Status.ACTIVE and is_full and not match.is_shared


def running_of(match: Match, position: Position) -> Running:
    return Running(position, is_usual=match.created.start is None)


def look_of(position: Position) -> Look:
    """The same for positions that are equal when the board is turned or mirrored, or the colours are exchanged.

    Nor does it matter whose turn it is: what the other side threatens is a hint as well.
    """
    return position.info.family, min(tuple(sorted(pieces)) for pieces in ways_round(position))


def ways_round(position: Position) -> Iterator[Pieces]:
    """The pieces as they are, turned, mirrored, and with the colours exchanged."""
    kinds, places = _kinds(position.info), _places(position.info)
    pieces = [(*places[piece.square], *kinds[piece.kind]) for piece in position.view(None).pieces]
    height, width = (max(place[axis] for place in places.values()) for axis in (0, 1))
    for one, turned, mirrored in product(sorted(_colours(position.info)), (False, True), (False, True)):
        yield frozenset(
            (
                height - row if turned else row,
                width - column if mirrored else column,
                kind,
                "" if colour is None else "one" if colour == one else "other",
            )
            for row, column, kind, colour in pieces
        )


def sizes_of(pieces: Pieces) -> tuple[int, int]:
    """How many pieces each side has, the smaller side first; those that lie face down are of neither."""
    own, other = (sum(piece[3] == owner for piece in pieces) for owner in ("one", "other"))
    return min(own, other), max(own, other)


def is_one_move(before: Pieces, after: Pieces) -> bool:
    """Whether a move can have led from one to the other, as far as the pieces tell without the rules."""
    gone, new = before - after, after - before
    if len(new) != 1:
        return False
    ((row, column, _, owner),) = new
    if [(piece[:2], piece[3]) for piece in gone] == [((row, column), "")]:
        return True  # Flipped.
    left = [piece for piece in gone if piece[3] == owner]
    if len(left) != 1:
        return False
    rows, columns = abs(left[0][0] - row), abs(left[0][1] - column)
    return len(gone) > 1 or 0 in (rows, columns) or rows == columns


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
