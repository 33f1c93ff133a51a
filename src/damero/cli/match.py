"""`damero match`: a match between two engines, with the score and the Elo difference and its error."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from damero.cli.arguments import add_game, add_json, add_on
from damero.cli.console import progress_bar, to_json
from damero.domain.catalogue import game
from damero.engines.bulk import open_bulk
from damero.engines.engine_spec import HOW_TO_WRITE, configured_engine
from damero.engines.tournament import BOUND, NOTHING_PLAYED, Pairing, Score, compete, usual_opening

EXAMPLES = """\
  damero match spanish 4 3 --games 100
  damero match russian nodes=20000 nodes=5000 --games 200 --seed 7
  damero match drafti seconds=0.1 "hub:damero hub drafti" --games 20
  damero match drafti bot:examples/greedy_bot.py 2 --games 20
  damero match banqi 6 5 --games 400 --sprt 0 50      stop once it is clear whether A is 50 Elo stronger

Games are played in pairs: the same start (a random opening, deal or set-up) twice, with the seats swapped. An engine
uses one thread, unless more are asked for (level=8,threads=2). A program (hub:COMMAND) has the limits of its opponent.
A game ends as soon as the endgame tables know its result (draughts, four pieces or as many as the tables cover),
unless --play-out is given.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("first", metavar="A", help=f"first engine: {HOW_TO_WRITE}")
    parser.add_argument("second", metavar="B", help="second engine, in the same form")
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="number of games, rounded up to pairs (default: 100)"
    )
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="games played at a time (default: 2)")
    add_on(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep each pair of games in a file; the same command goes on from it"
    )
    parser.add_argument(
        "--opening",
        type=int,
        metavar="N",
        help="random plies before the engines take over; unbalanced openings are left out "
        "(default: 4 if the start position is fixed, otherwise 0)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (default: 1)")
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("ELO0", "ELO1"),
        help="sequential test: stop as soon as one of two Elo differences is clearly more likely",
    )
    parser.add_argument(
        "--play-out", action="store_true", help="play to the end even if the endgame tables know the result"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    info = game(arguments.game).info
    for name in (arguments.first, arguments.second):
        configured_engine(info.id, name).close()
    opening = usual_opening(info) if arguments.opening is None else arguments.opening
    pairing = Pairing(info.id, arguments.first, arguments.second, opening, adjudicates=not arguments.play_out)
    score, pairs = NOTHING_PLAYED, max(1, (arguments.games + 1) // 2)
    with progress_bar("Playing") as show:
        show(0, 2 * pairs)
        for score in _played(pairing, pairs, arguments):
            show(score.games, 2 * pairs, _format_score(score))
    print(to_json(_as_json(arguments, score)) if arguments.json else _format(arguments, score))
    return 0


def _played(pairing: Pairing, pairs: int, arguments: argparse.Namespace) -> Iterator[Score]:
    """The score so far, from the file and from the games now played."""
    from damero.engines.match_log import MatchLog

    log = MatchLog(arguments.out, pairing, arguments.seed) if arguments.out else None
    begun = log.begun() if log else NOTHING_PLAYED
    yield begun
    with open_bulk(arguments.on, max(1, arguments.processes)) as bulk:
        for score in compete(pairing, pairs, bulk, arguments.seed, _is_enough(arguments.sprt), begun):
            if log:
                log.add(score.pairs[-1])
            yield score


def _is_enough(sprt: tuple[float, float] | None) -> Callable[[Score], bool]:
    return lambda score: sprt is not None and abs(score.likelihood(*sprt)) >= BOUND


def _format(arguments: argparse.Namespace, score: Score) -> str:
    difference, low, high = score.elo
    lines = [
        f"{arguments.game}: {arguments.first} against {arguments.second}, {score.games} games",
        f"{_format_score(score)} ± {100 * score.error:.1f}",
        f"Elo {difference:+.0f}   95 % from {low:+.0f} to {high:+.0f}",
    ]
    if score.adjudicated:
        lines.append(f"{score.adjudicated} games were decided by the endgame tables")
    if arguments.sprt:
        lines.append(_format_test(arguments.sprt, score))
    if score.faults:
        lines.append(f"{score.faults} moves were refused and replaced by a legal one")
    return "\n".join(lines)


def _format_score(score: Score) -> str:
    wins, draws, losses = score.wins_draws_losses
    return f"+{wins} ={draws} -{losses}   {100 * score.share:.1f} %"


def _format_test(sprt: list[float], score: Score) -> str:
    ratio = score.likelihood(*sprt)
    result = f"{sprt[1]:+.0f}" if ratio >= BOUND else f"{sprt[0]:+.0f}" if ratio <= -BOUND else "not yet decided"
    return f"SPRT {sprt[0]:+.0f} against {sprt[1]:+.0f}: log-likelihood ratio {ratio:+.2f} of ±{BOUND:.2f}: {result}"


def _as_json(arguments: argparse.Namespace, score: Score) -> dict[str, object]:
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
