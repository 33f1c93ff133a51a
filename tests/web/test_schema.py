"""Requests made up from the API's own description: never a 5xx, never an answer it does not describe.

With DAMERO_SCHEMA_CASES=20000 in the environment these are many more.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from math import ceil
from random import Random

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.generation import GenerationMode
from tests.web.playing import a_match
from tests.web.servers import guests

from damero.domain.catalogue import GAMES

CASES = int(os.environ.get("DAMERO_SCHEMA_CASES", "320"))
MANY = "DAMERO_SCHEMA_CASES" in os.environ
"""A long run tries other cases each time; the suite always the same ones."""
SHARDS = 4
PATIENCE = 300
"""Seconds: far more than a password takes on a machine that is busy with other work."""
ENDS_SESSIONS = ("/api/me", "/api/sessions")
"""What is tried there may end the session, so that it is tried with another one."""
UNREAD = (400, 401, 413, 415, 429)
"""What is refused before anything was asked of the application. Many requests must get further."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


async def _begin(address: str) -> tuple[str, list[str]]:
    """A token, and matches of all kinds in which its owner sits."""
    async with guests(address, 2) as (ana, ben):
        ids = [(await ana.create(game, "here")).match.id for game in ("drafti", "banqi", "stratego")]
        ids += [await a_match(ana, ben, "spanish"), (await ana.create("checkers", "friend", private=True)).match.id]
        return ana.token or "", ids


async def _enter(address: str) -> str:
    async with guests(address, 1) as (ana,):
        return ana.token or ""


def _ground(case: Case, ids: list[str], random: Random) -> None:
    """Most requests are about matches and games that exist, so that they get past the door."""
    known = {"match_id": ids, "game_id": [game.info.id for game in GAMES]}
    for name, values in known.items():
        if name in case.path_parameters and random.random() < 0.7:
            case.path_parameters[name] = random.choice(values)
    if isinstance(case.body, dict) and "game" in case.body and random.random() < 0.7:
        case.body["game"] = random.choice(known["game_id"])


@pytest.mark.slow
@pytest.mark.timeout(0 if MANY else 900)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_answer_is_one_that_the_description_knows(server: str, shard: int) -> None:
    token, ids = asyncio.run(_begin(server))
    schema = schemathesis.openapi.from_url(f"{server}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()][shard::SHARDS]
    answers: Counter[int] = Counter()
    random = Random(shard)
    cases = ceil(CASES / SHARDS / len(operations))
    rounds = 0
    while answers.total() < CASES / SHARDS:
        rounds += 1
        for operation in operations:
            spent = operation.path.startswith(ENDS_SESSIONS)
            presented = asyncio.run(_enter(server)) if spent else token if rounds % 4 else "wrong"
            _try(operation, cases, presented, ids, random, answers)
    print(dict(answers))
    assert not [status for status in answers if status >= 500]
    assert sum(answers.values()) - sum(answers[status] for status in UNREAD) > CASES / SHARDS / 10


def _try(
    operation: schemathesis.schemas.APIOperation,
    cases: int,
    token: str,
    ids: list[str],
    random: Random,
    answers: Counter[int],
) -> None:
    session = requests.Session()
    good, bad = (operation.as_strategy(mode) for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE))

    @settings(
        max_examples=cases,
        deadline=None,
        database=None,
        derandomize=not MANY,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(good, good, bad))
    def attempt(case: Case) -> None:
        _ground(case, ids, random)
        response = case.call(session=session, headers={"authorization": f"Bearer {token}"}, timeout=PATIENCE)
        case.validate_response(response, checks=CHECKS)
        answers[response.status_code] += 1

    with session:
        attempt()
