"""A limit holds for all servers of a cluster together."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.cluster.processes import shared_valkey
from tests.infrastructure.implementations import database_for
from tests.web.servers import NO_LIMITS, a_server

from damero.bootstrap import Settings
from damero.web.limits import MOST_ACCOUNTS, Buckets, Rate
from damero.web.login_attempts import FREE_ATTEMPTS

GUESTS = 60


@pytest.mark.asyncio
async def test_what_was_taken_at_one_server_is_missing_at_the_other(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, guests_by_address=Rate(burst=GUESTS, per_second=0.001), loopback=1)
    shared = Settings(tmp_path, engine_workers=1, limits=limits, database=await database_for(tmp_path))
    one, other = (replace(shared, data_dir=tmp_path / name, name=name, bus=shared_valkey().url) for name in "ab")
    with a_server(tmp_path, settings=one) as a, a_server(tmp_path, settings=other) as b:
        async with httpx.AsyncClient(timeout=60) as http:
            for _ in range(GUESTS - 1):
                assert (await http.post(f"{a}/api/guests", json={})).status_code == 201
            entered = 0
            while (await http.post(f"{b}/api/guests", json={})).status_code == 201:
                entered += 1
                await asyncio.sleep(0.2)
    assert entered < GUESTS


@pytest.mark.asyncio
async def test_wrong_passwords_at_one_server_delay_the_guesser_at_the_other(tmp_path: Path) -> None:
    shared = Settings(tmp_path, engine_workers=1, limits=NO_LIMITS, database=await database_for(tmp_path))
    one, other = (replace(shared, data_dir=tmp_path / name, name=name, bus=shared_valkey().url) for name in "ab")
    guess = {"name": "Ana", "password": "not the password"}
    with a_server(tmp_path, settings=one) as a, a_server(tmp_path, settings=other) as b:
        async with httpx.AsyncClient(timeout=60) as http:
            for _ in range(FREE_ATTEMPTS + 2):
                while (await http.post(f"{a}/api/sessions", json=guess)).status_code == 429:
                    await asyncio.sleep(0.2)
            tried = 0
            while (await http.post(f"{b}/api/sessions", json=guess)).status_code != 429:
                tried += 1
                await asyncio.sleep(2)
    assert tried < FREE_ATTEMPTS


def test_an_account_tells_each_use_once_and_is_bounded() -> None:
    buckets, rate = Buckets(lambda: 0.0), Rate(burst=5, per_second=1)
    buckets.take(rate, "before")
    buckets.keep_account()
    for who in ("ana", "ben", "ana"):
        buckets.take(rate, who)
    buckets.charge(rate, "ben", 2.5)
    buckets.charge_elsewhere(rate, "ana", 1)
    assert {(use.who, use.cost) for use in buckets.account()} == {("ana", 2.0), ("ben", 3.5)}
    assert buckets.account() == ()
    for number in range(MOST_ACCOUNTS + 10):
        buckets.take(rate, str(number))
    assert len(buckets.account()) == MOST_ACCOUNTS
