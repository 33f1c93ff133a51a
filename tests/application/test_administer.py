"""What administrators do to players, matches and reports."""

from __future__ import annotations

import pytest
from tests.application.fixtures import begin, current

from damero.application.administer import administer
from damero.application.enter_as_guest import NewSession, enter_as_guest
from damero.application.log_in import authenticate, log_in
from damero.application.register import register
from damero.application.report_player import report_player
from damero.application.services import Services
from damero.domain.errors import DameroError
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio

PASSWORD = "correct horse"


async def rows(services: Services, action: str, **arguments: str) -> list[tuple[str, ...]]:
    return list((await administer(services, action, arguments)).rows)


async def ana(services: Services) -> NewSession:
    return await register(services, "Ana", PASSWORD)


async def test_players_are_found_by_a_part_of_their_name(services: Services) -> None:
    session = await ana(services)
    guest = await enter_as_guest(services, "Ben")
    assert await rows(services, "players", text="AN") == [(session.player.id, "Ana", "account", "")]
    assert {row[0] for row in await rows(services, "players")} == {session.player.id, guest.player.id}


async def test_a_banned_player_is_signed_out_and_cannot_sign_in(services: Services) -> None:
    session = await ana(services)
    await rows(services, "ban", player="ana", reason="insults")
    assert await authenticate(services, session.token) is None
    with pytest.raises(DameroError, match="BANNED"):
        await log_in(services, "Ana", PASSWORD)
    with pytest.raises(DameroError, match="WRONG_PASSWORD"):
        await log_in(services, "Ana", "wrong horse")
    assert (await rows(services, "players"))[0][3] == "insults"
    await rows(services, "unban", player=session.player.id)
    assert (await log_in(services, "Ana", PASSWORD)).player.id == session.player.id


async def test_the_games_of_a_banned_player_go_on(services: Services) -> None:
    guest = await enter_as_guest(services)
    match_id = await begin(services)
    await rows(services, "ban", player=guest.player.id)
    assert (await current(services, match_id)).status is Status.ACTIVE


async def test_a_forgotten_password_is_reset(services: Services) -> None:
    session = await ana(services)
    ((_, _, password),) = await rows(services, "reset-password", player="Ana")
    assert await authenticate(services, session.token) is None
    assert (await log_in(services, "Ana", password)).player.id == session.player.id
    with pytest.raises(DameroError, match="WRONG_PASSWORD"):
        await log_in(services, "Ana", PASSWORD)


async def test_players_are_renamed_and_deleted(services: Services) -> None:
    session = await ana(services)
    await rows(services, "rename", player="Ana", name="Eva")
    account = await services.players.player(session.player.id)
    assert account is not None
    assert account.name == "Eva"
    await rows(services, "delete", player="Eva")
    assert await services.players.player(session.player.id) is None
    with pytest.raises(DameroError, match="NO_SUCH_PLAYER"):
        await rows(services, "delete", player="Eva")


async def test_a_match_in_progress_is_closed_once(services: Services) -> None:
    match_id = await begin(services)
    await rows(services, "close", match=match_id)
    assert (await current(services, match_id)).status is Status.ABORTED
    other = await begin(services, command_id="another")
    assert (await current(services, other)).status is Status.ACTIVE
    with pytest.raises(DameroError, match="NO_SUCH_MATCH"):
        await rows(services, "close", match="nosuchmatch1")


async def test_reports_are_listed_until_they_are_settled(services: Services) -> None:
    session, guest = await ana(services), await enter_as_guest(services, "Ben")
    for reason in ("rude", "very rude"):
        await report_player(services, guest.player, session.player.id, reason, None)
    ((number, _, player, reporter, _, reason, settled),) = await rows(services, "reports")
    assert (player, reporter, reason, settled) == (session.player.id, guest.player.id, "very rude", "")
    await rows(services, "settle", report=number, note="warned")
    assert await rows(services, "reports") == []
    assert [row[-1] for row in await rows(services, "reports", all="yes")] == ["warned"]
    for wrong in (number, "x", "-1", "9" * 40):
        with pytest.raises(DameroError, match="NO_SUCH_REPORT"):
            await rows(services, "settle", report=wrong)


async def test_nobody_reports_himself_or_nobody(services: Services) -> None:
    guest = await enter_as_guest(services)
    with pytest.raises(DameroError, match="OWN_REPORT"):
        await report_player(services, guest.player, guest.player.id, "rude", None)
    with pytest.raises(DameroError, match="NO_SUCH_PLAYER"):
        await report_player(services, guest.player, "nobody", "rude", None)


async def test_the_log_has_every_change_and_never_a_password(services: Services) -> None:
    await ana(services)
    ((_, _, password),) = await rows(services, "reset-password", player="Ana")
    with pytest.raises(DameroError):
        await rows(services, "ban", player="Nobody there")
    log = await rows(services, "log")
    assert [row[1:] for row in log] == [
        ("ban", "player: Nobody there", "NO_SUCH_PLAYER"),
        ("reset-password", "player: Ana", "done"),
    ]
    assert password not in str(log)


async def test_an_unknown_or_incomplete_action_is_refused(services: Services) -> None:
    with pytest.raises(DameroError, match="NO_SUCH_ACTION"):
        await rows(services, "explode")
    with pytest.raises(DameroError, match="MISSING_ARGUMENT"):
        await rows(services, "ban", reason="none")
