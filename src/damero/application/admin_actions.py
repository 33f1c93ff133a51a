"""The actions of an administrator, by name. `administer` carries them out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AdminAction:
    summary: str
    parameters: tuple[str, ...] = ()
    """Those that end in `?` can be left out. A player is named by id or by name."""
    changes: bool = True
    """Whether it is noted in the audit log."""


ACTIONS: dict[str, AdminAction] = {
    "players": AdminAction("list players, or those whose name or id contains a text", ("text?",), changes=False),
    "ban": AdminAction("sign a player out and refuse to let them sign in again", ("player", "reason?")),
    "unban": AdminAction("let a banned player sign in again", ("player",)),
    "rename": AdminAction("give a player another name", ("player", "name")),
    "delete": AdminAction("delete a player; games stay", ("player",)),
    "reset-password": AdminAction("give an account a new random password", ("player",)),
    "close": AdminAction("abort a match that is not over", ("match",)),
    "reports": AdminAction("list open reports, or all of them", ("all?",), changes=False),
    "settle": AdminAction("settle a report with a note", ("report", "note?")),
    "log": AdminAction("show what administrators did, newest first", changes=False),
}
