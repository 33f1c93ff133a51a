"""How `damero admin` reaches a running server: its address and a secret, in a file that only its owner can read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = "admin.json"
OWNER_ONLY = 0o600


@dataclass(frozen=True, slots=True)
class AdminAccess:
    address: str
    token: str


@contextmanager
def published(folder: Path, access: AdminAccess) -> Iterator[None]:
    """The file is there while the server runs."""
    path = folder / FILE
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "w", encoding="utf-8") as file:
        json.dump(asdict(access), file)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def find(folder: Path) -> AdminAccess | None:
    try:
        return AdminAccess(**json.loads((folder / FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
