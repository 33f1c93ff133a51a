"""Puzzles and the endgame trainer. The referee on the server judges every try."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from damero.application.puzzle_runs import begin_run, end_run, try_in_run
from damero.application.solve_puzzle import (
    daily_puzzle,
    find_puzzle,
    give_hint,
    next_puzzle,
    puzzle_statistics,
    today,
    try_puzzle,
)
from damero.application.train_ending import draw_ending, play_ending
from damero.domain import catalogue
from damero.domain.puzzle import Theme
from damero.web import serialize_puzzles as written
from damero.web import wire
from damero.web.auth import current_account, signed_in
from damero.web.context import Context
from damero.web.limits import COST, POSITION
from damero.web.openapi import CHANGING, READING, problems

AnyRequest = Request[Any, Any, Any]
PuzzlePath = Annotated[str, PathParameter(max_length=20, description="A puzzle's id.")]
ThemeQuery = Annotated[Theme | None, QueryParameter(description="Only puzzles of this theme.")]
SkipQuery = Annotated[str | None, QueryParameter(max_length=20, description="The id of a puzzle to leave out.")]
GameQuery = Annotated[str | None, QueryParameter(min_length=1, max_length=40, description="A game's id.")]


@get(
    "/puzzles",
    summary="The games that have puzzles or endings to practise",
    responses=problems(*READING),
    opt={COST: POSITION},
)
async def games(context: Context) -> wire.PuzzleGames:
    library, endings = context.services.puzzles, context.services.endings
    ids = [played.info.id for played in catalogue.GAMES]
    known = [written.game(game, library.puzzles(game), endings.classes(game)) for game in ids]
    return wire.PuzzleGames(tuple(game for game in known if game.count or game.endings))


@get("/puzzles/next", summary="A puzzle for me", responses=problems(*READING), opt={COST: POSITION})
async def following(
    game: FromQuery[wire.GameId],
    context: Context,
    request: AnyRequest,
    theme: ThemeQuery = None,
    skip: SkipQuery = None,
) -> wire.PuzzleTask:
    """One that I have not tried, about as hard as I am strong."""
    account = await current_account(context.services, request)
    return written.task(context.services, await next_puzzle(context.services, account, game, theme, skip))


@get("/puzzles/daily", summary="The puzzle of the day", responses=problems(*READING), opt={COST: POSITION})
async def daily(context: Context, game: GameQuery = None) -> wire.DailyPuzzle:
    """The same for everybody, until midnight UTC."""
    return wire.DailyPuzzle(
        today(context.services), written.task(context.services, daily_puzzle(context.services, game))
    )


@get("/puzzles/{puzzle_id:str}", summary="A puzzle", responses=problems(*READING), opt={COST: POSITION})
async def one(puzzle_id: PuzzlePath, context: Context) -> wire.PuzzleTask:
    return written.task(context.services, find_puzzle(context.services, puzzle_id))


@post(
    "/puzzles/{puzzle_id:str}/tries",
    summary="Try to solve a puzzle",
    status_code=200,
    responses=problems(*CHANGING),
    opt={COST: POSITION},
)
async def attempt(
    puzzle_id: PuzzlePath, data: JSONBody[wire.PuzzleTry], context: Context, request: AnyRequest
) -> wire.PuzzleAnswer:
    """Send all of your moves so far, without the replies. The first try that ends counts for your rating."""
    account = await current_account(context.services, request)
    return written.answer(await try_puzzle(context.services, account, puzzle_id, data.moves))


@post(
    "/puzzles/{puzzle_id:str}/hints",
    summary="The next right move; the puzzle then counts as not solved",
    status_code=200,
    responses=problems(*CHANGING),
    opt={COST: POSITION},
)
async def hint(
    puzzle_id: PuzzlePath, data: JSONBody[wire.PuzzleHintRequest], context: Context, request: AnyRequest
) -> wire.PuzzleHint:
    account = await current_account(context.services, request)
    hinted = await give_hint(context.services, account, puzzle_id, data.moves)
    return wire.PuzzleHint(hinted.move, hinted.squares)


@post("/puzzle-runs", summary="Begin a run of puzzles", responses=problems(*CHANGING), opt={COST: POSITION})
async def begin(data: JSONBody[wire.BeginRun], context: Context, request: AnyRequest) -> wire.PuzzleRun:
    """A streak ends with the first mistake, a timed run after three minutes or three mistakes."""
    account = signed_in(await current_account(context.services, request))
    services = context.services
    return written.run(services, await begin_run(services, account, data.game, data.mode))


@post(
    "/puzzle-runs/tries",
    summary="Try the puzzle of my run",
    status_code=200,
    responses=problems(*CHANGING),
    opt={COST: POSITION},
)
async def attempt_in_run(data: JSONBody[wire.PuzzleTry], context: Context, request: AnyRequest) -> wire.PuzzleRunAnswer:
    services = context.services
    account = signed_in(await current_account(services, request))
    run, tried = await try_in_run(services, account, data.moves)
    return wire.PuzzleRunAnswer(written.run(services, run), written.answer(tried))


@post("/puzzle-runs/end", summary="End my run", status_code=200, responses=problems(*CHANGING))
async def finish(context: Context, request: AnyRequest) -> wire.PuzzleRun:
    services = context.services
    account = signed_in(await current_account(services, request))
    return written.run(services, await end_run(services, account))


@get("/me/puzzles", summary="My puzzle rating and results in a game", responses=problems(*READING))
async def results(game: FromQuery[wire.GameId], context: Context, request: AnyRequest) -> wire.PuzzleStatistics:
    account = signed_in(await current_account(context.services, request))
    return written.statistics(game, await puzzle_statistics(context.services, account.id, game))


@post("/endings", summary="An ending to practise", status_code=200, responses=problems(*CHANGING), opt={COST: POSITION})
async def new_ending(data: JSONBody[wire.TrainEnding], context: Context) -> wire.Ending:
    """A random position of this material in which the side to move can win or hold the draw."""
    return written.ending(await draw_ending(context.services, data.game, data.material, data.goal))


@post(
    "/endings/moves",
    summary="Play on in an ending",
    status_code=200,
    responses=problems(*CHANGING),
    opt={COST: POSITION},
)
async def play_on(data: JSONBody[wire.PlayEnding], context: Context) -> wire.EndingAnswer:
    """Grades the last move by the tables and answers it with the best defence."""
    return written.played_ending(await play_ending(context.services, data.game, data.start, data.moves))


puzzles = Router(
    "/",
    route_handlers=[
        games,
        following,
        daily,
        one,
        attempt,
        hint,
        begin,
        attempt_in_run,
        finish,
        results,
        new_ending,
        play_on,
    ],
    tags=["Puzzles"],
)
