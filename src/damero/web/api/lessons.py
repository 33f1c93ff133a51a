"""First steps in every game. The referee judges every try."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody, PathParameter

from damero.application.explain_move import Explanation
from damero.application.full_view import FullView, full_view
from damero.application.lessons import Step, all_lessons, lesson, try_step
from damero.domain.errors import BadText, IllegalMove
from damero.domain.game import Position, Seat, View
from damero.web import serialize, wire
from damero.web.context import Context
from damero.web.limits import COST, POSITION
from damero.web.openapi import CHANGING, READING, GamePath, problems

StepPath = Annotated[str, PathParameter(max_length=40, description="The id of a step.")]


@get("/lessons", summary="The steps of every game's lesson", responses=problems(*READING), opt={COST: POSITION})
async def every_lesson(context: Context) -> wire.Lessons:
    found = await context.services.in_thread(all_lessons)
    ids = {game: tuple(step.id for step in steps) for game, steps in found.items()}
    return wire.Lessons(tuple(wire.LessonOfGame(game, steps) for game, steps in ids.items() if steps))


@get("/games/{game_id:str}/lesson", summary="First steps in a game", responses=problems(*READING), opt={COST: POSITION})
async def one_lesson(game_id: GamePath, context: Context) -> wire.Lesson:
    steps = await context.services.in_thread(partial(lesson, game_id))
    return wire.Lesson(game_id, tuple(_step(step) for step in steps))


@post(
    "/games/{game_id:str}/lesson/{step_id:str}/tries",
    summary="Try a move in a step",
    status_code=200,
    responses=problems(*CHANGING),
    opt={COST: POSITION},
)
async def attempt(
    game_id: GamePath, step_id: StepPath, data: JSONBody[wire.TryStep], context: Context
) -> wire.TriedStep:
    """A wrong try is no error: it is answered with the rule that forbids the move."""
    try:
        tried = await context.services.in_thread(partial(try_step, game_id, step_id, data.move))
    except (IllegalMove, BadText) as refusal:
        return wire.TriedStep(right=False, played=None, why=serialize.why(Explanation(None, refusal)))
    ply, shown = tried.after.plies[-1], _view(tried.after, _mover(tried.step.position))
    return wire.TriedStep(tried.is_right, wire.PuzzleFrame(ply.text, ply.squares, ply.taken, serialize.view(shown)))


def _step(step: Step) -> wire.LessonStep:
    position, seat = step.position, _mover(step.position)
    view = _view(position, seat)
    colour = position.view(seat).colour_of(seat)
    shown = wire.Position(
        view=serialize.view(view), moves=serialize.routes(position.routes()), outcome=None, colour=colour
    )
    return wire.LessonStep(step.id, seat, shown)


def _mover(position: Position) -> Seat:
    assert position.to_move is not None
    return position.to_move


def _view(position: Position, seat: Seat) -> View | FullView:
    """A lesson shows both armies: what they do to each other is its subject."""
    return full_view(position) if position.info.hidden else position.view(seat)


lessons_api = Router("/", route_handlers=[every_lesson, one_lesson, attempt], tags=["Lessons"])
