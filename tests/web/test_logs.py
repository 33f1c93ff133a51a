"""What the server logs: lines for people, or JSON with ids."""

from __future__ import annotations

import asyncio
import json
import logging
import sys

from damero.web.logs import Ids, JsonLines, OncePerMinute, note_player, note_request


def _logged(message: str, *, failed: bool = False) -> dict[str, str]:
    try:
        if failed:
            raise ValueError("a reason")
        fault = None
    except ValueError:
        fault = sys.exc_info()
    record = logging.LogRecord("damero.web", logging.WARNING, __file__, 1, message, (), fault)
    assert Ids().filter(record)
    line: dict[str, str] = json.loads(JsonLines().format(record))
    return line


async def _served() -> dict[str, str]:
    note_request("r1", "/api/matches/m1/moves")
    note_player("p1")
    return await asyncio.create_task(_in_a_task())


async def _in_a_task() -> dict[str, str]:
    return _logged("two\nlines")


def test_a_json_line_names_the_request_the_match_and_the_player_also_in_what_a_request_starts() -> None:
    line = asyncio.run(_served())
    ids = {name: line[name] for name in ("request", "match", "player", "message", "level")}
    assert ids == {"request": "r1", "match": "m1", "player": "p1", "message": "two\nlines", "level": "warning"}


def test_a_json_line_outside_of_requests_has_no_ids_and_tells_of_an_exception() -> None:
    line = _logged("text", failed=True)
    assert not {"request", "match", "player"} & line.keys()
    assert "ValueError: a reason" in line["exception"]
    assert line["time"].endswith("+00:00")


def test_what_a_stranger_can_cause_is_logged_once_a_minute() -> None:
    now = 0.0
    once = OncePerMinute(lambda: now)
    record = logging.LogRecord("uvicorn.error", logging.WARNING, __file__, 1, "Invalid HTTP request.", (), None)
    assert [once.filter(record) for _ in range(3)] == [True, False, False]
    now = 61.0
    assert once.filter(record)
