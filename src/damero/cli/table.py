"""A game at the terminal: who sits where, what has been played, and what the player whose turn it is may say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from damero.cli.board import Drawing, legend, sits_at_top, summary
from damero.cli.screen import Screen
from damero.domain.errors import DameroError
from damero.domain.game import Move, Outcome, Position, Reason, Seat, View
from damero.engines.engine import Engine, Limits

HELP = """\
Type a move as it is written (11-15, 22x15x8, b3?, e4-e5), or its squares one
after the other (22 15 8), or:
  moves    the legal moves
  hint     a move to consider
  undo     take the last move back
  rotate   turn the board around
  text     the position and the moves so far, as text
  resign   give the game up
  quit     leave the table
  help     this, and what is printed on the pieces"""


@dataclass(slots=True)
class Table:
    screen: Screen
    history: list[Position]
    engines: Mapping[Seat, Engine]
    adviser: Engine
    random: Random
    outcome: Outcome | None = None
    left: bool = False
    rotated: bool = False
    last_squares: tuple[str, ...] = ()
    at_screen: Seat | None = field(default=None)
    """The person who may see the screen now."""

    @property
    def position(self) -> Position:
        return self.history[-1]

    @property
    def view(self) -> View:
        """What the person at the screen may see."""
        return self.position.view(self.at_screen)

    @property
    def is_shared_secretly(self) -> bool:
        return self.position.info.hidden and not self.engines

    @property
    def _sees_it_turned(self) -> bool:
        """A player alone at the screen sees the own side below; two who share it leave it as it is."""
        seat = self.at_screen
        alone = bool(self.engines) or self.is_shared_secretly
        return alone and seat is not None and sits_at_top(self.history[0].view(seat), seat)

    def play(self) -> None:
        """Plays to the end, or until the player leaves."""
        while not self.left and (seat := self._seat_to_move()):
            engine = self.engines.get(seat)
            if engine is not None:
                self._make(self._choice(engine, self.position.view(seat)))
                self.screen.show(f"\n{_titled(seat)} plays {self.position.record[-1]}.")
            else:
                self._let_play(seat)
        if not self.left:
            self._announce_result()

    def _seat_to_move(self) -> Seat | None:
        self.outcome = self.outcome or self.position.outcome
        return None if self.outcome else self.position.to_move

    def _let_play(self, seat: Seat) -> None:
        if self.is_shared_secretly and seat != self.at_screen:
            hand_over(self.screen, seat)
        self.at_screen = seat
        self._draw()
        plies = len(self.history)
        while not self.left and not self.outcome and len(self.history) == plies:
            self._obey(self.screen.ask(f"{self._name(seat)}> "))
        if self.is_shared_secretly and len(self.history) > plies and self.position.to_move != seat:
            self._draw()
            self.screen.ask("Press Enter, then hand the screen over. ")

    def _obey(self, line: str) -> None:
        command = COMMANDS.get(line.lower())
        if not line:
            return
        if command is not None:
            command(self)
            return
        try:
            self._make(self._read(line))
        except DameroError as refusal:
            self.screen.show(refusal.sentence)

    def _read(self, line: str) -> Move:
        """A move as it is written, or the squares touched one after the other."""
        words = line.split()
        names = {square.name for square in self.position.info.board.squares}
        if len(words) > 1 and names.issuperset(words):
            return self.position.find(words)
        return self.position.read_move(line)

    def _make(self, move: Move) -> None:
        self.history.append(self.position.play(move))
        self.last_squares = move.squares

    def _choice(self, engine: Engine, view: View) -> Move:
        return self.position.read_move(engine.choose(view, Limits(seed=self.random.getrandbits(32))).move)

    def _draw(self) -> None:
        drawing = Drawing(self.screen, self.rotated != self._sees_it_turned, self.last_squares)
        self.screen.show("\n".join(["", drawing.board(self.view), *summary(self.view)]))

    def _name(self, seat: Seat) -> str:
        colour = self.view.colour_of(seat)
        return _titled(seat) if colour in (None, seat) else f"{_titled(seat)} ({colour})"

    def _announce_result(self) -> None:
        assert self.outcome is not None
        self._draw()
        won = f"{_titled(self.outcome.winner)} wins" if self.outcome.winner else "Drawn"
        self.screen.show(f"{won}: {self.outcome.reason.replace('_', ' ')}.")

    def help(self) -> None:
        self.screen.show(f"{HELP}\n{legend(self.position.info)}")

    def moves(self) -> None:
        self.screen.show(" ".join(sorted(map(str, self.view.legal_moves()))))

    def hint(self) -> None:
        self.screen.show(f"Perhaps {self._choice(self.adviser, self.view)}.")

    def undo(self) -> None:
        """Back to the last position in which a person was to move."""
        info = self.position.info
        if info.hidden or info.chance:
            self.screen.show("What has been revealed cannot be taken back.")
            return
        own = [at for at, position in enumerate(self.history[:-1]) if position.to_move not in self.engines]
        if not own:
            self.screen.show("There is nothing to take back.")
            return
        del self.history[own[-1] + 1 :]
        self.last_squares = ()
        self.at_screen = self.position.to_move
        self._draw()

    def rotate(self) -> None:
        self.rotated = not self.rotated
        self._draw()

    def text(self) -> None:
        self.screen.show(f"{self.view.text}\n{' '.join(self.view.record)}".rstrip())

    def resign(self) -> None:
        assert self.at_screen is not None
        self.outcome = Outcome(self.position.info.opponent(self.at_screen), Reason.RESIGNATION)

    def quit(self) -> None:
        self.left = True


COMMANDS: Mapping[str, Callable[[Table], None]] = {
    "?": Table.help,
    "help": Table.help,
    "moves": Table.moves,
    "hint": Table.hint,
    "undo": Table.undo,
    "rotate": Table.rotate,
    "text": Table.text,
    "resign": Table.resign,
    "quit": Table.quit,
    "exit": Table.quit,
}


def hand_over(screen: Screen, seat: Seat) -> None:
    """Nothing of the other seat's view is left on the screen when the next player looks."""
    screen.clear()
    screen.ask(f"{_titled(seat)}, the screen is yours. Press Enter when nobody else is looking. ")
    screen.clear()


def _titled(seat: Seat) -> str:
    return seat.capitalize()
