"""`damero completion`: prints a script that completes commands, options and game ids in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

SHELLS = ("bash", "zsh", "fish")
EXAMPLES = """\
  damero completion bash > ~/.local/share/bash-completion/completions/damero
  damero completion zsh > ~/.zfunc/_damero
  damero completion fish > ~/.config/fish/completions/damero.fish

For zsh, the folder must be in $fpath. Open a new shell to use it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell that the script is for")


def run(arguments: argparse.Namespace) -> int:
    print(script_for(arguments.shell))
    return 0


def script_for(shell: str) -> str:
    import shtab

    from damero.cli.main import parser_for
    from damero.domain.catalogue import GAMES

    parser = parser_for(None)
    kinds = {"FILE": shtab.FILE, "PATH": shtab.FILE, "DIR": shtab.DIRECTORY}
    for action in _actions_of(parser):
        if action.metavar == "GAME":
            action.choices = [game.info.id for game in GAMES]
        elif isinstance(action.metavar, str) and action.metavar in kinds:
            action.complete = kinds[action.metavar]  # type: ignore[attr-defined]
    script: str = shtab.complete(parser, shell)
    return script


def _actions_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of all its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions_of(command)
