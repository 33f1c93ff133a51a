from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.servers import a_server

MEMORY = Path("/dev/shm")
"""What these tests ask does not depend on the disk; those that do use one."""


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Left to itself, httpx gives up after five seconds, and a busy machine may need more."""
    with pytest.MonkeyPatch.context() as patch:
        defaults = httpx.AsyncClient.__init__.__kwdefaults__ or {}
        patch.setitem(defaults, "timeout", httpx.Timeout(60))
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server without limits, shared by the tests of a session."""
    with (
        tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder,
        a_server(Path(folder)) as address,
    ):
        yield address
