"""Clock times and evaluations, which PDN writes as commands inside comments: `{[%clk 0:14:30] A quiet move.}`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from damero.domain.draughts.rules import Player
from damero.domain.game_tree import AnnotatedMove

_SPAN = r"\d{1,4}:\d{1,2}:\d{1,2}(?:\.\d{1,6})?"
_TIME = f"(?P<{{0}}>{_SPAN.replace('{', '{{').replace('}', '}}')})"
_CLOCKS = re.compile(rf"\[%clock((?:\s+[wb]{_SPAN})+)\s*\]", re.ASCII | re.IGNORECASE)
"""The clocks of both players. A capital letter is the one that runs."""
_COMMAND = re.compile(
    rf"\[%(?:clk\s+{_TIME.format('clock')}|emt\s+{_TIME.format('elapsed')}|eval\s+(?P<score>[-+]?\d{{1,4}}(?:\.\d{{1,6}})?))\s*\]",
    re.ASCII,
)
HUNDREDTHS = 100


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a comment says: words, and what it tells of the clock and the evaluation."""

    words: str
    clock: float | None = None
    elapsed: float | None = None
    score: int | None = None

    @staticmethod
    def read(comment: str, first: Player, mover: Player) -> Annotation:
        """The evaluation in a file is White's; in a game tree it is for the side that moves first."""
        comment = _CLOCKS.sub(lambda both: _own_clock(both[1], mover), comment)
        found = {name: text for match in _COMMAND.finditer(comment) for name, text in match.groupdict().items() if text}
        words = " ".join(_COMMAND.sub(" ", comment).split())
        score = round(float(found["score"]) * HUNDREDTHS) if "score" in found else None
        return Annotation(
            words,
            clock=_seconds(found["clock"]) if "clock" in found else None,
            elapsed=_seconds(found["elapsed"]) if "elapsed" in found else None,
            score=-score if score is not None and first is Player.BLACK else score,
        )

    def added_to(self, item: AnnotatedMove) -> AnnotatedMove:
        return replace(
            item,
            comment=" ".join(filter(None, (item.comment, self.words))),
            clock=item.clock if self.clock is None else self.clock,
            elapsed=item.elapsed if self.elapsed is None else self.elapsed,
            score=item.score if self.score is None else self.score,
        )


def _own_clock(both: str, mover: Player) -> str:
    """Of the clocks of both players, the one of the player who has moved."""
    own = [clock[1:] for clock in both.split() if clock[0].lower() == mover[0]]
    return f"[%clk {own[0]}]" if own else ""


def comment_of(item: AnnotatedMove, first: Player) -> str:
    """The comment behind a move, with the commands before the words."""
    score = item.score if item.score is None or first is Player.WHITE else -item.score
    commands = (
        f"[%clk {_time(item.clock)}]" if item.clock is not None else "",
        f"[%emt {_time(item.elapsed)}]" if item.elapsed is not None else "",
        f"[%eval {score / HUNDREDTHS:.2f}]" if score is not None else "",
    )
    return " ".join(filter(None, ("".join(commands), item.comment)))


def _seconds(time: str) -> float:
    hours, minutes, seconds = time.split(":")
    return round(int(hours) * 3600 + int(minutes) * 60 + float(seconds), 6)


def _time(seconds: float) -> str:
    """`0:14:30`, with thousandths where they are needed."""
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    fraction = f".{thousandths:03}".rstrip("0") if thousandths else ""
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}"
