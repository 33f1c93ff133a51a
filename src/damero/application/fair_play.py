"""Fair play: nobody is helped with a position that people are playing against each other, at whichever server.

Refused is a position that occurs in a running match, or is one move away from where a match stands, and a line that
leads through one. In a line, and one move away, what the opening book knows is free: many games share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from damero.application.ports import WhichGames
from damero.application.running_positions import Look, Pieces, Running, is_one_move, look_of, sizes_of, ways_round
from damero.application.services import Services
from damero.domain.game import Position
from damero.domain.position_key import position_key

COMMON_GAMES = 5
"""Finished games between people in which a position occurred, from which it is common."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A position of a line."""

    look: Look
    game_id: str
    key: int
    """In opening books."""


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A line of which somebody wants to know more, as fair play looks at it."""

    passed: tuple[Passed, ...]
    """The position in question is the last."""
    ends: tuple[tuple[Passed, tuple[Pieces, ...]], ...]
    """The first and the last, all ways round."""

    @property
    def last(self) -> Look:
        return self.passed[-1].look

    @property
    def looks(self) -> frozenset[Look]:
        return frozenset(each.look for each in self.passed)

    @property
    def sizes(self) -> frozenset[tuple[int, int]]:
        """How many pieces the two sides have at the ends, or had before a flip."""
        return frozenset(sizes for _, ways in self.ends for sizes in _sizes(ways[0]))


def _sizes(pieces: Pieces) -> Iterator[tuple[int, int]]:
    few, many = sizes_of(pieces)
    yield few, many
    if few + many < len(pieces):
        yield from ((few - 1, many), (min(few, many - 1), max(few, many - 1)))


def asked_line(positions: Sequence[Position]) -> AskedLine:
    """Takes long for many positions."""
    if positions[-1].info.hidden:
        return AskedLine(tuple(map(_passed, _telling(positions))), ())
    passed = tuple(map(_passed, positions))
    ends = {0: positions[0], len(positions) - 1: positions[-1]}
    return AskedLine(passed, tuple((passed[at], tuple(ways_round(each))) for at, each in ends.items()))


def _telling(positions: Sequence[Position]) -> Sequence[Position]:
    """Where pieces are hidden, different games look the same until a move has revealed one."""
    revealing = next((number for number, ply in enumerate(positions[-1].plies, 1) if ply.revealed), None)
    on_the_way = (each for each in positions[:-1] if revealing is not None and len(each.plies) >= revealing)
    return (*on_the_way, positions[-1])


def _passed(position: Position) -> Passed:
    return Passed(look_of(position), position.info.id, position_key(position))


async def is_being_played(services: Services, line: AskedLine) -> bool:
    """Whether the last position occurs in a running match, or the line leads through one that is not common."""
    known = services.running_positions.snapshot()
    if await services.in_thread(partial(_occurs, known, line.last)):
        return True
    elsewhere = await services.running_positions.occur_elsewhere(line.looks)
    if line.last in elsewhere:
        return True
    away = await services.running_positions.present_elsewhere(line.sizes)
    met = await services.in_thread(partial(_met, known, line, away))
    met |= {each for each in line.passed if elsewhere.get(each.look) is False}
    return any([not await _is_common(services, each) for each in met])


def _occurs(known: tuple[tuple[Running, ...], ...], look: Look) -> bool:
    return any(running.look == look for match in known for running in match)


def _met(known: tuple[tuple[Running, ...], ...], line: AskedLine, away: Iterable[Pieces]) -> set[Passed]:
    """The positions of the line that occur in a running match after its opening, or are one move away from it."""
    looks = {running.look for match in known for running in match if not running.is_opening}
    present = [match[-1].pieces for match in known if match and not match[-1].is_opening]
    near = (
        passed
        for passed, ways in line.ends
        if any(is_one_move(before, after) for before in (*present, *away) for after in ways)
    )
    return {each for each in line.passed if each.look in looks} | set(near)


async def _is_common(services: Services, passed: Passed) -> bool:
    """Whether the opening book knows it, or enough finished games between people."""
    if services.opening_book.moves(passed.game_id, passed.key):
        return True
    counts = await services.openings.moves(passed.game_id, passed.key, WhichGames())
    return sum(count.first + count.draws + count.second for count in counts) >= COMMON_GAMES
