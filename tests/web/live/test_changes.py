"""A change applied to what was sent before gives exactly the update that it stands for."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.application.fixtures import opened_services
from tests.matches import begun, played
from tests.web.live.random_match import random_match

from damero.application.ports import StoredEvent
from damero.application.services import Services
from damero.application.viewer import Viewer
from damero.client.changes import changed_state
from damero.domain import judge
from damero.domain.catalogue import GAMES
from damero.domain.clock import fischer
from damero.domain.match import Progress
from damero.web import wire
from damero.web.live.changes import Sent, change
from damero.web.live.viewer_frames import MatchFrames


def _update(services: Services, progress: Progress, seat: str | None) -> wire.Update:
    assert progress.before is not None
    frames = MatchFrames(services, progress.after, None, 0)
    first = progress.before.version + 1
    stored = [StoredEvent(number, event, "c") for number, event in enumerate(progress.events, first)]
    return frames.for_viewer(Viewer((seat,) if seat else (), seat), frames.update(stored, first - 1))


@pytest.mark.asyncio
@pytest.mark.parametrize("game_id", [game.info.id for game in GAMES])
async def test_every_viewer_of_every_game_gets_the_same_by_changes(tmp_path: Path, game_id: str) -> None:
    match = begun(game_id, fischer(600_000, 1_000))
    async with opened_services(tmp_path) as services:
        for seat in (*match.seats, None):
            frames = MatchFrames(services, match, None, 0)
            sent = Sent.by(frames.for_viewer(Viewer((seat,) if seat else (), seat), frames.snapshot()))
            for progress in random_match(match, Random(game_id)):
                update = _update(services, progress, seat)
                frame = wire.read_server_frame(wire.write_frame(change(sent, update)))
                whole = wire.read_server_frame(wire.write_frame(update))
                assert isinstance(frame, wire.Change)
                assert isinstance(whole, wire.Update)
                assert wire.write_frame(changed_state(sent.state, frame.state)) == wire.write_frame(whole.state)
                assert (frame.events, frame.record_from, frame.record) == (
                    whole.events,
                    whole.record_from,
                    whole.record,
                )
                sent = Sent.by(update)


@pytest.mark.asyncio
async def test_what_did_not_change_is_not_sent(tmp_path: Path) -> None:
    match = begun("drafti", fischer(600_000))
    async with opened_services(tmp_path) as services:
        first = judge.play(played(match, "21-17", "11-15"), "white", "24-20", 3_000)
        assert first.after.position is not None
        second = judge.play(first.after, "black", str(first.after.position.legal_moves()[0]), 3_020)
        before = Sent.by(_update(services, first, None))
        frame = change(before, _update(services, second, None))
    assert set(msgspec.to_builtins(frame.state)) == {"clock", "view_change"}
    assert set(msgspec.to_builtins(frame.state.view_change)) <= {"to_move", "pieces", "taken", "text"}
    assert isinstance(frame.state.view_change, wire.ViewChange)
    assert isinstance(frame.state.view_change.pieces, wire.PiecesChange)
    assert frame.state.view_change.pieces.removed < 6
