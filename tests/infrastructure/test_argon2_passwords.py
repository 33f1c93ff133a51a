from __future__ import annotations

import asyncio

import pytest
from argon2 import extract_parameters

from damero.application.work_queue import ServerBusy
from damero.infrastructure.argon2_passwords import AT_ONCE, WAITING, Argon2Passwords

pytestmark = pytest.mark.asyncio


async def test_passwords_are_kept_as_argon2id() -> None:
    passwords = Argon2Passwords()
    kept = await passwords.hash("correct horse")
    assert kept.startswith("$argon2id$")
    assert await passwords.verify("correct horse", kept)
    assert not await passwords.verify("wrong horse", kept)
    assert not await passwords.verify("correct horse", None)
    assert not await passwords.verify("nobody's password", None)
    assert not await passwords.verify("correct horse", "no hash at all")


async def test_checking_a_password_of_nobody_costs_what_checking_one_of_somebody_costs() -> None:
    passwords = Argon2Passwords()
    kept = await passwords.hash("correct horse")
    assert extract_parameters(passwords.nobodys) == extract_parameters(kept)


async def test_more_passwords_than_can_soon_be_checked_are_refused() -> None:
    passwords = Argon2Passwords()
    guesses = [asyncio.create_task(passwords.verify("guess", None)) for _ in range(AT_ONCE + WAITING + 1)]
    await asyncio.wait(guesses, return_when=asyncio.FIRST_EXCEPTION)
    refused = [guess for guess in guesses if guess.done() and guess.exception()]
    assert [type(guess.exception()) for guess in refused] == [ServerBusy]
    for guess in guesses:
        guess.cancel()
    await asyncio.gather(*guesses, return_exceptions=True)
