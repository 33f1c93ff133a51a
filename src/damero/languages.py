"""The languages that Damero speaks: which one somebody wants, and how it counts, lists and writes numbers and dates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from itertools import islice
from typing import Literal

from damero.texts import ENGLISH, Text, catalogue, languages
from damero.texts.message import Language, translate

DEFAULT = "en"
MOST_WISHES = 16
"""Later ones are not looked at."""
_LIST_STYLES: Mapping[str, Literal["standard", "or"]] = {"and": "standard", "or": "or"}
_TRADITIONAL = {"tw", "hk", "mo"}
"""Where Chinese is written in traditional characters."""
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def in_language(text: Text, code: str) -> str:
    return translate(text, language(code))


def named_in(code: str, kind: str, identifier: str | int) -> str:
    """What something is called in a language; its id where the catalogue has no name for it."""
    key = f"{kind}.{identifier}"
    return in_language(Text(key), code) if key in catalogue(DEFAULT).texts else str(identifier)


@cache
def language(code: str) -> Language:
    """What renders texts in a language. A text that it lacks is in English."""
    if code == DEFAULT:
        return ENGLISH
    # Babel takes a tenth of a second to load, so that it is imported only for those who need it.
    from babel import Locale
    from babel.dates import format_date
    from babel.lists import format_list
    from babel.numbers import format_decimal, format_percent

    chosen = catalogue(code)
    locale = Locale.parse(chosen.locale, sep="-")
    texts = {**catalogue(DEFAULT).texts, **chosen.texts}
    return Language(
        plural=locale.plural_form,
        joined=lambda items, word: format_list(list(items), _LIST_STYLES[word], locale),
        number=lambda number: format_decimal(number, locale=locale),
        percent=lambda share: format_percent(Decimal(share) / 100, locale=locale),
        decimal=lambda text: _sign(text) + format_decimal(Decimal(text), _digits(text), locale),
        date=lambda time: format_date(datetime.fromtimestamp(time / 1000, UTC), "medium", locale),
        quotes=chosen.quotes,
        text=texts.get,
    )


def _sign(text: str) -> str:
    """A plus is kept; the language writes a minus."""
    return "+" if text.startswith("+") else ""


def _digits(text: str) -> str:
    """The pattern of CLDR with as many digits after the point as the text has."""
    return f"#,##0.{'0' * len(text.partition('.')[2])}"


def pick(wishes: Iterable[str]) -> str:
    """The language that somebody wants, by tags such as `pt-PT` or `zh-TW`, the most wanted first."""
    found = (_nearest(wish) for wish in islice(wishes, MOST_WISHES))
    return next((code for code in found if code), DEFAULT)


def from_header(accepted: str) -> str:
    """The language for the value of an `Accept-Language` header."""
    wishes = [part.strip().partition(";") for part in accepted.split(",", MOST_WISHES)[:MOST_WISHES]]
    ranked = sorted(wishes, key=lambda wish: -_quality(wish[2]))
    return pick(tag.strip() for tag, _, _ in ranked)


def from_environment(environment: Mapping[str, str]) -> str:
    """The language for a command line, by variables such as `LANG=es_ES.UTF-8`."""
    value = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    return pick([value.partition(".")[0].partition("@")[0].replace("_", "-")])


def _nearest(wish: str) -> str | None:
    subtags = wish.lower().split("-")
    named = {code.lower(): code for code in languages()}
    if subtags[0] == "zh":
        return named.get(f"zh-{_chinese_script(subtags)}")
    exact = named.get(wish.lower()) or named.get(subtags[0])
    return exact or next((code for tag, code in named.items() if tag.split("-")[0] == subtags[0]), None)


def _chinese_script(subtags: list[str]) -> str:
    if "hans" in subtags:
        return "hans"
    return "hant" if "hant" in subtags or not _TRADITIONAL.isdisjoint(subtags) else "hans"


def _quality(parameters: str) -> float:
    name, _, value = parameters.partition("=")
    try:
        return float(value) if name.strip() == "q" else 1
    except ValueError:
        return 0
