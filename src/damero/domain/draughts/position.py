"""A draughts position: the board, the side to move, and what the draw rules need to know of the past."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from damero.domain import reasons
from damero.domain.cached_value import cached_value
from damero.domain.draughts import draws, moves, notation
from damero.domain.draughts.board import Board, Piece, geometry
from damero.domain.draughts.info import describe
from damero.domain.draughts.moves import Move
from damero.domain.draughts.numbering import numbering_of
from damero.domain.draughts.rules import NEVER, Player, Rules
from damero.domain.draughts.validation import MoveRequest, request_from_file, validate_move
from damero.domain.draughts.view import View
from damero.domain.drawing import DrawnPosition
from damero.domain.errors import BadPosition, BadText, IllegalMove
from damero.domain.game import GameInfo, Outcome, Ply, Seat, squares_of
from damero.domain.game import Move as AnyMove
from damero.domain.reasons import Reason


@dataclass(frozen=True, repr=False)
class Position(DrawnPosition):
    """Without slots, so that the legal moves can be cached."""

    rules: Rules
    board: Board
    turn: Player
    quiet_plies: int = 0
    """Plies since a capture or a man's move."""
    ending_count: int = 0
    """How much of the current material row's limit is used up."""
    seen: tuple[tuple[Board, Player], ...] = ()
    """The earlier positions since a capture or a man's move. Older ones cannot be repeated."""
    declared: Outcome | None = None
    """An outcome that the board does not show."""
    plies: tuple[Ply, ...] = field(default=(), compare=False)
    taken: tuple[str, ...] = field(default=(), compare=False)

    @property
    def info(self) -> GameInfo:
        return describe(self.rules)

    @cached_value
    def to_move(self) -> Seat | None:
        return None if self.outcome else self.turn.value

    @property
    def text(self) -> str:
        return notation.write_position(self.board, self.turn, numbering_of(self.rules))

    @cached_value
    def outcome(self) -> Outcome | None:
        if self.declared:
            return self.declared
        if not self._moves:
            return Outcome(self.turn.opponent.value, self._why_stuck())
        if len(self.seen) + 1 >= self.rules.draws.repetition <= self.repetitions:
            return Outcome(None, reasons.REPETITION)
        if self.quiet_plies >= self.rules.draws.no_progress:
            return Outcome(None, reasons.NO_PROGRESS)
        if draws.is_used_up(self._ending, self.ending_count):
            return Outcome(None, reasons.MATERIAL)
        return None

    @property
    def repetitions(self) -> int:
        """How often this board with this side to move has occurred, including now."""
        return self.seen.count((self.board, self.turn)) + 1

    def legal_moves(self) -> tuple[Move, ...]:
        return () if self.outcome else self._moves

    def routes(self) -> tuple[Move, ...]:
        return () if self.outcome else self._routes

    def has_more_routes(self, most: int, /) -> bool:
        return moves.has_more_captures(self.board, self.turn, self.rules, most)

    def find(self, squares: Sequence[str], /) -> Move:
        return self._validated(MoveRequest.along(notation.read_squares(squares, self.rules)))

    def read_move(self, text: str, /) -> Move:
        """A text as the server writes it is found among the legal moves; any other is read first."""
        written = [route for route in self.routes() if route.text == text]
        return written[0] if len(written) == 1 else self.move_of(notation.read_move(text, self.rules))

    def move_of(self, written: notation.WrittenMove) -> Move:
        """The legal move that a text means, whose squares have been read already."""
        return self._validated(self._requested(written))

    def meant_by(self, written: notation.WrittenMove) -> list[Move]:
        """All legal moves that the ends or the path in a text can mean."""
        if written.file:
            return []
        return MoveRequest.along(written.path, says_capture=written.says_capture).meant_among(self.routes())

    def play(self, move: AnyMove | str, /) -> Position:
        if isinstance(move, str):
            return self._after(self.read_move(move))
        return self._after(self._route_of(move) if isinstance(move, Move) else self.find(squares_of(move)))

    def refusal_in_any_turn(self, _seat: Seat, _squares: Sequence[str], /) -> None:
        return None

    def drawn_on_time(self, seat: Seat, /) -> bool:
        return draws.is_drawn_on_time(self.board, self.rules, Player(seat))

    def ended(self, outcome: Outcome, /) -> Position:
        return replace(self, declared=outcome)

    def continued(self) -> Position:
        return replace(self, rules=replace(self.rules, draws=NEVER))

    def view(self, seat: Seat | None, /) -> View:
        if seat is not None:
            self.info.check_seat(seat)
        return View(self, seat)

    @cached_value
    def _routes(self) -> tuple[Move, ...]:
        return moves.routes(self.board, self.turn, self.rules)

    @cached_value
    def _moves(self) -> tuple[Move, ...]:
        return moves.each_once(self._routes)

    @cached_value
    def _ending(self) -> draws.Ending | None:
        return draws.ending_of(self.board, self.rules)

    def _requested(self, written: notation.WrittenMove) -> MoveRequest:
        if written.file:
            return request_from_file(self, written.file, written.path[-1], says_capture=written.says_capture)
        return MoveRequest.along(written.path, says_capture=written.says_capture)

    def _why_stuck(self) -> Reason:
        return reasons.NO_MOVES if any(self.board.pieces_of(self.turn)) else reasons.NO_PIECES

    def _route_of(self, move: Move) -> Move:
        """The legal move that takes the same pieces, by the same path if possible."""
        for route in self.routes():
            if route is move:
                return route
        agreeing = [route for route in self.routes() if route.agrees_with(move)]
        if agreeing:
            return next((route for route in agreeing if route.path == move.path), agreeing[0])
        self._validated(MoveRequest.along(move.path, says_capture=move.is_capture))
        raise IllegalMove("draughts.wrong_captures", code="INVALID_CAPTURE_PATH", squares=move.squares, move=str(move))

    def _validated(self, request: MoveRequest) -> Move:
        answer = validate_move(self, request)
        if isinstance(answer, IllegalMove):
            raise answer
        return answer

    def _after(self, move: Move) -> Position:
        board = moves.board_after(self.board, move)
        mover = self.board.at(move.origin)
        progress = move.is_capture or (mover is not None and not mover.is_king)
        after = Position(
            self.rules,
            board,
            self.turn.opponent,
            quiet_plies=0 if progress else self.quiet_plies + 1,
            seen=() if progress else (*self.seen, (self.board, self.turn)),
            declared=self.declared,
            plies=(*self.plies, Ply(self.turn.value, str(move), move.squares, move.taken, ())),
            taken=(*self.taken, *[piece.kind for piece in map(self.board.at, move.captured) if piece]),
        )
        count = draws.count_after(self._ending, after._ending, self.ending_count, self.turn)
        return replace(after, ending_count=count) if count else after


def initial(rules: Rules) -> Position:
    return Position(rules, Board.create_initial(rules.size, rules.men_rows), rules.first)


def set_up(rules: Rules, pieces: Iterable[tuple[int, Piece]], turn: Player) -> Position:
    """A position with these pieces. Raises `BadPosition` if it is not possible."""
    board = Board.create_empty(rules.size)
    grid = geometry(rules.size)
    for square, piece in pieces:
        name = numbering_of(rules).name(square)
        if board.at(square) is not None:
            raise BadPosition("draughts.square_taken_twice", code="SQUARE_TAKEN_TWICE", squares=(name,), square=name)
        if not piece.is_king and square in grid.crown_rows[piece.owner]:
            owner = piece.owner.value
            raise BadPosition(
                "draughts.man_on_crown_row", code="MAN_ON_CROWN_ROW", squares=(name,), square=name, owner=owner
            )
        board = board.place(square, piece)
    _check_counts(board, rules)
    return Position(rules, board, turn)


def read_position(rules: Rules, text: str, *, naming: Rules | None = None) -> Position:
    """The position of a PDN FEN. `naming` are other rules, by which the text names the squares."""
    pieces, turn = notation.read_position(text, naming or rules)
    numbering, name = numbering_of(naming or rules), numbering_of(rules).name
    placed = [(numbering.square(at.number), at) for at in pieces]
    try:
        return set_up(rules, ((square, at.piece) for square, at in placed), turn)
    except BadPosition as problem:
        where = next((at.column for square, at in reversed(placed) if name(square) in problem.squares), 1)
        raise BadText(problem.text, column=where, code=problem.code) from problem


def _check_counts(board: Board, rules: Rules) -> None:
    most = rules.men_rows * rules.size // 2
    for player in Player:
        pieces = board.force(player).pieces
        if pieces > most:
            raise BadPosition(
                "draughts.too_many_pieces", code="TOO_MANY_PIECES", seat=player.value, pieces=pieces, most=most
            )
