from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from damero.domain.changed import changed


@dataclass(frozen=True)
class Place:
    row: int
    column: int = 0


def test_it_changes_what_replace_changes() -> None:
    before = Place(1, 2)
    after = changed(before, column=5)
    assert after == replace(before, column=5)
    assert (hash(after), repr(after)) == (hash(Place(1, 5)), repr(Place(1, 5)))
    assert before == Place(1, 2)


def test_the_result_cannot_be_changed_either() -> None:
    with pytest.raises(FrozenInstanceError):
        changed(Place(1), row=2).row = 3  # type: ignore[misc]


def test_a_field_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match="Place has no hight"):
        changed(Place(1), hight=2)
