"""Which passwords are accepted."""

from __future__ import annotations

from functools import cache
from importlib import resources

from damero.domain.errors import MatchRefusal

LENGTHS = range(8, 257)
LIST = "common_passwords.txt"


def checked_password(password: str, name: str) -> str:
    """Refuses a password that others would guess first: a common one, or the player's own name."""
    if len(password) not in LENGTHS:
        raise MatchRefusal("account.bad_password", code="BAD_PASSWORD", least=LENGTHS[0], most=LENGTHS[-1])
    if password.casefold() in common_passwords() or len(set(password)) == 1:
        raise MatchRefusal("account.common_password", code="BAD_PASSWORD")
    if _letters(password) == _letters(name):
        raise MatchRefusal("account.password_is_name", code="BAD_PASSWORD")
    return password


@cache
def common_passwords() -> frozenset[str]:
    """In lower case."""
    text = resources.files("damero.application").joinpath(LIST).read_text(encoding="utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
