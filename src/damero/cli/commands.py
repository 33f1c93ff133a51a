"""Every `damero` command: its name, its summary and its module.

A command's module is imported only when the command is used, so that every command starts quickly.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


class CommandModule(Protocol):
    """What the module of a command provides."""

    EXAMPLES: str
    """The end of the help text."""

    def add_arguments(self, parser: argparse.ArgumentParser, /) -> None: ...

    def run(self, arguments: argparse.Namespace, /) -> int:
        """Runs the command and returns the exit code."""


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    summary: str
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


def _keys() -> CommandModule:
    from damero.cli import keys

    return keys


def _match() -> CommandModule:
    from damero.cli import match

    return match


def _migrate() -> CommandModule:
    from damero.cli import migrate

    return migrate


def _moves() -> CommandModule:
    from damero.cli import moves

    return moves


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
    Command("admin", "manage players, matches and reports, even while the server runs", _admin),
    Command("analyse", "analyse a recorded game move by move", _analyse),
    Command("backup", "back up all stored games and accounts, even while the server runs", _backup),
    Command("bench", "measure the speed of the engines on this machine", _bench),
    Command("bestmove", "show the engine's best move for a position", _bestmove),
    Command("completion", "print a script that completes commands in a shell", _completion),
    Command("doctor", "check that everything is there that Damero needs", _doctor),
    Command("games", "list all games and their ids", _games),
    Command("hub", "run a draughts engine that other programs control by the Hub protocol", _hub),
    Command("keys", "show or renew the keys with which the server signs records", _keys),
    Command("match", "play a match between two engines", _match),
    Command("migrate", "create or upgrade the tables of a PostgreSQL database", _migrate),
    Command("moves", "list the legal moves of a position", _moves),
    Command("perft", "count the leaves of the game tree to a given depth", _perft),
    Command("play", "play in the terminal", _play),
    Command("puzzles", "find, prove and show puzzles", _puzzles),
    Command("serve", "start the game server (the default command)", _serve),
    Command("tablebase", "build, check and query endgame tables", _tablebase),
    Command("verify", "check a recorded game: moves, result, commitments and signature", _verify),
    Command("worker", "let engines think for all servers of a PostgreSQL database", _worker),
)
