"""A match between two players in this process, with its result as a small table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from damero.domain.catalogue import game
from damero.domain.errors import DameroError, check_not_negative, check_positive, shorten
from damero.domain.game import View
from damero.engines.bot import BotPlayer, LocalBot
from damero.engines.engine import Choice, Engine, Limits, NamedByLevel
from damero.engines.engine_spec import MatchPlayer, configured_engine
from damero.engines.tournament import Pairing, Score, play_between, usual_opening

Player: TypeAlias = int | str | Engine | LocalBot
"""A level, the text of an engine as for `damero match`, an engine, or a bot."""


@dataclass(frozen=True, slots=True, repr=False)
class MatchTable:
    """The result of a match, which shows itself as a table.

    >>> import damero
    >>> table = damero.match(1, 1, game="drafti", games=2)
    >>> table.game, sum(table.wins_draws_losses)
    ('Drafti', 2)
    """

    game: str
    first: str
    second: str
    score: Score

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """Of the first player."""
        return self.score.wins_draws_losses

    def rows(self) -> Iterator[tuple[str, str, str, str, str, str]]:
        """Name, wins, draws, losses, share of the points and difference in Elo points of each player."""
        wins, draws, losses = self.wins_draws_losses
        elo, low, high = self.score.elo
        error, share = (high - low) / 2, 100 * self.score.share
        yield self.first, str(wins), str(draws), str(losses), f"{share:.1f} %", f"{round(elo):+d} ± {error:.0f}"
        yield self.second, str(losses), str(draws), str(wins), f"{100 - share:.1f} %", f"{round(-elo):+d} ± {error:.0f}"

    def __repr__(self) -> str:
        rows = [(self.game, "won", "drawn", "lost", "score", "Elo"), *self.rows()]
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return "\n".join(
            "  ".join(
                [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
            )
            for row in rows
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(cell)}</th>" for cell in (self.game, "won", "drawn", "lost", "score", "Elo"))
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in self.rows())
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True, slots=True)
class _EnginePlayer:
    engine: Engine

    def choose(self, view: View, seed: int) -> Choice:
        return self.engine.choose(view, Limits(threads=1, seed=seed))

    def close(self) -> None:
        """The engine belongs to the caller."""


def play_match(
    first: Player, second: Player, *, game_id: str, games: int = 10, opening: int | None = None, seed: int = 1
) -> MatchTable:
    """Plays pairs of games, each start twice with the seats swapped: one game more if their number is odd."""
    info = game(game_id).info
    plies = usual_opening(info) if opening is None else opening
    check_positive(games=games)
    check_not_negative(opening=plies)
    pairing = Pairing(game_id, name_of(first), name_of(second), plies)
    players = [_player(game_id, given) for given in (first, second)]
    score = Score()
    for number in range((games + 1) // 2):
        score = score.with_pair(play_between(pairing, players[0], players[1], seed + number))
    return MatchTable(info.title, pairing.first, pairing.second, score)


def name_of(player: Player) -> str:
    if isinstance(player, int):
        return f"level {player}"
    return str(player) if isinstance(player, str | LocalBot | NamedByLevel) else type(player).__name__


def _player(game_id: str, given: Player) -> MatchPlayer:
    if isinstance(given, type):
        raise DameroError("bot.is_class", code="NO_SUCH_BOT", bot=given.__name__)
    if isinstance(given, LocalBot):
        return BotPlayer(given)
    if isinstance(given, int | str):
        return configured_engine(game_id, str(given))
    if not callable(getattr(given, "choose", None)):
        raise DameroError("bot.no_player", code="NO_SUCH_PLAYER", given=shorten(given))
    return _EnginePlayer(given)
