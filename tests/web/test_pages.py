"""The browser client's files, the page of the API, and codes for cameras."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from tests.web.servers import a_server

from damero.texts import catalogue
from damero.web import pages

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def browser(server: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server, timeout=60) as client:
        yield client


def without_preloads(page: str) -> str:
    """Pages differ in the scripts and texts that they name."""
    return re.sub(r' *<link rel="(?:modulepreload" .*|preload" href="[^"]+/(?:rest|rules)\.json".*)\n', "", page)


async def test_the_page_is_answered_for_its_own_addresses(browser: httpx.AsyncClient) -> None:
    home = await browser.get("/")
    assert home.headers["content-type"] == "text/html; charset=utf-8"
    for path in (
        "/play/drafti",
        "/rules/drafti",
        "/puzzles/daily",
        "/puzzles/drafti/streak",
        "/learn",
        "/learn/drafti",
        "/settings",
    ):
        answer = await browser.get(path)
        assert answer.status_code == 200
        assert without_preloads(answer.text) == without_preloads(home.text)
    for path in ("/api/nonsense", "/ws/nonsense", "/static/nonsense.js"):
        answer = await browser.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


async def test_the_rules_of_a_game_are_fetched_before_the_scripts_ask_for_them(browser: httpx.AsyncClient) -> None:
    link = (await browser.get("/rules/drafti")).headers["link"]
    assert link == "</api/games/drafti/rules>; rel=preload; as=fetch; crossorigin"
    assert (await browser.get("/api/games/drafti/rules")).status_code == 200
    assert "link" not in (await browser.get("/rules")).headers


async def test_what_the_page_loads_is_kept_for_ever_and_compressed(browser: httpx.AsyncClient) -> None:
    home = await browser.get("/")
    loaded = set(re.findall(r'"(/static/[^"]+)"', home.text))
    assert loaded
    for path in loaded:
        answer = await browser.get(path)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        if not path.endswith(".png"):
            assert answer.headers.get("content-encoding") == "gzip" or len(answer.content) < 2000


async def test_the_page_itself_is_asked_for_again_and_mostly_not_sent_again(browser: httpx.AsyncClient) -> None:
    home = await browser.get("/")
    assert home.headers["cache-control"] == "no-cache"
    again = await browser.get("/", headers={"if-none-match": home.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_nothing_comes_from_elsewhere_and_no_inline_script_runs(browser: httpx.AsyncClient) -> None:
    policy = (await browser.get("/")).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    docs = await browser.get("/api/docs")
    assert docs.status_code == 200
    assert "<script" not in docs.text
    assert not re.search(r"(src|href)='(https?:)?//", docs.text)
    assert "/api/matches/{match_id}/moves" in docs.text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2f..%2fbootstrap.py",
        "/static//etc/passwd",
        "/../app.py",
    ],
)
async def test_only_the_clients_files_are_served(browser: httpx.AsyncClient, path: str) -> None:
    answer = await browser.get(path)
    assert b"import" not in answer.content or answer.headers["content-type"].startswith("text/html")
    assert b"root:" not in answer.content


async def test_a_code_for_cameras_is_an_image_without_script(browser: httpx.AsyncClient) -> None:
    answer = await browser.get("/api/qr", params={"path": "/match/abc"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert (await browser.get("/api/qr", params={"path": "https://evil.example"})).status_code == 400


async def test_a_second_server_on_the_same_file_does_not_start(tmp_path: Path) -> None:
    with a_server(tmp_path), pytest.raises(RuntimeError, match="did not start"), a_server(tmp_path):
        pass


@pytest.mark.parametrize("path", ["/wp-login.php", "/admin/x", "/matches", "/%ff%fe", "/playing"])
async def test_unknown_addresses_are_not_found_but_show_the_page(browser: httpx.AsyncClient, path: str) -> None:
    answer = await browser.get(path)
    assert answer.status_code == 404
    assert answer.content == (await browser.get("/")).content


@pytest.mark.parametrize(
    "path", ["match", "replay", "review", "verify", "player", "lobby/x", "player/x/y", "match/x/y", "settings/x"]
)
async def test_an_address_with_a_part_too_few_or_too_many_is_not_found(browser: httpx.AsyncClient, path: str) -> None:
    for address in (f"/{path}", f"/{path}/"):
        answer = await browser.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")


async def test_the_page_of_a_player_is_found_if_there_is_such_a_player(browser: httpx.AsyncClient) -> None:
    guest = (await browser.post("/api/guests", json={})).json()["player"]["id"]
    assert (await browser.get(f"/player/{guest}")).status_code == 200


async def test_the_page_of_a_puzzle_is_found_if_there_is_such_a_puzzle(browser: httpx.AsyncClient) -> None:
    puzzle = (await browser.get("/api/puzzles/daily")).json()["puzzle"]["id"]
    assert (await browser.get(f"/puzzles/at/{puzzle}")).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "match/abc",
        "replay/abc",
        "review/abc",
        "verify/abc",
        "player/abc",
        "play/go",
        "rules/go",
        "editor/go",
        "learn/go",
        "learn/go/x",
        "learn/drafti/x/y",
        "puzzles/go",
        "puzzles/go/streak",
        "puzzles/daily/x/y",
        "puzzles/at",
        "puzzles/at/nothing",
    ],
)
async def test_pages_of_matches_games_and_players_that_do_not_exist_are_not_found(
    browser: httpx.AsyncClient, path: str
) -> None:
    answer = await browser.get(f"/{path}")
    assert answer.status_code == 404
    assert without_preloads(answer.text) == without_preloads((await browser.get("/")).text)


async def test_the_server_knows_the_same_pages_as_the_browser() -> None:
    script = (Path(pages.__file__).parent / "static" / "js" / "router.js").read_text(encoding="utf-8")
    routes = script.partition("ROUTES = {")[2].partition("};")[0]
    assert set(re.findall(r'^  "?(\w*)"?: \{', routes, re.MULTILINE)) == pages.PAGES
    assert set(re.findall(r"^  (\w+): .* least: 1", routes, re.MULTILINE)) == pages.NAMED_PAGES
    assert set(re.findall(r'^  "?(\w+)"?: .* most: 0', routes, re.MULTILINE)) == pages.SINGLE_PAGES


async def test_the_manifest_is_in_the_language_of_the_browser(browser: httpx.AsyncClient) -> None:
    answer = await browser.get("/manifest.webmanifest", headers={"accept-language": "es-ES"})
    assert answer.headers["content-type"] == "application/manifest+json"
    assert (answer.json()["lang"], answer.json()["dir"]) == ("es", "ltr")
    assert answer.json()["description"] == catalogue("es").texts["app.description"]
