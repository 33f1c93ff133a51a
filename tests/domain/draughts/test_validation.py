"""A refusal names the rule that a beginner has missed."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import at

from damero.domain.errors import IllegalMove

FORWARD = ": in this game, men do not capture backward."
CASES = [
    ("spanish", "W:W22:B4", "22-25", "The man on 22 cannot go to 25: men do not move backward."),
    ("spanish", "B:W32:B11", "11-7", "The man on 11 cannot go to 7: men do not move backward."),
    ("spanish", "W:W22:B4", "22-14", "The man on 22 cannot go to 14."),
    ("spanish", "W:W22:B4", "22-22", "The man on 22 cannot go to 22."),
    (
        "spanish",
        "W:W15:B18,4",
        "15x22",
        "15 to 22 is not a possible capture" + FORWARD,
    ),
    (
        "spanish",
        "B:W18,32:B22",
        "22x15",
        "22 to 15 is not a possible capture" + FORWARD,
    ),
    ("russian", "W:W15:B19,4", "15x22", "15 to 22 is not a possible capture."),
    ("english", "W:WK22:B4", "22-15", "The king on 22 cannot go to 15: in this game, kings move one square at a time."),
    ("spanish", "W:WK22:B4", "22-20", "The king on 22 cannot go to 20."),
]


@pytest.mark.parametrize(("game", "position", "move", "sentence"), CASES)
def test_the_rule_is_named(game: str, position: str, move: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        at(game, position).play(move)
    assert refusal.value.sentence == sentence
