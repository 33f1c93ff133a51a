"""Recorded games in files: records of Damero and PDN, told apart by their content."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from damero.domain import catalogue
from damero.domain.draughts import DraughtsGame, Rules
from damero.domain.errors import DameroError

_LOOKS_LIKE_JSON = re.compile(rb'\s*\{\s*("|\})')


def content_of(path: str) -> bytes:
    """What a file holds; - is standard input."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as problem:
        raise DameroError(f"{path} cannot be read: {problem.strerror}.", code="NO_SUCH_FILE") from problem


def is_record(content: bytes) -> bool:
    """Whether it looks like a record of Damero; if not, it is taken for PDN."""
    return _LOOKS_LIKE_JSON.match(content) is not None


def decoded(content: bytes) -> str:
    """UTF-8, or else Latin-1, in which older files are written and every byte can be read."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def pdn_rules(game_id: str | None) -> Rules | None:
    """The rules of PDN games that do not name theirs."""
    if game_id is None:
        return None
    game = catalogue.game(game_id)
    if not isinstance(game, DraughtsGame):
        raise DameroError(f"{game.info.title} is not recorded in PDN.", code="NO_PDN")
    return game.rules
