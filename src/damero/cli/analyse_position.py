"""`damero analyse --game GAME --position TEXT`: the best lines of a position, again whenever more is known."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from damero.cli.console import to_json
from damero.cli.scores import result_text, score_text
from damero.cli.speech import piece_name, say
from damero.domain.analysis import Analysis, Line, Odds
from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Game, View
from damero.engines.engine import Limits
from damero.engines.levels import engine
from damero.texts import Text

MOST_LINES = 5
LONGEST_LINE = 12


def analyse_position(arguments: argparse.Namespace) -> int:
    if arguments.game is None:
        raise DameroError("cli.nothing_to_analyse", code="NOTHING_TO_ANALYSE")
    view = _view(game(arguments.game), arguments.position)
    analysis = None
    for analysis in engine(view.info.id).analyse(view, arguments.lines, Limits(seconds=arguments.time)):
        print(to_json(asdict(analysis)) if arguments.json else _format(analysis), flush=True)
    if analysis is not None and not arguments.json:
        print("".join(f"{_format_odds(view.info.family, odds)}\n" for odds in analysis.odds), end="")
    return 0


def _view(chosen: Game, text: str | None) -> View:
    if text is not None:
        return chosen.read_view(text)
    start = chosen.initial()
    return start.view(start.to_move)


def _format(analysis: Analysis) -> str:
    return "\n".join(
        [say("cli.analyse.depth", depth=analysis.depth, nodes=analysis.nodes), *map(_format_line, analysis.lines)]
    )


def _format_line(line: Line) -> str:
    result = f"  ({result_text(line.known)})" if line.known else ""
    return f"  {score_text(line.score):>7}  {' '.join(line.moves[:LONGEST_LINE])}{result}"


def _format_odds(family: str, odds: Odds) -> str:
    kinds = [
        Text("cli.analyse.odds_kind", {"percent": round(100 * probability), "piece": piece_name(family, kind)})
        for kind, probability in odds.kinds
    ]
    return say("cli.analyse.odds", squares=" ".join(odds.squares), kinds=kinds)
