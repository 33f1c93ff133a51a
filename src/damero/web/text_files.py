"""The texts as the browser loads them: three files for each language, with English in place of what it lacks.

The first file has what the start page needs, so that a first visit stays small. The second has what the rules need
besides, because many visitors come to them first. The third has all texts that are not in the first; it is loaded with
any other page, and before a refusal is shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping

from damero.texts import Catalogue, catalogue, languages
from damero.texts.message import parse, prefixes

FOLDER = "texts"
START, RULES, REST = "start", "rules", "rest"
START_PAGES = ("home", "play")
NOT_SHOWN = frozenset(
    {"admin", "bot", "cli", "cluster", "data", "database", "drawing", "engine_spec", "extra", "file", "hub", "rl"}
)
"""What the keys begin with of texts for the command line and for programs."""
_WHOLE = re.compile(r'"(\w+(?:\.[\w-]+)+)"')
_TEMPLATE = re.compile(r"`(\w+\.[^`/]*)`")
_FILLED_IN = re.compile(r"\\\$\\\{.*?\\\}")


def text_files(source: Callable[[Iterable[str]], str]) -> dict[str, bytes]:
    """All files by their names. `source` is the code of some pages."""
    first, rules = keys_in(source(START_PAGES)), keys_in(source((RULES,)))
    return {
        f"{FOLDER}/{language}/{part}.json": body
        for language in languages()
        for part, body in _parts(catalogue(language), first, rules)
    }


def keys_in(source: str) -> re.Pattern[str]:
    """What matches the keys in JavaScript code, whole ones and those with a part that is filled in."""
    whole = {re.escape(text) for text in _WHOLE.findall(source)}
    built = {_FILLED_IN.sub(r"[\\w-]+", re.escape(text)) for text in _TEMPLATE.findall(source)}
    return re.compile("|".join(sorted(whole | built)))


def part_of(page: str) -> str:
    """The file with the texts that a page needs besides those of the start page."""
    return START if page in START_PAGES else RULES if page == RULES else REST


def _parts(chosen: Catalogue, first: re.Pattern[str], rules: re.Pattern[str]) -> Iterable[tuple[str, bytes]]:
    texts = _shown(catalogue("en").texts) | _shown(chosen.texts)
    start = _needed(texts, first)
    rest = {key: text for key, text in texts.items() if key not in start}
    head = {
        "language": chosen.language,
        "locale": chosen.locale,
        "quotes": chosen.quotes,
        "game": chosen.game,
        "languages": [{"id": language, "name": catalogue(language).name} for language in languages()],
    }
    yield START, _json(head | {"texts": start})
    yield RULES, _json({"texts": {key: text for key, text in _needed(texts, rules).items() if key in rest}})
    yield REST, _json({"texts": rest})


def _needed(texts: Mapping[str, str], keys: re.Pattern[str]) -> dict[str, str]:
    """The texts with these keys, and the names that are filled into them."""
    names = tuple(
        f"{prefix}." for key, text in texts.items() if keys.fullmatch(key) for prefix in prefixes(parse(text))
    )
    return {key: text for key, text in texts.items() if keys.fullmatch(key) or key.startswith(names)}


def _shown(texts: Mapping[str, str]) -> dict[str, str]:
    return {key: text for key, text in texts.items() if key.partition(".")[0] not in NOT_SHOWN}


def _json(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
