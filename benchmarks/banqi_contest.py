"""The Banqi engine against any program that speaks UCI as MistyBanqi does, or the CDC protocol of the TCG courses.

    python benchmarks/banqi_contest.py uci --games 40 --seconds 0.5 --no-progress 40 -- ./banqi-engine
    python benchmarks/banqi_contest.py cdc --games 40 --seconds 0.5 --no-progress 60 -- env PLY_MS={ms} ./exec.final

The program is started anew for each game and sees what everybody sees. Our referee judges; `--no-progress` gives the
plies without a flip or a capture after which a game is drawn, for programs that know no other number than their own.
`{ms}` in the command becomes the time for a move in milliseconds: UCI tells it, CDC knows only the time of a game.

Games come in pairs: the same deal, the seats exchanged. A pair in which the program breaks off or answers with what is
no legal action does not count.
"""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from random import Random

from banqi_strength import Chooser, engine_player, half_points
from external_program import ExternalProgram, ProgramFailed

from damero.domain.banqi import BanqiGame, Position
from damero.domain.banqi.board import COLUMNS, KINDS, NAMES, SQUARES, Kind
from damero.domain.banqi.view import View
from damero.domain.catalogue import game
from damero.domain.game import Item, Ply, Seat
from damero.engines.banqi.encoding import BACK, NOTHING, encode
from damero.engines.engine import Limits
from damero.engines.tournament import GamePair, Score

GAME = "banqi-taiwan"
"""The turn passes after the first flip, as these programs have it."""
TIME_SIGN = "{ms}"
UCI_KINDS = "GAERHCSgaerhcs"
"""Their letters in the order of our kinds; then come the back of a piece and an empty square."""
UCI_SIGNS = {**dict(enumerate(UCI_KINDS)), BACK: "X", NOTHING: " "}
UCI_TURNS = "rb-"
CDC_LETTERS = {kind.id: kind.letter.translate(str.maketrans("Hh", "Nn")) for kind in KINDS}
CDC_RESET, CDC_MOVE, CDC_FLIP, CDC_CHOOSE = 7, 10, 11, 12
"""A command's number says what it is; its name is for readers."""


class Program(ExternalProgram, ABC):
    """A program that plays one game."""

    def __init__(self, command: Sequence[str], milliseconds: int) -> None:
        super().__init__([part.replace(TIME_SIGN, str(milliseconds)) for part in command])
        self._milliseconds = milliseconds

    @abstractmethod
    def begin(self) -> None:
        """Make it ready for a game."""

    @abstractmethod
    def tell(self, ply: Ply) -> None:
        """Let it know an action, its own or the engine's."""

    @abstractmethod
    def choose(self, view: View) -> tuple[str, ...]:
        """The squares that it touches."""

    def _hear_of(self, *beginnings: str) -> list[str]:
        """The words of the next line that begins with one of these; what else it says is passed over."""
        while True:
            words = self.receive().split()
            if words and words[0] in beginnings:
                return words


class Uci(Program):
    """Is given the board at the last flip or capture and the steps since then, each time."""

    def begin(self) -> None:
        self.send("uci")
        self._hear_of("uciok")
        self.send("ucinewgame")

    def tell(self, ply: Ply) -> None:
        """Nothing: it is given the board anew when it is to choose."""

    def choose(self, view: View) -> tuple[str, ...]:
        steps = [_uci_step(ply) for ply in view.plies[len(view.plies) - view.quiet_plies :]]
        self.send(" ".join(["position fen", uci_text(view), *(["moves", *steps] if steps else [])]))
        self.send(f"go movetime {self._milliseconds}")
        answer = " ".join(self._hear_of("bestmove")[1:2])
        return _touched([answer[:2], answer[2:]], {_uci_square(name): name for name in NAMES})


class Cdc(Program):
    """Is told every action; its board stands on end."""

    def begin(self) -> None:
        self._ask(CDC_RESET, "reset_board")

    def tell(self, ply: Ply) -> None:
        squares = map(_cdc_square, ply.squares)
        if ply.revealed:
            self._ask(CDC_FLIP, "flip", *squares, CDC_LETTERS[ply.revealed[0].kind])
        else:
            self._ask(CDC_MOVE, "move", *squares)

    def choose(self, view: View) -> tuple[str, ...]:
        answer = self._ask(CDC_CHOOSE, "genmove", view.current_turn or "unknown")
        return _touched(answer, {_cdc_square(name): name for name in NAMES})

    def _ask(self, number: int, *words: str) -> list[str]:
        self.send(" ".join([str(number), *words]))
        answer = self._hear_of(f"={number}", f"?{number}")
        if answer[0].startswith("?"):
            raise ProgramFailed(f"it refuses {' '.join(words)!r}")
        return answer[1:]


PROTOCOLS: dict[str, Callable[[Sequence[str], int], Program]] = {"uci": Uci, "cdc": Cdc}


def _touched(way: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """The squares of a step, or of a flip, which is told as a way from a square to itself."""
    if len(way) != 2 or not names.keys() >= set(way):
        raise ProgramFailed(f"it answered {''.join(way)[:40]!r}")
    return tuple(dict.fromkeys(names[square] for square in way))


def _uci_square(name: str) -> str:
    """Their ranks count from nought."""
    return f"{name[0]}{int(name[1]) - 1}"


def _uci_step(ply: Ply) -> str:
    return "".join(map(_uci_square, ply.squares))


def uci_text(view: View) -> str:
    """The board at the last flip or capture: squares, whose turn it was, what lies face down, no quiet plies."""
    board = encode(view)
    cells, turn = board.past[0] if board.past else (board.cells, board.turn)
    rows = [cells[start : start + COLUMNS] for start in SQUARES[::COLUMNS]]
    unseen = Counter(_uci_letter(kind) for kind in view.hidden_kinds)
    pool = "".join(f"{letter}{unseen[letter]}" for letter in UCI_KINDS if unseen[letter])
    return f"{'/'.join(map(_uci_row, rows))} {UCI_TURNS[turn]} {pool or '-'} 0 1"


def _uci_letter(kind: Kind) -> str:
    return UCI_KINDS["KGMRHCPkgmrhcp".index(kind.letter)]


def _uci_row(row: Sequence[int]) -> str:
    runs = ((sign, len(list(alike))) for sign, alike in groupby(UCI_SIGNS[cell] for cell in row))
    return "".join(str(length) if sign == " " else sign * length for sign, length in runs)


def _cdc_square(name: str) -> str:
    index = NAMES.index(name)
    return f"{'abcd'[index // COLUMNS]}{index % COLUMNS + 1}"


def play(position: Position, program: Program, engine: Chooser, seat: Seat, lots: Random) -> Position:
    """A game with the engine in a seat, to its end."""
    program.begin()
    while position.to_move is not None:
        view = position.view(position.to_move)
        if position.to_move == seat:
            position = position.play(engine(view, lots))
        else:
            position = position.play(_answer(program, view))
        if position.to_move is not None:
            program.tell(position.plies[-1])
    return position


def _answer(program: Program, view: View) -> str:
    squares = program.choose(view)
    for move in view.legal_moves():
        if move.squares == squares:
            return str(move)
    raise ProgramFailed(f"{'-'.join(squares)} is not legal in {view.text}")


def play_pair(rules: BanqiGame, start: Callable[[], Program], engine: Chooser, seed: int) -> tuple[GamePair, int]:
    """The bout of the engine, and the plies of both games."""
    lots = Random(seed)

    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return lots.sample(items, len(items))

    dealt, ends = rules.initial(shuffle), []
    for seat in rules.info.seats:
        program = start()
        try:
            ends.append(play(dealt, program, engine, seat, lots))
        finally:
            program.close()
    halves = [half_points(end, seat) for end, seat in zip(ends, rules.info.seats, strict=True)]
    return GamePair((halves[0], halves[1]), 0), sum(len(end.plies) for end in ends)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("protocol", choices=PROTOCOLS)
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=0.5, help="for a move, of either player")
    parser.add_argument("--no-progress", type=int, help="plies; what the variant says if not given")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("command", nargs="+", help="how to start the program")
    options = parser.parse_args()
    milliseconds = round(1000 * options.seconds)
    if milliseconds < 1:
        parser.error("a move needs at least a millisecond")
    rules, score, plies = variant(options.no_progress), Score(), 0
    engine = engine_player(GAME, options.level, Limits(seconds=options.seconds))
    start = partial(PROTOCOLS[options.protocol], options.command, milliseconds)
    for pair in range(options.games // 2):
        try:
            bout, length = play_pair(rules, start, engine, options.seed + pair)
        except ProgramFailed as why:
            print(f"pair {pair + 1} does not count: {why}", flush=True)
            continue
        score, plies = score.with_pair(bout), plies + length
        print(f"pair {pair + 1}: {bout.halves[0] / 2}, {bout.halves[1] / 2}", flush=True)
    report(score, plies, options.games // 2 - len(score.bouts))


def variant(no_progress: int | None) -> BanqiGame:
    chosen = game(GAME)
    assert isinstance(chosen, BanqiGame)
    return chosen if no_progress is None else BanqiGame(replace(chosen.rules, no_progress=no_progress))


def report(score: Score, plies: int, left_out: int) -> None:
    if score.bouts:
        wins, draws, losses = score.wins_draws_losses
        print(
            f"{score.games} games: {wins} won, {draws} drawn, {losses} lost = {100 * score.share:.1f} % "
            f"± {100 * score.error:.1f}, {plies / score.games:.0f} plies a game"
        )
    print(f"pairs that do not count: {left_out}")


if __name__ == "__main__":
    main()
