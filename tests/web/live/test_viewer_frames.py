"""What viewers see alike is made once; what each of them gets is what was made for it alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.application.fixtures import opened_services
from tests.matches import begun

from damero.application.ports import StoredEvent
from damero.application.viewer import Viewer
from damero.domain import judge
from damero.domain.catalogue import GAMES
from damero.web import serialize
from damero.web.live.viewer_frames import MatchFrames


@pytest.mark.asyncio
@pytest.mark.parametrize("game_id", [game.info.id for game in GAMES])
async def test_every_seat_gets_its_own_view_and_only_the_mover_its_moves(tmp_path: Path, game_id: str) -> None:
    random, match = Random(game_id), begun(game_id)
    async with opened_services(tmp_path) as services:
        for _ in range(12):
            assert match.position is not None
            if match.to_move is None:
                break
            progress = judge.play(match, match.to_move, str(random.choice(match.position.legal_moves())), 0)
            stored = [StoredEvent(seq, event, "c") for seq, event in enumerate(progress.events, match.version + 1)]
            frames, match = MatchFrames(services, progress.after, None, 0), progress.after
            update = frames.update(stored, stored[0].seq - 1)
            for seat in (*match.seats, None):
                own = match.view(seat)
                seen = frames.for_viewer(Viewer((seat,) if seat else (), seat), update)
                assert own is not None
                assert seen.state.view == serialize.view(own)
                assert bool(seen.state.moves) == (seat is not None and seat == match.to_move)
                assert seen.viewer.seat == seat
