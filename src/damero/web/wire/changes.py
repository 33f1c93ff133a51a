"""Changes: how a match differs from what a viewer was sent before. What is left out is as it was."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from damero.web.wire.base import Reply
from damero.web.wire.games import Count, Outcome, Placed, Route, Shown, View
from damero.web.wire.matches import Clock, Fairness, OpenOffer, Pending, SeatState, Status


class PiecesChange(Reply):
    """Replaces `removed` pieces of the list, from this index on, by others."""

    index: int
    removed: int
    pieces: tuple[Shown, ...]


class TakenChange(Reply):
    """Keeps the first `kept` of the captured pieces and adds others."""

    kept: int
    kinds: tuple[str, ...]


class ViewChange(Reply):
    seat: str | UnsetType | None = UNSET
    to_move: str | UnsetType | None = UNSET
    pieces: PiecesChange | UnsetType = UNSET
    taken: TakenChange | UnsetType = UNSET
    hidden: tuple[Count, ...] | UnsetType = UNSET
    text: str | UnsetType = UNSET


class StateChange(Reply):
    status: Status | UnsetType = UNSET
    seats: tuple[SeatState, ...] | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    view: View | UnsetType | None = UNSET
    """The whole view, if there was none before."""
    view_change: ViewChange | UnsetType = UNSET
    moves: tuple[Route, ...] | UnsetType = UNSET
    pending: Pending | UnsetType | None = UNSET
    army: tuple[Placed, ...] | UnsetType | None = UNSET
    offer: OpenOffer | UnsetType | None = UNSET
    can: tuple[str, ...] | UnsetType = UNSET
    outcome: Outcome | UnsetType | None = UNSET
    rematch: str | UnsetType | None = UNSET
    fairness: Fairness | UnsetType = UNSET
