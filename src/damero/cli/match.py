"""`damero match`: engine against engine, with the score, the difference in Elo points and how sure it is."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from damero.cli.answers import to_json
from damero.cli.arguments import Subparsers, add_command, add_game, add_json
from damero.domain.catalogue import game
from damero.domain.game import Start
from damero.engines.engine_spec import HOW_TO_WRITE, configured_engine
from damero.engines.tournament import BOUND, Pairing, Score, compete

EXAMPLES = """\
  damero match spanish 4 3 --games 100
  damero match russian nodes=20000 nodes=5000 --games 200 --seed 7
  damero match drafti seconds=0.1 "hub:damero hub drafti" --games 20
  damero match banqi 6 5 --games 400 --sprt 0 50      stop as soon as 50 Elo is told from 0

Games come in pairs with the same start (a random opening, deal or set-up) and the seats swapped. Each engine
plays by one thread, unless its name says otherwise (level=8,threads=2).
A game whose result the endgame tables know is ended there (draughts on the small board, four pieces or as many as there
are tables of), unless --play-out is given.
"""


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "match", run, summary="play engine against engine", examples=EXAMPLES)
    add_game(command)
    command.add_argument("first", metavar="A", help=HOW_TO_WRITE)
    command.add_argument("second", metavar="B", help="its opponent, named alike")
    command.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: 100)")
    command.add_argument("--processes", type=int, default=2, metavar="N", help="how many at a time (default: 2)")
    command.add_argument(
        "--opening",
        type=int,
        metavar="N",
        help="random plies first, as long as neither side is ahead (default: 4 where the start is fixed)",
    )
    command.add_argument("--seed", type=int, default=1, metavar="N", help="which openings and lots (default: 1)")
    command.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop when one is the likelier")
    command.add_argument(
        "--play-out", action="store_true", help="play games to their end even where the endgame tables know the result"
    )
    add_json(command)


def run(arguments: argparse.Namespace) -> int:
    info = game(arguments.game).info
    for name in (arguments.first, arguments.second):
        configured_engine(info.id, name).close()
    opening = arguments.opening if arguments.opening is not None else 4 if info.start is Start.FIXED else 0
    pairing = Pairing(info.id, arguments.first, arguments.second, opening, adjudicates=not arguments.play_out)
    started, score = time.monotonic(), Score()
    pairs = max(1, (arguments.games + 1) // 2)
    for score in compete(pairing, pairs, max(1, arguments.processes), arguments.seed, _is_enough(arguments.sprt)):
        _show_progress(score, pairs, time.monotonic() - started)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(to_json(_facts(arguments, score)) if arguments.json else _told(arguments, score))
    return 0


def _is_enough(sprt: tuple[float, float] | None) -> Callable[[Score], bool]:
    return lambda score: sprt is not None and abs(score.likelihood(*sprt)) >= BOUND


def _show_progress(score: Score, pairs: int, seconds: float) -> None:
    if not sys.stderr.isatty():
        return
    done = round(30 * len(score.pairs) / pairs)
    wins, draws, losses = score.wins_draws_losses
    line = (
        f"[{'█' * done:<30}] {score.games} games +{wins} ={draws} -{losses} {100 * score.share:.1f} % {seconds:.0f} s"
    )
    print(f"\r{line}", end="", file=sys.stderr, flush=True)


def _told(arguments: argparse.Namespace, score: Score) -> str:
    wins, draws, losses = score.wins_draws_losses
    difference, low, high = score.elo
    lines = [
        f"{arguments.game}: {arguments.first} against {arguments.second}, {score.games} games",
        f"+{wins} ={draws} -{losses}   {100 * score.share:.1f} % ± {100 * score.error:.1f}",
        f"Elo {difference:+.0f}   95 % from {low:+.0f} to {high:+.0f}",
    ]
    if score.adjudicated:
        lines.append(f"{score.adjudicated} games were decided by the endgame tables")
    if arguments.sprt:
        lines.append(_told_test(arguments.sprt, score))
    if score.faults:
        lines.append(f"{score.faults} moves were refused and replaced by a legal one")
    return "\n".join(lines)


def _told_test(sprt: list[float], score: Score) -> str:
    ratio = score.likelihood(*sprt)
    verdict = f"{sprt[1]:+.0f}" if ratio >= BOUND else f"{sprt[0]:+.0f}" if ratio <= -BOUND else "not yet decided"
    return f"SPRT {sprt[0]:+.0f} against {sprt[1]:+.0f}: log-likelihood ratio {ratio:+.2f} of ±{BOUND:.2f}: {verdict}"


def _facts(arguments: argparse.Namespace, score: Score) -> dict[str, object]:
    wins, draws, losses = score.wins_draws_losses
    difference, low, high = score.elo
    return {
        "game": arguments.game,
        "first": arguments.first,
        "second": arguments.second,
        "games": score.games,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "score": score.share,
        "error": score.error,
        "elo": difference,
        "elo_interval": [low, high],
        "adjudicated": score.adjudicated,
        "faults": score.faults,
    }
