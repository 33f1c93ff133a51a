"""`damero admin`: players, matches and reports of a server, which may be running or stopped."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from damero.application.admin_actions import ACTIONS
from damero.cli.arguments import add_json
from damero.cli.console import print_table, to_json
from damero.domain.errors import DameroError

if TYPE_CHECKING:
    from damero.application.administer import AdminAnswer
    from damero.bootstrap import Settings

EXAMPLES = """\
  damero admin players ana
  damero admin ban "Ana B" --reason "insults"
  damero admin reset-password ana
  damero admin reports
  damero admin settle 12 --note "warned"
  damero admin --data /var/lib/damero log
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="data folder of the server (default: damero in the user's data folder)"
    )
    add_json(parser)
    actions = parser.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)
    for name, action in ACTIONS.items():
        subparser = actions.add_parser(name, help=action.summary)
        for parameter in action.parameters:
            _add_parameter(subparser, parameter)


def run(arguments: argparse.Namespace) -> int:
    from damero.bootstrap import Settings  # slow to import: the whole server

    settings = Settings(data_dir=arguments.data) if arguments.data else Settings()
    names = [parameter.rstrip("?") for parameter in ACTIONS[arguments.action].parameters]
    values = {name: str(value) for name in names if (value := getattr(arguments, name))}
    _print(asyncio.run(_carry_out(settings, arguments.action, values)), as_json=arguments.json)
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
    """Opens the data folder, or asks the server that has it open."""
    from damero.application.administer import administer
    from damero.bootstrap import open_services
    from damero.infrastructure.file_lock import AlreadyServed

    try:
        async with open_services(settings) as services:
            return await administer(services, action, values)
    except AlreadyServed:
        return await _ask_server(settings, action, values)


async def _ask_server(settings: Settings, action: str, values: dict[str, str]) -> AdminAnswer:
    import httpx

    from damero.application.administer import AdminAnswer
    from damero.bootstrap import admin_access
    from damero.web.api.admin import HEADER

    access = admin_access(settings)
    if access is None:
        raise _unreachable()
    order = {"action": action, "arguments": values}
    try:
        async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
            answer = await client.post(f"{access.address}/api/admin", json=order, headers={HEADER: access.token})
    except httpx.HTTPError:
        raise _unreachable() from None
    document = answer.json()
    if not answer.is_success:
        raise DameroError("admin.refused", code=document["code"], reason=document["detail"])
    return AdminAnswer(tuple(document["columns"]), tuple(map(tuple, document["rows"])))


def _unreachable() -> DameroError:
    return DameroError("admin.unreachable", code="SERVER_UNREACHABLE")


def _print(answer: AdminAnswer, *, as_json: bool) -> None:
    if as_json:
        print(to_json([dict(zip(answer.columns, row, strict=True)) for row in answer.rows]))
    else:
        print_table(answer.columns, answer.rows)
