"""Random games a second by the referee, for every game; Banqi beside OpenSpiel's, on the same machine in the same run.

    python benchmarks/playouts.py [--seconds 3] [--game banqi] [--json]
    python benchmarks/playouts.py --install-open-spiel

OpenSpiel is no dependency of Damero: it lives in an environment of its own, below the user's cache folder.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from platformdirs import user_cache_path

from damero.domain.catalogue import GAMES
from damero.domain.game import Game, Item

OPEN_SPIEL = "open_spiel==2.0.2"
ENVIRONMENT = user_cache_path("damero") / "open-spiel"
OPEN_SPIEL_PLAYER = Path(__file__).with_name("open_spiel_playouts.py")
BESIDE = {"banqi": "banqi"}
"""Which of Damero's games OpenSpiel has, by its name there."""


@dataclass(frozen=True, slots=True)
class Speed:
    game: str
    player: str
    games: int
    plies: int
    seconds: float

    def __str__(self) -> str:
        games, plies = self.games / self.seconds, self.plies / self.seconds
        who = f"{self.game:20} {self.player:18}"
        return f"{who} {games:9.1f} games/s {plies:9.0f} plies/s {self.plies / self.games:7.1f} plies a game"


def measure(game: Game, seconds: float) -> Speed:
    draw = random.Random(1)

    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return draw.sample(items, len(items))

    games = plies = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        position = game.initial(shuffle)
        while position.outcome is None:
            position = position.play(draw.choice(position.legal_moves()))
        games += 1
        plies += len(position.record)
    return Speed(game.info.id, "Damero's referee", games, plies, time.perf_counter() - began)


def measure_open_spiel(game_id: str, name: str, seconds: float) -> Speed | None:
    python = _python_of(ENVIRONMENT)
    if not python.exists():
        print(f"OpenSpiel is not there to compare with: {sys.argv[0]} --install-open-spiel", file=sys.stderr)
        return None
    command = [str(python), str(OPEN_SPIEL_PLAYER), name, str(seconds)]
    answer = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Speed(game_id, f"OpenSpiel {answer['version']}", answer["games"], answer["plies"], answer["seconds"])


def install_open_spiel() -> None:
    venv.create(ENVIRONMENT, with_pip=True)
    subprocess.run([_python_of(ENVIRONMENT), "-m", "pip", "install", "--quiet", OPEN_SPIEL], check=True)
    print(f"{OPEN_SPIEL} is in {ENVIRONMENT}")


def _python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def measure_all(games: Sequence[Game], seconds: float, tell: Callable[[Speed], None]) -> None:
    for game in games:
        tell(measure(game, seconds))
        if game.info.id in BESIDE:
            beside = measure_open_spiel(game.info.id, BESIDE[game.info.id], seconds)
            if beside is not None:
                tell(beside)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each game")
    parser.add_argument("--game", action="append", choices=[game.info.id for game in GAMES], help="only this one")
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--install-open-spiel", action="store_true")
    chosen = parser.parse_args()
    if chosen.install_open_spiel:
        return install_open_spiel()
    games = [game for game in GAMES if not chosen.game or game.info.id in chosen.game]
    measure_all(
        games, chosen.seconds, lambda speed: print(json.dumps(asdict(speed)) if chosen.json else speed, flush=True)
    )
    return None


if __name__ == "__main__":
    main()
