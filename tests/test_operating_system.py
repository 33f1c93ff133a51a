"""Locks, priorities and limits, by whatever means the operating system has."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from damero.operating_system import interrupts_blocked, memory_in_use, try_lock


def test_a_lock_is_held_by_one_open_file_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("w") as first, path.open("w") as second:
        assert try_lock(first)
        assert not try_lock(second)
        first.close()
        assert try_lock(second)


def test_memory_in_use_is_what_this_process_holds() -> None:
    assert 1 << 20 < memory_in_use() < 1 << 40


def printed_by(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    ).stdout.strip()


def test_a_process_can_lower_its_priority_and_limit_its_memory() -> None:
    program = """
from damero.operating_system import limit_memory, lower_priority
lower_priority(5)
limit_memory(200 << 20)
try:
    bytearray(400 << 20)
except MemoryError:
    print("refused")
"""
    assert printed_by(program) == "refused"


def test_a_process_started_while_interrupts_are_blocked_waits_until_it_allows_them() -> None:
    child = """
import signal
from damero.operating_system import allow_interrupts
print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
allow_interrupts()
print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""
    with interrupts_blocked():
        assert printed_by(child).split() == ["True", "False"]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
