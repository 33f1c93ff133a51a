"""Armies by squares and kinds, for callers that do not know the order of an army's text."""

from __future__ import annotations

from collections.abc import Mapping

from damero.domain.errors import BadPosition
from damero.domain.stratego.board import kind_of
from damero.domain.stratego.rules import Rank, Rules, Side
from damero.domain.stratego.setup import army_places, read_army, write_army


def zone(rules: Rules, side: Side) -> tuple[str, ...]:
    """The squares on which a side may place its pieces."""
    return tuple(place.name for place in army_places(rules, side))


def pieces_of(rules: Rules, side: Side, text: str) -> dict[str, str]:
    """The kinds in an army's text, by their squares."""
    placed = zip(zone(rules, side), read_army(rules, text), strict=True)
    return {square: kind_of(side, rank) for square, rank in placed if rank is not None}


def text_of(rules: Rules, side: Side, pieces: Mapping[str, str]) -> str:
    """The text of an army that is given by its squares. `check_army` says whether it is complete."""
    squares = zone(rules, side)
    ranks = {kind_of(side, rank): rank for rank in Rank}
    outside = tuple(square for square in pieces if square not in squares)
    if outside:
        raise BadPosition(
            "stratego.outside_zone", code="OUTSIDE_ZONE", squares=outside, square=outside[0], seat=side.value
        )
    strangers = tuple(square for square, kind in pieces.items() if kind not in ranks)
    if strangers:
        kind = pieces[strangers[0]]
        raise BadPosition(
            "stratego.no_such_piece", code="NO_SUCH_PIECE", squares=strangers, piece=kind, seat=side.value
        )
    return write_army([ranks[pieces[square]] if square in pieces else None for square in squares])
