"""Write a game tree as PDN, with its variations, comments and glyphs."""

from __future__ import annotations

from functools import partial

from damero.application.open_tree import BUDGET
from damero.application.services import Services
from damero.domain.draughts import Position as DraughtsPosition
from damero.domain.draughts import pdn
from damero.domain.errors import MatchRefusal
from damero.domain.game_tree.text import read_tree


async def export_tree(services: Services, tree: str) -> str:
    return await services.in_process(partial(_written, tree), BUDGET)


def _written(text: str) -> str:
    tree = read_tree(text)
    if not isinstance(tree.start, DraughtsPosition):
        raise MatchRefusal("record.no_pdn_of_match", code="NO_PDN", game=tree.start.info.id)
    return pdn.write_game(tree)
