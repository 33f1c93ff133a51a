"""Random games per second by the readable rules, for every game, and Banqi compared with OpenSpiel in the same run.

    python benchmarks/playouts.py [--seconds 3] [--game banqi] [--json]

OpenSpiel is not a dependency of Damero. It is installed in the user's cache folder at first use.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from peers import python_with

from damero.domain.catalogue import GAMES
from damero.domain.game import Game, Item

OPEN_SPIEL_SCRIPT = Path(__file__).with_name("open_spiel_playouts.py")
OPEN_SPIEL_NAMES = {"banqi": "banqi"}
"""The games that OpenSpiel has too, by their names there."""


@dataclass(frozen=True, slots=True)
class Speed:
    game: str
    library: str
    games: int
    plies: int
    seconds: float

    def __str__(self) -> str:
        games, plies = self.games / self.seconds, self.plies / self.seconds
        who = f"{self.game:20} {self.library:18}"
        return f"{who} {games:9.1f} games/s {plies:9.0f} plies/s {self.plies / self.games:7.1f} plies per game"


def measure(game: Game, seconds: float) -> Speed:
    rng = random.Random(1)

    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return rng.sample(items, len(items))

    games = plies = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        position = game.initial(shuffle)
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves()))
        games += 1
        plies += len(position.plies)
    return Speed(game.info.id, "Damero's rules", games, plies, time.perf_counter() - started)


def measure_open_spiel(game_id: str, name: str, seconds: float) -> Speed:
    command = [str(python_with("open_spiel")), str(OPEN_SPIEL_SCRIPT), name, str(seconds)]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Speed(game_id, f"OpenSpiel {answer['version']}", answer["games"], answer["plies"], answer["seconds"])


def measure_all(games: Sequence[Game], seconds: float, report: Callable[[Speed], None]) -> None:
    for game in games:
        report(measure(game, seconds))
        if game.info.id in OPEN_SPIEL_NAMES:
            report(measure_open_spiel(game.info.id, OPEN_SPIEL_NAMES[game.info.id], seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds for each game")
    parser.add_argument("--game", action="append", choices=[game.info.id for game in GAMES], help="only this game")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    chosen = parser.parse_args()
    games = [game for game in GAMES if not chosen.game or game.info.id in chosen.game]
    measure_all(
        games, chosen.seconds, lambda speed: print(json.dumps(asdict(speed)) if chosen.json else speed, flush=True)
    )


if __name__ == "__main__":
    main()
