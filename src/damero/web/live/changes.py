"""The difference between what a viewer was sent and what it should see now. It reads nothing but these two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from msgspec import UNSET, UnsetType

from damero.web import wire

Value = TypeVar("Value")


@dataclass(slots=True, eq=False)
class Sent:
    """What a viewer has on its screen: of one frame, the parts that the next may leave out."""

    version: int
    state: wire.State
    viewer: wire.Viewer
    presence: wire.Presence

    @classmethod
    def by(cls, frame: wire.Snapshot | wire.Update) -> Sent:
        return cls(frame.version, frame.state, frame.viewer, frame.presence)


PiecesChanges: TypeAlias = dict[tuple[int, int], wire.PiecesChange | UnsetType]
"""By the identities of the two lists: viewers who see the same pieces share the change of them."""


def change(before: Sent, update: wire.Update, pieces: PiecesChanges | None = None) -> wire.Change:
    """The update for a viewer who has `before`, which must be of the version that the update starts from.

    `pieces` is kept for as long as both states of the viewers who share it.
    """
    return wire.Change(
        update.from_version,
        update.version,
        update.events,
        state_change(before.state, update.state, {} if pieces is None else pieces),
        update.record_from,
        update.record,
        update.head,
        _new(before.viewer, update.viewer),
        _new(before.presence, update.presence),
    )


def state_change(before: wire.State, after: wire.State, pieces: PiecesChanges) -> wire.StateChange:
    either_missing = before.view is None or after.view is None
    return wire.StateChange(
        status=_new(before.status, after.status),
        seats=_new(before.seats, after.seats),
        clock=_new(before.clock, after.clock),
        view=_new(before.view, after.view) if either_missing else UNSET,
        view_change=UNSET
        if before.view is None or after.view is None
        else view_change(before.view, after.view, pieces),
        moves=_new(before.moves, after.moves),
        pending=_new(before.pending, after.pending),
        army=_new(before.army, after.army),
        offer=_new(before.offer, after.offer),
        can=_new(before.can, after.can),
        outcome=_new(before.outcome, after.outcome),
        rematch=_new(before.rematch, after.rematch),
        fairness=_new(before.fairness, after.fairness),
    )


def view_change(before: wire.View, after: wire.View, pieces: PiecesChanges) -> wire.ViewChange:
    key = id(before.pieces), id(after.pieces)
    if key not in pieces:
        pieces[key] = _pieces(before.pieces, after.pieces)
    return wire.ViewChange(
        seat=_new(before.seat, after.seat),
        to_move=_new(before.to_move, after.to_move),
        pieces=pieces[key],
        taken=_taken(before.taken, after.taken),
        hidden=_new(before.hidden, after.hidden),
        text=_new(before.text, after.text),
    )


def _new(before: Value, after: Value) -> Value | UnsetType:
    return UNSET if before is after or before == after else after


def _pieces(before: tuple[wire.Shown, ...], after: tuple[wire.Shown, ...]) -> wire.PiecesChange | UnsetType:
    """Pieces are listed in the order of the board, so a move changes a short stretch of the list."""
    start = _common(before, after)
    if start == len(before) == len(after):
        return UNSET
    end = _common(before[start:][::-1], after[start:][::-1])
    return wire.PiecesChange(start, len(before) - end - start, after[start : len(after) - end])


def _taken(before: tuple[str, ...], after: tuple[str, ...]) -> wire.TakenChange | UnsetType:
    if before == after:
        return UNSET
    kept = _common(before, after)
    return wire.TakenChange(kept, after[kept:])


def _common(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items, from the first on, are equal in both. Halves are compared, which takes fewer steps."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least
