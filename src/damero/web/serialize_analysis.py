"""Turns what the analysis board shows into wire types."""

from __future__ import annotations

from collections.abc import Sequence

from damero.application.explore_openings import ExploredOpening
from damero.application.open_tree import OpenedTree
from damero.application.play_line import LinePosition
from damero.application.ports import KnownMove, MoveCount
from damero.texts import sentence
from damero.web import serialize, wire

RESULTS: dict[int, wire.EndingResult] = {1: "win", 0: "draw", -1: "loss"}


def played_line(since: int, positions: Sequence[LinePosition]) -> wire.PlayedLine:
    return wire.PlayedLine(since, tuple(map(_position, positions)))


def _position(one: LinePosition) -> wire.LinePosition:
    view = one.view
    return wire.LinePosition(
        move=one.move,
        squares=one.ply.squares if one.ply else (),
        taken=one.ply.taken if one.ply else (),
        text=one.ply.text if one.ply else "",
        view=serialize.view(view),
        moves=serialize.routes(one.moves),
        outcome=serialize.outcome(one.outcome),
        colour=view.colour_of(view.to_move) if view.to_move else None,
    )


def opened_tree(opened: OpenedTree) -> wire.OpenedTree:
    return wire.OpenedTree(
        game=opened.game_id,
        version=opened.version,
        tree=opened.tree,
        match=opened.match_id,
        notes=tuple(wire.KeyedText(note.key, serialize.text_values(note.values)) for note in opened.notes),
        sentences=tuple(map(sentence, opened.notes)),
    )


def explored(found: ExploredOpening) -> wire.ExploredOpening:
    return wire.ExploredOpening(_counts(found.played), _counts(found.book))


def _counts(counts: Sequence[MoveCount]) -> tuple[wire.OpeningMove, ...]:
    return tuple(wire.OpeningMove(one.move, one.first, one.draws, one.second) for one in counts)


def ending_move(known: KnownMove) -> wire.EndingMove:
    return wire.EndingMove(known.move, RESULTS[known.result], known.plies)
