"""A game in the terminal: the seats, the moves played and the commands that a player can type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from damero.cli.board import BoardDrawing, legend, sits_at_top, summary
from damero.cli.speech import name_of, say
from damero.cli.square_names import SquareNames
from damero.cli.terminal import Terminal
from damero.domain import reasons
from damero.domain.errors import DameroError
from damero.domain.game import Move, Outcome, Position, Seat, View
from damero.engines.engine import Engine, Limits


@dataclass(slots=True)
class TerminalGame:
    terminal: Terminal
    history: list[Position]
    engines: Mapping[Seat, Engine]
    hint_engine: Engine
    random: Random
    names: SquareNames
    outcome: Outcome | None = None
    has_left: bool = False
    rotated: bool = False
    last_squares: tuple[str, ...] = ()
    viewer: Seat | None = None
    """The seat of the person who looks at the screen."""

    @property
    def position(self) -> Position:
        return self.history[-1]

    @property
    def view(self) -> View:
        """What the person who looks at the screen may know."""
        return self.position.view(self.viewer)

    @property
    def must_hand_over(self) -> bool:
        """Whether two people share the screen and must not see each other's pieces."""
        return self.position.info.hidden and not self.engines

    @property
    def _starts_rotated(self) -> bool:
        """A player sees their own side at the bottom; two people who share an open board see it unrotated."""
        seat = self.viewer
        alone = bool(self.engines) or self.must_hand_over
        return alone and seat is not None and sits_at_top(self.history[0].view(seat), seat)

    def play(self) -> None:
        """Plays until the game is over or the player leaves."""
        while not self.has_left and (seat := self._seat_to_move()):
            engine = self.engines.get(seat)
            if engine is not None:
                self._make(self._choice(engine, self.position.view(seat)))
                played = self.names.move(self.position.plies[-1])
                self.terminal.show(f"\n{say('cli.play.plays', seat=seat, move=played)}")
            else:
                self._take_turn(seat)
        if not self.has_left:
            self._announce_result()

    def _seat_to_move(self) -> Seat | None:
        self.outcome = self.outcome or self.position.outcome
        return None if self.outcome else self.position.to_move

    def _take_turn(self, seat: Seat) -> None:
        if self.must_hand_over and seat != self.viewer:
            hand_over(self.terminal, seat)
        self.viewer = seat
        self._draw()
        plies = len(self.history)
        while not self.has_left and not self.outcome and len(self.history) == plies:
            self._handle(self.terminal.ask(f"{self._name(seat)}> "))
        if self.must_hand_over and len(self.history) > plies and self.position.to_move != seat:
            self._draw()
            self.terminal.ask(f"{say('cli.play.pass_on')} ")

    def _handle(self, line: str) -> None:
        command = COMMANDS.get(line.lower())
        if not line:
            return
        if command is not None:
            command(self)
            return
        try:
            self._make(self._read(line))
        except DameroError as error:
            self.terminal.show(self.names.sentence(error))

    def _read(self, line: str) -> Move:
        """Reads a move in notation, or as its squares in order."""
        words = line.lower().split()
        names = {name for square in self.position.info.board.squares for name in (square.name, square.letters)}
        if len(words) > 1 and names.issuperset(words):
            return self.position.find(words)
        return self.position.read_move(line)

    def _make(self, move: Move) -> None:
        self.history.append(self.position.play(move))
        self.last_squares = move.squares

    def _choice(self, engine: Engine, view: View) -> Move:
        return self.position.read_move(engine.choose(view, Limits(seed=self.random.getrandbits(32))).move)

    def _draw(self) -> None:
        drawing = BoardDrawing(self.terminal, self.names, self.rotated != self._starts_rotated, self.last_squares)
        self.terminal.show("\n".join(["", drawing.draw(self.view), *summary(self.view, self.names)]))

    def _name(self, seat: Seat) -> str:
        colour = self.view.colour_of(seat)
        if colour is None or colour == seat:
            return name_of("seat", seat)
        return say("cli.play.seat_and_colour", seat=seat, colour=colour)

    def _announce_result(self) -> None:
        assert self.outcome is not None
        self._draw()
        winner, reason = self.outcome.winner, self.outcome.reason
        drawn = say("result.drawn", reason=reason)
        self.terminal.show(say("result.won", winner=winner, reason=reason) if winner else drawn)

    def help(self) -> None:
        self.terminal.show(f"{say('cli.play.help')}\n{legend(self.position.info)}")

    def moves(self) -> None:
        self.terminal.show(" ".join(sorted(map(self.names.move, self.view.legal_moves()))))

    def hint(self) -> None:
        self.terminal.show(say("cli.play.hint", move=self.names.move(self._choice(self.hint_engine, self.view))))

    def undo(self) -> None:
        """Goes back to the latest position in which a person was to move."""
        info = self.position.info
        if info.hidden or info.chance:
            self.terminal.show(say("cli.play.no_undo"))
            return
        own = [at for at, position in enumerate(self.history[:-1]) if position.to_move not in self.engines]
        if not own:
            self.terminal.show(say("cli.play.nothing_to_undo"))
            return
        del self.history[own[-1] + 1 :]
        self.last_squares = ()
        self.viewer = self.position.to_move
        self._draw()

    def rotate(self) -> None:
        self.rotated = not self.rotated
        self._draw()

    def text(self) -> None:
        self.terminal.show(f"{self.view.text}\n{' '.join(map(self.names.move, self.view.plies))}".rstrip())

    def resign(self) -> None:
        assert self.viewer is not None
        self.outcome = Outcome(self.position.info.opponent(self.viewer), reasons.RESIGNATION)

    def quit(self) -> None:
        self.has_left = True


COMMANDS: Mapping[str, Callable[[TerminalGame], None]] = {
    "?": TerminalGame.help,
    "help": TerminalGame.help,
    "moves": TerminalGame.moves,
    "hint": TerminalGame.hint,
    "undo": TerminalGame.undo,
    "rotate": TerminalGame.rotate,
    "text": TerminalGame.text,
    "resign": TerminalGame.resign,
    "quit": TerminalGame.quit,
    "exit": TerminalGame.quit,
}


def hand_over(terminal: Terminal, seat: Seat) -> None:
    """Clears the screen before the next player looks, so that nothing of the other player's view remains."""
    terminal.clear()
    terminal.ask(f"{say('cli.play.your_turn', seat=seat)} ")
    terminal.clear()
