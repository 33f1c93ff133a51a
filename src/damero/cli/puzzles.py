"""`damero puzzles`: finds, proves and shows puzzles."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from damero.cli.arguments import add_json, add_on, whole_number
from damero.cli.console import print_error, progress_bar, to_json
from damero.cli.speech import name_of, say
from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.puzzle import Puzzle, Theme, solver_of

EXAMPLES = """\
  damero puzzles mine russian --count 500 --seed 1 --out russian.txt     find puzzles; an unfinished file is continued
  damero puzzles check                                                   prove all puzzles that come with Damero
  damero puzzles check russian --sample 20                               prove twenty of a game
  damero puzzles check --file russian.txt                                prove the puzzles of a file
  damero puzzles show drafti --theme shot --count 3                      show three random puzzles, with solutions
  damero puzzles endings --out endings.json                              which endings can be practised, by game

Mining plays quick games of the engine against itself and looks for positions with one clear best line. The same seed
finds the same puzzles, however many processes work. Every solution is proved by a deeper search or by endgame tables.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", choices=tuple(TASKS), help="what to do; see the examples")
    parser.add_argument("game", metavar="GAME", nargs="?", help="game id, as listed by `damero games`")
    parser.add_argument("--count", type=whole_number(1), metavar="N", help="mine and show: number of puzzles")
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help="random seed (default: 1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="mine and endings: the file to write or to continue")
    parser.add_argument(
        "--processes", type=whole_number(1, 256), default=1, metavar="N", help="mine: processes at work (default: 1)"
    )
    add_on(parser)
    parser.add_argument("--file", type=Path, metavar="FILE", help="check and show: a file instead of what is shipped")
    parser.add_argument("--sample", type=whole_number(1), metavar="N", help="check: only N random puzzles of each game")
    parser.add_argument(
        "--theme", choices=[theme.value for theme in Theme], help="mine and show: only puzzles of a theme"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    return TASKS[arguments.task](arguments)


def mine(arguments: argparse.Namespace) -> int:
    from damero.engines.bulk import open_bulk
    from damero.engines.puzzles.mine import MiningPlan
    from damero.engines.puzzles.mine import mine as find_puzzles

    if arguments.game is None or arguments.out is None:
        raise DameroError("cli.puzzles_need_file", code="NO_FILE")
    game_id = game(arguments.game).info.id
    plan = MiningPlan(
        game_id, arguments.count or 500, arguments.seed, arguments.out, arguments.theme and Theme(arguments.theme)
    )
    with open_bulk(arguments.on, arguments.processes) as bulk, progress_bar("Puzzles found") as show:
        file = find_puzzles(plan, bulk, show)
    print(f"{arguments.out}: {len(file.puzzles)} puzzles from {file.batches} batches")
    return 0


def check(arguments: argparse.Namespace) -> int:
    from damero.engines.puzzles.check import check as prove

    faulty = 0
    for game_id, puzzles in _collections(arguments).items():
        chosen = _sample(puzzles, arguments.sample, arguments.seed)
        faults = [checked for checked in prove(chosen) if checked.fault is not None]
        faulty += len(faults)
        print(f"{game_id}: {len(chosen) - len(faults)} of {len(chosen)} puzzles proved", flush=True)
        for checked in faults:
            print_error(f"{checked.puzzle.id} {checked.puzzle.start}: {checked.fault}")
    if faulty:
        raise DameroError("cli.faulty_puzzles", code="FAULTY_PUZZLES", faults=faulty)
    return 0


def show(arguments: argparse.Namespace) -> int:
    puzzles = [
        puzzle
        for collection in _collections(arguments).values()
        for puzzle in collection
        if arguments.theme is None or arguments.theme in puzzle.themes
    ]
    chosen = _sample(puzzles, arguments.count or 1, arguments.seed)
    if arguments.json:
        print(to_json([_as_object(puzzle) for puzzle in chosen]))
    else:
        print("\n\n".join(map(_described, chosen)))
    return 0


def endings(arguments: argparse.Namespace) -> int:
    from damero.engines.data_file import write_data_file
    from damero.engines.puzzles.trainer import FILE, sort_out

    path = arguments.out or FILE
    offered = sort_out()
    write_data_file(path, offered)
    pairs = sum(len(goals) for classes in offered.games.values() for goals in classes.values())
    print(f"{path}: {pairs} exercises of {len(offered.games)} games")
    return 0


def _collections(arguments: argparse.Namespace) -> Mapping[str, Sequence[Puzzle]]:
    from damero.engines.puzzles.shipped import games_with_puzzles, puzzles_of, read_path

    if arguments.file is not None:
        file = read_path(arguments.file)
        return {file.game: file.puzzles}
    ids = games_with_puzzles() if arguments.game is None else (game(arguments.game).info.id,)
    return {game_id: puzzles_of(game_id) for game_id in ids}


def _sample(puzzles: Sequence[Puzzle], count: int | None, seed: int) -> list[Puzzle]:
    return list(puzzles) if count is None else Random(seed).sample(list(puzzles), min(count, len(puzzles)))


def _described(puzzle: Puzzle) -> str:
    """A diagram and the solution."""
    start = puzzle.start_position()
    seat = solver_of(puzzle)
    side = start.view(seat).colour_of(seat) or seat
    themes = [name_of("puzzle_theme", theme) for theme in puzzle.themes]
    return "\n".join(
        (
            say("cli.puzzle.about", id=puzzle.id, game=start.info.id, seat=side, goal=puzzle.goal),
            start.diagram(),
            puzzle.start,
            say("cli.puzzle.solution", moves=" ".join(say("cli.puzzle.step", moves=step) for step in puzzle.solution)),
            say("cli.puzzle.themes", themes=themes),
            _proof(puzzle),
        )
    )


def _proof(puzzle: Puzzle) -> str:
    depth, rating = puzzle.proof.depth, puzzle.rating
    if depth is None:
        return say("cli.puzzle.by_tables", rating=rating)
    return say("cli.puzzle.at_depth", rating=rating, depth=depth)


def _as_object(puzzle: Puzzle) -> dict[str, object]:
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "start": puzzle.start,
        "solution": [list(step) for step in puzzle.solution],
        "goal": puzzle.goal,
        "themes": list(puzzle.themes),
        "depth": puzzle.proof.depth,
        "rating": puzzle.rating,
    }


TASKS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "mine": mine,
    "check": check,
    "show": show,
    "endings": endings,
}
