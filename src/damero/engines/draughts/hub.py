"""The engine as a program that speaks Hub, the text protocol of draughts engines (version 2), on standard streams.

A line is a command and arguments `name=value`; values with spaces are quoted. A position is `W` or `B` and one letter a
square (`w b W B e`); a capture is origin, destination, then the squares captured in any order: `28x19x23`.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Thread
from typing import TextIO

from damero.domain.draughts import Move, Piece, PieceType, Player, Position, Rules
from damero.domain.draughts.position import set_up
from damero.domain.errors import BadText, DameroError
from damero.engines.draughts.endings import perfect_choice
from damero.engines.draughts.player import STRENGTHS, Strength, searcher, think
from damero.engines.draughts.search import Search
from damero.engines.engine import Choice, Limits

LETTERS: Mapping[str, Piece | None] = {
    "e": None,
    "w": Piece(Player.WHITE, PieceType.MAN),
    "W": Piece(Player.WHITE, PieceType.KING),
    "b": Piece(Player.BLACK, PieceType.MAN),
    "B": Piece(Player.BLACK, PieceType.KING),
}
NAMES = {piece: letter for letter, piece in LETTERS.items()}
MOVES_TO_GO = 30
"""How many moves a clock must last if the other program does not say."""
SAFETY = 0.03
"""Seconds reserved for sending the answer."""


def read_line(line: str) -> tuple[str, dict[str, str]]:
    """A line's command and arguments; an argument without a value is ""."""
    try:
        command, *words = shlex.split(line) or [""]
    except ValueError as problem:
        raise BadText("hub.unreadable", reason=str(problem)) from problem
    return command, {name: value for name, _, value in (word.partition("=") for word in words)}


def write_line(command: str, **arguments: object) -> str:
    texts = {name.replace("_", "-"): str(value) for name, value in arguments.items()}
    return " ".join([command, *(f"{name}={_quoted(value)}" for name, value in texts.items())])


def _quoted(value: str) -> str:
    return f'"{value}"' if not value or " " in value else value


def write_position(position: Position) -> str:
    side = "B" if position.turn is Player.BLACK else "W"
    return side + "".join(NAMES[piece] for piece in position.board.cells[1:])


def read_position(rules: Rules, text: str) -> Position:
    side, squares = text[:1], text[1:]
    wanted = rules.size * rules.size // 2
    if side not in ("W", "B") or len(squares) != wanted or set(squares) - set(LETTERS):
        raise BadText("hub.bad_position", squares=wanted, position=text)
    pieces = ((number, piece) for number, letter in enumerate(squares, start=1) if (piece := LETTERS[letter]))
    return set_up(rules, pieces, Player.WHITE if side == "W" else Player.BLACK)


def write_move(move: Move) -> str:
    if not move.is_capture:
        return f"{move.origin}-{move.destination}"
    return "x".join(map(str, (move.origin, move.destination, *sorted(move.captured))))


def read_move(position: Position, text: str) -> Move:
    """The legal move that a text means; the captured squares may be left out where two ends are enough."""
    try:
        squares = [int(square) for square in text.replace("x", "-").split("-")]
        origin, destination, *captured = squares
    except ValueError as problem:
        raise BadText("hub.bad_move", move=text) from problem
    ends = [move for move in position.legal_moves() if (move.origin, move.destination) == (origin, destination)]
    exact = [move for move in ends if set(move.captured) == set(captured)]
    found = exact or ([] if captured else ends)
    if len(found) != 1:
        raise BadText("hub.ambiguous" if found else "hub.illegal", move=text)
    return found[0]


@dataclass
class HubServer:
    """Serves one program until it sends `quit`. The search runs in a thread, so that `stop` and `ping` are answered."""

    rules: Rules
    input: TextIO
    output: TextIO
    _position: Position | None = None
    _level: dict[str, str] = field(default_factory=dict)
    _search: Search | None = None
    _thread: Thread | None = None
    _is_endless: bool = False

    def serve(self) -> None:
        for line in self.input:
            try:
                command, arguments = read_line(line)
                if command == "quit":
                    self._stop()
                    return
                self._handle(command, arguments)
            except DameroError as refusal:
                self._say("error", message=refusal.sentence)
        self._finish()

    def _handle(self, command: str, arguments: dict[str, str]) -> None:
        match command:
            case "hub":
                self._introduce()
            case "init":
                self._say("ready")
            case "ping":
                self._say("pong")
            case "pos":
                self._position = self._read(arguments)
            case "level":
                self._level = arguments
            case "go":
                self._go(arguments)
            case "stop":
                self._stop()
            case "" | "new-game" | "set-param" | "ponder-hit":
                pass
            case _:
                raise BadText("hub.no_command", command=command)

    def _say(self, command: str, **arguments: object) -> None:
        print(write_line(command, **arguments), file=self.output, flush=True)

    def _introduce(self) -> None:
        self._say("id", name="Damero", version="1", author="Damero", country="")
        self._say("param", name="variant", value=self.rules.id, type="enum", values=self.rules.id)
        self._say("wait")

    def _read(self, arguments: dict[str, str]) -> Position:
        position = read_position(self.rules, arguments.get("pos", ""))
        for text in arguments.get("moves", "").split():
            position = position.play(read_move(position, text))
        return position

    def _go(self, arguments: dict[str, str]) -> None:
        if self._position is None or not self._position.legal_moves():
            raise BadText("hub.no_position")
        self._stop()
        self._is_endless = "analyze" in arguments or "ponder" in arguments
        strength = strength_of(self._level, is_endless=self._is_endless)
        self._search = searcher(self._position, strength)
        self._thread = Thread(target=self._think, args=(self._search, self._position, strength))
        self._thread.start()

    def _think(self, search: Search, position: Position, strength: Strength) -> None:
        began = time.monotonic()
        # The search sees that the tables have a win; only the tables know how to win it.
        known = None if self._is_endless else perfect_choice(position, seed=0, may_wait=False)
        choice = known or think(search, position, strength, seed=0)
        self._report(position, choice, max(time.monotonic() - began, 1e-6))

    def _report(self, position: Position, choice: Choice, seconds: float) -> None:
        line, at = [], position
        for text in choice.line:
            move = at.read_move(text)
            line.append(write_move(move))
            at = at.play(move)
        speed = choice.nodes / seconds / 1e6
        facts = {"depth": choice.depth, "score": f"{choice.score / 100:.2f}", "nodes": choice.nodes}
        self._say("info", **facts, time=f"{seconds:.2f}", nps=f"{speed:.2f}", pv=" ".join(line))
        self._say("done", move=line[0], **({"ponder": line[1]} if len(line) > 1 else {}))

    def _stop(self) -> None:
        if self._search is not None and self._thread is not None:
            self._search.stop()
            self._thread.join()
        self._search = self._thread = None

    def _finish(self) -> None:
        """The input has ended: let a limited search finish."""
        if self._thread is not None and not self._is_endless:
            self._thread.join()
        self._stop()


def strength_of(level: Mapping[str, str], *, is_endless: bool) -> Strength:
    """Full strength within the limits of `level`."""
    full = STRENGTHS[max(STRENGTHS)]
    try:
        depth, nodes = int(level.get("depth", 0)), int(level.get("nodes", 0))
        seconds = 0.0 if is_endless else _seconds(level, is_limited="depth" in level or "nodes" in level)
    except ValueError as problem:
        raise BadText("hub.bad_limit", reason=str(problem)) from problem
    threads = 1 if nodes else full.limits.threads
    return Strength(Limits(depth or None, nodes or None, seconds or None, threads=threads), variety=0)


def _seconds(level: Mapping[str, str], *, is_limited: bool) -> float:
    if "move-time" in level:
        return max(float(level["move-time"]) - SAFETY, 0.01)
    if "time" in level:
        share = float(level["time"]) / int(level.get("moves", MOVES_TO_GO))
        return max(min(share + float(level.get("inc", 0)) * 0.8, float(level["time"]) / 2) - SAFETY, 0.01)
    return 0.0 if is_limited else STRENGTHS[max(STRENGTHS)].limits.seconds or 0.0
