"""The small parts: clock, chance, lock, passwords."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from damero.infrastructure.argon2_passwords import Argon2Passwords
from damero.infrastructure.file_lock import AlreadyServed, lock
from damero.infrastructure.system_chance import SystemChance
from damero.infrastructure.system_clock import SystemClock


def test_time_goes_on_from_where_it_stopped_and_ignores_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SystemClock(last_stored=5_000)
    assert 5_000 <= clock.now() < 6_000
    before = clock.now()
    for jump in (-(10**18), 10**18):
        monkeypatch.setattr(time, "time_ns", lambda jump=jump: 1_700_000_000_000_000_000 + jump)
        assert 0 <= clock.now() - before < 1_000
        assert clock.wall() == (1_700_000_000_000_000_000 + jump) // 1_000_000


def test_identifiers_repeat_for_the_same_parts_and_key_only() -> None:
    chance = SystemChance(b"key")
    assert chance.identifier("a", "bc") == chance.identifier("a", "bc")
    different = {chance.identifier("ab", "c"), chance.identifier("a", "bc"), SystemChance(b"kez").identifier("a", "bc")}
    assert len(different) == 3
    assert len({chance.secret() for _ in range(100)}) == 100
    assert {chance.pick("ab") for _ in range(100)} == {"a", "b"}


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "l")
    program = f"import pathlib, damero.infrastructure.file_lock as file_lock; file_lock.lock(pathlib.Path({path!r}))"
    held = lock(tmp_path / "l")
    with pytest.raises(AlreadyServed):
        lock(tmp_path / "l")
    assert b"AlreadyServed" in subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).stderr
    held.close()
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.asyncio
async def test_passwords_are_kept_as_argon2id() -> None:
    passwords = Argon2Passwords()
    kept = await passwords.hash("correct horse")
    assert kept.startswith("$argon2id$")
    assert await passwords.fits("correct horse", kept)
    assert not await passwords.fits("wrong horse", kept)
    assert not await passwords.fits("correct horse", None)
    assert not await passwords.fits("nobody's password", None)
    assert not await passwords.fits("correct horse", "no hash at all")
