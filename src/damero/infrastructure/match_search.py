"""What players search for among their matches that are over, as every store keeps it beside its lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import LiteralString, NamedTuple

from damero.application.commands import ENGINE, ListMatches, Result
from damero.application.names import name_key
from damero.application.ports import Summary
from damero.domain.events import Player
from damero.domain.match import Status

PLAYED = (Result.WON.value, Result.DRAWN.value, Result.LOST.value)


class Searched(NamedTuple):
    """A match that is over, as one of its players searches for it."""

    game: str
    speed: str
    imported: bool
    opponent: str | None
    """The key of the name, or `ENGINE`; None of a game that was not played against one other player."""
    result: str | None
    """None of a finished game in which the player did not hold exactly one seat."""
    player: str
    match: str


def searched(summary: Summary) -> Iterator[Searched]:
    """For everybody in whose lists the match is."""
    game, speed, imported = summary.game_id, summary.control.speed.value, summary.is_imported
    for player_id in sorted({summary.creator.id, *(player.id for _, player in summary.seats)}):
        opponent, result = _opponent(summary, player_id), _result(summary, player_id)
        yield Searched(game, speed, imported, opponent, result and result.value, player_id, summary.id)


def search_conditions(wanted: ListMatches) -> dict[LiteralString, str | int | None]:
    """What the rows must satisfy, with the values; None does not matter."""
    return {
        "listed.game =": wanted.game_id,
        "listed.opponent =": wanted.opponent and _opponent_key(wanted.opponent),
        "listed.result =": wanted.result and wanted.result.value,
        "listed.speed =": wanted.speed and wanted.speed.value,
        "listed.imported =": wanted.imported,
        "listed.changed >=": wanted.since,
    }


def _opponent_key(name: str) -> str:
    return ENGINE if name == ENGINE else name_key(name)


def _opponent(summary: Summary, player_id: str) -> str | None:
    others = [player for _, player in summary.seats if player.id != player_id]
    return _key(others[0]) if len(summary.seats) == 2 and len(others) == 1 else None


def _key(player: Player) -> str:
    return ENGINE if player.level is not None else name_key(player.name)


def _result(summary: Summary, player_id: str) -> Result | None:
    if summary.status is Status.ABORTED:
        return Result.ABORTED
    held = [seat for seat, player in summary.seats if player.id == player_id]
    if summary.outcome is None or len(held) != 1:
        return None
    if summary.outcome.winner is None:
        return Result.DRAWN
    return Result.WON if summary.outcome.winner == held[0] else Result.LOST
