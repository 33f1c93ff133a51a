"""Every language has every text, readable and with the values of the English one."""

from __future__ import annotations

from itertools import product

import pytest

from damero.domain.catalogue import GAMES
from damero.language_check import faults
from damero.languages import in_language, language
from damero.texts import Text, Value, catalogue, languages, sentence
from damero.texts.message import Message, Placeholder, parse

ENGLISH = catalogue("en").texts
COUNTS = (0, 1, 2, 3, 5, 11, 21, 1_000)


@pytest.mark.parametrize("code", languages())
def test_a_language_is_complete(code: str) -> None:
    assert [sentence(fault) for fault in faults(code)] == []


@pytest.mark.parametrize("code", languages())
def test_the_head_of_a_file_describes_its_language(code: str) -> None:
    chosen = catalogue(code)
    assert chosen.direction in ("ltr", "rtl")
    assert chosen.game in {game.info.id for game in GAMES}
    assert all(chosen.quotes)
    assert chosen.locale.split("-")[0] == code.split("-")[0]
    assert list(chosen.texts) == sorted(chosen.texts)


@pytest.mark.parametrize("code", languages())
def test_every_text_is_rendered_with_sample_values(code: str) -> None:
    for key in catalogue(code).texts:
        for values in samples(key, code):
            shown = in_language(Text(key, values), code)
            assert shown.strip(), key
            assert not set("{}") & set(shown), (key, shown)


def samples(key: str, code: str) -> list[dict[str, Value]]:
    """Values that meet every case of a message."""
    parts = [*all_parts(parse(ENGLISH[key])), *all_parts(parse(catalogue(code).texts[key]))]
    choices: dict[str, list[Value]] = {}
    for part in parts:
        choices.setdefault(part.name, []).extend(sample(part))
    numbers = {part.name for part in parts if part.kind in ("plural", "number", "percent", "date")}
    choices |= {name: list(COUNTS) for name in numbers}
    longest = max([len(choice) for choice in choices.values()], default=1)
    if longest ** len(choices) <= 100:
        return [dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values())]
    return [{name: choice[at % len(choice)] for name, choice in choices.items()} for at in range(longest)]


def sample(part: Placeholder) -> list[Value]:
    if part.kind == "select":
        return [name for name, _ in part.cases]
    if part.kind in ("list", "or"):
        return [["22"], ["22", "18", "9"]]
    if part.kind == "text":
        return [
            found
            for key in ENGLISH
            if key.startswith(f"{part.prefix}.") and "." not in (found := key[len(part.prefix) + 1 :])
        ]
    return ["22"]


def all_parts(message: Message) -> list[Placeholder]:
    own = [part for part in message if isinstance(part, Placeholder)]
    return own + [inner for part in own for _, case in part.cases for inner in all_parts(case)]


def test_a_placeholder_that_lacks_its_value_would_be_found() -> None:
    with pytest.raises(KeyError):
        in_language(Text("player.own"), "en")


def test_every_language_can_count() -> None:
    for code in languages():
        assert language(code).plural(1) in ("one", "other")
