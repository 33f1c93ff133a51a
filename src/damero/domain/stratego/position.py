"""A Stratego position: the pieces, the side to move, and the moves so far."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum

from damero.domain import reasons
from damero.domain.cached_value import cached_value
from damero.domain.drawing import DrawnPosition
from damero.domain.errors import BadPosition, BadText
from damero.domain.game import GameInfo, Outcome, Seat, Shown, squares_of
from damero.domain.game import Move as AnyMove
from damero.domain.stratego import notation
from damero.domain.stratego.board import INDEX, NAMES, Board, Cells, Occupant, Piece, UnknownPiece
from damero.domain.stratego.combat import resolve_combat
from damero.domain.stratego.info import describe
from damero.domain.stratego.letters import LETTERS
from damero.domain.stratego.moves import Move, Ply, RulesViolationError, Situation, piece_fault, reachable
from damero.domain.stratego.rules import Rank, Rules, Side
from damero.domain.stratego.view import View, known_to
from damero.texts import Text, Value


class Phase(StrEnum):
    SETUP = "setup"
    PLAYING = "playing"
    GAME_OVER = "game_over"


@dataclass(frozen=True, repr=False)
class Position(DrawnPosition):
    """Without slots, so that `situation`, the views and what they share can be cached."""

    board: Board
    phase: Phase = Phase.PLAYING
    side: Side = Side.RED
    """The side to move; when the game is over, the side that would be to move."""
    turn_number: int = 0
    """The number of moves made."""
    plies: tuple[Ply, ...] = ()
    fallen: tuple[Piece, ...] = ()
    """The pieces that left the board, in order. After a tie the attacker comes first."""
    outcome: Outcome | None = None

    @property
    def rules(self) -> Rules:
        return self.board.rules

    @property
    def info(self) -> GameInfo:
        return describe(self.rules)

    @property
    def to_move(self) -> Side | None:
        return self.side if self.phase is Phase.PLAYING else None

    @property
    def winner(self) -> Side | None:
        return Side(self.outcome.winner) if self.outcome and self.outcome.winner else None

    @cached_value
    def taken(self) -> tuple[str, ...]:
        """The kinds of the pieces that left the board, in order."""
        return tuple(piece.kind for piece in self.fallen)

    @property
    def text(self) -> str:
        return notation.write_position(self.letters, self.side)

    @cached_value
    def letters(self) -> str:
        """The hundred cells of the position's text."""
        return notation.write_cells(self.rules, self.board.cells)

    @cached_value
    def moved(self) -> tuple[int, ...]:
        """The squares of the pieces that have moved, by index."""
        return tuple([at for at, piece in enumerate(self.board.cells) if piece and piece.moved])

    @cached_value
    def revealed(self) -> tuple[int, ...]:
        """The squares of the pieces whose rank both sides know, by index."""
        return tuple([at for at, piece in enumerate(self.board.cells) if piece and piece.revealed])

    @cached_value
    def situation(self) -> Situation:
        """What the side to move must know to judge its moves."""
        return Situation(self.rules, self.board.cells, self.side, self.plies)

    def legal_moves(self) -> tuple[Move, ...]:
        return self.situation.legal_moves() if self.phase is Phase.PLAYING else ()

    def routes(self) -> tuple[Move, ...]:
        return self.legal_moves()

    def has_more_routes(self, most: int, /) -> bool:
        return len(self.routes()) > most

    def find(self, squares: Sequence[str], /) -> Move:
        self._refuse_piece(squares)
        return self.situation.find(*notation.read_squares(squares))

    def read_move(self, text: str, /) -> Move:
        """The move that a text names.

        A result in the text (`=HF`) is refused only if the mover can know that it is wrong. Any other answer would give
        away a hidden rank. `replay` compares a finished game with what really happened.
        """
        self._refuse_piece(notation.read_origin(text.strip()))
        step = notation.read_step(text.strip())
        move = self.situation.find(step.origin, step.target)
        if move.attacks is not step.attacks:
            origin, target = move.squares
            key = "stratego.write_attack" if move.attacks else "stratego.write_step"
            raise RulesViolationError(key, squares=move.squares, origin=origin, target=target)
        if step.fight and not self._may_be(move, *step.fight):
            raise RulesViolationError("stratego.impossible_result", code="WRONG_RESULT", squares=move.squares)
        return move

    def play(self, move: AnyMove | str, /) -> Position:
        if isinstance(move, str):
            return self._after(self.read_move(move))
        return self._after(self.find(move.squares if isinstance(move, Move) else squares_of(move)))

    def view(self, seat: Seat | None, /) -> View:
        if self.phase is Phase.SETUP:
            raise not_active()
        if seat not in self._views:
            if seat is not None:
                self.info.check_seat(seat)
            is_open = self.outcome is not None and self.outcome.opens_secrets
            self._views[seat] = known_to(self, None if seat is None else Side(seat), everything=is_open)
        return self._views[seat]

    @cached_value
    def _views(self) -> dict[Seat | None, View]:
        """The views that were asked for."""
        return {}

    def refusal_in_any_turn(self, seat: Seat, squares: Sequence[str], /) -> RulesViolationError | None:
        """Enemy pieces, bombs and flags are refused wherever they should go, off the board included."""
        origin = INDEX.get(squares[0]) if squares else None
        return None if origin is None else piece_fault(self.board.cells[origin], Side(seat), origin)

    def drawn_on_time(self, _seat: Seat, /) -> bool:
        return False

    def ended(self, outcome: Outcome, /) -> Position:
        return replace(self, phase=Phase.GAME_OVER, outcome=outcome)

    def _refuse_piece(self, squares: Sequence[str]) -> None:
        if self.phase is not Phase.PLAYING:
            raise not_active()
        if fault := self.refusal_in_any_turn(self.side.value, squares):
            raise fault

    def _may_be(self, move: Move, attacker: Rank, defender: Rank) -> bool:
        """Whether a fight of these ranks is possible, as far as the mover knows."""
        target = self.board.piece_at(move.target)
        if target is None or attacker is not move.piece.rank:
            return False
        if target.revealed:
            return defender is target.rank
        return defender.is_movable or not target.moved

    def _after(self, move: Move) -> Position:
        origin, target = move.origin.cell, move.target.cell
        cells = list(self.board.cells)
        attacker, defender = cells[origin], cells[target]
        assert attacker is not None
        cells[origin] = None
        if defender is None:
            cells[target] = Piece(attacker.rank, attacker.side, attacker.revealed or _is_long(move), moved=True)
            return self._next(cells, self._ply(move, attacker, None), ())
        cells[target], fallen = _fought(attacker, defender)
        after = self._next(cells, self._ply(move, attacker, defender), fallen)
        won = Outcome(self.side.value, reasons.FLAG_CAPTURED)
        return after.ended(won) if defender.rank is Rank.FLAG else after

    def _ply(self, move: Move, attacker: Piece, defender: Piece | None) -> Ply:
        fight = None if defender is None else (attacker.rank, defender.rank)
        step = notation.Step(move.origin.cell, move.target.cell, defender is not None, fight)
        shown = zip(move.squares, (attacker if fight or _is_long(move) else None, defender), strict=True)
        revealed = tuple(Shown(square, piece.kind) for square, piece in shown if piece and not piece.revealed)
        taken = move.squares[1:] if fight else ()
        return Ply(self.side.value, notation.write_step(step), move.squares, taken, revealed, step)

    def _next(self, cells: list[Piece | None], ply: Ply, fallen: tuple[Piece, ...]) -> Position:
        board, turn_number, plies = Board(tuple(cells), self.rules), self.turn_number + 1, (*self.plies, ply)
        gone = (*self.fallen, *fallen) if fallen else self.fallen
        after = Position(board, Phase.PLAYING, self.side.opponent, turn_number, plies, gone)
        outcome = outcome_of(after)
        return after.ended(outcome) if outcome else after


def _is_long(move: Move) -> bool:
    """Only a scout moves this far, so the move reveals its rank."""
    return abs(move.origin.row - move.target.row) + abs(move.origin.col - move.target.col) > 1


def _fought(attacker: Piece, defender: Piece) -> tuple[Piece | None, tuple[Piece, ...]]:
    """The piece that stands on the square after a fight, and the pieces that left the board."""
    result = resolve_combat(attacker, defender)
    if result.attacker_survived:
        return replace(attacker, revealed=True, moved=True), (fallen_piece(defender.side, defender.rank),)
    if result.defender_survived:
        return replace(defender, revealed=True), (fallen_piece(attacker.side, attacker.rank),)
    return None, tuple(fallen_piece(piece.side, piece.rank) for piece in (attacker, defender))


def fallen_piece(side: Side, rank: Rank) -> Piece:
    """A piece that left the board: its rank is public."""
    return Piece(rank, side, revealed=True)


def outcome_of(state: Position) -> Outcome | None:
    """The outcome, apart from captured flags; None while the game goes on."""
    if not state.situation.can_move():
        enemy = state.side.opponent
        enemy_can_move = any(reachable(state.rules, state.board.cells, enemy))
        return Outcome(enemy.value if enemy_can_move else None, reasons.NO_MOVES)
    if state.turn_number >= state.rules.turn_limit:
        return Outcome(None, reasons.TURN_LIMIT)
    return None


def begun(board: Board, side: Side = Side.RED) -> Position:
    """The position at the start of a game with this board. The game may be over at once."""
    state = Position(board, side=side)
    outcome = outcome_of(state)
    return state.ended(outcome) if outcome else state


def read_position(rules: Rules, text: str) -> Position:
    """Read a position. No piece in it has moved or is revealed."""
    cells, side = notation.read_position(rules, text)
    check_counts(rules, cells)
    board = Board(known_pieces(cells), rules)
    flagless = [owner for owner in Side if not _has_flag(board, owner)]
    if len(flagless) == len(Side):
        raise BadPosition("stratego.no_flag", code="NO_FLAG")
    if flagless:
        return Position(board, side=side).ended(Outcome(flagless[0].opponent.value, reasons.FLAG_CAPTURED))
    return begun(board, side)


def known_pieces(cells: Cells) -> tuple[Piece | None, ...]:
    """The same cells. `BadPosition` if they contain an unknown piece."""
    unknown = tuple(NAMES[index] for index, piece in enumerate(cells) if isinstance(piece, UnknownPiece))
    if unknown:
        raise BadPosition("stratego.unknown_piece", code="UNKNOWN_PIECE", squares=unknown)
    return tuple(piece for piece in cells if not isinstance(piece, UnknownPiece))


def _has_flag(board: Board, side: Side) -> bool:
    return any(piece.rank is Rank.FLAG for _, piece in board.pieces_of(side))


def check_counts(rules: Rules, cells: Cells, fallen: Sequence[Occupant] = ()) -> None:
    """Refuse more pieces of a rank, or more pieces in total, than an army has. Those that have fallen count too."""
    for (side, rank), letter in LETTERS.items():
        squares, count, most = *_counted(cells, fallen, {letter}), rules.count(rank)
        if count > most:
            values = {"rank": rank.name.lower(), "seat": side.value}
            raise _too_many("stratego.too_many_of_kind", squares, count=count, most=most, **values)
    for side in Side:
        letters = {notation.letter_of(piece) for piece in notation.OCCUPANTS.values() if piece.side is side}
        squares, count, most = *_counted(cells, fallen, letters), rules.army_size
        if count > most:
            raise _too_many("stratego.too_many_pieces", squares, count=count, most=most, seat=side.value)


def _counted(cells: Cells, fallen: Sequence[Occupant], letters: Set[str]) -> tuple[tuple[str, ...], int]:
    """The squares of these pieces on the board, and how many there are with those that have fallen."""
    squares = tuple(NAMES[index] for index, piece in enumerate(cells) if piece and notation.letter_of(piece) in letters)
    return squares, len(squares) + sum(notation.letter_of(piece) in letters for piece in fallen)


def _too_many(key: str, squares: tuple[str, ...], **values: Value) -> BadPosition:
    return BadPosition(Text(key, values), code="TOO_MANY", squares=squares)


def replay(start: Position, moves: Sequence[str]) -> Position:
    """The position that these moves lead to; `BadText` names the line whose fight had another result."""
    state = start
    for line, text in enumerate(moves, start=1):
        state = state.play(text)
        played = state.plies[-1].text
        if played != text:
            raise BadText("stratego.other_result", line=line, code="WRONG_RESULT", written=text, played=played)
    return state


def not_active() -> RulesViolationError:
    return RulesViolationError("game.not_active", code="GAME_NOT_ACTIVE")
