"""Lessons: every step is one that the referee of its game agrees with."""

from __future__ import annotations

from itertools import groupby

import pytest

from damero.application.lessons import Step, all_lessons, find_step, lesson, try_step
from damero.domain import catalogue
from damero.domain.errors import DameroError
from damero.texts import catalogue as texts

LESSONS = all_lessons()
STEPS = [(game, step) for game, steps in LESSONS.items() for step in steps]
every_step = pytest.mark.parametrize(("game_id", "step"), STEPS, ids=lambda part: getattr(part, "id", part))
every_lesson = pytest.mark.parametrize("game_id", LESSONS)


@every_lesson
def test_every_game_has_a_lesson_of_its_own_rules(game_id: str) -> None:
    assert 8 <= len(LESSONS[game_id]) <= 14
    assert len({step.id for step in LESSONS[game_id]}) == len(LESSONS[game_id])


@every_step
def test_every_goal_is_legal_and_right(game_id: str, step: Step) -> None:
    assert step.goal
    assert all(try_step(game_id, step.id, move).is_right for move in step.goal)


@every_step
def test_what_is_legal_but_not_asked_for_is_not_right(game_id: str, step: Step) -> None:
    others = {str(move) for move in step.position.legal_moves()} - step.goal
    assert not any(try_step(game_id, step.id, move).is_right for move in others)


@every_step
def test_every_instructive_mistake_is_refused_for_its_reason(game_id: str, step: Step) -> None:
    for move, code in step.refused.items():
        with pytest.raises(DameroError) as refused:
            try_step(game_id, step.id, move)
        assert refused.value.code == code


@every_step
def test_every_step_has_its_texts(game_id: str, step: Step) -> None:
    family = catalogue.game(game_id).info.family
    assert {f"lesson.{family}.{step.id}.{part}" for part in ("title", "task", "done")} <= texts("en").texts.keys()


def test_no_text_belongs_to_a_step_that_no_game_has() -> None:
    used = {f"lesson.{catalogue.game(game).info.family}.{step.id}" for game, step in STEPS}
    assert {key.rpartition(".")[0] for key in texts("en").texts if key.startswith("lesson.")} == used


def ids(game_id: str) -> set[str]:
    return {step.id for step in lesson(game_id)}


def test_lessons_differ_where_rules_do() -> None:
    assert "king_flies" in ids("spanish")
    assert "king_steps_back" in ids("english")
    assert "most_pieces" in ids("international")
    assert "choice_is_free" in ids("spanish")
    assert "king_goes_on" in ids("russian")
    assert "man_cannot_take_king" in ids("italian")
    assert "capture_by_the_piece" in ids("checkers")


def test_the_last_step_ends_the_game() -> None:
    last = [list(steps)[-1] for _, steps in groupby(STEPS, key=lambda one: one[0])]
    assert all(try_step(game, step.id, next(iter(step.goal))).after.outcome for game, step in last)


def test_an_unknown_step_is_refused() -> None:
    with pytest.raises(DameroError, match="NO_SUCH_STEP"):
        find_step("drafti", "dancing")
