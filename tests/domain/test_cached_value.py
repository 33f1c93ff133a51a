from __future__ import annotations

from dataclasses import dataclass

from damero.domain.cached_value import cached_value

asked: list[int] = []


@dataclass(frozen=True)
class Number:
    value: int

    @cached_value
    def double(self) -> int:
        """Twice as much."""
        asked.append(self.value)
        return 2 * self.value


def test_a_value_is_computed_when_it_is_first_asked_for_and_then_kept() -> None:
    one, other = Number(1), Number(2)
    assert not asked
    assert (one.double, one.double, other.double) == (2, 2, 4)
    assert asked == [1, 2]
    assert one == Number(1)


def test_its_class_tells_what_it_is() -> None:
    assert Number.double.__doc__ == "Twice as much."
