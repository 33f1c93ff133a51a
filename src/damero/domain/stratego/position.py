"""A Stratego game at one moment: the pieces, whose turn it is, and the moves that everyone saw."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cached_property

from damero.domain import reasons
from damero.domain.errors import BadPosition, BadText
from damero.domain.game import GameInfo, Outcome, Seat, Shown
from damero.domain.game import Move as AnyMove
from damero.domain.stratego import notation
from damero.domain.stratego.board import NAMES, Board, Cells, Piece, Stranger
from damero.domain.stratego.combat import resolve_combat
from damero.domain.stratego.info import describe
from damero.domain.stratego.moves import Move, Ply, RulesViolationError, Situation, reachable
from damero.domain.stratego.rules import PlayerSide, Rank, Rules
from damero.domain.stratego.view import View, known_to


class GamePhase(StrEnum):
    SETUP = "setup"
    PLAYING = "playing"
    GAME_OVER = "game_over"


class ValidationResult(Enum):
    OK = "ok"
    INVALID = "invalid"


@dataclass(frozen=True)
class GameState:
    """Not slotted, so that what the rules need of it can be kept once it is known."""

    board: Board
    phase: GamePhase = GamePhase.PLAYING
    side: PlayerSide = PlayerSide.RED
    """Whose turn it is; in a game that is over, whose it would be."""
    turn_number: int = 0
    """How many moves have been made."""
    plies: tuple[Ply, ...] = ()
    fallen: tuple[Piece, ...] = ()
    """The pieces that left the board, in order, revealed for good; in a tie the attacker first."""
    outcome: Outcome | None = None

    @property
    def rules(self) -> Rules:
        return self.board.rules

    @property
    def info(self) -> GameInfo:
        return describe(self.rules)

    @property
    def to_move(self) -> PlayerSide | None:
        return self.side if self.phase is GamePhase.PLAYING else None

    @property
    def winner(self) -> PlayerSide | None:
        return PlayerSide(self.outcome.winner) if self.outcome and self.outcome.winner else None

    @property
    def taken(self) -> tuple[str, ...]:
        """The kinds of the pieces that left the board, in order."""
        return tuple(piece.kind for piece in self.fallen)

    @property
    def text(self) -> str:
        return notation.write_position(notation.write_cells(self.rules, self.board.cells), self.side)

    @cached_property
    def situation(self) -> Situation:
        """What the side to move must know to judge its moves."""
        return Situation(self.rules, self.board.cells, self.side, self.plies)

    def legal_moves(self) -> tuple[Move, ...]:
        return self.situation.legal_moves() if self.phase is GamePhase.PLAYING else ()

    def routes(self) -> tuple[Move, ...]:
        return self.legal_moves()

    def find(self, squares: Sequence[str], /) -> Move:
        return self._find(*notation.read_squares(squares))

    def read_move(self, text: str, /) -> Move:
        """The move that a text names.

        A claim about the fight (`=HF`) is refused only if the mover can know that it is wrong: any other answer would
        tell the mover a hidden rank. `replay` holds a finished record against what truly happened.
        """
        step = notation.read_step(text.strip())
        move = self._find(step.origin, step.target)
        if move.attacks is not step.attacks:
            sign = "x: it is an attack" if move.attacks else "-: nobody stands there"
            raise RulesViolationError(
                f"Write {move.squares[0]} to {move.squares[1]} with {sign}.", squares=move.squares
            )
        if step.fight and not self._may_be(move, *step.fight):
            raise RulesViolationError("This fight cannot have that result.", code="WRONG_RESULT", squares=move.squares)
        return move

    def play(self, move: AnyMove | str, /) -> GameState:
        if isinstance(move, str):
            return self._after(self.read_move(move))
        if not isinstance(move, Move):
            return self._after(self.find(move.squares))
        fault = why_not(self, move)
        if fault is not None:
            raise fault
        return self._after(move)

    def view(self, seat: Seat | None, /) -> View:
        if self.phase is GamePhase.SETUP:
            raise _not_active()
        is_over = self.phase is GamePhase.GAME_OVER
        return known_to(self, None if seat is None else PlayerSide(seat), everything=is_over)

    def ended(self, outcome: Outcome, /) -> GameState:
        """This position with an end that the board does not show, such as a resignation: its views open."""
        return replace(self, phase=GamePhase.GAME_OVER, outcome=outcome)

    def _find(self, origin: int, target: int) -> Move:
        if self.phase is not GamePhase.PLAYING:
            raise _not_active()
        return self.situation.find(origin, target)

    def _may_be(self, move: Move, attacker: Rank, defender: Rank) -> bool:
        """Whether the mover's knowledge allows a fight of these ranks."""
        target = self.board.piece_at(move.to_pos)
        if target is None or attacker is not move.piece.rank:
            return False
        if target.revealed:
            return defender is target.rank
        return defender.is_movable or not target.moved

    def _after(self, move: Move) -> GameState:
        origin, target = move.from_pos.cell, move.to_pos.cell
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
        step = notation.Step(move.from_pos.cell, move.to_pos.cell, defender is not None, fight)
        shown = zip(move.squares, (attacker if fight or _is_long(move) else None, defender), strict=True)
        revealed = tuple(Shown(square, piece.kind) for square, piece in shown if piece and not piece.revealed)
        taken = move.squares[1:] if fight else ()
        return Ply(self.side.value, notation.write_step(step), move.squares, taken, revealed, step=step)

    def _next(self, cells: list[Piece | None], ply: Ply, fallen: tuple[Piece, ...]) -> GameState:
        board, turn_number, plies = Board(tuple(cells), self.rules), self.turn_number + 1, (*self.plies, ply)
        gone = (*self.fallen, *fallen) if fallen else self.fallen
        after = GameState(board, GamePhase.PLAYING, self.side.opponent, turn_number, plies, gone)
        outcome = outcome_of(after)
        return after.ended(outcome) if outcome else after


def _is_long(move: Move) -> bool:
    """Only a scout moves so far: the move tells its rank."""
    return abs(move.from_pos.row - move.to_pos.row) + abs(move.from_pos.col - move.to_pos.col) > 1


def _fought(attacker: Piece, defender: Piece) -> tuple[Piece | None, tuple[Piece, ...]]:
    """Who stands on the square after a fight and who fell, all revealed for good."""
    result = resolve_combat(attacker, defender)
    if result.attacker_survived:
        return replace(attacker, revealed=True, moved=True), (fallen_piece(defender.side, defender.rank),)
    if result.defender_survived:
        return replace(defender, revealed=True), (fallen_piece(attacker.side, attacker.rank),)
    return None, tuple(fallen_piece(piece.side, piece.rank) for piece in (attacker, defender))


def fallen_piece(side: PlayerSide, rank: Rank) -> Piece:
    """What is remembered of a piece that left the board."""
    return Piece(rank, side, revealed=True)


def outcome_of(state: GameState) -> Outcome | None:
    """How the game has ended for the side that should move now, the flags left aside."""
    if not state.situation.can_move():
        enemy = state.side.opponent
        enemy_can_move = any(reachable(state.rules, state.board.cells, enemy))
        return Outcome(enemy.value if enemy_can_move else None, reasons.NO_MOVES)
    if state.turn_number >= state.rules.turn_limit:
        return Outcome(None, reasons.TURN_LIMIT)
    return None


def begun(board: Board, side: PlayerSide = PlayerSide.RED) -> GameState:
    """A game that begins with this board; it may be over at once."""
    state = GameState(board, side=side)
    outcome = outcome_of(state)
    return state.ended(outcome) if outcome else state


def read_position(rules: Rules, text: str) -> GameState:
    """A position from its text: nothing in it has moved or is revealed yet."""
    cells, side = notation.read_position(rules, text)
    check_counts(rules, cells)
    board = Board(known_pieces(cells), rules)
    flagless = [owner for owner in PlayerSide if not _has_flag(board, owner)]
    if len(flagless) == len(PlayerSide):
        raise BadPosition("Neither side has a flag.", code="NO_FLAG")
    if flagless:
        return GameState(board, side=side).ended(Outcome(flagless[0].opponent.value, reasons.FLAG_CAPTURED))
    return begun(board, side)


def known_pieces(cells: Cells) -> tuple[Piece | None, ...]:
    """The same cells, provided that no piece in them is unknown."""
    unknown = tuple(NAMES[index] for index, piece in enumerate(cells) if isinstance(piece, Stranger))
    if unknown:
        raise BadPosition("A full position leaves no piece unknown.", code="UNKNOWN_PIECE", squares=unknown)
    return tuple(piece for piece in cells if not isinstance(piece, Stranger))


def _has_flag(board: Board, side: PlayerSide) -> bool:
    return any(piece.rank is Rank.FLAG for _, piece in board.pieces_of(side))


def check_counts(rules: Rules, cells: Cells) -> None:
    """Refuse more pieces of a rank, or more pieces in all, than the armies have."""
    for (side, rank), letter in notation.LETTERS.items():
        _check_count(f"{rank.name.lower()} pieces of {side}'s", rules.count(rank), cells, {letter})
    for side in PlayerSide:
        letters = {notation.letter_of(piece) for piece in notation.OCCUPANTS.values() if piece.side is side}
        _check_count(f"pieces of {side}'s", rules.army_size, cells, letters)


def _check_count(what: str, most: int, cells: Cells, letters: Set[str]) -> None:
    squares = tuple(NAMES[index] for index, piece in enumerate(cells) if piece and notation.letter_of(piece) in letters)
    if len(squares) > most:
        raise BadPosition(f"There are {len(squares)} {what}; {most} are the most.", code="TOO_MANY", squares=squares)


def replay(start: GameState, moves: Sequence[str]) -> GameState:
    """The position that these moves lead to; `BadText` names the line whose fight had another result."""
    state = start
    for line, text in enumerate(moves, start=1):
        state = state.play(text)
        played = state.plies[-1].text
        if played != text:
            raise BadText(f"it says {text!r}, but the move was {played!r}.", line=line, code="WRONG_RESULT")
    return state


def why_not(state: GameState, move: Move) -> RulesViolationError | None:
    """Why a move is refused, or nothing if it is legal."""
    if state.phase is not GamePhase.PLAYING:
        return _not_active()
    if move.piece.side is not state.side:
        return RulesViolationError(f"It is {state.side}'s turn.", code="INVALID_TURN", squares=move.squares)
    for place in (move.from_pos, move.to_pos):
        if not place.is_on_board:
            return RulesViolationError(f"{place.name} is not on the board.", code="OFF_BOARD")
    fault = state.situation.fault(move.from_pos.cell, move.to_pos.cell)
    if fault is None or fault.code == "IMMOVABLE":
        standing = state.board.piece_at(move.from_pos)
        if standing is None or standing.rank is not move.piece.rank:
            sentence = f"Another piece than that {move.piece.rank.name.lower()} stands on {move.from_pos.name}."
            return RulesViolationError(sentence, code="WRONG_PIECE", squares=(move.from_pos.name,))
    return fault


def _not_active() -> RulesViolationError:
    return RulesViolationError("The game is not being played.", code="GAME_NOT_ACTIVE")


def validate_move(state: GameState, move: Move) -> ValidationResult:
    """Whether a move is legal; to try to move a bomb or a flag is no mistake but a violation, and raises."""
    fault = why_not(state, move)
    if fault is None:
        return ValidationResult.OK
    if fault.code == "IMMOVABLE":
        raise fault
    return ValidationResult.INVALID


def apply_move(state: GameState, move: Move) -> GameState:
    return state.play(move)
