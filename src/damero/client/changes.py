"""Applies the changes that the server sends to the state that came before."""

from __future__ import annotations

from msgspec import UNSET, structs

from damero.web import wire


def changed_state(state: wire.State, change: wire.StateChange) -> wire.State:
    """The state after a change. What the change leaves out stays."""
    given = {name: value for name, value in structs.asdict(change).items() if value is not UNSET}
    given.pop("view_change", None)
    if state.view is not None and change.view_change is not UNSET:
        given["view"] = changed_view(state.view, change.view_change)
    return structs.replace(state, **given)


def changed_view(view: wire.View, change: wire.ViewChange) -> wire.View:
    given = {name: value for name, value in structs.asdict(change).items() if value is not UNSET}
    if change.pieces is not UNSET:
        end = change.pieces.index + change.pieces.removed
        given["pieces"] = (*view.pieces[: change.pieces.index], *change.pieces.pieces, *view.pieces[end:])
    if change.taken is not UNSET:
        given["taken"] = (*view.taken[: change.taken.kept], *change.taken.kinds)
    return structs.replace(view, **given)
