from __future__ import annotations

import pytest

from damero.infrastructure.argon2_passwords import Argon2Passwords


@pytest.mark.asyncio
async def test_passwords_are_kept_as_argon2id() -> None:
    passwords = Argon2Passwords()
    kept = await passwords.hash("correct horse")
    assert kept.startswith("$argon2id$")
    assert await passwords.verify("correct horse", kept)
    assert not await passwords.verify("wrong horse", kept)
    assert not await passwords.verify("correct horse", None)
    assert not await passwords.verify("nobody's password", None)
    assert not await passwords.verify("correct horse", "no hash at all")
