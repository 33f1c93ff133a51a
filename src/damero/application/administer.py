"""What an administrator can do: players, matches, reports, and the log of all of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from damero.application.admin_actions import ACTIONS
from damero.application.challenge import close_challenges
from damero.application.change_account import change_name, remove_account
from damero.application.change_match import change
from damero.application.log_in import end_sessions
from damero.application.ports import Account, AuditEntry
from damero.application.services import Services
from damero.domain import judge
from damero.domain.errors import DameroError, MatchRefusal

MOST_ROWS = 1_000


@dataclass(frozen=True, slots=True)
class AdminAnswer:
    """A table."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Arguments: TypeAlias = Mapping[str, str]
AdminFunction: TypeAlias = Callable[[Services, Arguments], Awaitable[AdminAnswer]]


async def administer(services: Services, action: str, arguments: Arguments) -> AdminAnswer:
    """Carries out an action. What changes something is noted in the audit log, also if it fails."""
    found = ACTIONS.get(action)
    if found is None:
        raise MatchRefusal("admin.no_such_action", code="NO_SUCH_ACTION", action=action, actions=tuple(ACTIONS))
    missing = [name for name in found.parameters if not name.endswith("?") and not arguments.get(name)]
    if missing:
        raise MatchRefusal("admin.missing", code="MISSING_ARGUMENT", names=missing)
    if not found.changes:
        return await FUNCTIONS[action](services, arguments)
    try:
        answer = await FUNCTIONS[action](services, arguments)
    except DameroError as refusal:
        await _note(services, action, arguments, refusal.code)
        raise
    await _note(services, action, arguments, "done")
    return answer


async def list_players(services: Services, arguments: Arguments) -> AdminAnswer:
    found = await services.moderation.find_players(arguments.get("text", ""), MOST_ROWS)
    rows = tuple((one.account.id, one.account.name, _kind(one.account), one.ban or "") for one in found)
    return AdminAnswer(("id", "name", "kind", "banned because"), rows)


async def ban(services: Services, arguments: Arguments) -> AdminAnswer:
    """Ends all sessions and open challenges. Games go on, and end by their clocks."""
    player = await _player(services, arguments["player"])
    await services.moderation.ban(player.id, arguments.get("reason") or "no reason given")
    await end_sessions(services, player.id)
    await close_challenges(services, player.id)
    return _changed(player)


async def unban(services: Services, arguments: Arguments) -> AdminAnswer:
    player = await _player(services, arguments["player"])
    await services.moderation.unban(player.id)
    return _changed(player)


async def rename(services: Services, arguments: Arguments) -> AdminAnswer:
    player = await _player(services, arguments["player"])
    return _changed(await change_name(services, player, arguments["name"]))


async def delete(services: Services, arguments: Arguments) -> AdminAnswer:
    player = await _player(services, arguments["player"])
    await remove_account(services, player)
    return _changed(player)


async def reset_password(services: Services, arguments: Arguments) -> AdminAnswer:
    """Sets a random password, which the administrator tells the player, and ends all sessions."""
    player = await _player(services, arguments["player"])
    if player.password_hash is None:
        raise MatchRefusal("admin.guest_has_no_password", code="GUEST")
    password = services.randomness.secret()[:16]
    await services.players.change_player(replace(player, password_hash=await services.passwords.hash(password)))
    await end_sessions(services, player.id)
    return AdminAnswer(("id", "name", "new password"), ((player.id, player.name, password),))


async def close_match(services: Services, arguments: Arguments) -> AdminAnswer:
    match_id = arguments["match"]
    await change(services, match_id, "admin/close", lambda match: judge.close(match, services.clock.now()))
    return AdminAnswer(("closed",), ((match_id,),))


async def list_reports(services: Services, arguments: Arguments) -> AdminAnswer:
    reports = await services.moderation.reports(settled=bool(arguments.get("all")), limit=MOST_ROWS)
    rows = tuple(
        (str(one.id), one.at_text, one.player, one.reporter, one.match_id or "", one.reason, one.settled or "")
        for one in reports
    )
    return AdminAnswer(("report", "time", "player", "reported by", "match", "reason", "settled"), rows)


async def settle_report(services: Services, arguments: Arguments) -> AdminAnswer:
    number = arguments["report"]
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise _no_such_report(number)
    if not await services.moderation.settle_report(int(number), arguments.get("note") or "settled"):
        raise _no_such_report(number)
    return AdminAnswer(("settled",), ((number,),))


async def show_log(services: Services, _arguments: Arguments) -> AdminAnswer:
    entries = await services.moderation.audit_log(MOST_ROWS)
    rows = tuple((one.at_text, one.action, one.arguments, one.result) for one in entries)
    return AdminAnswer(("time", "action", "arguments", "result"), rows)


FUNCTIONS: dict[str, AdminFunction] = {
    "players": list_players,
    "ban": ban,
    "unban": unban,
    "rename": rename,
    "delete": delete,
    "reset-password": reset_password,
    "close": close_match,
    "reports": list_reports,
    "settle": settle_report,
    "log": show_log,
}
"""How each of `ACTIONS` is carried out."""


async def _player(services: Services, wanted: str) -> Account:
    found = await services.players.player(wanted) or await services.players.player_named(wanted)
    if found is None:
        raise MatchRefusal("account.no_such_player", code="NO_SUCH_PLAYER")
    return found


async def _note(services: Services, action: str, arguments: Arguments, result: str) -> None:
    told = ", ".join(f"{name}: {value}" for name, value in arguments.items() if value)
    await services.moderation.note(AuditEntry(services.clock.wall(), action, told, result))


def _changed(player: Account) -> AdminAnswer:
    return AdminAnswer(("id", "name", "kind"), ((player.id, player.name, _kind(player)),))


def _kind(player: Account) -> str:
    return "guest" if player.password_hash is None else "account"


def _no_such_report(number: str) -> MatchRefusal:
    return MatchRefusal("admin.no_such_report", code="NO_SUCH_REPORT", report=number)
