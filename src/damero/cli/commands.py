"""Every `damero` command: its name and its module.

A command's module is imported only when the command is used, so that every command starts quickly.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from damero.texts import Text


class CommandModule(Protocol):
    """What the module of a command provides."""

    @property
    def EXAMPLES(self) -> str | Text:  # noqa: N802
        """The end of the help text."""

    def add_arguments(self, parser: argparse.ArgumentParser, /) -> None: ...

    def run(self, arguments: argparse.Namespace, /) -> int:
        """Runs the command and returns the exit code."""


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    load: Callable[[], CommandModule]


def _admin() -> CommandModule:
    from damero.cli import admin

    return admin


def _analyse() -> CommandModule:
    from damero.cli import analyse

    return analyse


def _backup() -> CommandModule:
    from damero.cli import backup

    return backup


def _bench() -> CommandModule:
    from damero.cli import bench

    return bench


def _bestmove() -> CommandModule:
    from damero.cli import bestmove

    return bestmove


def _completion() -> CommandModule:
    from damero.cli import completion

    return completion


def _doctor() -> CommandModule:
    from damero.cli import doctor

    return doctor


def _games() -> CommandModule:
    from damero.cli import games

    return games


def _hub() -> CommandModule:
    from damero.cli import hub

    return hub


def _i18n() -> CommandModule:
    from damero.cli import i18n

    return i18n


def _keys() -> CommandModule:
    from damero.cli import keys

    return keys


def _match() -> CommandModule:
    from damero.cli import match

    return match


def _migrate() -> CommandModule:
    from damero.cli import migrate

    return migrate


def _move_data() -> CommandModule:
    from damero.cli import move_data

    return move_data


def _moves() -> CommandModule:
    from damero.cli import moves

    return moves


def _openings() -> CommandModule:
    from damero.cli import openings

    return openings


def _perft() -> CommandModule:
    from damero.cli import perft

    return perft


def _play() -> CommandModule:
    from damero.cli import play

    return play


def _puzzles() -> CommandModule:
    from damero.cli import puzzles

    return puzzles


def _serve() -> CommandModule:
    from damero.cli import serve

    return serve


def _tablebase() -> CommandModule:
    from damero.cli import tablebase

    return tablebase


def _verify() -> CommandModule:
    from damero.cli import verify

    return verify


def _worker() -> CommandModule:
    from damero.cli import worker

    return worker


COMMANDS = (
    Command("admin", _admin),
    Command("analyse", _analyse),
    Command("backup", _backup),
    Command("bench", _bench),
    Command("bestmove", _bestmove),
    Command("completion", _completion),
    Command("doctor", _doctor),
    Command("games", _games),
    Command("hub", _hub),
    Command("i18n", _i18n),
    Command("keys", _keys),
    Command("match", _match),
    Command("migrate", _migrate),
    Command("move-data", _move_data),
    Command("moves", _moves),
    Command("openings", _openings),
    Command("perft", _perft),
    Command("play", _play),
    Command("puzzles", _puzzles),
    Command("serve", _serve),
    Command("tablebase", _tablebase),
    Command("verify", _verify),
    Command("worker", _worker),
)
