"""Which names players may have, and which of them look alike."""

from __future__ import annotations

import unicodedata

from damero.application.services import Services
from damero.domain.clock import DAY
from damero.domain.errors import MatchRefusal
from damero.texts import catalogue, languages

LENGTHS = range(2, 25)
BESIDES_LETTERS_AND_DIGITS = " -_.'"
KEPT_BACK = 30 * DAY
"""How long nobody else can take the name that an account has given up."""

RESERVED_WORDS = frozenset(
    [
        "admin",
        "administrator",
        "damero",
        "mod",
        "moderator",
        "official",
        "operator",
        "owner",
        "root",
        "staff",
        "support",
        "sysadmin",
        "system",
    ]
)
"""No name may contain one of these words …"""
RESERVED_NAMES = RESERVED_WORDS | frozenset(
    [
        "anonymous",
        "bot",
        "computer",
        "deleted",
        "engine",
        "everyone",
        "guest",
        "here",
        "me",
        "nobody",
        "null",
        "opponent",
        "player",
        "server",
        "spectator",
        "undefined",
        "unknown",
        "you",
    ]
)
"""… or be one of these."""

TOGETHER = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
"""Scripts that one name may mix, as in the "highly restrictive" profile of Unicode Technical Standard 39."""
LOOKALIKES = str.maketrans(
    "il1|o0" + "авекмнорстухіјѕԁһӏ" + "αβεηικνορτυχζ" + "ıɑɡ" + "-_.'",
    "lllloo" + "abekmhopctyxljsdhl" + "abehlkvoptuxz" + "lag" + "    ",
)
"""After case folding: characters that look alike at a glance, in upper or lower case."""


def tidy_name(name: str) -> str:
    """The name without leading, trailing or repeated spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def checked_name(name: str) -> str:
    """The tidy name, if players may have it."""
    tidy = tidy_name(name)
    if len(tidy) not in LENGTHS or not all(char.isalnum() or char in BESIDES_LETTERS_AND_DIGITS for char in tidy):
        besides = BESIDES_LETTERS_AND_DIGITS.strip()
        raise MatchRefusal("account.bad_name", code="BAD_NAME", least=LENGTHS[0], most=LENGTHS[-1], besides=besides)
    if not _scripts_fit(tidy):
        raise MatchRefusal("account.mixed_scripts", code="BAD_NAME")
    if _is_reserved(tidy):
        raise MatchRefusal("account.reserved_name", code="BAD_NAME")
    return tidy


def name_key(name: str) -> str:
    """The same for names that look alike. Two players never have names with the same key."""
    folded = unicodedata.normalize("NFKC", name).casefold().translate(LOOKALIKES)
    return "".join(folded.replace("rn", "m").replace("vv", "w").split())


async def free_name(services: Services, name: str, player_id: str | None = None) -> str:
    """The checked name, unless somebody else gave it up a short while ago."""
    chosen = checked_name(name)
    holder = await services.players.name_kept_for(name_key(chosen), services.clock.now())
    if holder not in (None, player_id):
        raise name_taken()
    return chosen


def name_taken() -> MatchRefusal:
    return MatchRefusal("account.name_taken", code="NAME_TAKEN")


def _scripts_fit(name: str) -> bool:
    scripts = {unicodedata.name(char, "OTHER").partition(" ")[0] for char in name if char.isalpha()}
    return len(scripts) <= 1 or any(scripts <= mixed for mixed in TOGETHER)


def _is_reserved(name: str) -> bool:
    words = {name_key(word) for word in name.translate(str.maketrans("-_.'", "    ")).split()}
    key = name_key(name)
    return bool(words & _RESERVED_WORD_KEYS) or key in _RESERVED_NAME_KEYS or key.startswith(_ENGINE_KEYS)


def _engine_key(text: str) -> str:
    """How the names of engines begin, up to the level."""
    before_level = text.partition("{")[0]
    return name_key("".join(char if char.isalnum() else " " for char in before_level))


_RESERVED_WORD_KEYS = frozenset(map(name_key, RESERVED_WORDS))
_RESERVED_NAME_KEYS = frozenset(map(name_key, RESERVED_NAMES))
_ENGINE_KEYS = (
    _engine_key("Engine, level {level}"),
    *(_engine_key(catalogue(one).texts["player.engine"]) for one in languages()),
)
"""In every language: no person may look like the computer."""
