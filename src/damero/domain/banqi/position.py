"""A Banqi position: the 32 pieces, the colour to move, and what the rules need to know of the past."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from damero.domain import game, reasons
from damero.domain.banqi.board import (
    ARMY_SIZE,
    FACE_DOWN,
    FULL_SET,
    INDEX_OF,
    NAMES,
    Board,
    Cell,
    Cells,
    Colour,
    Kind,
    Piece,
    number_pieces,
)
from damero.domain.banqi.info import describe
from damero.domain.banqi.moves import Action, Capture, Flip, Move, check, legal_actions
from damero.domain.banqi.notation import (
    Layout,
    missing_kinds,
    read_action,
    read_square,
    write_flip,
    write_position,
)
from damero.domain.banqi.rules import FIRST, Rules
from damero.domain.banqi.view import Seen, View, colour_of, seat_to_move
from damero.domain.cached_value import cached_value
from damero.domain.drawing import DrawnPosition
from damero.domain.errors import IllegalMove
from damero.domain.game import GameInfo, KnownGame, Outcome, Ply, Seat, Shown, Shuffle


@dataclass(frozen=True, repr=False)
class Position(DrawnPosition):
    """Without slots, so that `cells` and `outcome` can be cached."""

    rules: Rules
    board: Board
    current_turn: Colour | None = None
    """None before the first flip."""
    first_colour: Colour | None = None
    """The colour of the first seat, after the first flip has decided it."""
    captured: tuple[Piece, ...] = ()
    quiet_plies: int = 0
    """Plies since the last flip or capture."""
    seen: tuple[Seen, ...] = ()
    """The earlier boards since the last flip or capture, if the rules count repetitions."""
    plies: tuple[Ply, ...] = ()
    declared: Outcome | None = None
    """An outcome that the board does not show."""

    @property
    def info(self) -> GameInfo:
        return describe(self.rules)

    @property
    def to_move(self) -> Seat | None:
        return None if self.outcome else seat_to_move(self.current_turn, self.first_colour)

    @cached_value
    def outcome(self) -> Outcome | None:
        """A loss takes precedence over a draw."""
        return self.declared or self._loss() or self._draw()

    @cached_value
    def cells(self) -> Cells:
        """The board as everyone sees it."""
        return tuple([None if piece is None else piece.face for piece in self.board])

    @property
    def deal(self) -> tuple[Kind, ...]:
        """The face-down pieces in index order. Secret until the game is over."""
        return tuple(piece.kind for piece in self.board if piece and not piece.revealed)

    @property
    def face_down(self) -> tuple[Shown, ...]:
        pairs = zip(NAMES, self.board, strict=True)
        return tuple(Shown(name, piece.kind.id) for name, piece in pairs if piece and not piece.revealed)

    @property
    def text(self) -> str:
        return write_position(Layout(self.cells, self.current_turn, _kinds(self.captured), self.deal))

    def colour_of(self, seat: Seat) -> Colour | None:
        """The colour of a seat; None before the first flip."""
        return colour_of(seat, self.first_colour)

    def legal_moves(self) -> tuple[Action, ...]:
        return () if self.outcome else tuple(legal_actions(self.cells, self.current_turn))

    def routes(self) -> tuple[Action, ...]:
        return self.legal_moves()

    def has_more_routes(self, most: int, /) -> bool:
        return len(self.routes()) > most

    def find(self, squares: Sequence[str], /) -> Action:
        """One square means a flip; two mean a move, or a capture if the second one is not empty."""
        self._require_running()
        indices = [read_square(name) for name in squares]
        if len(indices) == 1:
            return self._checked(Flip(indices[0]))
        if len(indices) != 2:
            raise IllegalMove("banqi.square_count", code="INVALID_INDEX", squares=tuple(squares))
        start, end = indices
        return self._checked(Move(start, end) if self.board[end] is None else Capture(start, end))

    def read_move(self, text: str, /) -> Action:
        self._require_running()
        return self._checked(read_action(text))

    def play(self, move: game.Move | str, /) -> Position:
        if isinstance(move, Flip | Move | Capture):
            return self._after(self._checked(move))
        return self._after(self.read_move(str(move)))

    def refusal_in_any_turn(self, _seat: Seat, _squares: Sequence[str], /) -> None:
        return None

    def drawn_on_time(self, _seat: Seat, /) -> bool:
        return False

    def ended(self, outcome: Outcome, /) -> Position:
        return replace(self, declared=outcome)

    def view(self, seat: Seat | None, /) -> View:
        if seat is not None:
            self.info.check_seat(seat)
        return View(
            rules=self.rules,
            seat=seat,
            cells=self.cells,
            current_turn=self.current_turn,
            first_colour=self.first_colour,
            captured=_kinds(self.captured),
            quiet_plies=self.quiet_plies,
            seen=self.seen,
            plies=self.plies,
            outcome=self.outcome,
            deal=self.deal if self.outcome and self.outcome.opens_secrets else None,
        )

    def _require_running(self) -> None:
        if self.outcome:
            raise IllegalMove("game.over", code="GAME_NOT_ACTIVE")

    def _checked(self, action: Action) -> Action:
        self._require_running()
        check(self.cells, self.current_turn, action)
        return action

    def _after(self, action: Action) -> Position:
        match action:
            case Flip():
                return self._flip(action)
            case Move():
                return self._move(action)
            case Capture():
                return self._capture(action)

    def _flip(self, flip: Flip) -> Position:
        piece = _standing(self.board, flip.piece_index).flipped()
        board = _with(self.board, {flip.piece_index: piece})
        shown = Shown(NAMES[flip.piece_index], piece.kind.id)
        ply = self._ply(flip, write_flip(flip.piece_index, piece.kind), (shown,))
        if self.current_turn is None:
            return self._begin(board, ply, piece.colour)
        return self._next(board, ply)

    def _begin(self, board: Board, ply: Ply, colour: Colour) -> Position:
        """The first flip decides the flipper's colour. The rules say who acts next."""
        turn = colour if self.rules.flipper_acts_again else colour.opponent
        return replace(self, board=board, current_turn=turn, first_colour=colour, plies=(ply,))

    def _move(self, move: Move) -> Position:
        board = _with(self.board, {move.from_index: None, move.to_index: self.board[move.from_index]})
        return self._next(board, self._ply(move, str(move)), quiet_plies=self.quiet_plies + 1)

    def _capture(self, capture: Capture) -> Position:
        target = _standing(self.board, capture.to_index).captured()
        board = _with(self.board, {capture.from_index: None, capture.to_index: self.board[capture.from_index]})
        return self._next(board, self._ply(capture, str(capture)), captured=(*self.captured, target))

    def _ply(self, action: Action, text: str, revealed: tuple[Shown, ...] = ()) -> Ply:
        return Ply(seat_to_move(self.current_turn, self.first_colour), text, action.squares, action.taken, revealed)

    def _next(
        self, board: Board, ply: Ply, *, captured: tuple[Piece, ...] | None = None, quiet_plies: int = 0
    ) -> Position:
        """The other side's turn. No board from before a flip or a capture can be repeated."""
        assert self.current_turn is not None
        counts = quiet_plies > 0 and self.rules.repetition is not None
        return Position(
            self.rules,
            board,
            self.current_turn.opponent,
            self.first_colour,
            self.captured if captured is None else captured,
            quiet_plies,
            (*self.seen, (self.cells, self.current_turn)) if counts else (),
            (*self.plies, ply),
        )

    def _loss(self) -> Outcome | None:
        loser = self._captured_army()
        if loser is not None:
            return Outcome(seat_to_move(loser.opponent, self.first_colour), reasons.ALL_CAPTURED)
        if next(legal_actions(self.cells, self.current_turn), None) is None:
            stuck = seat_to_move(self.current_turn, self.first_colour)
            return Outcome(self.info.opponent(stuck), reasons.NO_MOVES)
        return None

    def _captured_army(self) -> Colour | None:
        """The colour whose whole army is captured. Only a capture can complete it."""
        if self.quiet_plies or len(self.captured) < ARMY_SIZE:
            return None
        return next((colour for colour in Colour if self._lost(colour) == ARMY_SIZE), None)

    def _lost(self, colour: Colour) -> int:
        return sum(piece.colour is colour for piece in self.captured)

    def _draw(self) -> Outcome | None:
        if self.quiet_plies >= self.rules.no_progress:
            return Outcome(None, reasons.NO_PROGRESS)
        limit = self.rules.repetition
        if limit is not None and self.seen.count((self.cells, self.current_turn)) + 1 >= limit:
            return Outcome(None, reasons.REPETITION)
        return None


def deal(rules: Rules, shuffle: Shuffle) -> Position:
    """The start position: the 32 pieces face down, in the order of the shuffle."""
    return Position(rules, tuple(shuffle(FULL_SET)))


def stand(rules: Rules, layout: Layout) -> Position:
    """The position of a text that contains the deal. The side to move takes the first seat.

    Texts contain kinds: the pieces are numbered in the order of the squares, the captured ones last.
    """
    dealt = iter(layout.deal or ())
    kinds = [next(dealt) if cell is FACE_DOWN else cell for cell in layout.cells if cell is not None]
    pieces = iter(number_pieces((*kinds, *layout.captured)))
    board: Board = tuple(_laid(next(pieces), cell) if cell is not None else None for cell in layout.cells)
    captured = tuple(piece.flipped().captured() for piece in pieces)
    return Position(rules, board, layout.turn, first_colour=layout.turn, captured=captured)


def _laid(piece: Piece, cell: Cell) -> Piece:
    return piece if cell is FACE_DOWN else piece.flipped()


def watch(rules: Rules, layout: Layout) -> View:
    """The view of the side to move. A deal in the text is shown only if the game is over."""
    judged = stand(rules, replace(layout, deal=layout.deal or _any_deal(layout)))
    view = judged.view(FIRST)
    return replace(view, deal=layout.deal if judged.outcome else None)


def recall(rules: Rules, layout: Layout, known: KnownGame) -> View:
    """The view of the side to move, with the moves before."""
    turn = layout.turn
    first = turn if turn is None or known.seat == FIRST else turn.opponent
    progress = [number for number, ply in enumerate(known.plies, start=1) if ply.revealed or ply.taken]
    quiet = known.plies[progress[-1] if progress else 0 :]
    seen = tuple(_boards_before(layout, quiet))[::-1] if rules.repetition is not None else ()
    return replace(
        watch(rules, layout),
        seat=known.seat,
        first_colour=first,
        quiet_plies=len(quiet),
        seen=seen,
        plies=known.plies,
    )


def _boards_before(layout: Layout, quiet: Sequence[Ply]) -> Iterator[Seen]:
    """The boards before moves without a flip or a capture, the latest first."""
    cells, turn = list(layout.cells), layout.turn
    for ply in reversed(quiet):
        origin, target = (INDEX_OF[name] for name in ply.squares)
        cells[origin], cells[target] = cells[target], None
        turn = turn and turn.opponent
        yield tuple(cells), turn


def _any_deal(layout: Layout) -> tuple[Kind, ...]:
    """Any deal: the view does not depend on it."""
    return tuple(missing_kinds(layout.cells, layout.captured).elements())


def resume(view: View, deal_of_hidden: Sequence[Kind]) -> Position:
    """The position of a view with these face-down pieces."""
    layout = Layout(view.cells, view.current_turn, view.captured, tuple(deal_of_hidden))
    return replace(
        stand(view.rules, layout),
        first_colour=view.first_colour,
        quiet_plies=view.quiet_plies,
        seen=view.seen,
        plies=view.plies,
        declared=view.outcome,
    )


def _standing(board: Board, index: int) -> Piece:
    piece = board[index]
    assert piece is not None
    return piece


def _with(board: Board, changes: dict[int, Piece | None]) -> Board:
    cells = list(board)
    for index, piece in changes.items():
        cells[index] = piece
    return tuple(cells)


def _kinds(pieces: Sequence[Piece]) -> tuple[Kind, ...]:
    return tuple(piece.kind for piece in pieces)
