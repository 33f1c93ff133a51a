"""A stateless endpoint for Spanish draughts: takes a board of rows and columns, returns the engine's move."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Request, Response, Router, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta, Struct

from damero.application.check_position import read_any_position
from damero.application.choose_move import legal_moves, lowest_level_move
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.errors import DameroError
from damero.domain.game import Move
from damero.web import wire
from damero.web.context import Context
from damero.web.limits import COST, POSITION
from damero.web.openapi import problems
from damero.web.problems import WebError
from damero.web.sender import unless_gone

GAME = "spanish"

NO_MOVE = ResponseSpec(None, description="The player has no legal move.", generate_examples=False)

Row = Annotated[int, Meta(ge=0, le=7)]
Colour = Literal["White", "Black"]


class BoardPiece(wire.Request):
    row: Row
    col: Row
    owner: Colour
    type: Literal["Man", "King"]


class AskMove(wire.Request):
    board: Annotated[tuple[BoardPiece, ...], Meta(max_length=32)]
    player: Colour


class Cell(Struct):
    row: int
    col: int


class ChosenMove(Struct, rename="camel"):
    from_row: int
    from_col: int
    to_row: int
    to_col: int
    captured_positions: tuple[Cell, ...]
    is_capture: bool


@post(
    "/ai/move",
    summary="The engine's move in Spanish draughts",
    status_code=200,
    responses=problems(400, 413, 415, 429, 503) | {204: NO_MOVE},
    opt={COST: POSITION},
)
async def engine_move(
    data: JSONBody[AskMove], context: Context, request: Request[Any, Any, Any]
) -> Response[ChosenMove | None]:
    """204 if the player has no legal move."""
    move = await unless_gone(request, _engine_move(context.services, _text(data), data.player.lower()))
    return Response(None, status_code=204) if move is None else Response(_chosen(move))


async def _engine_move(services: Services, text: str, player: str) -> Move | None:
    """At the lowest level, which waits for no other work."""
    return await services.queues.engine_moves.run(lambda: _chosen_move(services, text, player))


def _chosen_move(services: Services, text: str, player: str) -> Move | None:
    try:
        position = read_any_position(catalogue.game(GAME), text)
    except DameroError as refusal:
        raise WebError(refusal.text, code="MALFORMED", squares=refusal.squares) from refusal
    legal = legal_moves(position.view(player))
    return lowest_level_move(services, legal) if legal else None


def _text(data: AskMove) -> str:
    """The board as a draughts position text."""
    numbers = {(square.row, square.column): square.name for square in catalogue.game(GAME).info.board.squares}
    sides: dict[str, dict[str, str]] = {"White": {}, "Black": {}}
    for piece in data.board:
        number = numbers.get((piece.row, piece.col))
        if number is None:
            raise WebError("web.not_a_playing_square", code="MALFORMED", row=piece.row, column=piece.col)
        if any(number in side for side in sides.values()):
            raise WebError("web.square_taken_twice", code="MALFORMED", row=piece.row, column=piece.col)
        sides[piece.owner][number] = "K" if piece.type == "King" else ""
    white, black = (",".join(crown + number for number, crown in side.items()) for side in sides.values())
    return f"{data.player[0]}:W{white}:B{black}"


def _chosen(move: Move) -> ChosenMove:
    places = {square.name: Cell(square.row, square.column) for square in catalogue.game(GAME).info.board.squares}
    origin, target = places[move.squares[0]], places[move.squares[-1]]
    taken = tuple(places[square] for square in move.taken)
    return ChosenMove(origin.row, origin.col, target.row, target.col, taken, is_capture=bool(taken))


engine_move_api = Router("/", route_handlers=[engine_move], tags=["Spanish draughts"])
