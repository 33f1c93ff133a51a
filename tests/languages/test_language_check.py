from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.cli.running import damero

from damero import language_check, languages
from damero.language_check import categories, faults
from damero.texts import Catalogue, catalogue

ENGLISH = {
    "a.count": "{count, plural, one {# man} other {# men}}",
    "a.move": "{move} is wrong",
    "a.name": "A long name",
}


def use(monkeypatch: pytest.MonkeyPatch, code: str, texts: Mapping[str, str]) -> None:
    made = {
        "en": Catalogue("en", "English", "en-GB", "ltr", ("'", "'"), ENGLISH),
        code: Catalogue(code, code, code, "ltr", ("«", "»"), texts),
    }
    monkeypatch.setattr(language_check, "catalogue", made.__getitem__)
    monkeypatch.setattr(languages, "catalogue", made.__getitem__)
    monkeypatch.setattr(language_check, "language", languages.language.__wrapped__)


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"a.move": None}, "cli.language.missing"),
        ({"a.other": "otro"}, "cli.language.unknown"),
        ({"a.move": "{move"}, "cli.language.unreadable"),
        ({"a.move": "mal"}, "cli.language.no_placeholder"),
        ({"a.move": "{move} {moves} mal"}, "cli.language.other_placeholder"),
        ({"a.count": "{count, plural, other {# peones}}"}, "cli.language.plural_cases"),
        ({"a.count": "{count, plural, one {#} few {#} other {#}}"}, "cli.language.plural_cases"),
    ],
)
def test_what_is_wrong_with_a_language_is_found(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, str | None], key: str
) -> None:
    good = {
        "a.count": "{count, plural, one {# peón} other {# peones}}",
        "a.move": "{move} está mal",
        "a.name": "Un nombre",
    }
    use(monkeypatch, "es", good)
    assert list(faults("es")) == []
    use(monkeypatch, "es", {name: text for name, text in (good | changed).items() if text is not None})
    assert [fault.key for fault in faults("es")] == [key]


def test_a_language_needs_the_plural_cases_that_its_whole_numbers_have(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {"ru": "one few many other", "cs": "one few other", "fr": "one other", "sw": "one other", "zh": "other"}
    for code, cases in wanted.items():
        use(monkeypatch, code, {})
        assert categories(code) == set(cases.split()), code


def test_the_command_reports_every_language_and_knows_no_other() -> None:
    checked = damero("i18n", "check", "en")
    assert (checked.code, checked.out) == (0, f"ok: en: all {len(catalogue('en').texts):,} texts are there.\n")
    unknown = damero("i18n", "check", "tlh")
    assert unknown.code == 1
    assert "'tlh'" in unknown.err
