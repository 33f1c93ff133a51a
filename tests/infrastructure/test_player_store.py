"""What every `PlayerStore` must do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.infrastructure.implementations import OpenStores, Stores
from tests.infrastructure.stored_matches import active

from damero.application.commands import Listing, ListMatches
from damero.application.ports import Account, PlayerStore, Session

pytestmark = pytest.mark.asyncio

ANA = Account("ana", "Ana", "hash of her password", 1_000)
BEN = Account("ben", "Ben", None, 2_000)


async def add(players: PlayerStore, *added: Account) -> None:
    for player in added:
        assert await players.add_player(player)


async def test_a_player_is_found_by_id_and_by_name(players: PlayerStore) -> None:
    await add(players, ANA, BEN)
    assert (await players.player("ana"), await players.player("ben")) == (ANA, BEN)
    assert (await players.player_named("Ana"), await players.player_named("Ben")) == (ANA, BEN)
    assert await players.player("Ana") is None
    assert await players.player_named("Eve") is None


async def test_the_case_of_a_name_is_kept_but_makes_no_other_name(players: PlayerStore) -> None:
    await add(players, ANA)
    assert await players.player_named("aNA") == ANA
    assert not await players.add_player(Account("other", "ANA", None, 3_000))
    assert await players.player("other") is None
    assert await players.change_player(replace(ANA, name="ANA"))
    assert await players.player("ana") == replace(ANA, name="ANA")


async def test_a_name_is_taken_until_its_player_is_renamed_or_deleted(players: PlayerStore) -> None:
    await add(players, ANA, BEN)
    assert not await players.change_player(replace(BEN, name="ana"))
    assert await players.player("ben") == BEN
    assert await players.change_player(replace(ANA, name="Anna"))
    assert await players.change_player(replace(BEN, name="ana"))
    await players.delete_player("ben")
    assert await players.add_player(Account("new", "Ana", None, 3_000))


async def test_a_change_sets_name_and_password_and_leaves_the_rest(players: PlayerStore) -> None:
    await add(players, BEN)
    assert await players.change_player(Account("ben", "Benjamin", "hash", 9_999))
    assert await players.player("ben") == Account("ben", "Benjamin", "hash", BEN.created)


async def test_the_language_that_a_player_chose_is_kept(players: PlayerStore) -> None:
    await add(players, replace(ANA, language="sw"), BEN)
    assert await players.change_player(replace(BEN, language="zh-Hant"))
    await players.add_session("token", "ben", 5)
    stored = await players.session("token")
    assert stored is not None
    assert (await players.player("ana"), stored.player) == (
        replace(ANA, language="sw"),
        replace(BEN, language="zh-Hant"),
    )


async def test_players_are_there_after_the_store_is_opened_again(open_stores: OpenStores, tmp_path: Path) -> None:
    async with open_stores(tmp_path) as stores:
        await add(stores.players, ANA)
    async with open_stores(tmp_path) as stores:
        assert await stores.players.player("ana") == ANA


async def test_a_session_tells_its_player_and_when_it_was_last_used(players: PlayerStore) -> None:
    await add(players, ANA)
    await players.add_session("hash", "ana", 5)
    assert await players.session("hash") == Session(ANA, 5)
    await players.use_session("hash", 7)
    assert await players.session("hash") == Session(ANA, 7)
    assert await players.session("other hash") is None


async def test_a_session_follows_the_changes_of_its_player(players: PlayerStore) -> None:
    await add(players, BEN)
    await players.add_session("hash", "ben", 5)
    renamed = replace(BEN, name="Benjamin")
    assert await players.change_player(renamed)
    assert await players.session("hash") == Session(renamed, 5)


async def test_one_session_or_all_of_a_player_can_be_dropped(players: PlayerStore) -> None:
    await add(players, ANA, BEN)
    for token_hash, player_id in (("one", "ana"), ("two", "ana"), ("three", "ana"), ("four", "ben")):
        await players.add_session(token_hash, player_id, 1)
    await players.drop_session("one")
    assert await players.session("one") is None
    assert sorted(await players.drop_sessions("ana")) == ["three", "two"]
    assert await players.drop_sessions("ana") == ()
    assert await players.session("two") is None
    assert await players.session("four") == Session(BEN, 1)


async def test_sessions_end_when_they_were_not_used_for_long(players: PlayerStore) -> None:
    await add(players, ANA)
    for token_hash, used in (("old", 10), ("used again", 10), ("young", 20)):
        await players.add_session(token_hash, "ana", used)
    await players.use_session("used again", 30)
    await players.drop_unused_sessions(unused_since=20, found_before=30, now=40)
    assert await players.session("old") == Session(ANA, 10)
    await players.drop_unused_sessions(unused_since=20, found_before=40, now=50)
    assert await players.session("old") == Session(ANA, 10)
    await players.drop_unused_sessions(unused_since=20, found_before=41, now=60)
    assert await players.session("old") is None
    assert await players.session("used again") == Session(ANA, 30)
    assert await players.session("young") == Session(ANA, 20)


async def test_a_guest_goes_with_the_last_session_and_an_account_stays(players: PlayerStore) -> None:
    eve = Account("eve", "Eve", None, 3_000)
    await add(players, ANA, BEN, eve)
    for token_hash, player_id, used in (("1", "ana", 10), ("2", "ben", 10), ("3", "eve", 10), ("4", "eve", 30)):
        await players.add_session(token_hash, player_id, used)
    for found_before, now in ((30, 40), (41, 60)):
        await players.drop_unused_sessions(unused_since=20, found_before=found_before, now=now)
    assert [await players.player(player_id) for player_id in ("ana", "ben", "eve")] == [ANA, None, eve]


async def test_a_name_is_kept_for_who_had_it_until_its_time_is_over(players: PlayerStore) -> None:
    await players.keep_name("ana", "1", 30, now=10)
    await players.keep_name("ben", "2", 50, now=29)
    assert [await players.name_kept_for(key, 29) for key in ("ana", "ben")] == ["1", "2"]
    await players.keep_name("eve", "3", 60, now=30)
    assert [await players.name_kept_for(key, 0) for key in ("ana", "ben", "eve")] == [None, "2", "3"]


async def test_saved_armies_are_listed_by_name_for_one_player_and_game(players: PlayerStore) -> None:
    await add(players, ANA, BEN)
    for player_id, game_id, name, army in (
        ("ana", "stratego", "wall", "first"),
        ("ana", "stratego", "attack", "second"),
        ("ana", "barrage", "wall", "third"),
        ("ben", "stratego", "wall", "fourth"),
    ):
        await players.save_formation(player_id, game_id, name, army)
    assert list((await players.formations("ana", "stratego")).items()) == [("attack", "second"), ("wall", "first")]
    assert await players.formations("ana", "barrage") == {"wall": "third"}
    assert await players.formations("ben", "barrage") == {}


async def test_a_saved_army_is_replaced_under_the_same_name_and_deleted_alone(players: PlayerStore) -> None:
    await add(players, ANA)
    for name, army in (("wall", "first"), ("attack", "second"), ("wall", "third"), ("Wall", "fourth")):
        await players.save_formation("ana", "stratego", name, army)
    expected = {"wall": "third", "attack": "second", "Wall": "fourth"}
    assert await players.formations("ana", "stratego") == expected
    await players.delete_formation("ana", "stratego", "wall")
    await players.delete_formation("ana", "stratego", "unknown")
    assert await players.formations("ana", "stratego") == {"attack": "second", "Wall": "fourth"}


async def test_a_deleted_player_leaves_the_games_behind_and_nothing_else(stores: Stores) -> None:
    players = stores.players
    await add(players, ANA, BEN)
    await stores.matches.append(active("game"))
    await players.add_session("hash", "ana", 1)
    await players.save_formation("ana", "stratego", "wall", "army")
    await players.delete_player("ana")
    await players.delete_player("unknown")
    assert await players.player("ana") is None
    assert await players.session("hash") is None
    assert await players.formations("ana", "stratego") == {}
    assert await players.player("ben") == BEN
    (game,) = await stores.matches.list(ListMatches(listing=Listing.MINE, player_id="ben"))
    assert [player.name for _, player in game.seats] == ["Ana", "Ben"]
