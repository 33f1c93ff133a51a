"""`damero admin`: players, matches and reports of a server, which may be running or stopped."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from damero.application.admin_actions import ACTIONS
from damero.cli.arguments import add_json, add_store, store_of
from damero.cli.console import print_table, to_json
from damero.domain.errors import DameroError

if TYPE_CHECKING:
    from damero.application.administer import AdminAnswer
    from damero.bootstrap import Settings
    from damero.infrastructure.admin_access import AdminAccess

EXAMPLES = """\
  damero admin players ana
  damero admin ban "Ana B" --reason "insults"
  damero admin reset-password ana
  damero admin reports
  damero admin settle 12 --note "warned"
  damero admin --data /var/lib/damero log
  damero admin --database postgresql://db/damero players
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_store(parser)
    add_json(parser)
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    for name, action in ACTIONS.items():
        subparser = actions.add_parser(name, help=action.summary)
        add_store(subparser, argparse.SUPPRESS)
        add_json(subparser, default=argparse.SUPPRESS)
        for parameter in action.parameters:
            _add_parameter(subparser, parameter)


def run(arguments: argparse.Namespace) -> int:
    names = [parameter.rstrip("?") for parameter in ACTIONS[arguments.action].parameters]
    values = {name: str(value) for name in names if (value := getattr(arguments, name))}
    _print(asyncio.run(_carry_out(store_of(arguments), arguments.action, values)), as_json=arguments.json)
    return 0


def _add_parameter(parser: argparse.ArgumentParser, parameter: str) -> None:
    if parameter == "all?":
        parser.add_argument("--all", action="store_true", help="also settled ones")
    elif parameter == "text?":
        parser.add_argument("text", nargs="?", metavar="TEXT")
    elif parameter.endswith("?"):
        parser.add_argument(f"--{parameter[:-1]}", metavar="TEXT")
    else:
        parser.add_argument(parameter, metavar=parameter.upper())


async def _carry_out(settings: Settings, action: str, values: dict[str, str]) -> AdminAnswer:
    """Asks the server that uses the data folder. If none does, opens the folder, or the database."""
    from damero.application.administer import administer
    from damero.bootstrap import admin_access, has_games, open_services
    from damero.infrastructure.file_lock import AlreadyServed

    access = admin_access(settings)
    if access is not None and (answer := await _ask_server(access, action, values)) is not None:
        return answer
    if not has_games(settings):
        raise DameroError("data.no_games", code="NOTHING_TO_ADMINISTER", folder=str(settings.data_dir))
    is_one_of_many = settings.database is not None
    opened = replace(settings, engine_workers=0, name="admin") if is_one_of_many else settings
    try:
        async with open_services(opened) as services:
            return await administer(services, action, values)
    except AlreadyServed:
        raise _unreachable() from None


async def _ask_server(access: AdminAccess, action: str, values: dict[str, str]) -> AdminAnswer | None:
    """None if there is no server, or another one than wrote the file: that one was killed."""
    import httpx

    from damero.application.administer import AdminAnswer
    from damero.web.api.admin import HEADER

    order = {"action": action, "arguments": values}
    try:
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            answer = await client.post(f"{access.address}/api/admin", json=order, headers={HEADER: access.token})
        document = answer.json()
    except (httpx.ConnectError, httpx.ConnectTimeout, ValueError):
        return None
    except httpx.HTTPError:
        raise _unreachable() from None
    if answer.is_success:
        return AdminAnswer(tuple(document["columns"]), tuple(map(tuple, document["rows"])))
    if answer.status_code == HTTPStatus.NOT_FOUND and document["code"] == "NOT_FOUND":
        return None
    raise DameroError("admin.refused", code=document["code"], reason=document["detail"])


def _unreachable() -> DameroError:
    return DameroError("admin.unreachable", code="SERVER_UNREACHABLE")


def _print(answer: AdminAnswer, *, as_json: bool) -> None:
    if as_json:
        print(to_json([dict(zip(answer.columns, row, strict=True)) for row in answer.rows]))
    else:
        print_table(answer.columns, answer.rows)
