"""Guests and accounts, as browsers and programs use them."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.web.servers import a_server, guests

from damero.application.enter_as_guest import GUEST_NAMES
from damero.client import Client, Refusal
from damero.texts import catalogue
from damero.web import wire
from damero.web.limits import Limits
from damero.web.live.socket_session import SESSION_ENDED

pytestmark = pytest.mark.asyncio
PASSWORD = "correct horse"


async def test_a_guest_gets_a_name_a_token_and_a_cookie(server: str) -> None:
    async with httpx.AsyncClient(base_url=server, timeout=60) as browser:
        assert (await browser.get("/api/me")).json() == {"player": None, "guest": True, "language": None}
        answer = await browser.post("/api/guests", json={})
        cookie = answer.headers["set-cookie"].lower()
        assert all(word in cookie for word in ("httponly", "samesite=lax", "path=/", "max-age="))
        me = (await browser.get("/api/me")).json()
    assert me == {"player": answer.json()["player"], "guest": True, "language": None}
    assert len(answer.json()["token"]) == 64


async def test_a_guest_is_named_in_the_language_of_the_browser(server: str) -> None:
    async with httpx.AsyncClient(base_url=server, headers={"accept-language": "ru-RU,ru;q=0.9"}) as browser:
        name = (await browser.post("/api/guests", json={})).json()["player"]["name"]
    assert name.rpartition(" ")[0] in {catalogue("ru").texts[animal] for animal in GUEST_NAMES}


async def test_a_guest_who_registers_keeps_id_and_matches(server: str) -> None:
    async with guests(server, 1) as (ana,):
        assert ana.player is not None
        guest_id = ana.player.id
        created = await ana.create("drafti", "here")
        await ana.register(f"Ana {guest_id[:6]}", PASSWORD)
        assert ana.player.id == guest_id
        mine = await ana.ask("GET", "/api/me/matches", wire.Summaries)
        assert created.match.id in [match.id for match in mine.matches]
        async with Client(server) as elsewhere:
            assert (await elsewhere.log_in(f"Ana {guest_id[:6]}", PASSWORD)).id == guest_id


async def test_wrong_passwords_and_taken_names_are_refused(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        assert ana.player is not None
        name = f"Ana {ana.player.id[:6]}"
        await ana.register(name, PASSWORD)
        with pytest.raises(Refusal, match="NAME_TAKEN"):
            await ben.register(name, PASSWORD)
        for who, word in [(name, "wrong password"), ("nobody at all", PASSWORD)]:
            with pytest.raises(Refusal, match="WRONG_PASSWORD") as refused:
                await ben.log_in(who, word)
            assert refused.value.status == 401


async def test_logging_out_ends_the_token(server: str) -> None:
    async with guests(server, 1) as (ana,):
        assert (await ana.send("DELETE", "/api/sessions")).status_code == 204
        with pytest.raises(Refusal, match="NOT_SIGNED_IN"):
            await ana.ask("GET", "/api/me", wire.Me)


async def test_a_new_password_ends_all_other_sessions(server: str) -> None:
    async with guests(server, 1) as (ana,), Client(server) as tablet:
        assert ana.player is not None
        name = f"Ana {ana.player.id[:6]}"
        await ana.register(name, PASSWORD)
        await tablet.log_in(name, PASSWORD)
        order = wire.NewPassword(PASSWORD, "another horse")
        renewed = await ana.ask("PUT", "/api/me/password", wire.SignedIn, order)
        with pytest.raises(Refusal, match="NOT_SIGNED_IN"):
            await tablet.ask("GET", "/api/me", wire.Me)
        ana.token = renewed.token
        assert (await ana.ask("GET", "/api/me", wire.Me)).player == ana.player


async def test_the_sockets_of_ended_sessions_are_closed_and_say_why(server: str) -> None:
    async with guests(server, 1) as (ana,), Client(server) as tablet:
        assert ana.player is not None
        name = f"Ana {ana.player.id[:6]}"
        await ana.register(name, PASSWORD)
        await tablet.log_in(name, PASSWORD)
        match_id = (await ana.create("drafti", "here")).match.id
        async with ana.watch(match_id) as here, tablet.watch(match_id) as there:
            for live in (here, there):
                await anext(aiter(live))
            order = wire.NewPassword(PASSWORD, "another horse")
            renewed = await ana.ask("PUT", "/api/me/password", wire.SignedIn, order)
            await there.socket.wait_closed()
            assert there.socket.close_code == SESSION_ENDED
            assert (await here.play(here.state.moves[0].text)).version > 0
        ana.token = renewed.token
        async with ana.watch(match_id) as live:
            await anext(aiter(live))
            assert (await ana.send("DELETE", "/api/me", b'{"password":"another horse"}')).status_code == 204
            await live.socket.wait_closed()
            assert live.socket.close_code == SESSION_ENDED


async def test_names_are_changed_and_players_deleted(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        assert ana.player is not None
        renamed = await ana.ask("PATCH", "/api/me", wire.Me, wire.NewName(f"Zoë {ana.player.id[:6]}"))
        assert renamed.player is not None
        page = await ben.ask("GET", f"/api/players/{ana.player.id}", wire.PlayerPage)
        assert page.player.name == renamed.player.name
        assert (await ana.send("DELETE", "/api/me", b"{}")).status_code == 204
        with pytest.raises(Refusal, match="NO_SUCH_PLAYER"):
            await ben.ask("GET", f"/api/players/{ana.player.id}", wire.PlayerPage)


async def test_an_account_is_deleted_only_with_its_password(server: str) -> None:
    async with guests(server, 1) as (ana,):
        assert ana.player is not None
        await ana.register(f"Ana {ana.player.id[:6]}", PASSWORD)
        assert (await ana.send("DELETE", "/api/me", b"{}")).status_code == 401
        assert (await ana.send("DELETE", "/api/me", b'{"password":"' + PASSWORD.encode() + b'"}')).status_code == 204


async def test_armies_are_kept_listed_and_forgotten(server: str) -> None:
    async with guests(server, 1) as (ana,):
        ready = (await ana.armies("stratego", "blue")).formations[0]
        saved = wire.SavedFormation("My wall", "stratego", "blue", ready.pieces)
        assert (await ana.send("PUT", "/api/me/formations", wire.write_frame(saved))).status_code == 204
        kept = await ana.ask("GET", "/api/me/formations?game=stratego", wire.SavedFormations)
        assert [(one.name, one.seat) for one in kept.formations] == [("My wall", "red"), ("My wall", "blue")]
        red, blue = ({piece.square: piece.kind for piece in one.pieces} for one in kept.formations)
        assert blue == {piece.square: piece.kind for piece in ready.pieces}
        assert sorted(kind.removeprefix("red-") for kind in red.values()) == sorted(
            kind.removeprefix("blue-") for kind in blue.values()
        )
        forget = wire.write_frame(wire.ForgetFormation("My wall", "stratego"))
        assert (await ana.send("DELETE", "/api/me/formations", forget)).status_code == 204
        assert not (await ana.ask("GET", "/api/me/formations?game=stratego", wire.SavedFormations)).formations


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
    ],
)
async def test_other_sites_cannot_act_for_a_browser(server: str, headers: dict[str, str], status: int) -> None:
    async with httpx.AsyncClient(base_url=server, timeout=60) as browser:
        await browser.post("/api/guests", json={})
        body = b'{"game":"drafti","opponent":"here"}'
        answer = await browser.post(
            "/api/matches", content=body, headers={"content-type": "application/json"} | headers
        )
    assert answer.status_code == status


async def test_our_own_pages_may_act(server: str) -> None:
    async with httpx.AsyncClient(base_url=server, timeout=60) as browser:
        headers = {"origin": server, "sec-fetch-site": "same-origin"}
        await browser.post("/api/guests", json={}, headers=headers)
        answer = await browser.post("/api/matches", json={"game": "drafti", "opponent": "here"}, headers=headers)
    assert answer.status_code == 201


async def test_players_report_players_within_limits(tmp_path: Path) -> None:
    with a_server(tmp_path, Limits()) as address:
        async with guests(address, 2) as (ana, ben):
            assert ana.player is not None
            path = f"/api/players/{ana.player.id}/reports"
            answers = [(await ben.send("POST", path, b'{"reason":"rude"}')).status_code for _ in range(6)]
            assert answers == [204] * 5 + [429]
            assert (await ana.send("POST", path, b'{"reason":"rude"}')).status_code == 409
            assert (await ana.send("POST", "/api/players/nobody/reports", b'{"reason":"x"}')).status_code == 404


async def test_a_language_is_kept_with_the_account_and_told_on_every_device(server: str) -> None:
    async with guests(server, 1) as (ana,), Client(server) as elsewhere:
        assert ana.player is not None
        name = f"Ana {ana.player.id[:6]}"
        await ana.register(name, PASSWORD)
        chosen = await ana.ask("PUT", "/api/me/language", wire.Me, wire.NewLanguage("en"))
        assert chosen.language == "en"
        await elsewhere.log_in(name, PASSWORD)
        assert (await elsewhere.ask("GET", "/api/me", wire.Me)).language == "en"
        reset = await elsewhere.ask("PUT", "/api/me/language", wire.Me, wire.NewLanguage(None))
        assert reset.language is None


async def test_a_language_that_there_is_not_is_refused(server: str) -> None:
    async with guests(server, 1) as (ana,):
        answer = await ana.send("PUT", "/api/me/language", b'{"language": "tlh"}')
        assert (answer.status_code, answer.json()["code"]) == (422, "BAD_LANGUAGE")


async def test_nobody_can_take_one_name_after_another(tmp_path: Path) -> None:
    with a_server(tmp_path, Limits()) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as browser:
            await browser.post("/api/guests", json={})
            answers = [await browser.patch("/api/me", json={"name": f"Ana {letter}"}) for letter in "abcdef"]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert int(answers[-1].headers["retry-after"]) > 3600
