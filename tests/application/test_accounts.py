from __future__ import annotations

import pytest
from tests.application.fixtures import turn

from damero.application.change_account import change_name, change_password, delete_account
from damero.application.enter_as_guest import MOST_SESSIONS, enter_as_guest
from damero.application.expire import CONFIRM_AFTER, expire
from damero.application.keep_formations import (
    LONGEST_FORMATION_NAME,
    MOST_FORMATIONS,
    delete_formation,
    list_formations,
    save_formation,
)
from damero.application.log_in import SESSION_LASTS, authenticate, log_in, log_out
from damero.application.register import register
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.beginning import placed_game
from damero.domain.clock import DAY
from damero.domain.errors import DameroError

pytestmark = pytest.mark.asyncio

PASSWORD = "correct horse"


async def test_a_guest_plays_at_once_and_is_known_by_a_token(services: Services) -> None:
    guest = await enter_as_guest(services)
    assert await authenticate(services, guest.token) == guest.player
    assert await authenticate(services, guest.token[:-1]) is None
    await log_out(services, guest.token)
    assert await authenticate(services, guest.token) is None


async def test_the_name_of_a_guest_is_free_once_nobody_can_be_that_guest_again(services: Services) -> None:
    left, forgotten = await enter_as_guest(services, "Ana"), await enter_as_guest(services, "Ben")
    account = await register(services, "Eve", PASSWORD)
    await log_out(services, left.token)
    await log_out(services, account.token)
    for passed in (SESSION_LASTS + DAY, CONFIRM_AFTER + 1):
        turn(services, passed)
        await expire(services, 0)
    assert await services.players.player(left.player.id) is None
    assert await services.players.player(forgotten.player.id) is None
    assert (await enter_as_guest(services, "Ana")).player.name == "Ana"
    assert (await enter_as_guest(services, "Ben")).player.name == "Ben"
    assert await services.players.player(account.player.id) is not None


async def test_an_account_that_logs_in_without_end_loses_its_oldest_sessions(services: Services) -> None:
    first = await register(services, "Ana", PASSWORD)
    others = []
    for _ in range(MOST_SESSIONS):
        turn(services, 1)
        others.append(await log_in(services, "Ana", PASSWORD))
    assert len(await services.players.sessions(first.player.id)) == MOST_SESSIONS
    assert await authenticate(services, first.token) is None
    assert await authenticate(services, others[0].token) is not None


async def test_names_are_tidy_and_unique_whatever_their_case(services: Services) -> None:
    assert (await enter_as_guest(services, "  Ana   María ")).player.name == "Ana María"
    for name, code in (("ana MARía", "NAME_TAKEN"), ("x", "BAD_NAME"), ("<b>", "BAD_NAME"), ("a" * 25, "BAD_NAME")):
        with pytest.raises(DameroError, match=code):
            await enter_as_guest(services, name)


async def test_a_guest_who_registers_stays_the_same_player(services: Services) -> None:
    guest = await enter_as_guest(services)
    account = await register(services, "Ana", PASSWORD, guest.player)
    assert account.player.id == guest.player.id
    assert (await log_in(services, "ana", PASSWORD)).player.id == guest.player.id
    for name, password in (("Ana", "wrong horse"), ("Nobody", PASSWORD)):
        with pytest.raises(DameroError, match="WRONG_PASSWORD"):
            await log_in(services, name, password)
    with pytest.raises(DameroError, match="NAME_TAKEN"):
        await register(services, "ANA", PASSWORD)
    with pytest.raises(DameroError, match="BAD_PASSWORD"):
        await register(services, "Ben", "short")


async def test_the_tokens_of_a_guest_end_when_it_becomes_an_account(services: Services) -> None:
    guest = await enter_as_guest(services)
    account = await register(services, "Ana", PASSWORD, guest.player)
    assert await authenticate(services, guest.token) is None
    assert await authenticate(services, account.token) is not None


@pytest.mark.parametrize(
    "password", ["password1", "PassWord1", "12345678", "aaaaaaaaaaa", "Ana María", "ana.maria", "ANAMARÍA"]
)
async def test_passwords_that_others_guess_first_are_refused(services: Services, password: str) -> None:
    name = "Ana Maria" if password == "ana.maria" else "Ana María"
    with pytest.raises(DameroError, match="BAD_PASSWORD"):
        await register(services, name, password)
    account = await register(services, name, PASSWORD)
    with pytest.raises(DameroError, match="BAD_PASSWORD"):
        await change_password(services, account.player, PASSWORD, password)


@pytest.mark.parametrize(
    "name", ["Admin", "admіn", "ADM1N", "Damero Staff", "the_moderator", "Engine", "N0body", "Ѕupport"]
)
async def test_names_that_pretend_to_be_an_authority_are_refused(services: Services, name: str) -> None:
    with pytest.raises(DameroError, match="BAD_NAME"):
        await enter_as_guest(services, name)


@pytest.mark.parametrize(
    "name",
    ["Engine level 8", "engine-LeveI 3", "Computer Level 8", "Ordenador nivel 2", "Компьютер уровень 8", "电脑等级8"],
)
async def test_nobody_can_look_like_the_computer(services: Services, name: str) -> None:
    with pytest.raises(DameroError, match="BAD_NAME"):
        await enter_as_guest(services, name)


@pytest.mark.parametrize("name", ["Аna", "Anα", "Пauл"])
async def test_a_name_keeps_to_one_alphabet(services: Services, name: str) -> None:
    with pytest.raises(DameroError, match="BAD_NAME"):
        await enter_as_guest(services, name)


@pytest.mark.parametrize(
    "name", ["Анна", "Ελένη", "李明", "さくらひめ", "Ana 李", "Zoë", "O'Brien", "Steam Engine", "Ana-María 2"]
)
async def test_names_of_all_languages_are_welcome(services: Services, name: str) -> None:
    assert (await enter_as_guest(services, name)).player.name == name


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ("Paul", "PauI"),
        ("Otto 10", "0tto lO"),
        ("Arno", "Amo"),
        ("Éva", "éVA"),
        ("coca", "соса"),
        ("Ana B", "Ana_B"),
        ("Ana", "Ａｎａ"),
    ],
)
async def test_a_name_that_looks_like_another_is_taken(services: Services, taken: str, name: str) -> None:
    await enter_as_guest(services, taken)
    with pytest.raises(DameroError, match="NAME_TAKEN"):
        await enter_as_guest(services, name)


async def test_the_name_of_a_deleted_account_is_kept_back_for_thirty_days(services: Services) -> None:
    account = await register(services, "Ana", PASSWORD)
    await delete_account(services, account.player, PASSWORD)
    turn(services, 30 * DAY - 1)
    for name in ("Ana", "ANA"):
        with pytest.raises(DameroError, match="NAME_TAKEN"):
            await enter_as_guest(services, name)
    turn(services, 1)
    assert (await enter_as_guest(services, "Ana")).player.name == "Ana"


async def test_only_its_last_owner_can_return_to_a_name(services: Services) -> None:
    account = await register(services, "Ana", PASSWORD)
    renamed = await change_name(services, account.player, "Eva")
    with pytest.raises(DameroError, match="NAME_TAKEN"):
        await enter_as_guest(services, "Ana")
    assert (await change_name(services, renamed, "Ana")).name == "Ana"


async def test_a_new_password_ends_all_other_sessions(services: Services) -> None:
    account = await register(services, "Ana", PASSWORD)
    with pytest.raises(DameroError, match="WRONG_PASSWORD"):
        await change_password(services, account.player, "wrong horse", "battery staple")
    changed = await change_password(services, account.player, PASSWORD, "battery staple")
    assert await authenticate(services, account.token) is None
    assert await authenticate(services, changed.token) is not None


async def test_names_change_and_accounts_go(services: Services) -> None:
    account = await register(services, "Ana", PASSWORD)
    await enter_as_guest(services, "Ben")
    with pytest.raises(DameroError, match="NAME_TAKEN"):
        await change_name(services, account.player, "ben")
    renamed = await change_name(services, account.player, "Anna")
    with pytest.raises(DameroError, match="WRONG_PASSWORD"):
        await delete_account(services, renamed, "wrong horse")
    await delete_account(services, renamed, PASSWORD)
    assert await authenticate(services, account.token) is None
    assert await services.players.player_named("Anna") is None


async def test_armies_are_kept_only_if_they_can_stand(services: Services) -> None:
    player = (await enter_as_guest(services)).player
    army = next(iter(placed_game(catalogue.game("stratego")).formations("red").values()))
    await save_formation(services, player.id, "stratego", "red", "Mine", army)
    assert await list_formations(services, player.id, "stratego") == {"Mine": army}
    with pytest.raises(DameroError):
        await save_formation(services, player.id, "stratego", "red", "Bad", army[:-1])
    with pytest.raises(DameroError, match="NO_ARMIES"):
        await save_formation(services, player.id, "drafti", "white", "Bad", army)
    for number in range(MOST_FORMATIONS - 1):
        await save_formation(services, player.id, "stratego", "red", f"No. {number}", army)
    with pytest.raises(DameroError, match="TOO_MANY_FORMATIONS"):
        await save_formation(services, player.id, "stratego", "red", "One more", army)
    await delete_formation(services, player.id, "stratego", "Mine")
    longest = "A" * LONGEST_FORMATION_NAME
    await save_formation(services, player.id, "stratego", "red", f" {longest} ", army)
    assert longest in await list_formations(services, player.id, "stratego")
    for name in ("", " ", longest + "A", "a\x00b"):
        with pytest.raises(DameroError, match="BAD_NAME"):
            await save_formation(services, player.id, "stratego", "red", name, army)
    assert "Mine" not in await list_formations(services, player.id, "stratego")
