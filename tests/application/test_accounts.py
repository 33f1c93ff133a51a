from __future__ import annotations

import pytest

from damero.application.change_account import change_name, change_password, delete_account
from damero.application.enter_as_guest import enter_as_guest
from damero.application.hall import Hall
from damero.application.keep_formations import MOST_FORMATIONS, delete_formation, list_formations, save_formation
from damero.application.log_in import authenticate, log_in, log_out
from damero.application.register import register
from damero.domain import catalogue
from damero.domain.beginning import placed_game
from damero.domain.errors import DameroError

pytestmark = pytest.mark.asyncio

PASSWORD = "correct horse"


async def test_a_guest_plays_at_once_and_is_known_by_a_token(hall: Hall) -> None:
    guest = await enter_as_guest(hall)
    assert await authenticate(hall, guest.token) == guest.player
    assert await authenticate(hall, guest.token[:-1]) is None
    await log_out(hall, guest.token)
    assert await authenticate(hall, guest.token) is None


async def test_names_are_tidy_and_unique_whatever_their_case(hall: Hall) -> None:
    assert (await enter_as_guest(hall, "  Ana   María ")).player.name == "Ana María"
    for name, code in (("ana MARía", "NAME_TAKEN"), ("x", "BAD_NAME"), ("<b>", "BAD_NAME"), ("a" * 25, "BAD_NAME")):
        with pytest.raises(DameroError, match=code):
            await enter_as_guest(hall, name)


async def test_a_guest_who_registers_stays_the_same_player(hall: Hall) -> None:
    guest = await enter_as_guest(hall)
    account = await register(hall, "Ana", PASSWORD, guest.player)
    assert account.player.id == guest.player.id
    assert (await log_in(hall, "ana", PASSWORD)).player.id == guest.player.id
    for name, password in (("Ana", "wrong horse"), ("Nobody", PASSWORD)):
        with pytest.raises(DameroError, match="WRONG_PASSWORD"):
            await log_in(hall, name, password)
    with pytest.raises(DameroError, match="NAME_TAKEN"):
        await register(hall, "ANA", PASSWORD)
    with pytest.raises(DameroError, match="BAD_PASSWORD"):
        await register(hall, "Ben", "short")


async def test_a_new_password_ends_all_other_sessions(hall: Hall) -> None:
    account = await register(hall, "Ana", PASSWORD)
    with pytest.raises(DameroError, match="WRONG_PASSWORD"):
        await change_password(hall, account.player, "wrong horse", "battery staple")
    changed = await change_password(hall, account.player, PASSWORD, "battery staple")
    assert await authenticate(hall, account.token) is None
    assert await authenticate(hall, changed.token) is not None


async def test_names_change_and_accounts_go(hall: Hall) -> None:
    account = await register(hall, "Ana", PASSWORD)
    await enter_as_guest(hall, "Ben")
    with pytest.raises(DameroError, match="NAME_TAKEN"):
        await change_name(hall, account.player, "ben")
    renamed = await change_name(hall, account.player, "Anna")
    with pytest.raises(DameroError, match="WRONG_PASSWORD"):
        await delete_account(hall, renamed, "wrong horse")
    await delete_account(hall, renamed, PASSWORD)
    assert await authenticate(hall, account.token) is None
    assert await hall.players.player_named("Anna") is None


async def test_armies_are_kept_only_if_they_can_stand(hall: Hall) -> None:
    player = (await enter_as_guest(hall)).player
    army = next(iter(placed_game(catalogue.game("stratego")).formations("red").values()))
    await save_formation(hall, player.id, "stratego", "red", "Mine", army)
    assert await list_formations(hall, player.id, "stratego") == {"Mine": army}
    with pytest.raises(DameroError):
        await save_formation(hall, player.id, "stratego", "red", "Bad", army[:-1])
    with pytest.raises(DameroError, match="NO_ARMIES"):
        await save_formation(hall, player.id, "drafti", "white", "Bad", army)
    for number in range(MOST_FORMATIONS - 1):
        await save_formation(hall, player.id, "stratego", "red", f"No. {number}", army)
    with pytest.raises(DameroError, match="TOO_MANY_FORMATIONS"):
        await save_formation(hall, player.id, "stratego", "red", "One more", army)
    await delete_formation(hall, player.id, "stratego", "Mine")
    assert "Mine" not in await list_formations(hall, player.id, "stratego")
