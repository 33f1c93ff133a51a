"""Bad requests: plain sentences for people, technical words in `fields` for programs."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import httpx
import pytest
from tests.records import record_of_random_game
from tests.web.servers import guests

from damero.client import Client
from damero.domain import catalogue
from damero.domain.record import write_record

pytestmark = pytest.mark.asyncio

PARSER_WORDS = re.compile(r"`|Expected|column|JSON|byte|truncated|codec|object|array|\bstr\b|\bint\b", re.IGNORECASE)
UNREADABLE = (
    b'{"name":"\xff\xfe"}', b'{"\xff":1}', b"\xed\xa0\x80", b'{"name":"\\ud800"}', b'{"name":1}', b'{"name":', b"[]",
    b"null", b"", b'{"colour":"red"}', b"[" * 3000,
)  # fmt: skip


@pytest.mark.parametrize("body", UNREADABLE)
async def test_an_unreadable_body_is_a_plain_sentence_and_technical_fields(server: str, body: bytes) -> None:
    async with httpx.AsyncClient(base_url=server, timeout=60) as browser:
        answer = await browser.post("/api/guests", content=body, headers={"content-type": "application/json"})
    found = answer.json()
    assert (answer.status_code, found["code"]) == (400, "MALFORMED")
    assert not PARSER_WORDS.search(found["detail"])
    assert found["fields"]


@pytest.mark.parametrize("origin", ["http://[", "null", "://", "http://[::1", "x", ""])
async def test_an_unreadable_origin_is_a_foreign_one(server: str, origin: str) -> None:
    async with httpx.AsyncClient(base_url=server, timeout=60) as browser:
        answer = await browser.post("/api/guests", json={}, headers={"origin": origin})
        own = await browser.post("/api/guests", json={}, headers={"origin": server})
    assert (answer.status_code, answer.json()["code"]) == (403, "FOREIGN_ORIGIN")
    assert own.status_code == 201


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/accounts", {"name": "x", "password": "long enough, too"}, "BAD_NAME"),
        ("/api/accounts", {"name": "Ana", "password": "short"}, "BAD_PASSWORD"),
        ("/api/games/drafti/positions", {"text": "hello"}, "BAD_TEXT"),
        ("/api/records", {"text": "hello"}, "BAD_TEXT"),
        ("/api/records", {"text": '[Event "x"]\n[GameType "20"]\n\n1. what 2. ever'}, "BAD_TEXT"),
        ("/api/records", {"text": "{"}, "BAD_JSON"),
        ("/api/records", {"text": ""}, "MALFORMED"),
    ],
)
async def test_what_people_type_or_paste_is_answered_in_plain_words(
    server: str, path: str, body: dict[str, str], code: str
) -> None:
    async with guests(server, 1) as (ana,):
        found = await _refusal(ana, path, body)
    assert found["code"] == code
    assert not PARSER_WORDS.search(found["detail"]), found["detail"]
    assert found["detail"][:1].isupper() or found["detail"][:1] in "'\"", found["detail"]


async def test_a_record_with_half_a_character_is_refused(server: str) -> None:
    played = record_of_random_game(catalogue.game("drafti"), plies=4)
    text = write_record(replace(played, players=dict.fromkeys(played.players, "\ud800")))
    async with guests(server, 1) as (ana,):
        answer = await ana.send("POST", "/api/records", json.dumps({"text": text}).encode())
    assert answer.status_code in (400, 422)


async def _refusal(client: Client, path: str, body: dict[str, str]) -> dict[str, str]:
    answer = await client.send("POST", path, json.dumps(body).encode())
    assert 400 <= answer.status_code < 500
    found: dict[str, str] = answer.json()
    return found
