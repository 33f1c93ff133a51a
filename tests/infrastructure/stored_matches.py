"""Matches to put into a store."""

from __future__ import annotations

from dataclasses import replace

from tests.matches import begun, creation

from damero.application.change_match import entry_of
from damero.application.ports import Entry, MatchStore
from damero.domain import judge
from damero.domain.clock import TimeControl
from damero.domain.events import Access
from damero.domain.match import Match, Progress, replay


def new(match_id: str = "match", access: Access = Access.LINK, game_id: str = "drafti") -> Progress:
    """Created by Ana and waiting for players."""
    return judge.create(replace(creation(game_id), match_id=match_id, access=access), ())


def active(match_id: str, access: Access = Access.LINK) -> Entry:
    """Ana plays Ben; all its events in one entry."""
    match = begun()
    created = replace(match.created, match_id=match_id, access=access)
    assert match.began is not None
    return Entry(replace(match, created=created), 0, "create", (created, *match.taken, match.began))


def begun_at(match_id: str, control: TimeControl, began: int) -> Entry:
    """The same with clocks, of which the first runs from this time on."""
    entry = active(match_id)
    created = replace(entry.match.created, control=control)
    assert entry.match.began is not None
    events = created, *entry.match.taken, replace(entry.match.began, at=began)
    return Entry(replay(events), 0, "create", events)


async def append(store: MatchStore, progress: Progress, command: str) -> Match:
    await store.append(entry_of(progress, command))
    return progress.after
