"""What other sites show of a link to a match."""

from __future__ import annotations

import re
from dataclasses import replace

import httpx
import pytest
from tests.matches import ANA, BEN, begun, creation, played
from tests.web.servers import guests

from damero import png
from damero.domain import judge
from damero.domain.beginning import commitment_to, placed_game
from damero.domain.events import Player, SeatTaken
from damero.domain.match import Match
from damero.web.link_preview import picture_of, with_preview

PAGE = '<title>Damero</title>\n    <meta name="description" content="Games">\n<body></body>'
CONTENT = re.compile(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">')


def tags(match: Match) -> dict[str, str]:
    return dict(CONTENT.findall(with_preview(PAGE, match, "https://damero.example/", "en")))


def test_a_match_has_a_title_a_sentence_and_a_picture() -> None:
    found = tags(played(begun("drafti"), "21-17"))
    assert found["og:title"].endswith(": Ana vs Ben")
    assert found["og:description"] == found["description"] == "Black to move after 1 move."
    assert found["og:image"].startswith("https://damero.example/api/matches/match/picture.png?version=")
    assert found["twitter:card"] == "summary_large_image"


def test_two_people_at_one_device_are_called_by_their_seats() -> None:
    taken = tuple(SeatTaken(0, seat, ANA, ANA.id) for seat in ("white", "black"))
    assert tags(judge.create(creation(), taken).after)["og:title"].endswith(": White vs Black")


def test_names_cannot_become_markup() -> None:
    mallory = Player("m", '"><script>')
    match = judge.create(creation(), (SeatTaken(0, "white", mallory, ""),)).after
    text = with_preview(PAGE, match, "http://localhost", "en")
    assert "<script>" not in text
    assert tags(match)["description"] == "Join this game."
    assert tags(match)["og:image"].endswith("/static/icons/icon-512.png")


def twins() -> list[tuple[Match, Match]]:
    """Matches that differ only in what a stranger cannot know."""
    dealt = [_dealt("5e" * 32), _dealt("7a" * 32)]
    formations = list(placed_game(judge.created(creation("stratego")).game).formations("red").values())
    placed = [_placed(formations[0]), _placed(formations[-1])]
    return [(dealt[0], dealt[1]), (placed[0], placed[1])]


def _seated(game_id: str, seed: str) -> Match:
    event = replace(creation(game_id), seed=seed, commitment=commitment_to(seed))
    seats = judge.created(event).seats
    return judge.create(event, tuple(SeatTaken(0, s, p, p.id) for s, p in zip(seats, (ANA, BEN), strict=True))).after


def _dealt(seed: str) -> Match:
    return _seated("banqi", seed)


def _placed(army: str) -> Match:
    match = judge.place(_seated("stratego", "5e" * 32), "red", army, 0).after
    return judge.place(match, "blue", next(iter(placed_game(match.game).formations("blue").values())), 0).after


@pytest.mark.parametrize("pair", twins(), ids=["dealt", "placed"])
def test_what_is_hidden_changes_neither_text_nor_picture(pair: tuple[Match, Match]) -> None:
    one, other = pair
    assert (one.head, one.position) != (other.head, other.position)
    assert with_preview(PAGE, one, "", "en") == with_preview(PAGE, other, "", "en")
    views = [match.view(None) for match in pair]
    assert views[0] is not None
    assert views[1] is not None
    pictures = [png.render(picture_of(view)) for view in views if view]
    assert pictures[0] == pictures[1]
    assert pictures[0].startswith(b"\x89PNG")


@pytest.mark.parametrize(("verified", "mark"), [(False, "Imported, unverified"), (True, "Imported")])
def test_an_imported_game_is_marked_as_such(verified: bool, mark: str) -> None:
    match = played(begun("drafti"), "21-17")
    imported = replace(match, created=replace(match.created, imported=True, verified=verified))
    found = tags(imported)
    assert found["og:title"] == f"{tags(match)['og:title']} · {mark}"


@pytest.mark.asyncio
async def test_the_page_and_its_picture_are_served_with_cache_headers(server: str) -> None:
    async with guests(server, 1) as (ana,), httpx.AsyncClient(base_url=server, timeout=60) as stranger:
        match_id = (await ana.create("drafti", "here")).match.id
        page = await stranger.get(f"/match/{match_id}")
        found = dict(CONTENT.findall(page.text))
        assert page.status_code == 200
        assert found["og:url"] == f"{server}/match/{match_id}"
        answer = await stranger.get(found["og:image"].replace("&amp;", "&"))
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        assert answer.headers["cache-control"] == "public, max-age=60"
        assert answer.content.startswith(b"\x89PNG")
        assert "og:title" not in (await stranger.get("/match/unknown")).text
        assert (await stranger.get("/api/matches/unknown/picture.png")).status_code == 404
        again = await stranger.get(f"/match/{match_id}", headers={"if-none-match": page.headers["etag"]})
        assert again.status_code == 304


@pytest.mark.asyncio
async def test_a_picture_is_drawn_outside_of_the_process_that_serves_everybody(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(png, "render", lambda _svg: pytest.fail("It stops all other threads."))
    async with guests(server, 1) as (ana,), httpx.AsyncClient(base_url=server, timeout=60) as stranger:
        match_id = (await ana.create("russian", "here")).match.id
        answer = await stranger.get(f"/api/matches/{match_id}/picture.png")
    assert answer.content.startswith(b"\x89PNG")
