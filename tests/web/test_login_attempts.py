"""Wrong passwords delay the guesser, not the owner of the name."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.web.servers import guests

from damero.client import Client, Refusal
from damero.web.login_attempts import FREE_ATTEMPTS, LONGEST_DELAY, LoginAttempts, delay
from damero.web.problems import TooManyError

PASSWORD = "correct horse"


@dataclass
class Time:
    seconds: float = 0.0


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def attempts(time: Time) -> LoginAttempts:
    return LoginAttempts(lambda: time.seconds)


def fail(attempts: LoginAttempts, times: int, address: str = "192.0.2.1") -> None:
    for _ in range(times):
        attempts.note_failure("Ana", address)


def test_the_delay_grows_up_to_a_limit() -> None:
    assert [delay(count) for count in range(FREE_ATTEMPTS)] == [0.0] * FREE_ATTEMPTS
    assert [delay(FREE_ATTEMPTS + count) for count in range(4)] == [1.0, 2.0, 4.0, 8.0]
    assert delay(1000) == LONGEST_DELAY


def test_the_guesser_waits_and_other_addresses_do_not(attempts: LoginAttempts, time: Time) -> None:
    fail(attempts, FREE_ATTEMPTS + 2)
    with pytest.raises(TooManyError) as refused:
        attempts.check("ANA", "192.0.2.1")
    assert refused.value.wait == 4001
    attempts.check("Ana", "198.51.100.7")
    attempts.check("Ben", "192.0.2.1")
    time.seconds += 4
    attempts.check("Ana", "192.0.2.1")


def test_the_addresses_of_one_ipv6_network_count_as_one(attempts: LoginAttempts) -> None:
    for number in range(FREE_ATTEMPTS + 2):
        attempts.note_failure("Ana", f"2001:db8::{number:x}")
    with pytest.raises(TooManyError):
        attempts.check("Ana", "2001:db8::ffff")
    attempts.check("Ana", "2001:db8:0:1::1")


def test_a_correct_password_ends_the_delay(attempts: LoginAttempts) -> None:
    fail(attempts, FREE_ATTEMPTS + 2)
    attempts.note_success("Ana", "192.0.2.1")
    attempts.check("Ana", "192.0.2.1")


def test_the_count_begins_anew_after_a_long_pause(attempts: LoginAttempts, time: Time) -> None:
    fail(attempts, 100)
    time.seconds += 2 * LONGEST_DELAY + 1
    fail(attempts, 1)
    attempts.check("Ana", "192.0.2.1")


@pytest.mark.asyncio
async def test_guessing_at_a_name_does_not_lock_a_signed_in_session(server: str) -> None:
    async with guests(server, 1) as (ana,), Client(server) as guesser:
        assert ana.player is not None
        name = f"Ana {ana.player.id[:6]}"
        await ana.register(name, PASSWORD)
        for _ in range(FREE_ATTEMPTS):
            with pytest.raises(Refusal, match="WRONG_PASSWORD"):
                await guesser.log_in(name, "wrong password")
        with pytest.raises(Refusal, match="TOO_MANY_REQUESTS"):
            await guesser.log_in(name, "wrong password")
        order = b'{"old":"' + PASSWORD.encode() + b'","new":"battery staple"}'
        assert (await ana.send("PUT", "/api/me/password", order)).status_code == 200
