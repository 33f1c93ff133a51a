from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from damero.infrastructure.file_lock import AlreadyServed, lock


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "l")
    program = f"import pathlib, damero.infrastructure.file_lock as file_lock; file_lock.lock(pathlib.Path({path!r}))"
    held = lock(tmp_path / "l")
    with pytest.raises(AlreadyServed):
        lock(tmp_path / "l")
    assert b"AlreadyServed" in subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).stderr
    held.close()
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
