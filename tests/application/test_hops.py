"""Captures that are made hop by hop."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.application.fixtures import begin, current, look, opened_services, public_log
from tests.application.test_play import moving, touching

from damero.application.commands import Answer, Hopping
from damero.application.explain_move import explain_in_match
from damero.application.play_move import play_move, touch_squares
from damero.application.ports import StoreUnavailable
from damero.application.services import Services
from damero.domain.errors import IllegalMove

pytestmark = pytest.mark.asyncio

TWO_CAPTURES = "W:W29,30:B25,17,10,2"
"""White's man on 30 can take three in a row, 30x21x14x7; the one on 29 can take two, 29x22x13."""


async def test_a_whole_move_by_another_piece_is_refused_while_a_capture_is_begun(services: Services) -> None:
    match_id = await begin(services, "russian", start=TWO_CAPTURES)
    assert {str(route) for route in (await look(services, match_id, "ana")).own.routes} == {"29x22x13", "30x21x14x7"}
    await touch_squares(services, touching(match_id, "30", "21"))
    for move in ("29x22x13", ("29", "22", "13"), "21-17"):
        with pytest.raises(IllegalMove) as refusal:
            await play_move(services, moving(match_id, move=move))  # type: ignore[arg-type]
        assert refusal.value.code == "INVALID_CAPTURE_PATH"
    assert (await explain_in_match(services, match_id, "ana", None, ("29", "22"))).refusal is not None
    assert [str(route) for route in (await look(services, match_id, "ana")).own.routes] == ["30x21x14x7"]
    assert isinstance(await play_move(services, moving(match_id, move="30x21x14x7")), Answer)


async def test_the_rest_of_a_begun_capture_may_come_as_one_move(services: Services) -> None:
    match_id = await begin(services, "russian", start=TWO_CAPTURES)
    await touch_squares(services, touching(match_id, "30", "21"))
    answer = await play_move(services, moving(match_id, move=("21", "14", "7")))  # type: ignore[arg-type]
    assert answer.events[0].text == "30x21x14x7"


async def test_acknowledged_hops_survive_a_restart_and_nobody_else_notices_them(tmp_path: Path) -> None:
    async with opened_services(tmp_path) as services:
        match_id = await begin(services, "russian", start=TWO_CAPTURES)
        before = await current(services, match_id), await public_log(services, match_id)
        hopping = await touch_squares(services, touching(match_id, "30", "21"))
        assert isinstance(hopping, Hopping)
    async with opened_services(tmp_path) as services:
        assert (await current(services, match_id), await public_log(services, match_id)) == before
        assert (await look(services, match_id, "ben")).own.pending is None
        assert (await look(services, match_id, "ana")).own.pending == hopping
        assert await touch_squares(services, touching(match_id, "30", "21")) == hopping
        await touch_squares(services, touching(match_id, "21", "14"))
        assert isinstance(await touch_squares(services, touching(match_id, "14", "7")), Answer)
        assert await services.matches.hops(match_id) is None


async def test_a_hop_that_could_not_be_stored_was_not_made(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = await begin(services, "russian", start=TWO_CAPTURES)
    first = await touch_squares(services, touching(match_id, "30", "21"))

    async def fail(*_: object) -> None:
        raise StoreUnavailable("full")

    with monkeypatch.context() as broken:
        broken.setattr(services.matches, "save_hops", fail)
        with pytest.raises(StoreUnavailable):
            await touch_squares(services, touching(match_id, "21", "14"))
    assert (await look(services, match_id, "ana")).own.pending == first
