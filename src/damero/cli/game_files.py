"""Files of recorded games: Damero records and PDN, told apart by their content."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from damero.domain import catalogue
from damero.domain.draughts import DraughtsGame, Rules
from damero.domain.errors import DameroError

_LOOKS_LIKE_JSON = re.compile(rb'\s*\{\s*("|\})')


def read_content(path: str) -> bytes:
    """The bytes of a file; `-` is stdin."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise DameroError("cli.cannot_read", code="NO_SUCH_FILE", file=path, reason=error.strerror or "") from error


def is_record(content: bytes) -> bool:
    """Whether this looks like a Damero record; anything else is read as PDN."""
    return _LOOKS_LIKE_JSON.match(content) is not None


def decode(content: bytes) -> str:
    """Decodes UTF-8, or else Latin-1, which older files use and which can decode any byte."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def pdn_rules(game_id: str | None) -> Rules | None:
    """The rules for PDN games that do not name theirs."""
    if game_id is None:
        return None
    game = catalogue.game(game_id)
    if not isinstance(game, DraughtsGame):
        raise DameroError("cli.no_pdn", code="NO_PDN", game=game.info.id)
    return game.rules
