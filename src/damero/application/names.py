"""Which names players may have."""

from __future__ import annotations

from damero.domain.errors import MatchRefusal

LENGTHS = range(2, 25)
BESIDES_LETTERS_AND_DIGITS = " -_.'"


def checked_name(name: str) -> str:
    """The name without leading, trailing or repeated spaces."""
    tidy = " ".join(name.split())
    if len(tidy) not in LENGTHS or not all(char.isalnum() or char in BESIDES_LETTERS_AND_DIGITS for char in tidy):
        besides = BESIDES_LETTERS_AND_DIGITS.strip()
        raise MatchRefusal("account.bad_name", code="BAD_NAME", least=LENGTHS[0], most=LENGTHS[-1], besides=besides)
    return tidy
