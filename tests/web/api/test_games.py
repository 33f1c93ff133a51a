"""The catalogue, the rules pages and positions without a match."""

from __future__ import annotations

import pytest
from tests.web.servers import guests

from damero.client import Client, Refusal
from damero.domain.catalogue import GAMES, game
from damero.domain.game import Start
from damero.web import wire

pytestmark = pytest.mark.asyncio
IDS = [one.info.id for one in GAMES]


async def test_the_catalogue_describes_every_game_as_the_domain_does(server: str) -> None:
    async with Client(server) as client:
        listed = await client.games()
        assert [one.id for one in listed] == IDS
        for shown, info in zip(listed, (one.info for one in GAMES), strict=True):
            assert (shown.title, shown.family, shown.seats) == (info.title, info.family, info.seats)
            assert [square.name for square in shown.board.squares] == [square.name for square in info.board.squares]
            assert [square.letters for square in shown.board.squares] == [
                square.letters for square in info.board.squares
            ]
            assert shown.shows_letters == info.shows_letters
            assert [kind.id for kind in shown.pieces] == [kind.id for kind in info.pieces]
            assert shown.levels[0].level == 1
            assert (shown.start_text is None) == (info.start is not Start.FIXED)
            assert shown == await client.ask("GET", f"/api/games/{info.id}", wire.Game)


async def test_an_unknown_game_is_refused_with_suggestions(server: str) -> None:
    async with Client(server) as client:
        answer = await client.send("GET", "/api/games/spansh")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "UNKNOWN_GAME"
    assert "spanish" in answer.json()["suggestions"]


async def test_a_version_of_a_game_is_shown_and_an_unknown_one_is_refused(server: str) -> None:
    async with Client(server) as client:
        assert await client.ask("GET", "/api/games/english?version=1", wire.Game) == (
            await client.ask("GET", "/api/games/english", wire.Game)
        )
        for path, body in (
            ("/api/games/english?version=99", None),
            ("/api/games/english/positions", b'{"version": 99}'),
        ):
            answer = await client.send("GET" if body is None else "POST", path, body)
            assert (answer.status_code, answer.json()["code"]) == (404, "OTHER_RULESET")


async def test_a_refusal_has_the_key_and_the_values_of_its_sentence(server: str) -> None:
    async with Client(server) as client:
        answer = (await client.send("GET", "/api/games/spansh")).json()
    assert (answer["key"], answer["values"]["game"]) == ("game.did_you_mean", "spansh")
    assert answer["detail"].startswith("There is no game 'spansh'. Did you mean spanish")


@pytest.mark.parametrize("game_id", IDS)
async def test_every_game_has_its_rules_page(server: str, game_id: str) -> None:
    async with Client(server) as client:
        page = await client.ask("GET", f"/api/games/{game_id}/rules", wire.RulesPage)
    assert page.title == game(game_id).info.title
    assert f"game: {game_id}\n" in page.markdown


async def test_formations_fill_the_tray_within_the_zone(server: str) -> None:
    async with Client(server) as client:
        for one in [one.info for one in GAMES if one.info.start is Start.PLACED]:
            for seat in one.seats:
                armies = await client.armies(one.id, seat)
                tray = {count.kind: count.count for count in armies.tray}
                assert armies.formations
                for formation in armies.formations:
                    kinds = [piece.kind for piece in formation.pieces]
                    assert {kind: kinds.count(kind) for kind in kinds} == tray
                    assert {piece.square for piece in formation.pieces} <= set(armies.zone)


async def test_what_one_side_knows_is_shown_with_what_it_may_do(server: str) -> None:
    start = game("stratego").initial()
    seen = start.view("red")
    async with Client(server) as client:
        body = wire.write_frame(wire.CheckPosition(view=seen.text))
        answer = await client.send("POST", "/api/games/stratego/positions", body)
    shown = answer.json()
    assert {(piece["square"], piece["kind"]) for piece in shown["view"]["pieces"]} == {
        (piece.square, piece.kind) for piece in seen.pieces
    }
    assert [move["text"] for move in shown["moves"]] == [str(move) for move in seen.legal_moves()]
    assert (shown["view"]["seat"], shown["colour"]) == ("red", "red")


async def test_a_game_without_armies_has_no_formations(server: str) -> None:
    async with Client(server) as client:
        with pytest.raises(Refusal, match="NO_ARMIES"):
            await client.armies("drafti", "white")
        with pytest.raises(Refusal, match="NO_SUCH_SEAT"):
            await client.armies("stratego", "white")


@pytest.mark.parametrize("game_id", IDS)
async def test_the_start_of_every_game_can_be_looked_at(server: str, game_id: str) -> None:
    async with Client(server) as client:
        found = await client.ask("POST", f"/api/games/{game_id}/positions", wire.Position, wire.CheckPosition())
        assert found.moves
        played = wire.CheckPosition(play=(found.moves[0].text,))
        after = await client.ask("POST", f"/api/games/{game_id}/positions", wire.Position, played)
    assert after.view.text != found.view.text
    assert found.outcome is None


async def test_the_position_of_a_placed_game_hides_nothing_from_whoever_wrote_it(server: str) -> None:
    async with Client(server) as client:
        found = await client.ask("POST", "/api/games/stratego/positions", wire.Position, wire.CheckPosition())
    kinds = [shown.kind for shown in found.view.pieces]
    assert kinds.count("red-marshal") == kinds.count("blue-marshal") == 1
    assert len(kinds) == 80


async def test_a_position_is_read_with_its_moves_and_a_bad_one_is_refused(server: str) -> None:
    async with Client(server) as client:
        order = wire.CheckPosition("W:W22,31:B18")
        found = await client.ask("POST", "/api/games/spanish/positions", wire.Position, order)
        assert [(route.text, route.squares, route.taken) for route in found.moves] == [("22x15", ("22", "15"), ("18",))]
        for text, code in [("W:W99:B18", 422), ("nonsense", 422), ("W:W18:B18", 422)]:
            with pytest.raises(Refusal) as refused:
                await client.ask("POST", "/api/games/spanish/positions", wire.Position, wire.CheckPosition(text))
            assert refused.value.status == code


async def test_why_not_tells_the_squares_that_oblige(server: str) -> None:
    async with Client(server) as client:
        order = wire.AskWhyHere(("31", "27"), "W:W22,31:B18")
        why = await client.ask("POST", "/api/games/spanish/why", wire.Why, order)
        assert (why.legal, why.code) == (False, "CAPTURE_REQUIRED")
        assert "22" in why.squares
        capture = wire.KeyedText("draughts.capture", {"origin": "22", "taken": ("18",)})
        assert (why.key, why.values) == ("draughts.capture_required", {"captures": capture})
        order = wire.AskWhyHere(("22", "15"), "W:W22,31:B18")
        assert (await client.ask("POST", "/api/games/spanish/why", wire.Why, order)).legal


async def test_why_not_is_answered_by_the_version_of_the_rules_that_is_asked_for(server: str) -> None:
    """The second version numbers the squares as the federation does."""
    old, new = ("22", "17"), ("23", "20")
    async with Client(server) as client:
        await client.enter()
        for squares, version, legal in ((old, 1, True), (old, 2, False), (new, None, True), (new, 1, False)):
            why = await client.ask(
                "POST", "/api/games/italian/why", wire.Why, wire.AskWhyHere(squares, version=version)
            )
            assert why.legal is legal
        with pytest.raises(Refusal, match="OTHER_RULESET"):
            await client.ask("POST", "/api/games/italian/why", wire.Why, wire.AskWhyHere(new, version=99))


async def test_why_not_in_a_match_is_for_its_players(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        created = await ana.create("spanish", "here", start="W:W22,31:B18")
        path, order = f"/api/matches/{created.match.id}/why", wire.AskWhy(("31", "27"))
        assert (await ana.ask("POST", path, wire.Why, order)).code == "CAPTURE_REQUIRED"
        with pytest.raises(Refusal, match="NOT_YOUR_SEAT"):
            await ben.ask("POST", path, wire.Why, order)


async def test_the_catalogue_travels_compressed_and_is_kept_for_a_minute(server: str) -> None:
    async with Client(server) as client:
        answer = await client.send("GET", "/api/games")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "max-age=60"
    assert answer.num_bytes_downloaded < 20_000
