"""Asking changes nothing: every GET of the API, and the file of the server before and after."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from tests.web.playing import a_match
from tests.web.servers import a_server, guests

from damero.client import new_id
from damero.infrastructure.sqlite.data_folder import DATABASE
from damero.web import wire


def _contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables but the time, which goes on."""
    file = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        tables = [str(name) for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = {name: sorted(map(tuple, file.execute(f"SELECT * FROM {name}")), key=repr) for name in tables}
    finally:
        file.close()
    rows["meta"] = [row for row in rows["meta"] if "server_time" not in row]
    return rows


@pytest.mark.asyncio
async def test_no_get_changes_anything(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        async with guests(server, 2) as (ana, ben):
            match_id = await a_match(ana, ben, "stratego")
            pieces = (await ana.armies("stratego", "red")).formations[0].pieces
            await ana.act(match_id, "army", wire.Place(new_id(), pieces))
            over = await a_match(ana, ben, "drafti")
            await ana.act(over, "resign", wire.Act(new_id()))
            paths = (await ana.send("GET", "/api/openapi.json")).json()["paths"]
            reading = [path for path, methods in paths.items() if "get" in methods]
            puzzle = (await ana.send("GET", "/api/puzzles/daily")).json()["puzzle"]["id"]
            known = {"game_id": "stratego", "player_id": ana.player.id if ana.player else ""}
            known |= {"puzzle_id": puzzle, "ply": "1"}
            before = _contents(tmp_path / DATABASE)
            asked = {path.format(match_id=match, **known) for path in (*reading, "/") for match in (match_id, over)}
            for path in asked:
                await ana.send("GET", f"{path}?seat=red&game=stratego&path=/match")
            after = _contents(tmp_path / DATABASE)
    assert len(reading) >= 18
    assert before == after
    assert len(before["event"]) > 5
