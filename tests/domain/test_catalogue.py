"""The one list of games, and what an unknown id is told."""

from __future__ import annotations

import pytest

from damero.domain.catalogue import GAMES, game
from damero.domain.draughts.variants import VARIANTS
from damero.domain.errors import UnknownGame


def test_every_game_is_found_by_its_id() -> None:
    for each in GAMES:
        assert game(each.info.id) is each


def test_the_ids_are_all_different() -> None:
    ids = [each.info.id for each in GAMES]
    assert len(set(ids)) == len(ids)


def test_the_list_holds_the_three_families() -> None:
    families = {each.info.id: each.info.family for each in GAMES}
    assert [name for name, family in families.items() if family == "draughts"] == [rules.id for rules in VARIANTS]
    assert set(families.values()) == {"draughts", "stratego", "banqi"}


@pytest.mark.parametrize(
    ("typed", "meant"), [("drafty", "drafti"), ("RUSSIAN", "russian"), ("spansh", "spanish"), ("strategoo", "stratego")]
)
def test_an_unknown_id_suggests_the_nearest(typed: str, meant: str) -> None:
    with pytest.raises(
        UnknownGame, match=f"UNKNOWN_GAME There is no game '{typed}'. Did you mean .*{meant}"
    ) as unknown:
        game(typed)
    assert meant in unknown.value.suggestions
    assert len(unknown.value.suggestions) <= 3


def test_an_id_like_none_gets_the_whole_list() -> None:
    with pytest.raises(UnknownGame) as unknown:
        game("zzzzzz")
    assert unknown.value.suggestions == ()
    assert all(each.info.id in unknown.value.sentence for each in GAMES)
