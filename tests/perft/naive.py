"""A second draughts generator, slow and plain, to judge the referee by.

It shares no code with the package. The board is a dict from (row, column) to a letter (w W b B, capitals are kings),
and each variant's laws are written down once more, in its perft suite. Captures grow hop by hop in a queue, and
each law is a filter over the finished list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

Place: TypeAlias = tuple[int, int]
Pieces: TypeAlias = dict[Place, str]

_YES_OR_NO = {"yes": True, "no": False}


@dataclass(frozen=True)
class Laws:
    """One row of the rulebook's table."""

    back: bool
    fly: bool
    only_the_piece: bool
    order: str
    crowning: str
    men_take_kings: bool
    size: int
    numbers: str = "downward"
    """How the suite numbers the squares: `downward` from the top left, `mirrored` in each row, or `upward`."""


def read_laws(fields: Mapping[str, str]) -> Laws:
    """The laws that a perft suite declares; all of them, each by its name."""
    return Laws(
        back=_YES_OR_NO[fields["back"]],
        fly=_YES_OR_NO[fields["fly"]],
        only_the_piece=_YES_OR_NO[fields["only_the_piece"]],
        order=fields["order"].replace("+", " "),
        crowning=fields["crowning"].replace("-", " "),
        men_take_kings=_YES_OR_NO[fields["men_take_kings"]],
        size=int(fields["size"]),
        numbers=fields.get("numbers", "downward"),
    )


class Chain(NamedTuple):
    """A capture on its way: where it has been, what it has jumped, what the piece is now, whether it must stop."""

    path: tuple[Place, ...]
    jumped: tuple[Place, ...]
    piece: str
    over: bool = False


class NaiveMove(NamedTuple):
    """A move by what makes it itself: two paths with the same four are one move."""

    origin: Place
    destination: Place
    jumped: frozenset[Place]
    promotes: bool


def read_fen(text: str, laws: Laws) -> tuple[Pieces, str]:
    """The pieces and the letter of the side to move."""
    turn, *sides = text.split(":")
    pieces: Pieces = {}
    for side in sides:
        for crown, number in re.findall(r"(K?)(\d+)", side[1:]):
            letter = side[0].lower()
            pieces[place_of(int(number), laws)] = letter.upper() if crown else letter
    return pieces, turn.lower()


def place_of(number: int, laws: Laws) -> Place:
    row, index = divmod(number - 1, laws.size // 2)
    if laws.numbers == "mirrored":
        index = laws.size // 2 - 1 - index
    if laws.numbers == "upward":
        row = laws.size - 1 - row
    return row, 2 * index + (1 if row % 2 == 0 else 0)


def number_of(place: Place, size: int) -> int:
    return place[0] * (size // 2) + place[1] // 2 + 1


def legal_moves(pieces: Pieces, turn: str, laws: Laws) -> set[NaiveMove]:
    captures = lawful(list(chains(pieces, turn, laws)), pieces, laws)
    takers = {chain.path[0] for chain in captures}
    moves = {finished(chain, pieces, laws) for chain in captures}
    if takers and not laws.only_the_piece:
        return moves
    return moves | {
        NaiveMove(origin, step, frozenset(), crowns(piece, step, laws))
        for origin, piece in pieces.items()
        if piece.lower() == turn and origin not in takers
        for step in steps(pieces, origin, piece, laws)
    }


def after(pieces: Pieces, move: NaiveMove) -> Pieces:
    left = {place: piece for place, piece in pieces.items() if place != move.origin and place not in move.jumped}
    mover = pieces[move.origin]
    left[move.destination] = mover.upper() if move.promotes else mover
    return left


def perft(pieces: Pieces, turn: str, laws: Laws, depth: int) -> int:
    if depth == 0:
        return 1
    other = "b" if turn == "w" else "w"
    moves = legal_moves(pieces, turn, laws)
    return sum(perft(after(pieces, move), other, laws, depth - 1) for move in moves)


def steps(pieces: Pieces, origin: Place, piece: str, laws: Laws) -> Iterator[Place]:
    ahead = -1 if piece.lower() == "w" else 1
    for down, right in product((-1, 1), repeat=2):
        if piece.islower() and down != ahead:
            continue
        reach = laws.size if piece.isupper() and laws.fly else 1
        for distance in range(1, reach + 1):
            place = (origin[0] + down * distance, origin[1] + right * distance)
            if not on_board(place, laws) or place in pieces:
                break
            yield place


def chains(pieces: Pieces, turn: str, laws: Laws) -> Iterator[Chain]:
    """Every capture that cannot go on, for every piece of the side."""
    queue = [Chain((place,), (), piece) for place, piece in pieces.items() if piece.lower() == turn]
    while queue:
        chain = queue.pop()
        longer = continuations(pieces, chain, laws)
        queue += longer
        if not longer and chain.jumped:
            yield chain


def continuations(pieces: Pieces, chain: Chain, laws: Laws) -> list[Chain]:
    """The chains one hop longer. Behind one victim, landings that lead on put out those that do not."""
    by_victim: dict[Place, list[Chain]] = {}
    for longer in hops(pieces, chain, laws):
        by_victim.setdefault(longer.jumped[-1], []).append(longer)
    kept: list[Chain] = []
    for landings in by_victim.values():
        kept += [longer for longer in landings if any(hops(pieces, longer, laws))] or landings
    return kept


def hops(pieces: Pieces, chain: Chain, laws: Laws) -> Iterator[Chain]:
    if chain.over:
        return
    ahead = -1 if chain.piece.lower() == "w" else 1
    for down, right in product((-1, 1), repeat=2):
        if chain.piece.islower() and not laws.back and down != ahead:
            continue
        yield from hops_towards(pieces, chain, (down, right), laws)


def hops_towards(pieces: Pieces, chain: Chain, way: tuple[int, int], laws: Laws) -> Iterator[Chain]:
    flies = chain.piece.isupper() and laws.fly
    (row, column), victim = chain.path[-1], None
    for distance in range(1, laws.size if flies else 3):
        place = (row + way[0] * distance, column + way[1] * distance)
        standing = pieces.get(place) if place != chain.path[0] else None
        if not on_board(place, laws) or (standing and victim):
            return
        if standing and not may_jump(chain, place, standing, laws):
            return
        if standing:
            victim = place
        elif victim:
            yield landed(chain, victim, place, laws)
        elif not flies:
            return


def may_jump(chain: Chain, place: Place, standing: str, laws: Laws) -> bool:
    if standing.lower() == chain.piece.lower() or place in chain.jumped:
        return False
    return laws.men_take_kings or chain.piece.isupper() or standing.islower()


def landed(chain: Chain, victim: Place, place: Place, laws: Laws) -> Chain:
    arrived = crowns(chain.piece, place, laws)
    piece = chain.piece.upper() if arrived and laws.crowning == "goes on as king" else chain.piece
    return Chain((*chain.path, place), (*chain.jumped, victim), piece, over=arrived and laws.crowning == "ends")


def crowns(piece: str, place: Place, laws: Laws) -> bool:
    return (piece, place[0]) in (("w", 0), ("b", laws.size - 1))


def finished(chain: Chain, pieces: Pieces, laws: Laws) -> NaiveMove:
    origin, destination = chain.path[0], chain.path[-1]
    became_king = chain.piece.isupper() or crowns(chain.piece, destination, laws)
    return NaiveMove(origin, destination, frozenset(chain.jumped), became_king and pieces[origin].islower())


def lawful(captures: list[Chain], pieces: Pieces, laws: Laws) -> list[Chain]:
    """Each law in its turn keeps the captures that obey it best."""
    worth: dict[str, Callable[[Chain], object]] = {
        "free": lambda chain: 0,
        "quantity": lambda chain: len(chain.jumped),
        "quality": lambda chain: sum(pieces[place].isupper() for place in chain.jumped),
        "with-king": lambda chain: pieces[chain.path[0]].isupper(),
        "first-king": lambda chain: [pieces[place].isupper() for place in chain.jumped],
    }
    for law in laws.order.split():
        best = max(map(worth[law], captures), default=None)  # type: ignore[type-var]
        captures = [chain for chain in captures if worth[law](chain) == best]
    return captures


def on_board(place: Place, laws: Laws) -> bool:
    return 0 <= place[0] < laws.size and 0 <= place[1] < laws.size
